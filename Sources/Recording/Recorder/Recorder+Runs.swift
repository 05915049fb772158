import Files
public import PossessionsCore

/// Lines of a run's log, beside those of files, plans and renditions.
private struct RunStarted: Encodable {
  var run: String
  var command: String
  var startedAt: String

  private enum CodingKeys: String, CodingKey {
    case run, command
    case startedAt = "started_at"
  }
}

private struct RunFinished: Encodable {
  var run: String
  var status: RunRecord.Status
  var exit: Int
  var finishedAt: String
  var digest: String

  private enum CodingKeys: String, CodingKey {
    case run, status, exit, digest
    case finishedAt = "finished_at"
  }
}

extension Recorder {
  /// Begins a run: writes its row. Runs that an earlier process left `running` are marked `interrupted`.
  ///
  /// - Returns: the runs found interrupted.
  @discardableResult
  public func begin(_ run: RunRecord) throws(Failure) -> [RunRecord] {
    let interrupted = try connection.transaction { () throws(Failure) in
      let left = try reader.recordedRuns(status: .running)
      for old in left where old.id != run.id {
        try connection.run("UPDATE run SET status = 'interrupted' WHERE id = ?", [.text(old.id)])
      }
      try connection.run(
        """
        INSERT INTO run (id, command, started_at, status, versions, inputs_digest)
        VALUES (?, ?, ?, 'running', ?, ?)
        """,
        [
          .text(run.id), .text(run.command), .text(run.startedAt), .text(canonicalJSON(run.versions)),
          SQLValue(run.inputsDigest),
        ])
      return left
    }
    // The first transaction may have made the journal, without whose name a commit cannot be undone after a crash.
    try catalog.syncRoot()
    self.run = run
    let log = try catalog.runLog(run.id)
    self.log = log
    try acknowledge(RunStarted(run: run.id, command: run.command, startedAt: run.startedAt))
    try log.sync()
    return interrupted
  }

  /// Goes on with a run whose row is there already: that of a rebuilding.
  package func resume(_ run: RunRecord) throws(Failure) {
    self.run = run
    log = try catalog.runLog(run.id)
    try acknowledge(RunStarted(run: run.id, command: run.command, startedAt: run.startedAt))
  }

  /// Adds a line to the run's log, once what it tells of is committed.
  func acknowledge(_ line: some Encodable) throws(Failure) {
    try log?.append(Array(canonicalJSON(line).utf8))
  }

  /// Ends the run: its status, counts and the catalog's digest.
  ///
  /// - Parameter finishedAt: UTC, RFC 3339.
  public func finish(
    _ status: RunRecord.Status, exitCode: Int, counts: [String: Int], finishedAt: String
  ) throws(Failure) {
    let id = runID()
    let digest = try digest()
    var counts = counts
    // Told by verify until somebody has looked (`acceptedCount`): this run's digest would hide it otherwise.
    if foreignChange != nil { counts[RunRecord.foreignChangeCount] = 1 }
    if isCatalogAccepted { counts[RunRecord.acceptedCount] = 1 }
    try connection.run(
      """
      UPDATE run SET status = ?, exit_code = ?, counts = ?, finished_at = ?, inputs_digest = ?,
        catalog_digest = ? WHERE id = ?
      """,
      [
        .text(status.rawValue), .integer(Int64(exitCode)), .text(canonicalJSON(counts)), .text(finishedAt),
        SQLValue(run?.inputsDigest), .text(digest.hex), .text(id),
      ])
    run?.status = status
    run?.exitCode = exitCode
    run?.counts = counts
    run?.finishedAt = finishedAt
    try acknowledge(
      RunFinished(run: id, status: status, exit: exitCode, finishedAt: finishedAt, digest: digest.hex))
    try log?.sync()
    try catalog.publish(Array(try catalogSums(run: id).utf8), at: catalogSumsName)
  }

  /// The SHA-256 of the catalog's file as this run leaves it, in the form of sha256sum(1): whoever changes the file
  /// afterwards, a disk or a person, is found out by verify.
  private func catalogSums(run id: String) throws(Failure) -> String {
    // Between two transactions, so that closing another descriptor of the file frees no lock that SQLite holds.
    let file = try catalog.open("catalog.sqlite")
    let (digest, _) = try sha256(of: file)
    return "# catalog.sqlite as run \(id) left it\n\(digest.hex)  catalog.sqlite\n"
  }

  /// A person takes the catalog as it is, whatever changed its file.
  public func acceptCatalog() { isCatalogAccepted = true }

  /// Remembers what the run's inputs were, once they are known; written by `finish`.
  public func setInputsDigest(_ digest: String?) { run?.inputsDigest = digest }

  /// Records findings of the run. One that stands already is not written twice.
  public func record(_ findings: [Finding]) throws(Failure) {
    guard !findings.isEmpty else { return }
    try connection.transaction { () throws(Failure) in try insert(findings) }
  }

  func insert(_ findings: [Finding]) throws(Failure) {
    for finding in findings {
      try connection.run(
        """
        INSERT OR IGNORE INTO finding (run_id, code, severity, subject, message, remedy, place)
        VALUES (?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(runID()), .text(finding.code.rawValue), .text(finding.severity.rawValue),
          .text(finding.subject), .text(finding.message), .text(finding.remedy),
          .text(finding.place.map { canonicalJSON($0) } ?? ""),
        ])
    }
  }
}
