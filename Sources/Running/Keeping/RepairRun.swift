import Files
package import PossessionsCore
import Recording
package import Safekeeping

/// What `repair` is asked to do.
package struct RepairRequest {
  package var catalog: BytePath
  /// A backup set, or a folder of them, whose newest is taken.
  package var backup: BytePath?
  /// False tells what would be done.
  package var performs: Bool
  /// Takes the catalog as it is, although something else changed its file.
  package var acceptsCatalog: Bool
  package var lockTimeout: Double

  package init(
    catalog: BytePath, backup: BytePath? = nil, performs: Bool, acceptsCatalog: Bool = false,
    lockTimeout: Double = 0
  ) {
    self.catalog = catalog
    self.backup = backup
    self.performs = performs
    self.acceptsCatalog = acceptsCatalog
    self.lockTimeout = lockTimeout
  }
}

/// What `repair` did or would do.
package struct RepairOutcome: Sendable, Encodable {
  package var acts: [String] = []
  package var isDone = false
  /// What it cannot mend.
  package var left: [Damage] = []

  package var exitCode: Int32 {
    left.isEmpty && (isDone || acts.isEmpty) ? 0 : Failure.Kind.damage.rawValue
  }

  private enum CodingKeys: String, CodingKey {
    case acts, left
    case isDone = "done"
  }
}

/// Verifies deeply and acts on what is found: nothing is ever deleted.
package func runRepair(
  _ request: RepairRequest, _ environment: RunEnvironment
) throws(Failure) -> RepairOutcome {
  let folder = try CatalogFolder.open(request.catalog, for: request.performs ? .writing : .reading)
  let backup = try request.backup.flatMap { (path) throws(Failure) in try newestSet(in: path) }
  var outcome = RepairOutcome()
  guard request.performs else {
    let lock = try folder.lock(.shared, timeout: request.lockTimeout)
    let report = try Verification(.deep).run(folder, lock: lock)
    let plan = try Repair.plan(report, try CatalogReader(snapshotOf: folder), backup: backup)
    outcome.acts = plan.acts.map(\.text)
    outcome.left = plan.left
    return outcome
  }
  return try withRun(
    "repair", folder, lockTimeout: request.lockTimeout, environment
  ) { (recorder, _) throws(Failure) in
    let report = try Verification(.deep).run(folder, lock: recorder.lock)
    let plan = try Repair.plan(report, recorder.reader, backup: backup)
    try Repair.perform(plan, recorder, backup: backup) { outcome.acts.append($0.text) }
    outcome.isDone = true
    outcome.left = plan.left
    var counts = ["repairs": plan.acts.count, "damage.left": plan.left.count]
    if request.acceptsCatalog {
      recorder.acceptCatalog()
      outcome.acts.append("accept the catalog as it is")
      outcome.left.removeAll { $0.kind == .catalog }
      counts["damage.left"] = outcome.left.count
    }
    return (outcome, RunEnd(status: .finished, exitCode: outcome.exitCode, counts: counts))
  }
}

/// The newest backup set in a folder, or the folder itself where it is one.
func newestSet(in path: BytePath) throws(Failure) -> CatalogFolder {
  guard let set = try Backup.sets(in: path).last else {
    throw Failure(
      .inputMissing, subject: path.description, message: "there is no backup in this folder",
      remedy: "name the folder that backup --to was given, or one set in it")
  }
  return set
}
