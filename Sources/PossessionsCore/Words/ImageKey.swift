/// The SHA-256 of an original's bytes: 64 lower-case hexadecimal digits. It decides identity.
public struct SHA256Digest: Hashable, Sendable, Codable, CustomStringConvertible {
  public let hex: String

  /// Nil unless 64 hexadecimal digits; upper case is lowered.
  public init?(hex: String) {
    let hex = hex.lowercased()
    guard hex.utf8.count == 64, bytesOf(hex: hex) != nil else { return nil }
    self.hex = hex
  }

  /// - Parameter bytes: the 32 bytes of a digest.
  public init(bytes: [UInt8]) {
    precondition(bytes.count == 32, "a SHA-256 digest has 32 bytes")
    hex = hexadecimal(bytes)
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
  public let text: String

  /// The name space of image keys. Fixed for ever.
  public static let namespace: [UInt8] = [
    0xb1, 0x16, 0xff, 0x0b, 0x2e, 0xcd, 0x50, 0xe0, 0x94, 0xf2, 0x31, 0xff, 0xbc, 0x62, 0x26, 0x11,
  ]

  /// Nil unless `text` is a UUID in its usual form; upper case is lowered.
  public init?(_ text: some StringProtocol) {
    let lower = text.lowercased()
    let utf8 = Array(lower.utf8)
    guard utf8.count == 36 else { return nil }
    for (index, byte) in utf8.enumerated() {
      let dash = index == 8 || index == 13 || index == 18 || index == 23
      let fits = dash ? byte == 0x2D : (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
      guard fits else { return nil }
    }
    self.text = lower
  }

  /// - Parameter bytes: the first 16 bytes of SHA-1(name space + name), before version and variant are set.
  public init(version5Hash bytes: [UInt8]) {
    precondition(bytes.count >= 16, "a UUID needs 16 bytes")
    var uuid = Array(bytes[..<16])
    uuid[6] = uuid[6] & 0x0F | 0x50
    uuid[8] = uuid[8] & 0x3F | 0x80
    let hex = Array(hexadecimal(uuid).utf8)
    var text: [UInt8] = []
    for (index, digit) in hex.enumerated() {
      if index == 8 || index == 12 || index == 16 || index == 20 { text.append(0x2D) }
      text.append(digit)
    }
    self.text = String(decoding: text, as: UTF8.self)
  }

  /// The folder of the store that holds the key's files: its first two digits.
  public var fanOut: String { String(text.prefix(2)) }

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

  public static func < (left: ImageKey, right: ImageKey) -> Bool { left.text < right.text }
  public var description: String { text }
}
