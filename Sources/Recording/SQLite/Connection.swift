// All of SQLite that is used: a connection, its statements, rows. One thread at a time: the type is not Sendable,
// so the compiler keeps it with its owner, and SQLite is opened without its own mutexes.
import CSQLite
import PossessionsCore

/// A value bound to a statement.
enum SQLValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case text(String)
  case blob([UInt8])

  init(_ text: String?) { self = text.map { .text($0) } ?? .null }
  init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }
  init(_ flag: Bool) { self = .integer(flag ? 1 : 0) }

  /// A name: text where it is valid UTF-8, for people who look into the catalog; else its bytes.
  init(name: BytePath) { self = name.text.map { .text($0) } ?? .blob(name.bytes) }
}

/// An open database (sqlite3_open_v2), closed with the value.
final class Connection {
  enum Mode {
    /// An existing file, also for rolling back what a killed run left.
    case readWrite
    /// An existing file on a medium that cannot be written.
    case readOnly
    /// A private database that lives in memory, and in a temporary file without a name where it grows large.
    case scratch
  }

  /// For messages.
  let path: BytePath
  private let handle: OpaquePointer
  /// The first I/O error. After it nothing more is written: a failed fsync must never be followed by one that
  /// succeeds on pages that the kernel has dropped.
  private var failed: Failure?
  private var cache: [String: Statement] = [:]

  init(_ path: BytePath, _ mode: Mode) throws(Failure) {
    self.path = path
    var opened: OpaquePointer?
    let flags =
      switch mode {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .readOnly: SQLITE_OPEN_READONLY
      case .scratch: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    // The name goes as bytes: a folder's name may be no UTF-8. Nothing in it is a URI.
    let name = mode == .scratch ? [CChar(0)] : path.bytes.map { CChar(bitPattern: $0) } + [0]
    let status = sqlite3_open_v2(
      name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_NOFOLLOW, nil)
    guard status == SQLITE_OK, let opened else {
      // Without memory there is no handle; else it must be closed although opening failed.
      let system = opened.map { sqlite3_system_errno($0) } ?? 0
      sqlite3_close_v2(opened)
      throw sqliteFailure(status, act: "open", path: path, systemError: system)
    }
    handle = opened
  }

  deinit {
    cache.removeAll()
    sqlite3_close_v2(handle)
  }

  /// How long a statement waits for another process to let go of the file.
  func setBusyTimeout(milliseconds: Int32) { sqlite3_busy_timeout(handle, milliseconds) }

  /// Switches of sqlite3_db_config: nothing that stands in the file can run code or change the rules.
  func harden() throws(Failure) {
    for (option, value) in [
      (SQLITE_DBCONFIG_DEFENSIVE, 1), (SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
      (SQLITE_DBCONFIG_ENABLE_TRIGGER, 0), (SQLITE_DBCONFIG_ENABLE_VIEW, 0),
      (SQLITE_DBCONFIG_DQS_DML, 0), (SQLITE_DBCONFIG_DQS_DDL, 0),
    ] as [(Int32, Int32)] {
      try check(csqlite_set_switch(handle, option, value), act: "configure")
    }
  }

  /// Runs statements without values or answers.
  func execute(_ sql: String) throws(Failure) {
    try check(sqlite3_exec(handle, sql, nil, nil, nil), act: "change")
  }

  /// Runs one statement to its end.
  ///
  /// - Returns: the number of rows that it changed.
  @discardableResult
  func run(_ sql: String, _ values: [SQLValue] = []) throws(Failure) -> Int {
    if let failed { throw failed }
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values, in: self)
    while try statement.step(in: self) {}
    return Int(sqlite3_changes(handle))
  }

  /// Calls `body` with each row of the answer.
  func forEach(
    _ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws(Failure) -> Void
  ) throws(Failure) {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values, in: self)
    while try statement.step(in: self) { try body(Row(statement: statement, connection: self)) }
  }

  /// The answer's rows, each turned into a value.
  func rows<Value>(
    _ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws(Failure) -> Value
  ) throws(Failure) -> [Value] {
    var all: [Value] = []
    try forEach(sql, values) { (row) throws(Failure) in all.append(try body(row)) }
    return all
  }

  /// The first row's value; nil where there is no row.
  func first<Value>(
    _ sql: String, _ values: [SQLValue] = [], _ body: (Row) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let statement = try prepared(sql)
    defer { statement.reset() }
    try statement.bind(values, in: self)
    guard try statement.step(in: self) else { return nil }
    return try body(Row(statement: statement, connection: self))
  }

