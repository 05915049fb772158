// A quiet run: nothing moved since a finished import of the same inputs, so that its outcome is the outcome once more. The
// catalog is not written.
import Files
import PossessionsCore
import Recording
import Safekeeping

extension ImportRun {
  /// Whether a repetition may be taken for granted at all.
  private var mayBeQuiet: Bool { request.hand == nil && !request.rehashes && request.expected == nil }

  /// Ends the run as a quiet one where an earlier quiet run left a note of how everything stood, and all of it still
  /// stands so.
  func isQuietAgain(_ run: RunRecord, _ folder: CatalogFolder) throws(Failure) -> Bool {
    guard mayBeQuiet, let standing = try StandingCatalog.read(folder), standing.inputs == run.inputsDigest,
      hasReports(folder)
    else { return false }
    for (name, count) in standing.findings {
      // A code of another program: its notes are none of ours.
      guard let code = Finding.Code(rawValue: name) else { return false }
      outcome.findingCounts[code] = count
    }
    let findings = { () throws(Failure) in try CatalogReader(lockedIn: folder).findings(of: standing.run) }
    try endQuietly(
      run, repeating: standing.run, after: standing.after, digest: standing.digest, folder, findings: findings
    )
    return true
  }

  /// The same by looking at everything: the catalog's bytes, and the names of all originals and renditions. Leaves a note
  /// for the next run.
  func isQuiet(_ run: RunRecord, _ recorder: Recorder) throws(Failure) -> Bool {
    guard mayBeQuiet, let inputs = run.inputsDigest, recorder.foreignChange == nil else { return false }
    let folder = recorder.catalog
    let reader = recorder.reader
    let (stamp, folders) = (try folder.catalogStamp(), try folder.folderDigest())
    let runs = try reader.runs()
    guard hasReports(folder), let before = runs.last,
      let earlier = try repetition(of: inputs, among: runs, reader, folder),
      try TextExport.isCurrent(recorder)
    else { return false }
    outcome.findingCounts = try reader.findingCounts(of: earlier)
    let standing = runs.last { $0.isWhole }
    let isStanding = standing.map { ($0.repeats ?? $0.id) == earlier.id } ?? false
    if let standing, !isStanding {
      // Another import came between: what stands in the catalog now is compared with.
      known.lastFindings = try reader.findings(of: standing)
      outcome.findings = try reader.findings(of: earlier)
      finishFindings()
    }
    // Before the log: once that stands, the run has ended well. Who goes by the note compares findings with none.
    if !isStanding { try StandingCatalog.forget(folder) }
    if isStanding, let stamp, let folders, try folder.catalogStamp() == stamp,
      try folder.folderDigest() == folders
    {
      let counts = outcome.findingCounts.map { ($0.key.rawValue, $0.value) }
      try StandingCatalog(
        catalog: stamp, folders: folders, inputs: inputs, run: earlier, after: run.id,
        digest: before.catalogDigest, findings: Dictionary(uniqueKeysWithValues: counts)
      ).write(folder)
    }
    try endQuietly(
      run, repeating: earlier, after: before.id, digest: before.catalogDigest, folder,
      findings: { () throws(Failure) in try reader.findings(of: earlier) })
    return true
  }

  private func hasReports(_ folder: CatalogFolder) -> Bool {
    (report?.formats ?? []).allSatisfy { folder.contains(BytePath("reports/inventory.\($0)")) }
  }

  /// The finished run with a row that had the same inputs, where no run since has changed anything and nothing is missing.
  private func repetition(
    of inputs: String, among runs: [RunRecord], _ reader: CatalogReader, _ folder: CatalogFolder
  ) throws(Failure) -> RunRecord? {
    for run in runs.reversed() {
      guard run.status == .finished else { return nil }
      if run.inputsDigest == inputs {
        let there = try folder.originalsOnDisk()
        guard try reader.originals().allSatisfy({ there.contains($0) }),
          try reader.missingRenditions(renditions).isEmpty
        else { return nil }
        return run.repeats.map { id in runs.first { $0.id == id } } ?? run
      }
      if run.counts["changed"] != 0 { return nil }
    }
    return nil
  }

  /// Every file known, every row unchanged, the same findings.
  private func endQuietly(
    _ run: RunRecord, repeating earlier: RunRecord, after: String, digest: String?, _ folder: CatalogFolder,
    findings: () throws(Failure) -> [Finding]
  ) throws(Failure) {
    environment.observe(.runStarted(run: run.id, command: run.command))
    try folder.cleanStaging(except: nil)
    let counts = earlier.counts
    outcome.files.found = counts["files.found"] ?? 0
    outcome.files.refused = counts["files.refused"] ?? 0
    outcome.files.ignored = counts["files.ignored"] ?? 0
    outcome.files.alreadyStored = outcome.files.found - outcome.files.refused - outcome.files.ignored
    outcome.rows.found = counts["rows.found"] ?? 0
    outcome.rows.rejected = counts["rows.rejected"] ?? 0
    outcome.rows.unchanged = outcome.rows.found - outcome.rows.rejected
    possessionCount = counts["possessions"] ?? 0
    outcome.failedGates = failedGates()
    if request.wantsFindings || outcome.exitCode != 0 { outcome.findings = try findings() }
    var ended = run
    ended.status = .finished
    ended.exitCode = Int(outcome.exitCode)
    ended.counts = self.counts()
    ended.finishedAt = environment.now()
    ended.catalogDigest = digest
    ended.repeats = earlier.id
    try folder.recordQuiet(ended, after: after)
    environment.observe(.runFinished(run: run.id, exitCode: outcome.exitCode))
  }
}
