// Render: every missing or outdated rendition, one decode a picture, by the workers.
import Files
import PossessionsCore
import Recording

extension ImportRun {
  func render(
    _ pool: WorkerPool, _ recorder: Recorder, run: String
  ) throws(Failure) {
    let work = try recorder.reader.missingRenditions(renditions)
    let asked = Set(work.map(\.key))
    var names: [ImageKey: BytePath] = [:]
    for photo in photos.reversed() where asked.contains(photo.key) { names[photo.key] = photo.path }
    let counts = try renderMissing(
      work, pool: pool, recorder: recorder, catalog: request.catalog, run: run,
      pixelLimit: settings.pixelLimit, observe: environment.observe
    ) { key in
      guard var picture = known.pictures[key] else { return nil }
      if let name = names[key] { picture.originalName = name }
      return picture
    }
    outcome.renditionsMade += counts.made
    outcome.renditionsFailed += counts.failed
    for result in counts.results {
      known.pictures[result.key]?.state = result.state
      if let hash = result.perceptualHash { known.pictures[result.key]?.perceptualHash = hash }
    }
    for finding in counts.findings { note(finding) }
    outcome.wasStopped = outcome.wasStopped || counts.wasStopped
    if !work.isEmpty { outcome.didChange = true }
  }
}

/// What a rendering step did.
struct RenderCounts {
  var made = 0
  /// Pictures of which nothing could be shown.
  var failed = 0
  var wasStopped = false
  var findings: [Finding] = []
  /// One for each picture, without its renditions.
  var results: [RenderedResult] = []
}

/// Renders what the catalog misses and records it. `import`, `render`, `edit` and `merge` all come here.
///
/// - Parameter picture: what is known of a picture: its name for messages, its size for the estimate.
func renderMissing(
  _ work: [MissingRenditions], pool: WorkerPool, recorder: Recorder, catalog: BytePath, run: String,
  pixelLimit: Int, observe: (Event) -> Void, picture: (ImageKey) -> PictureRecord?
) throws(Failure) -> RenderCounts {
  var counts = RenderCounts()
  guard !work.isEmpty else { return counts }
  observe(.stepStarted(step: "render", total: work.count))
  func job(_ index: Int) -> WorkerPool.QueuedJob {
    let missing = work[index]
    // Edits and renditions at the picture's own scale work on all pixels at once.
    let isEdited = missing.recipe != nil || missing.definitions.contains { $0.mode == .center }
    let cost = renderCost(
      of: picture(missing.key)?.facts ?? PhotoFacts(mediaType: missing.mediaType), isEdited: isEdited)
    return WorkerPool.QueuedJob(
      .render(
        RenderJob(
          id: index, catalog: catalog, run: run, key: missing.key, original: missing.original,
          mediaType: missing.mediaType, recipe: missing.recipe, outputs: missing.outputs,
          pixelLimit: pixelLimit)),
      memory: cost.memory, seconds: cost.seconds)
  }
  let isComplete = try pool.run(work.count, job: job) { done in
    observe(.stepProgress(step: "render", done: done, total: work.count))
  } collect: { (answers) throws(Failure) in
    var results: [(job: RenderJob, result: RenderedResult)] = []
    for (job, answer) in answers {
      guard case .render(let render) = job else { preconditionFailure("only renderings are given out here") }
      let missing = work[job.id]
      let subject = (picture(missing.key)?.originalName ?? missing.original).description
      var result: RenderedResult
      switch answer {
      case .result(.rendered(let rendered)):
        result = rendered
      case .result(.failed(let failed)):
        throw Failure(
          Failure.Kind(rawValue: failed.exitCode) ?? .internalError, subject: failed.subject,
          message: failed.message, remedy: failed.remedy)
      case .result(.stored), .result(.looked), .result(.previewed):
        throw Failure(.internalError, message: "a worker answered a rendering with something else")
      case .died:
        result = lost(missing, subject: subject, "the decoder died of it or ran out of memory")
      case .tookTooLong(let seconds):
        result = lost(missing, subject: subject, "decoding took longer than \(Int(seconds)) s")
      }
      for index in result.findings.indices { result.findings[index].subject = subject }
      counts.findings += result.findings
      counts.made += result.renditions.count
      if result.renditions.isEmpty { counts.failed += 1 }
      results.append((render, result))
      observe(.rendered(result))
      result.renditions = []
      counts.results.append(result)
    }
    try recorder.record(results)
  }
  counts.wasStopped = !isComplete
  return counts
}

private func lost(_ missing: MissingRenditions, subject: String, _ message: String) -> RenderedResult {
  RenderedResult(
    id: 0, key: missing.key, state: .undecodable,
    findings: [
      Finding(
        .photoUndecodable, subject: subject, message: message,
        remedy: "the original is kept; open it in another program and add a copy saved as JPEG")
    ])
}

/// What rendering a picture may take, from its header's facts: bytes above the worker's own, and seconds.
func renderCost(of facts: PhotoFacts, isEdited: Bool) -> (memory: Int64, seconds: Double) {
  let pixels = Double(facts.width ?? 4000) * Double(facts.height ?? 3000)
  return (Int64(facts.estimatedMemory(isEdited: isEdited)), 30 + pixels / (isEdited ? 1_000_000 : 2_000_000))
}
