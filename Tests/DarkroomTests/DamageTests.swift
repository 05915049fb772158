import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Darkroom

/// Damaged, hostile and unusual files: shown as far as they can be, told what is wrong, never a crash (rows 17 to 19,
/// 23 to 25, 31, 32).
@Suite struct DamageTests {
  init() { library }

  /// Quarters with noise over them, so that there is enough data to cut.
  static func noisy(_ size: PixelSize) -> [UInt8] {
    var state: UInt32 = 1
    return Original.pixels(size) { x, y in
      Original.quarter(x, y, of: size).map { value in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(clamping: Int(value) + Int(state >> 28) - 8)
      }
    }
  }

  static let size = PixelSize(width: 200, height: 160)

  static func noisyImage() throws -> Image {
    try Image(pixels: noisy(size), width: size.width, height: size.height, bands: 3)
  }

  @Test(arguments: [MediaType.jpeg, .png]) func aTruncatedPictureIsShownAsFarAsItGoes(type: MediaType) throws
  {
    let whole = try DamageTests.noisyImage().encoded(as: type == .jpeg ? .jpeg : .png, quality: 90)
    let rendering = rendered(
      Array(whole.prefix(whole.count * 7 / 10)), as: type, [box("same", 200, 200, .aspectFit)])
    #expect(rendering.state == .degraded)
    #expect(rendering.findings.map(\.code) == [.photoDegraded])
    #expect(rendering.size == DamageTests.size)
    let quarters = try rendering.shown("same").quarters
    #expect(distance(quarters[0], Original.red) <= 30 && distance(quarters[1], Original.green) <= 30)
    #expect(distance(quarters[3], Original.light) > 30)
  }

  @Test(.enabled(if: isOracleAvailable("convert"), "ImageMagick is not installed"))
  func aTruncatedGIFIsShownAsFarAsItGoes() throws {
    let folder = try TemporaryFolder()
    let png = try folder.write(try DamageTests.noisyImage().encoded(as: .png, quality: 0), to: "whole.png")
    let path = folder.file("whole.gif")
    try #require(try runCommand("convert", [png, "+dither", "-colors", "64", path])?.status == 0)
    let whole = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    let rendering = rendered(
      Array(whole.prefix(whole.count * 7 / 10)), as: .gif, [box("same", 200, 200, .aspectFit)])
    #expect(rendering.state == .degraded)
    #expect(rendering.findings.map(\.code) == [.photoDegraded])
    let quarters = try rendering.shown("same").quarters
    #expect(distance(quarters[0], Original.red) <= 40 && distance(quarters[1], Original.green) <= 40)
  }

  /// Cut in the pixels; HEIC and AVIF keep their index in front.
  @Test func whatHasNoPictureWithoutItsEndIsToldAndCrashesNothing() throws {
    let webp = try DamageTests.noisyImage().encoded(as: .webp, quality: 90)
    let tiff = MediaBytes.picture(
      DamageTests.size, samples: 3, bits: 8, photometric: 2, pixels: DamageTests.noisy(DamageTests.size))
    let heic = HEIFWriter(items: [HEIFWriter.quarters(1)]).bytes()
    let avif = HEIFWriter(items: [HEIFWriter.quartersAV1(1)], brand: "avif").bytes()
    for (bytes, count, type) in [
      (webp, webp.count / 2, MediaType.webp), (tiff, tiff.count / 2, .tiff), (heic, heic.count - 20, .heic),
      (avif, avif.count - 20, .avif),
    ] {
      let rendering = rendered(Array(bytes.prefix(count)), as: type)
      #expect([.undecodable, .degraded].contains(rendering.state), "\(type)")
      #expect(rendering.findings.count == 1)
    }
  }

  @Test func aTruncatedHEICShowsItsThumbnailWhereItIsWhole() throws {
    var writer = HEIFWriter(items: [HEIFWriter.flat(2), HEIFWriter.quarters(1)], primary: 1)
    writer.references = [("thmb", 2, [1])]
    let whole = writer.bytes()
    #expect(rendered(whole, as: .heic).state == .ok)
    let cut = rendered(Array(whole.dropLast(20)), as: .heic, [box("same", 64, 64, .aspectFit)])
    #expect(cut.state == .previewOnly)
    #expect(cut.findings.map(\.code) == [.photoDegraded])
    #expect(cut.findings.first?.message.contains("ends early") == true)
    #expect(distance(try cut.shown("same")[32, 32], [224, 128, 32]) <= 24)
    // Cut before the thumbnail's data there is nothing to show.
    let none = rendered(Array(whole.dropLast(80)), as: .heic)
    #expect(none.state == .undecodable)
    #expect(none.images.isEmpty)
    #expect(none.findings.map(\.code) == [.photoUndecodable])
  }

