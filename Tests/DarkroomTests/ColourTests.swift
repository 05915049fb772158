import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Darkroom

/// Renditions show the right colours in 8-bit sRGB, on white (rows 8 to 14 and 26).
@Suite struct ColourTests {
  init() { library }

  static let whole = box("whole", 64, 64, .aspectFit)

  func colour(_ bytes: [UInt8], as type: MediaType) throws -> [Int] {
    let rendering = rendered(bytes, as: type, [ColourTests.whole])
    #expect(rendering.state == .ok, "\(rendering.findings)")
    let shown = try rendering.shown("whole")
    return shown[shown.size.width / 2, shown.size.height / 2]
  }

  // MARK: By numbers, against the standards' own arithmetic

  /// sRGB of a colour in an RGB space, from its primaries' matrix to XYZ (D65) as published.
  static func sRGB(_ colour: [UInt8], matrix: [[Double]], gamma: (Double) -> Double) -> [UInt8] {
    let light = colour.map { gamma(Double($0) / 255) }
    let xyz = matrix.map { zip($0, light).reduce(0) { $0 + $1.0 * $1.1 } }
    let toRGB = [
      [3.2404542, -1.5371385, -0.4985314], [-0.9692660, 1.8760108, 0.0415560],
      [0.0556434, -0.2040259, 1.0572252],
    ]
    return toRGB.map { row in
      let linear = min(1, max(0, zip(row, xyz).reduce(0) { $0 + $1.0 * $1.1 }))
      let value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
      return UInt8((value * 255).rounded())
    }
  }

  static let displayP3 = [
    [0.4865709, 0.2656677, 0.1982173], [0.2289746, 0.6917385, 0.0792869], [0.0, 0.0451134, 1.0439444],
  ]
  static let rec2020 = [
    [0.6369580, 0.1446169, 0.1688810], [0.2627002, 0.6779981, 0.0593017], [0.0, 0.0280727, 1.0609851],
  ]
  static let adobe = [
    [0.5767309, 0.1855540, 0.1881852], [0.2973769, 0.6273491, 0.0752741], [0.0270343, 0.0706872, 0.9911085],
  ]
  static func curve(_ value: Double) -> Double {
    value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }

  static let patches: [[UInt8]] = [
    [240, 0, 0], [0, 200, 0], [30, 40, 230], [183, 130, 238], [154, 170, 159], [200, 150, 100], [16, 16, 16],
    [255, 255, 255], [128, 128, 128],
  ]

