/// Reading calendar days by the evidence of a whole column. No time zone is ever applied: the written day counts.

/// Which number comes first where the year comes last.
public enum DayOrder: String, Sendable, Hashable, Codable {
  case dayFirst = "day first"
  case monthFirst = "month first"
}

/// What `--date-format` says.
public struct DateFormat: Hashable, Sendable {
  /// Nil for a format that begins with the year, which needs no help.
  public var order: DayOrder?
  public var allowsTwoDigitYears: Bool

  /// Reads `dmy`, `DD.MM.YYYY`, `mm/dd/yy`, `%d/%m/%Y` and the like; nil for anything else.
  public init?(_ text: String) {
    var letters: [Character] = []
    var years = 0
    var isPosix = false
    var posixShortYear = false
    for character in text {
      if character == "%" { isPosix = true }
      guard character.isLetter else { continue }
      let lower = Character(character.lowercased())
      guard "dmy".contains(lower) else { return nil }
      if lower == "y" {
        years += 1
        if isPosix, character == "y" { posixShortYear = true }
      }
      if !letters.contains(lower) { letters.append(lower) }
    }
    guard letters.count == 3 else { return nil }
    switch String(letters) {
    case "dmy": order = .dayFirst
    case "mdy": order = .monthFirst
    case "ymd": order = nil
    default: return nil
    }
    allowsTwoDigitYears = isPosix ? posixShortYear : years == 2
  }
}

/// One date cell before its column is decided.
enum DateShape {
  case blank
  /// Needs no evidence.
  case fixed(PartialDate)
  /// Two numbers and a year, in an order that only the column can tell.
  case twoNumbers(first: Int, second: Int, year: Int, hasTwoDigitYear: Bool)
  case bad

  init(_ cell: Span<UInt8>) {
    if cell.count == 0 {
      self = .blank
      return
    }
    if let quick = DateShape.iso(cell) {
      self = .fixed(quick)
      return
    }
    self = DateShape.slow(cell.withUnsafeBufferPointer { Array($0) })
  }

