// The way through, for one import or plan: inputs → take in → match → plan → record → render → report.
// Each step is an extension in a file of its own; this file is the order, and what the steps hand on.
import Files
import FoundationEssentials
package import PossessionsCore
import Recording

/// Runs an import, or makes a plan of one.
///
/// - Throws: what stops the whole run. What is wrong with one input is a finding of the outcome.
package func runImport(
  _ request: ImportRequest, _ environment: RunEnvironment
) throws(Failure) -> ImportOutcome {
  let run = ImportRun(request, environment)
  return try run.perform()
}

/// One import. Lives for one run; the parent process alone owns it.
final class ImportRun {
  let request: ImportRequest
  let environment: RunEnvironment
  var outcome = ImportOutcome()
  var settings = Settings()
  var inputs = Inputs()
  /// The catalog as it stands, brought up to date as files are taken in. Empty where there is none yet.
  var known = KnownCatalog()
  /// Every listed file that has a key, with its facts.
  var photos: [MatchablePhoto] = []

  init(_ request: ImportRequest, _ environment: RunEnvironment) {
    self.request = request
    self.environment = environment
  }

  func perform() throws(Failure) -> ImportOutcome {
    // Everything that can refuse the run is read before the first write.
    settings = try Settings.read(catalog: request.catalog)
    inputs = try readInputs()
    if request.isDryRun {
      try dryRun()
    } else {
      try writingRun()
    }
    precondition(outcome.files.isBalanced, "every file is accounted for: \(outcome.files)")
    precondition(outcome.rows.isBalanced, "every row is accounted for: \(outcome.rows)")
    return outcome
  }

  private func dryRun() throws(Failure) {
    if CatalogFolder.exists(at: request.catalog) {
      let reader = try CatalogReader(opening: request.catalog)
      known = try KnownCatalog(reader, sources: inputs.sources)
    }
    let pool = makePool()
    defer { pool.close() }
    try takeIn(pool, run: "plan", recorder: nil)
    let plan = try decide(now: environment.now())
    outcome.plan = plan
    outcome.didChange = plan.changesAnything || outcome.files.stored > 0
    finishFindings(previous: known.lastFindings)
  }

  private func writingRun() throws(Failure) {
    let folder = try openFolder()
    let lock = try folder.lock(timeoutSeconds: request.lockTimeoutSeconds)
    defer { lock.release() }
    let recorder = try Recorder(opening: folder)
    let id = environment.runID()
    outcome.run = id
    known = try KnownCatalog(recorder.reader, sources: inputs.sources)
    let run = RunRecord(
      id: id, command: "import", startedAt: environment.now(),
      versions: libraryVersions().merging(["possessions": environment.version]) { $1 },
      inputsDigest: inputsDigest())
    try recorder.begin(run)
    environment.observe(.runStarted(run: id, command: "import"))
    do {
      try folder.cleanStaging(except: id)
      if try isRepetition(of: run, recorder) {
        try repeatLastRun(recorder)
      } else {
        try wholeWay(folder, recorder, run: id)
      }
      try finish(folder, recorder, run: run)
    } catch {
      // The catalog itself may be what failed: the run then stays `running`, and the next one marks it interrupted.
      try? recorder.finish(
        id, status: .failed, exitCode: Int(error.kind.rawValue), counts: counts(), at: environment.now())
      throw error
    }
  }

  private func wholeWay(_ folder: CatalogFolder, _ recorder: Recorder, run: String) throws(Failure) {
    let pool = makePool()
    defer { pool.close() }
    guard try takeIn(pool, run: run, recorder: recorder) else { return }
    environment.observe(.stepStarted(step: "match", total: photos.count))
    let plan = try decide(now: environment.now())
    if plan.changesAnything {
      environment.observe(.stepStarted(step: "record", total: plan.rows.count))
      try recorder.record(plan, run: run, at: environment.now())
      for decision in plan.attachments { environment.observe(.attached(decision)) }
      outcome.didChange = true
    }
    try render(pool, folder, recorder, run: run)
  }

  private func openFolder() throws(Failure) -> CatalogFolder {
    if CatalogFolder.exists(at: request.catalog) { return try CatalogFolder(opening: request.catalog) }
    if request.mustExist {
      throw Failure(
        .wrongCatalog, subject: request.catalogAsTyped.description, message: "there is no catalog here",
        remedy: "check that the disk is mounted, or leave --existing out to make a new one")
    }
    return try CatalogFolder.create(at: request.catalog, inExistingFolder: request.mayCreate)
  }

  func makePool() -> WorkerPool {
    var settings = WorkerPool.Settings(workers: request.workers)
    settings.program = environment.program
    settings.memory = request.memory
    settings.environment = environment.workerEnvironment
    return WorkerPool(settings)
  }

  /// The definitions in force: defaults, then settings, then arguments, later ones replacing by name.
  var renditions: [RenditionDefinition] {
    var definitions = RenditionDefinition.defaults
    for definition in settings.renditions + request.renditions {
      if let index = definitions.firstIndex(where: { $0.name == definition.name }) {
        definitions[index] = definition
      } else {
        definitions.append(definition)
      }
    }
    return definitions
  }
}

extension ImportPlan {
  var changesAnything: Bool {
    !attachments.isEmpty || !documents.isEmpty || !phoneEdits.isEmpty
      || rows.contains { $0.verb != .unchanged }
  }
}
