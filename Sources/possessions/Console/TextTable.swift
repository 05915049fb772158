import PossessionsCore

/// Rows of text in aligned columns. Widths are in characters as a terminal shows them: wide East Asian ones count two.
struct TextTable {
  enum Alignment { case left, right }
  private var rows: [[String]] = []
  private let alignments: [Alignment]
  private let header: [String]

  init(_ columns: [(String, Alignment)]) {
    header = columns.map(\.0)
    alignments = columns.map(\.1)
  }

  mutating func add(_ cells: [String]) {
    precondition(cells.count == header.count, "a row has a cell for each column")
    rows.append(cells.map { printable($0) })
  }

  var isEmpty: Bool { rows.isEmpty }

  /// Lines without their ends; the header first.
  func lines() -> [String] {
    let all = [header] + rows
    let widths = header.indices.map { column in all.map { displayWidth($0[column]) }.max() ?? 0 }
    return all.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let space = String(repeating: " ", count: widths[column] - displayWidth(cell))
        line += alignments[column] == .right ? space + cell : cell + space
        line += "  "
      }
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

/// Columns that a text takes in a terminal: combining marks none, wide characters two (Unicode TR11, main ranges).
func displayWidth(_ text: String) -> Int {
  text.unicodeScalars.reduce(0) { width, scalar in
    switch scalar.value {
    case 0x300...0x36F, 0x200B...0x200F, 0x20D0...0x20FF, 0xFE00...0xFE0F: width
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      width + 2
    default: width + 1
    }
  }
}
