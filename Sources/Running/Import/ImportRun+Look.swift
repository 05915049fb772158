// Look: the pixels of some pictures before it is decided where they belong. It costs a decode, so it is done where a
// code may decide, or where near-duplicates are to be left out, and once for each picture.
import Files
import PossessionsCore
import Recording

extension ImportRun {
  /// - Returns: false where a signal asked to stop.
  func look(
    _ pool: WorkerPool, _ items: [MatchableItem], folder: CatalogFolder?, recorder: Recorder?
  ) throws(Failure) -> Bool {
    let jobs = lookJobs(items, folder: folder)
    guard !jobs.isEmpty else { return true }
    environment.observe(.stepStarted(step: "look", total: jobs.count))
    let places = Dictionary(grouping: photos.indices) { photos[$0].key }
    let isComplete = try pool.run(jobs.map(\.job)) { done in
      environment.observe(.stepProgress(step: "look", done: done, total: jobs.count))
    } collect: { (answers) throws(Failure) in
      var looked: [(key: ImageKey, result: LookedResult)] = []
      for (job, answer) in answers {
        guard case .look(let asked) = job else { preconditionFailure("only looks are given out here") }
        var result = LookedResult(id: job.id, codes: asked.readsCodes ? [] : nil)
        // A picture that costs a worker has nothing to show; rendering will say so.
        if case .result(.looked(let found)) = answer { result = found }
        looked.append((jobs[job.id].key, result))
      }
      try recorder?.record(looked)
      for (key, result) in looked { remember(result, of: key, at: places[key] ?? []) }
    }
    if recorder != nil { outcome.didChange = true }
    outcome.wasStopped = outcome.wasStopped || !isComplete
    return isComplete
  }

  private func remember(_ result: LookedResult, of key: ImageKey, at places: [Int]) {
    if let hash = result.perceptualHash { known.pictures[key]?.perceptualHash = hash }
    guard let codes = result.codes else { return }
    known.pictures[key]?.facts.codes = codes
    for index in places { photos[index].facts.codes = codes }
  }

  private func lookJobs(
    _ items: [MatchableItem], folder: CatalogFolder?
  ) -> [(job: WorkerPool.QueuedJob, key: ImageKey)] {
    let readable = photos.filter { $0.facts.mediaType.isPicture }
    let unread = readable.filter { $0.facts.codes == nil || request.rehashes }
    let toRead = keysToRead(unread, items)
    var seen: Set<ImageKey> = []
    var jobs: [(job: WorkerPool.QueuedJob, key: ImageKey)] = []
    for photo in readable {
      guard seen.insert(photo.key).inserted, let picture = known.pictures[photo.key] else { continue }
      let readsCodes = toRead.contains(photo.key)
      let hashes = request.dedupes && picture.perceptualHash == nil
      guard readsCodes || hashes else { continue }
      let cost = renderCost(of: picture.facts, isEdited: false)
      let job = LookJob(
        id: jobs.count, file: folder?.path(picture.original) ?? photo.root.appending(photo.path),
        mediaType: picture.facts.mediaType, readsCodes: readsCodes, hashes: hashes,
        pixelLimit: settings.pixelLimit)
      jobs.append(
        (WorkerPool.QueuedJob(.look(job), memory: cost.memory, seconds: cost.seconds), photo.key))
    }
    return jobs
  }

  /// All that were not read yet where codes are asked for; else those that no other rule decides.
  private func keysToRead(_ unread: [MatchablePhoto], _ items: [MatchableItem]) -> Set<ImageKey> {
    if unread.isEmpty { return [] }
    if request.readsCodes || request.leader { return Set(unread.map(\.key)) }
    guard !items.isEmpty else { return [] }
    let unreadKeys = Set(unread.map(\.key)).subtracting(known.attachments.map(\.key))
    guard !unreadKeys.isEmpty else { return [] }
    var keys: Set<ImageKey> = []
    for decision in matchPhotos(items).decisions where decision.photo < photos.count {
      let key = photos[decision.photo].key
      switch decision.verdict {
      case .unmatched, .ambiguous: if unreadKeys.contains(key) { keys.insert(key) }
      case .matched, .leftOut: continue
      }
    }
    return keys
  }
}

extension MediaType {
  /// Whether the file is a picture that may be decoded.
  fileprivate var isPicture: Bool {
    switch self {
    case .jpeg, .png, .webp, .gif, .tiff, .heic, .avif, .bmp, .raw: true
    case .pdf, .movie, .svg, .unknown: false
    }
  }
}
