import Darkroom
import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Goldens

/// Starts libvips once for all suites here.
let library: Void = {
  do { try ImagingLibrary.start() } catch { Issue.record("libvips does not start: \(error)") }
}()

/// A picture of a function, opaque unless it says otherwise.
func pixels(_ width: Int, _ height: Int, _ value: (Int, Int) -> [Int]) -> RGBAPixels {
  var bytes: [UInt8] = []
  bytes.reserveCapacity(width * height * 4)
  for y in 0..<height {
    for x in 0..<width {
      let colour = value(x, y)
      for channel in 0..<4 { bytes.append(channel < colour.count ? UInt8(clamping: colour[channel]) : 255) }
    }
  }
  return RGBAPixels(width: width, height: height, bytes: bytes)
}

/// Something like a photo: soft shapes, an edge, a little grain.
func scene(_ width: Int, _ height: Int, seed: UInt64 = 1) -> RGBAPixels {
  var random = Generator(seed: seed)
  return pixels(width, height) { x, y in
    let wave = sin(Double(x) / 9 + Double(seed)) * 50 + cos(Double(y) / 7) * 40
    let edge = x * 3 + y * 2 > width * 2 ? 60.0 : 0
    let grain = Double(random.next(9)) - 4
    return [
      Int(110 + wave + grain + edge), Int(120 + wave * 0.6 + grain), Int(140 - wave * 0.5 + grain - edge),
    ]
  }
}

func changed(_ picture: RGBAPixels, _ change: (Int, Int, inout [Int]) -> Void) -> RGBAPixels {
  pixels(picture.width, picture.height) { x, y in
    let at = (y * picture.width + x) * 4
    var colour = picture.bytes[at..<(at + 4)].map { Int($0) }
    change(x, y, &colour)
    return colour
  }
}

@Suite("Differences of pictures")
struct DifferenceTests {
  @Test("equal pictures do not differ")
  func equal() throws {
    let picture = scene(40, 30)
    let metrics = try Difference(expected: picture, actual: picture).metrics
    #expect(metrics.maximumCode == 0 && metrics.meanDifference == 0 && metrics.maximumDifference == 0)
    #expect(metrics.meanSimilarity == 1 && metrics.minimumSimilarity == 1 && metrics.differingPixels == 0)
  }

  @Test("one pixel: its difference, everywhere else none")
  func onePixel() throws {
    let picture = pixels(50, 40) { _, _ in [119, 119, 119] }
    let other = changed(picture) { x, y, colour in if x == 33 && y == 21 { colour = [255, 255, 255, 255] } }
    let difference = try Difference(expected: picture, actual: other)
    let metrics = difference.metrics
    let exact = CIEDE2000.difference((50.0344, 0, 0), (100, 0, 0))
    #expect(metrics.maximumCode == 136 && metrics.differingPixels == 1 && metrics.percentile99 == 0)
    #expect(abs(metrics.maximumDifference - exact) < 0.001)
    #expect(abs(metrics.meanDifference - exact / 2000) < 0.0001)
    #expect(metrics.visibleShare == 1.0 / 2000)
    #expect(abs(metrics.densestWindow.meanDifference - exact / 256) < 0.001)
    let window = metrics.densestWindow
    #expect((window.x..<(window.x + 16)).contains(33) && (window.y..<(window.y + 16)).contains(21))
    #expect(difference.map.count { $0 > 0 } == 1 && difference.map[21 * 50 + 33] > 0)
  }

