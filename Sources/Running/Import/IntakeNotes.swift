import PossessionsCore

/// What an items table was taken for, in a few lines for people: dialect, encoding, delimiter, columns left over.
func intakeNotes(_ summary: IntakeSummary) -> [String] {
  var lines = [
    "\(summary.file): \(summary.dialectTitle), \(summary.encoding), delimiter \(summary.delimiter)"
  ]
  let mapped = summary.columns.compactMap { column in column.fills.map { "\(column.header) → \($0)" } }
  let renamed = summary.columns.filter { $0.fills != nil && $0.fills != $0.header }
  if !renamed.isEmpty { lines.append("  columns: " + mapped.joined(separator: ", ")) }
  if !summary.leftOverColumns.isEmpty {
    lines.append("  kept beside: " + summary.leftOverColumns.joined(separator: ", "))
  }
  return lines
}
