// The tables as values, each in the same order every time.
public import PossessionsCore

extension CatalogReader {
  /// Everything that documents are made from.
  ///
  /// Reads the whole catalog into memory: about 2 kB for each picture. For very large catalogs use the `forEach`
  /// methods.
  public func contents() throws(Failure) -> CatalogContents {
    var contents = try itemsContents(digest: try digest())
    contents.renditions = try renditions()
    contents.lastRun = try lastFinishedRun()
    contents.findings = try lastFindings()
    return contents
  }

  /// What the export of items is made from: neither renditions nor findings.
  ///
  /// - Parameter digest: the catalog's.
  public func itemsContents(digest: SHA256Digest) throws(Failure) -> CatalogContents {
    var contents = CatalogContents(digest: digest)
    contents.possessions = try possessions()
    contents.attachments = try attachments()
    contents.documents = try documents()
    contents.pictures = try pictures()
    return contents
  }

  // MARK: Possessions

  /// All possessions, ordered by the bytes of their item ids, removed ones too.
  public func possessions() throws(Failure) -> [Possession] {
    var all: [Possession] = []
    try forEachPossession { (possession) throws(Failure) in all.append(possession) }
    return all
  }

  public func forEachPossession(_ body: (Possession) throws(Failure) -> Void) throws(Failure) {
    let sql =
      "SELECT item_id, status, date_created, source_text, extra, \(plainColumns) FROM possession ORDER BY item_id"
    try connection.forEach(sql) { (row) throws(Failure) in try body(try possession(row)) }
  }

  /// One possession; nil where there is none of that id.
  public func possession(_ itemID: String) throws(Failure) -> Possession? {
    let sql =
      "SELECT item_id, status, date_created, source_text, extra, \(plainColumns) FROM possession WHERE item_id = ?"
    return try connection.first(sql, [.text(itemID)]) { (row) throws(Failure) in try possession(row) }
  }

  private func possession(_ row: Row) throws(Failure) -> Possession {
    guard let status = Possession.Status(rawValue: row.text(1)) else {
      throw row.damaged("possession \(printable(row.text(0))) has an unknown status")
    }
    var possession = Possession(itemID: row.text(0), status: status)
    possession.fields[.dateCreated] = .text(row.text(2))
    possession.sourceText = try json(FieldTable<String>.self, row, 3, ifNot: "{}") ?? [:]
    possession.extra = try json([String: String].self, row, 4, ifNot: "{}") ?? [:]
    for (offset, field) in plainFields.enumerated() {
      if let value = field.fieldValue(row, offset + 5) { possession.fields[field] = value }
    }
    return possession
  }

  /// A JSON column; nil, without decoding, where it has its usual empty value.
  private func json<Value: Decodable>(
    _ type: Value.Type, _ row: Row, _ column: Int, ifNot empty: String
  ) throws(Failure) -> Value? {
    let text = row.text(column)
    if text == empty { return nil }
    return try decodeJSON(type, text, in: connection.path, "a JSON column")
  }

  // MARK: Pictures

  private static let pictureColumns = """
    image_key, sha256, byte_size, width, height, original_name, path, state, perceptual_hash, edited_image_key,
    metadata, imported_at, imported_by_run
    """

  /// Every picture and document in the store, by key.
  public func pictures() throws(Failure) -> [ImageKey: PictureRecord] {
    var all: [ImageKey: PictureRecord] = [:]
    try forEachPicture { (picture) throws(Failure) in all[picture.key] = picture }
    return all
  }

  /// Calls `body` with every picture and document in the store, ordered by key.
  public func forEachPicture(_ body: (PictureRecord) throws(Failure) -> Void) throws(Failure) {
    try connection.forEach("SELECT \(CatalogReader.pictureColumns) FROM image ORDER BY image_key") {
      (row) throws(Failure) in
      try body(try picture(row))
    }
  }

  public func picture(_ key: ImageKey) throws(Failure) -> PictureRecord? {
    try connection.first(
      "SELECT \(CatalogReader.pictureColumns) FROM image WHERE image_key = ?", [.text(key.text)]
    ) { (row) throws(Failure) in try picture(row) }
  }

  private func picture(_ row: Row) throws(Failure) -> PictureRecord {
    guard let key = ImageKey(row.text(0)), let sha256 = SHA256Digest(hex: row.text(1)),
      let state = PictureState(rawValue: row.text(7))
    else { throw row.damaged("image \(printable(row.text(0))) has a value that cannot be") }
    var facts = try decodeJSON(PhotoFacts.self, row.text(10), in: connection.path, "the metadata of \(key)")
    facts.width = row.optionalInt(3)
    facts.height = row.optionalInt(4)
    return PictureRecord(
      key: key, sha256: sha256, byteSize: row.integer(2), facts: facts, originalName: row.path(5),
      original: row.path(6), state: state, perceptualHash: row.optionalText(8),
      editedKey: row.optionalText(9).flatMap { ImageKey($0) }, importedAt: row.text(11),
      importedByRun: row.text(12))
  }

  /// The facts of many pictures, by key: for matching against photos that are known already.
  public func facts() throws(Failure) -> [ImageKey: PhotoFacts] {
    var all: [ImageKey: PhotoFacts] = [:]
    try forEachPicture { (picture) throws(Failure) in all[picture.key] = picture.facts }
    return all
  }

  // MARK: Source files

