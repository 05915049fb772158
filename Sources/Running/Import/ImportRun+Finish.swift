// The end of a run: findings weighed against the last run's, gates, the text export, the report, the run's own row.
import Files
import FoundationEssentials
import PossessionsCore
import Recording

extension ImportRun {
  /// Drops repeated findings, and counts the errors that did not stand in the last finished run.
  func finishFindings() {
    struct Identity: Hashable {
      var code: Finding.Code
      var subject: String
    }
    var seen: Set<Finding> = []
    outcome.findings = outcome.findings.filter { seen.insert($0).inserted }
    let old = Set(known.lastFindings.map { Identity(code: $0.code, subject: $0.subject) })
    outcome.newErrors = outcome.findings.count {
      $0.severity == .error && !old.contains(Identity(code: $0.code, subject: $0.subject))
    }
    outcome.failedGates = failedGates()
  }

  private func failedGates() -> [String] {
    request.gates.compactMap { gate in
      let count = outcome.findings.count { $0.code == gate.code }
      let whole = gate.code.rawValue.hasPrefix("photo") ? outcome.files.found : possessionCount
      let figure = gate.isPercentage ? Double(count) * 100 / Double(max(whole, 1)) : Double(count)
      guard figure > gate.limit else { return nil }
      return gate.isPercentage
        ? "\(gate.text): \(count) of \(whole)" : "\(gate.text): \(count)"
    }
  }

  func finish(_ folder: CatalogFolder, _ recorder: Recorder, run: RunRecord) throws(Failure) {
    finishFindings()
    try recorder.record(outcome.findings)
    if !outcome.wasStopped { try writeReports(folder, recorder, run: run) }
  }

  func counts() -> [String: Int] {
    [
      "files.found": outcome.files.found, "files.stored": outcome.files.stored,
      "files.already-stored": outcome.files.alreadyStored, "files.duplicate": outcome.files.duplicate,
      "files.refused": outcome.files.refused, "files.ignored": outcome.files.ignored,
      "rows.found": outcome.rows.found, "rows.created": outcome.rows.created,
      "rows.updated": outcome.rows.updated, "rows.unchanged": outcome.rows.unchanged,
      "rows.rejected": outcome.rows.rejected, "attachments.added": outcome.attachmentsAdded,
      "attachments.superseded": outcome.attachmentsSuperseded, "documents.added": outcome.documentsAdded,
      "possessions": possessionCount, "renditions.made": outcome.renditionsMade,
      "findings.error": outcome.findings.count { $0.severity == .error },
      "findings.warning": outcome.findings.count { $0.severity == .warning },
      "findings.new-errors": outcome.newErrors, "changed": outcome.didChange ? 1 : 0,
    ]
  }

  // MARK: A repetition

  /// SHA-256 over everything that decides the outcome beside the catalog itself: program, options, tables, and the
  /// stamps of all files. Equal over an unchanged catalog: there is nothing to do.
  func inputsDigest() -> String {
    var texts = [
      environment.version,
      "\(request.replaces) \(request.prunes) \(request.readsCodes) \(request.leader) \(request.dedupes)",
      "\(intakeOptions) \(request.since?.text ?? "")",
      renditions.map { $0.name + "=" + $0.signature }.joined(separator: " "), "\(settings)",
    ]
    texts += inputs.tableDigests.map(\.hex)
    var hasher = SHA256Hasher()
    for text in texts { hasher.update(Array(text.utf8) + [0]) }
    for source in inputs.sources {
      hasher.update(source.root.bytes + [0])
      for entry in source.listing.entries {
        let stamp = entry.stamp
        hasher.update(entry.path.bytes + [0])
        hasher.update(
          Array(
            "\(entry.kind.rawValue) \(stamp.size) \(stamp.modified) \(stamp.changed) \(stamp.inode)".utf8) + [
              0
            ])
      }
      for unreadable in source.listing.unreadable { hasher.update(unreadable.path.bytes + [1]) }
    }
    return hasher.finish().hex
  }

  /// The finished run that had the same inputs, where no run since has changed anything and nothing is missing.
  func repetition(
    of run: RunRecord, _ recorder: Recorder, _ folder: CatalogFolder
  ) throws(Failure) -> RunRecord? {
    guard request.hand == nil, !request.rehashes, recorder.foreignChange == nil else { return nil }
    for earlier in try recorder.reader.runs().reversed() where earlier.id != run.id {
      guard earlier.status == .finished else { return nil }
      if earlier.inputsDigest == run.inputsDigest {
        let there = try folder.originalsOnDisk()
        guard try recorder.reader.originals().allSatisfy({ there.contains($0) }) else { return nil }
        return try recorder.reader.missingRenditions(renditions).isEmpty ? earlier : nil
      }
      if earlier.counts["changed"] != 0 { return nil }
    }
    return nil
  }

  /// The last run's outcome over again: every file known, every row unchanged, the same findings.
  func repeatRun(_ earlier: RunRecord, _ recorder: Recorder) throws(Failure) {
    let counts = earlier.counts
    outcome.files.found = counts["files.found"] ?? 0
    outcome.files.refused = counts["files.refused"] ?? 0
    outcome.files.ignored = counts["files.ignored"] ?? 0
    outcome.files.alreadyStored = outcome.files.found - outcome.files.refused - outcome.files.ignored
    outcome.rows.found = counts["rows.found"] ?? 0
    outcome.rows.rejected = counts["rows.rejected"] ?? 0
    outcome.rows.unchanged = outcome.rows.found - outcome.rows.rejected
    possessionCount = counts["possessions"] ?? 0
    outcome.findings = try recorder.reader.findings(ofRun: earlier.id)
    known.lastFindings = try recorder.reader.lastFindings(before: outcome.run)
  }
}
