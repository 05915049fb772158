import Testing

@testable import PossessionsCore

@Suite struct PictureHeaderTests {
  /// Damaged bytes must neither trap nor hang: every prefix, and every byte overwritten with 0x00 and 0xFF.
  @Test(arguments: MediaSniffingTests.cases)
  func damagedHeadersAreReadWithoutHarm(_ row: MediaSniffingTests.Case) {
    let body = row.bytes + (0..<64).map { UInt8(truncatingIfNeeded: $0 * 37) }
    for count in 0...body.count {
      for type in MediaType.allCases {
        _ = PictureHeader(reading: MemoryBytes(Array(body.prefix(count))), as: type)
      }
    }
    for index in body.indices {
      for value in [UInt8(0), 0xFF] {
        var changed = body
        changed[index] = value
        for type in MediaType.allCases { _ = PictureHeader(reading: MemoryBytes(changed), as: type) }
      }
    }
  }

  @Test func estimatesGrowWithWhatADecoderHolds() {
    func bytes(_ type: MediaType, _ change: (inout PictureHeader) -> Void = { _ in }, edited: Bool = false)
      -> Int
    {
      var header = PictureHeader(mediaType: type, coded: PixelSize(width: 4000, height: 3000))
      change(&header)
      return header.estimatedMemory(isEdited: edited)
    }
    let streamed = bytes(.jpeg)
    #expect(streamed < 60_000_000)
    // 6 bytes for each pixel at 4:4:4, as djpeg takes.
    #expect(bytes(.jpeg, { $0.isProgressive = true }) - streamed == 72_000_000)
    #expect(bytes(.heic) > streamed + 60_000_000)
    #expect(bytes(.heic, { $0.bitsPerChannel = 10 }) > bytes(.heic))
    #expect(bytes(.jpeg, edited: true) > streamed + 70_000_000)
    var facts = PhotoFacts(
      mediaType: .jpeg, header: PictureHeader(mediaType: .jpeg, coded: PixelSize(width: 4000, height: 3000)))
    #expect(facts.estimatedMemory(isEdited: false) == streamed)
    #expect(facts.estimatedMemory(isEdited: true) == bytes(.jpeg, edited: true))
    facts.other["memory"] = "not a number"
    #expect(facts.estimatedMemory(isEdited: false) > streamed)
  }

  @Test func anEstimateOfAnythingIsANumber() {
    let header = PictureHeader(mediaType: .png, coded: PixelSize(width: .max, height: .max))
    #expect(header.estimatedMemory(isEdited: true) == .max)
    #expect(PhotoFacts(mediaType: .png, header: header).estimatedMemory(isEdited: true) > 1 << 60)
  }

  /// Streams made by Python's zlib: stored, fixed and dynamic blocks.
  static let dynamic =
    "78dab591c98d454108035382c7d684c39a7f08c30f62248e16b6cb006058b406b18052258ca532c049262c1fc182237ec6699d8da0d52a"
    + "d46e1f7af92b69aacf3ffe9a59ddab9bf0cdba19903f86c594676a228292463f09b2727d44d17760fe33290a7672f04cee4491170e6db1"
    + "f208b7d88a3fd4a5a1c1e993b3460c885e00e11ecb4f3b024dc5f95e891a7a3462ead43215088cbbf0a2cdabcac9a99a87c6eb322e5070"
    + "aad5c1abe96128caf749dc34b0e353cb9e73221590180d62a8e94b434ba8fc5915e33e5ab1800e9787d2d7c6f35a5dbbc30c746d1b28ae"
    + "f9615346ae7637923c3a17f959ca22833f20b3f53784dd5eea7c848fb2d311bff88eb740fb2da15a08d9d69c9f2182c37ec46292042c53"
    + "6752220518b7322d1618fcfbea7f19719dd4"

