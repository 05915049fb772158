// The one writer of the catalog: used by import, merge, attach, edit and every other command that changes it.
// What it records is durable when the call returns. Recording the same again changes nothing.
public import Files
public import PossessionsCore

/// The open catalog of the run that holds the lock. Not Sendable: it stays with its owner.
public final class Recorder {
  public let catalog: CatalogFolder
  /// Kept for as long as the catalog is open for writing.
  package let lock: CatalogLock
  let connection: Connection
  /// The run going on; set by `begin`.
  public internal(set) var run: RunRecord?
  /// `runs/RUN.jsonl`: a line for each item once its commit has returned.
  var log: RunLog?

  /// Opens the catalog for writing, and makes it in an empty catalog folder.
  ///
  /// What a killed run left half-written is rolled back, and an older schema is brought to this program's.
  /// - Parameter lock: the exclusive lock on the same folder.
  /// - Throws: `wrongCatalog` where originals are there but no catalog, or where the catalog is of a newer
  ///   program; `badData` where it is damaged.
  public init(_ catalog: CatalogFolder, lock: CatalogLock) throws(Failure) {
    precondition(lock.mode == .exclusive, "the recorder writes under the exclusive lock")
    self.catalog = catalog
    self.lock = lock
    try Recorder.makeCatalogWhereMissing(catalog)
    try catalog.makeFanOut()
    let standing = try Recorder.standing(of: catalog)
    if case .changed(let fault) = standing { foreignChange = fault } else { foreignChange = nil }
    connection = try Connection(catalog.catalogPath, .readWrite)
    // A reader's snapshot is short; a commit waits for it.
    connection.setBusyTimeout(milliseconds: 60_000)
    try connection.harden()
    try connection.setDurable()
    // The very bytes that a run left hold no new damage: reading all pages once is enough.
    if standing != .asLeft, try connection.pragma("quick_check(1)") != .text("ok") {
      throw damagedCatalog(catalog.catalogPath, "its pages contradict each other")
    }
    try connection.requireCatalog()
    try connection.migrate()
    try connection.requireOwnSchema()
  }

  private static func standing(of catalog: CatalogFolder) throws(Failure) -> CatalogReader.FileStanding {
    guard catalog.contains(catalogSumsName) else { return .unknown }
    let connection = try Connection(catalog.catalogPath, .readWrite)
    try connection.harden()
    try connection.requireCatalog()
    return try CatalogReader(catalog: catalog, connection: connection).fileStanding()
  }

  /// A reader of the catalog as this run has it, without a snapshot.
  public var reader: CatalogReader { CatalogReader(catalog: catalog, connection: connection) }

  /// What is known of a change of the catalog's file by something else than this program since the last run.
  public let foreignChange: String?
  var isCatalogAccepted = false
  /// Rows of the dump that this run has changed: without any, the digest is that of the last run.
  var changedRows = 0

  /// Runs a statement that changes what the catalog says.
  @discardableResult
  func change(_ sql: String, _ values: [SQLValue]) throws(Failure) -> Int {
    let count = try connection.run(sql, values)
    changedRows += count
    return count
  }

  /// The digest after so many changed rows.
  private var computedDigest: (changedRows: Int, digest: SHA256Digest)?

  /// The catalog's digest, without reading it where this run has changed nothing, or nothing since it was asked last.
  public func digest() throws(Failure) -> SHA256Digest {
    if changedRows == 0, foreignChange == nil {
      let earlier = try reader.recordedRuns().last { $0.id != run?.id }
      if let earlier, earlier.status == .finished || earlier.status == .stopped,
        let digest = earlier.catalogDigest.flatMap({ SHA256Digest(hex: $0) })
      {
        return digest
      }
    }
    if let computedDigest, computedDigest.changedRows == changedRows { return computedDigest.digest }
    let digest = try reader.digest()
    computedDigest = (changedRows, digest)
    return digest
  }

  /// The id of the run going on.
  func runID() -> String {
    guard let run else { preconditionFailure("begin a run before recording") }
    return run.id
  }

  /// A new catalog is made under another name and renamed, so that it has all its tables from its first moment.
  private static func makeCatalogWhereMissing(_ catalog: CatalogFolder) throws(Failure) {
    if catalog.contains("catalog.sqlite") { return }
    try requireNoOriginals(catalog)
    let draft = try catalog.draftCatalog()
    do throws(Failure) {
      let connection = try Connection(catalog.path(draft), .readWrite)
      try connection.setDurable()
      try connection.migrate()
    } catch {
      catalog.dropDraft(draft)
      throw error
    }
    try catalog.adoptCatalog(draft)
  }

  /// A catalog that is missing beside originals is a loss, and never silently made anew.
  static func requireNoOriginals(_ catalog: CatalogFolder) throws(Failure) {
    guard try catalog.hasOriginals() else { return }
    throw Failure(
      .wrongCatalog, subject: catalog.root.description,
      message: "there are originals but no catalog.sqlite",
      remedy: "restore it from a backup, or rebuild it with restore --from-export")
  }
}

extension Connection {
  /// The settings under which a commit survives a power cut (measured: the default loses the last one), each read
  /// back, since SQLite ignores what it does not know.
  func setDurable() throws(Failure) {
    for (name, value, expected) in [
      ("journal_mode", "TRUNCATE", SQLValue.text("truncate")),
      ("synchronous", "FULL", .integer(2)),
      ("foreign_keys", "ON", .integer(1)),
      ("trusted_schema", "OFF", .integer(0)),
      ("cell_size_check", "ON", .integer(1)),
      ("mmap_size", "0", .integer(0)),
    ] {
      _ = try first("PRAGMA \(name) = \(value)") { (_) throws(Failure) in true }
      let taken = try pragma(name)
      // Without memory mapping compiled in, mmap_size answers nothing.
      guard taken == expected || (name == "mmap_size" && taken == .null) else {
        throw Failure(
          .internalError, subject: path.description,
          message: "SQLite \(sqliteVersion) does not take \(name) = \(value)",
          remedy: "use a build of SQLite with its usual features")
      }
    }
  }
}