  @Test("the percentile is by nearest rank", arguments: [0, 1, 19, 20, 21, 200, 2000])
  func percentile(count: Int) throws {
    let picture = pixels(50, 40) { _, _ in [100, 100, 100] }
    let other = changed(picture) { x, y, colour in if y * 50 + x < count { colour[0] = 110 } }
    let metrics = try Difference(expected: picture, actual: other).metrics
    // 99 % of 2000 is 1980: twenty pixels may differ unseen.
    #expect((metrics.percentile99 > 0) == (count > 20))
    if count > 20 { #expect(abs(metrics.percentile99 - metrics.maximumDifference) <= 0.01) }
  }

  @Test("alpha counts, even where no colour changed")
  func alpha() throws {
    let picture = pixels(20, 20) { _, _ in [10, 20, 30, 200] }
    let other = changed(picture) { x, _, colour in if x == 3 { colour[3] = 190 } }
    let metrics = try Difference(expected: picture, actual: other).metrics
    #expect(metrics.maximumAlpha == 10 && metrics.maximumCode == 0 && metrics.differingPixels == 20)
    #expect(abs(metrics.maximumDifference - 10 * 100.0 / 255) < 0.001)
  }

  @Test("masks take pixels out of every number")
  func masks() throws {
    let picture = scene(60, 50)
    let mask = Mask(name: "clock", area: PixelRectangle(x: 10, y: 8, width: 20, height: 12))
    let inside = changed(picture) { x, y, colour in
      if (10..<30).contains(x) && (8..<20).contains(y) { colour = [0, 255, 0, 0] }
    }
    let metrics = try Difference(expected: picture, actual: inside, masks: [mask]).metrics
    #expect(metrics.maximumCode == 0 && metrics.maximumAlpha == 0 && metrics.maximumDifference == 0)
    #expect(metrics.minimumSimilarity == 1 && metrics.countedPixels == 3000 - 240)
    let beside = changed(inside) { x, y, colour in if x == 31 && y == 10 { colour[0] = 255 - colour[0] } }
    #expect(try Difference(expected: picture, actual: beside, masks: [mask]).metrics.differingPixels == 1)
  }

  @Test("what cannot be measured is an error")
  func faults() {
    let picture = scene(20, 20)
    #expect(throws: MeasuringFault.sizesDiffer) {
      try Difference(expected: picture, actual: scene(20, 21))
    }
    let all = Mask(name: "all", area: PixelRectangle(x: 0, y: 0, width: 99, height: 99))
    #expect(throws: MeasuringFault.nothingCounts) {
      try Difference(expected: picture, actual: picture, masks: [all])
    }
    let noNumber = DifferenceMetrics(
      maximumCode: 0, maximumAlpha: 0, meanDifference: .nan, percentile99: 0, maximumDifference: 0,
      visibleShare: 0, meanSimilarity: .nan, minimumSimilarity: .nan,
      densestWindow: .init(x: 0, y: 0, size: 1, meanDifference: 0), differingPixels: 0, countedPixels: 1)
    let broken = Tolerance(profile: .encode).verdicts(on: noNumber).filter { !$0.holds }.map(\.metric)
    #expect(broken == [.meanDifference, .meanSimilarity, .minimumSimilarity])
  }

  @Test("a window that looks at a part gives what the whole gives", arguments: [(0, 0), (25, 17), (59, 44)])
  func partialSimilarity(place: (Int, Int)) throws {
    let picture = scene(60, 45)
    let spot = changed(picture) { x, y, colour in if x == place.0 && y == place.1 { colour[1] += 70 } }
    let part = try Difference(expected: picture, actual: spot).metrics
    let reference = ReferenceSimilarity.compare(picture, spot)
    #expect(abs(part.meanSimilarity - reference.mean) < 1e-5)
    #expect(abs(part.minimumSimilarity - reference.minimum) < 1e-4)
    #expect(part.minimumSimilarity < 0.99)
  }

  @Test("SSIM is that of scikit-image", .enabled(if: ReferenceSimilarity.hasScikit))
  func scikit() throws {
    for (width, height) in [(64, 48), (23, 61), (12, 12)] {
      let picture = scene(width, height)
      let other = changed(picture) { x, y, colour in
        if x % 5 == 0 { colour[0] += 9 }
        if y % 7 < 2 { colour[1] -= 12 }
      }
      let ours = try Difference(expected: picture, actual: other).metrics
      let theirs = try #require(try ReferenceSimilarity.scikit(picture, other))
      #expect(abs(ours.meanSimilarity - theirs.mean) < 1e-4)
      #expect(abs(ours.minimumSimilarity - theirs.minimum) < 1e-3)
    }
  }

  @Test("counts and code differences are those of ImageMagick", .enabled(if: isOracleAvailable("compare")))
  func imageMagick() throws {
    library
    let picture = scene(64, 48)
    let other = changed(picture) { x, y, colour in
      if (x + y) % 11 == 0 { colour[2] += 40 }
    }
    let folder = try TemporaryFolder()
    for (name, image) in [("a.png", picture), ("b.png", other)] {
      let made = try Image(pixels: image.bytes, width: 64, height: 48, bands: 4)
      try folder.write(try made.png(compression: 6), to: name)
    }
    let ours = try Difference(expected: picture, actual: other).metrics
    func ask(_ metric: String) throws -> Double {
      let result = try runCommand(
        "compare", ["-metric", metric, folder.file("a.png"), folder.file("b.png"), "null:"])
      let words = (result?.errors ?? "").split(whereSeparator: { $0 == " " || $0 == "(" })
      return Double(words.first.map(String.init) ?? "") ?? -1
    }
    #expect(try ask("AE") == Double(ours.differingPixels))
    #expect(try abs(ask("PAE") / 257 - Double(ours.maximumCode)) < 0.5)
  }
}

