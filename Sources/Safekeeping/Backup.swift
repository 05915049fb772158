// backup and restore. A backup set is a whole catalog folder of its own: it can be read, verified and restored with the
// same commands, and by hand. Files that an earlier set has are given a second name (hard link) instead of a copy.
// The catalog is copied first and the originals it names second: originals only grow while the lock is held.
public import Files
public import PossessionsCore
import Recording

/// What a backup did.
public struct BackupReport: Sendable, Hashable, Codable {
  /// The set's path.
  public var path: BytePath
  public var digest: SHA256Digest
  public var originals: Int
  /// By how they came: copied, sharing the catalog's extents, or linked to an earlier set.
  public var copied: Int
  public var cloned: Int
  public var linked: Int
  public var bytes: Int64
  /// Originals that the catalog names and that are missing or damaged there: the backup cannot have them.
  public var damages: [Damage]
}

public struct Backup: Sendable {
  /// Hash everything in the new set, also files linked to an earlier one. Without it only what is new.
  public var verifiesAll = true

  public init() {}

  /// Makes a set `folder/NAME`.
  ///
  /// - Parameters:
  ///   - lock: shared, on the catalog folder: gc and runs wait.
  ///   - folder: made where it is missing. Earlier sets in it are found by themselves.
  ///   - name: of the new set, for instance the time.
  /// - Throws: `cannotCreate` where the set exists; `damage` where the copy of the catalog is not well.
  public func run(
    _ catalog: CatalogFolder, lock: CatalogLock, to folder: BytePath, name: String,
    progress: (Int) -> Void = { _ in }
  ) throws(Failure) -> BackupReport {
    defer { withExtendedLifetime(lock) {} }
    try makeFolder(folder)
    let final = folder.appending(name)
    let making = folder.appending(".\(name).making")
    let earlier = try Backup.sets(in: folder).last
    let set = try CatalogFolder.makeDraft(at: making, replacing: true)

    let reader = try CatalogReader(snapshotOf: catalog)
    if let fault = try reader.faults().first {
      throw Failure(
        .damage, subject: catalog.catalogPath.description, message: "the catalog is not well: \(fault)",
        remedy: "run verify first; earlier backups stay as they are")
    }
    try reader.writeCopy(to: set.catalogPath)
    let copy = try CatalogReader(snapshotOf: set)
    guard try copy.faults().isEmpty, try copy.digest() == reader.digest() else {
      throw Failure(
        .damage, subject: set.catalogPath.description, message: "the copy of the catalog is not the catalog",
        remedy: "check the disk of the backup, and run again")
    }
    var report = BackupReport(
      path: final, digest: try copy.digest(), originals: 0, copied: 0, cloned: 0, linked: 0, bytes: 0,
      damages: [])
    try copy.forEachOriginal { (key, sha256, byteSize, path, trash) throws(Failure) in
      if trash?.deletedByRun != nil { return }
      report.originals += 1
      try add(
        catalog.place(of: path, trash: trash), key: key, sha256: sha256, byteSize: byteSize, from: catalog,
        to: set,
        earlier: earlier,
        &report)
      progress(report.originals)
    }
    for name in CatalogFolder.ownersFiles + ["RECOVERY.txt"] where catalog.contains(name) {
      if name == "RECOVERY.txt", set.contains(name) { continue }
      _ = try set.copy(name, from: catalog, mode: 0o600)
    }
    if let export = try TextExport.exports(catalog, knownTo: reader).last {
      for file in try catalog.entries(in: export) where file.kind == .file {
        _ = try set.copy(file.path, from: catalog, mode: 0o600)
      }
    }
    for log in try catalog.runLogs() {
      _ = try set.copy(BytePath("runs").appending(log), from: catalog, mode: 0o600)
    }
    try writeManifest(set, copy)
    try set.syncFolders(below: "")
    guard try set.takeName(final) else {
      throw Failure(
        .cannotCreate, subject: final.description, message: "there is a backup of that name already",
        remedy: "run again in a second")
    }
    return report
  }

