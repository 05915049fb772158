/// JSON as a value, for forms that are read strictly or hashed: recipes and golden cases.
///
/// Coding by key paths cannot refuse unknown keys or promise one way to write a value; this can. Numbers keep six
/// decimals. Whole lines of jobs and events are coded by `Codable` as usual.
public indirect enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue {
  /// The canonical form after RFC 8785: no white space, keys in the order of their UTF-16 units.
  public var canonicalText: String { written(indent: nil, level: 0, order: []) }

  /// For people and for version control: two spaces a level, short arrays and objects on one line, keys in the order
  /// given and then by name, a line feed at the end.
  public func prettyText(order: [String] = []) -> String {
    written(indent: 2, level: 0, order: order) + "\n"
  }

  private func written(indent: Int?, level: Int, order: [String]) -> String {
    switch self {
    case .null: return "null"
    case .bool(let value): return value ? "true" : "false"
    case .number(let value): return EditNumber.text(value)
    case .string(let text): return Self.quoted(text)
    case .array(let items):
      return Self.enclosed(
        "[", items.map { ("", $0) }, "]", indent: indent, level: level, order: order)
    case .object(let members):
      let rank = Dictionary(order.enumerated().map { ($1, $0) }, uniquingKeysWith: min)
      let keys = members.keys.sorted { left, right in
        let (a, b) = (rank[left] ?? order.count, rank[right] ?? order.count)
        return a != b ? a < b : left.utf16.lexicographicallyPrecedes(right.utf16)
      }
      let space = indent == nil ? "" : " "
      return Self.enclosed(
        "{", keys.map { (Self.quoted($0) + ":" + space, members[$0] ?? .null) }, "}", indent: indent,
        level: level, order: order)
    }
  }

  private static func enclosed(
    _ open: String, _ items: [(head: String, value: JSONValue)], _ close: String, indent: Int?, level: Int,
    order: [String]
  ) -> String {
    if items.isEmpty { return open + close }
    let flat = items.map { $0.head + $0.value.written(indent: indent, level: level + 1, order: order) }
    guard let indent else { return open + flat.joined(separator: ",") + close }
    let line = open + flat.joined(separator: ", ") + close
    if level > 0, line.utf8.count <= 90, !line.contains("\n") { return line }
    let margin = String(repeating: " ", count: indent * (level + 1))
    return open + "\n" + flat.map { margin + $0 }.joined(separator: ",\n") + "\n"
      + String(repeating: " ", count: indent * level) + close
  }

  /// A text as JSON writes it, with the escapes of RFC 8785.
  public static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{8}": quoted += "\\b"
      case "\u{C}": quoted += "\\f"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case "\u{0}"..."\u{1F}":
        quoted += "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259). Duplicate keys are refused, nesting beyond 64 levels too.
  ///
  /// - Throws: a failure of kind `badData` that names line and column, both from 1.
  public init(parsing bytes: some Sequence<UInt8>) throws(Failure) {
    var parser = JSONParser(bytes: Array(bytes))
    self = try parser.document()
  }
}

/// A recursive-descent reader over bytes.
private struct JSONParser {
  let bytes: [UInt8]
  var index = 0

  init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  private func fault(_ message: String) -> Failure {
    let before = bytes[..<min(index, bytes.count)]
    let line = before.count { $0 == 0x0A } + 1
    let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
    return Failure(
      .badData, message: "no valid JSON: \(message) in line \(line), column \(column)",
      remedy: "correct it there")
  }

