/// Cells after RFC 4180: quoted where they must be. UTF-8, commas, a line feed after every row.
///
/// A text that a spreadsheet would run as a formula gets one apostrophe, which our own reading takes away again.
public struct CSVWriter {
  /// Neutralises formulas in text cells.
  public let isSpreadsheetSafe: Bool
  /// What is written and not yet taken.
  public var bytes: [UInt8] = []
  private var isFirst = true

  public init(isSpreadsheetSafe: Bool) {
    self.isSpreadsheetSafe = isSpreadsheetSafe
  }

  /// Adds a cell to the row.
  ///
  /// - Parameter isText: typed by people: only such a cell can be taken for a formula. Numbers and days are written by us.
  public mutating func append(_ text: String, isText: Bool) {
    if !isFirst { bytes.append(0x2C) }
    isFirst = false
    let utf8 = Array(text.utf8)
    let apostrophe = isText && needsApostrophe(utf8)
    let needsQuotes =
      utf8.contains { $0 == 0x22 || $0 == 0x2C || $0 == 0x0A || $0 == 0x0D || $0 == 0x3B || $0 == 0x09 }
      || utf8.first == 0x20 || utf8.last == 0x20
    guard needsQuotes else {
      if apostrophe { bytes.append(0x27) }
      bytes.append(contentsOf: utf8)
      return
    }
    bytes.append(0x22)
    if apostrophe { bytes.append(0x27) }
    for byte in utf8 {
      if byte == 0x22 { bytes.append(0x22) }
      bytes.append(byte)
    }
    bytes.append(0x22)
  }

  public mutating func endRow() {
    bytes.append(0x0A)
    isFirst = true
  }

  /// Everything written since the last time.
  public mutating func taken() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  private func needsApostrophe(_ utf8: [UInt8]) -> Bool {
    let apostrophes = utf8.prefix { $0 == 0x27 }.count
    guard apostrophes < utf8.count, CellReading.beginsFormula(utf8[apostrophes]) else { return false }
    return isSpreadsheetSafe || apostrophes > 0
  }
}
