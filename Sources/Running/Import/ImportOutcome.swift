package import PossessionsCore

/// What an import did, or what a plan would do: the document of `--json` and the ground of the summary.
package struct ImportOutcome: Sendable {
  package var run: String?
  package var files = FileCounts()
  package var rows = RowCounts()
  /// How many photos each rule attached; `unmatched` and `ambiguous` beside.
  package var matching: [String: Int] = [:]
  package var attachmentsAdded = 0
  package var attachmentsSuperseded = 0
  package var documentsAdded = 0
  package var documentsSuperseded = 0
  package var renditionsMade = 0
  package var renditionsFailed = 0
  /// Of a quiet run empty where nobody asked for them (`ImportRequest.wantsFindings`): they stand in the catalog.
  package var findings: [Finding] = []
  /// How many there are, also where they are not read.
  package var findingCounts: [Finding.Code: Int] = [:]
  /// Errors that did not stand in the last finished run.
  package var newErrors = 0
  package var failedGates: [String] = []
  package var didChange = false
  /// A signal asked to stop: what was done is committed.
  package var wasStopped = false
  package var reports: [BytePath] = []
  /// The contact sheet, where one was written.
  package var sheet: BytePath?
  /// The plan, for `plan` and `--dry-run`.
  package var plan: ImportPlan?
  /// What the items tables were taken for, line by line, for people.
  package var intakeNotes: [String] = []

  package init() {}

  package func findingCount(_ severity: Finding.Severity) -> Int {
    findingCounts.reduce(0) { $1.key.severity == severity ? $0 + $1.value : $0 }
  }

  package var exitCode: Int32 {
    if wasStopped { return Failure.Kind.tryAgain.rawValue }
    if !failedGates.isEmpty { return Failure.Kind.gate.rawValue }
    return newErrors > 0 ? 3 : 0
  }
}

extension ImportOutcome: Encodable {
  private enum CodingKeys: String, CodingKey {
    case run, files, rows, matching, attachments, documents, renditions, findings, details, changed, exit
    case newErrors = "new_errors"
    case failedGates = "failed_gates"
    case reports, sheet, plan
  }
  private struct Attachments: Encodable {
    var added: Int
    var superseded: Int
  }
  private struct Renditions: Encodable {
    var made: Int
    var failed: Int
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(run, forKey: .run)
    try container.encode(files, forKey: .files)
    try container.encode(rows, forKey: .rows)
    try container.encode(matching, forKey: .matching)
    try container.encode(
      Attachments(added: attachmentsAdded, superseded: attachmentsSuperseded), forKey: .attachments)
    try container.encode(documentsAdded, forKey: .documents)
    try container.encode(
      Renditions(made: renditionsMade, failed: renditionsFailed), forKey: .renditions)
    let counts = findingCounts.map { ($0.key.rawValue, $0.value) }
    try container.encode(Dictionary(uniqueKeysWithValues: counts), forKey: .findings)
    try container.encode(findings, forKey: .details)
    try container.encode(newErrors, forKey: .newErrors)
    try container.encode(failedGates, forKey: .failedGates)
    try container.encode(didChange, forKey: .changed)
    try container.encode(reports, forKey: .reports)
    try container.encodeIfPresent(sheet, forKey: .sheet)
    try container.encodeIfPresent(plan, forKey: .plan)
    try container.encode(exitCode, forKey: .exit)
  }
}
