import Barcodes
import Darkroom
import Foundation
import PossessionsCore
import TestSupport
import Testing

/// Labels as a hand-held phone takes them: turned, small, blurred, seen from the side, noisy, dim. ImageMagick is the
/// camera, so that what is read was not made by the code that reads it.
@Suite struct LabelShotTests {
  private struct Shot {
    var text: String
    var width = 640
    var height = 480
    /// Of a module, in px of the shot.
    var module: Double
    var angle: Double
    var blur: Double
    /// How much the right edge is cut at each end by distance, in percent: 9 is a label seen steeply from the side.
    var skew: Double
    var noise: Double
    var light: Double
  }

  private func shots(_ count: Int) -> [Shot] {
    var state: UInt64 = 42
    func random(_ range: ClosedRange<Double>) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return range.lowerBound + (range.upperBound - range.lowerBound) * Double(state >> 40) / Double(1 << 24)
    }
    return (0..<count).map { number in
      let texts = [
        "A\(number)", "INV-\(10_000 + number)", "https://home.example/i/\(number)", "Büro \(number)",
        "\(2000 + number)",
      ]
      return Shot(
        text: texts[number % texts.count], module: random(2.5...7), angle: random(0...360),
        blur: random(0...1.4),
        skew: random(0...9), noise: random(0...0.5), light: random(0.45...1))
    }
  }

  /// The shot as a JPEG.
  private func take(_ shot: Shot, number: Int, in folder: TemporaryFolder) throws -> String {
    let code = try #require(QRCode(shot.text))
    let (pixels, side) = code.pixels(scale: 12)
    let label = try folder.write(Array("P5 \(side) \(side) 255\n".utf8) + pixels, to: "label\(number).pgm")
    let size = Int(Double(code.size + 2 * QRCode.quietZone) * shot.module)
    let lift = Int(Double(size) * shot.skew / 100)
    let target = folder.file("shot\(number).jpg")
    let answer = try runCommand(
      "convert",
      [
        label, "-resize", "\(size)x\(size)!", "-virtual-pixel", "white", "-alpha", "set",
        "-distort", "Perspective",
        "0,0 0,0 \(size),0 \(size),\(lift) \(size),\(size) \(size),\(size - lift) 0,\(size) 0,\(size)",
        "-background", "none", "-rotate", "\(shot.angle)",
        "(", "-size", "30x20", "-seed", "\(number)", "plasma:tan-gray40",
        "-resize", "\(shot.width)x\(shot.height)!", ")", "+swap", "-gravity", "center", "-composite",
        "-blur", "0x\(shot.blur)", "-attenuate", "\(shot.noise)", "-seed", "\(number)", "+noise", "Gaussian",
        "-evaluate", "multiply", "\(shot.light)", "-quality", "80", target,
      ])
    let result = try #require(answer)
    #expect(result.status == 0, "\(result.errors)")
    return target
  }

  @Test(.enabled(if: isOracleAvailable("convert")))
  func labelsAreRead() throws {
    try ImagingLibrary.start()
    let folder = try TemporaryFolder()
    let scanner = try #require(CodeScanner())
    let shots = shots(100)
    var read = 0
    var misread: [String] = []
    var unread: [Int] = []
    var time = Duration.zero
    let clock = ContinuousClock()
    for (number, shot) in shots.enumerated() {
      let path = try take(shot, number: number, in: folder)
      let start = clock.now
      var looks = try GrayLooks(.file(BytePath(path)), as: .jpeg, pixelLimit: 100_000_000)
      let texts = scanner.codes {
        (try? looks.next()).map { ($0.pixels, $0.width, $0.height) }
      }.map(\.text)
      time += clock.now - start
      if texts == [shot.text] { read += 1 } else { unread.append(number) }
      misread += texts.filter { $0 != shot.text }
    }
    print(
      "label shots: \(read) of \(shots.count) read, \(misread.count) misread, \(time / shots.count) a shot")
    #expect(read >= 95, "unread: \(unread)")
    #expect(misread == [])
  }
}
