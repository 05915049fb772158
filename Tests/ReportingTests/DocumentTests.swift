import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Reporting

/// A JPEG of 8 × 6 px, made by libjpeg; with an EXIF segment that names a camera and a place.
let smallJPEG: [UInt8] = [UInt8](
  Data(
    base64Encoded: """
      /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6j
      q62rZ4C8ybqmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSk
      pKSkpKSkpKT/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QA
      FAEBAAAAAAAAAAAAAAAAAAAABP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/ALABFv/Z
      """, options: .ignoreUnknownCharacters) ?? Data())

let leakyJPEG: [UInt8] = {
  let secret = Array("Exif\u{0}\u{0}Make CAMERA-SERIAL-4711 GPS 47.6N".utf8)
  let segment: [UInt8] =
    [0xFF, 0xE1, UInt8((secret.count + 2) >> 8), UInt8((secret.count + 2) & 255)] + secret
  return Array(smallJPEG[..<2]) + segment + Array(smallJPEG[2...])
}()

/// Items with one photo each, in rooms of `perRoom`.
func photographed(_ count: Int, perRoom: Int = 25, bytes: Int = 100) -> CatalogContents {
  var items: [Possession] = []
  var contents = catalog([])
  for index in 0..<count {
    let number = String(100_000 + index)
    guard let key = ImageKey("b116ff0b-2ecd-50e0-94f2-000000\(number)") else { continue }
    items.append(
      item(
        number,
        [
          .name: "Thing \(index)", .room: "House / Room \(index / perRoom)", .category: "TV",
          .replacementCost: "10.01", .ageYears: "1",
        ]))
    contents.pictures[key] = picture(key, taken: "2025-08-01T10:00:00", name: "IMG_\(number).jpg")
    contents.attachments.append(attachment(number, key))
    for name in ["thumb", "page", "display"] {
      contents.renditions.append(
        rendition(key, name, path: "renditions/\(name)/00/\(key.text).jpg", bytes: bytes))
    }
  }
  contents.possessions = items
  return contents
}

@Suite struct DocumentTests {
  private func write(
    _ contents: CatalogContents, _ formats: [String], pictures: ReportOptions.Pictures = .embedded,
    paper: ReportOptions.Paper = .letter
  ) throws -> MemorySink {
    var asked = options()
    asked.pictures = pictures
    asked.paper = paper
    let sink = MemorySink()
    for name in formats {
      let format = try #require(ReportFormats.named(name))
      let findings = try format.write(
        ReportModel(contents, options: asked), name: "inventory", provider: { _ in smallJPEG }, to: sink)
      #expect(findings.isEmpty)
    }
    return sink
  }

