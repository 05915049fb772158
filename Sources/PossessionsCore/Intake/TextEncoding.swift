/// How the bytes of a table stand for text. A byte order mark decides; without one the whole file is judged.
public enum TextEncoding: Hashable, Sendable, CustomStringConvertible {
  case utf8
  case utf16LittleEndian
  case utf16BigEndian
  /// One byte a character, by its name: `windows-1252`, `macroman`, …
  case singleByte(String)

  /// Reads a name as typed, any case and punctuation; nil for an encoding that is not read here.
  public init?(_ name: String) {
    let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
    switch plain {
    case "utf8", "utf8bom", "utf8sig", "ascii", "usascii": self = .utf8
    case "utf16", "utf16le", "unicode", "ucs2": self = .utf16LittleEndian
    case "utf16be": self = .utf16BigEndian
    default:
      guard let table = SingleByteTable.all.first(where: { $0.aliases.contains(plain) }) else { return nil }
      self = .singleByte(table.name)
    }
  }

  /// The names that `init(_:)` takes, for messages and help.
  public static var names: [String] {
    ["utf-8", "utf-16le", "utf-16be"] + SingleByteTable.all.map(\.name)
  }

  public var description: String {
    switch self {
    case .utf8: "utf-8"
    case .utf16LittleEndian: "utf-16le"
    case .utf16BigEndian: "utf-16be"
    case .singleByte(let name): name
    }
  }
}

/// Turns the bytes of a file into UTF-8, piece by piece. Bytes that mean nothing stop it with their place.
struct TextDecoder {
  /// A byte that the encoding does not explain.
  struct Fault: Error {
    /// The line it stands in, counted by LF, CRLF and CR; 1 unless the decoder counts lines.
    var line: Int
    var byte: UInt8
  }

  let encoding: TextEncoding
  /// Counting costs time, and only a fault needs it: a second reading counts.
  private let countsLines: Bool
  private let table: [UInt16]
  private var pending: [UInt8] = []
  private var highSurrogate: UInt16?
  private var atStart = true
  private var line = 1
  private var lastWasCR = false

  init(_ encoding: TextEncoding, countsLines: Bool = false) {
    self.encoding = encoding
    self.countsLines = countsLines
    if case .singleByte(let name) = encoding {
      table = SingleByteTable.all.first { $0.name == name }?.upper ?? []
    } else {
      table = []
    }
  }

  /// The UTF-8 of the next bytes. A byte order mark at the very beginning is dropped.
  ///
  /// - Parameter last: nothing follows; a character cut off is a fault then.
  mutating func decode(_ bytes: [UInt8], last: Bool) throws(Fault) -> [UInt8] {
    switch encoding {
    case .utf8: try decodeUTF8(bytes, last: last)
    case .utf16LittleEndian: try decodeUTF16(bytes, last: last, low: 0)
    case .utf16BigEndian: try decodeUTF16(bytes, last: last, low: 1)
    case .singleByte: try decodeSingle(bytes)
    }
  }

  private mutating func decodeUTF8(_ fresh: [UInt8], last: Bool) throws(Fault) -> [UInt8] {
    var bytes = pending.isEmpty ? fresh : pending + fresh
    pending = []
    // A character that is cut off at the end waits for the next bytes.
    if !last {
      let cut = UTF8Check.completePrefix(bytes)
      if cut < bytes.count {
        pending = Array(bytes[cut...])
        bytes.removeLast(bytes.count - cut)
      }
    }
    if atStart, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if !bytes.isEmpty { atStart = false }
    if let bad = UTF8Check.firstFault(bytes) {
      count(bytes[..<bad])
      throw Fault(line: line, byte: bytes[bad])
    }
    count(bytes[...])
    return bytes
  }

  private mutating func decodeUTF16(_ fresh: [UInt8], last: Bool, low: Int) throws(Fault) -> [UInt8] {
    let bytes = pending + fresh
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var index = 0
    while index + 1 < bytes.count {
      let unit = UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8
      index += 2
      if atStart {
        atStart = false
        if unit == 0xFEFF { continue }
      }
      if let high = highSurrogate {
        guard unit & 0xFC00 == 0xDC00 else { throw fault(in: text, byte: UInt8(truncatingIfNeeded: unit)) }
        highSurrogate = nil
        append(0x10000 + (UInt32(high & 0x3FF) << 10 | UInt32(unit & 0x3FF)), to: &text)
      } else if unit & 0xFC00 == 0xD800 {
        highSurrogate = unit
      } else if unit & 0xFC00 == 0xDC00 {
        throw fault(in: text, byte: UInt8(truncatingIfNeeded: unit))
      } else {
        append(UInt32(unit), to: &text)
      }
    }
    pending = Array(bytes[index...])
    if last, let left = pending.first { throw fault(in: text, byte: left) }
    if last, let high = highSurrogate { throw fault(in: text, byte: UInt8(truncatingIfNeeded: high)) }
    count(text[...])
    return text
  }