  private var current: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }

  mutating func document() throws(Failure) -> JSONValue {
    let value = try value(depth: 0)
    skipSpace()
    guard index == bytes.count else { throw fault("something follows the end") }
    return value
  }

  private mutating func value(depth: Int) throws(Failure) -> JSONValue {
    guard depth < 64 else { throw fault("nesting is too deep") }
    skipSpace()
    switch current {
    case 0x7B: return try object(depth: depth)
    case 0x5B: return try array(depth: depth)
    case 0x22: return .string(try string())
    case 0x74: return try word("true", .bool(true))
    case 0x66: return try word("false", .bool(false))
    case 0x6E: return try word("null", .null)
    case let byte? where byte == 0x2D || (0x30...0x39).contains(byte): return try number()
    case nil: throw fault("the text ends early")
    default: throw fault("a value is missing")
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(Failure) -> JSONValue {
    guard bytes[index...].starts(with: word.utf8) else { throw fault("a value is missing") }
    index += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(Failure) -> JSONValue {
    var members: [String: JSONValue] = [:]
    index += 1
    skipSpace()
    if current == 0x7D {
      index += 1
      return .object([:])
    }
    while true {
      skipSpace()
      guard current == 0x22 else { throw fault("a key is missing") }
      let key = try string()
      guard members[key] == nil else { throw fault("the key \(printable(key)) stands twice") }
      skipSpace()
      guard current == 0x3A else { throw fault("a colon is missing") }
      index += 1
      members[key] = try value(depth: depth + 1)
      skipSpace()
      switch current {
      case 0x2C: index += 1
      case 0x7D:
        index += 1
        return .object(members)
      default: throw fault("a comma or } is missing")
      }
    }
  }

  private mutating func array(depth: Int) throws(Failure) -> JSONValue {
    var items: [JSONValue] = []
    index += 1
    skipSpace()
    if current == 0x5D {
      index += 1
      return .array([])
    }
    while true {
      items.append(try value(depth: depth + 1))
      skipSpace()
      switch current {
      case 0x2C: index += 1
      case 0x5D:
        index += 1
        return .array(items)
      default: throw fault("a comma or ] is missing")
      }
    }
  }

  private mutating func number() throws(Failure) -> JSONValue {
    let start = index
    while let byte = current, "+-.eE0123456789".utf8.contains(byte) { index += 1 }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    guard let first = digits.utf8.first, (0x30...0x39).contains(first), digits.utf8.last != 0x2E,
      digits == "0" || first != 0x30 || [0x2E, 0x65, 0x45].contains(digits.utf8.dropFirst().first ?? 0),
      let value = Double(text), value.isFinite
    else {
      index = start
      throw fault("this is no number")
    }
    return .number(value)
  }

  private mutating func string() throws(Failure) -> String {
    index += 1
    var text: [UInt8] = []
    while let byte = current {
      index += 1
      switch byte {
      case 0x22:
        guard let string = String(validating: text, as: UTF8.self) else {
          throw fault("a text is not UTF-8")
        }
        return string
      case 0x5C: text += try escape()
      case 0..<0x20: throw fault("a control character stands in a text")
      default: text.append(byte)
      }
    }
    throw fault("a text has no end")
  }

  private mutating func escape() throws(Failure) -> [UInt8] {
    guard let byte = current else { throw fault("a text has no end") }
    index += 1
    switch byte {
    case 0x22, 0x5C, 0x2F: return [byte]
    case 0x62: return [8]
    case 0x66: return [12]
    case 0x6E: return [10]
    case 0x72: return [13]
    case 0x74: return [9]
    case 0x75:
      var unit = try fourDigits()
      if (0xD800..<0xDC00).contains(unit) {
        guard current == 0x5C else { throw fault("half a surrogate pair") }
        index += 1
        guard current == 0x75 else { throw fault("half a surrogate pair") }
        index += 1
        let low = try fourDigits()
        guard (0xDC00..<0xE000).contains(low) else { throw fault("half a surrogate pair") }
        unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(unit) else { throw fault("half a surrogate pair") }
      return Array(String(Character(scalar)).utf8)
    default: throw fault("an escape is unknown")
    }
  }

  private mutating func fourDigits() throws(Failure) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
        throw fault("an escape is unknown")
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}

extension JSONValue: Codable {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: Key.self) {
      var members: [String: JSONValue] = [:]
      for key in container.allKeys {
        members[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
      }
      self = .object(members)
    } else if var container = try? decoder.unkeyedContainer() {
      var items: [JSONValue] = []
      while !container.isAtEnd { items.append(try container.decode(JSONValue.self)) }
      self = .array(items)
    } else {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .null
      } else if let text = try? container.decode(String.self) {
        self = .string(text)
      } else if let flag = try? container.decode(Bool.self) {
        self = .bool(flag)
      } else {
        self = .number(try container.decode(Double.self))
      }
    }
  }

  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for key in members.keys.sorted() {
        try container.encode(members[key], forKey: Key(stringValue: key))
      }
    case .array(let items):
      var container = encoder.unkeyedContainer()
      for item in items { try container.encode(item) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let flag):
      var container = encoder.singleValueContainer()
      try container.encode(flag)
    case .string(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .number(let value):
      var container = encoder.singleValueContainer()
      if let count = Int(exactly: value) {
        try container.encode(count)
      } else {
        try container.encode(EditNumber.rounded(value))
      }
    }
  }
}
