/// The SHA-256 of an original's bytes: 64 lower-case hexadecimal digits. It decides identity.
public struct SHA256Digest: Hashable, Sendable, Codable, CustomStringConvertible {
  /// In the order of the digits.
  private let words: (UInt64, UInt64, UInt64, UInt64)

  public var hex: String {
    String(unsafeUninitializedCapacity: 64) { digits in
      writeDigits(of: words.0, at: 0, into: digits)
      writeDigits(of: words.1, at: 16, into: digits)
      writeDigits(of: words.2, at: 32, into: digits)
      writeDigits(of: words.3, at: 48, into: digits)
      return 64
    }
  }

  /// Nil unless 64 hexadecimal digits, in either case.
  public init?(hex: String) {
    guard hex.utf8.count == 64, let bytes = bytesOf(hex: hex) else { return nil }
    self.init(bytes: bytes)
  }

  /// - Parameter bytes: the 32 bytes of a digest.
  public init(bytes: [UInt8]) {
    precondition(bytes.count == 32, "a SHA-256 digest has 32 bytes")
    words = (
      bigEndianWord(bytes[0..<8]), bigEndianWord(bytes[8..<16]), bigEndianWord(bytes[16..<24]),
      bigEndianWord(bytes[24..<32])
    )
  }

  public static func == (left: SHA256Digest, right: SHA256Digest) -> Bool { left.words == right.words }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(words.0)
    hasher.combine(words.1)
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = SHA256Digest(hex: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a SHA-256 digest")
    }
    self = digest
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }

  public var description: String { hex }
}

/// The key of a picture: a UUID version 5 (RFC 9562, 5.5), in lower case.
///
/// It derives from the original's bytes alone: name space `namespace`, name = the lower-case hexadecimal
/// SHA-256 of the file. The same picture has the same key in every run and on every machine.
/// The derivation itself needs SHA-1 and lives at the edge, `imageKey(of:)` in `Files`.
public struct ImageKey: Hashable, Sendable, Codable, Comparable, CustomStringConvertible {
  /// The first and the last 16 digits.
  private let high: UInt64
  private let low: UInt64

  public var text: String {
    String(unsafeUninitializedCapacity: 36) { text in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 32) { digits in
        writeDigits(of: high, at: 0, into: digits)
        writeDigits(of: low, at: 16, into: digits)
        var next = 0
        for index in 0..<36 {
          if ImageKey.isDash(index) {
            text[index] = 0x2D
          } else {
            text[index] = digits[next]
            next += 1
          }
        }
      }
      return 36
    }
  }

  private static func isDash(_ index: Int) -> Bool { index == 8 || index == 13 || index == 18 || index == 23 }

  /// The name space of image keys. Fixed for ever.
  public static let namespace: [UInt8] = [
    0xb1, 0x16, 0xff, 0x0b, 0x2e, 0xcd, 0x50, 0xe0, 0x94, 0xf2, 0x31, 0xff, 0xbc, 0x62, 0x26, 0x11,
  ]

  /// Nil unless `text` is a UUID in its usual form; upper case is lowered.
  public init?(_ text: some StringProtocol) {
    let utf8 = Array(text.utf8)
    guard utf8.count == 36 else { return nil }
    var words: (UInt64, UInt64) = (0, 0)
    var count = 0
    for (index, byte) in utf8.enumerated() {
      if ImageKey.isDash(index) {
        guard byte == 0x2D else { return nil }
        continue
      }
      guard let digit = hexDigit(byte) else { return nil }
      if count < 16 {
        words.0 = words.0 << 4 | UInt64(digit)
      } else {
        words.1 = words.1 << 4 | UInt64(digit)
      }
      count += 1
    }
    (high, low) = words
  }

  /// - Parameter bytes: the first 16 bytes of SHA-1(name space + name), before version and variant are set.
  public init(version5Hash bytes: [UInt8]) {
    precondition(bytes.count >= 16, "a UUID needs 16 bytes")
    var uuid = Array(bytes[..<16])
    uuid[6] = uuid[6] & 0x0F | 0x50
    uuid[8] = uuid[8] & 0x3F | 0x80
    high = bigEndianWord(uuid[0..<8])
    low = bigEndianWord(uuid[8..<16])
  }

  /// The folder of the store that holds the key's files: its first two digits.
  public var fanOut: String { hexadecimal(CollectionOfOne(UInt8(high >> 56))) }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let key = ImageKey(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not an image key")
    }
    self = key
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  /// The order of their texts.
  public static func < (left: ImageKey, right: ImageKey) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }
  public var description: String { text }
}

/// - Parameter bytes: eight, the first the most significant.
private func bigEndianWord(_ bytes: ArraySlice<UInt8>) -> UInt64 {
  bytes.reduce(0) { $0 << 8 | UInt64($1) }
}

/// Writes the 16 lower-case hexadecimal digits of a word.
private func writeDigits(of word: UInt64, at start: Int, into digits: UnsafeMutableBufferPointer<UInt8>) {
  for index in 0..<16 {
    let digit = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * index)) & 0xF
    digits[start + index] = digit < 10 ? 0x30 + digit : 0x57 + digit
  }
}
