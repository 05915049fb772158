import Foundation
import PossessionsCore
import TestSupport
import Testing

/// verify, repair, gc, backup and restore as a user runs them.
@Suite("looking after a catalog folder")
struct SafekeepingCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(tinyJPEG("mixer"), to: "inbox/MX-1.jpg")
    try folder.write(tinyJPEG("lamp"), to: "inbox/LP-2.jpg")
    try folder.write("item_id,name\nMX-1,Stand mixer\nLP-2,Lamp\n", to: "items.csv")
    #expect(try run("import", "--photos", "inbox", "--items", "items.csv").status == 0)
  }

  @discardableResult
  func run(_ arguments: String...) throws -> CommandResult {
    try #require(try runCommand(builtProgram(), arguments, folder: folder.path))
  }

  func originals() throws -> [String] {
    let root = folder.file("catalog/originals")
    return try FileManager.default.subpathsOfDirectory(atPath: root).filter { $0.hasSuffix(".jpg") }.sorted()
      .map { root + "/" + $0 }
  }

  @Test("verify is clean, names damage with its class, and ends with 4")
  func verify() throws {
    for depth in ["--quick", "--deep", "--sample=50"] { #expect(try run("verify", depth).status == 0) }
    try FileManager.default.removeItem(atPath: try originals()[0])
    let found = try run("verify")
    #expect(found.status == 4)
    #expect(found.output.contains("MISSING"))
    struct Report: Decodable {
      struct Damage: Decodable {
        var `class`: String
        var path: String
      }
      var damages: [Damage]
      var complete: Bool
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(try run("verify", "--json").output.utf8))
    #expect(report.damages.map(\.class) == ["MISSING"])
    #expect(report.complete)
    #expect(try run("verify", "--quick", "--deep").status == 64)
    #expect(try run("verify", "--catalog", "none").status == 78)
  }

  @Test("backup, damage, repair from the backup")
  func repair() throws {
    #expect(try run("backup", "--to", "backups").status == 0)
    try FileManager.default.removeItem(atPath: try originals()[0])
    let dry = try run("repair", "--from", "backups")
    #expect(dry.status == 4)
    #expect(dry.output.contains("would  bring back"))
    #expect(try originals().count == 1)
    #expect(try run("repair", "--from", "backups", "--yes").status == 0)
    #expect(try run("verify").status == 0)
    #expect(try run("repair").output == "nothing to mend\n")
    #expect(try run("list", "--runs").output.contains("repair"))
  }

  @Test("a photo that comes by again is back in its place")
  func again() throws {
    try FileManager.default.removeItem(atPath: try originals()[0])
    #expect(try run("import", "--photos", "inbox", "--items", "items.csv").status == 0)
    #expect(try run("verify").status == 0)
  }

  @Test("restore makes an equal catalog, and never over another")
  func restore() throws {
    #expect(try run("backup", "--to", "backups").status == 0)
    #expect(try run("restore", "--from", "backups", "--catalog", "second").status == 0)
    #expect(try run("verify", "--catalog", "second").status == 0)
    #expect(try run("list", "--catalog", "second").output == run("list").output)
    #expect(try run("restore", "--from", "backups").status == 73)
    #expect(try run("restore", "--from", "inbox", "--catalog", "third").status == 66)
    #expect(try run("restore").status == 64)
  }

  @Test("a lost catalog is rebuilt from the export, and the next import changes nothing")
  func rebuild() throws {
    let before = try run("list", "--json").output
    try FileManager.default.removeItem(atPath: folder.file("catalog/catalog.sqlite"))
    #expect(try run("list").status == 78)
    #expect(try run("import", "--photos", "inbox", "--items", "items.csv").status == 78)
    #expect(try run("restore", "--from-export").status == 0)
    #expect(try run("list", "--json").output == before)
    let again = try run("import", "--photos", "inbox", "--items", "items.csv", "--json")
    #expect(again.status == 0)
    #expect(again.output.contains("\"created\" : 0") && again.output.contains("\"updated\" : 0"))
    #expect(try run("verify").status == 0)
  }

  @Test("gc tells, and does it with --yes")
  func garbage() throws {
    let stray = try folder.write("x", to: "catalog/renditions/thumb/stray.jpg")
    #expect(try run("gc").output.contains("would be removed"))
    #expect(FileManager.default.fileExists(atPath: stray))
    #expect(try run("gc", "--yes").status == 0)
    #expect(!FileManager.default.fileExists(atPath: stray))
    #expect(try run("gc").output == "nothing to do\n")
    #expect(try run("gc", "--empty-trash").output == "nothing to do\n")
  }

  @Test(
    "an edit of the catalog by another program is told until somebody accepts it",
    .enabled(if: isOracleAvailable("sqlite3")))
  func foreignEdit() throws {
    _ = try runCommand(
      "sqlite3", [folder.file("catalog/catalog.sqlite"), "UPDATE possession SET name = 'x'"])
    #expect(try run("verify", "--quick").status == 4)
    #expect(try run("import", "--photos", "inbox", "--items", "items.csv").status == 0)
    #expect(try run("verify", "--quick").status == 4)
    #expect(try run("repair", "--accept-catalog", "--yes").status == 0)
    #expect(try run("verify", "--quick").status == 0)
  }
}
