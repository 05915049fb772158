/// How a table was read and why, as `doctor --items` shows it: a value, and lines for people.
public struct ItemsExplanation: Sendable, Hashable, Codable {
  /// Nil where the table could not even be opened.
  public var summary: IntakeSummary?
  /// Faults that refuse the file, and everything else that was found.
  public var findings: [Finding]
  /// Why the file is refused as a whole; nil where it can be imported.
  public var refusal: String?
  /// What an import would do with the rows; nil where they were not planned.
  public var planned: PlannedRows?

  /// Rows by what becomes of them.
  public struct PlannedRows: Sendable, Hashable, Codable {
    public var created = 0
    public var updated = 0
    public var unchanged = 0
    /// Refused beside those that the reading refused.
    public var rejected = 0
  }

  /// Reads a table only to explain it; nothing is kept.
  ///
  /// - Parameter planner: decides about each row, for the counts and its findings alone; nil plans nothing.
  /// - Throws: what the source throws, and `Failure(.usage)` for an option that means nothing. A refused file is an
  ///   explanation too.
  public init(
    _ source: TableSource, file: String, options: IntakeOptions = IntakeOptions(), planner: RowPlanner? = nil
  ) throws {
    var planner = planner
    do {
      var reading = try ItemsReading(source, file: file, options: options)
      try reading.gatherEvidence()
      reading.decide()
      do {
        var counts = PlannedRows()
        let intake = try reading.readRows { row in
          switch planner?.decide(row)?.verb {
          case .create: counts.created += 1
          case .update: counts.updated += 1
          case .unchanged: counts.unchanged += 1
          case .remove, nil: break
          }
        }
        summary = intake.summary
        findings = intake.findings
        if let planner {
          counts.rejected = planner.rejected
          planned = counts
          findings += planner.findings()
        }
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
      if let planned {
        lines.append(
          "  import     would create \(planned.created), update \(planned.updated), leave \(planned.unchanged) as they are"
            + (planned.rejected > 0 ? ", and refuse \(planned.rejected) more" : ""))
      }
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
