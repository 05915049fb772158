// A quiet run is an import that found nothing to do. It leaves the catalog's file as it is, byte for byte: its log
// alone tells of it, written whole at its end, and is read as if it were a row of table `run`. What it would have
// found again (the same findings) is not stored again.
public import Files
public import PossessionsCore

/// Begins the log of a quiet run.
private struct QuietRunStarted: Codable {
  var run: String
  var command: String
  var startedAt: String
  var versions: [String: String]
  var inputsDigest: String?
  /// The run whose outcome is this one's as well.
  var repeats: String
  /// The run before it, with a row or quiet.
  var after: String

  private enum CodingKeys: String, CodingKey {
    case run, command, versions, repeats, after
    case startedAt = "started_at"
    case inputsDigest = "inputs_digest"
  }
}

/// Ends it.
private struct QuietRunFinished: Codable {
  var run: String
  var status: RunRecord.Status
  var exit: Int
  var finishedAt: String
  var counts: [String: Int]
  var digest: String?

  private enum CodingKeys: String, CodingKey {
    case run, status, exit, counts, digest
    case finishedAt = "finished_at"
  }
}

/// A quiet run, and where it belongs among the others.
struct QuietRun {
  var run: RunRecord
  /// The id of the run before it.
  var after: String
}

extension CatalogFolder {
  /// Writes the log of a quiet run: it is there whole or not at all.
  ///
  /// - Parameters:
  ///   - run: finished, with the run that it repeats.
  ///   - after: the id of the run before it, with a row or quiet.
  public func recordQuiet(_ run: RunRecord, after: String) throws(Failure) {
    guard let repeats = run.repeats, let finishedAt = run.finishedAt, let exitCode = run.exitCode else {
      preconditionFailure("a quiet run repeats another and has come to its end")
    }
    let started = QuietRunStarted(
      run: run.id, command: run.command, startedAt: run.startedAt, versions: run.versions,
      inputsDigest: run.inputsDigest, repeats: repeats, after: after)
    let finished = QuietRunFinished(
      run: run.id, status: run.status, exit: exitCode, finishedAt: finishedAt, counts: run.counts,
      digest: run.catalogDigest)
    let lines = canonicalJSON(started) + "\n" + canonicalJSON(finished) + "\n"
    try publish(Array(lines.utf8), at: BytePath("runs/\(run.id).jsonl"))
  }

  /// What the log of a run without a row says; nil where it is not the log of a quiet run.
  func quietRun(_ log: BytePath) throws(Failure) -> QuietRun? {
    let path = BytePath("runs").appending(log)
    let text = String(decoding: try open(path).readToEnd(limit: 1 << 16), as: UTF8.self)
    let lines = text.split(separator: "\n").map(String.init)
    guard lines.count == 2,
      let started = try? decodeJSON(QuietRunStarted.self, lines[0], in: path, "the log"),
      let finished = try? decodeJSON(QuietRunFinished.self, lines[1], in: path, "the log"),
      BytePath(started.run + ".jsonl") == log, finished.run == started.run
    else { return nil }
    let run = RunRecord(
      id: started.run, command: started.command, startedAt: started.startedAt,
      finishedAt: finished.finishedAt,
      status: finished.status, exitCode: finished.exit, counts: finished.counts, versions: started.versions,
      inputsDigest: started.inputsDigest, catalogDigest: finished.digest, repeats: started.repeats)
    return QuietRun(run: run, after: started.after)
  }
}

extension CatalogReader {
  /// Runs with a row and quiet ones in the order in which they began.
  ///
  /// - Parameter rows: the runs that have a row, the first first.
  /// - Returns: each run, with the place in `rows` of the last one before it that has a row, or its own.
  func withQuietRuns(_ rows: [RunRecord]) throws(Failure) -> [(run: RunRecord, row: Int)] {
    let known = Set(rows.map(\.id))
    var followers: [String: [RunRecord]] = [:]
    for log in try catalog.runLogs() where !known.contains(log.stem.text ?? "") {
      // A log that cannot be read is no quiet run, and verify tells of it.
      guard let found = (try? catalog.quietRun(log)) ?? nil, let repeats = found.run.repeats,
        known.contains(repeats)
      else { continue }
      followers[found.after, default: []].append(found.run)
    }
    var all: [(run: RunRecord, row: Int)] = []
    for (number, row) in rows.enumerated() {
      // The next one last. What follows a run comes before its later brothers.
      var waiting = [row]
      while let run = waiting.popLast() {
        all.append((run, number))
        let next = followers.removeValue(forKey: run.id) ?? []
        waiting += next.sorted { ($0.startedAt, $0.id) > ($1.startedAt, $1.id) }
      }
    }
    return all
  }
}