  /// What is remembered of the files of one photo folder, by path: ready for 100,000 of them.
  ///
  /// - Parameter root: absolute.
  public func sourceFiles(root: BytePath) throws(Failure) -> [BytePath: SourceFileRecord] {
    var all: [BytePath: SourceFileRecord] = [:]
    // Keys come out of the table as text of the right form; each is made once.
    try connection.forEach(
      """
      SELECT path, size, mtime_ns, ctime_ns, inode, image_key, findings FROM source_file WHERE root = ?
      """, [.blob(root.bytes)]
    ) { (row) throws(Failure) in
      let path = row.path(0)
      all[path] = SourceFileRecord(
        root: root, path: path,
        stamp: FileStamp(
          size: row.integer(1), modified: row.integer(2), changed: row.integer(3),
          inode: UInt64(bitPattern: row.integer(4))),
        key: row.optionalText(5).flatMap { ImageKey($0) },
        findings: try json([Finding].self, row, 6, ifNot: "[]") ?? [])
    }
    return all
  }

  /// Every name that any picture came under, ordered by folder and path.
  public func forEachSourceFile(_ body: (SourceFileRecord) throws(Failure) -> Void) throws(Failure) {
    try connection.forEach(
      """
      SELECT root, path, size, mtime_ns, ctime_ns, inode, image_key, findings FROM source_file ORDER BY root, path
      """
    ) { (row) throws(Failure) in
      try body(
        SourceFileRecord(
          root: row.path(0), path: row.path(1),
          stamp: FileStamp(
            size: row.integer(2), modified: row.integer(3), changed: row.integer(4),
            inode: UInt64(bitPattern: row.integer(5))),
          key: row.optionalText(6).flatMap { ImageKey($0) },
          findings: try json([Finding].self, row, 7, ifNot: "[]") ?? []))
    }
  }

  // MARK: Attachments, documents, renditions

  /// Attachments ordered by item id, then position.
  ///
  /// - Parameters:
  ///   - item: of this possession alone.
  ///   - includingSuperseded: also those that no longer hold.
  public func attachments(
    of item: String? = nil, includingSuperseded: Bool = false
  ) throws(Failure) -> [AttachmentRecord] {
    try connection.rows(
      """
      SELECT item_id, image_key, position, is_primary, caption, matched_by, matched_detail, recipe, recipe_digest,
        superseded_by_run
      FROM attachment
      WHERE (?1 IS NULL OR item_id = ?1) AND (?2 OR superseded_by_run IS NULL)
      ORDER BY item_id, position, image_key, id
      """, [SQLValue(item), SQLValue(includingSuperseded)]
    ) { (row) throws(Failure) in
      guard let key = ImageKey(row.text(1)) else { throw row.damaged("an attachment has no image key") }
      return AttachmentRecord(
        itemID: row.text(0), key: key, position: row.int(2), isPrimary: row.integer(3) != 0,
        caption: row.optionalText(4), matchedBy: row.text(5), matchedDetail: row.text(6),
        recipe: row.optionalText(7), recipeDigest: row.optionalText(8), supersededByRun: row.optionalText(9))
    }
  }

  /// Documents ordered by item id, kind and name.
  public func documents(
    of item: String? = nil, includingSuperseded: Bool = false
  ) throws(Failure) -> [DocumentRecord] {
    try connection.rows(
      """
      SELECT item_id, image_key, kind, original_name, media_type, superseded_by_run FROM document
      WHERE (?1 IS NULL OR item_id = ?1) AND (?2 OR superseded_by_run IS NULL)
      ORDER BY item_id, kind, original_name, image_key, id
      """, [SQLValue(item), SQLValue(includingSuperseded)]
    ) { (row) throws(Failure) in
      guard let key = ImageKey(row.text(1)), let kind = NamedDocument.Kind(rawValue: row.text(2)) else {
        throw row.damaged("a document has a value that cannot be")
      }
      return DocumentRecord(
        itemID: row.text(0), key: key, kind: kind, originalName: row.path(3),
        mediaType: MediaType(rawValue: row.text(4)) ?? .unknown, supersededByRun: row.optionalText(5))
    }
  }

  /// Renditions ordered by key, recipe digest and name.
  public func renditions(of key: ImageKey? = nil) throws(Failure) -> [RenditionRecord] {
    try connection.rows(
      """
      SELECT image_key, recipe_digest, name, signature, width, height, path, byte_size, sha256 FROM rendition
      WHERE ?1 IS NULL OR image_key = ?1 ORDER BY image_key, recipe_digest, name
      """, [SQLValue(key?.text)]
    ) { (row) throws(Failure) in
      guard let key = ImageKey(row.text(0)), let sha256 = SHA256Digest(hex: row.text(8)) else {
        throw row.damaged("a rendition has a value that cannot be")
      }
      return RenditionRecord(
        key: key, recipeDigest: row.text(1), name: row.text(2), signature: row.text(3), width: row.int(4),
        height: row.int(5), path: row.path(6), byteSize: row.integer(7), sha256: sha256)
    }
  }
}

extension CatalogReader {
  /// The originals of all live pictures, relative to the catalog folder.
  public func originals() throws(Failure) -> [BytePath] {
    try connection.rows("SELECT path FROM image WHERE image_key NOT IN (SELECT image_key FROM disposal)") {
      (row) throws(Failure) in row.path(0)
    }
  }
}
