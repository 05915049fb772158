public import PossessionsCore

extension Recorder {
  /// Begins a run: writes its row. Runs that an earlier process left `running` are marked `interrupted`.
  ///
  /// - Returns: the runs found interrupted.
  @discardableResult
  public func begin(_ run: RunRecord) throws(Failure) -> [RunRecord] {
    let interrupted = try connection.transaction { () throws(Failure) in
      let left = try reader.runs(status: .running)
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
    self.run = run
    return interrupted
  }

  /// Ends the run: its status, counts and the catalog's digest.
  ///
  /// - Parameter finishedAt: UTC, RFC 3339.
  public func finish(
    _ status: RunRecord.Status, exitCode: Int, counts: [String: Int], finishedAt: String
  ) throws(Failure) {
    let id = runID()
    let digest = try reader.digest()
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
  }

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
