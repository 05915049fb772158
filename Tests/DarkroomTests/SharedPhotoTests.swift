import Darkroom
import Files
import Foundation
import Metadata
import PossessionsCore
import Testing

/// Real photos with right answers, tried where the environment names their folder.
@Suite(.enabled(if: SharedPhotos.folder != nil, "POSSESSIONS_TEST_PHOTOS names no folder"))
struct SharedPhotoTests {
  init() { library }

  @Test(arguments: SharedPhotos.rows)
  func headerSaysTheShownSize(of row: SharedPhotos.Row) throws {
    let bytes = try FileBytes(path: BytePath(row.path))
    let prefix = bytes.bytes(at: 0, count: MediaType.sniffLength)
    let type = MediaType(sniffing: prefix, fileExtension: BytePath(row.name).lowercasedExtension)
    let header = PictureHeader(reading: bytes, as: type)
    // "91x69 (69x91 by EXIF)": the size comes first. A file that shows nothing may still have a good header.
    let shown = row.shown.prefix { $0 != " " }
    if shown != "-" { #expect(header?.shown.description == String(shown)) }
    let stored = row.stored.prefix { $0 != " " }
    if shown != "-" { #expect(header?.coded.description == String(stored)) }
  }
}

extension SharedPhotoTests {
  func rendering(_ path: String, _ definitions: [RenditionDefinition]) throws -> Rendering {
    let full = try #require(SharedPhotos.folder) + "/" + path
    let prefix = try FileBytes(path: BytePath(full)).bytes(at: 0, count: MediaType.sniffLength)
    let type = MediaType(sniffing: prefix, fileExtension: BytePath(full).lowercasedExtension)
    return render(
      RenderRequest(source: .file(BytePath(full)), mediaType: type, subject: path, definitions: definitions)
    ) { embeddedPreview(BytePath(full)) }
  }

  static let same = [box("same", 4096, 4096, .aspectFit)]

  @Test(arguments: SharedPhotos.rows) func everyPhotoIsShownOrToldOf(row: SharedPhotos.Row) throws {
    let rendering = try rendering("\(row.folder)/\(row.name)", RenditionDefinition.defaults)
    let shown = row.shown.prefix { $0 != " " }
    if row.folder != "damaged" {
      #expect(rendering.state == .ok, "\(rendering.findings)")
      #expect(rendering.images.count == 4)
      #expect(rendering.size?.description == String(shown))
    } else if rendering.state != .ok {
      #expect(!rendering.findings.isEmpty)
    }
    if let size = rendering.size {
      for image in rendering.images where rendering.state != .previewOnly {
        let geometry = RenditionGeometry(
          picture: size, box: PixelSize(width: image.definition.width, height: image.definition.height),
          mode: image.definition.mode)
        #expect(image.size == geometry.output)
      }
    }
  }

  @Test func turnedCopiesLookAlike() throws {
    for (name, count) in [("landscape", 0...8), ("portrait", 0...8)] {
      let reference = try rendering("orientation/\(name)-1.jpg", Self.same).shown("same")
      for index in count {
        let turned = try rendering("orientation/\(name)-\(index).jpg", Self.same).shown("same")
        // A digit in the middle differs.
        #expect(turned.difference(from: reference) < 4, "\(name) \(index)")
      }
    }
    let upright = try rendering("orientation/avif-rot0mir0.avif", Self.same).shown("same")
    for name in ["rot0mir1", "rot1mir0", "rot1mir1", "rot2mir0", "rot2mir1", "rot3mir0", "rot3mir1"] {
      #expect(
        try rendering("orientation/avif-\(name).avif", Self.same).shown("same").difference(from: upright)
          < 14,
        "\(name)")
    }
    let text = try rendering("orientation/tiff-orientation-1.tif", Self.same).shown("same")
    #expect(
      try rendering("orientation/tiff-orientation-6.tif", Self.same).shown("same").difference(from: text) < 4)
  }

  @Test func coloursAreTheREADMEs() throws {
    let photo = try rendering("colour/display-p3-photo.jpg", Self.same).shown("same")
    #expect(distance(photo[120, 420], [192, 127, 245]) <= 2)
    #expect(distance(photo[180, 430], [150, 171, 158]) <= 2)
    for (name, colour) in [
      ("display-p3-swatch.png", [255, 0, 0]), ("prophoto-1px.png", [117, 160, 210]),
      ("full-transparent.png", [255, 255, 255]),
    ] as [(String, [UInt8])] {
      let shown = try rendering("colour/\(name)", Self.same).shown("same")
      #expect(distance(shown[0, 0], colour) <= 1, "\(name) \(shown[0, 0])")
    }
    let cmyk = try rendering("colour/cmyk-icc.jpg", Self.same).shown("same")
    let reference = try rendering("colour/cmyk-icc-rgb-reference.jpg", Self.same).shown("same")
    #expect(cmyk.difference(from: reference) < 10)
    for name in ["cmyk-no-profile.jpg", "cmyk-no-profile.tif"] {
      let shown = try rendering("colour/\(name)", Self.same).shown("same")
      #expect(distance(shown[50, 90], [30, 33, 43]) <= 8, "\(name) \(shown[50, 90])")
    }
    let eight = try rendering("formats/yuv420-8bit.avif", Self.same).shown("same")
    #expect(try rendering("formats/yuv420-10bit.avif", Self.same).shown("same").difference(from: eight) < 3)
    let plain = try rendering("formats/baseline.jpg", Self.same).shown("same")
    #expect(try rendering("damaged/jpeg-arithmetic.jpg", Self.same).shown("same").difference(from: plain) < 1)
    let progressive = try rendering("formats/progressive.jpg", Self.same).shown("same")
    #expect(
      try rendering("orientation/landscape-1.jpg", Self.same).shown("same").difference(from: progressive) == 0
    )
  }

  @Test func bombsCostNothing() throws {
    for row in SharedPhotos.rows where row.name.hasPrefix("bomb") {
      let start = ContinuousClock().now
      _ = try rendering("\(row.folder)/\(row.name)", RenditionDefinition.defaults)
      #expect(ContinuousClock().now - start < .seconds(1), "\(row.name)")
    }
  }
}
