import Files
package import PossessionsCore

/// Counts of a run in the text format of Prometheus, for node_exporter's textfile collector, so that a failing or an
/// absent nightly job is noticed. Format: prometheus.io, "Exposition formats", text format 0.0.4.
///
/// - Parameters:
///   - outcome: nil where the run failed before it had one.
///   - seconds: the end of the run, in seconds since 1970-01-01T00:00:00Z.
package func metricsText(_ outcome: ImportOutcome?, exitCode: Int32, seconds: Int64) -> String {
  var text = ""
  func gauge(_ name: String, _ help: String, _ samples: [(labels: String, value: Int64)]) {
    text += "# HELP possessions_\(name) \(help)\n# TYPE possessions_\(name) gauge\n"
    for sample in samples { text += "possessions_\(name)\(sample.labels) \(sample.value)\n" }
  }
  gauge("last_run_timestamp_seconds", "When the last run ended.", [("", seconds)])
  gauge(
    "last_run_exit_code", "Exit code of the last run; 0 is complete, 3 has new errors.",
    [("", Int64(exitCode))])
  guard let outcome else { return text }
  let files = outcome.files
  gauge(
    "last_run_files", "Files of the photo folders by what became of them.",
    [
      ("stored", files.stored), ("already_stored", files.alreadyStored), ("duplicate", files.duplicate),
      ("refused", files.refused), ("ignored", files.ignored),
    ].map { ("{class=\"\($0.0)\"}", Int64($0.1)) })
  let rows = outcome.rows
  gauge(
    "last_run_rows", "Rows of the items tables by what became of them.",
    [
      ("created", rows.created), ("updated", rows.updated), ("unchanged", rows.unchanged),
      ("rejected", rows.rejected),
    ].map { ("{class=\"\($0.0)\"}", Int64($0.1)) })
  gauge(
    "last_run_findings", "Findings of the last run by code.",
    Finding.Code.allCases.map { code in
      (
        "{code=\"\(code.rawValue)\",severity=\"\(code.severity.rawValue)\"}",
        Int64(outcome.findingCounts[code] ?? 0)
      )
    })
  gauge(
    "last_run_new_errors", "Errors that did not stand in the run before.", [("", Int64(outcome.newErrors))])
  gauge("last_run_renditions_made", "Renditions made by the last run.", [("", Int64(outcome.renditionsMade))])
  gauge("last_run_gates_failed", "Gates of --fail-on that failed.", [("", Int64(outcome.failedGates.count))])
  return text
}

/// Writes the metrics where a collector picks them up: whole or not at all.
package func writeMetrics(_ text: String, to path: BytePath) throws(Failure) {
  try writeDurably(Array(text.utf8), to: path.absolute, mode: nil)
}