  @Test func anEmbeddedPreviewIsTheLastResort() throws {
    let preview = try Original.quarters(160, 120)
    let broken = Array(try Original.quarters(800, 600, as: .webp).prefix(200))
    let shown = rendered(broken, as: .webp, [box("fit", 160, 160, .aspectFit)], preview: preview)
    #expect(shown.state == .previewOnly)
    #expect(isUpright(try shown.shown("fit")))
    #expect(rendered(broken, as: .webp).state == .undecodable)
    // A good picture never asks for it.
    let good = render(
      RenderRequest(
        source: .bytes(preview), mediaType: .jpeg, subject: "photo", definitions: RenditionDefinition.defaults
      )
    ) {
      Issue.record("the preview was asked for")
      return nil
    }
    #expect(good.state == .ok)
  }

  @Test func aRawFileShowsItsPreviewTurnedLikeTheFile() throws {
    // A DNG's first directory is a tiny picture; the raw one stands in a subdirectory.
    let raw = MediaBytes.directory([(0x100, 4, 1, 6000), (0x101, 4, 1, 4000)])
    let entries = [
      (0xFE, 4, 1, 1), (0x100, 4, 1, 160), (0x101, 4, 1, 120), (0x112, 3, 1, 6),
      (0x14A, 4, 1, 8 + 2 + 6 * 12 + 4),
      (0xC612, 1, 4, 0x0000_0401),
    ]
    let dng = MediaBytes.tiff(entries, tail: raw)
    #expect(MediaType(sniffing: dng) == .raw)
    #expect(PictureHeader(reading: MemoryBytes(dng), as: .raw)?.shown == PixelSize(width: 4000, height: 6000))
    let (pixels, size) = Original.stored(shown: PixelSize(width: 60, height: 90), orientation: 6)
    let preview = try Image(pixels: pixels, width: size.width, height: size.height, bands: 3)
      .encoded(as: .jpeg, quality: 95)
    let rendering = rendered(dng, as: .raw, [box("fit", 90, 90, .aspectFit)], preview: preview)
    #expect(rendering.state == .previewOnly)
    #expect(rendering.size == PixelSize(width: 4000, height: 6000))
    #expect(rendering.images.first?.size == PixelSize(width: 60, height: 90))
    #expect(isUpright(try rendering.shown("fit")))
    #expect(rendered(dng, as: .raw).state == .undecodable)
  }

  @Test func whatIsNoPictureIsNotRendered() {
    for (type, state) in [
      (MediaType.pdf, PictureState.notAPicture), (.movie, .notAPicture), (.svg, .undecodable),
      (.unknown, .undecodable),
    ] {
      let rendering = rendered(Array("<svg onload='x'/>".utf8), as: type)
      #expect(rendering.state == state)
      #expect(rendering.images.isEmpty)
    }
    // Nothing decides for itself what to be: a drawing that claims to be a PNG is no picture.
    for type in [MediaType.png, .jpeg, .heic, .tiff, .gif, .webp, .bmp, .avif] {
      for text in ["", "<svg width='10' height='10'/>", "push graphic-context", "%PDF-1.4"] {
        #expect(rendered(Array(text.utf8), as: type).state == .undecodable, "\(type) \(text)")
      }
    }
  }

  @Test func namesAreNotParsed() throws {
    let folder = try TemporaryFolder()
    let good = try Original.quarters(64, 64)
    let names: [[UInt8]] = [
      Array("b.jpg[shrink=8]".utf8), Array("[page=3].jpg".utf8), Array("ph\u{F6}to.jpg".utf8),
      [0x66, 0xFF, 0xFE, 0x2E, 0x6A], Array("new\nline.jpg".utf8), Array("-".utf8), Array("http:".utf8),
      [UInt8](repeating: 0x61, count: 250),
    ]
    for name in names {
      let path = BytePath(folder.path).appending(BytePath(name))
      #expect(path.bytes.withContiguousStorageIfAvailable { _ in true } == true)
      let file = fopen(path.bytes.map { CChar(bitPattern: $0) } + [0], "w")
      defer { if let file { fclose(file) } }
      try #require(file != nil)
      fwrite(good, 1, good.count, file)
      fflush(file)
      let rendering = render(
        RenderRequest(
          source: .file(path), mediaType: .jpeg, subject: path.description,
          definitions: [box("fit", 64, 64, .aspectFit)]))
      #expect(rendering.state == .ok, "\(path)")
      #expect(rendering.images.first?.size == PixelSize(width: 64, height: 64))
    }
    let absent = render(
      RenderRequest(
        source: .file(BytePath(folder.file("absent.jpg"))), mediaType: .jpeg, subject: "absent.jpg",
        definitions: []))
    #expect(absent.state == .undecodable)
  }

  /// Two scans of one file, a movie behind it, a second picture behind it (gain map, MPO): the first picture is shown.
  @Test func whatFollowsThePictureIsLeftAlone() throws {
    let first = try Original.quarters(96, 64)
    let second = try Original.jpeg(PixelSize(width: 48, height: 32)) { _, _ in [0, 0, 0] }
    for tail in [
      second, Array("\u{0}\u{0}\u{0}\u{18}ftypmp42".utf8) + [UInt8](repeating: 7, count: 5000), [0],
    ] {
      let rendering = rendered(first + tail, as: .jpeg, [box("fit", 96, 96, .aspectFit)])
      #expect(rendering.state == .ok)
      #expect(rendering.size == PixelSize(width: 96, height: 64))
      #expect(isUpright(try rendering.shown("fit")))
    }
  }

