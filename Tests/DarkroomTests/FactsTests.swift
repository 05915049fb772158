import Foundation
import Metadata
import PossessionsCore
import TestSupport
import Testing

@testable import Darkroom

func facts(at path: String, careful: Bool = false) throws -> PhotoFacts {
  let prefix = try Data(contentsOf: URL(fileURLWithPath: path)).prefix(MediaType.sniffLength)
  let type = MediaType(sniffing: Array(prefix), fileExtension: BytePath(path).lowercasedExtension)
  return readFacts(BytePath(path), mediaType: type, careful: careful)
}

/// Facts against ExifTool: on files that it tagged, and on real photos.
@Suite struct FactsTests {
  init() { library }

  static let hasExifTool = isOracleAvailable("exiftool")

  /// A picture with tags that ExifTool wrote.
  func tagged(_ tags: [String], as format: RenditionFormat = .jpeg) throws -> PhotoFacts {
    let folder = try TemporaryFolder()
    let path = try folder.write(try Original.quarters(64, 48, as: format), to: "a.\(format.fileExtension)")
    let answer = try runCommand("exiftool", ["-q", "-n", "-overwrite_original"] + tags + [path])
    try #require(answer?.status == 0, "\(answer?.errors ?? "")")
    return try facts(at: path)
  }

