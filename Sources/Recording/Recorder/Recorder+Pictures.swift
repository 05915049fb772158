// Files that workers took in, and the renditions they made: their rows, in transactions. The files are durable
// under their final names already; after the commit they count as acknowledged.
import Files
public import PossessionsCore

/// A source file and what a worker answered for it.
public struct TakenIn: Sendable, Hashable {
  /// The photo folder, absolute, and the file relative to it.
  public var root: BytePath
  public var path: BytePath
  public var result: StoredResult

  public init(root: BytePath, path: BytePath, result: StoredResult) {
    self.root = root
    self.path = path
    self.result = result
  }
}

/// What became of a source file. Each file of a run is in exactly one class.
public enum FileClass: Sendable, Hashable {
  /// New bytes in the store.
  case stored
  /// The catalog had these bytes for this very path.
  case alreadyStored
  /// The catalog had these bytes under another name, which is given.
  case duplicate(of: BytePath)
  case refused
  case ignored
}

/// The recorder's answer for one file.
public struct RecordedFile: Sendable, Hashable {
  public var fileClass: FileClass
  /// The picture was in the catalog, but its original was missing from the store and is back now.
  public var isRestored: Bool
}

/// A line of a run's log: these bytes are in the store and in the catalog.
private struct StoredLine: Encodable {
  var stored: ImageKey
  var root: BytePath
  var path: BytePath
}

private struct RenderedLine: Encodable {
  var rendered: ImageKey
  var paths: [BytePath]
}

extension Recorder {
  /// Rows that one transaction takes at most: what a power cut may cost is taken in again.
  public static let batchLimit = 64

  /// Records what workers took in, in transactions of at most `batchLimit` files.
  ///
  /// Files only examined for a plan may not be given.
  /// - Parameter now: UTC, RFC 3339.
  /// - Returns: one answer for each file, in order.
  /// - Throws: `damage` where one key stands for two different contents, which cannot be.
  public func record(_ taken: [TakenIn], now: String) throws(Failure) -> [RecordedFile] {
    var answers: [RecordedFile] = []
    var start = 0
    while start < taken.count {
      let end = min(start + Recorder.batchLimit, taken.count)
      let batch = taken[start..<end]
      answers += try connection.transaction { () throws(Failure) in
        var answers: [RecordedFile] = []
        for file in batch { answers.append(try insert(file, now: now)) }
        return answers
      }
      for file in batch {
        if let key = file.result.key, file.result.original != nil {
          try acknowledge(StoredLine(stored: key, root: file.root, path: file.path))
        }
      }
      start = end
    }
    return answers
  }

  private func insert(_ file: TakenIn, now: String) throws(Failure) -> RecordedFile {
    let result = file.result
    switch result.outcome {
    case .examined: preconditionFailure("an examined file is not in the store")
    case .refused, .ignored:
      // Without a stamp it could not be examined: nothing is remembered, and it is tried again next time.
      if let stamp = result.stamp {
        try upsertSource(file, stamp: stamp, key: nil)
      }
      return RecordedFile(fileClass: result.outcome == .refused ? .refused : .ignored, isRestored: false)
    case .stored, .present: break
    }
    guard let stamp = result.stamp, let sha256 = result.sha256, let key = result.key,
      let byteSize = result.byteSize, let original = result.original, let facts = result.facts
    else { preconditionFailure("a stored result names its stamp, digest, key, size, path and facts") }

    let known = try connection.first(
      "SELECT sha256, path FROM image WHERE image_key = ?", [.text(key.text)]
    ) { (row) throws(Failure) in (sha256: row.text(0), path: row.path(1)) }
    if let known, known.sha256 != sha256.hex {
      throw Failure(
        .damage, subject: file.root.appending(file.path).description,
        message: "key \(key) stands for two different contents",
        remedy: "run verify: the catalog or an original is damaged")
    }
    let before = try sourceKey(file)
    var fileClass = FileClass.alreadyStored
    if known == nil {
      try insertPicture(
        PictureRecord(
          key: key, sha256: sha256, byteSize: byteSize, facts: facts, originalName: file.path.name,
          original: original, state: facts.mediaType == .pdf ? .notAPicture : .unrendered,
          importedAt: now, importedByRun: runID()))
      fileClass = .stored
    } else if before != key, let other = try firstName(of: key) {
      fileClass = .duplicate(of: other)
    }
    if let known, known.path != original {
      try change(
        "UPDATE image SET path = ? WHERE image_key = ?", [SQLValue(name: original), .text(key.text)])
    }
    // Taken in again after its file went to the trash: it is live again.
    try change("DELETE FROM disposal WHERE image_key = ?", [.text(key.text)])
    if before != key || known == nil {
      try upsertSource(file, stamp: stamp, key: key)
      try settleOriginalName(of: key)
    } else {
      try upsertSource(file, stamp: stamp, key: key)
    }
    return RecordedFile(fileClass: fileClass, isRestored: known != nil && result.outcome == .stored)
  }

