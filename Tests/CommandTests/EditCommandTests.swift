import Darkroom
import Foundation
import PossessionsCore
import TestSupport
import Testing

private let library: Void = {
  do { try ImagingLibrary.start() } catch { Issue.record("libvips does not start: \(error)") }
}()

/// A photo in code: four quarters of one colour each, so that turns and crops can be seen.
func quarteredPhoto(width: Int, height: Int) throws -> [UInt8] {
  library
  var pixels: [UInt8] = []
  for y in 0..<height {
    for x in 0..<width {
      switch (x < width / 2, y < height / 2) {
      case (true, true): pixels += [200, 30, 30]
      case (false, true): pixels += [30, 200, 30]
      case (true, false): pixels += [30, 30, 200]
      case (false, false): pixels += [220, 220, 220]
      }
    }
  }
  return try Image(pixels: pixels, width: width, height: height, bands: 3).png(compression: 6)
}

@Suite("edit")
struct EditCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(try quarteredPhoto(width: 80, height: 60), to: "photos/shelf.png")
    try folder.write(
      "item_id,name,photos,edit\nA1,Lamp,shelf.png,\"crop=0,0,50%,50%\"\nB2,Vase,shelf.png,\"crop=50%,0,50%,50%\"\n",
      to: "items.csv")
    let imported = try run("import", "--photos", "photos", "--items", "items.csv", "--catalog", "cat")
    #expect(imported.status == 0 || imported.status == 3, "\(imported.errors)")
  }

  @discardableResult
  private func run(_ arguments: String...) throws -> CommandResult {
    try #require(try runCommand(builtProgram(), arguments, folder: folder.path))
  }

  /// The edited renditions there are: name, size and the colour in the middle.
  private func edited() throws -> [String: (size: String, colour: [UInt8])] {
    let place = folder.file("cat/renditions/edited")
    var all: [String: (String, [UInt8])] = [:]
    guard let files = FileManager.default.enumerator(atPath: place) else { return [:] }
    for case let file as String in files where file.hasSuffix(".jpg") {
      let image = try Image.open(.file(BytePath(place + "/" + file)), as: .jpeg).inMemory()
      let pixels = try image.pixels()
      let middle = (image.height / 2 * image.width + image.width / 2) * image.bands
      all[(file as NSString).lastPathComponent] = (
        image.size.description, Array(pixels[middle..<(middle + 3)])
      )
    }
    return all
  }

  @Test("one photo is cropped differently for two possessions")
  func twoItems() throws {
    let colours = try edited().values.map { $0.colour[0] > 100 ? "red" : "green" }
    #expect(colours.sorted() == ["green", "red"])
    #expect(try edited().values.allSatisfy { $0.size == "40x30" })
  }

  @Test("set, show, undo, clear; the original stays and only what depends on it is made anew")
  func steps() throws {
    let original = try Data(contentsOf: URL(fileURLWithPath: folder.file("photos/shelf.png")))
    func show() throws -> String { try run("edit", "A1", "--catalog", "cat").output }
    #expect(try show() == "shelf.png of A1: crop=0,0,50%,50% (80x60 becomes 40x30 px)\n")
    let before = Set(try edited().keys)
    let set = try run("edit", "A1", "rotate=90;crop=10,0,20,10", "--catalog", "cat")
    #expect(set.status == 0, "\(set.errors)")
    #expect(
      set.output == "shelf.png of A1: rotate=90;crop=10,0,20,10 (80x60 becomes 20x10 px); 5 renditions made\n"
    )
    let new = Set(try edited().keys).subtracting(before)
    #expect(new.count == 1)
    // Turned by 90 degrees clockwise, the upper left is what was blue, lower left.
    #expect(try edited()[new.first ?? ""].map { $0.size == "20x10" && $0.colour[2] > 150 } == true)
    let again = try run("edit", "A1", "shelf.png", "rotate=90;crop=10,0,20,10", "--catalog", "cat")
    #expect(again.output.contains("as before") && again.output.contains("0 renditions made"))
    try run("edit", "A1", "grayscale", "--catalog", "cat")
    let undone = try run("edit", "A1", "--undo", "--catalog", "cat")
    #expect(
      undone.output.contains("rotate=90;crop=10,0,20,10") && undone.output.contains("0 renditions made"))
    #expect(try run("edit", "A1", "--undo", "--catalog", "cat").output.contains("crop=0,0,50%,50%"))
    let none = try run("edit", "A1", "--undo", "--catalog", "cat")
    #expect(none.status == 64 && none.errors.contains("there is no edit to undo"))
    #expect(try run("edit", "A1", "--clear", "--catalog", "cat").output.contains("shelf.png of A1: no edits"))
    #expect(try run("edit", "B2", "--catalog", "cat").output.contains("crop=50%,0,50%,50%"))
    let history = try run("edit", "A1", "--history", "--catalog", "cat").output
    #expect(history.split(separator: "\n").count == 6 && history.contains("edit --undo"))
    let stored = try #require(
      try FileManager.default.subpathsOfDirectory(atPath: folder.file("cat/originals"))
        .first { $0.hasSuffix(".png") })
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("cat/originals/" + stored))) == original)
  }

  @Test(
    "what cannot be done is refused with a remedy, and nothing changes",
    arguments: [
      (["A1", "crop=900,0,10,10"], 65, "wholly outside the picture of 80x60 px"),
      (["A1", "crop=1,2,3"], 65, "crop needs 4 numbers"),
      (["A1", "nothere.png", "rotate=90"], 65, "its pictures are shelf.png"),
      (["C3", "rotate=90"], 65, "no such possession"),
      (["A1", "shelf.png", "rotate=90", "--undo"], 64, "takes no recipe"),
      (["A1", "--undo", "--clear"], 64, "do not go together"),
    ] as [([String], Int32, String)])
  func refusals(words: [String], status: Int32, message: String) throws {
    let result = try #require(
      try runCommand(builtProgram(), ["edit"] + words + ["--catalog", "cat"], folder: folder.path))
    #expect(result.status == status)
    #expect(result.errors.contains(message), "\(result.errors)")
    #expect(try run("edit", "A1", "--catalog", "cat").output.contains("crop=0,0,50%,50%"))
  }

  @Test("a rectangle that leaves the picture is cut, with a warning")
  func clipped() throws {
    let result = try run("edit", "A1", "crop=60,0,100,30", "--catalog", "cat")
    #expect(result.status == 0)
    #expect(result.output.contains("80x60 becomes 20x30 px") && result.errors.contains("crop-clipped"))
  }

  @Test("edits in JSON")
  func json() throws {
    try folder.write(
      #"[{"photo": "shelf.png", "item_id": "A1", "edit": {"operations": [{"op": "rotate", "degrees": 180}]}}]"#,
      to: "edits.json")
    let result = try run("import", "--photos", "photos", "--edits", "edits.json", "--catalog", "cat")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try run("edit", "A1", "--catalog", "cat").output == "shelf.png of A1: rotate=180\n")
    try folder.write(#"[{"photo": "shelf.png", "edit": "rotate=45"}]"#, to: "bad.json")
    let bad = try run("import", "--edits", "bad.json", "--catalog", "cat")
    #expect((bad.output + bad.errors).contains("rotate turns by quarters only"), "\(bad.output)\(bad.errors)")
  }
}
