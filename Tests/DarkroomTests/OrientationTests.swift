import PossessionsCore
import Testing

@testable import Darkroom

/// Every picture is turned exactly once, and its size is the size as shown (rows 1 to 6 of the checklist).
@Suite struct OrientationTests {
  init() { library }

  static let shown = PixelSize(width: 96, height: 64)

  @Test(arguments: 1...8) func jpegIsShownUpright(orientation: Int) throws {
    let (pixels, size) = Original.stored(shown: OrientationTests.shown, orientation: orientation)
    let jpeg = try Image(pixels: pixels, width: size.width, height: size.height, bands: 3)
      .encoded(as: .jpeg, quality: 95)
    let rendering = rendered(
      Original.jpeg(jpeg, exif: Original.exif(orientation: orientation)), as: .jpeg,
      [box("fit", 48, 48, .aspectFit), box("same", 96, 96, .aspectFit, .jpeg)])
    #expect(rendering.state == .ok)
    #expect(rendering.size == OrientationTests.shown)
    #expect(rendering.images.map(\.size.description) == ["48x32", "96x64"])
    #expect(isUpright(try rendering.shown("fit")))
    #expect(isUpright(try rendering.shown("same")))
  }

  @Test(
    "a crop out of a picture too large to hold is the crop out of the whole",
    arguments: 1...8,
    ["crop=11,7,40,23", "crop=4:3@southeast;rotate=90;sharpen", "crop=50%,50%,90%,10;flip=vertical"])
  func earlyCrop(orientation: Int, recipe: String) throws {
    let stored = orientation >= 5 ? OrientationTests.shown.transposed : OrientationTests.shown
    let jpeg = try Original.jpeg(stored) { x, y in
      [UInt8((x * 9 + y * 3) % 256), UInt8((x * 2 + y * 11) % 256), UInt8((x + y * 5) % 256)]
    }
    let source = PictureSource.bytes(Original.jpeg(jpeg, exif: Original.exif(orientation: orientation)))
    var renderer = Renderer(
      request: RenderRequest(
        source: source, mediaType: .jpeg, subject: "photo", recipe: try EditRecipe(parsing: recipe),
        definitions: [
          RenditionDefinition(name: "edited", width: 0, height: 0, mode: .own, format: .png),
          box("fit", 20, 20, .aspectFit),
        ]), decoder: PictureDecoder(source: source, mediaType: .jpeg))
    let whole = try renderer.render(tolerating: .none)
    renderer.largestWhole = 0
    let early = try renderer.render(tolerating: .none)
    #expect(early.images.map(\.bytes) == whole.images.map(\.bytes))
    #expect(early.size == whole.size && early.findings == whole.findings)
  }

  @Test(arguments: [0, 9, 255, 65_535]) func anInvalidOrientationMeansUpright(orientation: Int) throws {
    let jpeg = Original.jpeg(try Original.quarters(96, 64), exif: Original.exif(orientation: orientation))
    let rendering = rendered(jpeg, as: .jpeg, [box("fit", 96, 96, .aspectFit)])
    #expect(rendering.size == OrientationTests.shown)
    #expect(isUpright(try rendering.shown("fit")))
  }

  @Test(arguments: [1, 3, 6, 8]) func pngWebPAndTIFFAreTurnedAsWell(orientation: Int) throws {
    let (pixels, size) = Original.stored(shown: OrientationTests.shown, orientation: orientation)
    let image = try Image(pixels: pixels, width: size.width, height: size.height, bands: 3)
    let rows = (0..<size.height).map { Array(pixels[($0 * size.width * 3)..<(($0 + 1) * size.width * 3)]) }
    let exif = Original.exif(orientation: orientation)
    let files: [(MediaType, [UInt8])] = [
      (
        .png, MediaBytes.png(size, bits: 8, colourType: 2, rows: rows, before: MediaBytes.chunk("eXIf", exif))
      ),
      (.webp, Original.webp(try image.encoded(as: .webp, quality: 95), size: size, exif: exif)),
      (
        .tiff,
        MediaBytes.picture(
          size, samples: 3, bits: 8, photometric: 2, pixels: pixels, more: [(0x112, 3, 1, orientation)])
      ),
    ]
    for (type, bytes) in files {
      let rendering = rendered(bytes, as: type, [box("fit", 96, 96, .aspectFit)])
      #expect(rendering.size == OrientationTests.shown, "\(type)")
      #expect(isUpright(try rendering.shown("fit")), "\(type)")
    }
  }