  /// `YYYY-MM-DD` exactly.
  private static func iso(_ cell: Span<UInt8>) -> PartialDate? {
    guard cell.count == 10, cell[4] == 0x2D, cell[7] == 0x2D else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      var value = 0
      for index in range {
        let byte = cell[index]
        guard byte >= 0x30, byte <= 0x39 else { return nil }
        value = value * 10 + Int(byte - 0x30)
      }
      return value
    }
    guard let year = number(0..<4), let month = number(5..<7), let day = number(8..<10) else { return nil }
    return PartialDate(year: year, month: month, day: day)
  }

  private static let months: [String: Int] = [
    "jan": 1, "january": 1, "feb": 2, "february": 2, "mar": 3, "march": 3, "apr": 4, "april": 4, "may": 5,
    "jun": 6, "june": 6, "jul": 7, "july": 7, "aug": 8, "august": 8, "sep": 9, "sept": 9, "september": 9,
    "oct": 10, "october": 10, "nov": 11, "november": 11, "dec": 12, "december": 12,
  ]

  private static func slow(_ bytes: [UInt8]) -> DateShape {
    var bytes = bytes
    // A time of day after the day is dropped: `2024-03-05T10:00:00+02:00`, `3/5/2024 10:00 PM`.
    if let colon = bytes.firstIndex(of: 0x3A) {
      guard let cut = bytes[..<colon].lastIndex(where: { $0 == 0x20 || $0 == 0x54 || $0 == 0x74 }), cut >= 6
      else { return .bad }
      guard isTime(bytes[(cut + 1)...]) else { return .bad }
      bytes = Array(bytes[..<cut])
    }
    // Pieces of digits or letters, one separator between them.
    var pieces: [[UInt8]] = []
    var separators: [[UInt8]] = []
    var current: [UInt8] = []
    var between: [UInt8] = []
    for byte in bytes {
      let isWord = (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
      if isWord {
        if !between.isEmpty {
          if pieces.isEmpty && current.isEmpty { return .bad }
          separators.append(between)
          between = []
        }
        current.append(byte)
      } else {
        if !current.isEmpty {
          pieces.append(current)
          current = []
        }
        between.append(byte)
      }
    }
    if !current.isEmpty { pieces.append(current) }
    if !between.isEmpty { return .bad }
    guard (1...3).contains(pieces.count), separators.count == pieces.count - 1 else { return .bad }

    func number(_ piece: [UInt8]) -> Int? {
      guard piece.count <= 4, piece.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
      return piece.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    func month(_ piece: [UInt8]) -> Int? {
      guard piece.allSatisfy({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }) else { return nil }
      return months[String(decoding: piece, as: UTF8.self).lowercased()]
    }
    func fixed(_ year: Int, _ month: Int?, _ day: Int?) -> DateShape {
      PartialDate(year: year, month: month, day: day).map { .fixed($0) } ?? .bad
    }

    if pieces.count == 1 {
      guard pieces[0].count == 4, let year = number(pieces[0]) else { return .bad }
      return fixed(year, nil, nil)
    }
    // Names of months say the order themselves: `5 Mar 2024`, `Mar 5, 2024`, `March 2024`.
    let hasName = pieces.contains { month($0) != nil }
    if hasName {
      let plain = separators.allSatisfy {
        [[0x20], [0x2D], [0x2C, 0x20], [0x2E, 0x20], [0x2F]].contains($0)
      }
      guard plain else { return .bad }
      if pieces.count == 2, let name = month(pieces[0]), pieces[1].count == 4, let year = number(pieces[1]) {
        return fixed(year, name, nil)
      }
      guard pieces.count == 3, pieces[2].count == 4, let year = number(pieces[2]) else { return .bad }
      if let name = month(pieces[1]), pieces[0].count <= 2, let day = number(pieces[0]) {
        return fixed(year, name, day)
      }
      if let name = month(pieces[0]), pieces[1].count <= 2, let day = number(pieces[1]) {
        return fixed(year, name, day)
      }
      return .bad
    }
    // Numbers need one and the same separator: `-`, `/` or `.`, or `. ` as in German.
    guard Set(separators).count == 1, [[0x2D], [0x2F], [0x2E], [0x2E, 0x20]].contains(separators[0]) else {
      return .bad
    }
    let numbers = pieces.compactMap(number)
    guard numbers.count == pieces.count else { return .bad }
    if pieces.count == 2 {
      if pieces[0].count == 4, pieces[1].count <= 2 { return fixed(numbers[0], numbers[1], nil) }
      if pieces[1].count == 4, pieces[0].count <= 2 { return fixed(numbers[1], numbers[0], nil) }
      return .bad
    }
    if pieces[0].count == 4, pieces[1].count <= 2, pieces[2].count <= 2 {
      return fixed(numbers[0], numbers[1], numbers[2])
    }
    guard pieces[0].count <= 2, pieces[1].count <= 2, pieces[2].count == 4 || pieces[2].count == 2 else {
      return .bad
    }
    let short = pieces[2].count == 2
    // At least one order must give a day, or it is none.
    let year = short ? century(numbers[2]) : numbers[2]
    guard
      PartialDate(year: year, month: numbers[1], day: numbers[0]) != nil
        || PartialDate(year: year, month: numbers[0], day: numbers[1]) != nil
    else { return .bad }
    return .twoNumbers(first: numbers[0], second: numbers[1], year: numbers[2], hasTwoDigitYear: short)
  }

  /// Hours, minutes, and what may follow: seconds, fractions, AM or PM, a zone.
  private static func isTime(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first, first >= 0x30, first <= 0x39, bytes.count <= 24 else { return false }
    return bytes.allSatisfy { byte in
      (byte >= 0x30 && byte <= 0x39) || [0x3A, 0x2E, 0x2C, 0x2B, 0x2D, 0x20].contains(byte)
        || [0x61, 0x70, 0x6D, 0x7A, 0x75, 0x74, 0x63].contains(byte | 0x20)
    }
  }

  /// POSIX: 69 to 99 are the last century.
  static func century(_ year: Int) -> Int { year >= 69 ? 1900 + year : 2000 + year }

  /// What the cell proves of its column's order; nil where nothing.
  var evidence: DayOrder? {
    guard case .twoNumbers(let first, let second, _, _) = self else { return nil }
    if first > 12 { return .dayFirst }
    if second > 12 { return .monthFirst }
    return nil
  }

  /// Whether only the column's order can tell the day.
  var needsOrder: Bool {
    guard case .twoNumbers(let first, let second, _, _) = self else { return false }
    return first <= 12 && second <= 12 && first != second
  }

  /// The day, once the column's order is known; nil where it is none.
  func date(order: DayOrder?, allowsTwoDigitYears: Bool) -> PartialDate? {
    switch self {
    case .blank, .bad: return nil
    case .fixed(let date): return date
    case .twoNumbers(let first, let second, let written, let short):
      if short, !allowsTwoDigitYears { return nil }
      let year = short ? DateShape.century(written) : written
      switch order ?? evidence ?? (first == second ? .dayFirst : nil) {
      case .dayFirst: return PartialDate(year: year, month: second, day: first)
      case .monthFirst: return PartialDate(year: year, month: first, day: second)
      case nil: return nil
      }
    }
  }
}
