import PossessionsCore

extension PossessionField {
  /// The column of table `possession`: the canonical name, with `_minor` behind it for money.
  var column: String { kind == .money ? rawValue + "_minor" : rawValue }

  /// A value as its column holds it; nil is NULL.
  func sqlValue(_ value: FieldValue?) -> SQLValue {
    switch value {
    case nil: .null
    case .text(let text): .text(text)
    case .money(let minor): .integer(minor)
    case .date(let date): .text(date.description)
    case .integer(let number): .integer(number)
    case .decimal(let text): .text(text)
    case .boolean(let flag): SQLValue(flag)
    }
  }

  /// What a column says; nil for NULL, and for what no program of ours writes.
  func fieldValue(_ row: Row, _ column: Int) -> FieldValue? {
    guard !row.isNull(column) else { return nil }
    switch kind {
    case .text: return .text(row.text(column))
    case .money: return .money(row.integer(column))
    case .date: return PartialDate(iso: row.text(column)).map { .date($0) }
    case .integer: return .integer(row.integer(column))
    case .decimal: return .decimal(row.text(column))
    case .boolean: return .boolean(row.integer(column) != 0)
    }
  }
}

/// Fields that are plain columns: all but the date of creation, which may be an assumed one.
let plainFields = PossessionField.allCases.filter { $0 != .dateCreated }
let plainColumns = plainFields.map(\.column).joined(separator: ", ")
