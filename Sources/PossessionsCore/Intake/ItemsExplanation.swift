/// How a table was read and why, as `doctor --items` shows it: a value, and lines for people.
public struct ItemsExplanation: Sendable, Hashable, Codable {
  /// Nil where the table could not even be opened.
  public var summary: IntakeSummary?
  /// Faults that refuse the file, and everything else that was found.
  public var findings: [Finding]
  /// Why the file is refused as a whole; nil where it can be imported.
  public var refusal: String?

  /// Reads a table only to explain it; nothing is kept.
  ///
  /// - Throws: what the source throws, and `Failure(.usage)` for an option that means nothing. A refused file is an
  ///   explanation too.
  public init(
    _ source: TableSource, file: String, options: IntakeOptions = IntakeOptions()
  ) throws {
    do {
      var reading = try ItemsReading(source, file: file, options: options)
      try reading.gatherEvidence()
      reading.decide()
      do {
        let intake = try reading.readRows { _ in }
        summary = intake.summary
        findings = intake.findings
      } catch let failure as Failure where failure.kind == .badData {
        summary = reading.summary()
        findings = failure.findings
        refusal = failure.message
      }
    } catch let failure as Failure where failure.kind == .badData {
      findings = failure.findings
      refusal = failure.message
    }
  }

  /// Lines of text, without a line break at the end.
  public var lines: [String] {
    var lines: [String] = []
    if let summary {
      lines.append("\(printable(summary.file)): \(summary.dialectTitle) (\(summary.dialect))")
      lines.append("  encoding   \(summary.encoding): \(summary.encodingReason)")
      lines.append("  delimiter  \(summary.delimiter): \(summary.delimiterReason)")
      lines.append(
        "  rows       \(summary.rows): \(summary.acceptedRows) accepted, \(summary.rejectedRows) refused"
          + (summary.skippedRows > 0 ? ", \(summary.skippedRows) skipped" : "")
          + (summary.blankRows > 0 ? "; \(summary.blankRows) blank lines" : ""))
      lines.append("  columns")
      for column in summary.columns {
        var line = "    \(column.position). \"\(printable(column.header))\" → "
        line += column.fills ?? "kept as it is"
        if let reading = column.reading { line += ": \(reading)" }
        lines.append(line)
        var counts = "       \(column.filledCells) filled, \(column.blankCells) blank"
        if column.badCells > 0 { counts += ", \(column.badCells) not readable" }
        lines.append(counts)
        for example in column.examples {
          var text = "       line \(example.line): \"\(ItemsReading.shown(example.cell))\""
          if let value = example.value {
            if value != example.cell { text += " → \(ItemsReading.shown(value))" }
          } else {
            text += " → not readable"
          }
          lines.append(text)
        }
      }
    }
    if let refusal { lines.append("refused: \(refusal)") }
    for finding in findings.prefix(50) {
      lines.append("  \(finding.severity.rawValue) \(finding.code.rawValue): \(finding.message)")
      lines.append("    \(finding.remedy)")
    }
    if findings.count > 50 { lines.append("  … and \(findings.count - 50) more findings") }
    return lines
  }
}