  private func add(
    _ path: BytePath, key: ImageKey, sha256: SHA256Digest, byteSize: Int64, from catalog: CatalogFolder,
    to set: CatalogFolder, earlier: CatalogFolder?, _ report: inout BackupReport
  ) throws(Failure) {
    func note(_ kind: Damage.Kind, _ message: String) {
      report.damages.append(
        Damage(kind, path, key: key, message: message, remedy: "run repair on the catalog folder"))
    }
    if let earlier, earlier.size(of: path) == byteSize {
      var isWell = true
      if verifiesAll { isWell = try earlier.hash(path).digest == sha256 }
      if isWell, try set.link(path, from: earlier) {
        report.linked += 1
        report.bytes += byteSize
        return
      }
    }
    guard catalog.size(of: path) != nil else {
      note(.missing, "this original is missing and could not be backed up")
      return
    }
    guard let copied = try set.copy(path, from: catalog, mode: 0o400) else {
      preconditionFailure("a new set has every name once")
    }
    guard copied.digest == sha256 else {
      // Bytes that are not those of the key do not go into a backup under that key.
      try set.quarantine(path)
      note(.corrupt, "this original is damaged and could not be backed up")
      return
    }
    guard try set.hash(path).digest == sha256 else {
      throw Failure(
        .damage, subject: set.path(path).description, message: "the copy reads back with other bytes",
        remedy: "check the disk of the backup, and run again")
    }
    if copied.transfer == .cloned { report.cloned += 1 } else { report.copied += 1 }
    report.bytes += byteSize
  }

  /// `SHA256SUMS` at the set's root, for sha256sum -c.
  private func writeManifest(_ set: CatalogFolder, _ reader: CatalogReader) throws(Failure) {
    let file = try DurableFile(at: set.path("SHA256SUMS"))
    try file.write(Array("\(try set.hash("catalog.sqlite").digest)  catalog.sqlite\n".utf8))
    try reader.forEachOriginal { (_, sha256, _, path, trash) throws(Failure) in
      let place = set.place(of: path, trash: trash)
      if trash?.deletedByRun == nil, set.contains(place) {
        try file.write(Array("\(sha256)  ".utf8) + place.bytes + [0x0A])
      }
    }
    try file.finish()
  }

  /// The complete sets in a folder of backups, by name, the oldest first; the folder itself where it is a set.
  public static func sets(in folder: BytePath) throws(Failure) -> [CatalogFolder] {
    if CatalogFolder.isPresent(at: folder) {
      return [try CatalogFolder.open(folder, for: .reading, allowsUnsafe: true)]
    }
    var sets: [CatalogFolder] = []
    for name in try folderNames(in: folder).sorted() where name.bytes.first != 0x2E {
      let path = folder.appending(name)
      if CatalogFolder.isPresent(at: path) {
        sets.append(try CatalogFolder.open(path, for: .reading, allowsUnsafe: true))
      }
    }
    return sets
  }

  /// Makes a catalog folder of a backup set: files first, the catalog last, everything hashed, then one rename.
  ///
  /// - Parameter target: must not exist, or be an empty folder.
  /// - Throws: `damage` where the set itself is damaged: nothing is left at the target.
  public static func restore(
    _ set: CatalogFolder, to target: BytePath, progress: (Int) -> Void = { _ in }
  ) throws(Failure) -> VerificationReport {
    let making = target.absolute.folder.appending(".\(target.absolute.name).restoring")
    let folder = try CatalogFolder.makeDraft(at: making, replacing: true)
    let reader = try CatalogReader(snapshotOf: set)
    var count = 0
    try reader.forEachOriginal { (key, sha256, _, path, trash) throws(Failure) in
      if trash?.deletedByRun != nil { return }
      let place = set.place(of: path, trash: trash)
      // What was missing already when the backup was made stays missing, and verify says so.
      guard set.contains(place) else { return }
      guard let copied = try folder.copy(place, from: set, mode: 0o400), copied.digest == sha256 else {
        throw Failure(
          .damage, subject: set.path(place).description, message: "the backup of \(key) is damaged",
          remedy: "use another backup set, and copy this original from a third place")
      }
      count += 1
      progress(count)
    }
    for name in CatalogFolder.ownersFiles where set.contains(name) {
      _ = try folder.copy(name, from: set, mode: 0o600)
    }
    for top in ["exports", "runs"] as [BytePath] {
      var files: [BytePath] = []
      try set.walk(top) { (entry) throws(Failure) in if entry.kind == .file { files.append(entry.path) } }
      for file in files { _ = try folder.copy(file, from: set, mode: 0o600) }
    }
    try reader.writeCopy(to: folder.catalogPath)
    try folder.syncFolders(below: "")
    let lock = try folder.lock(.shared)
    let report = try Verification(.deep).run(folder, lock: lock)
    if let damage = report.damages.first(where: { $0.kind == .corrupt || $0.kind == .catalog }) {
      throw Failure(
        .damage, subject: damage.path.description,
        message: "the restored copy is not well: \(damage.message)",
        remedy: "check the disk, and use another backup set")
    }
    guard try folder.takeName(target.absolute) else {
      throw Failure(
        .cannotCreate, subject: target.description, message: "there is something in its place already",
        remedy: "name a folder that does not exist")
    }
    return report
  }
}
