/// How long things of a category last: the editable table behind actual cash values, with where each figure is from.
public struct LifeTable: Sendable, Hashable {
  public struct Row: Sendable, Hashable {
    public var category: String
    /// Other names of the category, as people write them.
    public var synonyms: [String]
    public var method: ValuationMethod
    /// Years as decimal text, where the method is straight-line.
    public var lifeYears: String?
    /// The share that remains, in percent as decimal text, where the method is flat-percent.
    public var remainingPercent: String?
    /// Whether a serial number belongs into the record of such a thing.
    public var expectsSerial: Bool
    /// Where the figure comes from, in words.
    public var provenance: String
  }

  public private(set) var rows: [Row]
  private var index: [String: Int] = [:]

  public init(rows: [Row]) {
    self.rows = rows
    for (position, row) in rows.enumerated() {
      for name in [row.category] + row.synonyms {
        let key = LifeTable.folded(name)
        if index[key] == nil { index[key] = position }
      }
    }
  }

  /// The row of a category, case and outer spaces ignored; nil where the table has none.
  public func row(for category: String) -> Row? {
    index[LifeTable.folded(category)].map { rows[$0] }
  }

  public static func folded(_ name: String) -> String {
    var text = name.lowercased()
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }

  public static let header = [
    "category", "synonyms", "method", "life_years", "remaining_percent", "serial_expected", "provenance",
  ]

  /// Reads the table from CSV (RFC 4180, UTF-8) with the columns of `header`; synonyms are separated by `;`.
  public init(csv text: String, name: String = "life table") throws(Failure) {
    func refuse(_ line: Int, _ message: String) -> Failure {
      Failure(
        .badData, subject: "\(name):\(line)", message: message,
        remedy: "correct the line; docs/reports.md describes the columns")
    }
    let records = LifeTable.records(of: text)
    guard let first = records.first else { throw refuse(1, "the table is empty") }
    let names = first.cells.map { LifeTable.folded($0) }
    var columns: [String: Int] = [:]
    for (position, column) in names.enumerated() where columns[column] == nil { columns[column] = position }
    for needed in ["category", "method", "provenance"] where columns[needed] == nil {
      throw refuse(first.line, "there is no column \(needed)")
    }
    var rows: [Row] = []
    var seen: Set<String> = []
    for record in records.dropFirst() where !record.cells.allSatisfy({ LifeTable.folded($0).isEmpty }) {
      func cell(_ column: String) -> String {
        guard let position = columns[column], position < record.cells.count else { return "" }
        var text = record.cells[position]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
      }
      let category = cell("category")
      guard !category.isEmpty else { throw refuse(record.line, "the category is blank") }
      guard let method = ValuationMethod(reading: cell("method")), method != .appraised else {
        throw refuse(
          record.line, "the method \(printable(cell("method"))) is none of straight-line, flat-percent, none")
      }
      let life = cell("life_years")
      let percent = cell("remaining_percent")
      if method == .straightLine {
        guard let years = Rational(decimal: life), years > .zero, years <= Rational(whole: 1000) else {
          throw refuse(record.line, "life_years \(printable(life)) is not a number above 0")
        }
      }
      if method == .flatPercent {
        guard let share = Rational(decimal: percent), share >= .zero, share <= Rational(whole: 100) else {
          throw refuse(record.line, "remaining_percent \(printable(percent)) is not a number from 0 to 100")
        }
      }
      let synonyms = cell("synonyms").split(separator: ";").map { LifeTable.folded(String($0)) }
        .filter { !$0.isEmpty }
      for synonym in [LifeTable.folded(category)] + synonyms where !seen.insert(synonym).inserted {
        throw refuse(record.line, "the name \(printable(synonym)) stands on two lines")
      }
      rows.append(
        Row(
          category: category, synonyms: synonyms, method: method,
          lifeYears: method == .straightLine ? life : nil,
          remainingPercent: method == .flatPercent ? percent : nil,
          expectsSerial: ["yes", "true", "1", "y"].contains(LifeTable.folded(cell("serial_expected"))),
          provenance: cell("provenance")))
    }
    self.init(rows: rows)
  }

  /// Records of RFC 4180 text with the line where each begins.
  private static func records(of text: String) -> [(line: Int, cells: [String])] {
    var records: [(line: Int, cells: [String])] = []
    var cells: [String] = []
    var cell = String.UnicodeScalarView()
    var quoted = false
    var line = 1
    var begin = 1
    var scalars = text.unicodeScalars[...]
    if scalars.first == "\u{FEFF}" { scalars = scalars.dropFirst() }
    var iterator = scalars.makeIterator()
    var ahead: Unicode.Scalar? = iterator.next()
    func endRecord() {
      cells.append(String(cell))
      cell = String.UnicodeScalarView()
      if cells.count > 1 || !cells[0].isEmpty { records.append((begin, cells)) }
      cells = []
    }
    while let scalar = ahead {
      ahead = iterator.next()
      if scalar == "\n" { line += 1 }
      switch scalar {
      case "\"" where quoted && ahead == "\"":
        cell.append("\"")
        ahead = iterator.next()
      case "\"": quoted.toggle()
      case "," where !quoted:
        cells.append(String(cell))
        cell = String.UnicodeScalarView()
      case "\r" where !quoted: break
      case "\n" where !quoted:
        endRecord()
        begin = line
      default: cell.append(scalar)
      }
    }
    endRecord()
    return records
  }
}

/// How an actual cash value is found.
public enum ValuationMethod: String, Sendable, Codable, CaseIterable {
  case straightLine = "straight-line"
  case flatPercent = "flat-percent"
  /// No depreciation: the actual cash value is the replacement cost.
  case none
  case appraised

  /// As people write it: case, spaces and underscores do not matter. Nil for other words.
  public init?(reading text: String) {
    let words = text.lowercased().split { $0.isWhitespace || $0 == "_" || $0 == "-" }
    switch words.joined(separator: "-") {
    case "straight-line", "straightline", "linear": self = .straightLine
    case "flat-percent", "flat": self = .flatPercent
    case "none", "no-depreciation": self = .none
    case "appraised", "appraisal": self = .appraised
    default: return nil
    }
  }
}