  /// One transaction: all of `body`, or nothing where it throws.
  func transaction<Value>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    if let failed { throw failed }
    try execute("BEGIN IMMEDIATE")
    do throws(Failure) {
      let value = try body()
      try execute("COMMIT")
      return value
    } catch {
      // Where COMMIT failed SQLite may have rolled back by itself: then this is an error that means nothing.
      if sqlite3_get_autocommit(handle) == 0 { _ = sqlite3_exec(handle, "ROLLBACK", nil, nil, nil) }
      throw error
    }
  }

  /// Copies the whole of `source` into this database in one step (sqlite3_backup): one consistent moment of it.
  func copy(from source: Connection) throws(Failure) {
    guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
      throw sqliteFailure(sqlite3_extended_errcode(handle), act: "copy", path: path, systemError: 0)
    }
    // The step waits for a commit that is going on; busy here means that the wait was too short.
    var status = sqlite3_backup_step(backup, -1)
    var tries = 0
    while (status & 0xFF == SQLITE_BUSY || status & 0xFF == SQLITE_LOCKED) && tries < 600 {
      sqlite3_sleep(50)
      tries += 1
      status = sqlite3_backup_step(backup, -1)
    }
    let finished = sqlite3_backup_finish(backup)
    if status != SQLITE_DONE {
      throw sqliteFailure(
        status, act: "read", path: source.path, systemError: sqlite3_system_errno(source.handle))
    }
    try check(finished, act: "copy")
  }

  func check(_ status: Int32, act: String) throws(Failure) {
    guard status != SQLITE_OK, status != SQLITE_DONE, status != SQLITE_ROW else { return }
    let failure = sqliteFailure(status, act: act, path: path, systemError: sqlite3_system_errno(handle))
    if status & 0xFF == SQLITE_IOERR, failed == nil { failed = failure }
    throw failure
  }

  private func prepared(_ sql: String) throws(Failure) -> Statement {
    if let statement = cache[sql], !statement.isBusy { return statement }
    var prepared: OpaquePointer?
    let status = sqlite3_prepare_v3(
      handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard status == SQLITE_OK, let prepared else {
      throw sqliteFailure(
        status, act: "read", path: path, systemError: sqlite3_system_errno(handle))
    }
    let statement = Statement(prepared)
    cache[sql] = statement
    return statement
  }
}

/// A prepared statement (sqlite3_stmt), finalized with the value.
final class Statement {
  fileprivate let handle: OpaquePointer

  fileprivate init(_ handle: OpaquePointer) { self.handle = handle }

  deinit { sqlite3_finalize(handle) }

  fileprivate var isBusy: Bool { sqlite3_stmt_busy(handle) != 0 }

  fileprivate func reset() {
    // The answer repeats the error of the last step, which was thrown already.
    _ = sqlite3_reset(handle)
    _ = sqlite3_clear_bindings(handle)
  }

  fileprivate func bind(_ values: [SQLValue], in connection: Connection) throws(Failure) {
    precondition(Int(sqlite3_bind_parameter_count(handle)) == values.count, "values that fit the statement")
    for (offset, value) in values.enumerated() {
      let index = Int32(offset + 1)
      let status: Int32
      switch value {
      case .null: status = sqlite3_bind_null(handle, index)
      case .integer(let number): status = sqlite3_bind_int64(handle, index, number)
      case .text(let text):
        var text = text
        status = text.withUTF8 { utf8 in
          utf8.withMemoryRebound(to: CChar.self) { bytes in
            // An empty text has no address, and no address would bind NULL.
            bytes.baseAddress.map { csqlite_bind_text(handle, index, $0, Int32(bytes.count)) }
              ?? csqlite_bind_text(handle, index, "", 0)
          }
        }
      case .blob(let bytes):
        status = bytes.withUnsafeBytes { buffer in
          buffer.baseAddress.map { csqlite_bind_blob(handle, index, $0, Int32(buffer.count)) }
            ?? sqlite3_bind_zeroblob(handle, index, 0)
        }
      }
      try connection.check(status, act: "change")
    }
  }

  fileprivate func step(in connection: Connection) throws(Failure) -> Bool {
    let status = sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    try connection.check(status, act: sqlite3_stmt_readonly(handle) != 0 ? "read" : "change")
    return false
  }
}

/// The current row of a statement, valid during the closure that gets it. Columns count from 0.
struct Row {
  fileprivate let statement: Statement
  fileprivate let connection: Connection

  var columnCount: Int { Int(sqlite3_column_count(statement.handle)) }

  func isNull(_ column: Int) -> Bool { sqlite3_column_type(statement.handle, Int32(column)) == SQLITE_NULL }

  func isInteger(_ column: Int) -> Bool {
    sqlite3_column_type(statement.handle, Int32(column)) == SQLITE_INTEGER
  }

  func isBlob(_ column: Int) -> Bool { sqlite3_column_type(statement.handle, Int32(column)) == SQLITE_BLOB }

  func integer(_ column: Int) -> Int64 { sqlite3_column_int64(statement.handle, Int32(column)) }

  func int(_ column: Int) -> Int { Int(integer(column)) }

  func optionalInt(_ column: Int) -> Int? { isNull(column) ? nil : int(column) }

  /// Invalid UTF-8, which only a damaged catalog has, is repaired with U+FFFD.
  func text(_ column: Int) -> String { String(decoding: bytes(column), as: UTF8.self) }

  func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

  /// The bytes of a blob or a text.
  func bytes(_ column: Int) -> UnsafeRawBufferPointer {
    // The order matters: sqlite3_column_blob first, then its length.
    let start = sqlite3_column_blob(statement.handle, Int32(column))
    return UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_column_bytes(statement.handle, Int32(column))))
  }

  func path(_ column: Int) -> BytePath { BytePath(Array(bytes(column))) }

  func value(_ column: Int) -> SQLValue {
    switch sqlite3_column_type(statement.handle, Int32(column)) {
    case SQLITE_NULL: .null
    case SQLITE_INTEGER: .integer(integer(column))
    case SQLITE_BLOB: .blob(Array(bytes(column)))
    default: .text(text(column))
    }
  }

  /// The failure for a value that no program of ours writes.
  func damaged(_ what: String) -> Failure {
    damagedCatalog(connection.path, what)
  }
}

/// The version of the SQLite library in use.
public var sqliteVersion: String { String(cString: sqlite3_libversion()) }
