import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Darkroom

/// What goes into an output and what does not; how it is encoded; that it is the same each time (rows 7, 27 to 30, 33).
@Suite struct OutputTests {
  init() { library }

  /// The marks of a JPEG's segments before its scan.
  static func segments(_ jpeg: [UInt8]) -> [UInt8] {
    var marks: [UInt8] = []
    var at = 2
    while at + 4 <= jpeg.count, jpeg[at] == 0xFF {
      marks.append(jpeg[at + 1])
      if jpeg[at + 1] == 0xDA { break }
      at += 2 + (Int(jpeg[at + 2]) << 8 | Int(jpeg[at + 3]))
    }
    return marks
  }

  static func chunks(png: [UInt8]) -> [String] {
    var names: [String] = []
    var at = 8
    while at + 8 <= png.count {
      names.append(String(decoding: png[(at + 4)..<(at + 8)], as: UTF8.self))
      at += 12 + png[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    return names
  }

  static func chunks(webp: [UInt8]) -> [String] {
    var names: [String] = []
    var at = 12
    while at + 8 <= webp.count {
      names.append(String(decoding: webp[at..<(at + 4)], as: UTF8.self))
      let size = webp[(at + 4)..<(at + 8)].reversed().reduce(0) { $0 << 8 | Int($1) }
      at += 8 + size + size % 2
    }
    return names
  }

  static let formats = RenditionFormat.allCases.map { box($0.rawValue, 48, 48, .aspectFit, $0) }

  /// An original with everything personal in it, in each format that can hold it.
  static func personal() throws -> [(MediaType, [UInt8])] {
    let size = PixelSize(width: 64, height: 64)
    let secret = Array("GPS and serial number SECRET".utf8)
    let exif = MediaBytes.tiff(
      [(0x010F, 2, secret.count + 1, 8 + 2 + 12 + 4)], tail: secret + [0])
    let xmp = Array("http://ns.adobe.com/xap/1.0/\0<x:xmpmeta>SECRET</x:xmpmeta>".utf8)
    let iptc = Array("Photoshop 3.0\08BIM\u{4}\u{4}\0\0\0\0\0\u{10}SECRETSECRETSECR".utf8)
    let comment = Array("SECRET comment".utf8)
    let profile = try #require(ICCProfile(colour: CodedColour(primaries: 12, transfer: 13, matrix: 0))).bytes
    var jpeg = try Original.quarters(64, 64)
    jpeg = Original.inserting(
      [(0xE1, Array("Exif\0\0".utf8) + exif), (0xE1, xmp), (0xED, iptc), (0xFE, comment)], into: jpeg)
    jpeg = Original.jpeg(jpeg, profile: profile)
    let image = try Image(quartersOf: size)
    let webp = Original.webp(try image.encoded(as: .webp, quality: 90), size: size, exif: exif)
    let rows = [[UInt8]](repeating: [UInt8](repeating: 120, count: 64 * 3), count: 64)
    let png = MediaBytes.png(
      size, bits: 8, colourType: 2, rows: rows,
      before: MediaBytes.chunk("eXIf", exif) + MediaBytes.chunk("tEXt", Array("Author\0SECRET".utf8))
        + MediaBytes.chunk("iTXt", Array("XML:com.adobe.xmp\0\0\0\0\0SECRET".utf8)))
    return [(.jpeg, jpeg), (.webp, webp), (.png, png)]
  }

  @Test func nothingPersonalGoesIntoAnyFormat() throws {
    for (type, bytes) in try OutputTests.personal() {
      for recipe in [nil, try EditRecipe(parsing: "rotate=90")] {
        let rendering = rendered(bytes, as: type, OutputTests.formats, recipe: recipe)
        #expect(rendering.state == .ok, "\(type) \(rendering.findings)")
        for image in rendering.images {
          #expect(!image.bytes.contains("SECRET"), "\(type) → \(image.definition.name)")
          switch image.definition.format {
          case .jpeg:
            let marks = Set(OutputTests.segments(image.bytes))
            // JFIF, tables, frame, scan: and no other.
            #expect(marks.isSubset(of: [0xE0, 0xDB, 0xC0, 0xC4, 0xDA, 0xDD]), "\(marks)")
          case .png:
            let names = Set(OutputTests.chunks(png: image.bytes))
            #expect(names.isSubset(of: ["IHDR", "pHYs", "IDAT", "IEND"]), "\(names)")
          case .webp:
            let names = Set(OutputTests.chunks(webp: image.bytes))
            #expect(names.isSubset(of: ["VP8 ", "VP8L", "VP8X", "ALPH"]), "\(names)")
          }
        }
      }
    }
  }

  /// Two originals that differ only under the redaction give the same files, byte by byte.
  @Test(arguments: [
    "redact=20,10,30,25", "redact=20,10,30,25;sharpen;rotate=90", "flip=horizontal;redact=14,10,30,25",
  ])
  func nothingOfWhatIsRedactedGoesIntoAnyRendition(recipe: String) throws {
    let definitions =
      OutputTests.formats + [RenditionDefinition(name: "edited", width: 0, height: 0, mode: .own)]
    let made = try [0, 255].map { hidden in
      let rows = (0..<48).map { y in
        (0..<64).flatMap { x -> [UInt8] in
          let isHidden = (20..<50).contains(x) && (10..<35).contains(y)
          return isHidden
            ? [UInt8(hidden), UInt8(x * 3), UInt8(255 - hidden)] : [UInt8(x * 4), UInt8(y * 5), 90]
        }
      }
      let png = MediaBytes.png(PixelSize(width: 64, height: 48), bits: 8, colourType: 2, rows: rows)
      return rendered(png, as: .png, definitions, recipe: try EditRecipe(parsing: recipe)).images.map(\.bytes)
    }
    #expect(made[0].count == definitions.count && made[0] == made[1])
  }

  @Test(.enabled(if: isOracleAvailable("exiftool"), "exiftool is not installed"))
  func exifToolFindsNothingPersonal() throws {
    let folder = try TemporaryFolder()
    let source = try folder.write(try Original.quarters(640, 480), to: "source.jpg")
    let thumbnail = try folder.write(try Original.quarters(160, 120), to: "thumbnail.jpg")
    let tagged = try runCommand(
      "exiftool",
      [
        "-q", "-overwrite_original", "-ThumbnailImage<=\(thumbnail)", "-GPSLatitude=48.8",
        "-GPSLatitudeRef=N",
        "-GPSLongitude=2.3", "-GPSLongitudeRef=E", "-SerialNumber=12345", "-Make=Canon", "-Artist=Somebody",
        "-XMP:Title=Mine", "-IPTC:Keywords=home", "-DateTimeOriginal=2020:01:02 03:04:05", source,
      ])
    try #require(tagged?.status == 0, "\(tagged?.errors ?? "")")
    let original = Array(try Data(contentsOf: URL(fileURLWithPath: source)))
    let rendering = rendered(original, as: .jpeg, OutputTests.formats)
    for image in rendering.images {
      let path = try folder.write(image.bytes, to: "out.\(image.definition.format.fileExtension)")
      let answer = try #require(try runCommand("exiftool", ["-G1", "-s", path]))
      for group in ["IFD", "GPS", "XMP", "IPTC", "ICC", "MakerNotes", "Photoshop"] {
        #expect(!answer.output.contains("[\(group)"), "\(image.definition.name): \(answer.output)")
      }
      #expect(try runCommand("exiftool", ["-b", "-ThumbnailImage", path])?.output.isEmpty == true)
    }
    #expect(Array(try Data(contentsOf: URL(fileURLWithPath: source))) == original)
  }

  @Test func jpegIsBaselineWithItsOwnTables() throws {
    let source = try DamageTests.noisyImage().encoded(as: .png, quality: 0)
    func image(_ quality: Int) throws -> [UInt8] {
      let definition = RenditionDefinition(
        name: "q", width: 200, height: 200, mode: .aspectFit, quality: quality)
      return try #require(rendered(source, as: .png, [definition]).images.first).bytes
    }
    let standard = try image(80)
    #expect(OutputTests.segments(standard).contains(0xC0))
    #expect(!OutputTests.segments(standard).contains(0xC2))
    // Chroma at half the size below 90, whole from there on.
    func sampling(_ bytes: [UInt8]) throws -> UInt8 {
      let frame = try #require(bytes.indices.dropLast().first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
      return bytes[frame + 11]
    }
    #expect(try sampling(standard) == 0x22)
    #expect(try sampling(try image(90)) == 0x11)
    #expect(standard.count < (try image(95)).count)
  }

  /// What is finer than the output can show turns to gray, and makes no pattern of its own.
  @Test func aZonePlateMakesNoMoire() throws {
    let side = 800
    let size = PixelSize(width: side, height: side)
    let pixels = Original.pixels(size) { x, y in
      let dx = Double(x - side / 2)
      let dy = Double(y - side / 2)
      // The frequency reaches one half at the border.
      return [UInt8((127.5 + 127.5 * cos((dx * dx + dy * dy) * Double.pi / Double(side))).rounded())]
    }
    let png = try Image(pixels: pixels, width: side, height: side, bands: 1).encoded(as: .png, quality: 0)
    let shown = try rendered(png, as: .png, [box("small", 200, 200, .aspectFit)]).shown("small")
    var worst = 0
    var inner = 0
    for x in 0..<200 {
      let distance = abs(x - 100)
      let level = shown[x, 100][0]
      // Edges are carried on, which the last columns see. The output's own limit lies at a quarter of the way; from half the way on all is twice as fine.
      if distance > 50, distance < 94 { worst = max(worst, abs(level - 128)) }
      if distance < 15 { inner = max(inner, abs(level - 128)) }
    }
    #expect(worst <= 6, "\(worst)")
    #expect(inner >= 100)
  }

  @Test func theSamePictureGivesTheSameBytesWhateverElseIsMade() throws {
    let jpeg = try Image(
      pixels: DamageTests.noisy(PixelSize(width: 900, height: 700)), width: 900, height: 700, bands: 3
    ).encoded(as: .jpeg, quality: 90)
    let all = rendered(jpeg, as: .jpeg)
    let again = rendered(jpeg, as: .jpeg)
    #expect(all.images.map(\.bytes) == again.images.map(\.bytes))
    #expect(all.perceptualHash == again.perceptualHash)
    for definition in RenditionDefinition.defaults where definition.mode != .own {
      let alone = rendered(jpeg, as: .jpeg, [definition])
      #expect(alone.images.first?.bytes == all.images.first { $0.definition == definition }?.bytes)
      #expect(alone.perceptualHash == all.perceptualHash)
    }
  }

  // MARK: Perceptual hash

  @Test func theHashIsAKnownNumber() throws {
    // Rows that grow darker to the right have all bits set; lighter, none.
    func hash(_ level: @escaping (Int, Int) -> Int) throws -> String? {
      let size = PixelSize(width: 90, height: 80)
      let pixels = Original.pixels(size) { x, y in [UInt8(level(x, y))] }
      let png = try Image(pixels: pixels, width: 90, height: 80, bands: 1).encoded(as: .png, quality: 0)
      return rendered(png, as: .png, []).perceptualHash
    }
    #expect(try hash { x, _ in 255 - x * 2 } == "1:ffffffffffffffff")
    #expect(try hash { x, _ in x * 2 } == "1:0000000000000000")
    // Dark, then light, in every other row of the grid: 1 where the left one is lighter.
    #expect(try hash { x, y in y / 10 % 2 == 0 ? 255 - x * 2 : x * 2 } == "1:ff00ff00ff00ff00")
    #expect(try hash { x, _ in x < 10 ? 200 : x < 20 ? 100 : 100 + x } == "1:8080808080808080")
  }

  @Test func theHashSurvivesScalingAndCompression() throws {
    let size = PixelSize(width: 1200, height: 900)
    let pixels = Original.pixels(size) { x, y in
      let value = 127 + 60 * sin(Double(x) / 97) + 60 * cos(Double(y) / 71 + Double(x) / 300)
      return [UInt8(value), UInt8(clamping: Int(value) + 20), UInt8(255 - value)]
    }
    let image = try Image(pixels: pixels, width: 1200, height: 900, bands: 3)
    func bits(_ bytes: [UInt8]) throws -> UInt64 {
      let text = try #require(rendered(bytes, as: .jpeg, []).perceptualHash)
      return try #require(UInt64(text.dropFirst(2), radix: 16))
    }
    let first = try bits(try image.encoded(as: .jpeg, quality: 95))
    let worse = try bits(try image.encoded(as: .jpeg, quality: 40))
    let smaller = try bits(
      try image.resized(to: PixelSize(width: 400, height: 300)).encoded(as: .jpeg, quality: 80))
    #expect((first ^ worse).nonzeroBitCount <= 3)
    #expect((first ^ smaller).nonzeroBitCount <= 3)
    let turned = try bits(try image.inMemory().turned(180).encoded(as: .jpeg, quality: 95))
    #expect((first ^ turned).nonzeroBitCount > 15)
  }
}

extension Image {
  fileprivate convenience init(quartersOf size: PixelSize) throws {
    try self.init(
      pixels: Original.pixels(size) { Original.quarter($0, $1, of: size) }, width: size.width,
      height: size.height,
      bands: 3)
  }
}

extension [UInt8] {
  fileprivate func contains(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard count >= wanted.count else { return false }
    return (0...(count - wanted.count)).contains { self[$0..<($0 + wanted.count)].elementsEqual(wanted) }
  }
}
