public import PossessionsCore

extension RunRecord {
  /// Whether it looked at all inputs and came to its end, so that its findings tell what stands.
  public var isWhole: Bool { status == .finished && ["import", "merge"].contains(command) }
}

extension CatalogReader {
  /// All runs in the order in which they began, whatever the clock said.
  public func runs() throws(Failure) -> [RunRecord] { try withQuietRuns(recordedRuns()).map(\.run) }

  /// Runs that have a row.
  ///
  /// - Parameter status: of this status alone.
  public func recordedRuns(status: RunRecord.Status? = nil) throws(Failure) -> [RunRecord] {
    try connection.rows(
      "SELECT \(runColumns) FROM run WHERE ?1 IS NULL OR status = ?1 ORDER BY number",
      [SQLValue(status?.rawValue)]
    ) { (row) throws(Failure) in try run(row) }
  }

  /// The last `import` or `merge` that came to its end.
  ///
  /// - Parameter run: is not counted: the run going on.
  public func lastFinishedRun(before run: String? = nil) throws(Failure) -> RunRecord? {
    try runs().last { $0.isWhole && $0.id != run }
  }

  private var runColumns: String {
    "id, command, started_at, finished_at, status, exit_code, counts, versions, inputs_digest, catalog_digest"
  }

  private func run(_ row: Row) throws(Failure) -> RunRecord {
    guard let status = RunRecord.Status(rawValue: row.text(4)) else {
      throw row.damaged("run \(printable(row.text(0))) has an unknown status")
    }
    return RunRecord(
      id: row.text(0), command: row.text(1), startedAt: row.text(2), finishedAt: row.optionalText(3),
      status: status, exitCode: row.optionalInt(5),
      counts: try decodeJSON([String: Int].self, row.text(6), in: connection.path, "the counts of a run"),
      versions: try decodeJSON(
        [String: String].self, row.text(7), in: connection.path, "the versions of a run"),
      inputsDigest: row.optionalText(8), catalogDigest: row.optionalText(9))
  }

  /// The findings of the last `import` or `merge` that came to its end; none where there was none.
  ///
  /// - Parameter run: is not counted: the run going on.
  public func lastFindings(before run: String? = nil) throws(Failure) -> [Finding] {
    guard let last = try lastFinishedRun(before: run) else { return [] }
    return try findings(of: last)
  }

  /// The findings of a run: those of the run that it repeats, where it is a quiet one.
  public func findings(of run: RunRecord) throws(Failure) -> [Finding] {
    try findings(ofRun: run.repeats ?? run.id)
  }

  /// How many findings of each code a run has.
  public func findingCounts(of run: RunRecord) throws(Failure) -> [Finding.Code: Int] {
    var counts: [Finding.Code: Int] = [:]
    try connection.forEach(
      "SELECT code, count(*) FROM finding WHERE run_id = ? GROUP BY code", [.text(run.repeats ?? run.id)]
    ) { (row) throws(Failure) in
      if let code = Finding.Code(rawValue: row.text(0)) { counts[code] = row.int(1) }
    }
    return counts
  }

  /// The findings of a run that has a row, in the order in which they were recorded.
  public func findings(ofRun id: String) throws(Failure) -> [Finding] {
    let found: [Finding?] = try connection.rows(
      "SELECT code, subject, message, remedy, place FROM finding WHERE run_id = ? ORDER BY id", [.text(id)]
    ) { (row) throws(Failure) in
      // A code of a newer program is left out; its catalog would have been refused.
      guard let code = Finding.Code(rawValue: row.text(0)) else { return nil }
      let place = row.text(4)
      return Finding(
        code, subject: row.text(1), message: row.text(2), remedy: row.text(3),
        place: place.isEmpty
          ? nil : try decodeJSON(Finding.Place.self, place, in: connection.path, "the place of a finding"))
    }
    return found.compactMap { $0 }
  }

  /// Findings at error level of a run that did not stand, by code and subject, in the last finished `import` or
  /// `merge` before it: they decide about exit code 3.
  public func newErrors(ofRun id: String) throws(Failure) -> [Finding] {
    let previous = try lastFinishedRun(before: id)
    var standing: Set<[String]> = []
    if let previous {
      for finding in try findings(of: previous) {
        standing.insert([finding.code.rawValue, finding.subject])
      }
    }
    return try findings(ofRun: id).filter {
      $0.severity == .error && !standing.contains([$0.code.rawValue, $0.subject])
    }
  }

  /// What changed on a possession, oldest first.
  public func history(of itemID: String) throws(Failure) -> [ChangeRecord] {
    try connection.rows(
      "SELECT run_id, item_id, field, old, new FROM change WHERE item_id = ? ORDER BY id", [.text(itemID)]
    ) { (row) throws(Failure) in
      ChangeRecord(
        runID: row.text(0), itemID: row.text(1), field: row.text(2), old: row.optionalText(3),
        new: row.optionalText(4))
    }
  }
}
