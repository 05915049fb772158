/// Reading single cells that need no evidence of their column. All take a trimmed cell.
enum CellReading {
  /// Without spaces, tabs, line breaks and no-break spaces at both ends.
  static func trimmed(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> (start: Int, end: Int) {
    var start = start
    var end = end
    while start < end {
      let byte = bytes[start]
      if byte > 0x20, byte != 0xC2 { break }
      if byte <= 0x20 {
        start += 1
      } else if start + 1 < end, bytes[start + 1] == 0xA0 {
        start += 2
      } else {
        break
      }
    }
    while end > start {
      let byte = bytes[end - 1]
      if byte > 0x20, byte != 0xA0 { break }
      if byte <= 0x20 {
        end -= 1
      } else if end - 2 >= start, bytes[end - 2] == 0xC2 {
        end -= 2
      } else {
        break
      }
    }
    return (start, end)
  }

  /// `<clear>`, any case.
  static func isClear(_ cell: Span<UInt8>) -> Bool {
    guard cell.count == 7, cell[0] == 0x3C, cell[6] == 0x3E else { return false }
    let word: [UInt8] = [0x63, 0x6C, 0x65, 0x61, 0x72]
    for index in 0..<5 where cell[index + 1] | 0x20 != word[index] { return false }
    return true
  }

  /// Yes and no in the spellings that tools write; nil for anything else.
  static func boolean(_ cell: Span<UInt8>) -> Bool? {
    guard cell.count <= 5, cell.count > 0 else { return nil }
    var word: [UInt8] = []
    for index in 0..<cell.count { word.append(cell[index] | 0x20) }
    switch String(decoding: word, as: UTF8.self) {
    case "yes", "y", "true", "t": return true
    case "no", "n", "false", "f": return false
    default: break
    }
    if cell.count == 1 {
      if cell[0] == 0x31 { return true }
      if cell[0] == 0x30 { return false }
    }
    return nil
  }

  /// A whole number of 1 or more, `2.0` too; nil for anything else.
  static func quantity(_ cell: Span<UInt8>) -> Int64? {
    var value: Int64 = 0
    var index = 0
    while index < cell.count, cell[index] >= 0x30, cell[index] <= 0x39 {
      value = value * 10 + Int64(cell[index] - 0x30)
      if value > 1_000_000_000 { return nil }
      index += 1
    }
    guard index > 0, value >= 1 else { return nil }
    if index == cell.count { return value }
    guard cell[index] == 0x2E || cell[index] == 0x2C, index + 1 < cell.count else { return nil }
    for rest in (index + 1)..<cell.count where cell[rest] != 0x30 { return nil }
    // `1,000` is more likely a thousand than one.
    return cell.count - index - 1 == 3 ? nil : value
  }

  /// A decimal number without grouping or exponent, point or comma, as canonical text; `8.25%` becomes `0.0825`.
  static func decimal(_ cell: Span<UInt8>, upTo limit: Int64, allowsZero: Bool, allowsPercent: Bool)
    -> String?
  {
    var whole: [UInt8] = []
    var fraction: [UInt8] = []
    var inFraction = false
    var count = cell.count
    var isPercent = false
    if allowsPercent, count > 1, cell[count - 1] == 0x25 {
      isPercent = true
      count -= 1
      while count > 0, cell[count - 1] == 0x20 { count -= 1 }
    }
    guard count > 0, count <= 24 else { return nil }
    for index in 0..<count {
      let byte = cell[index]
      if byte >= 0x30, byte <= 0x39 {
        if inFraction { fraction.append(byte) } else { whole.append(byte) }
      } else if byte == 0x2E || byte == 0x2C, !inFraction, index + 1 < count {
        inFraction = true
      } else {
        return nil
      }
    }
    if whole.isEmpty, fraction.isEmpty { return nil }
    if isPercent {
      // Two places to the right.
      var digits = [0x30, 0x30] + whole
      let moved = digits.suffix(2)
      digits.removeLast(2)
      fraction = Array(moved) + fraction
      whole = digits
    }
    while whole.count > 1, whole.first == 0x30 { whole.removeFirst() }
    if whole.isEmpty { whole = [0x30] }
    while fraction.last == 0x30 { fraction.removeLast() }
    guard whole.count <= 9 else { return nil }
    let value = whole.reduce(Int64(0)) { $0 * 10 + Int64($1 - 0x30) }
    if value > limit || (value == limit && !fraction.isEmpty) { return nil }
    if !allowsZero, value == 0, fraction.isEmpty { return nil }
    let text = String(decoding: whole, as: UTF8.self)
    return fraction.isEmpty ? text : text + "." + String(decoding: fraction, as: UTF8.self)
  }

  /// What a spreadsheet leaves of a long number: `1.23457E+15`. A model called `1E5` is none.
  static func isSpreadsheetDamage(_ cell: Span<UInt8>) -> Bool {
    guard cell.count >= 5, cell.count <= 24, cell[0] >= 0x30, cell[0] <= 0x39 else { return false }
    var index = 1
    if cell[index] == 0x2E || cell[index] == 0x2C {
      index += 1
      let start = index
      while index < cell.count, cell[index] >= 0x30, cell[index] <= 0x39 { index += 1 }
      guard index > start else { return false }
    }
    guard index + 3 <= cell.count, cell[index] | 0x20 == 0x65, cell[index + 1] == 0x2B else { return false }
    for rest in (index + 2)..<cell.count where cell[rest] < 0x30 || cell[rest] > 0x39 { return false }
    return cell.count - index - 2 >= 2
  }

  /// More than fifteen digits that end in zeros: a spreadsheet may have rounded it.
  static func mayBeRounded(_ cell: Span<UInt8>) -> Bool {
    guard cell.count > 15, cell.count < 40 else { return false }
    for index in 0..<cell.count where cell[index] < 0x30 || cell[index] > 0x39 { return false }
    for index in 15..<cell.count where cell[index] != 0x30 { return false }
    return true
  }

  /// Whether a cell is written so that a spreadsheet does not run it: apostrophes, then a sign that begins a formula.
  static func isNeutralised(_ cell: Span<UInt8>) -> Bool {
    guard cell.count > 1, cell[0] == 0x27 else { return false }
    var index = 1
    while index < cell.count, cell[index] == 0x27 { index += 1 }
    return index < cell.count && beginsFormula(cell[index])
  }

  /// `=`, `+`, `-`, `@`, tab and carriage return.
  static func beginsFormula(_ byte: UInt8) -> Bool {
    byte == 0x3D || byte == 0x2B || byte == 0x2D || byte == 0x40 || byte == 0x09 || byte == 0x0D
  }

  static func string(_ cell: Span<UInt8>) -> String {
    cell.withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
  }

  /// Parts of a list of file names: `;` or line breaks between them, because commas occur in names.
  static func names(_ text: String) -> [String] {
    text.utf8.split { $0 == 0x3B || $0 == 0x0A || $0 == 0x0D }.compactMap { part in
      let bytes = Array(part)
      let span = bytes.span
      let (start, end) = trimmed(span, 0, span.count)
      return start == end ? nil : string(span.extracting(start..<end))
    }
  }

  /// Whether a cell holds several tags.
  static func holdsSeveral(_ cell: Span<UInt8>) -> Bool {
    for index in 0..<cell.count where cell[index] == 0x3B || cell[index] == 0x2C { return true }
    return false
  }
}