  @Test(.enabled(if: isOracleAvailable("jpegtran"), "libjpeg-turbo-progs is not installed"))
  func progressiveArithmeticAndRestartsShowTheSamePixels() throws {
    let folder = try TemporaryFolder()
    let plain = try DamageTests.noisyImage().encoded(as: .jpeg, quality: 90)
    let source = try folder.write(plain, to: "plain.jpg")
    let same = [box("same", 200, 200, .aspectFit)]
    let expected = try rendered(plain, as: .jpeg, same).shown("same")
    for options in [["-progressive"], ["-arithmetic"], ["-restart", "1"], ["-optimize"]] {
      let path = folder.file("variant.jpg")
      let made = try runCommand("jpegtran", options + ["-outfile", path, source])
      try #require(made?.status == 0)
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
      let header = try #require(PictureHeader(reading: MemoryBytes(bytes), as: .jpeg))
      #expect(header.isProgressive == (options == ["-progressive"]))
      let rendering = rendered(bytes, as: .jpeg, same)
      #expect(rendering.state == .ok, "\(options)")
      #expect(try rendering.shown("same").difference(from: expected) == 0, "\(options)")
      guard options.first == "-restart" else { continue }
      // Stray bytes before a restart marker, as some cameras write: shown, and told.
      let marker = try #require(bytes.indices.dropLast().last { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xD3 })
      let stray = Array(bytes[..<marker] + [0x12, 0x34, 0x56] + bytes[marker...])
      let told = rendered(stray, as: .jpeg, same)
      #expect(told.state == .degraded)
      #expect(told.images.count == 1)
    }
  }

  @Test func strayBytesInTheHeaderAreNoDamage() throws {
    let jpeg = try Original.quarters(64, 64)
    let bytes = Array(jpeg[..<2] + [1, 2, 3, 4, 5] + jpeg[2...])
    #expect(PictureHeader(reading: MemoryBytes(bytes), as: .jpeg)?.hasStrayBytes == true)
    let rendering = rendered(bytes, as: .jpeg, [box("fit", 64, 64, .aspectFit)])
    #expect(rendering.state == .ok)
    #expect(isUpright(try rendering.shown("fit")))
  }

  @Test func unusualTIFFIsRefusedClearly() {
    // YCbCr with subsampled chroma: libvips 8.14 does not read it.
    let bytes = MediaBytes.picture(
      PixelSize(width: 16, height: 16), samples: 3, bits: 8, photometric: 6,
      pixels: [UInt8](repeating: 128, count: 16 * 16 * 3 / 2), more: [(0x212, 3, 2, 0x0002_0002)])
    let rendering = rendered(bytes, as: .tiff)
    #expect([.undecodable, .ok, .degraded].contains(rendering.state))
    if rendering.state == .undecodable { #expect(rendering.findings.count == 1) }
  }

  /// Bytes changed here and there in every format: always an answer, and a picture of the right size or none.
  @Test(arguments: [MediaType.jpeg, .png, .webp, .tiff, .heic, .avif, .bmp])
  func changedBytesCrashNothing(type: MediaType) throws {
    var bytes: [UInt8]
    switch type {
    case .jpeg: bytes = try Original.quarters(64, 64)
    case .png: bytes = try Original.quarters(64, 64, as: .png)
    case .webp: bytes = try Original.quarters(64, 64, as: .webp)
    case .tiff:
      bytes = MediaBytes.picture(
        PixelSize(width: 16, height: 16), samples: 3, bits: 8, photometric: 2,
        pixels: [UInt8](repeating: 128, count: 16 * 16 * 3))
    case .heic: bytes = HEIFWriter(items: [HEIFWriter.quarters(1)]).bytes()
    case .avif: bytes = HEIFWriter(items: [HEIFWriter.quartersAV1(1)], brand: "avif").bytes()
    default:
      bytes =
        Array("BM".utf8) + [UInt8](repeating: 0, count: 8) + [54, 0, 0, 0, 40, 0, 0, 0]
        + [4, 0, 0, 0, 4, 0, 0, 0, 1, 0, 24, 0] + [UInt8](repeating: 0, count: 24 + 48)
    }
    var state: UInt32 = 7
    for round in 0..<60 {
      var changed = bytes
      for _ in 0...(round % 4) {
        state = state &* 1_664_525 &+ 1_013_904_223
        let place = Int(state >> 8) % changed.count
        changed[place] = UInt8(truncatingIfNeeded: state >> 3)
      }
      let rendering = rendered(changed, as: type, [box("icon", 16, 16, .aspectFit)], limit: 1 << 20)
      if rendering.images.isEmpty { #expect(!rendering.findings.isEmpty) }
    }
  }
}
