import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Darkroom

/// Windows bitmaps of every kind, drawn by ImageMagick and read by us.
@Suite struct BitmapTests {
  init() { library }

  @Test(
    .enabled(if: isOracleAvailable("convert"), "ImageMagick is not installed"),
    arguments: [
      ["-type", "TrueColor", "BMP3:"], ["-type", "TrueColor", "BMP2:"],
      ["-type", "Palette", "-compress", "None", "BMP3:"],
      ["-colors", "12", "-type", "Palette", "-compress", "None", "BMP3:"],
      ["-type", "Palette", "-compress", "RLE", "BMP3:"],
      ["-monochrome", "BMP3:"], ["-define", "bmp:subtype=RGB565", "BMP3:"],
      ["-define", "bmp:subtype=RGB555", "BMP3:"],
      ["-alpha", "on", "BMP:"],
    ])
  func readsWhatImageMagickWrites(options: [String]) throws {
    let folder = try TemporaryFolder()
    let size = PixelSize(width: 37, height: 22)
    let source = try folder.write(
      try Original.quarters(size.width, size.height, as: .png), to: "quarters.png")
    let path = folder.file("picture.bmp")
    let made = try runCommand("convert", [source] + options.dropLast() + [(options.last ?? "") + path])
    try #require(made?.status == 0, "\(made?.errors ?? "")")
    // What ImageMagick itself reads from it.
    let back = folder.file("back.png")
    _ = try runCommand("convert", [path, "-background", "white", "-flatten", "-depth", "8", "PNG24:" + back])
    let expected = try Shown(Array(try Data(contentsOf: URL(fileURLWithPath: back))), as: .png)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(MediaType(sniffing: bytes) == .bmp)
    let rendering = rendered(bytes, as: .bmp, [box("same", 64, 64, .aspectFit)])
    #expect(rendering.state == .ok, "\(rendering.findings)")
    let shown = try rendering.shown("same")
    #expect(shown.size == size)
    #expect(shown.difference(from: expected) <= 0.6, "\(shown.difference(from: expected))")
  }
}
