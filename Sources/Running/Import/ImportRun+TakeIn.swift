// Take in: every listed file ends in exactly one class, and every picture in the store, before anything is decoded.
import Files
import PossessionsCore
import Recording

extension ImportRun {
  /// A file that a worker has to read.
  struct FileToRead {
    var source: Inputs.Source
    var entry: ListedEntry
  }

  /// - Returns: false where a signal asked to stop.
  func takeIn(
    _ pool: WorkerPool, run: String, folder: CatalogFolder?, recorder: Recorder?
  ) throws(Failure) -> Bool {
    let toRead = try sortFiles(onDisk: folder?.originalsOnDisk())
    environment.observe(.stepStarted(step: "take in", total: toRead.count))
    guard !toRead.isEmpty else { return true }
    // A worker that died of a file's metadata gets the file again without reading any: the original must be kept.
    var secondTries: [WorkerPool.QueuedJob] = []
    var isComplete = try pool.run(
      toRead.count, job: { job(for: toRead[$0], id: $0, run: run, isStoring: recorder != nil) }
    ) { done in
      environment.observe(.stepProgress(step: "take in", done: done, total: toRead.count))
    } collect: { (answers) throws(Failure) in
      try collect(answers, toRead, recorder, again: { secondTries.append($0) })
    }
    if isComplete, !secondTries.isEmpty {
      isComplete = try pool.run(secondTries) { _ in
      } collect: { (answers) throws(Failure) in
        try collect(answers, toRead, recorder, again: nil)
      }
    }
    outcome.wasStopped = !isComplete
    if !isComplete { accountForUnread(toRead.count) }
    return isComplete
  }

  /// Sorts the listing into what is known, what is passed over, and what has to be read.
  ///
  /// - Parameter onDisk: the originals that are there, so that a missing one is put back when its bytes come by
  ///   again; nil in a plan.
  private func sortFiles(onDisk: Set<BytePath>?) throws(Failure) -> [FileToRead] {
    var toRead: [FileToRead] = []
    for source in inputs.sources {
      for unreadable in source.listing.unreadable {
        outcome.files.found += 1
        outcome.files.refused += 1
        outcome.findings.append(
          photoFinding(
            .photoRefused, source, unreadable.path,
            message: "the folder cannot be read: \(unreadable.failure.message)",
            remedy: "give this user the right to read it, and run again"))
      }
      let classified = classify(source.listing.entries.map(\.path))
      var older = 0
      for (entry, classified) in zip(source.listing.entries, classified) {
        outcome.files.found += 1
        switch entry.kind {
        case .file, .linkedFile:
          break
        case .linkedFolder:
          outcome.files.ignored += 1
          note(
            photoFinding(
              .fileIgnored, source, entry.path, message: "this is a link to a folder inside the photo folder",
              remedy: "nothing to do: that folder is read under its own name"))
          continue
        default:
          refuse(
            source, entry.path, message: "this is \(entry.kind.words), not a file",
            remedy: "replace it by the photo itself")
          continue
        }
        // What a person names file by file is told by its content alone.
        if let finding = classified.finding, hand?.namesFiles != true {
          outcome.files.ignored += 1
          note(placed(finding, source, entry.path))
          continue
        }
        if let remembered = known.files[source.root.appending(entry.path)],
          remembered.stamp == entry.stamp, !request.rehashes
        {
          guard let key = remembered.key else {
            remembered.findings.contains { $0.code == .photoRefused }
              ? (outcome.files.refused += 1) : (outcome.files.ignored += 1)
            for finding in remembered.findings { note(placed(finding, source, entry.path)) }
            continue
          }
          if let picture = known.pictures[key], onDisk?.contains(picture.original) ?? true {
            outcome.files.alreadyStored += 1
            photos.append(MatchablePhoto(picture, root: source.root, path: entry.path))
            for finding in remembered.findings { note(placed(finding, source, entry.path)) }
            continue
          }
        } else if known.files[source.root.appending(entry.path)] == nil,
          request.since?.isOlder(entry.stamp) == true
        {
          outcome.files.ignored += 1
          older += 1
          continue
        }
        toRead.append(FileToRead(source: source, entry: entry))
      }
      if older > 0, let since = request.since {
        note(
          Finding(
            .fileIgnored, subject: source.typed.description,
            message: "\(older) unknown files are older than --since \(since.text) and were not taken in",
            remedy: "import once without --since to take them in"))
      }
    }
    return toRead
  }

  private func job(
    for file: FileToRead, id: Int, run: String, isStoring: Bool, careful: Bool = false
  ) -> WorkerPool.QueuedJob {
    let megabytes = Double(file.entry.stamp.size) / 1_000_000
    return WorkerPool.QueuedJob(
      .takeIn(
        TakeInJob(
          id: id, root: file.source.root, path: file.entry.path, catalog: request.catalog, run: run,
          store: isStoring, careful: careful)),
      // Reading is slow on a network or an old card: 2 MB a second at the least.
      memory: 8 << 20, seconds: 30 + megabytes / 2)
  }

