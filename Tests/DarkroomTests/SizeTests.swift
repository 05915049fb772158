import Darkroom
import Foundation
import PossessionsCore
import TestSupport
import Testing

/// Exact sizes in the four modes for any picture, limits from the header, pages (rows 15, 16, 20 to 22).
@Suite struct SizeTests {
  init() { library }

  @Test(arguments: [
    (500, 399), (3279, 6016), (1500, 735), (500, 333), (4032, 3024), (1, 1), (3, 2), (640, 641),
  ])
  func renditionsHaveTheReckonedSize(width: Int, height: Int) throws {
    let jpeg = try Image(
      pixels: [UInt8](repeating: 120, count: width * height), width: width, height: height, bands: 1
    ).encoded(as: .jpeg, quality: 50)
    let modes: [RenditionMode] = [.aspectFit, .aspectFill, .scaleToFill, .center]
    let definitions =
      modes.flatMap { mode in
        [64, 100, 256].map { box("\(mode.rawValue)-\($0)", $0, $0 * 3 / 4, mode, .jpeg) }
      }
      + RenditionDefinition.defaults
    let rendering = rendered(jpeg, as: .jpeg, definitions)
    #expect(rendering.size == PixelSize(width: width, height: height))
    #expect(rendering.images.count == definitions.count - 1)
    for image in rendering.images {
      let geometry = RenditionGeometry(
        picture: PixelSize(width: width, height: height),
        box: PixelSize(width: image.definition.width, height: image.definition.height),
        mode: image.definition.mode)
      #expect(image.size == geometry.output)
      #expect(try Shown(image.bytes).size == geometry.output, "\(image.definition.name)")
    }
  }

  @Test(arguments: [(1, 30_000), (30_000, 1), (16_000, 10), (1, 4000), (2, 9000)])
  func stripsAreRendered(width: Int, height: Int) throws {
    let row = [UInt8](repeating: 77, count: width)
    let size = PixelSize(width: width, height: height)
    let png = MediaBytes.png(size, bits: 8, colourType: 0, rows: [[UInt8]](repeating: row, count: height))
    let rendering = rendered(
      png, as: .png,
      RenditionDefinition.defaults + [
        box("fill", 100, 100, .aspectFill), box("large", 1600, 1200, .aspectFill),
        box("stretch", 50, 60, .scaleToFill),
        box("center", 40, 40, .center),
      ])
    #expect(rendering.state == .ok, "\(rendering.findings)")
    #expect(rendering.images.allSatisfy { $0.size.width >= 1 && $0.size.height >= 1 })
    for name in ["fill", "large", "stretch"] {
      #expect(try rendering.shown(name).pixels.allSatisfy { $0 == 77 }, "\(name)")
    }
  }

