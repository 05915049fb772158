import Foundation
import PossessionsCore
import TestSupport
import Testing

/// The built program, as a user runs it.
@Suite("import")
struct ImportCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// What `--json` says.
  struct Outcome: Decodable {
    struct Files: Decodable, Equatable {
      var found: Int
      var stored: Int
      var alreadyStored: Int
      var duplicate: Int
      var refused: Int
      var ignored: Int

      enum CodingKeys: String, CodingKey {
        case found, stored, duplicate, refused, ignored
        case alreadyStored = "already_stored"
      }
    }
    struct Rows: Decodable, Equatable {
      var found: Int
      var created: Int
      var updated: Int
      var unchanged: Int
      var rejected: Int
    }
    var files: Files
    var rows: Rows
    var findings: [String: Int]
    var changed: Bool
    var exit: Int32
  }

  @discardableResult
  func run(_ arguments: String...) throws -> CommandResult {
    try #require(try runCommand(builtProgram(), arguments, folder: folder.path))
  }

  func outcome(_ arguments: String...) throws -> Outcome {
    let result = try #require(try runCommand(builtProgram(), arguments + ["--json"], folder: folder.path))
    let outcome = try JSONDecoder().decode(Outcome.self, from: Data(result.output.utf8))
    #expect(outcome.exit == result.status)
    return outcome
  }

  /// Photos of every class: good ones, a twin, an empty one, junk, a movie, text, a sidecar.
  func makeInbox() throws {
    try folder.write(tinyJPEG("mixer"), to: "inbox/Kitchen/Stand mixer/one.jpg")
    try folder.write(tinyJPEG("violin"), to: "inbox/VN-0042_front.jpg")
    try folder.write(tinyJPEG("violin"), to: "inbox/copy of violin.jpg")
    try folder.write(tinyJPEG("nobody's"), to: "inbox/IMG_0001.jpg")
    try folder.write([], to: "inbox/empty.jpg")
    try folder.write("._ resource fork", to: "inbox/._IMG_0001.jpg")
    try folder.write("x", to: "inbox/.DS_Store")
    try folder.write("no picture", to: "inbox/notes.txt")
    try folder.write("<?xml?>", to: "inbox/IMG_0001.AAE")
    try folder.write(
      Array("\u{0}\u{0}\u{0}\u{18}ftypmp42".utf8) + [UInt8](repeating: 0, count: 64), to: "inbox/MVI_1.MP4")
    try folder.write("this is text", to: "inbox/text-named.jpg")
    try folder.write(
      """
      item_id,name,room,serial_number,quantity,purchase_price,currency,photos
      MX-1,Stand mixer,Kitchen,,1,389.00,USD,
      VIOLIN,Violin,Study,VN-0042,1,2400.00,USD,
      LAMP,Lamp,Study,,1,45.50,USD,gone.jpg

      """, to: "items.csv")
  }

  @Test("every file and every row ends in exactly one class, and the second run changes nothing")
  func accounting() throws {
    try makeInbox()
    let arguments = ["import", "--photos", "inbox", "--items", "items.csv", "--catalog", "cat"]
    let first = try outcome(
      arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5], arguments[6])
    #expect(first.files.found == 11)
    #expect(first.files.stored == 4)
    #expect(first.files.duplicate == 1)
    #expect(first.files.refused == 1)
    #expect(first.files.ignored == 5)
    #expect(first.rows == .init(found: 3, created: 3, updated: 0, unchanged: 0, rejected: 0))
    #expect(first.findings["photo-missing"] == 1)
    #expect(first.findings["item-without-photo"] == 1)
    #expect(first.findings["photo-undecodable"] == 1)
    #expect(first.exit == 3)
    let second = try outcome(
      arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5], arguments[6])
    #expect(!second.changed)
    #expect(second.exit == 0)
    #expect(
      second.files == .init(found: 11, stored: 0, alreadyStored: 5, duplicate: 0, refused: 1, ignored: 5))
    #expect(second.rows == .init(found: 3, created: 0, updated: 0, unchanged: 3, rejected: 0))
    #expect(second.findings == first.findings)
  }

  @Test("originals are byte-identical under the key that Python derives")
  func originals() throws {
    try folder.write(tinyJPEG("one"), to: "inbox/a.jpg")
    try run("import", "--photos", "inbox", "--catalog", "cat")
    let script = """
      import hashlib, pathlib, uuid
      data = pathlib.Path('inbox/a.jpg').read_bytes()
      key = uuid.uuid5(uuid.UUID('b116ff0b-2ecd-50e0-94f2-31ffbc622611'), hashlib.sha256(data).hexdigest())
      stored = pathlib.Path(f'cat/originals/{str(key)[:2]}/{key}.jpg')
      assert stored.read_bytes() == data
      assert stored.stat().st_mode & 0o777 == 0o400
      print(key)
      """
    let python = try #require(try runCommand("python3", ["-c", script], folder: folder.path))
    #expect(python.status == 0, "\(python.errors)")
    #expect(python.output.hasSuffix("\n"))
  }

  static let refusalTable: [([String], Int32)] = [
    (["import", "--photos", "absent", "--catalog", "cat"], 66),
    (["import", "--items", "absent.csv", "--catalog", "cat"], 66),
    (["import", "--catalog", "cat"], 64),
    (["import", "--photos", "inbox", "--catalog", "cat", "--existing"], 78),
    (["import", "--photos", "inbox", "--catalog", "inbox"], 78),
    (["import", "--photos", "inbox", "--photos", "inbox/Kitchen", "--catalog", "cat"], 64),
    (["import", "--items", "bad.csv", "--catalog", "cat"], 65),
    (["list", "--catalog", "cat"], 78),
    (["shwo"], 64),
  ]

  @Test("what cannot be done is refused with its code before anything is written", arguments: refusalTable)
  func refusals(arguments: [String], status: Int32) throws {
    try makeInbox()
    try folder.write("item_id,name\nA,\"never closed\nB,x\n", to: "bad.csv")
    let result = try #require(try runCommand(builtProgram(), arguments, folder: folder.path))
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.hasPrefix("possessions: ") || result.errors.contains("\npossessions: "))
    #expect(result.output.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: folder.file("cat")))
  }

  @Test("a plan writes nothing and says what the import then does")
  func plan() throws {
    try makeInbox()
    let plan = try outcome("plan", "--photos", "inbox", "--items", "items.csv", "--catalog", "cat")
    #expect(!FileManager.default.fileExists(atPath: folder.file("cat")))
    let done = try outcome("import", "--photos", "inbox", "--items", "items.csv", "--catalog", "cat")
    #expect(plan.files == done.files)
    #expect(plan.rows == done.rows)
  }

  @Test("a kept plan applies once, and is refused when inputs or catalog moved")
  func keptPlan() throws {
    try makeInbox()
    try run("plan", "--photos", "inbox", "--items", "items.csv", "--catalog", "cat", "--output", "plan.json")
    #expect(try run("import", "--plan", "plan.json").status == 3)
    #expect(try run("import", "--plan", "plan.json").status == 65)
    try run("plan", "--photos", "inbox", "--items", "items.csv", "--catalog", "cat", "--output", "plan.json")
    try folder.write(tinyJPEG("late"), to: "inbox/late.jpg")
    let moved = try run("import", "--plan", "plan.json")
    #expect(moved.status == 65)
    #expect(moved.errors.contains("make a new plan"))
  }

  @Test("a receipt that a possession holds is not told as unmatched by a run over another folder")
  func heldDocument() throws {
    try folder.write(tinyJPEG("receipt"), to: "bills/2024-03-05.jpg")
    try folder.write("item_id,name,receipt_file\nA-1,Lamp,2024-03-05.jpg\n", to: "items.csv")
    try folder.write(tinyJPEG("lamp"), to: "inbox/A-1.jpg")
    #expect(
      try run("import", "--photos", "bills", "--items", "items.csv", "--catalog", "cat").output
        .contains("1 document"))
    let second = try run("import", "--photos", "inbox", "--catalog", "cat")
    #expect(second.status == 0)
    #expect(!second.output.contains("photo-unmatched"), "\(second.output)")
  }

  @Test("new bytes at a known path supersede, and only what is new is done")
  func changes() throws {
    try makeInbox()
    try run("import", "--photos", "inbox", "--items", "items.csv", "--catalog", "cat")
    try folder.write(tinyJPEG("mixer, better light"), to: "inbox/Kitchen/Stand mixer/one.jpg")
    try folder.write(tinyJPEG("lamp"), to: "inbox/LAMP.jpg")
    let next = try outcome("import", "--photos", "inbox", "--items", "items.csv", "--catalog", "cat")
    #expect(next.files.stored == 2)
    #expect(next.files.alreadyStored == 4)
    #expect(next.findings["item-without-photo"] == nil)
    let sql = "SELECT count(*), count(superseded_by_run) FROM attachment WHERE item_id = 'MX-1'"
    let rows = try #require(
      try runCommand("sqlite3", ["cat/catalog.sqlite", sql], folder: folder.path))
    #expect(rows.output == "2|1\n")
  }

  @Test(
    "a killed import, run again, gives the catalog of one that was not killed",
    arguments: [40, 120, 250, 500])
  func killed(milliseconds: Int) throws {
    for number in 0..<60 { try folder.write(tinyJPEG("photo \(number)"), to: "inbox/P\(number).jpg") }
    let items = (0..<60).map { "P\($0),Thing \($0),1" }.joined(separator: "\n")
    try folder.write("item_id,name,quantity\n" + items + "\n", to: "items.csv")
    try run("import", "--photos", "inbox", "--items", "items.csv", "--catalog", "whole")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: builtProgram())
    process.arguments = ["import", "--photos", "inbox", "--items", "items.csv", "--catalog", "cut"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(milliseconds) * 1000)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try run("import", "--photos", "inbox", "--items", "items.csv", "--catalog", "cut").status == 0)
    // Everything but runs, times and places on this disk.
    let sql = """
      SELECT image_key, sha256, byte_size, media_type, width, height, path, state, perceptual_hash FROM image ORDER BY 1;
      SELECT item_id, name FROM possession ORDER BY 1;
      SELECT item_id, image_key, position, is_primary, matched_by, matched_detail FROM attachment ORDER BY 1, 2;
      SELECT image_key, name, width, height, path, sha256 FROM rendition ORDER BY 1, 2;
      SELECT count(*) FROM source_file;
      """
    let whole = try #require(try runCommand("sqlite3", ["whole/catalog.sqlite", sql], folder: folder.path))
    let cut = try #require(try runCommand("sqlite3", ["cut/catalog.sqlite", sql], folder: folder.path))
    #expect(whole.output == cut.output)
    #expect(whole.output.split(separator: "\n").count == 60 + 60 + 60 + 240 + 1)
  }

  @Test("a worker killed in the middle costs nothing")
  func killedWorkers() throws {
    for number in 0..<80 { try folder.write(tinyJPEG("photo \(number)"), to: "inbox/P\(number).jpg") }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: builtProgram())
    process.arguments = ["import", "--photos", "inbox", "--catalog", "cat", "--quiet"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    try process.run()
    for _ in 0..<4 {
      usleep(60_000)
      _ = try runCommand("pkill", ["-KILL", "-P", "\(process.processIdentifier)"])
    }
    process.waitUntilExit()
    let again = try outcome("import", "--photos", "inbox", "--catalog", "cat")
    #expect(again.files.found == 80)
    #expect(again.files.stored + again.files.alreadyStored == 80)
  }

  @Test("two imports at once: one works, the other leaves with 75")
  func lock() throws {
    for number in 0..<200 { try folder.write(tinyJPEG("photo \(number)"), to: "inbox/P\(number).jpg") }
    let processes = (0..<2).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: builtProgram())
      process.arguments = ["import", "--photos", "inbox", "--catalog", "cat", "--quiet"]
      process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
      process.standardError = FileHandle.nullDevice
      return process
    }
    for process in processes { try process.run() }
    for process in processes { process.waitUntilExit() }
    #expect(processes.map(\.terminationStatus).sorted() == [0, 75])
  }

  @Test("--since passes over what is older and not known yet; what is known stays")
  func since() throws {
    try folder.write(tinyJPEG("one"), to: "inbox/one.jpg")
    try folder.write(tinyJPEG("two"), to: "inbox/two.jpg")
    func files(since: String) throws -> Outcome.Files {
      try outcome("import", "--photos", "inbox", "--since", since).files
    }
    let future = try outcome("import", "--photos", "inbox", "--since", "2999-01-01")
    #expect(future.files.ignored == 2 && future.files.stored == 0)
    #expect(future.findings["file-ignored"] == 1)
    #expect(try files(since: "7d").stored == 2)
    try folder.write(tinyJPEG("three"), to: "inbox/three.jpg")
    let later = try files(since: "2999-01-01")
    #expect(later.alreadyStored == 2 && later.ignored == 1)
    #expect(try files(since: "36h").stored == 1)
    for wrong in ["yesterday", "0d", "d", "2026-13-01"] {
      #expect(try run("import", "--photos", "inbox", "--since", wrong).status == 64)
    }
  }
}
