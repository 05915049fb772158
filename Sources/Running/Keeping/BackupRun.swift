import Files
package import PossessionsCore
import Recording
package import Safekeeping

/// Makes a backup set in a folder, named after the moment.
///
/// - Parameter verifiesAll: hashes also what an earlier set has already.
package func runBackup(
  catalog: BytePath, to folder: BytePath, verifiesAll: Bool, lockTimeout: Double,
  _ environment: RunEnvironment
) throws(Failure) -> BackupReport {
  let source = try CatalogFolder.open(catalog, for: .reading)
  let lock = try source.lock(.shared, timeout: lockTimeout)
  var backup = Backup()
  backup.verifiesAll = verifiesAll
  return try backup.run(source, lock: lock, to: folder.absolute, name: environment.runID()) { done in
    environment.observe(.stepProgress(step: "backup", done: done, total: 0))
  }
}

/// What `restore` did.
package struct RestoreOutcome: Sendable, Encodable {
  package var catalog: BytePath
  package var originals: Int
  /// What the backup did not have: the rest is whole.
  package var damages: [Damage]

  package var exitCode: Int32 { damages.isEmpty ? 0 : Failure.Kind.damage.rawValue }
}

/// Makes a catalog folder of the newest backup set, at a place where none is.
package func runRestore(
  from backup: BytePath, to catalog: BytePath, _ environment: RunEnvironment
) throws(Failure) -> RestoreOutcome {
  let report = try Backup.restore(try newestSet(in: backup), to: catalog) { done in
    environment.observe(.stepProgress(step: "restore", done: done, total: 0))
  }
  return RestoreOutcome(
    catalog: catalog, originals: report.hashed, damages: report.damages.filter { !$0.isHarmless })
}

/// Rebuilds the catalog of a folder from its originals and an export.
///
/// - Parameter export: the name of one; nil for the newest that is whole.
package func runRebuild(
  catalog: BytePath, export: String?, lockTimeout: Double, _ environment: RunEnvironment
) throws(Failure) -> RebuildReport {
  let folder = try CatalogFolder.open(catalog, for: .writing)
  let lock = try folder.lock(.exclusive, timeout: lockTimeout)
  let run = RunRecord(
    id: environment.runID(), command: "restore", startedAt: environment.now(),
    versions: libraryVersions().merging(["possessions": environment.version]) { $1 })
  return try Rebuilding.fromExport(
    folder, lock: lock, export: export.map { BytePath("exports/" + $0) }, run: run,
    finishedAt: environment.now)
}
