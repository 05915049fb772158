/// A file name or path as the bytes that the file system holds.
///
/// A Linux name is bytes, not text: it may be invalid UTF-8, and two names that Unicode calls equal
/// (NFC and NFD) are two files. A Swift `String` would collapse the twins and lose the invalid one,
/// so everything keyed by name uses this type. Text is made for people only, by `description`.
public struct BytePath: Hashable, Sendable {
  public var bytes: [UInt8]

  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// The part after the last slash.
  public var name: BytePath {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return self }
    return BytePath(Array(bytes[(slash + 1)...]))
  }

  /// The part before the last slash; empty where there is none.
  public var folder: BytePath {
    guard let slash = bytes.lastIndex(of: 0x2F) else { return BytePath([]) }
    return BytePath(Array(bytes[..<slash]))
  }

  /// The parts between slashes, empty ones dropped.
  public var components: [BytePath] {
    bytes.split(separator: 0x2F).map { BytePath(Array($0)) }
  }

  /// What follows the last dot of the name, in ASCII lower case; empty where there is none or the dot leads.
  public var lowercasedExtension: String {
    let name = name.bytes
    guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return "" }
    return String(
      decoding: name[(dot + 1)...].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  /// The name without its extension.
  public var stem: BytePath {
    let name = name.bytes
    guard let dot = name.lastIndex(of: 0x2E), dot > 0 else { return BytePath(name) }
    return BytePath(Array(name[..<dot]))
  }

  public func appending(_ component: BytePath) -> BytePath {
    if bytes.isEmpty { return component }
    if bytes.last == 0x2F { return BytePath(bytes + component.bytes) }
    return BytePath(bytes + [0x2F] + component.bytes)
  }

  public func appending(_ component: String) -> BytePath {
    appending(BytePath(component))
  }

  /// The exact text, where the bytes are valid UTF-8; else nil.
  public var text: String? {
    String(validating: bytes, as: UTF8.self)
  }
}

extension BytePath: Comparable {
  /// Order of bytes, the same in every locale.
  public static func < (left: BytePath, right: BytePath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension BytePath: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension BytePath: CustomStringConvertible {
  /// For people, on one line: see `printable`. Never for opening a file.
  public var description: String {
    printable(bytes: bytes)
  }
}

/// A path in JSON: the text where it is valid UTF-8, else `{"hex": "…"}`, so that every name survives.
extension BytePath: Codable {
  private enum CodingKeys: String, CodingKey { case hex }

  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      self.init(text)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let hex = try container.decode(String.self, forKey: .hex)
    guard let bytes = bytesOf(hex: hex) else {
      throw DecodingError.dataCorruptedError(
        forKey: .hex, in: container, debugDescription: "not hexadecimal: \(hex)")
    }
    self.init(bytes)
  }

  public func encode(to encoder: any Encoder) throws {
    if let text {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    } else {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(hexadecimal(bytes), forKey: .hex)
    }
  }
}
