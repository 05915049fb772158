import PossessionsCore

/// What an items table was taken for, in a few lines for people: dialect, encoding, delimiter, columns left over.
func intakeNotes(_ summary: IntakeSummary) -> [String] {
  var lines = [
    "\(summary.file): \(summary.dialectTitle), \(summary.encoding), delimiter \(summary.delimiter)"
  ]
  // A column under its own name is no news: only those that were understood as another are listed.
  let renamed = summary.columns.compactMap { column in
    column.fills.flatMap { $0 == column.header ? nil : "\(column.header) → \($0)" }
  }
  if !renamed.isEmpty { lines.append("  read as: " + renamed.joined(separator: ", ")) }
  if !summary.leftOverColumns.isEmpty {
    lines.append("  kept beside: " + summary.leftOverColumns.joined(separator: ", "))
  }
  return lines
}