  /// A portrait photo in boxes of many sizes: turned before it is fitted, at every size.
  @Test func theBoxIsFittedAfterTheTurn() throws {
    let (pixels, size) = Original.stored(shown: PixelSize(width: 900, height: 1200), orientation: 6)
    let jpeg = Original.jpeg(
      try Image(pixels: pixels, width: size.width, height: size.height, bands: 3).encoded(
        as: .jpeg, quality: 90),
      exif: Original.exif(orientation: 6))
    let sides = [64, 240, 241, 1024]
    let rendering = rendered(jpeg, as: .jpeg, sides.map { box("s\($0)", $0, $0, .aspectFit, .jpeg) })
    #expect(rendering.images.map(\.size.description) == ["48x64", "180x240", "181x241", "768x1024"])
    for side in sides { #expect(isUpright(try rendering.shown("s\(side)"))) }
    let crop = rendered(
      jpeg, as: .jpeg, [RenditionDefinition(name: "edited", width: 0, height: 0, mode: .own, format: .png)],
      recipe: try EditRecipe(parsing: "crop=0,0,450,600"))
    // The upper left quarter as shown is red.
    #expect(crop.images.map(\.size.description) == ["450x600"])
    #expect(try crop.shown("edited").quarters.allSatisfy { distance($0, Original.red) <= 12 })
  }

  // MARK: HEIF

  struct Turn: Sendable, CustomStringConvertible {
    var properties: [[UInt8]]
    /// Which quarter is shown where, of the upright ones.
    var quarters: [Int]
    var description: String
  }

  @Test(
    arguments: [
      Turn(properties: [], quarters: [0, 1, 2, 3], description: "as stored"),
      // Anticlockwise: what was right is above.
      Turn(properties: [HEIFWriter.turn(1)], quarters: [1, 3, 0, 2], description: "irot 90"),
      Turn(properties: [HEIFWriter.turn(2)], quarters: [3, 2, 1, 0], description: "irot 180"),
      Turn(properties: [HEIFWriter.turn(3)], quarters: [2, 0, 3, 1], description: "irot 270"),
      // Top and bottom change places; left and right.
      Turn(properties: [HEIFWriter.mirror(0)], quarters: [2, 3, 0, 1], description: "imir 0"),
      Turn(properties: [HEIFWriter.mirror(1)], quarters: [1, 0, 3, 2], description: "imir 1"),
      Turn(
        properties: [HEIFWriter.turn(1), HEIFWriter.mirror(1)], quarters: [3, 1, 2, 0],
        description: "irot 90, imir 1"),
    ], [MediaType.heic, .avif]) func theContainersTurnIsAppliedOnce(turn: Turn, type: MediaType) throws
  {
    for exif in [nil, 1, 6] as [Int?] {
      let picture =
        type == .heic ? HEIFWriter.quarters(1, turn.properties) : HEIFWriter.quartersAV1(1, turn.properties)
      var writer = HEIFWriter(items: [picture], brand: type == .heic ? "heic" : "avif")
      if let exif {
        writer.items.append(HEIFWriter.exif(2, orientation: exif))
        writer.references = [("cdsc", 2, [1])]
      }
      let rendering = rendered(writer.bytes(), as: type, [box("fit", 64, 64, .aspectFit)])
      #expect(rendering.state == .ok, "\(rendering.findings)")
      let expected = turn.quarters.map { uprightQuarters[$0] }
      let quarters = try rendering.shown("fit").quarters
      #expect(zip(quarters, expected).allSatisfy { distance($0, $1) <= 24 }, "EXIF \(exif ?? 0): \(quarters)")
    }
  }

  @Test func aTurnThatContradictsEXIFIsTold() throws {
    func codes(turn: [[UInt8]], exif: Int) -> [Finding.Code] {
      var writer = HEIFWriter(items: [HEIFWriter.quarters(1, turn), HEIFWriter.exif(2, orientation: exif)])
      writer.references = [("cdsc", 2, [1])]
      return rendered(writer.bytes(), as: .heic).findings.map(\.code)
    }
    #expect(codes(turn: [], exif: 6) == [.orientationConflict])
    #expect(codes(turn: [HEIFWriter.turn(3)], exif: 1) == [.orientationConflict])
    #expect(codes(turn: [HEIFWriter.turn(3)], exif: 6) == [])
    #expect(codes(turn: [HEIFWriter.turn(1)], exif: 8) == [])
    #expect(codes(turn: [HEIFWriter.turn(2)], exif: 3) == [])
    #expect(codes(turn: [], exif: 1) == [])
  }

  @Test func cropTurnAndSizeAgree() throws {
    // The upper 48 of 64 rows, turned clockwise: 48 wide and 64 high.
    let writer = HEIFWriter(items: [
      HEIFWriter.quarters(1, [HEIFWriter.crop(64, 48, shiftY: -16), HEIFWriter.turn(3)])
    ])
    let rendering = rendered(writer.bytes(), as: .heic, [box("fit", 64, 64, .aspectFit)])
    #expect(rendering.size == PixelSize(width: 48, height: 64))
    #expect(rendering.images.first?.size == PixelSize(width: 48, height: 64))
  }

  @Test func thePrimaryPictureIsShownAndNeitherAnotherNorAThumbnail() throws {
    var writer = HEIFWriter(items: [HEIFWriter.flat(1), HEIFWriter.quarters(2)], primary: 2)
    var rendering = rendered(writer.bytes(), as: .heic, [box("icon", 32, 32, .aspectFit)])
    #expect(isUpright(try rendering.shown("icon"), within: 24))
    // As the thumbnail of the primary picture, the flat one is not taken even for an icon.
    writer.references = [("thmb", 1, [2])]
    rendering = rendered(writer.bytes(), as: .heic, [box("icon", 32, 32, .aspectFit)])
    #expect(isUpright(try rendering.shown("icon"), within: 24))
  }

  /// iOS 18 ties EXIF and gain maps to two pictures each, which libheif before 1.18 refuses.
  @Test(arguments: ["cdsc", "auxl"]) func aReferenceWithTwoTargetsIsRepairedOnACopy(type: String) throws {
    var writer = HEIFWriter(items: [HEIFWriter.quarters(1, [HEIFWriter.turn(3)]), HEIFWriter.flat(2)])
    if type == "cdsc" {
      writer.items.append(HEIFWriter.exif(3, orientation: 6))
      writer.references = [("cdsc", 3, [1, 2])]
    } else {
      let kind = HEIFWriter.full("auxC", Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))
      writer.items.append(HEIFWriter.flat(3, [kind]))
      writer.references = [("auxl", 3, [1, 2])]
    }
    let bytes = writer.bytes()
    let rendering = rendered(bytes, as: .heic, [box("fit", 64, 64, .aspectFit)])
    #expect(rendering.state == .ok, "\(rendering.findings)")
    let expected = [2, 0, 3, 1].map { uprightQuarters[$0] }
    #expect(zip(try rendering.shown("fit").quarters, expected).allSatisfy { distance($0, $1) <= 24 })
    #expect(PictureHeader(reading: MemoryBytes(bytes), as: .heic)?.hasGainMap == (type == "auxl"))
  }
}
