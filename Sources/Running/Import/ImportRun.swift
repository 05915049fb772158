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
  /// Pictures that `--dedupe` leaves out, each with the one that stands for it.
  var leftOut: [ImageKey: ImageKey] = [:]
  /// Documents, and what a phone shows for an original: never near-duplicates.
  var notCompared: Set<ImageKey> = []
  /// Keys of pictures that each possession will have, by item id.
  var picturesAfter: [String: Set<ImageKey>] = [:]
  /// The documents at the end, with their policy and life table.
  var report: ReportRequest?
  /// Possessions that hold after the run.
  var possessionCount = 0
  /// New bytes at a known path: the key that was there, and the one that is there now.
  var replacedKeys: [ImageKey: ImageKey] = [:]
  /// What the matching decided; nil before it did.
  var matched: MatchResult?
  /// What `attach` and `detach` name, found; nil in an import.
  var hand: Hand?

  init(_ request: ImportRequest, _ environment: RunEnvironment) {
    self.request = request
    self.environment = environment
  }

  func perform() throws(Failure) -> ImportOutcome {
    // Everything that can refuse the run is read before the first write.
    settings = try Settings.read(catalog: request.catalog)
    if request.hand != nil {
      known = try KnownCatalog(
        CatalogReader(snapshotOf: CatalogFolder.open(request.catalogAsTyped, for: .reading)))
      hand = try findNamed()
    }
    inputs = try readInputs()
    report = try readReport()
    try requirePlannedInputs()
    try requireSheetApart()
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
    var catalogDigest: SHA256Digest?
    var thumbnails: [ImageKey: BytePath] = [:]
    if CatalogFolder.isPresent(at: request.catalog) {
      let reader = try CatalogReader(
        snapshotOf: CatalogFolder.open(request.catalogAsTyped, for: .reading))
      known = try KnownCatalog(reader)
      catalogDigest = try reader.digest()
      thumbnails = try knownThumbnails(reader)
    }
    let pool = makeWorkerPool(workers: request.workers, memory: request.memory, environment)
    defer { pool.close() }
    guard try takeIn(pool, run: "plan", folder: nil, recorder: nil) else { return }
    let now = environment.now()
    let tables = try planTables()
    guard try look(pool, tables.items, folder: nil, recorder: nil) else { return }
    let plan = decide(tables)
    noteNearDuplicates()
    outcome.plan = plan
    if let path = request.planOutput {
      try PlanFile(
        program: environment.version, now: now, workingFolder: request.workingFolder,
        arguments: request.words, inputsDigest: inputsDigest(), catalogDigest: catalogDigest,
        files: outcome.files, rows: outcome.rows, plan: plan
      ).write(to: path)
    }
    try writeSheet(of: plan, pool, thumbnails: thumbnails)
    outcome.didChange = plan.changesAnything || outcome.files.stored > 0
    finishFindings()
  }

  private func writingRun() throws(Failure) {
    let creation: CatalogFolder.Creation =
      request.mustExist ? .never : request.mayCreate ? .alsoInExisting : .whereAbsent
    let folder = try CatalogFolder.open(request.catalogAsTyped, for: .writing, creation: creation)
    let lock = try folder.lock(.exclusive, timeout: Double(request.lockTimeoutSeconds))
    let run = newRun(
      request.command, inputsDigest: request.hand == nil ? inputsDigest() : nil, environment)
    outcome.run = run.id
    if try isQuietAgain(run, folder) { return }
    let recorder = try Recorder(folder, lock: lock)
    if try isQuiet(run, recorder) { return }
    try withRun(run, recorder, environment) { (recorder, run) throws(Failure) in
      if request.expected != nil {
        try requirePlannedCatalog(digest: folder.wasCreated ? nil : recorder.reader.digest())
      }
      known = try KnownCatalog(recorder.reader, before: run.id)
      if request.hand != nil {
        // Found again: another run may have been faster.
        hand = try findNamed()
        known.lastFindings += try findingsOfLastRun(recorder.reader)
      }
      try wholeWay(folder, recorder, run: run.id)
      try finish(folder, recorder, run: run)
      return (
        (),
        RunEnd(
          status: outcome.wasStopped ? .stopped : .finished, exitCode: outcome.exitCode, counts: counts())
      )
    }
  }

  private func wholeWay(_ folder: CatalogFolder, _ recorder: Recorder, run: String) throws(Failure) {
    let pool = makeWorkerPool(workers: request.workers, memory: request.memory, environment)
    defer { pool.close() }
    guard try takeIn(pool, run: run, folder: folder, recorder: recorder) else { return }
    let tables = try planTables()
    guard try look(pool, tables.items, folder: folder, recorder: recorder) else { return }
    environment.observe(.stepStarted(step: "match", total: photos.count))
    let plan = decide(tables)
    try requirePlanned(plan)
    if plan.changesAnything {
      environment.observe(.stepStarted(step: "record", total: plan.rows.count))
      try recorder.record(plan, now: request.expected?.now ?? environment.now())
      for decision in plan.attachments { environment.observe(.attached(decision)) }
      outcome.didChange = true
    }
    try render(pool, recorder, run: run)
    pool.close()
    noteNearDuplicates()
  }

  /// The definitions in force: defaults, then settings, then arguments.
  var renditions: [RenditionDefinition] { mergedRenditions(settings.renditions + request.renditions) }
}

extension ImportPlan {
  var changesAnything: Bool {
    !attachments.isEmpty || !documents.isEmpty || !phoneEdits.isEmpty
      || rows.contains { $0.verb != .unchanged }
  }
}