/// SSIM by the book, in doubles, over the whole picture.
enum ReferenceSimilarity {
  static func lightness(_ picture: RGBAPixels) -> [Double] {
    (0..<picture.count).map { place in
      func light(_ channel: Int) -> SIMD8<Float> {
        .init(repeating: SRGB.linear[Int(picture.bytes[place * 4 + channel])])
      }
      return Double(SRGB.lab(red: light(0), green: light(1), blue: light(2)).lightness[0])
    }
  }

  static func compare(_ one: RGBAPixels, _ two: RGBAPixels) -> (mean: Double, minimum: Double) {
    let (a, b) = (lightness(one), lightness(two))
    let raw = (-5...5).map { exp(-Double($0 * $0) / 4.5) }
    let weights = raw.map { $0 / raw.reduce(0, +) }
    let (width, height) = (one.width, one.height)
    func mirrored(_ index: Int, _ count: Int) -> Int {
      index < 0 ? -index - 1 : index >= count ? 2 * count - index - 1 : index
    }
    func smooth(_ values: [Double]) -> [Double] {
      var rows = values
      for y in 0..<height {
        for x in 0..<width {
          rows[y * width + x] = (-5...5).reduce(0) {
            $0 + weights[$1 + 5] * values[y * width + mirrored(x + $1, width)]
          }
        }
      }
      var result = rows
      for y in 0..<height {
        for x in 0..<width {
          result[y * width + x] = (-5...5).reduce(0) {
            $0 + weights[$1 + 5] * rows[mirrored(y + $1, height) * width + x]
          }
        }
      }
      return result
    }
    let (m1, m2) = (smooth(a), smooth(b))
    let (s1, s2) = (smooth(a.map { $0 * $0 }), smooth(b.map { $0 * $0 }))
    let s12 = smooth(zip(a, b).map { $0 * $1 })
    let map = a.indices.map { i in
      (2 * m1[i] * m2[i] + 1) * (2 * (s12[i] - m1[i] * m2[i]) + 9)
        / ((m1[i] * m1[i] + m2[i] * m2[i] + 1) * (s1[i] - m1[i] * m1[i] + s2[i] - m2[i] * m2[i] + 9))
    }
    return (map.reduce(0, +) / Double(map.count), map.min() ?? 1)
  }

  /// A Python that has scikit-image: `POSSESSIONS_SCIKIT_PYTHON`, else python3.
  static let python = ProcessInfo.processInfo.environment["POSSESSIONS_SCIKIT_PYTHON"] ?? "python3"
  static let hasScikit = (try? runCommand(python, ["-c", "import skimage"])?.status) == 0

  static func scikit(_ one: RGBAPixels, _ two: RGBAPixels) throws -> (mean: Double, minimum: Double)? {
    func list(_ picture: RGBAPixels) -> String {
      lightness(picture).map { String($0) }.joined(separator: ",")
    }
    let script = """
      import numpy
      from skimage.metrics import structural_similarity
      a = numpy.array([\(list(one))]).reshape(\(one.height), \(one.width))
      b = numpy.array([\(list(two))]).reshape(\(one.height), \(one.width))
      _, s = structural_similarity(a, b, gaussian_weights=True, sigma=1.5, use_sample_covariance=False,
                                   data_range=100, full=True)
      print(s.mean(), s.min())
      """
    let result = try runCommand(python, ["-"], input: Data(script.utf8))
    let numbers = (result?.output ?? "").split(separator: " ").compactMap {
      Double($0.trimmingCharacters(in: .whitespacesAndNewlines))
    }
    return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
  }
}