  @Test(.enabled(if: hasExifTool, "exiftool is not installed"), arguments: RenditionFormat.allCases)
  func readsWhatACameraWrites(format: RenditionFormat) throws {
    let facts = try tagged(
      [
        "-Make=Canon", "-Model=EOS R5", "-SerialNumber=0123", "-LensModel=RF50mm F1.2", "-Orientation#=6",
        "-DateTimeOriginal=2023:07:14 18:05:09", "-SubSecTimeOriginal=25", "-OffsetTimeOriginal=+02:00",
        "-CreateDate=2023:07:15 00:00:00", "-GPSLatitude=48.858222", "-GPSLatitudeRef=N",
        "-GPSLongitude=2.2945",
        "-GPSLongitudeRef=W", "-GPSAltitude=12.5", "-GPSAltitudeRef=1", "-ExposureTime=0.004", "-FNumber=2.8",
        "-ISO=400", "-FocalLength=50", "-Software=Ver 1", "-XMP-dc:Title=Desk",
        "-XMP-dc:Description=In the study",
        "-XMP-dc:Subject=oak", "-XMP-dc:Subject=desk",
      ], as: format)
    #expect(facts.cameraMake == "Canon" && facts.cameraModel == "EOS R5")
    #expect(facts.cameraSerial == "0123" && facts.lens == "RF50mm F1.2")
    #expect(facts.capturedAt?.description == "2023-07-14T18:05:09.25+02:00")
    #expect(facts.latitude == 48.858222 && facts.longitude == -2.2945 && facts.altitude == -12.5)
    #expect(facts.title == "Desk" && facts.caption == "In the study" && facts.keywords == ["oak", "desk"])
    #expect(facts.orientation == 6 && facts.width == 48 && facts.height == 64)
    #expect(
      facts.other["f-number"] == "2.8" && facts.other["iso"] == "400" && facts.other["focal-length"] == "50")
    #expect(facts.other["exposure"] == "1/250" && facts.other["software"] == "Ver 1")
    #expect(facts.pageCount == 1)
  }

  struct DateCase: Sendable, CustomStringConvertible {
    var tags: [String]
    var time: String?
    var description: String { tags.joined(separator: " ") }
  }

  /// DateTimeOriginal, then digitised, then XMP and IPTC, then the last change; the zone where it is known.
  @Test(
    .enabled(if: hasExifTool, "exiftool is not installed"),
    arguments: [
      DateCase(
        tags: ["-DateTimeOriginal=2023:02:02 02:00:00", "-CreateDate=2023:04:04 04:00:00"],
        time: "2023-02-02T02:00:00"),
      DateCase(
        tags: ["-CreateDate=2023:04:04 04:00:00", "-ModifyDate=2024:01:01 00:00:00"],
        time: "2023-04-04T04:00:00"),
      DateCase(
        tags: ["-ModifyDate=2024:01:01 00:00:00", "-XMP:CreateDate=2022:05:05 05:05:05+03:00"],
        time: "2022-05-05T05:05:05+03:00"),
      DateCase(
        tags: [
          "-IPTC:DateCreated=2021:06:07", "-IPTC:TimeCreated=08:09:10-04:00",
          "-ModifyDate=2024:01:01 00:00:00",
        ],
        time: "2021-06-07T08:09:10-04:00"),
      DateCase(
        tags: ["-ModifyDate=2024:01:01 01:02:03", "-OffsetTime=-05:00"], time: "2024-01-01T01:02:03-05:00"),
      // A zone of the last change says nothing of the shot, unless both have the same clock.
      DateCase(
        tags: [
          "-DateTimeOriginal=2023:02:02 02:00:00", "-ModifyDate=2024:01:01 00:00:00", "-OffsetTime=+02:00",
        ],
        time: "2023-02-02T02:00:00"),
      DateCase(
        tags: [
          "-DateTimeOriginal=2023:02:02 02:00:00", "-ModifyDate=2023:02:02 02:00:00", "-OffsetTime=+02:00",
        ],
        time: "2023-02-02T02:00:00+02:00"),
      DateCase(
        tags: [
          "-DateTimeOriginal=2023:02:02 02:00:00", "-XMP-photoshop:DateCreated=2023:02:02 02:00:00.5+09:00",
        ],
        time: "2023-02-02T02:00:00+09:00"),
      DateCase(tags: ["-DateTimeOriginal=0000:00:00 00:00:00"], time: nil),
      DateCase(tags: ["-IPTC:TimeCreated=08:09:10"], time: nil),
      DateCase(tags: ["-Make=Canon"], time: nil),
    ]) func theCaptureTimeIsTheBestThereIs(row: DateCase) throws
  {
    #expect(try tagged(row.tags).capturedAt?.description == row.time)
  }

  @Test(.enabled(if: hasExifTool, "exiftool is not installed")) func aLongOrHostileTextIsBounded() throws {
    let facts = try tagged([
      "-XMP-dc:Title=" + String(repeating: "x", count: 20_000), "-Model=\u{1B}[31mred\u{202E}lortnoc",
      "-XMP-dc:Description=line one\nline two",
    ])
    #expect(facts.title?.count == 500)
    #expect(facts.cameraModel == "[31mredlortnoc")
    #expect(facts.caption == "line one\nline two")
  }

  @Test func aFileThatIsNoneGivesItsTypeAlone() throws {
    let folder = try TemporaryFolder()
    for (name, bytes) in [
      ("empty.jpg", [UInt8]()), ("text.heic", Array("no picture".utf8)), ("cut.jpg", [0xFF, 0xD8, 0xFF]),
    ] {
      let facts = try facts(at: try folder.write(bytes, to: name))
      #expect(facts.width == nil && facts.capturedAt == nil && facts.keywords.isEmpty)
    }
    #expect(readFacts(BytePath(folder.file("absent.jpg")), mediaType: .jpeg).width == nil)
  }

  @Test func aTruncatedHEICStillTellsItsSizeAndTurn() throws {
    var writer = HEIFWriter(items: [
      HEIFWriter.exif(2, orientation: 6),
      HEIFWriter.quarters(1, [HEIFWriter.crop(64, 48), HEIFWriter.turn(3)]),
    ])
    writer.references = [("cdsc", 2, [1])]
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(writer.bytes().dropLast(30)), to: "cut.heic")
    let facts = try facts(at: path)
    #expect(facts.width == 48 && facts.height == 64 && facts.orientation == 6)
  }

  @Test(.enabled(if: hasExifTool, "exiftool is not installed")) func aPreviewIsFoundInAPhoto() throws {
    let folder = try TemporaryFolder()
    let thumbnail = try Original.quarters(160, 120)
    let small = try folder.write(thumbnail, to: "small.jpg")
    let path = try folder.write(try Original.quarters(640, 480), to: "photo.jpg")
    let answer = try runCommand("exiftool", ["-q", "-overwrite_original", "-ThumbnailImage<=\(small)", path])
    try #require(answer?.status == 0)
    #expect(embeddedPreview(BytePath(path)) == thumbnail)
    #expect(embeddedPreview(BytePath(small)) == nil)
    // A photo cut in its pixels is shown as far as it goes, so the preview is not needed there.
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(rendered(Array(bytes.prefix(bytes.count - 800)), as: .jpeg).state == .degraded)
  }

  // MARK: Real photos

  /// One call for all of them: ExifTool takes long to start.
  static let answers: [String: [String: String]] = {
    guard SharedPhotos.folder != nil, hasExifTool else { return [:] }
    let tags = [
      "-DateTimeOriginal", "-CreateDate", "-ModifyDate", "-SubSecDateTimeOriginal", "-SubSecCreateDate",
      "-Make",
      "-Model", "-LensModel", "-GPSLatitude", "-GPSLongitude", "-Orientation",
    ]
    // The composite position carries the hemisphere as its sign.
    let answer = try? runCommand("exiftool", ["-j", "-n"] + tags + SharedPhotos.rows.map(\.path))
    let list = try? JSONSerialization.jsonObject(with: Data((answer?.output ?? "").utf8)) as? [[String: Any]]
    var found: [String: [String: String]] = [:]
    for entry in list ?? [] {
      guard let file = entry["SourceFile"] as? String else { continue }
      found[file] = entry.mapValues { "\($0)" }
    }
    return found
  }()

  @Test(
    .enabled(if: hasExifTool && SharedPhotos.folder != nil, "exiftool or the folder of photos is absent"),
    arguments: SharedPhotos.rows)
  func agreesWithExifTool(on row: SharedPhotos.Row) throws {
    let facts = try facts(at: row.path)
    let expected = FactsTests.answers[row.path] ?? [:]
    func text(_ tag: String) -> String? {
      expected[tag].map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }.flatMap {
        $0.isEmpty ? nil : $0
      }
    }
    if let original = text("DateTimeOriginal") {
      let clock = facts.capturedAt.map { time in
        String(Array(time.wallClock).prefix(19)).replacingOccurrences(of: "-", with: ":")
          .replacingOccurrences(of: "T", with: " ")
      }
      #expect(clock == String(Array(original).prefix(19)))
    }
    if let whole = text("SubSecDateTimeOriginal"), let zone = CaptureTime(metadata: whole)?.zoneMinutes {
      #expect(facts.capturedAt?.zoneMinutes == zone)
    }
    for (found, tag) in [(facts.cameraMake, "Make"), (facts.cameraModel, "Model"), (facts.lens, "LensModel")]
    {
      if let expected = text(tag) { #expect(found == expected, "\(tag)") }
    }
    if let latitude = text("GPSLatitude").flatMap(Double.init),
      let longitude = text("GPSLongitude").flatMap(Double.init),
      abs(latitude) <= 90, abs(longitude) <= 180, row.notes.contains("no valid position") == false
    {
      let found = try #require(facts.latitude)
      #expect(abs(found - latitude) < 1e-6 && abs((facts.longitude ?? 999) - longitude) < 1e-6)
    } else {
      #expect(facts.latitude == nil && facts.longitude == nil)
    }
  }
}
