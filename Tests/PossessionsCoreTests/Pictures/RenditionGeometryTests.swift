import PossessionsCore
import Testing

/// Sizes by the rule: fit rounds half up and never enlarges; fill and scale-to-fill are exact; center does not scale.
@Suite struct RenditionGeometryTests {
  struct Case: Sendable, CustomStringConvertible {
    var picture: (Int, Int)
    var box: (Int, Int)
    var mode: RenditionMode
    var scaled: (Int, Int)
    var offset: (Int, Int)
    var output: (Int, Int)
    var description: String { "\(picture) in \(box) \(mode.rawValue)" }
  }

  static let cases: [Case] = [
    // libvips alone gives 66 and 139 for the first two: its JPEG shrink rounds down.
    Case(
      picture: (500, 333), box: (100, 100), mode: .aspectFit, scaled: (100, 67), offset: (0, 0),
      output: (100, 67)),
    Case(
      picture: (3279, 6016), box: (256, 256), mode: .aspectFit, scaled: (140, 256), offset: (0, 0),
      output: (140, 256)),
    Case(
      picture: (500, 399), box: (100, 100), mode: .aspectFit, scaled: (100, 80), offset: (0, 0),
      output: (100, 80)),
    Case(
      picture: (1500, 735), box: (320, 320), mode: .aspectFit, scaled: (320, 157), offset: (0, 0),
      output: (320, 157)),
    // 3 * 100 / 200 = 1.5 rounds up.
    Case(
      picture: (200, 3), box: (100, 100), mode: .aspectFit, scaled: (100, 2), offset: (0, 0), output: (100, 2)
    ),
    Case(picture: (1, 1), box: (64, 64), mode: .aspectFit, scaled: (1, 1), offset: (0, 0), output: (1, 1)),
    Case(picture: (3, 2), box: (64, 64), mode: .aspectFit, scaled: (3, 2), offset: (0, 0), output: (3, 2)),
    Case(
      picture: (1, 30_000), box: (64, 64), mode: .aspectFit, scaled: (1, 64), offset: (0, 0), output: (1, 64)),
    Case(
      picture: (16_000, 10), box: (320, 320), mode: .aspectFit, scaled: (320, 1), offset: (0, 0),
      output: (320, 1)),
    Case(
      picture: (4032, 3024), box: (1600, 1600), mode: .aspectFit, scaled: (1600, 1200), offset: (0, 0),
      output: (1600, 1200)),
    Case(
      picture: (3024, 4032), box: (1600, 1600), mode: .aspectFit, scaled: (1200, 1600), offset: (0, 0),
      output: (1200, 1600)),
    // Fill covers the box and cuts evenly, the odd pixel to the right.
    Case(
      picture: (400, 300), box: (100, 100), mode: .aspectFill, scaled: (133, 100), offset: (16, 0),
      output: (100, 100)),
    Case(
      picture: (300, 400), box: (100, 100), mode: .aspectFill, scaled: (100, 133), offset: (0, 16),
      output: (100, 100)),
    Case(
      picture: (1, 4000), box: (100, 100), mode: .aspectFill, scaled: (100, 400_000), offset: (0, 199_950),
      output: (100, 100)),
    Case(
      picture: (3, 2), box: (90, 90), mode: .aspectFill, scaled: (135, 90), offset: (22, 0), output: (90, 90)),
    Case(
      picture: (400, 300), box: (100, 100), mode: .scaleToFill, scaled: (100, 100), offset: (0, 0),
      output: (100, 100)),
    Case(picture: (1, 1), box: (7, 9), mode: .scaleToFill, scaled: (7, 9), offset: (0, 0), output: (7, 9)),
    // Center cuts what is larger and pads what is smaller.
    Case(
      picture: (400, 50), box: (101, 100), mode: .center, scaled: (400, 50), offset: (149, -25),
      output: (101, 100)),
    Case(picture: (3, 2), box: (4, 5), mode: .center, scaled: (3, 2), offset: (0, -1), output: (4, 5)),
    Case(picture: (37, 41), box: (0, 0), mode: .own, scaled: (37, 41), offset: (0, 0), output: (37, 41)),
  ]

  @Test(arguments: cases) func reckons(_ row: Case) {
    let geometry = RenditionGeometry(
      picture: PixelSize(width: row.picture.0, height: row.picture.1),
      box: PixelSize(width: row.box.0, height: row.box.1), mode: row.mode)
    #expect((geometry.scaled.width, geometry.scaled.height) == row.scaled)
    #expect((geometry.offsetX, geometry.offsetY) == row.offset)
    #expect((geometry.output.width, geometry.output.height) == row.output)
  }

  @Test(arguments: [(1, 1), (1, 30_000), (30_000, 1), (7, 5), (4032, 3024), (16_383, 16_383)])
  func neverGivesAnEmptySideNorLeavesTheBox(width: Int, height: Int) {
    let picture = PixelSize(width: width, height: height)
    for side in [1, 2, 64, 320, 16_384] {
      for mode in [RenditionMode.aspectFit, .aspectFill, .scaleToFill, .center] {
        let geometry = RenditionGeometry(
          picture: picture, box: PixelSize(width: side, height: side), mode: mode)
        #expect(geometry.output.width >= 1 && geometry.output.height >= 1)
        #expect(geometry.output.width <= side && geometry.output.height <= side)
        if mode != .aspectFit { #expect(geometry.output == PixelSize(width: side, height: side)) }
        if mode == .aspectFill { #expect(geometry.scaled.width >= side && geometry.scaled.height >= side) }
      }
    }
  }
}
