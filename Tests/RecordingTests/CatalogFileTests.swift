import Files
import Foundation
import Glibc
import PossessionsCore
import TestSupport
import Testing

@testable import Recording

@Suite("The catalog's file")
struct CatalogFileTests {
  @Test("durable settings, read back")
  func pragmas() throws {
    let bench = try Bench()
    let connection = bench.recorder.connection
    #expect(try connection.pragma("journal_mode") == .text("truncate"))
    #expect(try connection.pragma("synchronous") == .integer(2))
    #expect(try connection.pragma("foreign_keys") == .integer(1))
    #expect(try connection.pragma("trusted_schema") == .integer(0))
    #expect(try connection.pragma("user_version") == .integer(Int64(catalogSchemaVersion)))
  }

  @Test("a column for every field")
  func columns() throws {
    let bench = try Bench()
    var columns: Set<String> = []
    try bench.recorder.connection.forEach("SELECT name FROM pragma_table_info('possession')") {
      (row) throws(Failure) in columns.insert(row.text(0))
    }
    for field in PossessionField.allCases { #expect(columns.contains(field.column), "\(field)") }
  }

  @Test("sqlite3 finds nothing wrong", .enabled(if: isOracleAvailable("sqlite3")))
  func oracle() throws {
    let bench = try Bench()
    let keys = try bench.record([("b.jpg", "one")])
    try bench.recorder.record(Bench.plan(item: "A1", key: keys[0]), now: now)
    try bench.finish()
    let checks = "PRAGMA integrity_check; PRAGMA foreign_key_check; SELECT item_id, name FROM possession;"
    let answer = try #require(try runCommand("sqlite3", [bench.database, checks]))
    #expect(answer.output == "ok\nA1|Lamp\n")
    #expect(answer.status == 0)
  }

  @Test("is private")
  func mode() throws {
    let bench = try Bench()
    for name in ["catalog.sqlite", "catalog.sqlite-journal"] {
      var about = stat()
      #expect(stat(bench.folder.file("catalog/" + name), &about) == 0)
      #expect(about.st_mode & 0o777 == 0o600, "\(name)")
    }
  }

  /// A catalog of one run, closed.
  func closed() throws -> (folder: TemporaryFolder, catalog: CatalogFolder, database: String) {
    let bench = try Bench()
    let keys = try bench.record([("b.jpg", "one"), ("c.jpg", "two")])
    try bench.recorder.record(Bench.plan(item: "A1", key: keys[0]), now: now)
    try bench.finish()
    return (bench.folder, bench.catalog, bench.database)
  }

  func open(_ catalog: CatalogFolder) -> (reading: Failure.Kind?, writing: Failure.Kind?) {
    (
      kind { _ = try CatalogReader(snapshotOf: catalog).contents() },
      kind { _ = try Recorder(catalog, lock: try catalog.lock(timeout: 1)) }
    )
  }

  @Test(
    "a catalog of every released schema says what it said, to readers and after its migration",
    .enabled(if: isOracleAvailable("sqlite3")), arguments: 1...catalogSchemaVersion)
  func released(version: Int) throws {
    let catalogs = (#filePath as NSString).deletingLastPathComponent + "/Catalogs"
    let folder = try TemporaryFolder()
    let catalog = try CatalogFolder.open(
      BytePath(folder.file("catalog")), for: .writing, creation: .whereAbsent)
    let database = folder.file("catalog/catalog.sqlite")
    let made = try runCommand("sqlite3", ["-bail", database, ".read '\(catalogs)/schema-\(version).sql'"])
    #expect(made?.status == 0)
    let reader = try CatalogReader(snapshotOf: catalog)
    let expected = try #require(try reader.runs().last?.catalogDigest)
    #expect(try reader.digest().hex == expected)
    #expect(try reader.possessions().count == 16)
    let recorder = try Recorder(catalog, lock: try catalog.lock())
    #expect(try recorder.reader.digest().hex == expected)
    let now = try runCommand("sqlite3", [database, "PRAGMA user_version; PRAGMA integrity_check"])
    #expect(now?.output == "\(catalogSchemaVersion)\nok\n")
  }

  @Test("one of a newer program is refused")
  func newer() throws {
    let (folder, catalog, database) = try closed()
    try withExtendedLifetime(folder) {
      do {
        let connection = try Connection(BytePath(database), .readWrite)
        try connection.execute("PRAGMA user_version = 99")
      }
      #expect(open(catalog) == (.wrongCatalog, .wrongCatalog))
    }
  }

  @Test(
    "what is no catalog of ours is refused",
    arguments: [
      "CREATE TRIGGER t AFTER UPDATE ON run BEGIN DELETE FROM image; END",
      "CREATE VIEW v AS SELECT 1", "CREATE TABLE more (x)", "DROP TABLE rendition",
      "ALTER TABLE possession ADD COLUMN y TEXT",
    ])
  func foreignSchema(sql: String) throws {
    let (folder, catalog, database) = try closed()
    try withExtendedLifetime(folder) {
      do { try Connection(BytePath(database), .readWrite).execute(sql) }
      #expect(open(catalog) == (.badData, .badData))
    }
  }

  @Test("a file that is no database is refused", arguments: ["", "x", "SQLite format 3\0 and no more"])
  func noDatabase(text: String) throws {
    let (folder, catalog, database) = try closed()
    try withExtendedLifetime(folder) {
      try Data(text.utf8).write(to: URL(fileURLWithPath: database))
      let found = open(catalog)
      // An empty file is an empty database for SQLite: its tables are missing beside originals.
      #expect(found.reading == .badData, "\(found)")
      #expect(found.writing == .badData, "\(found)")
    }
  }

  @Test("originals without a catalog are never met with a new one")
  func missing() throws {
    let (folder, catalog, database) = try closed()
    withExtendedLifetime(folder) {
      unlink(database)
      #expect(open(catalog) == (.wrongCatalog, .wrongCatalog))
      #expect(access(database, F_OK) != 0)
    }
  }

  @Test("a folder whose catalog was never made reads as empty")
  func empty() throws {
    let folder = try TemporaryFolder()
    let catalog = try CatalogFolder.open(
      BytePath(folder.file("c")), for: .writing, creation: .whereAbsent)
    #expect(try CatalogReader(snapshotOf: catalog).contents().possessions.isEmpty)
    #expect(!catalog.contains("catalog.sqlite"))
  }

  @Test("a reader beside a writer sees the last commit, and does not wait")
  func beside() throws {
    let bench = try Bench()
    try bench.record([("b.jpg", "one")])
    try bench.recorder.connection.transaction { () throws(Failure) in
      try bench.recorder.connection.run("UPDATE run SET command = 'half'")
      let reader = try CatalogReader(snapshotOf: bench.catalog)
      #expect(try reader.runs().map(\.command) == ["import"])
      #expect(try reader.contents().pictures.count == 1)
    }
  }

  @Test("what a killed writer left is rolled back", .enabled(if: isOracleAvailable("python3")))
  func hotJournal() throws {
    let (folder, catalog, database) = try closed()
    try withExtendedLifetime(folder) {
      let before = try CatalogReader(snapshotOf: catalog).digest()
      // Killed within a transaction whose pages have gone to the file already: a hot journal.
      let script = """
        import sqlite3, sys, os, signal
        c = sqlite3.connect(sys.argv[1], isolation_level=None)
        c.execute('PRAGMA journal_mode=TRUNCATE'); c.execute('PRAGMA cache_size=1')
        c.execute('PRAGMA cache_spill=1'); c.execute('BEGIN IMMEDIATE')
        c.execute("UPDATE possession SET name = 'half'")
        for n in range(2000):
            c.execute("INSERT INTO finding (run_id, code, severity, subject, message, remedy) "
                      "SELECT id, 'x', 'note', ?, hex(randomblob(400)), '' FROM run LIMIT 1", (str(n),))
        os.kill(os.getpid(), signal.SIGKILL)
        """
      #expect(try runCommand("python3", ["-c", script, database])?.status == 137)
      var about = stat()
      stat(database + "-journal", &about)
      #expect(about.st_size > 0)
      #expect(try CatalogReader(snapshotOf: catalog).digest() == before)
      #expect(try CatalogReader(snapshotOf: catalog).possessions().map(\.name) == ["Lamp"])
    }
  }

  @Test("damaged catalogs never crash", arguments: 0..<4)
  func damaged(seed: UInt64) throws {
    let (folder, catalog, database) = try closed()
    try withExtendedLifetime(folder) {
      let original = try Data(contentsOf: URL(fileURLWithPath: database))
      var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
      func random(_ below: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(below))
      }
      let rounds = Int(ProcessInfo.processInfo.environment["POSSESSIONS_FUZZ_ROUNDS"] ?? "") ?? 15
      for round in 0..<rounds {
        var bytes = original
        switch round % 4 {
        case 0: for _ in 0..<8 { bytes[random(bytes.count)] ^= UInt8(1 << random(8)) }
        case 1: bytes = bytes.prefix(random(bytes.count))
        case 2:
          let page = random(bytes.count / 4096) * 4096
          for offset in 0..<4096 { bytes[page + offset] = UInt8(random(256)) }
        default:
          let (from, to) = (random(bytes.count / 4096) * 4096, random(bytes.count / 4096) * 4096)
          bytes.replaceSubrange(to..<to + 4096, with: bytes[from..<from + 4096])
        }
        try bytes.write(to: URL(fileURLWithPath: database))
        let found = open(catalog)
        for kind in [found.reading, found.writing] where kind != nil {
          #expect([.badData, .inputOutput, .wrongCatalog].contains(kind), "round \(round)")
        }
        unlink(database + "-journal")
      }
    }
  }
}
