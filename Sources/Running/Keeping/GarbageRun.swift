import Files
package import PossessionsCore
import Recording
package import Safekeeping

/// What `gc` is asked to do.
package struct GarbageRequest {
  package var catalog: BytePath
  package var collection: GarbageCollection
  /// False tells what would go.
  package var performs: Bool
  package var emptiesTrash: Bool
  package var lockTimeout: Double

  package init(
    catalog: BytePath, collection: GarbageCollection, performs: Bool, emptiesTrash: Bool,
    lockTimeout: Double = 0
  ) {
    self.catalog = catalog
    self.collection = collection
    self.performs = performs
    self.emptiesTrash = emptiesTrash
    self.lockTimeout = lockTimeout
  }
}

/// What `gc` did or would do.
package struct GarbageOutcome: Sendable, Encodable {
  package var isDone: Bool
  /// Originals moved to the trash, and their bytes.
  package var trashed: [BytePath] = []
  package var bytes: Int64 = 0
  package var renditions: [BytePath] = []
  /// Superseded originals that stay, by reason.
  package var kept: [String: Int] = [:]
  /// Originals deleted from the trash.
  package var deleted: [BytePath] = []

  private enum CodingKeys: String, CodingKey {
    case trashed, bytes, renditions, kept, deleted
    case isDone = "done"
  }
}

/// Sets aside what nothing uses, or deletes what an earlier run set aside.
package func runGarbageCollection(
  _ request: GarbageRequest, _ environment: RunEnvironment
) throws(Failure) -> GarbageOutcome {
  let folder = try CatalogFolder.open(request.catalog, for: request.performs ? .writing : .reading)
  var collection = request.collection
  if let backup = collection.backup { collection.backup = try newestSet(in: backup).root }
  var outcome = GarbageOutcome(isDone: request.performs)
  func tell(_ plan: GarbageCollection.Plan) {
    outcome.trashed = plan.originals.map(\.path)
    outcome.bytes = plan.bytes
    outcome.renditions = plan.renditions
    outcome.kept = plan.kept
  }
  guard request.performs else {
    let lock = try folder.lock(.shared, timeout: request.lockTimeout)
    defer { withExtendedLifetime(lock) {} }
    let reader = try CatalogReader(snapshotOf: folder)
    if request.emptiesTrash {
      outcome.deleted = try GarbageCollection.deletable(reader, run: nil).map(\.path)
    } else {
      tell(try collection.plan(reader, today: today(environment)))
    }
    return outcome
  }
  return try withRun("gc", folder, lockTimeout: request.lockTimeout, environment) {
    (recorder, _) throws(Failure) in
    if request.emptiesTrash {
      outcome.deleted = try GarbageCollection.emptyTrash(recorder).map(\.path)
    } else {
      let plan = try collection.plan(recorder.reader, today: today(environment))
      try collection.perform(plan, recorder)
      tell(plan)
    }
    return (
      outcome,
      RunEnd(
        status: .finished, exitCode: 0,
        counts: [
          "originals.trashed": outcome.trashed.count, "originals.deleted": outcome.deleted.count,
          "renditions.removed": outcome.renditions.count,
        ])
    )
  }
}
