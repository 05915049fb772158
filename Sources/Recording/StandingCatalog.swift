// What a quiet run leaves for the next one: that everything was looked at, and how the files stood then. Where nothing
// of it moved, the next run has neither to read the catalog nor to name a single rendition.
public import Files
public import PossessionsCore

/// The catalog folder as a quiet run found it, in `runs/standing.json`. Derived: without it the next run looks again.
public struct StandingCatalog: Codable, Sendable, Equatable {
  /// Of this structure; another one is not read.
  private var format = 1
  /// Of catalog.sqlite.
  public var catalog: FileStamp
  /// `CatalogFolder.folderDigest`, hexadecimal.
  public var folders: String
  /// The digest of the run's inputs.
  public var inputs: String
  /// The run that such a run repeats.
  public var run: RunRecord
  /// The id of the quiet run that left the note; the catalog's digest.
  public var after: String
  public var digest: String?
  /// How many findings of each code stand.
  public var findings: [String: Int]

  /// - Parameter catalog: must be a stamp that later changes differ from (`FileStamp.settled`).
  public init(
    catalog: FileStamp, folders: SHA256Digest, inputs: String, run: RunRecord, after: String, digest: String?,
    findings: [String: Int]
  ) {
    self.catalog = catalog
    self.folders = folders.hex
    self.inputs = inputs
    self.run = run
    self.after = after
    self.digest = digest
    self.findings = findings
  }

  private static let path: BytePath = "runs/standing.json"

  /// What the last quiet run left, where all of it still holds.
  ///
  /// Only for the holder of the lock.
  public static func read(_ folder: CatalogFolder) throws(Failure) -> StandingCatalog? {
    guard folder.contains(path) else { return nil }
    let text = String(decoding: try folder.open(path).readToEnd(limit: 1 << 20), as: UTF8.self)
    guard let standing = try? decodeJSON(StandingCatalog.self, text, in: path, "it"), standing.format == 1,
      folder.contains(BytePath("runs/\(standing.after).jsonl")),
      try folder.catalogStamp() == standing.catalog, try folder.folderDigest()?.hex == standing.folders
    else { return nil }
    return standing
  }

  /// Takes the note away: another run came between. It is gone for good once that run's log, in the same folder, stands.
  public static func forget(_ folder: CatalogFolder) throws(Failure) {
    try folder.removeDerived(path)
  }

  /// Leaves it for the next run.
  public func write(_ folder: CatalogFolder) throws(Failure) {
    try folder.publish(Array(canonicalJSON(self).utf8), at: StandingCatalog.path)
  }
}

extension CatalogFolder {
  /// The stamp of catalog.sqlite; nil where there is none, where a killed run left something to be rolled back, and
  /// where it was changed so lately that one more change could leave the same stamp.
  public func catalogStamp() throws(Failure) -> FileStamp? {
    guard contains("catalog.sqlite"), size(of: "catalog.sqlite-journal") ?? 0 == 0 else { return nil }
    let stamp = try open("catalog.sqlite").stamp()
    return max(stamp.modified, stamp.changed) < FileStamp.settled() ? stamp : nil
  }
}