  @Test func equalInputGivesEqualBytes() throws {
    let formats = ReportFormats.all.map(\.name)
    let first = try write(photographed(30), formats)
    // libxlsxwriter and cairo both know a clock; a second must pass for them to give it away.
    Thread.sleep(forTimeInterval: 1.1)
    let second = try write(photographed(30), formats)
    #expect(first.files.keys.sorted() == second.files.keys.sorted())
    for (path, bytes) in first.files { #expect(second.files[path] == bytes, "\(path) differs") }
  }

  // MARK: HTML

  @Test func picturesAreLinkedWithinTheCatalog() throws {
    let sink = try write(photographed(3), ["html"], pictures: .linked(prefix: "../"))
    let html = String(decoding: try #require(sink.files["inventory.html"]), as: UTF8.self)
    #expect(sink.files.count == 1)
    #expect(html.contains("src=\"../renditions/page/00/b116ff0b-2ecd-50e0-94f2-000000100001.jpg\""))
    #expect(!html.contains("data:image"))
    #expect(html.contains("loading=\"lazy\""))
  }

  @Test func tooManyBytesGoIntoAFolderBeside() throws {
    let sink = try write(photographed(3, bytes: 5_000_000), ["html"])
    #expect(
      sink.files.keys.sorted()
        == ["inventory-files/000001l.jpg", "inventory-files/000001m.jpg", "inventory-files/000001s.jpg"]
        + ["inventory-files/000002l.jpg", "inventory-files/000002m.jpg", "inventory-files/000002s.jpg"]
        + [
          "inventory-files/000003l.jpg", "inventory-files/000003m.jpg", "inventory-files/000003s.jpg",
          "inventory.html",
        ])
    let html = String(decoding: try #require(sink.files["inventory.html"]), as: UTF8.self)
    #expect(html.contains("src=\"inventory-files/000002m.jpg\""))
  }

  /// Every line, exhibit and room of a split report is on a page, and every link leads to something that is there.
  @Test func manyLinesBecomePages() throws {
    let sink = try write(photographed(1600, perRoom: 90), ["html"], pictures: .linked(prefix: "../"))
    #expect(sink.files.count > 5)
    var anchors: [String: Set<String>] = [:]
    var links: [(page: String, target: String)] = []
    for (path, bytes) in sink.files {
      let html = String(decoding: bytes, as: UTF8.self)
      anchors[path] = Set(html.matches(of: #/ id="([^"]+)"/#).map { String($0.1) })
      links += html.matches(of: #/ href="([^"]+)"/#).map { (path, String($0.1)) }
    }
    for number in [1, 800, 1600] {
      #expect(anchors.values.count { $0.contains("line-\(number)") } == 1)
      #expect(anchors.values.count { $0.contains("exhibit-\(number)") } == 1)
    }
    for (page, target) in links {
      let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(
        String.init)
      var path = parts[0].isEmpty ? page : parts[0]
      if !parts[0].isEmpty, page.contains("/") {
        path = path.hasPrefix("../") ? String(path.dropFirst(3)) : "inventory-pages/" + path
      }
      #expect(anchors[path] != nil, "\(page) leads to \(target)")
      if parts.count > 1 { #expect(anchors[path]?.contains(parts[1]) == true, "\(page) leads to \(target)") }
    }
    let page = String(decoding: try #require(sink.files["inventory-pages/0001.html"]), as: UTF8.self)
    #expect(page.contains("src=\"../../renditions/page/"))
  }

  @Test(.enabled(if: isOracleAvailable("tidy"))) func tidyFindsNothing() throws {
    let scratch = try TemporaryFolder("possessions-tidy")
    for (name, contents) in [("photos", photographed(4)), ("example", catalog(workedExample))] {
      var asked = options()
      asked.policy.limits = [
        Policy.Limit(name: "Jewellery", categories: ["jewellery"], peril: "theft", amount: 100)
      ]
      let sink = MemorySink()
      _ = try HTMLReport(
        ReportModel(contents, options: asked), name: "inventory", provider: { _ in smallJPEG }
      ).write(to: sink)
      let path = try scratch.write(try #require(sink.files["inventory.html"]), to: "\(name).html")
      let result = try #require(try runCommand("tidy", ["-quiet", "-errors", "-utf8", path]))
      // tidy knows neither figures in links nor roles on tables; what it calls an error is one.
      let faults = result.errors.split(separator: "\n").filter { line in
        !line.contains("proprietary attribute") && !line.contains("attribute \"role\"")
      }
      #expect(faults.isEmpty, "\(faults.joined(separator: "\n"))")
    }
  }

  @Test func aMissingRenditionIsSaidOnce() throws {
    let sink = MemorySink()
    let model = ReportModel(photographed(2), options: options())
    for format in ReportFormats.all {
      let findings = try format.write(
        model, name: "inventory", provider: { _ in throw Failure(.inputMissing, message: "gone") }, to: sink)
      #expect(Set(findings).count == findings.count)
      if !["csv", "json"].contains(format.name) {
        #expect(
          findings.contains { $0.code == .photoDegraded && $0.remedy.contains("render") }, "\(format.name)")
      }
    }
    #expect(
      String(decoding: sink.files["inventory.html"] ?? [], as: UTF8.self).contains("Picture not available"))
  }

  // MARK: PDF

  @Test(
    .enabled(if: isOracleAvailable("pdfinfo")),
    arguments: [(ReportOptions.Paper.a4, "595.28 x 841.89"), (.letter, "612 x 792")])
  func paper(_ paper: ReportOptions.Paper, _ size: String) throws {
    let scratch = try TemporaryFolder("possessions-paper")
    let sink = try write(photographed(40), ["pdf"], paper: paper)
    let path = try scratch.write(try #require(sink.files["inventory.pdf"]), to: "a.pdf")
    let about = try #require(try runCommand("pdfinfo", [path])).output
    #expect(about.contains("Page size:       \(size)"))
    #expect(about.contains("Title:           Inventory of possessions"))
    // Every page has its number and how many there are.
    let text = try #require(try runCommand("pdftotext", ["-layout", path, "-"])).output
    let count = text.count { $0 == "\u{C}" }
    for page in 1...count { #expect(text.contains("Page \(page) of \(count)")) }
    #expect(text.contains("House / Room 1"))
    let destinations = try #require(try runCommand("pdfinfo", ["-dests", path])).output
    #expect(destinations.contains("\"exhibit-40\"") && destinations.contains("\"line-40\""))
  }

  /// A foot stands with its last line, and a header on every page of a table.
  @Test(.enabled(if: isOracleAvailable("pdftotext")), arguments: Array(4...16))
  func noOrphans(_ lines: Int) throws {
    let scratch = try TemporaryFolder("possessions-orphans")
    let sink = try write(photographed(lines, perRoom: 100), ["pdf"])
    let path = try scratch.write(try #require(sink.files["inventory.pdf"]), to: "a.pdf")
    let text = try #require(try runCommand("pdftotext", ["-layout", path, "-"])).output
    for page in text.split(separator: "\u{C}") where page.contains("Room total") {
      #expect(page.contains("Thing "), "a room total stands alone")
      // Its heads may be set on two lines.
      #expect(page.contains("Replacement") && page.contains("Unit"))
    }
  }

  @Test func missingGlyphsAreTold() throws {
    // A script that no font of ours has: the last plane's private characters.
    let items = [item("1", [.name: "Lamp \u{10FFFD}\u{10FFFC}", .replacementCost: "1.00"])]
    let format = try #require(ReportFormats.named("pdf"))
    let findings = try format.write(
      ReportModel(catalog(items), options: options()), name: "inventory", provider: { _ in [] },
      to: MemorySink())
    #expect(findings.map(\.code) == [.glyphMissing])
  }

  // MARK: Metadata of pictures

  @Test func metadataDoesNotPass() throws {
    #expect(jpegWithoutMetadata(leakyJPEG) == smallJPEG)
    #expect(jpegWithoutMetadata(smallJPEG) == smallJPEG)
    #expect(jpegWithoutMetadata([]) == [])
    #expect(jpegWithoutMetadata([0xFF, 0xD8, 0xFF, 0xE1, 0xFF]) == [0xFF, 0xD8, 0xFF, 0xE1, 0xFF])
    let sink = MemorySink()
    for format in ReportFormats.all {
      _ = try format.write(
        ReportModel(photographed(2), options: options()), name: "inventory", provider: { _ in leakyJPEG },
        to: sink)
    }
    let secret = Array("CAMERA-SERIAL-4711".utf8)
    for (path, bytes) in sink.files {
      #expect(bytes.firstRange(of: secret) == nil, "\(path) has the camera's serial number")
      #expect(bytes.firstRange(of: base64(secret)) == nil)
    }
  }

  @Test func spreadsheetsShowPicturesUndistorted() {
    let set = jpegAt96DotsPerInch(smallJPEG)
    #expect(set.count == smallJPEG.count)
    #expect(Array(set[13..<18]) == [1, 0, 96, 0, 96])
    let bare = Array(smallJPEG[..<2]) + Array(smallJPEG[20...])
    #expect(jpegAt96DotsPerInch(bare).count == bare.count + 18)
  }

  // MARK: CSV

  @Test func excelGetsItsMark() throws {
    var asked = options()
    asked.marksForExcel = true
    let sink = MemorySink()
    _ = try CSVFormat().write(
      ReportModel(catalog(workedExample), options: asked), name: "inventory", provider: { _ in [] }, to: sink)
    for bytes in sink.files.values { #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF])) }
  }

  @Test func theLossScheduleHasTheInsurersColumns() throws {
    var asked = options(.claim)
    asked.lost = .all
    let sink = MemorySink()
    _ = try CSVFormat().write(
      ReportModel(catalog(workedExample), options: asked), name: "claim", provider: { _ in [] }, to: sink)
    let text = String(decoding: try #require(sink.files["loss-schedule.csv"]), as: UTF8.self)
    let lines = text.split(separator: "\n")
    #expect(
      lines[0]
        == "Item description,Brand or manufacturer,Model number,Qty lost,Item age,Cost to replace pre-tax (each),Condition/use,"
        + "Business use,Room,Attachment")
    #expect(lines.contains("Towels,,,12,6.75,14.50,,,Bath,"))
  }
}

// MARK: - Packet

@Suite struct PacketTests {
  private final class Hasher: ReportHasher {
    private var bytes: [UInt8] = []
    func update(_ bytes: [UInt8]) { self.bytes += bytes }
    func finish() -> SHA256Digest {
      // Stands in for SHA-256, which lives where files do; what is tested here is that each file is hashed whole.
      var sum = [UInt8](repeating: 0, count: 32)
      for (index, byte) in bytes.enumerated() { sum[index % 32] = sum[index % 32] &* 31 &+ byte }
      return SHA256Digest(bytes: sum)
    }
  }

  private func packet() -> Packet {
    Packet(ReportModel(photographed(3), options: options()), name: "inventory", provider: { _ in leakyJPEG })
    { Hasher() }
  }

  @Test func holdsEverythingAndItsSums() throws {
    let sink = MemorySink()
    #expect(try packet().write(toFolder: sink).isEmpty)
    #expect(
      sink.files.keys.sorted() == [
        "README.txt", "SHA256SUMS", "category-summary.csv", "exhibits/exhibit-0001.jpg",
        "exhibits/exhibit-0002.jpg",
        "exhibits/exhibit-0003.jpg", "inventory.csv", "inventory.pdf", "inventory.xlsx", "loss-schedule.csv",
        "manifest.csv",
        "room-summary.csv",
      ])
    #expect(sink.files["exhibits/exhibit-0002.jpg"] == smallJPEG)
    let sums = String(decoding: try #require(sink.files["SHA256SUMS"]), as: UTF8.self)
    for (path, bytes) in sink.files where path != "SHA256SUMS" {
      let hasher = Hasher()
      hasher.update(bytes)
      #expect(sums.contains("\(hasher.finish().hex)  \(path)\n"))
    }
  }

  @Test(.enabled(if: isOracleAvailable("python3"))) func theArchiveOpensAnywhere() throws {
    let scratch = try TemporaryFolder("possessions-packet")
    #expect(try packet().write(toArchive: "packet.zip", sink: FileSink(scratch.path)).isEmpty)
    let folder = MemorySink()
    _ = try packet().write(toFolder: folder)
    let script = """
      import sys, zipfile
      book = zipfile.ZipFile(sys.argv[1])
      assert book.testzip() is None
      for info in sorted(book.infolist(), key=lambda info: info.filename):
        print(info.filename, info.file_size, *info.date_time)
      """
    let result = try #require(try runCommand("python3", ["-c", script, scratch.file("packet.zip")]))
    let expected = folder.files.sorted { $0.key < $1.key }.map {
      "\($0.key) \($0.value.count) 2026 3 15 0 0 0\n"
    }.joined()
    #expect(result.output == expected, "\(result.errors)")
    if let unzip = try runCommand("unzip", ["-tq", scratch.file("packet.zip")]) {
      #expect(unzip.status == 0)
    }
  }

  /// More entries than the old directory counts, and an empty one.
  @Test(.enabled(if: isOracleAvailable("python3"))) func largeArchives() throws {
    let scratch = try TemporaryFolder("possessions-zip64")
    let sink = FileSink(scratch.path)
    try sink.begin("many.zip")
    let zip = ZipSink(output: sink, year: 2026, month: 3, day: 15)
    for index in 0..<66_000 {
      try zip.begin("e/\(index)")
      if index == 65_999 { try zip.write([UInt8](repeating: 7, count: 200_000)) }
      try zip.end()
    }
    try zip.finish()
    try sink.end()
    let script =
      "import sys,zipfile; b=zipfile.ZipFile(sys.argv[1]); print(len(b.namelist()), len(b.read('e/65999')), b.read('e/3'))"
    let result = try #require(try runCommand("python3", ["-c", script, scratch.file("many.zip")]))
    #expect(result.output == "66000 200000 b''\n", "\(result.errors)")
  }

  @Test func checksum() {
    #expect(crc32(Array("123456789".utf8)) == 0xCBF4_3926)
    #expect(crc32(Array("6789".utf8), after: crc32(Array("12345".utf8))) == 0xCBF4_3926)
  }
}