  private mutating func decodeSingle(_ bytes: [UInt8]) throws(Fault) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        text.append(byte)
      } else {
        let scalar = table[Int(byte) - 0x80]
        guard scalar != 0xFFFD else { throw fault(in: text, byte: byte) }
        append(UInt32(scalar), to: &text)
      }
    }
    count(text[...])
    return text
  }

  private func append(_ scalar: UInt32, to text: inout [UInt8]) {
    switch scalar {
    case 0..<0x80: text.append(UInt8(scalar))
    case 0x80..<0x800:
      text.append(UInt8(0xC0 | scalar >> 6))
      text.append(UInt8(0x80 | scalar & 0x3F))
    case 0x800..<0x10000:
      text.append(UInt8(0xE0 | scalar >> 12))
      text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      text.append(UInt8(0x80 | scalar & 0x3F))
    default:
      text.append(UInt8(0xF0 | scalar >> 18))
      text.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      text.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      text.append(UInt8(0x80 | scalar & 0x3F))
    }
  }

  private mutating func fault(in text: [UInt8], byte: UInt8) -> Fault {
    count(text[...])
    return Fault(line: line, byte: byte)
  }

  private mutating func count(_ bytes: ArraySlice<UInt8>) {
    guard countsLines else { return }
    bytes.withUnsafeBufferPointer { bytes in
      for byte in bytes {
        if byte == 0x0A {
          if !lastWasCR { line += 1 }
          lastWasCR = false
        } else if byte == 0x0D {
          line += 1
          lastWasCR = true
        } else {
          lastWasCR = false
        }
      }
    }
  }
}

/// Strict UTF-8 after RFC 3629: no overlong form, no surrogate, nothing above U+10FFFF.
enum UTF8Check {
  /// Where the first byte stands that begins no character, or nil.
  static func firstFault(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      let count = bytes.count
      while index < count {
        // Eight plain bytes at a time.
        while index + 8 <= count, let base = bytes.baseAddress {
          let word = UnsafeRawPointer(base).loadUnaligned(fromByteOffset: index, as: UInt64.self)
          if word & 0x8080_8080_8080_8080 != 0 { break }
          index += 8
        }
        guard index < count else { break }
        let width = self.width(bytes, at: index)
        if width <= 0 { return index }
        index += width
      }
      return nil
    }
  }

  /// How many bytes hold whole characters; a broken one counts as whole, for `firstFault` to find.
  static func completePrefix(_ bytes: [UInt8]) -> Int {
    bytes.withUnsafeBufferPointer { all in
      var start = all.count
      var back = 0
      while back < 3, start > 0 {
        start -= 1
        back += 1
        let byte = all[start]
        if byte & 0xC0 == 0x80 { continue }
        let needed = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC0 ? 2 : 1
        return needed > back ? start : all.count
      }
      return all.count
    }
  }

  /// Bytes of the character at an index; 0 where none begins there.
  private static func width(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let first = bytes[index]
    if first < 0x80 { return 1 }
    func follows(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      index + offset < bytes.count && range.contains(bytes[index + offset])
    }
    switch first {
    case 0xC2...0xDF: return follows(1) ? 2 : 0
    case 0xE0: return follows(1, 0xA0...0xBF) && follows(2) ? 3 : 0
    case 0xED: return follows(1, 0x80...0x9F) && follows(2) ? 3 : 0
    case 0xE1...0xEF: return follows(1) && follows(2) ? 3 : 0
    case 0xF0: return follows(1, 0x90...0xBF) && follows(2) && follows(3) ? 4 : 0
    case 0xF1...0xF3: return follows(1) && follows(2) && follows(3) ? 4 : 0
    case 0xF4: return follows(1, 0x80...0x8F) && follows(2) && follows(3) ? 4 : 0
    default: return 0
    }
  }
}
