// Reading the catalog. A reader outside a run takes no lock: it copies one committed moment and reads that, so a
// report can be made in the middle of a nightly run.
public import Files
public import PossessionsCore

/// The catalog at one moment, or, from `Recorder.reader`, as the run going on has it. Not Sendable.
public final class CatalogReader {
  public let catalog: CatalogFolder
  let connection: Connection

  init(catalog: CatalogFolder, connection: Connection) {
    self.catalog = catalog
    self.connection = connection
  }

  /// Copies a snapshot of the catalog. What a killed run left half-written is not in it.
  ///
  /// A catalog folder in which no run has ended making the catalog is read as an empty catalog.
  /// - Throws: `wrongCatalog` where the catalog is missing beside originals, or of a newer program; `badData`
  ///   where it is damaged; `permission`.
  public init(snapshotOf catalog: CatalogFolder) throws(Failure) {
    self.catalog = catalog
    connection = try Connection(catalog.catalogPath, .scratch)
    if catalog.contains("catalog.sqlite") {
      try connection.copy(from: try CatalogReader.source(catalog))
      try connection.harden()
      try connection.requireCatalog()
      // An older schema is migrated in the copy alone.
      try connection.migrate()
      try connection.requireOwnSchema()
    } else {
      try Recorder.requireNoOriginals(catalog)
      try connection.migrate()
    }
  }

  /// Reads the catalog where it lies, without a snapshot.
  ///
  /// Only for the holder of the lock, where the file is known to be as the last run left it.
  public init(lockedIn catalog: CatalogFolder) throws(Failure) {
    self.catalog = catalog
    connection = try Connection(catalog.catalogPath, .readWrite)
    try connection.harden()
    try connection.requireCatalog()
  }

  /// Opened for writing where that is allowed, since only a writer can roll back what a killed run left.
  private static func source(_ catalog: CatalogFolder) throws(Failure) -> Connection {
    func open(_ mode: Connection.Mode) throws(Failure) -> Connection {
      let connection = try Connection(catalog.catalogPath, mode)
      connection.setBusyTimeout(milliseconds: 30_000)
      try connection.harden()
      _ = try connection.requireKnownVersion()
      return connection
    }
    do throws(Failure) {
      return try open(.readWrite)
    } catch {
      guard error.kind == .permission || error.kind == .inputOutput else { throw error }
      return try open(.readOnly)
    }
  }
}
