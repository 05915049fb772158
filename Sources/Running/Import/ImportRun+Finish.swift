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
    outcome.findingCounts = outcome.findings.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
    outcome.failedGates = failedGates()
  }

  func failedGates() -> [String] {
    request.gates.compactMap { gate in
      let count = outcome.findingCounts[gate.code] ?? 0
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
      "findings.error": outcome.findingCount(.error), "findings.warning": outcome.findingCount(.warning),
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
}