  private func insertPicture(_ picture: PictureRecord) throws(Failure) {
    let facts = picture.facts
    func side(_ pixels: Int?) -> SQLValue { SQLValue(pixels.flatMap { $0 > 0 ? $0 : nil }) }
    try change(
      """
      INSERT INTO image (image_key, sha256, byte_size, media_type, width, height, captured_at, original_name,
        path, state, metadata, imported_at, imported_by_run)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .text(picture.key.text), .text(picture.sha256.hex), .integer(picture.byteSize),
        .text(facts.mediaType.rawValue), side(facts.width), side(facts.height),
        SQLValue(facts.capturedAt?.description), SQLValue(name: picture.originalName),
        SQLValue(name: picture.original), .text(picture.state.rawValue), .text(canonicalJSON(facts)),
        .text(picture.importedAt), .text(picture.importedByRun),
      ])
  }

  private func sourceKey(_ file: TakenIn) throws(Failure) -> ImageKey? {
    let text = try connection.first(
      "SELECT image_key FROM source_file WHERE root = ? AND path = ?",
      [.blob(file.root.bytes), .blob(file.path.bytes)]
    ) { (row) throws(Failure) in row.optionalText(0) }
    return text.flatMap { $0 }.flatMap { ImageKey($0) }
  }

  /// The first of a picture's names, in the order of bytes.
  private func firstName(of key: ImageKey) throws(Failure) -> BytePath? {
    try connection.first(
      "SELECT root, path FROM source_file WHERE image_key = ? ORDER BY root, path LIMIT 1", [.text(key.text)]
    ) { (row) throws(Failure) in row.path(0).appending(row.path(1)) }
  }

  /// The original name is the first of all names in the order of bytes, so that it does not depend on which of
  /// two workers was faster.
  private func settleOriginalName(of key: ImageKey) throws(Failure) {
    guard let name = try firstName(of: key)?.name else { return }
    try change(
      "UPDATE image SET original_name = ?1 WHERE image_key = ?2 AND original_name IS NOT ?1",
      [SQLValue(name: name), .text(key.text)])
  }

  private func upsertSource(_ file: TakenIn, stamp: FileStamp, key: ImageKey?) throws(Failure) {
    try change(
      """
      INSERT INTO source_file (root, path, size, mtime_ns, ctime_ns, inode, image_key, findings, recorded_by_run)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (root, path) DO UPDATE SET size = excluded.size, mtime_ns = excluded.mtime_ns,
        ctime_ns = excluded.ctime_ns, inode = excluded.inode, image_key = excluded.image_key,
        findings = excluded.findings, recorded_by_run = excluded.recorded_by_run
      WHERE (size, mtime_ns, ctime_ns, inode, image_key, findings) IS NOT
        (excluded.size, excluded.mtime_ns, excluded.ctime_ns, excluded.inode, excluded.image_key,
         excluded.findings)
      """,
      [
        .blob(file.root.bytes), .blob(file.path.bytes), .integer(stamp.size), .integer(stamp.modified),
        .integer(stamp.changed), .integer(Int64(bitPattern: stamp.inode)), SQLValue(key?.text),
        .text(canonicalJSON(file.result.findings)), .text(runID()),
      ])
  }

  // MARK: Looks

  /// Records what was seen in pictures before it was decided where they belong, in transactions of at most
  /// `batchLimit`.
  public func record(_ looked: [(key: ImageKey, result: LookedResult)]) throws(Failure) {
    var start = 0
    while start < looked.count {
      let batch = looked[start..<min(start + Recorder.batchLimit, looked.count)]
      try connection.transaction { () throws(Failure) in
        for (key, result) in batch { try insert(result, of: key) }
      }
      start += batch.count
    }
  }

  private func insert(_ result: LookedResult, of key: ImageKey) throws(Failure) {
    if let hash = result.perceptualHash {
      try change("UPDATE image SET perceptual_hash = ? WHERE image_key = ?", [.text(hash), .text(key.text)])
    }
    guard let codes = result.codes else { return }
    let metadata = try connection.first(
      "SELECT metadata FROM image WHERE image_key = ?", [.text(key.text)]
    ) { (row) throws(Failure) in row.text(0) }
    guard let metadata else { return }
    var facts = try decodeJSON(
      PhotoFacts.self, metadata, in: connection.path, "the metadata of \(key)")
    facts.codes = codes
    try change(
      "UPDATE image SET metadata = ? WHERE image_key = ?", [.text(canonicalJSON(facts)), .text(key.text)])
  }

  // MARK: Renditions

  /// Records what workers rendered, in transactions of at most `batchLimit` pictures.
  public func record(_ rendered: [(job: RenderJob, result: RenderedResult)]) throws(Failure) {
    var start = 0
    while start < rendered.count {
      let end = min(start + Recorder.batchLimit, rendered.count)
      let batch = rendered[start..<end]
      try connection.transaction { () throws(Failure) in
        for (job, result) in batch { try insert(result, of: job) }
      }
      for (_, result) in batch {
        try acknowledge(RenderedLine(rendered: result.key, paths: result.renditions.map(\.path)))
      }
      start = end
    }
  }

  private func insert(_ result: RenderedResult, of job: RenderJob) throws(Failure) {
    let digest = job.recipe.map { recipeDigest($0) } ?? ""
    try change(
      """
      UPDATE image SET state = ?1, width = coalesce(?2, width), height = coalesce(?3, height),
        perceptual_hash = coalesce(?4, perceptual_hash)
      WHERE image_key = ?5 AND (state, width, height, perceptual_hash) IS NOT
        (?1, coalesce(?2, width), coalesce(?3, height), coalesce(?4, perceptual_hash))
      """,
      [
        .text(result.state.rawValue), SQLValue(result.width), SQLValue(result.height),
        SQLValue(result.perceptualHash), .text(result.key.text),
      ])
    let modes = Dictionary(
      job.outputs.map { ($0.definition.name, $0.definition.mode) }, uniquingKeysWith: { first, _ in first })
    for rendition in result.renditions {
      try change(
        """
        INSERT INTO rendition (image_key, recipe_digest, name, mode, signature, width, height, path, byte_size,
          sha256, made_by_run)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (image_key, recipe_digest, name) DO UPDATE SET mode = excluded.mode,
          signature = excluded.signature, width = excluded.width, height = excluded.height,
          path = excluded.path, byte_size = excluded.byte_size, sha256 = excluded.sha256,
          made_by_run = excluded.made_by_run
        WHERE (signature, width, height, path, byte_size, sha256) IS NOT
          (excluded.signature, excluded.width, excluded.height, excluded.path, excluded.byte_size,
           excluded.sha256)
        """,
        [
          .text(result.key.text), .text(digest), .text(rendition.name),
          .text(modes[rendition.name]?.rawValue ?? ""), .text(rendition.signature),
          SQLValue(rendition.width), SQLValue(rendition.height), SQLValue(name: rendition.path),
          .integer(rendition.byteSize), .text(rendition.sha256.hex), .text(runID()),
        ])
    }
  }
}

/// The digest of a recipe: SHA-256 of its canonical JSON, 64 hexadecimal digits.
public func recipeDigest(_ canonicalJSON: String) -> String {
  sha256(of: Array(canonicalJSON.utf8)).hex
}
