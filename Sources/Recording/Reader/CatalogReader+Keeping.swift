// What gc and backup ask the catalog.
import Files
public import PossessionsCore

/// An original that nothing holds any more, though something did.
public struct UnusedOriginal: Sendable, Hashable {
  public var key: ImageKey
  public var sha256: SHA256Digest
  public var byteSize: Int64
  public var path: BytePath
  /// Runs that ended since the last of its attachments was superseded.
  public var runsSince: Int
  /// The day of that, counted from 1970-01-01; nil where the run's time cannot be read.
  public var supersededDay: Int?
  /// Where it came from.
  public var sources: [BytePath]
}

extension CatalogReader {
  /// That a picture is used: attached, a document, or the edited version of one that is.
  private static let isUsed = """
    (EXISTS (SELECT 1 FROM attachment a WHERE a.image_key = image.image_key AND a.superseded_by_run IS NULL)
     OR EXISTS (SELECT 1 FROM document d WHERE d.image_key = image.image_key AND d.superseded_by_run IS NULL)
     OR EXISTS (SELECT 1 FROM image o WHERE o.edited_image_key = image.image_key)
     OR (image.edited_image_key IS NOT NULL AND EXISTS (SELECT 1 FROM attachment a
         WHERE a.image_key = image.edited_image_key AND a.superseded_by_run IS NULL)))
    """

  public func isUsed(_ key: ImageKey) throws(Failure) -> Bool {
    try connection.first(
      "SELECT \(CatalogReader.isUsed) FROM image WHERE image_key = ?", [.text(key.text)]
    ) { (row) throws(Failure) in row.integer(0) != 0 } ?? false
  }

  /// Of each quiet run the number of the last run before it that has a row.
  private func quietRunsByNumber() throws(Failure) -> [Int64] {
    let rows = try recordedRuns()
    var numbers: [String: Int64] = [:]
    try connection.forEach("SELECT id, number FROM run") { (row) throws(Failure) in
      numbers[row.text(0)] = row.integer(1)
    }
    return try withQuietRuns(rows).compactMap { $0.run.repeats == nil ? nil : numbers[rows[$0.row].id] }
  }

  /// Originals that were attached or a document once and are not any more, and are not in the trash yet.
  public func unusedOriginals() throws(Failure) -> [UnusedOriginal] {
    let ended =
      "(SELECT count(*) FROM run later WHERE later.number > run.number AND later.status = 'finished')"
    let quiet = try quietRunsByNumber()
    let found: [UnusedOriginal] = try connection.rows(
      """
      SELECT image_key, sha256, byte_size, path, \(ended), run.started_at, run.number
      FROM image
      JOIN (SELECT image_key, max(number) AS number FROM (
          SELECT image_key, run.number FROM attachment JOIN run ON run.id = superseded_by_run
          UNION ALL SELECT image_key, run.number FROM document JOIN run ON run.id = superseded_by_run)
        GROUP BY image_key) USING (image_key)
      JOIN run USING (number)
      WHERE NOT \(CatalogReader.isUsed) AND image_key NOT IN (SELECT image_key FROM disposal)
      ORDER BY image_key
      """
    ) { (row) throws(Failure) in
      guard let key = ImageKey(row.text(0)), let sha256 = SHA256Digest(hex: row.text(1)) else {
        throw row.damaged("image \(printable(row.text(0))) has a value that cannot be")
      }
      return UnusedOriginal(
        key: key, sha256: sha256, byteSize: row.integer(2), path: row.path(3),
        runsSince: row.int(4) + quiet.count { $0 >= row.integer(6) },
        supersededDay: PartialDate(iso: row.text(5).prefix(10)).flatMap { dayNumber($0) }, sources: [])
    }
    return try found.map { (unused) throws(Failure) in
      var unused = unused
      unused.sources = try connection.rows(
        "SELECT root, path FROM source_file WHERE image_key = ? ORDER BY root, path", [.text(unused.key.text)]
      ) { (row) throws(Failure) in row.path(0).appending(row.path(1)) }
      return unused
    }
  }

  public func originalCount() throws(Failure) -> Int {
    try connection.first(
      "SELECT count(*) FROM image WHERE image_key NOT IN (SELECT image_key FROM disposal)"
    ) { (row) throws(Failure) in row.int(0) } ?? 0
  }

