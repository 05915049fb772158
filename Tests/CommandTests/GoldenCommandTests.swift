import Darkroom
import Foundation
import PossessionsCore
import TestSupport
import Testing

@Suite("golden")
struct GoldenCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try quarteredPhoto(width: 80, height: 60), to: "photos/shelf.png")
    try folder.write(
      "photo,edit\nshelf.png,\"crop=0,0,50%,50%\"\nshelf.png,brightness=1.2\n", to: "edits.csv")
    let made = try run("golden", "init", "--photos", "photos", "--recipes", "edits.csv", "--goldens", "g")
    #expect(made.status == 0 && made.output == "2 golden cases made in g\n", "\(made.errors)")
  }

  @discardableResult
  private func run(_ arguments: String..., ci: String = "") throws -> CommandResult {
    try #require(
      try runCommand(
        builtProgram(), arguments, environment: ["CI": ci, "USER": "tester"], folder: folder.path))
  }

  private func change(_ name: String, _ from: String, _ to: String) throws {
    let path = folder.file("g/\(name).json")
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(text.contains(from))
    try folder.write(text.replacingOccurrences(of: from, with: to), to: "g/\(name).json")
  }

  @Test("from a first set to a change, to approval, to a closed gate")
  func way() throws {
    #expect(try run("golden", "check", "--goldens", "g").output == "2 cases: 2 identical\n")
    try change("shelf-brightness", "1.2", "1.4")
    let stale = try run("golden", "check", "--goldens", "g", "--output", "run")
    #expect(stale.status == 1 && stale.output.contains("shelf-brightness: its recipe changed"))
    #expect(stale.output.contains("2 cases: 1 identical, 1 stale"))
    let refused = try run("golden", "approve", "run", "--goldens", "g", "--all", "--reason", "x", ci: "true")
    #expect(refused.status == 64 && refused.errors.contains("never written in CI"))
    #expect(try run("golden", "approve", "run", "--goldens", "g", "--all").status == 64)
    #expect(try run("golden", "approve", "run", "--goldens", "g", "--reason", "x").status == 64)
    let approved = try run("golden", "approve", "run", "--goldens", "g", "--all", "--reason", "lighter")
    #expect(approved.status == 0 && approved.output.contains("1 case approved"), "\(approved.errors)")
    let text = try String(contentsOfFile: folder.file("g/shelf-brightness.json"), encoding: .utf8)
    #expect(text.contains("\"by\": \"tester\"") && text.contains("lighter"))
    let passed = try run("golden", "check", "--goldens", "g", ci: "true")
    #expect(passed.status == 0)
  }

  @Test("JSON on standard output is results.json")
  func json() throws {
    let result = try run("golden", "check", "--goldens", "g", "--json", "--output", "run")
    let printed = try JSONDecoder().decode(JSONValue.self, from: Data(result.output.utf8))
    let file = try Data(contentsOf: URL(fileURLWithPath: folder.file("run/results.json")))
    #expect(try JSONDecoder().decode(JSONValue.self, from: file) == printed)
  }

  @Test(
    "the steps of the sample workflows run, and leave what the workflows keep",
    arguments: ["github-workflow.yml", "gitlab-ci.yml"])
  func workflows(name: String) throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../..")
    let text = try String(contentsOf: root.appendingPathComponent("Samples/ci/\(name)"), encoding: .utf8)
    let lines = text.split(separator: "\n").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " -"))
    }
    let step = try #require(lines.first { $0.hasPrefix("possessions golden check ") })
    let words = step.split(separator: " ").dropFirst().map(String.init)
    try FileManager.default.moveItem(atPath: folder.file("g"), toPath: folder.file("goldens"))
    func check() throws -> CommandResult? {
      try runCommand(builtProgram(), words, environment: ["CI": "true"], folder: folder.path)
    }
    #expect(try check()?.status == 0)
    // An approved picture that somebody else put there.
    try folder.write(
      try Data(contentsOf: URL(fileURLWithPath: folder.file("goldens/shelf-brightness.png"))),
      to: "goldens/shelf-crop.png")
    #expect(try check()?.status == 65)
    for kept in ["golden-run", "golden-run/junit.xml"] where text.contains(kept) {
      #expect(FileManager.default.fileExists(atPath: folder.file(kept)))
    }
    #expect(FileManager.default.fileExists(atPath: folder.file("golden-run/cases/shelf-crop/actual.png")))
    let junit = try String(contentsOfFile: folder.file("golden-run/junit.xml"), encoding: .utf8)
    #expect(junit.contains("[[ATTACHMENT|golden-run/cases/shelf-crop/actual.png]]"))
  }

  @Test("pruning wants --yes")
  func prune() throws {
    try FileManager.default.removeItem(atPath: folder.file("g/shelf-crop.json"))
    #expect(try run("golden", "check", "--goldens", "g").status == 1)
    let tells = try run("golden", "prune", "--goldens", "g")
    #expect(tells.output == "shelf-crop.png\n1 file would go; --yes deletes\n")
    #expect(try run("golden", "prune", "--goldens", "g", "--yes", ci: "1").status == 64)
    #expect(
      try run("golden", "prune", "--goldens", "g", "--yes").output == "shelf-crop.png\n1 file deleted\n")
    #expect(try run("golden", "check", "--goldens", "g").status == 0)
  }

  @Test("of the edits that a catalog has")
  func catalog() throws {
    try folder.write("item_id,name,photos,edit\nA1,Lamp,shelf.png,rotate=90\n", to: "items.csv")
    try run("import", "--photos", "photos", "--items", "items.csv", "--catalog", "cat")
    let made = try run("golden", "init", "--catalog", "cat", "--goldens", "of-catalog")
    #expect(made.output == "1 golden case made in of-catalog\n", "\(made.errors)")
    #expect(try run("golden", "check", "--goldens", "of-catalog").output == "1 case: 1 identical\n")
  }

  @Test(
    "usage and what is missing",
    arguments: [
      (["check"], 64), (["check", "--goldens", "absent"], 66),
      (["check", "--goldens", "g", "--case", "x*"], 64),
      (["approve", "nothing", "--goldens", "g", "--all", "--reason", "x"], 65),
      (["init", "--goldens", "g", "--photos", "photos"], 64), (["shake"], 64),
    ] as [([String], Int32)])
  func faults(words: [String], status: Int32) throws {
    let result = try #require(
      try runCommand(builtProgram(), ["golden"] + words, environment: ["CI": ""], folder: folder.path))
    #expect(result.status == status && !result.errors.isEmpty)
  }
}
