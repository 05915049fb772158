// A catalog made anew from the canonical dump of an export. The lines are read by SQLite's own JSON functions and
// written by the columns of `DumpedTable`, so that what the dump says is what the new catalog says: its digest
// must come out equal.
public import Files
public import PossessionsCore

/// Makes `catalog.sqlite` from the lines of a canonical dump, in a folder that has none.
///
/// Run ids and times are not in a dump: everything is put down to the run given. Source files get no stamps, so the
/// next import reads them again. Runs that left a log are entered as interrupted ones.
/// - Parameters:
///   - lock: exclusive.
///   - run: the run that rebuilds; it stays `running`, for a recorder to go on with.
///   - lines: gives the next line without its end, nil at the end.
/// - Returns: the digest of the new catalog.
/// - Throws: `badData` where a line is no line of a dump, or the digest is not the one expected.
public func rebuildCatalog(
  in catalog: CatalogFolder, lock: CatalogLock, run: RunRecord, expected: SHA256Digest?,
  lines: () throws(Failure) -> String?
) throws(Failure) -> SHA256Digest {
  precondition(lock.mode == .exclusive, "rebuilding writes under the exclusive lock")
  let draft = try catalog.draftCatalog()
  do throws(Failure) {
    let digest = try fill(catalog.path(draft), catalog: catalog, run: run, lines: lines)
    if let expected, digest != expected {
      throw Failure(
        .badData, subject: "catalog.jsonl",
        message: "the rebuilt catalog has digest \(digest), and the export says \(expected)",
        remedy: "use another export, or a backup")
    }
    try catalog.adoptCatalog(draft)
    return digest
  } catch {
    catalog.dropDraft(draft)
    throw error
  }
}

private func fill(
  _ path: BytePath, catalog: CatalogFolder, run: RunRecord, lines: () throws(Failure) -> String?
) throws(Failure) -> SHA256Digest {
  let connection = try Connection(path, .readWrite)
  try connection.harden()
  try connection.setDurable()
  try connection.migrate()
  try connection.transaction { () throws(Failure) in
    // Rows may name rows that come later (an image and its edited version).
    try connection.execute("PRAGMA defer_foreign_keys = ON")
    for log in try catalog.runLogs() where log != BytePath(run.id + ".jsonl") {
      try connection.run(
        "INSERT INTO run (id, command, started_at, status) VALUES (?, 'before rebuilding', ?, 'interrupted')",
        [.text(log.stem.text ?? log.description), .text(run.startedAt)])
    }
    try connection.run(
      "INSERT INTO run (id, command, started_at, status, versions) VALUES (?, ?, ?, 'running', ?)",
      [.text(run.id), .text(run.command), .text(run.startedAt), .text(canonicalJSON(run.versions))])
    guard try lines() == dumpHeader else { throw noDump("it does not begin as one") }
    var number = 1
    while let line = try lines() {
      number += 1
      try insert(line, number: number, into: connection, run: run)
    }
  }
  return try CatalogReader(catalog: catalog, connection: connection).digest()
}

private func noDump(_ why: String) -> Failure {
  Failure(
    .badData, subject: "catalog.jsonl", message: "this is not the dump of a catalog: \(why)",
    remedy: "use another export, or a backup")
}

private func insert(
  _ line: String, number: Int, into connection: Connection, run: RunRecord
) throws(Failure) {
  let name = try connection.first(
    "SELECT CASE WHEN json_valid(?1) THEN json_extract(?1, '$.table') END", [.text(line)]
  ) { (row) throws(Failure) in row.optionalText(0) }
  guard let table = DumpedTable.all.first(where: { $0.name == name }) else {
    throw noDump("line \(number) is no row of a table")
  }
  let fields = table.columns.map {
    "json_type(?1, '$.\($0.name)'), json_extract(?1, '$.\($0.name)'), json_extract(?1, '$.\($0.name).hex')"
  }
  let values = try connection.first("SELECT \(fields.joined(separator: ", "))", [.text(line)]) {
    (row) throws(Failure) in
    try table.columns.indices.map { (index) throws(Failure) -> SQLValue in
      try value(row, index * 3, form: table.columns[index].form, number: number)
    }
  }
  guard let values else { return }
  var columns = Dictionary(
    uniqueKeysWithValues: zip(table.columns.map(\.name), values))
  try complete(&columns, of: table.name, run: run)
  let names = columns.keys.sorted()
  try connection.run(
    """
    INSERT INTO \(table.name) (\(names.joined(separator: ", ")))
    VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))
    """, names.map { columns[$0] ?? .null })
}

private func value(
  _ row: Row, _ column: Int, form: DumpedTable.Form, number: Int
) throws(Failure) -> SQLValue {
  guard let type = row.optionalText(column) else { return .null }
  switch (form, type) {
  case (.json, _): return .text(row.text(column + 1))
  case (.flag, "true"), (.flag, "false"): return SQLValue(type == "true")
  case (.plain, "object"):
    guard let bytes = bytesOf(hex: row.text(column + 2)) else {
      throw noDump("line \(number) has bad digits")
    }
    return .blob(bytes)
  case (.plain, "text"), (.plain, "integer"), (.plain, "null"): return row.value(column + 1)
  default: throw noDump("line \(number) has a value of a kind that is not written there")
  }
}

/// Turns the columns of a dump into those of the table: what is not in a dump is put down to the run.
private func complete(
  _ columns: inout [String: SQLValue], of table: String, run: RunRecord
) throws(Failure) {
  let id = SQLValue.text(run.id)
  func supersede() {
    columns["superseded_by_run"] = columns.removeValue(forKey: "is_superseded") == SQLValue(true) ? id : .null
    columns["attached_by_run"] = id
  }
  switch table {
  case "image":
    columns["imported_at"] = .text(run.startedAt)
    columns["imported_by_run"] = id
  case "source_file":
    for name in ["root", "path"] {
      if case .text(let text) = columns[name] { columns[name] = .blob(Array(text.utf8)) }
    }
    for name in ["mtime_ns", "ctime_ns", "inode"] { columns[name] = .integer(0) }
    columns["recorded_by_run"] = id
  case "possession":
    let given = columns["date_created"] ?? .null
    columns["date_created_is_assumed"] = SQLValue(given == .null)
    if given == .null { columns["date_created"] = .text(run.startedAt) }
    columns["created_by_run"] = id
    columns["changed_by_run"] = id
  case "attachment", "document": supersede()
  case "disposal":
    let isDeleted = columns.removeValue(forKey: "is_deleted") == SQLValue(true)
    columns["trashed_by_run"] = id
    columns["deleted_by_run"] = isDeleted ? id : .null
  default: break
  }
}