  @Test func unpacksEveryKindOfBlock() throws {
    let stored = try #require(bytesOf(hex: "7801010c00f3ff68656c6c6f2c20776f726c641d540489"))
    #expect(inflated(stored, limit: 1000) == Array("hello, world".utf8))
    let fixed = try #require(bytesOf(hex: "789c4b4cc40f00c8300c21"))
    #expect(inflated(fixed, limit: 1000) == [UInt8](repeating: 0x61, count: 32))
    #expect(inflated(fixed, limit: 31) == nil)
    let packed = try #require(bytesOf(hex: PictureHeaderTests.dynamic))
    let text = (0..<300).map { hexadecimal([UInt8($0 * $0 * 7 % 251)]) }.joined()
    #expect(inflated(packed, limit: 1000) == Array(text.utf8))
    for count in 0..<(packed.count - 4) { _ = inflated(Array(packed.prefix(count)), limit: 1000) }
    for index in packed.indices {
      var changed = packed
      changed[index] ^= 0x5A
      _ = inflated(changed, limit: 1000)
    }
  }
}

@Suite struct ICCProfileTests {
  /// Values from the standards, to five digits.
  @Test func curvesAreTheStandards() {
    #expect(abs(TransferCurve.sRGB(0.5) - 0.21404) < 1e-5)
    #expect(abs(TransferCurve.sRGB(0.02) - 0.0015480) < 1e-6)
    // ST 2084: 0.5081 is about 100 cd/m², 0.58 about 203, 1 is 10,000.
    #expect(abs(TransferCurve.perceptualQuantizer(1) - 10_000) < 0.01)
    #expect(abs(TransferCurve.perceptualQuantizer(0.50807) - 100) < 0.05)
    #expect(abs(TransferCurve.perceptualQuantizer(0.58069) - 203) < 0.1)
    // HLG: 0.75 is reference white, about 203 on a screen of 1,000.
    #expect(abs(TransferCurve.hybridLogGamma(0.75) - 203) < 1)
    #expect(abs(TransferCurve.hybridLogGamma(1) - 1000) < 0.5)
    #expect(TransferCurve.rolledOff(0.3) == 0.3)
    #expect(TransferCurve.rolledOff(50) <= 1)
    for value in [0.001, 0.3, 1, 7.5, 1000] {
      #expect(abs(TransferCurve.exponential(TransferCurve.logarithm(value)) - value) < value * 1e-12)
    }
  }

  @Test func tellsSRGBFromOthers() throws {
    func isSRGB(_ profile: ICCProfile) -> Bool { profile.bytes.withUnsafeBytes { ICCProfile.isSRGB($0) } }
    let plain = ICCProfile(primaries: .rec709, curve: TransferCurve.sRGB)
    #expect(isSRGB(plain))
    #expect(!isSRGB(.adobeRGB))
    #expect(!isSRGB(try #require(ICCProfile(colour: CodedColour(primaries: 12, transfer: 13, matrix: 0)))))
    #expect(!isSRGB(ICCProfile(primaries: .rec709, curve: { TransferCurve.power($0, 2.2) })))
    #expect(plain.bytes.withUnsafeBytes { ICCProfile.channels(of: $0) } == 3)
    for count in 0..<plain.bytes.count / 8 {
      plain.bytes.prefix(count * 8).withUnsafeBytes { _ = ICCProfile.isSRGB($0) }
    }
  }

  @Test func coloursThatMeanSRGBNeedNoProfile() {
    for primaries in [1, 2, 5, 6, 7] {
      for transfer in [1, 2, 6, 13] {
        #expect(ICCProfile(colour: CodedColour(primaries: primaries, transfer: transfer, matrix: 1)) == nil)
      }
    }
    #expect(ICCProfile(colour: CodedColour(primaries: 12, transfer: 13, matrix: 0)) != nil)
    #expect(ICCProfile(colour: CodedColour(primaries: 9, transfer: 16, matrix: 9)) != nil)
  }
}
