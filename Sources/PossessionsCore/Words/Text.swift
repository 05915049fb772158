/// Lower-case hexadecimal of bytes.
public func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef".utf8)
  var text: [UInt8] = []
  for byte in bytes {
    text.append(digits[Int(byte >> 4)])
    text.append(digits[Int(byte & 15)])
  }
  return String(decoding: text, as: UTF8.self)
}

/// Bytes of a hexadecimal text of either case; nil where it is none.
public func bytesOf(hex: some StringProtocol) -> [UInt8]? {
  let digits = Array(hex.utf8)
  guard digits.count.isMultiple(of: 2) else { return nil }
  var bytes: [UInt8] = []
  bytes.reserveCapacity(digits.count / 2)
  for index in stride(from: 0, to: digits.count, by: 2) {
    guard let high = hexDigit(digits[index]), let low = hexDigit(digits[index + 1]) else { return nil }
    bytes.append(high << 4 | low)
  }
  return bytes
}

/// The value of a hexadecimal digit of either case in ASCII.
func hexDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x37
  case 0x61...0x66: byte - 0x57
  default: nil
  }
}

/// Text that cannot forge a line, a colour or a direction in a terminal or a log.
///
/// Control characters, line separators, and the invisible characters that reorder text (Unicode's Bidi_Control)
/// become `\u{…}` escapes; bytes that are no UTF-8 become `\xNN`. Everything else stays as it is.
public func printable(bytes: some Sequence<UInt8>) -> String {
  var text = ""
  var decoder = UTF8()
  var pending: [UInt8] = []
  let all = Array(bytes)
  var index = 0
  while index < all.count {
    // Decode one scalar at a time, so that one bad byte costs itself alone.
    var iterator = all[index...].prefix(4).makeIterator()
    decoder = UTF8()
    switch decoder.decode(&iterator) {
    case .scalarValue(let scalar):
      if isUnprintable(scalar) {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
      index += UTF8.width(scalar)
    case .error, .emptyInput:
      pending = [all[index]]
      text += "\\x" + hexadecimal(pending)
      index += 1
    }
  }
  return text
}

/// `printable(bytes:)` of a text.
public func printable(_ text: some StringProtocol) -> String {
  if text.unicodeScalars.allSatisfy({ !isUnprintable($0) }) { return String(text) }
  return printable(bytes: text.utf8)
}

/// Whether a scalar may not reach a terminal, a log line or a report as it is.
public func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0...0x1F, 0x7F...0x9F: true  // C0, DEL, C1
  case 0x2028, 0x2029: true  // line and paragraph separator
  case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true  // Bidi_Control
  case 0xFEFF: true  // zero-width no-break space
  case 0xFFF9...0xFFFB, 0xE0000...0xE007F: true  // interlinear marks, tags
  default: false
  }
}

extension UTF8 {
  /// Bytes that a scalar takes in UTF-8.
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0..<0x80: 1
    case 0x80..<0x800: 2
    case 0x800..<0x10000: 3
    default: 4
    }
  }
}

/// How far a misspelling is from a word: insertions, deletions, substitutions and swaps of neighbours.
///
/// The optimal string alignment distance. Used for "did you mean".
public func editDistance(_ left: String, _ right: String) -> Int {
  let a = Array(left.utf8)
  let b = Array(right.utf8)
  if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
  var beforePrevious = [Int](repeating: 0, count: b.count + 1)
  var previous = Array(0...b.count)
  for i in 1...a.count {
    var current = [i] + [Int](repeating: 0, count: b.count)
    for j in 1...b.count {
      let cost = a[i - 1] == b[j - 1] ? 0 : 1
      current[j] = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + cost)
      if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
        current[j] = min(current[j], beforePrevious[j - 2] + 1)
      }
    }
    beforePrevious = previous
    previous = current
  }
  return previous[b.count]
}

/// The candidate that a misspelt word most likely means; nil where nothing is near.
public func suggestion(for word: String, among candidates: [String]) -> String? {
  let near = candidates.map { ($0, editDistance(word, $0)) }.min { $0.1 < $1.1 }
  guard let near, near.1 <= max(1, word.utf8.count / 3) else { return nil }
  return near.0
}
