import Foundation
import PossessionsCore
import TestSupport
import Testing

/// `plan --html`: the page a person corrects, and the manifest that it writes.
@Suite("contact sheet")
struct ContactSheetTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "item_id,name,room,photos\nA1,Lamp,Hall,cell.jpg\nB2,\"Vase, \"\"blue\"\"\",,\n-C3,Rug,,\n",
      to: "items.csv")
    for name in ["A1_front", "A1_back", "A1 B2", "IMG_1", "B2-receipt", "cell"] {
      try folder.write(tinyJPEG(name), to: "in/\(name).jpg")
    }
    try folder.write(tinyJPEG("odd"), to: "in/=odd \"name\", <b>&.jpg")
    try folder.write("no picture", to: "in/notes.txt")
  }

  @discardableResult
  private func run(_ words: String...) throws -> CommandResult {
    try #require(try runCommand(builtProgram(), words, folder: folder.path))
  }

  private func page() throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file("out/plan.html"))), as: UTF8.self)
  }

  private struct Seen: Decodable {
    var cards: Int
    var changed: Int
    var status: String
    var outside: [String]
    var errors: [[String: String]]
    var overflow: Int
  }

  /// What a person does on the page, in a browser.
  private func correct(_ steps: [String]) throws -> Seen {
    let oracle = (#filePath as NSString).deletingLastPathComponent + "/Oracles/sheet_oracle.py"
    try FileManager.default.createDirectory(
      atPath: folder.file("kept"), withIntermediateDirectories: true)
    let result = try #require(
      try runCommand("python3", [oracle, "out/plan.html", "kept"] + steps, folder: folder.path))
    #expect(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode(Seen.self, from: Data(result.output.utf8))
  }

  private func attached(_ catalog: String) throws -> String {
    let sql = """
      SELECT item_id || ' ' || original_name || iif(is_primary, '*', '') || ' ' || matched_by
      FROM attachment JOIN image USING (image_key) WHERE superseded_by_run IS NULL ORDER BY item_id, position
      """
    return try #require(
      try runCommand("sqlite3", ["\(catalog)/catalog.sqlite", sql], folder: folder.path)
    ).output
  }

  @Test("every photo stands on the page, what is open first; a plan writes nothing but the page")
  func everything() throws {
    let plan = try run("plan", "-p", "in", "-i", "items.csv", "-c", "cat", "--html", "out/plan.html")
    #expect(plan.status == 3, "an ambiguous photo is a new error: \(plan.errors)")
    #expect(plan.output.contains("out/plan.html"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("cat")))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out")) == ["plan.html"])
    let page = try page()
    #expect(page.components(separatedBy: "<article").count - 1 == 7)
    #expect(page.components(separatedBy: "data:image/jpeg;base64,").count - 1 == 7)
    let several = try #require(page.range(of: "Fits several possessions"))
    let none = try #require(page.range(of: "Fits no possession"))
    let lamp = try #require(page.range(of: "<bdi>Lamp</bdi>"))
    #expect(several.lowerBound < none.lowerBound && none.lowerBound < lamp.lowerBound)
    #expect(page.contains("by photos column: <bdi>cell.jpg</bdi>"))
    #expect(page.contains("notes.txt"))
    #expect(!page.contains("<b>&.jpg"))
    #expect(page.components(separatedBy: "<script").count - 1 == 1)
    #expect(!page.contains("http://") && !page.contains("https://"))
  }

  @Test("many photos lie beside the page, and those of an earlier, longer one go")
  func beside() throws {
    for number in 0..<320 { try folder.write(tinyJPEG("many \(number)"), to: "in/more/A1_\(number).jpg") }
    let words = ["plan", "-p", "in", "-i", "items.csv", "-c", "cat", "--html", "out/plan.html"]
    #expect(try runCommand(builtProgram(), words, folder: folder.path)?.status == 3)
    let files = folder.file("out/plan-files")
    #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 327)
    #expect(try page().contains("src=\"plan-files/00001.jpg\""))
    for number in 0..<10 {
      try FileManager.default.removeItem(atPath: folder.file("in/more/A1_\(number).jpg"))
    }
    #expect(try runCommand(builtProgram(), words, folder: folder.path)?.status == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: files).count == 317)
  }

  @Test(
    "a sheet in a photo folder or in the catalog is refused",
    arguments: ["in/plan.html", "in/new/p.html", "cat/p.html"])
  func places(path: String) throws {
    try run("import", "-p", "in", "-i", "items.csv", "-c", "cat")
    let result = try run("plan", "-p", "in", "-i", "items.csv", "-c", "cat", "--html", path)
    #expect(result.status == 64)
    #expect(result.errors.contains("lies inside"))
    #expect(!FileManager.default.fileExists(atPath: folder.file(path)))
  }

  @Test(
    "what a person corrects on the page is what the import does",
    .enabled(if: isOracleAvailable("chromium"), "chromium is absent"),
    .enabled(if: isOracleAvailable("python3"), "python3 is absent"))
  func corrections() throws {
    try run("plan", "-p", "in", "-i", "items.csv", "-c", "cat", "--html", "out/plan.html")
    // What a spreadsheet would take for a formula goes by its key.
    let card = try #require(try page().components(separatedBy: "aria-label=\"=odd").last)
    let odd = String(card.components(separatedBy: "data-photo=\"")[1].prefix(36))
    let seen = try correct([
      "pick=A1 B2.jpg=B2", "choose=IMG_1.jpg=lamp", "primary=IMG_1.jpg", "leave=A1_back.jpg",
      "choose=cell.jpg=vase, \"BLUE\"", "choose=\(odd)=-C3", "choose=B2-receipt.jpg=nobody", "save=1",
    ])
    #expect(seen.cards == 7)
    #expect(seen.changed == 6)
    #expect(seen.errors.isEmpty)
    #expect(seen.outside == [])
    #expect(seen.overflow <= 0)
    #expect(seen.status.contains("manifest.csv written: 5 rows; 1 without"), "\(seen.status)")
    let manifest = try String(contentsOfFile: folder.file("kept/manifest.csv"), encoding: .utf8)
    #expect(
      manifest == """
        photo,item_id,position,primary,only,edit,caption
        A1 B2.jpg,B2,,,yes,,
        \(odd),'-C3,,,yes,,
        IMG_1.jpg,A1,,yes,yes,,
        cell.jpg,B2,,,yes,,
        A1_back.jpg,-,,,yes,,

        """)
    let words = ["import", "-p", "in", "-i", "items.csv", "-c", "cat", "--manifest", "kept/manifest.csv"]
    let imported = try #require(try runCommand(builtProgram(), words, folder: folder.path))
    #expect(imported.status == 0, "\(imported.errors)")
    let right = """
      -C3 =odd "name", <b>&.jpg* manifest
      A1 IMG_1.jpg* manifest
      A1 A1_front.jpg file-name
      B2 A1 B2.jpg* manifest
      B2 cell.jpg manifest

      """
    #expect(try attached("cat") == right)
    let again = try #require(try runCommand(builtProgram(), words, folder: folder.path))
    #expect(again.output.contains("nothing changed"))
    // The same corrections over a catalog that had it wrong; what stood there keeps its order.
    try run("import", "-p", "in", "-i", "items.csv", "-c", "old")
    _ = try runCommand(builtProgram(), words.map { $0 == "cat" ? "old" : $0 }, folder: folder.path)
    func lines(_ text: String) -> [Substring] { text.split(separator: "\n").sorted() }
    #expect(try lines(attached("old")) == lines(right))
  }

  @Test(
    "with every decision the manifest alone gives what the rules gave",
    .enabled(if: isOracleAvailable("chromium"), "chromium is absent"),
    .enabled(if: isOracleAvailable("python3"), "python3 is absent"))
  func everyDecision() throws {
    try run("plan", "-p", "in", "-i", "items.csv", "-c", "cat", "--html", "out/plan.html")
    _ = try correct(["every=1", "save=1"])
    try run("import", "-p", "in", "-i", "items.csv", "-c", "cat")
    let before = try attached("cat").replacingOccurrences(of: "file-name", with: "manifest")
      .replacingOccurrences(of: "photos-column", with: "manifest")
    try run("import", "-p", "in", "-i", "items.csv", "-c", "new", "--manifest", "kept/manifest.csv")
    let after = try attached("new").replacingOccurrences(of: "photos-column", with: "manifest")
    #expect(after == before)
  }
}