  @Test func modesCutAndPadInTheMiddle() throws {
    let png = try Original.quarters(80, 40, as: .png)
    let rendering = rendered(
      png, as: .png,
      [
        box("fill", 20, 20, .aspectFill), box("center", 120, 20, .center),
        box("stretch", 40, 40, .scaleToFill),
        box("up", 160, 160, .aspectFit),
      ])
    for name in ["fill", "stretch", "up"] { #expect(isUpright(try rendering.shown(name)), "\(name)") }
    #expect(try rendering.shown("up").size == PixelSize(width: 80, height: 40))
    let center = try rendering.shown("center")
    // 20 white columns on each side, the picture's rows 10 to 29 between them.
    #expect(center[19, 5] == [255, 255, 255] && center[100, 5] == [255, 255, 255])
    #expect(distance(center[20, 0], Original.red) == 0 && distance(center[99, 19], Original.light) == 0)
    #expect(distance(center[59, 9], Original.red) == 0 && distance(center[60, 10], Original.light) == 0)
  }

  // MARK: Limits

  @Test(arguments: [MediaType.png, .jpeg, .heic, .tiff, .bmp])
  func bombsAreRefusedFromTheHeader(type: MediaType) throws {
    let bytes: [UInt8]
    switch type {
    case .png:
      bytes = MediaBytes.png(PixelSize(width: 787_402, height: 787_402), bits: 8, colourType: 6, rows: [[0]])
    case .jpeg:
      var jpeg = try Original.quarters(16, 16)
      let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
      jpeg.replaceSubrange((frame + 5)..<(frame + 9), with: [0xFF, 0xDC, 0xFF, 0xDC])
      bytes = jpeg
    case .heic:
      var item = HEIFWriter.quarters(1)
      item.properties[1] = HEIFWriter.size(17_000, 17_000)
      bytes = HEIFWriter(items: [item]).bytes()
    case .tiff:
      bytes = MediaBytes.picture(
        PixelSize(width: 100_000, height: 100_000), samples: 1, bits: 8, photometric: 1, pixels: [0])
    default:
      bytes =
        Array("BM".utf8) + [UInt8](repeating: 0, count: 8) + [54, 0, 0, 0, 40, 0, 0, 0]
        + [0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 24, 0] + [UInt8](repeating: 0, count: 24)
    }
    let start = ContinuousClock().now
    let rendering = rendered(bytes, as: type)
    #expect(ContinuousClock().now - start < .seconds(1))
    #expect(rendering.state == .tooLarge)
    #expect(rendering.images.isEmpty)
    #expect(rendering.findings.map(\.code) == [.photoTooLarge])
    #expect(rendering.size != nil)
  }

  @Test func theLimitIsTheUsersAndIsNamed() throws {
    let png = try Original.quarters(40, 25, as: .png)
    #expect(rendered(png, as: .png, limit: 1000).state == .ok)
    let refused = rendered(png, as: .png, limit: 999)
    #expect(refused.state == .tooLarge)
    #expect(refused.findings.first?.message.contains("999") == true)
    #expect(refused.size == PixelSize(width: 40, height: 25))
  }

  // MARK: Pages

  @Test func theFirstPageIsShownEvenWhereTheSecondIsHalfItsSize() throws {
    // libvips' own thumbnails take such a file for a pyramid and show page two.
    let first = PixelSize(width: 64, height: 64)
    let pixels = Original.pixels(first) { Original.quarter($0, $1, of: first) }
    let one = MediaBytes.picture(first, samples: 3, bits: 8, photometric: 2, pixels: pixels)
    let offset = one.count + one.count % 2
    var bytes = one + [UInt8](repeating: 0, count: one.count % 2)
    let second = [UInt8](repeating: 5, count: 32 * 32)
    let directory = 2 + 10 * 12 + 4
    bytes += MediaBytes.directory([
      (0x100, 4, 1, 32), (0x101, 4, 1, 32), (0x102, 3, 1, 8), (0x103, 3, 1, 1), (0x106, 3, 1, 1),
      (0x111, 4, 1, offset + directory), (0x115, 3, 1, 1), (0x116, 4, 1, 32), (0x117, 4, 1, second.count),
      (0x11C, 3, 1, 1),
    ])
    bytes += second
    // The first directory's link to the next stands after its ten entries.
    let link = 8 + 2 + 10 * 12
    bytes.replaceSubrange(link..<(link + 4), with: MediaBytes.big(offset, 4).reversed())
    #expect(PictureHeader(reading: MemoryBytes(bytes), as: .tiff)?.pageCount == 2)
    let rendering = rendered(bytes, as: .tiff, [box("icon", 32, 32, .aspectFit)])
    #expect(rendering.size == first)
    #expect(isUpright(try rendering.shown("icon")))
  }

  @Test(
    .enabled(if: isOracleAvailable("convert"), "ImageMagick is not installed"),
    arguments: [MediaType.gif, .webp])
  func anAnimationShowsItsFirstFrame(type: MediaType) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("animation.\(type.fileExtension)")
    let made = try runCommand(
      "convert",
      ["-delay", "10", "-size", "40x30", "xc:#c02020", "xc:#2030c0", "xc:#20a020", "-loop", "0", path])
    guard made?.status == 0 else { return }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(PictureHeader(reading: MemoryBytes(bytes), as: type)?.pageCount == 3)
    let rendering = rendered(bytes, as: type, [box("same", 40, 40, .aspectFit)])
    #expect(rendering.size == PixelSize(width: 40, height: 30))
    #expect(distance(try rendering.shown("same")[20, 15], Original.red) <= 6)
  }
}
