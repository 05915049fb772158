// What can be said of a catalog's health from its own pages and rows: SQLite's checks, references, and the things
// that follow from each other. Used by verify; nothing here looks at the store.
import Files
public import PossessionsCore

extension CatalogReader {
  /// Everything that is wrong with the catalog, one sentence each; empty where it is well.
  ///
  /// - Parameter limit: SQLite's own check stops after so many.
  public func faults(limit: Int = 100) throws(Failure) -> [String] {
    var faults: [String] = []
    try connection.forEach("PRAGMA integrity_check(\(limit))") { (row) throws(Failure) in
      let text = row.text(0)
      if text != "ok" { faults.append(printable(text)) }
    }
    try connection.forEach("PRAGMA foreign_key_check") { (row) throws(Failure) in
      faults.append(
        "a row of table \(printable(row.text(0))) refers to a row of \(printable(row.text(2))) that is not there"
      )
    }
    // Rows that cannot be read say so by themselves.
    do throws(Failure) {
      try forEachPicture { (picture) throws(Failure) in
        if imageKey(of: picture.sha256) != picture.key {
          faults.append("image \(picture.key) has a digest that gives another key")
        }
      }
      for attachment in try attachments(includingSuperseded: true) {
        guard let recipe = attachment.recipe else { continue }
        if recipeDigest(recipe) != attachment.recipeDigest {
          faults.append(
            "the recipe of \(attachment.key) for \(printable(attachment.itemID)) has another digest")
        }
      }
      _ = try possessions()
      _ = try documents(includingSuperseded: true)
      _ = try renditions()
      try forEachSourceFile { (_) throws(Failure) in }
    } catch {
      faults.append(error.message)
    }
    if let fault = try digestFault() { faults.append(fault) }
    if let fault = try foreignChangeFault() { faults.append(fault) }
    return faults
  }

  /// Whether the catalog says something else than at the end of the last run. Nil where it does not, and where that
  /// cannot be told, because a run has begun since and was killed.
  private func digestFault() throws(Failure) -> String? {
    guard let last = try recordedRuns().last, last.status == .finished || last.status == .stopped,
      let expected = last.catalogDigest
    else { return nil }
    guard let found = try? digest().hex else { return "its rows cannot be read" }
    return found == expected
      ? nil : "its rows were changed since run \(last.id) ended, by something else than this program"
  }

  /// A run that found the catalog's file changed, and none since that accepted it.
  private func foreignChangeFault() throws(Failure) -> String? {
    for run in try recordedRuns().reversed() {
      if run.counts[RunRecord.acceptedCount] ?? 0 > 0 { return nil }
      if run.counts[RunRecord.foreignChangeCount] ?? 0 > 0 {
        return "its file was changed before run \(run.id) by something else than this program"
      }
    }
    return nil
  }

  /// Whether the file has other bytes than the last run left. Nil where it has not, and where that cannot be told.
  public func fileFault() throws(Failure) -> String? {
    guard case .changed(let fault) = try fileStanding() else { return nil }
    return fault
  }

  /// The catalog's file beside the sum that the last run left.
  enum FileStanding: Equatable {
    /// The same, byte for byte.
    case asLeft
    case changed(String)
    /// There is no sum of the last run.
    case unknown
  }

  func fileStanding() throws(Failure) -> FileStanding {
    guard catalog.contains(catalogSumsName), let last = try recordedRuns().last, last.status != .running
    else {
      return .unknown
    }
    let sums = try catalog.open(catalogSumsName)
    let lines = String(decoding: try sums.readToEnd(limit: 4096), as: UTF8.self).split(separator: "\n")
    guard lines.count == 2, lines[0].hasPrefix("# catalog.sqlite as run \(last.id) left it") else {
      return .unknown
    }
    let file = try catalog.open("catalog.sqlite")
    let digest = try sha256(of: file).digest
    return lines[1] == "\(digest.hex)  catalog.sqlite"
      ? .asLeft
      : .changed("its file was changed since run \(last.id) ended, by something else than this program")
  }

  /// Whether the catalog knows every run that left a log: it does not where an older copy of it was put back.
  public func isGenerationCurrent() throws(Failure) -> Bool {
    let known = Set(try runs().map { BytePath($0.id + ".jsonl") })
    return try catalog.runLogs().allSatisfy { known.contains($0) }
  }

  /// Originals that the catalog names, ordered by key, with where they lie.
  ///
  /// - Parameter prefix: only keys that begin with these digits.
  public func forEachOriginal(
    prefix: String = "",
    _ body: (_ key: ImageKey, _ sha256: SHA256Digest, _ byteSize: Int64, _ path: BytePath, _ trash: Disposal?)
      throws(Failure) -> Void
  ) throws(Failure) {
    try connection.forEach(
      """
      SELECT image_key, sha256, byte_size, image.path, disposal.path, trashed_by_run, deleted_by_run
      FROM image LEFT JOIN disposal USING (image_key)
      WHERE image_key >= ?1 AND image_key < ?1 || 'g' ORDER BY image_key
      """, [.text(prefix)]
    ) { (row) throws(Failure) in
      guard let key = ImageKey(row.text(0)), let sha256 = SHA256Digest(hex: row.text(1)) else {
        throw row.damaged("image \(printable(row.text(0))) has a value that cannot be")
      }
      let trash =
        row.isNull(4)
        ? nil
        : Disposal(key: key, path: row.path(4), trashedByRun: row.text(5), deletedByRun: row.optionalText(6))
      try body(key, sha256, row.integer(2), row.path(3), trash)
    }
  }
}

extension RunRecord {
  /// A count of a run that found the catalog's file changed by something else.
  package static let foreignChangeCount = "catalog.changed-outside"
  /// A count of a run by which a person accepted the catalog as it is.
  package static let acceptedCount = "catalog.accepted"
}

/// In the catalog folder, beside the catalog.
let catalogSumsName: BytePath = "catalog.sha256"

/// That an original was put into the trash, and perhaps deleted: a row of table `disposal`.
public struct Disposal: Sendable, Hashable {
  public var key: ImageKey
  /// Where it lies, relative to the catalog folder.
  public var path: BytePath
  public var trashedByRun: String
  /// Nil while it can be had back.
  public var deletedByRun: String?
}
