import Files
package import PossessionsCore
import Recording
import Safekeeping

/// What `render` did.
package struct RenderOutcome: Sendable, Encodable {
  package var run: String
  package var made = 0
  package var failed = 0
  package var findings: [Finding] = []
  package var wasStopped = false

  package var exitCode: Int32 { wasStopped ? Failure.Kind.tryAgain.rawValue : 0 }

  private enum CodingKeys: String, CodingKey {
    case run, made, failed, findings
  }
}

/// Makes every missing or outdated rendition of a catalog.
package func runRender(
  catalog: BytePath, renditions: [RenditionDefinition], workers: Int, memory: Int64, lockTimeout: Double,
  _ environment: RunEnvironment
) throws(Failure) -> RenderOutcome {
  let settings = try Settings.read(catalog: catalog)
  let folder = try CatalogFolder.open(catalog, for: .writing)
  return try withRun(
    "render", folder, lockTimeout: lockTimeout, environment
  ) { (recorder, run) throws(Failure) in
    var outcome = RenderOutcome(run: run.id)
    let work = try recorder.reader.missingRenditions(
      mergedRenditions(settings.renditions + renditions))
    let pictures = work.isEmpty ? [:] : try recorder.reader.pictures()
    let pool = makeWorkerPool(workers: workers, memory: memory, environment)
    defer { pool.close() }
    let counts = try renderMissing(
      work, pool: pool, recorder: recorder, catalog: folder.root, run: run.id,
      pixelLimit: settings.pixelLimit, observe: environment.observe, picture: { pictures[$0] })
    outcome.made = counts.made
    outcome.failed = counts.failed
    outcome.findings = counts.findings
    outcome.wasStopped = counts.wasStopped
    return (
      outcome,
      RunEnd(
        status: counts.wasStopped ? .stopped : .finished, exitCode: outcome.exitCode,
        counts: ["renditions.made": counts.made, "changed": work.isEmpty ? 0 : 1])
    )
  }
}

/// How a run ends in its row.
struct RunEnd {
  var status: RunRecord.Status
  var exitCode: Int32
  var counts: [String: Int]
}

/// A writing command's frame: the lock, the recorder, the run's row from start to end, whatever happens between.
func withRun<Value>(
  _ command: String, _ folder: CatalogFolder, lockTimeout: Double, _ environment: RunEnvironment,
  _ body: (Recorder, RunRecord) throws(Failure) -> (Value, RunEnd)
) throws(Failure) -> Value {
  let lock = try folder.lock(.exclusive, timeout: lockTimeout)
  return try withRun(newRun(command, environment), try Recorder(folder, lock: lock), environment, body)
}

/// A run that begins now.
func newRun(_ command: String, inputsDigest: String? = nil, _ environment: RunEnvironment) -> RunRecord {
  RunRecord(
    id: environment.runID(), command: command, startedAt: environment.now(),
    versions: libraryVersions().merging(["possessions": environment.version]) { $1 },
    inputsDigest: inputsDigest)
}

/// The same with the catalog open already.
func withRun<Value>(
  _ run: RunRecord, _ recorder: Recorder, _ environment: RunEnvironment,
  _ body: (Recorder, RunRecord) throws(Failure) -> (Value, RunEnd)
) throws(Failure) -> Value {
  let folder = recorder.catalog
  try recorder.begin(run)
  environment.observe(.runStarted(run: run.id, command: run.command))
  do throws(Failure) {
    try folder.cleanStaging(except: run.id)
    let (value, end) = try body(recorder, run)
    // Where nothing changed since the last export this writes none.
    _ = try TextExport.write(recorder) { (sink) throws(Failure) in
      try exportItems(try recorder.reader.itemsContents(digest: try recorder.digest()), to: sink)
    }
    try recorder.finish(
      end.status, exitCode: Int(end.exitCode), counts: end.counts, finishedAt: environment.now())
    environment.observe(.runFinished(run: run.id, exitCode: end.exitCode))
    return value
  } catch {
    // The catalog itself may be what failed: the row then stays `running`, and the next run marks it interrupted. Where
    // the end is written already, only its check sum failed, and nothing is written or synced there once more.
    if recorder.run?.status == .running {
      try? recorder.finish(
        .failed, exitCode: Int(error.kind.rawValue), counts: [:], finishedAt: environment.now())
    }
    environment.observe(.runFinished(run: run.id, exitCode: error.kind.rawValue))
    throw error
  }
}

/// Defaults, then the others in order, later ones replacing by name.
func mergedRenditions(_ others: [RenditionDefinition]) -> [RenditionDefinition] {
  var definitions = RenditionDefinition.defaults
  for definition in others {
    if let index = definitions.firstIndex(where: { $0.name == definition.name }) {
      definitions[index] = definition
    } else {
      definitions.append(definition)
    }
  }
  return definitions
}

func makeWorkerPool(workers: Int, memory: Int64, _ environment: RunEnvironment) -> WorkerPool {
  var settings = WorkerPool.Settings(workers: workers)
  settings.program = environment.program
  settings.memory = memory
  settings.environment =
    [
      "VIPS_CONCURRENCY=1", "VIPS_BLOCK_UNTRUSTED=1", "MALLOC_ARENA_MAX=2", "LC_ALL=C.UTF-8", "TZ=UTC",
    ] + environment.workerEnvironment
  return WorkerPool(settings)
}
