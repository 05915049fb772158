import Foundation
import Glibc
import PossessionsCore
import TestSupport
import Testing

/// A nightly import with nothing to do leaves the catalog as it is, and misses nothing that happened since.
@Suite("a quiet run")
struct QuietRunTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(tinyJPEG("mixer"), to: "inbox/MX-1.jpg")
    try folder.write(tinyJPEG("lamp"), to: "inbox/LP-2.jpg")
    try folder.write(tinyJPEG("nobody's"), to: "inbox/IMG_0001.jpg")
    try folder.write(
      "item_id,name,photos\nMX-1,Stand mixer,\nLP-2,Lamp,\nVN-3,Violin,gone.jpg\n", to: "items.csv")
    #expect(try importing().status == 3)
  }

  struct Outcome: Decodable, Equatable {
    struct Files: Decodable, Equatable {
      var found: Int
      var stored: Int
      var ignored: Int
    }
    var files: Files
    var findings: [String: Int]
    var details: [Finding]
    var changed: Bool
  }

  struct ListedRun: Decodable {
    var id: String
    var repeats: String?
    var counts: [String: Int]
  }

  @discardableResult
  func run(_ arguments: String...) throws -> CommandResult {
    try #require(try runCommand(builtProgram(), arguments, folder: folder.path))
  }

  func importing(_ more: String..., photos: String = "inbox") throws -> CommandResult {
    let words = ["import", "--photos", photos, "--items", "items.csv"] + more
    return try #require(try runCommand(builtProgram(), words, folder: folder.path))
  }

  func outcome(_ more: String...) throws -> Outcome {
    let words = ["import", "--photos", "inbox", "--items", "items.csv", "--json"] + more
    let result = try #require(try runCommand(builtProgram(), words, folder: folder.path))
    return try JSONDecoder().decode(Outcome.self, from: Data(result.output.utf8))
  }

  func runs() throws -> [ListedRun] {
    try JSONDecoder().decode([ListedRun].self, from: Data(try run("list", "--runs", "--json").output.utf8))
  }

  func catalogBytes() -> Data? { FileManager.default.contents(atPath: folder.file("catalog/catalog.sqlite")) }

  /// Two nights with nothing to do: the first looks at everything and leaves a note, the second goes by the note. The
  /// stamps of files must have settled for that.
  func twoQuietNights() throws {
    Thread.sleep(forTimeInterval: 2.2)
    #expect(try importing().output.contains("nothing changed"))
    #expect(FileManager.default.fileExists(atPath: folder.file("catalog/runs/standing.json")))
    #expect(try importing().output.contains("nothing changed"))
  }

  @Test("leaves the catalog byte for byte, says the same findings, and is listed")
  func nothing() throws {
    let before = catalogBytes()
    let first = try outcome()
    #expect(!first.changed && first.findings["photo-missing"] == 1)
    try twoQuietNights()
    #expect(catalogBytes() == before)
    #expect(try outcome() == first)
    let runs = try runs()
    #expect(runs.count == 5)
    #expect(runs.dropFirst().allSatisfy { $0.repeats == runs[0].id && $0.counts["findings.error"] == 1 })
    #expect(try run("list", "--findings").output.contains("gone.jpg"))
    #expect(try run("verify").status == 0)
    // A limit that is passed is passed on quiet nights as well, and tells why.
    let gated = try importing("--fail-on", "photo-missing>0")
    #expect(gated.status == 1 && gated.output.contains("gone.jpg"))
    // Backups have the logs, so that a copy knows its quiet runs too.
    #expect(try run("backup", "--to", "backups").status == 0)
    #expect(try run("restore", "--from", "backups", "--catalog", "second").status == 0)
    #expect(
      try run("list", "--runs", "--json", "--catalog", "second").output
        == run("list", "--runs", "--json").output)
  }

  /// What happens after two quiet nights, the exit codes of the next import and of verify, and a part of what the import says.
  static let disturbances: [(what: String, status: Int32, verify: Int32, says: String)] = [
    ("a rendition is gone", 0, 0, "renditions 1 made"),
    ("an original is gone", 0, 0, "its original was missing"),
    ("a photo is new", 0, 0, "1 stored"),
    ("a photo has other bytes", 0, 0, "1 stored"),
    ("a photo is gone", 0, 0, "2 found"),
    ("the table has another name", 0, 0, "1 updated"),
    ("the report is gone", 0, 0, "reports/inventory.html"),
    ("the export is gone", 0, 0, "nothing changed"),
    ("the settings ask for another rendition", 0, 0, "renditions 3 made"),
    ("another program wrote the catalog", 0, 4, "nothing changed"),
    ("the note is garbage", 0, 0, "nothing changed"),
    ("a photo was detached", 0, 0, "nothing changed"),
  ]

  func disturb(_ what: String) throws {
    let files = FileManager.default
    func first(_ folderName: String) throws -> String {
      let place = folder.file(folderName)
      let names = try files.subpathsOfDirectory(atPath: place).filter { $0.hasSuffix(".jpg") }.sorted()
      return place + "/" + (try #require(names.first))
    }
    switch what {
    case "a rendition is gone": try files.removeItem(atPath: first("catalog/renditions/thumb"))
    case "an original is gone": try files.removeItem(atPath: first("catalog/originals"))
    case "a photo is new": try folder.write(tinyJPEG("violin"), to: "inbox/VN-3.jpg")
    case "a photo has other bytes": try folder.write(tinyJPEG("other"), to: "inbox/MX-1.jpg")
    case "a photo is gone": try files.removeItem(atPath: folder.file("inbox/IMG_0001.jpg"))
    case "the table has another name":
      try folder.write(
        "item_id,name,photos\nMX-1,Mixer,\nLP-2,Lamp,\nVN-3,Violin,gone.jpg\n", to: "items.csv")
    case "the report is gone": try files.removeItem(atPath: folder.file("catalog/reports/inventory.html"))
    case "the export is gone":
      for name in try files.contentsOfDirectory(atPath: folder.file("catalog/exports")) {
        try files.removeItem(atPath: folder.file("catalog/exports/" + name))
      }
    case "the settings ask for another rendition":
      try folder.write(#"{"renditions": {"card": "40x30,aspect-fit,jpeg,80"}}"#, to: "catalog/settings.json")
      chmod(folder.file("catalog/settings.json"), 0o600)
    case "another program wrote the catalog":
      _ = try runCommand(
        "sqlite3", [folder.file("catalog/catalog.sqlite"), "UPDATE possession SET notes = 'x'"])
    case "the note is garbage": try folder.write("{", to: "catalog/runs/standing.json")
    case "a photo was detached": #expect(try run("detach", "LP-2.jpg", "--item", "LP-2").status == 0)
    default: Issue.record("no such case: \(what)")
    }
  }

  @Test(
    "what happened since is seen", .enabled(if: isOracleAvailable("sqlite3")),
    arguments: disturbances.indices)
  func disturbed(index: Int) throws {
    let (what, status, verify, says) = QuietRunTests.disturbances[index]
    try twoQuietNights()
    try disturb(what)
    let next = try importing()
    #expect(next.status == status, "\(what): \(next.output)\(next.errors)")
    #expect(next.output.contains(says), "\(what): \(next.output)")
    #expect(try run("verify", "--quick").status == verify, "\(what)")
    let exports = try FileManager.default.contentsOfDirectory(atPath: folder.file("catalog/exports"))
    #expect(!exports.isEmpty)
  }

  @Test("two jobs over one catalog: an error of the one is new where the other did not have it")
  func alternating() throws {
    try folder.write(tinyJPEG("desk"), to: "second/DK-4.jpg")
    try folder.write([], to: "second/empty.jpg")
    #expect(try importing(photos: "second").status == 3)
    #expect(try importing().status == 0)
    let third = try importing(photos: "second")
    #expect(third.output.contains("nothing changed"))
    #expect(third.status == 3 && third.output.contains("empty.jpg"))
    #expect(try run("list", "--findings").output.contains("empty.jpg"))
    #expect(try importing().status == 0)
    #expect(try !run("list", "--findings").output.contains("empty.jpg"))
    // The same where the other has left a note, which must not outlive what came between.
    Thread.sleep(forTimeInterval: 2.2)
    #expect(try importing(photos: "second").status == 3)
    for _ in 0..<3 { #expect(try importing(photos: "second").status == 0) }
    #expect(FileManager.default.fileExists(atPath: folder.file("catalog/runs/standing.json")))
    #expect(try importing().status == 0)
    #expect(try importing(photos: "second").status == 3)
    #expect(try run("verify", "--quick").status == 0)
    let order = try runs().map { $0.counts["files.found"] }
    #expect(order == [3, 2, 3, 2, 3, 2, 2, 2, 2, 3, 2])
  }
}
