import Foundation
import PossessionsCore
import TestSupport
import Testing

/// `attach` and `detach`, as a user runs them.
@Suite("attach and detach")
struct AttachCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(tinyJPEG("front"), to: "in/A1_front.jpg")
    try folder.write(tinyJPEG("back"), to: "in/A1_back.jpg")
    for name in ["one", "two", "three", "label"] { try folder.write(tinyJPEG(name), to: "new/\(name).jpg") }
    try folder.write("item_id,name,serial_number\nA1,Lamp,SN-9\nB2,Vase,\nb2c,Vase,\n", to: "items.csv")
    let imported = try run("import", "--photos", "in", "--items", "items.csv", "--catalog", "cat")
    #expect(imported.status == 0, "\(imported.errors)")
  }

  @discardableResult
  private func run(_ words: String...) throws -> CommandResult {
    try #require(try runCommand(builtProgram(), words, folder: folder.path))
  }

  private func ask(_ sql: String, catalog: String = "cat") throws -> String {
    try #require(try runCommand("sqlite3", ["\(catalog)/catalog.sqlite", sql], folder: folder.path)).output
  }

  /// `one* A1_back`: the names of an item's pictures in order, the primary one starred.
  private func pictures(_ item: String, catalog: String = "cat") throws -> String {
    let sql = """
      SELECT replace(original_name, '.jpg', '') || iif(is_primary, '*', '') FROM attachment JOIN image USING (image_key)
      WHERE item_id = '\(item)' AND superseded_by_run IS NULL ORDER BY position
      """
    return try ask(sql, catalog: catalog).split(separator: "\n").joined(separator: " ")
  }

  private func documents(_ item: String) throws -> String {
    try ask(
      """
      SELECT original_name || ' ' || kind FROM document WHERE item_id = '\(item)' AND superseded_by_run IS NULL
      ORDER BY 1
      """)
  }

  private func key(_ name: String) throws -> String {
    String(try ask("SELECT image_key FROM image WHERE original_name = '\(name)'").dropLast())
  }

  /// A command, and again: the second time it changes nothing.
  private func twice(_ words: String...) throws {
    let first = try #require(try runCommand(builtProgram(), words + ["-c", "cat"], folder: folder.path))
    #expect(first.status == 0, "\(first.errors)")
    #expect(!first.output.contains("nothing changed"), "\(words)")
    let before = try ask("SELECT * FROM attachment; SELECT * FROM document")
    let second = try #require(try runCommand(builtProgram(), words + ["-c", "cat"], folder: folder.path))
    #expect(second.status == 0, "\(second.errors)")
    #expect(second.output.contains("nothing changed"), "\(words): \(second.output)")
    #expect(try ask("SELECT * FROM attachment; SELECT * FROM document") == before)
  }

  @Test("photos go behind what the item has, or where they are asked to, and are rendered")
  func positions() throws {
    #expect(try pictures("A1") == "A1_back A1_front*" || pictures("A1") == "A1_back* A1_front")
    let before = try pictures("A1")
    try twice("attach", "new/two.jpg", "new/one.jpg", "--item", "A1")
    #expect(try pictures("A1") == before + " two one")
    try twice("attach", "new/three.jpg", "--item", "sn-9", "--position", "1", "--primary")
    #expect(try pictures("A1") == "three* " + before.replacingOccurrences(of: "*", with: "") + " two one")
    #expect(try ask("SELECT count(*) FROM rendition WHERE name = 'thumb'") == "5\n")
    #expect(try ask("SELECT count(DISTINCT matched_by) FROM attachment") == "2\n")
    // The next import leaves it so.
    let again = try run("import", "--photos", "in", "--items", "items.csv", "--catalog", "cat")
    #expect(again.output.contains("nothing changed"))
  }

  @Test("a replacement takes place, caption and rank of the old picture, which is kept")
  func replacement() throws {
    try folder.write(
      "photo,item_id,position,primary,caption\nA1_back.jpg,A1,1,yes,by the door\n", to: "m.csv")
    try run("import", "--photos", "in", "--manifest", "m.csv", "--catalog", "cat")
    #expect(try pictures("A1") == "A1_back* A1_front")
    let old = try key("A1_back.jpg")
    try twice("attach", "new/one.jpg", "--item", "A1", "--replace", String(old.prefix(8)))
    #expect(try pictures("A1") == "one* A1_front")
    #expect(
      try ask(
        "SELECT caption FROM attachment WHERE item_id = 'A1' AND superseded_by_run IS NULL AND is_primary")
        == "by the door\n")
    #expect(
      try ask("SELECT superseded_reason FROM attachment WHERE image_key = '\(old)'") == "replaced\n")
    #expect(try run("verify", "--catalog", "cat").status == 0)
    // A picture that the item has already moves to the place.
    try twice("attach", "A1_front.jpg", "--item", "A1", "--replace", "one.jpg")
    #expect(try pictures("A1") == "A1_front*")
  }

  @Test("what was taken away stays away until it is attached again, by key, prefix or name")
  func detaching() throws {
    let key = try key("A1_back.jpg")
    try twice("detach", String(key.prefix(6)), "--item", "A1")
    #expect(try pictures("A1") == "A1_front*")
    try folder.write(tinyJPEG("more"), to: "in/more.jpg")
    try run("import", "--photos", "in", "--items", "items.csv", "--catalog", "cat")
    #expect(try pictures("A1") == "A1_front*")
    try twice("attach", key, "--item", "A1")
    #expect(try pictures("A1") == "A1_front* A1_back")
    #expect(try run("detach", "--item", "A1", "--catalog", "cat").status == 64)
    try twice("detach", "--item", "A1", "--yes")
    #expect(try pictures("A1") == "")
    try twice("attach", "in/A1_back", "A1_FRONT.JPG", "--item", "A1")
    #expect(try pictures("A1") == "A1_back* A1_front")
  }

  @Test("receipts and PDFs are documents and never the primary picture")
  func papers() throws {
    try folder.write("%PDF-1.4\nmade for a test\n%%EOF\n", to: "new/paper.pdf")
    try folder.write(tinyJPEG("a receipt"), to: "new/B2-receipt.jpg")
    for file in ["new/paper.pdf", "new/B2-receipt.jpg"] {
      let refused = try run("attach", file, "--item", "B2", "--primary", "--catalog", "cat")
      #expect(refused.status == 64, "\(refused.errors)")
    }
    try twice("attach", "new/paper.pdf", "new/B2-receipt.jpg", "--item", "B2")
    #expect(try documents("B2") == "B2-receipt.jpg receipt\npaper.pdf other\n")
    #expect(try pictures("B2") == "")
    try twice("attach", "new/one.jpg", "--item", "B2", "--as", "appraisal")
    #expect(try documents("B2") == "B2-receipt.jpg receipt\none.jpg appraisal\npaper.pdf other\n")
    #expect(
      try run("attach", "new/paper.pdf", "--item", "A1", "--replace", "A1_back.jpg", "-c", "cat").status == 65
    )
    try twice("attach", "new/two.jpg", "--item", "B2", "--replace", "B2-receipt.jpg")
    #expect(try documents("B2") == "one.jpg appraisal\npaper.pdf other\ntwo.jpg receipt\n")
    try twice("detach", "paper.pdf", "--item", "B2")
    try run("import", "--photos", "new", "--catalog", "cat")
    #expect(try documents("B2") == "one.jpg appraisal\ntwo.jpg receipt\n")
    // A picture of the item that turns out to be a paper.
    try twice("attach", "A1_back.jpg", "--item", "A1", "--as", "receipt")
    #expect(try pictures("A1") == "A1_front*")
  }

  @Test("a folder finds its items by the rules of import, or goes to the one that is named")
  func folders() throws {
    try folder.write(tinyJPEG("vase"), to: "card/DCIM/B2 (1).jpg")
    try folder.write(tinyJPEG("stranger"), to: "card/DCIM/IMG_0001.jpg")
    try folder.write("junk", to: "card/.DS_Store")
    let first = try run("attach", "--from", "card", "--catalog", "cat", "--json")
    #expect(first.status == 0, "\(first.errors)")
    #expect(try pictures("B2") == "B2 (1)*")
    #expect(first.output.contains("\"file-name\""))
    #expect(first.output.contains("photo-unmatched"))
    #expect(!first.output.contains("item-without-photo"))
    #expect(try run("attach", "--from", "./card/", "-c", "cat").output.contains("nothing changed"))
    try twice("attach", "--from", "card", "--item", "b2c")
    #expect(try pictures("b2c").split(separator: " ").count == 3)
  }

  static let refusals: [([String], Int32, String)] = [
    (["attach", "gone.jpg", "--item", "A1"], 66, "no such file"),
    (["attach", "new/one.jpg", "--item", "Vase"], 65, "B2 (Vase), b2c (Vase)"),
    (["attach", "new/one.jpg", "--item", "A2"], 65, "A1 (Lamp)"),
    (["attach", "new", "--item", "A1"], 64, "attach --from new"),
    (["attach", "new/one.jpg"], 64, "--item ID"),
    (["attach"], 64, "nothing to attach"),
    (
      ["attach", "new/one.jpg", "new/two.jpg", "--item", "A1", "--replace", "A1_back.jpg"], 64, "exactly one"
    ),
    (["attach", "new/one.jpg", "--item", "A1", "--replace", "two.jpg"], 65, "A1_back.jpg"),
    (["attach", "text.txt", "--item", "A1"], 65, "neither a picture nor a PDF"),
    (["attach", "same.jpg", "--item", "A1"], 65, "several pictures"),
    (["detach", "A1_side.jpg", "--item", "A1"], 65, "A1_back.jpg"),
    (["detach", "A1_back.jpg"], 64, "--item ID"),
  ]

  @Test("what is not clear is refused with what it may be, and nothing is written", arguments: refusals)
  func refused(words: [String], status: Int32, says: String) throws {
    try folder.write("no picture", to: "text.txt")
    try folder.write(tinyJPEG("same 1"), to: "in/a/same.jpg")
    try folder.write(tinyJPEG("same 2"), to: "in/b/same.jpg")
    try run("import", "--photos", "in", "--catalog", "cat")
    let before = try ask("SELECT count(*) FROM run; SELECT * FROM attachment")
    let result = try #require(
      try runCommand(builtProgram(), words + ["--catalog", "cat"], folder: folder.path))
    #expect(result.status == status, "\(result.errors)")
    #expect(result.errors.contains(says), "\(result.errors)")
    #expect(try ask("SELECT count(*) FROM run; SELECT * FROM attachment") == before)
  }

  @Test("a dry run says what would be done and does nothing")
  func dryRun() throws {
    let before = try ask("SELECT count(*) FROM run; SELECT count(*) FROM image")
    let result = try run("attach", "new/one.jpg", "--item", "B2", "-c", "cat", "--dry-run")
    #expect(result.status == 0)
    #expect(result.output.contains("to B2  by attach: one.jpg (primary)"), "\(result.output)")
    #expect(try ask("SELECT count(*) FROM run; SELECT count(*) FROM image") == before)
    #expect(try run("attach", "new/one.jpg", "--item", "B2", "-c", "none").status == 78)
  }

  @Test("killed in the middle and run again, it gives what one run gives", arguments: [30, 90, 200])
  func killed(milliseconds: Int) throws {
    for number in 0..<60 { try folder.write(tinyJPEG("photo \(number)"), to: "many/P\(number).jpg") }
    let words = ["attach", "--from", "many", "--item", "B2", "--report", "none"]
    _ = try runCommand("cp", ["-r", "cat", "cut"], folder: folder.path)
    try #require(try runCommand(builtProgram(), words + ["-c", "cat"], folder: folder.path)?.status == 0)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: builtProgram())
    process.arguments = words + ["-c", "cut"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(milliseconds) * 1000)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    #expect(try runCommand(builtProgram(), words + ["-c", "cut"], folder: folder.path)?.status == 0)
    let sql = """
      SELECT item_id, image_key, position, is_primary, matched_by, matched_detail FROM attachment ORDER BY 1, 3;
      SELECT image_key, state, path FROM image ORDER BY 1; SELECT image_key, name, sha256 FROM rendition ORDER BY 1, 2
      """
    #expect(try ask(sql, catalog: "cut") == ask(sql))
    #expect(try pictures("B2", catalog: "cut").split(separator: " ").count == 60)
  }
}

