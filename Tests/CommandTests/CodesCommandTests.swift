import Barcodes
import Foundation
import PossessionsCore
import TestSupport
import Testing

/// Codes in pixels, labels that open groups, and pictures that look alike, as a user meets them.
@Suite("codes and twins")
struct CodesCommandTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      "item_id,name,serial_number,quantity\nA12,Lamp,SN-1,1\nA13,Desk,SN-2,1\nB/7,Chair,SN-3,1\n",
      to: "items.csv")
  }

  /// Gray pixels as a BMP.
  private func bitmap(width: Int, height: Int, _ pixel: (Int, Int) -> UInt8) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(number >> ($0 * 8) & 255) }
    }
    let padding = [UInt8](repeating: 0, count: (4 - width * 3 % 4) % 4)
    let size = (width * 3 + padding.count) * height
    var bytes = Array("BM".utf8) + little(54 + size, 4) + little(0, 4) + little(54, 4)
    bytes += little(40, 4) + little(width, 4) + little(height, 4) + little(1, 2) + little(24, 2)
    bytes += little(0, 4) + little(size, 4) + little(2835, 4) + little(2835, 4) + little(0, 8)
    for y in (0..<height).reversed() {
      for x in 0..<width {
        let gray = pixel(x, y)
        bytes += [gray, gray, gray]
      }
      bytes += padding
    }
    return bytes
  }

  /// A picture of labels side by side.
  private func labels(_ texts: String...) throws -> [UInt8] {
    let codes = try texts.map { try #require(QRCode($0)).pixels(scale: 5) }
    let side = codes.map(\.side).max() ?? 0
    return bitmap(width: side * codes.count, height: side) { x, y in
      let (pixels, own) = codes[x / side]
      return x % side < own && y < own ? pixels[y * own + x % side] : 255
    }
  }

  /// A picture of nothing but shades; `step` makes it another one, `scale` the same one larger.
  private func shades(_ step: Int, scale: Int = 2) -> [UInt8] {
    bitmap(width: 90 * scale, height: 60 * scale) { x, y in
      UInt8(
        truncatingIfNeeded: (x / (10 * scale) * (7 + step) * 31 + y / (10 * scale) * (3 + step) * 53) % 200)
    }
  }

  private struct Outcome: Decodable {
    var matching: [String: Int]
    var findings: [String: Int]
    var changed: Bool
  }

  private func run(_ arguments: String...) throws -> Outcome {
    let all =
      ["import", "-p", "in", "-i", "items.csv", "-c", "cat", "--json", "--report", "none"] + arguments
    let result = try #require(try runCommand(builtProgram(), all, folder: folder.path))
    return try JSONDecoder().decode(Outcome.self, from: Data(result.output.utf8))
  }

  private func query(_ sql: String) throws -> [String] {
    let result = try #require(try runCommand("sqlite3", ["cat/catalog.sqlite", sql], folder: folder.path))
    return result.output.split(separator: "\n").map(String.init)
  }

  private func looks(_ events: String) throws -> Int {
    let text = try String(contentsOfFile: folder.file(events), encoding: .utf8)
    return text.split(separator: "\n").filter { $0.contains("\"look\"") && $0.contains("step-started") }.count
  }

  @Test func codesDecideWhatNothingElseDoes() throws {
    try folder.write(try labels("A12"), to: "in/one.bmp")
    try folder.write(try labels("https://home.example/i/SN-2?utm_source=qr"), to: "in/two.bmp")
    try folder.write(try labels("A12", "A13"), to: "in/three.bmp")
    try folder.write(try labels("nobody's"), to: "in/four.bmp")
    // Its name says another thing than its code: the name has more authority, and no pixel is looked at.
    try folder.write(try labels("A13"), to: "in/B_7.bmp")
    let first = try run("--events", "events1")
    #expect(first.matching == ["code": 2, "file-name": 1, "ambiguous": 1, "unmatched": 1])
    #expect(
      try query("SELECT item_id, matched_by, matched_detail FROM attachment ORDER BY 1") == [
        "A12|code|A12", "A13|code|https://home.example/i/SN-2?utm_source=qr", "B/7|file-name|B_7",
      ])
    #expect(try looks("events1") == 1)
    let codes =
      "SELECT original_name, json_extract(metadata, '$.codes') FROM image ORDER BY 1"
    #expect(
      try query(codes) == [
        "B_7.bmp|", "four.bmp|[\"nobody's\"]", "one.bmp|[\"A12\"]", "three.bmp|[\"A12\",\"A13\"]",
        "two.bmp|[\"https://home.example/i/SN-2?utm_source=qr\"]",
      ])
    // Remembered: a later run reads none again, though its inputs are others.
    try folder.write("item_id,name,quantity\nnobody's,Box,1\n", to: "items.csv")
    let second = try run("--events", "events2")
    #expect(try looks("events2") == 0)
    #expect(second.matching["code"] == 3)
    #expect(try query("SELECT matched_by FROM attachment WHERE item_id = 'nobody''s'") == ["code"])
    // Asked for, what was not read yet is read.
    _ = try run("--codes", "--events", "events3")
    #expect(try looks("events3") == 1)
    #expect(try query(codes)[0] == "B_7.bmp|[\"A13\"]")
    #expect(try query("SELECT item_id FROM attachment WHERE matched_by = 'file-name'") == ["B/7"])
  }

  @Test func planAndImportAgree() throws {
    try folder.write(try labels("A12"), to: "in/one.bmp")
    let planned = try runCommand(
      builtProgram(), ["plan", "-p", "in", "-i", "items.csv", "-c", "cat", "-o", "plan.json"],
      folder: folder.path)
    #expect(planned?.output.contains("by code: A12") == true)
    let applied = try runCommand(
      builtProgram(), ["import", "--plan", "plan.json", "-c", "cat"], folder: folder.path)
    #expect(applied?.status == 0, "\(applied?.errors ?? "")")
    #expect(try query("SELECT item_id FROM attachment") == ["A12"])
  }

  @Test(.enabled(if: isOracleAvailable("exiftool")))
  func aLabelOpensAGroup() throws {
    let shots: [(name: String, time: String, bytes: [UInt8])] = [
      ("IMG_1001", "10:00:00", try labels("A12")), ("IMG_1002", "10:00:20", shades(1)),
      ("IMG_1003", "10:00:40", shades(2)), ("IMG_1004", "10:01:00", try labels("SN-2")),
      ("IMG_1005", "10:01:20", shades(3)), ("IMG_1006", "15:00:00", shades(4)),
    ]
    for shot in shots {
      try folder.write(shot.bytes, to: "made/\(shot.name).bmp")
      let made = try runCommand(
        "convert", ["made/\(shot.name).bmp", "made/\(shot.name).jpg"], folder: folder.path)
      #expect(made?.status == 0)
      let tagged = try runCommand(
        "exiftool",
        [
          "-q", "-Make=Canon", "-Model=EOS", "-DateTimeOriginal=2026:05:01 \(shot.time)", "-o",
          "in/\(shot.name).jpg", "made/\(shot.name).jpg",
        ], folder: folder.path)
      #expect(tagged?.status == 0)
    }
    let outcome = try run("--leader")
    #expect(outcome.matching == ["code": 2, "label-leader": 3, "unmatched": 1])
    #expect(
      try query(
        """
        SELECT item_id, position, original_name, matched_by FROM attachment JOIN image USING (image_key)
        ORDER BY 1, 2
        """) == [
          "A12|1|IMG_1002.jpg|label-leader", "A12|2|IMG_1003.jpg|label-leader", "A12|3|IMG_1001.jpg|code",
          "A13|1|IMG_1005.jpg|label-leader", "A13|2|IMG_1004.jpg|code",
        ])
    let again = try run("--leader")
    #expect(!again.changed)
  }

  @Test func nearDuplicatesAreToldAndTheBestAttached() throws {
    try folder.write(shades(1, scale: 2), to: "in/A12.bmp")
    try folder.write(shades(1, scale: 6), to: "in/A12_2.bmp")
    try folder.write(shades(2, scale: 2), to: "in/A12_3.bmp")
    try folder.write(shades(1, scale: 4), to: "in/A13.bmp")
    let deduped = try run("--dedupe")
    #expect(deduped.matching == ["file-name": 3, "near-duplicate": 1])
    let attached = """
      SELECT item_id, original_name FROM attachment JOIN image USING (image_key)
      WHERE superseded_by_run IS NULL ORDER BY 1, 2
      """
    #expect(try query(attached) == ["A12|A12_2.bmp", "A12|A12_3.bmp", "A13|A13.bmp"])
    #expect(deduped.findings["photo-near-duplicate"] == 2)
    #expect(try query("SELECT count(*) FROM image") == ["4"])
    #expect(try !run("--dedupe").changed)
    // Without the option all are attached, and told.
    let plain = try run()
    #expect(try query(attached).count == 4)
    #expect(plain.findings["photo-near-duplicate"] == 1)
    let listed = try runCommand(builtProgram(), ["list", "--twins", "-c", "cat"], folder: folder.path)
    #expect(listed?.output.split(separator: "\n").count == 4, "\(listed?.output ?? "")")
  }
}