  @Test(arguments: patches) func displayP3IsConverted(patch: [UInt8]) throws {
    let expected = ColourTests.sRGB(patch, matrix: ColourTests.displayP3, gamma: ColourTests.curve)
    let size = PixelSize(width: 16, height: 16)
    let profile = try #require(ICCProfile(colour: CodedColour(primaries: 12, transfer: 13, matrix: 0)))
    let row = [UInt8](repeating: 0, count: 16).flatMap { _ in patch }
    let rows = [[UInt8]](repeating: row, count: 16)
    // An embedded profile, and the same said by a cICP chunk.
    let iccp = MediaBytes.chunk("iCCP", Array("p3\0\0".utf8) + MediaBytes.stored(profile.bytes))
    let embedded = MediaBytes.png(size, bits: 8, colourType: 2, rows: rows, before: iccp)
    #expect(distance(try colour(embedded, as: .png), expected) <= 2)
    let coded = MediaBytes.png(
      size, bits: 8, colourType: 2, rows: rows, before: MediaBytes.chunk("cICP", [12, 13, 0, 1]))
    #expect(distance(try colour(coded, as: .png), expected) <= 2)
    let wide = MediaBytes.png(
      size, bits: 8, colourType: 2, rows: rows, before: MediaBytes.chunk("cICP", [9, 13, 0, 1]))
    #expect(
      distance(
        try colour(wide, as: .png),
        ColourTests.sRGB(patch, matrix: ColourTests.rec2020, gamma: ColourTests.curve))
        <= 2)
  }

  /// A camera's Adobe RGB photo has no profile: its EXIF says so by the DCF rule.
  @Test(arguments: patches) func adobeRGBByEXIFIsConverted(patch: [UInt8]) throws {
    let flat = try Original.jpeg(PixelSize(width: 16, height: 16), quality: 100) { _, _ in patch }
    let decoded = try Shown(flat)[8, 8].map { UInt8($0) }
    // IFD0 → EXIF directory → interoperability directory with index R03.
    let interoperability = MediaBytes.directory([(1, 2, 4, 0x0033_3052)])
    let exif = MediaBytes.directory([(0xA005, 4, 1, 8 + 18 + 18)])
    let block = MediaBytes.tiff([(0x8769, 4, 1, 8 + 18)], tail: exif + interoperability)
    let expected = ColourTests.sRGB(decoded, matrix: ColourTests.adobe) { pow($0, 2.19921875) }
    #expect(distance(try colour(Original.jpeg(flat, exif: block), as: .jpeg), expected) <= 2)
    #expect(distance(try colour(flat, as: .jpeg), decoded) <= 1)
  }

  @Test func anAVIFsColourNumbersAreFollowed() throws {
    func quarters(_ properties: [[UInt8]]) throws -> [[Int]] {
      let writer = HEIFWriter(items: [HEIFWriter.quartersAV1(1, properties)], brand: "avif")
      let rendering = rendered(writer.bytes(), as: .avif, [ColourTests.whole])
      #expect(rendering.state == .ok, "\(rendering.findings)")
      return try rendering.shown("whole").quarters
    }
    let plain = try quarters([HEIFWriter.colour(1, 13, 6)])
    #expect(zip(plain, uprightQuarters).allSatisfy { distance($0, $1) <= 24 })
    for (found, stored) in zip(try quarters([HEIFWriter.colour(12, 13, 6)]), plain) {
      let expected = ColourTests.sRGB(
        stored.map { UInt8($0) }, matrix: ColourTests.displayP3, gamma: ColourTests.curve)
      #expect(distance(found, expected) <= 3)
    }
    // The primaries of video, by habit: taken for sRGB.
    #expect(try quarters([HEIFWriter.colour(5, 1, 5)]) == quarters([HEIFWriter.colour(1, 1, 5)]))
  }

  @Test(arguments: [(16, "pq"), (18, "hlg")]) func lightBeyondWhiteIsToldAndNotBlack(
    transfer: Int, name: String
  ) throws {
    let writer = HEIFWriter(items: [HEIFWriter.ramp(1, [HEIFWriter.colour(9, transfer, 9)])])
    let header = PictureHeader(reading: MemoryBytes(writer.bytes()), as: .heic)
    #expect(PhotoFacts(mediaType: .heic, header: header).other["hdr"] == name)
    let rendering = rendered(writer.bytes(), as: .heic, [box("whole", 96, 96, .aspectFit)])
    let shown = try rendering.shown("whole")
    #expect(shown[48, 2].max() ?? 255 < 10)
    #expect(shown[48, 62].min() ?? 0 > 240)
    #expect(shown[48, 32].min() ?? 0 > 60)
  }

  // MARK: Profiles that do not fit

  @Test func aProfileThatDoesNotFitIsDropped() throws {
    let size = PixelSize(width: 32, height: 24)
    let gray = try Original.jpeg(size, bands: 1) { _, _ in [90] }
    let rgb = try Original.jpeg(size) { _, _ in [90, 90, 90] }
    let rgbProfile = try #require(ICCProfile(colour: CodedColour(primaries: 12, transfer: 13, matrix: 0)))
      .bytes
    var grayProfile = rgbProfile
    grayProfile.replaceSubrange(16..<20, with: Array("GRAY".utf8))
    var cmykProfile = rgbProfile
    cmykProfile.replaceSubrange(16..<20, with: Array("CMYK".utf8))
    let broken = Array(rgbProfile.prefix(200))
    for (jpeg, profile) in [
      (gray, rgbProfile), (gray, cmykProfile), (rgb, grayProfile), (rgb, cmykProfile), (rgb, broken),
      (gray, broken),
      (rgb, [0]), (gray, [UInt8](repeating: 0xFF, count: 300)),
    ] {
      let rendering = rendered(Original.jpeg(jpeg, profile: profile), as: .jpeg, [ColourTests.whole])
      #expect(rendering.state == .ok)
      let shown = try rendering.shown("whole")
      #expect(shown.bands == (jpeg == gray ? 1 : 3))
      #expect(shown[10, 10].allSatisfy { abs($0 - 90) <= 2 })
    }
    // A PNG with alpha and a CMYK profile once came out inverted.
    let rows = [[UInt8]](
      repeating: [UInt8](repeating: 0, count: 32).flatMap { _ in [90, 90, 90, 255] as [UInt8] }, count: 24)
    let png = MediaBytes.png(
      size, bits: 8, colourType: 6, rows: rows,
      before: MediaBytes.chunk("iCCP", Array("c\0\0".utf8) + MediaBytes.stored(cmykProfile)))
    #expect(distance(try colour(png, as: .png), [90, 90, 90]) <= 1)
  }

  // MARK: Depth and kinds of pixels

  @Test func sixteenBitsLoseTheirLowByte() throws {
    // A ramp over all 256 high bytes, the low byte at work.
    let size = PixelSize(width: 256, height: 4)
    let gray = [[UInt8]](repeating: (0..<256).flatMap { [UInt8($0), UInt8(255 - $0)] }, count: 4)
    let png = MediaBytes.png(size, bits: 16, colourType: 0, rows: gray)
    let tiffPixels = (0..<4).flatMap { _ in (0..<256).flatMap { [UInt8(255 - $0), UInt8($0)] } }
    let tiff = MediaBytes.picture(size, samples: 1, bits: 16, photometric: 1, pixels: tiffPixels)
    for (bytes, type) in [(png, MediaType.png), (tiff, .tiff)] {
      let shown = try rendered(bytes, as: type, [box("same", 256, 256, .aspectFit)]).shown("same")
      #expect(shown.bands == 1)
      for x in 0..<256 { #expect(abs(shown[x, 1][0] - x) <= 1) }
    }
  }

  @Test func tenBitHEICComesOutWithEightBits() throws {
    let writer = HEIFWriter(items: [HEIFWriter.ramp(1)])
    let shown = try rendered(writer.bytes(), as: .heic, [box("same", 96, 96, .aspectFit)]).shown("same")
    for y in 0..<64 { #expect(abs(shown[48, y][0] - y * 255 / 63) <= 6, "row \(y)") }
  }

  @Test(arguments: [1, 2, 4, 8]) func smallDepthsAreSpreadOverAllLevels(bits: Int) throws {
    let size = PixelSize(width: 8, height: 2)
    let largest = (1 << bits) - 1
    // Black, white, black, white, …
    var row: [UInt8] = []
    var pending = 0
    var held = 0
    for x in 0..<8 {
      pending = pending << bits | (x % 2 == 0 ? 0 : largest)
      held += bits
      if held == 8 {
        row.append(UInt8(pending))
        pending = 0
        held = 0
      }
    }
    let gray = MediaBytes.png(size, bits: bits, colourType: 0, rows: [row, row])
    let palette = MediaBytes.png(
      size, bits: bits, colourType: 3, rows: [row, row],
      before: MediaBytes.chunk(
        "PLTE", (0...largest).flatMap { [UInt8($0 == 0 ? 200 : 0), 0, UInt8($0 == largest ? 180 : 0)] }))
    let same = [box("same", 8, 8, .aspectFit)]
    let shownGray = try rendered(gray, as: .png, same).shown("same")
    #expect(shownGray[0, 0] == [0] && shownGray[1, 0] == [255])
    let shownPalette = try rendered(palette, as: .png, same).shown("same")
    #expect(shownPalette[0, 0] == [200, 0, 0] && shownPalette[1, 0] == [0, 0, 180])
    // Transparent by tRNS: the first colour becomes white.
    let transparent = MediaBytes.png(
      size, bits: bits, colourType: 3, rows: [row, row],
      before: MediaBytes.chunk(
        "PLTE", (0...largest).flatMap { [UInt8($0 == 0 ? 200 : 0), 0, UInt8($0 == largest ? 180 : 0)] })
        + MediaBytes.chunk("tRNS", [0]))
    let shownTransparent = try rendered(transparent, as: .png, same).shown("same")
    #expect(shownTransparent[0, 0] == [255, 255, 255] && shownTransparent[1, 0] == [0, 0, 180])
  }

  // MARK: Alpha

  @Test func whiteStandsBehindTransparency() throws {
    let size = PixelSize(width: 64, height: 64)
    func png(_ pixel: (Int) -> [UInt8], bits: Int = 8, type: Int = 6) -> [UInt8] {
      let row = (0..<64).flatMap(pixel)
      return MediaBytes.png(size, bits: bits, colourType: type, rows: [[UInt8]](repeating: row, count: 64))
    }
    let formats = RenditionFormat.allCases.map { box($0.rawValue, 32, 32, .aspectFit, $0) }
    for bytes in [
      png { _ in [71, 112, 76, 0] }, png({ _ in [71, 1, 112, 1, 76, 1, 0, 0] }, bits: 16),
      png({ _ in [71, 0] }, type: 4),
    ] {
      let rendering = rendered(bytes, as: .png, formats)
      for format in formats {
        let shown = try rendering.shown(format.name)
        #expect(shown.pixels.allSatisfy { $0 >= 254 }, "\(format.name)")
      }
    }
    // Half of red over white.
    #expect(distance(try colour(png { _ in [255, 0, 0, 128] }, as: .png), [255, 127, 127]) <= 1)
    // Green that nobody sees, beside opaque red: no green edge when they are mixed.
    let edge = png { $0 < 33 ? [255, 0, 0, 255] : [0, 255, 0, 0] }
    let shown = try rendered(edge, as: .png, [box("small", 16, 16, .aspectFit)]).shown("small")
    for x in 0..<16 {
      let pixel = shown[x, 8]
      #expect(pixel[0] >= 254 && abs(pixel[1] - pixel[2]) <= 1, "\(pixel)")
    }
  }

  // MARK: CMYK, made by libvips' own program

  @Test(.enabled(if: isOracleAvailable("vips"), "vips is not installed"), arguments: [true, false])
  func cmykIsShownInItsColours(hasProfile: Bool) throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(try Original.quarters(64, 64, as: .png), to: "quarters.png")
    let cmyk = folder.file("cmyk.jpg")
    let arguments = hasProfile ? ["icc_export", source, cmyk + "[Q=95]", "--output-profile", "cmyk"] : []
    if hasProfile {
      #expect(try runCommand("vips", arguments)?.status == 0)
    } else {
      let plain = folder.file("plain.v")
      _ = try runCommand("vips", ["icc_export", source, plain, "--output-profile", "cmyk"])
      #expect(try runCommand("vips", ["jpegsave", plain, cmyk, "--strip", "--Q", "95"])?.status == 0)
    }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: cmyk)))
    #expect(PictureHeader(reading: MemoryBytes(bytes), as: .jpeg)?.channels == 4)
    let shown = try rendered(bytes, as: .jpeg, [ColourTests.whole]).shown("whole")
    // Out of a printer's colours and back: red stays red, light stays light.
    for (found, stored) in zip(shown.quarters, uprightQuarters) {
      #expect(distance(found, stored) <= 60, "\(found) for \(stored)")
    }
    #expect(distance(shown.quarters[3], Original.light) <= 12)
  }

  /// The same inks under the usual profile made half as light, and under none: the two must not look alike.
  @Test(.enabled(if: isOracleAvailable("vips"), "vips is not installed"))
  func theProfileOfACMYKPictureDecides() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(try Original.quarters(64, 64, as: .png), to: "quarters.png")
    let cmyk = folder.file("cmyk.jpg")
    #expect(
      try runCommand("vips", ["icc_export", source, cmyk + "[Q=95]", "--output-profile", "cmyk"])?.status == 0
    )
    let text = try #require(try runCommand("vipsheader", ["-f", "icc-profile-data", cmyk])?.output)
    let profile = try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters))
    let jpeg = Array(try Data(contentsOf: URL(fileURLWithPath: cmyk)))
    let plain = try #require(
      try runCommand("vips", ["copy", cmyk, folder.file("plain.jpg") + "[strip,Q=95]"]))
    #expect(plain.status == 0)
    let bare = Array(try Data(contentsOf: URL(fileURLWithPath: folder.file("plain.jpg"))))
    let dark = Original.jpeg(bare, profile: try halfAsLight(Array(profile)))
    let shown = try [jpeg, bare, dark].map { try rendered($0, as: .jpeg, [ColourTests.whole]).shown("whole") }
    for quarter in 0..<4 {
      let usual = shown[1].quarters[quarter]
      for (one, other) in zip(shown[0].quarters[quarter], usual) { #expect(abs(one - other) <= 6) }
      let brightness = shown[2].quarters[quarter].reduce(0, +)
      #expect(brightness * 4 < usual.reduce(0, +) * 3)
    }
  }

  /// Halves the lightness in every colour table (ICC.1:2010, 10.10, lut16Type) from inks to L*a*b*.
  private func halfAsLight(_ profile: [UInt8]) throws -> [UInt8] {
    var bytes = profile
    func number(_ at: Int, _ count: Int) -> Int { bytes[at..<(at + count)].reduce(0) { $0 << 8 | Int($1) } }
    var done: Set<Int> = []
    for tag in 0..<number(128, 4) {
      let entry = 132 + 12 * tag
      let start = number(entry + 4, 4)
      guard bytes[entry..<(entry + 3)].elementsEqual(Array("A2B".utf8)), done.insert(start).inserted else {
        continue
      }
      try #require(bytes[start..<(start + 4)].elementsEqual(Array("mft2".utf8)))
      let (inks, channels, points) = (Int(bytes[start + 8]), Int(bytes[start + 9]), Int(bytes[start + 10]))
      let table = start + 52 + 2 * inks * number(start + 48, 2)
      let cells = (0..<inks).reduce(1) { product, _ in product * points }
      for cell in 0..<cells {
        let at = table + 2 * channels * cell
        let lightness = number(at, 2) / 2
        bytes[at] = UInt8(lightness >> 8)
        bytes[at + 1] = UInt8(lightness & 255)
      }
    }
    try #require(!done.isEmpty)
    return bytes
  }
}