/// What a photo folder is called, and what is called a photo.
@Suite("photo folders")
struct PhotoFolderTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ words: String...) throws -> CommandResult {
    try #require(try runCommand(builtProgram(), words, folder: folder.path))
  }

  @Test(
    "a folder typed in another way is the same folder",
    arguments: ["in/", "./in", "in//", "other/../in", "link", "in/."])
  func spellings(typed: String) throws {
    try folder.write(tinyJPEG("one"), to: "in/one.jpg")
    try folder.write(tinyJPEG("two"), to: "in/sub/two.jpg")
    try FileManager.default.createDirectory(
      atPath: folder.file("other"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "in")
    #expect(try run("import", "-p", "in", "-c", "cat").status == 0)
    let again = try run("import", "-p", typed, "-c", "cat")
    #expect(again.output.contains("2 already stored, 0 duplicate"), "\(again.output)")
    #expect(again.output.contains("nothing changed"))
    #expect(try run("import", "-p", "in", "-p", typed, "-c", "cat").status == 64)
  }

  @Test("a file that is read through a folder above or below is remembered once")
  func nested() throws {
    try folder.write(tinyJPEG("two"), to: "in/sub/two.jpg")
    #expect(try run("import", "-p", "in", "-c", "cat").status == 0)
    try folder.write(tinyJPEG("two, in better light"), to: "in/sub/two.jpg")
    #expect(try run("import", "-p", "in/sub", "-c", "cat").output.contains("1 stored"))
    #expect(try run("import", "-p", "in", "-c", "cat").output.contains("1 already stored"))
    let rows = try runCommand(
      "sqlite3", ["cat/catalog.sqlite", "SELECT count(*) FROM source_file"], folder: folder.path)
    #expect(rows?.output == "1\n")
  }

  @Test("what is called a photo is kept, whatever is in it", arguments: ["jp2", "jxl", "psd", "cr2", "JPG"])
  func unknownContent(ending: String) throws {
    try folder.write("no decoder knows this", to: "in/photo.\(ending)")
    try folder.write("nor this", to: "in/drawing.svg")
    let result = try run("import", "-p", "in", "-c", "cat")
    #expect(result.output.contains("1 stored"), "\(result.output)")
    #expect(result.output.contains("1 ignored"), "\(result.output)")
    #expect(result.status == 3)
  }
}
