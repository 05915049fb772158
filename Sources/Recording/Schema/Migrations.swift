// How a catalog of an older program becomes one of this program: a list of named steps, only ever added to.
import Files
import PossessionsCore

/// One step from a version of the schema to the next.
struct Migration {
  /// The version that it makes: `user_version` afterwards.
  let version: Int
  /// For messages and for the name of the copy kept from before.
  let name: String
  let sql: String
}

/// All steps, oldest first. The number of the last is the version that this program reads and writes.
let migrations = [
  Migration(version: 1, name: "all-tables", sql: migration1)
]

/// The version of the schema that this program reads and writes.
public var catalogSchemaVersion: Int { migrations.last?.version ?? 0 }

/// `application_id`: marks the file for file(1) and for us.
let catalogApplicationID: Int64 = 0x706F_7373  // "poss"

extension Connection {
  func pragma(_ name: String) throws(Failure) -> SQLValue {
    try first("PRAGMA \(name)") { (row) throws(Failure) in row.value(0) } ?? .null
  }

  /// The schema's version; refuses a catalog of a newer program.
  func requireKnownVersion() throws(Failure) -> Int {
    guard case .integer(let version) = try pragma("user_version") else { return 0 }
    guard version <= Int64(catalogSchemaVersion) else {
      throw Failure(
        .wrongCatalog, subject: path.description,
        message:
          "this catalog has schema version \(version), and this program knows up to \(catalogSchemaVersion)",
        remedy: "use a newer version of possessions")
    }
    guard version >= 0 else { throw damagedCatalog(path, "its schema version is \(version)") }
    return Int(version)
  }

  /// Refuses a file that has no catalog in it: an empty file is an empty database for SQLite.
  func requireCatalog() throws(Failure) {
    guard try requireKnownVersion() > 0, try pragma("application_id") == .integer(catalogApplicationID) else {
      throw damagedCatalog(path, "there is no catalog in the file")
    }
  }

  /// Brings the schema to the last version, each step in a transaction of its own.
  func migrate() throws(Failure) {
    var version = try requireKnownVersion()
    for migration in migrations where migration.version > version {
      try transaction { () throws(Failure) in
        try execute(migration.sql)
        try execute("PRAGMA application_id = \(catalogApplicationID)")
        try execute("PRAGMA user_version = \(migration.version)")
      }
      version = migration.version
    }
  }

  /// Sees that tables and indexes are exactly those of our migrations: a trigger, a view or a changed table
  /// is a damaged or a hostile file.
  func requireOwnSchema() throws(Failure) {
    let expected = try Connection("", .scratch)
    try expected.migrate()
    let query = "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY type, name"
    func schema(_ connection: Connection) throws(Failure) -> [[String]] {
      try connection.rows(query) { (row) throws(Failure) in (0..<4).map { row.text($0) } }
    }
    guard try schema(self) == schema(expected) else {
      throw damagedCatalog(path, "its tables are not the ones of schema version \(catalogSchemaVersion)")
    }
  }
}
