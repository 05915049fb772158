/// An items table, read whole and checked: what it was taken for, its good rows, and everything to tell.
public struct Intake: Sendable {
  public var summary: IntakeSummary
  /// Good rows in the order of the file; empty where they were handed out one by one.
  public var rows: [PossessionRow]
  public var findings: [Finding]
  /// Rows that were refused; `findings` says why.
  public var rejected: Int { summary.rejectedRows }

  public init(summary: IntakeSummary, rows: [PossessionRow] = [], findings: [Finding] = []) {
    self.summary = summary
    self.rows = rows
    self.findings = findings
  }
}

/// What a table was taken for, and why.
public struct IntakeSummary: Sendable, Hashable, Codable {
  /// One column and what became of it.
  public struct Column: Sendable, Hashable, Codable {
    /// As typed.
    public var header: String
    /// From 1.
    public var position: Int
    /// The field or role that it fills, by its canonical name; nil where it is kept as an extra column.
    public var fills: String?
    /// How its cells were read, in a sentence; nil for plain text.
    public var reading: String?
    /// Cells that show it, as typed, with their lines.
    public var examples: [Example]
    public var filledCells: Int
    public var blankCells: Int
    public var badCells: Int
  }

  public struct Example: Sendable, Hashable, Codable {
    public var line: Int
    public var cell: String
    /// What it becomes, as text; nil where it is no value.
    public var value: String?
  }

  public var file: String
  /// What `--dialect` takes.
  public var dialect: String
  /// What people call it.
  public var dialectTitle: String
  public var encoding: String
  /// Why that encoding: `byte order mark`, `every byte is valid`, …
  public var encodingReason: String
  /// `comma`, `semicolon`, `tab`, or the character itself.
  public var delimiter: String
  public var delimiterReason: String
  public var columns: [Column]
  /// Rows with anything in them, the header not counted: accepted + rejected + skipped.
  public var rows: Int
  public var acceptedRows: Int
  public var rejectedRows: Int
  /// Rows that are no possession by the dialect's own word (Sortly's folders).
  public var skippedRows: Int
  public var blankRows: Int

  /// Headers that fill nothing and are kept as they are.
  public var leftOverColumns: [String] { columns.filter { $0.fills == nil }.map(\.header) }

  /// A few lines for the summary of a run: what the file was taken for, and what became of its columns.
  public var lines: [String] {
    func list(_ columns: [Column], _ text: (Column) -> String) -> String {
      columns.map(text).joined(separator: ", ")
    }
    let mapped = columns.filter { $0.fills != nil }
    let left = columns.filter { $0.fills == nil }
    var lines = [
      "\(printable(file)): \(dialectTitle), \(encoding), \(delimiter), "
        + "\(rows) row\(rows == 1 ? "" : "s")\(rejectedRows > 0 ? ", \(rejectedRows) refused" : "")"
        + "\(skippedRows > 0 ? ", \(skippedRows) skipped" : "")"
    ]
    lines.append(
      "  columns: "
        + list(mapped) { column in
          let fills = column.fills ?? ""
          return fills == column.header ? printable(fills) : "\(printable(column.header)) → \(fills)"
        })
    if !left.isEmpty { lines.append("  kept as they are: " + list(left) { printable($0.header) }) }
    return lines
  }
}