  /// What lies in the trash or was deleted from it, ordered by key.
  public func disposals() throws(Failure) -> [Disposal] {
    try connection.rows(
      "SELECT image_key, path, trashed_by_run, deleted_by_run FROM disposal ORDER BY image_key"
    ) { (row) throws(Failure) in
      guard let key = ImageKey(row.text(0)) else { throw row.damaged("a row of the trash has no image key") }
      return Disposal(
        key: key, path: row.path(1), trashedByRun: row.text(2), deletedByRun: row.optionalText(3))
    }
  }

  private static let isRenditionUsed = """
    image_key NOT IN (SELECT image_key FROM disposal) AND (recipe_digest = '' OR EXISTS (SELECT 1
      FROM attachment a WHERE a.image_key = rendition.image_key AND a.recipe_digest = rendition.recipe_digest
        AND a.superseded_by_run IS NULL))
    """

  /// Renditions of pictures in the store, plain or by a recipe that holds.
  ///
  /// - Parameter keys: pictures that are about to go.
  public func usedRenditionPaths(except keys: Set<ImageKey> = []) throws(Failure) -> Set<BytePath> {
    var paths: Set<BytePath> = []
    let texts = Set(keys.map(\.text))
    try connection.forEach("SELECT path, image_key FROM rendition WHERE \(CatalogReader.isRenditionUsed)") {
      (row) throws(Failure) in
      if !texts.contains(row.text(1)) { paths.insert(row.path(0)) }
    }
    return paths
  }

  /// Writes this snapshot as a catalog file of its own, durably.
  ///
  /// - Parameter path: a file that does not exist.
  public func writeCopy(to path: BytePath) throws(Failure) {
    guard try writeDurably([], to: path, replacing: .never) else {
      throw Failure(
        .cannotCreate, subject: path.description, message: "there is a catalog already",
        remedy: "name another place")
    }
    do {
      let copy = try Connection(path, .readWrite)
      try copy.copy(from: connection)
      try copy.setDurable()
    }
    // SQLite synced what it wrote; this is for whatever it did not.
    try FileDescriptor.reading(path).sync()
  }
}

extension Recorder {
  /// Writes down that an original lies in the trash, and moves it there.
  ///
  /// - Parameter move: called once the row is committed; after it the act counts as done.
  public func recordTrashed(
    _ key: ImageKey, at path: BytePath, _ move: () throws(Failure) -> Void
  ) throws(Failure) {
    try change(
      "INSERT INTO disposal (image_key, path, trashed_by_run) VALUES (?, ?, ?)",
      [.text(key.text), SQLValue(name: path), .text(runID())])
    try move()
    try acknowledge(TrashLine(trashed: key, path: path))
  }

  /// Writes down that an original is deleted from the trash, and deletes it.
  ///
  /// - Parameter delete: called once the row is committed; after it the act counts as done.
  public func recordDeleted(_ key: ImageKey, _ delete: () throws(Failure) -> Void) throws(Failure) {
    try change(
      "UPDATE disposal SET deleted_by_run = ? WHERE image_key = ?", [.text(runID()), .text(key.text)])
    try delete()
    try acknowledge(DeletedLine(deleted: key))
  }

  /// Drops rows of renditions that nothing asks for any more.
  public func forgetUnusedRenditions() throws(Failure) {
    let used = try reader.usedRenditionPaths()
    try connection.transaction { () throws(Failure) in
      for rendition in try reader.renditions() where !used.contains(rendition.path) {
        try change(
          "DELETE FROM rendition WHERE image_key = ? AND recipe_digest = ? AND name = ?",
          [.text(rendition.key.text), .text(rendition.recipeDigest), .text(rendition.name)])
      }
    }
  }
}

private struct TrashLine: Encodable {
  var trashed: ImageKey
  var path: BytePath
}

private struct DeletedLine: Encodable {
  var deleted: ImageKey
}

/// Days from 1970-01-01 to a whole date (Howard Hinnant, days_from_civil); nil for a month or a year.
public func dayNumber(_ date: PartialDate) -> Int? {
  guard let month = date.month, let day = date.day else { return nil }
  let year = month <= 2 ? date.year - 1 : date.year
  let era = (year >= 0 ? year : year - 399) / 400
  let yearOfEra = year - era * 400
  let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return era * 146_097 + dayOfEra - 719_468
}