  private func collect(
    _ answers: [(job: Job, answer: WorkerPool.Answer)], _ files: [FileToRead], _ recorder: Recorder?,
    again: ((WorkerPool.QueuedJob) -> Void)?
  ) throws(Failure) {
    var batch: [TakenFile] = []
    for (job, answer) in answers {
      let file = files[job.id]
      let problem: String
      switch answer {
      case .result(.stored(let result)):
        batch.append(TakenFile(source: file.source, entry: file.entry, result: result))
        continue
      case .result(.failed(let failed)):
        throw Failure(
          Failure.Kind(rawValue: failed.exitCode) ?? .internalError, subject: failed.subject,
          message: failed.message, remedy: failed.remedy)
      case .result(.looked), .result(.rendered), .result(.previewed):
        throw Failure(.internalError, message: "a worker answered a take-in with something else")
      case .died: problem = "the worker that read it died"
      case .tookTooLong(let seconds): problem = "reading it took longer than \(Int(seconds)) s"
      }
      if let again, case .takeIn(let first) = job, !first.careful {
        again(self.job(for: file, id: job.id, run: first.run, isStoring: first.store, careful: true))
      } else {
        refuse(
          file.source, file.entry.path, message: problem,
          remedy: "look at the file; run again to try once more")
      }
    }
    guard !batch.isEmpty else { return }
    try record(batch, recorder)
  }

  private func record(_ batch: [TakenFile], _ recorder: Recorder?) throws(Failure) {
    // One text for all of them.
    let now = environment.now()
    if let recorder {
      _ = try recorder.record(
        batch.map { taken in
          // A file keeps the folder under which it is remembered, also where one above or below it is read now.
          let before = known.files[taken.source.root.appending(taken.entry.path)]
          return TakenIn(
            root: before?.root ?? taken.source.root, path: before?.path ?? taken.entry.path,
            result: taken.result)
        },
        now: now)
    }
    for taken in batch { account(for: taken, now: now) }
  }

  private func account(for taken: TakenFile, now: String) {
    let result = taken.result
    for finding in result.findings { note(placed(finding, taken.source, taken.entry.path)) }
    switch result.outcome {
    case .refused:
      outcome.files.refused += 1
      return
    case .ignored:
      outcome.files.ignored += 1
      return
    case .stored, .present, .examined:
      break
    }
    guard let key = result.key, let sha256 = result.sha256, var facts = result.facts else {
      preconditionFailure("a stored file has a key, a digest and facts")
    }
    // Another name of a picture that was looked at before.
    facts.codes = known.pictures[key]?.facts.codes
    let full = taken.source.root.appending(taken.entry.path)
    let earlier = known.files[full]
    let isKnown = known.pictures[key] != nil
    if earlier?.key == key {
      outcome.files.alreadyStored += 1
      if result.outcome == .stored, isKnown {
        note(
          photoFinding(
            .photoRestored, taken.source, taken.entry.path,
            message: "its original was missing from the store and is there again",
            remedy: "run possessions verify to see whether others are missing"))
        outcome.didChange = true
      }
    } else if isKnown {
      outcome.files.duplicate += 1
      outcome.didChange = true
    } else {
      outcome.files.stored += 1
      outcome.didChange = true
    }
    if let old = earlier?.key, old != key { replacedKeys[old] = key }
    let original = result.original ?? BytePath([])
    let picture =
      known.pictures[key]
      ?? PictureRecord(
        key: key, sha256: sha256, byteSize: result.byteSize ?? 0, facts: facts,
        originalName: taken.entry.path, original: original, importedAt: now,
        importedByRun: outcome.run ?? "")
    if !isKnown { known.pictures[key] = picture }
    known.files[full] = SourceFileRecord(
      root: taken.source.root, path: taken.entry.path, stamp: result.stamp ?? taken.entry.stamp, key: key,
      findings: result.findings)
    // A sidecar may say more of one name of a picture than of another.
    var photo = MatchablePhoto(picture, root: taken.source.root, path: taken.entry.path)
    if facts != picture.facts { photo.facts = facts }
    photos.append(photo)
    environment.observe(
      .picked(
        Event.Picked(
          source: taken.source.typed.appending(taken.entry.path), key: key, sha256: sha256,
          byteSize: result.byteSize ?? 0,
          mediaType: facts.mediaType, original: original, isDuplicate: isKnown, facts: facts)))
  }

  /// After a stop: what no worker has read is not in the sums of this run.
  private func accountForUnread(_ count: Int) {
    let files = outcome.files
    let accounted = files.stored + files.alreadyStored + files.duplicate + files.refused + files.ignored
    precondition(files.found - accounted <= count, "only unread files are unaccounted")
    outcome.files.found = accounted
  }

  // MARK: Findings

  func note(_ finding: Finding) {
    outcome.findings.append(finding)
    environment.observe(.finding(finding))
  }

  private func refuse(_ source: Inputs.Source, _ path: BytePath, message: String, remedy: String) {
    outcome.files.refused += 1
    note(photoFinding(.photoRefused, source, path, message: message, remedy: remedy))
  }

  /// A finding about a photo: its subject is the path in the photo folder, the same from a shell and from cron;
  /// its place is the path as typed.
  func photoFinding(
    _ code: Finding.Code, _ source: Inputs.Source, _ path: BytePath, message: String, remedy: String
  ) -> Finding {
    placed(Finding(code, subject: path.description, message: message, remedy: remedy), source, path)
  }

  private func placed(_ finding: Finding, _ source: Inputs.Source, _ path: BytePath) -> Finding {
    var finding = finding
    finding.subject = path.description
    finding.place = Finding.Place(file: source.typed.appending(path).description)
    return finding
  }
}

/// One file that a worker has read.
private struct TakenFile {
  var source: Inputs.Source
  var entry: ListedEntry
  var result: StoredResult
}
