import Foundation
import PossessionsCore
import TestSupport
import Testing

/// Commands that read, and how the program speaks.
@Suite("list, show, help and events")
struct ReadingCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(tinyJPEG("mixer"), to: "inbox/MX-1.jpg")
    try folder.write(tinyJPEG("alone"), to: "inbox/alone.jpg")
    try folder.write(
      "item_id,name,room,quantity,replacement_cost,currency\nMX-1,Stand mixer,Kitchen / Pantry,2,389.00,USD\n",
      to: "items.csv")
  }

  @discardableResult
  func run(_ arguments: String...) throws -> CommandResult {
    try #require(try runCommand(builtProgram(), arguments, folder: folder.path))
  }

  func makeCatalog() throws {
    #expect(try run("import", "--photos", "inbox", "--items", "items.csv", "--catalog", "cat").status == 0)
  }

  @Test("list shows possessions of a room and of what is nested in it")
  func list() throws {
    try makeCatalog()
    #expect(try run("list", "--catalog", "cat", "--room", "kitchen").output.contains("Stand mixer"))
    #expect(try !run("list", "--catalog", "cat", "--room", "Pantry").output.contains("Stand mixer"))
    #expect(try run("list", "--catalog", "cat", "--unmatched").output.contains("alone.jpg"))
    #expect(try run("list", "--catalog", "cat", "--runs").output.contains("import"))
    #expect(try run("list", "--catalog", "cat", "--findings").output.contains("photo-unmatched"))
    #expect(try run("list", "--catalog", "cat", "--runs", "--findings").status == 64)
  }

  @Test("list --json is one document with amounts as decimal text")
  func listJSON() throws {
    try makeCatalog()
    struct Item: Decodable, Equatable {
      var itemID: String
      var replacementCost: String
      var quantity: Int
      var pictures: Int

      enum CodingKeys: String, CodingKey {
        case quantity, pictures
        case itemID = "item_id"
        case replacementCost = "replacement_cost"
      }
    }
    let output = try run("list", "--catalog", "cat", "--json").output
    #expect(
      try JSONDecoder().decode([Item].self, from: Data(output.utf8))
        == [Item(itemID: "MX-1", replacementCost: "389.00", quantity: 2, pictures: 1)])
  }

  @Test("show tells a possession by its id, a picture by its key, and suggests for neither")
  func show() throws {
    try makeCatalog()
    let shown = try run("show", "mx-1", "--catalog", "cat").output
    #expect(shown.contains("389.00 USD"))
    #expect(shown.contains("matched by"))
    let key = try #require(
      try runCommand(
        "sqlite3", ["cat/catalog.sqlite", "SELECT image_key FROM attachment"], folder: folder.path)
    ).output.prefix(36)
    #expect(try run("show", String(key), "--catalog", "cat").output.contains("renditions/thumb"))
    let absent = try run("show", "MX-2", "--catalog", "cat")
    #expect(absent.status == 66)
    #expect(absent.errors.contains("did you mean MX-1?"))
  }

  @Test("search finds what has all words, whatever their case")
  func search() throws {
    try makeCatalog()
    #expect(try run("search", "MIXER", "pantry", "--catalog", "cat").output.contains("MX-1"))
    #expect(try run("search", "mixer", "violin", "--catalog", "cat").output.isEmpty)
  }

  @Test("every command has help, and the first line of it is its summary")
  func help() throws {
    let overview = try run("--help")
    #expect(overview.status == 0)
    for line in overview.output.split(separator: "\n") where line.hasPrefix("  ") {
      let name = line.dropFirst(2).prefix { $0 != " " }
      guard !name.hasPrefix("-"), name != "possessions", !name.isEmpty else { continue }
      guard line.contains("  ", afterPrefix: name) else { continue }
      let help = try run(String(name), "--help")
      if help.status == 64 { continue }  // the first word of a family
      #expect(help.status == 0, "\(name)")
      #expect(help.output.contains("usage: possessions \(name)"), "\(name)")
    }
    #expect(try run("--version").output.hasPrefix("possessions "))
    #expect(try run("--version").output.contains("vips"))
  }

  @Test("events are JSON lines that begin and end a run")
  func events() throws {
    try run("import", "--photos", "inbox", "--catalog", "cat", "--events", "events.jsonl", "--quiet")
    let text = try String(contentsOfFile: folder.file("events.jsonl"), encoding: .utf8)
    let kinds = try text.split(separator: "\n").map { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      return object?["event"] as? String ?? "none"
    }
    #expect(kinds.first == "run-started")
    #expect(kinds.last == "run-finished")
    #expect(kinds.count { $0 == "picked" } == 2)
    #expect(
      try run("import", "--photos", "inbox", "--catalog", "cat", "--events", "-", "--json").status == 64)
  }

  @Test("a file name cannot forge a line or a colour")
  func forgery() throws {
    try folder.write([], to: "inbox/a\nfindings   0 errors\u{1B}[2J.jpg")
    let output = try run("import", "--photos", "inbox", "--catalog", "cat").output
    #expect(!output.contains("\u{1B}"))
    #expect(!output.contains("\nfindings   0 errors"))
    #expect(output.contains("a\\u{a}findings   0 errors\\u{1b}[2J.jpg"))
  }

  @Test("the first SIGTERM stops at a picture boundary with 75, and the next run goes on")
  func stop() throws {
    for number in 0..<150 { try folder.write(tinyJPEG("\(number)"), to: "inbox/\(number).jpg") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: builtProgram())
    process.arguments = ["import", "--photos", "inbox", "--catalog", "cat", "--quiet"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try process.run()
    // Once an original is there the run is under way.
    for _ in 0..<1000 {
      usleep(10_000)
      let names = FileManager.default.enumerator(atPath: folder.file("cat/originals"))?.allObjects ?? []
      if names.contains(where: { "\($0)".hasSuffix(".jpg") }) { break }
    }
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 75)
    let check = "SELECT count(*) FROM run WHERE status = 'stopped'"
    let stopped = try runCommand("sqlite3", ["cat/catalog.sqlite", check], folder: folder.path)
    #expect(stopped?.output == "1\n")
    #expect(try run("import", "--photos", "inbox", "--catalog", "cat").status == 0)
    let count = try runCommand(
      "sqlite3", ["cat/catalog.sqlite", "SELECT count(*) FROM image WHERE state = 'ok'"], folder: folder.path)
    #expect(count?.output == "152\n")
  }

  @Test("renditions that were deleted are made again, and only they")
  func render() throws {
    try makeCatalog()
    #expect(try run("render", "--catalog", "cat").output == "0 renditions made\n")
    try FileManager.default.removeItem(atPath: folder.file("cat/renditions/thumb"))
    #expect(try run("render", "--catalog", "cat").output == "2 renditions made\n")
    #expect(
      try run("render", "--catalog", "cat", "--rendition", "card=40x30,aspect-fill,webp").output
        == "2 renditions made\n")
    #expect(try run("render", "--catalog", "cat", "--rendition", "card=40x30,aspect-fil").status == 64)
  }
}

extension Substring {
  /// Whether `text` stands somewhere after a prefix that is cut off.
  fileprivate func contains(_ text: String, afterPrefix prefix: Substring) -> Bool {
    dropFirst(2 + prefix.count).contains(text)
  }
}
