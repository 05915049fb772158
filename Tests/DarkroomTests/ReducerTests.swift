import Foundation
import PossessionsCore
import Testing

@testable import Darkroom

/// The reducer against the plain formula in double precision, and against libvips.
@Suite struct ReducerTests {
  init() { library }

  static func noise(_ count: Int, seed: UInt32 = 3) -> [UInt8] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
  }

  static func reduced(_ pixels: [UInt8], from input: PixelSize, to output: PixelSize, bands: Int) -> [UInt8] {
    var reducer = Reducer(from: input, to: output, bands: bands)
    pixels.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return }
      for row in 0..<input.height { reducer.take(start + row * input.width * bands) }
    }
    let isComplete = reducer.isComplete
    #expect(isComplete)
    return [UInt8](reducer.pixels())
  }

  /// Lanczos3, each axis by itself, edges carried on; not rounded between.
  static func formula(_ pixels: [UInt8], from input: PixelSize, to output: PixelSize, bands: Int) -> [Double]
  {
    func axis(_ input: Int, _ output: Int) -> [[(Int, Double)]] {
      (0..<output).map { index in
        if input == output { return [(index, 1)] }
        let ratio = Double(input) / Double(output)
        let centre = (Double(index) + 0.5) * ratio - 0.5
        var weights: [(Int, Double)] = []
        for place in Int((centre - 3 * ratio).rounded(.up))...Int((centre + 3 * ratio).rounded(.down)) {
          let x = (Double(place) - centre) / ratio * Double.pi
          weights.append((min(max(place, 0), input - 1), x == 0 ? 1 : 3 * sin(x) * sin(x / 3) / (x * x)))
        }
        let sum = weights.reduce(0) { $0 + $1.1 }
        return weights.map { ($0.0, $0.1 / sum) }
      }
    }
    let rows = axis(input.height, output.height)
    let columns = axis(input.width, output.width)
    var result: [Double] = []
    for row in rows {
      for column in columns {
        for band in 0..<bands {
          var sum = 0.0
          for (y, weightY) in row {
            for (x, weightX) in column {
              sum += weightY * weightX * Double(pixels[(y * input.width + x) * bands + band])
            }
          }
          result.append(min(255, max(0, sum)))
        }
      }
    }
    return result
  }

  @Test(
    arguments: [
      (40, 30, 31, 24), (40, 30, 20, 15), (41, 31, 7, 5), (40, 30, 1, 1), (40, 30, 40, 11), (40, 30, 9, 30),
      (5, 3, 4, 2),
      (3, 50, 2, 7), (40, 30, 39, 29), (1, 60, 1, 9), (60, 1, 9, 1), (64, 64, 3, 2),
    ], [1, 2, 3, 4])
  func followsTheFormula(sizes: (Int, Int, Int, Int), bands: Int) {
    let input = PixelSize(width: sizes.0, height: sizes.1)
    let output = PixelSize(width: sizes.2, height: sizes.3)
    let pixels = ReducerTests.noise(input.pixelCount * bands)
    let made = ReducerTests.reduced(pixels, from: input, to: output, bands: bands)
    let expected = ReducerTests.formula(pixels, from: input, to: output, bands: bands)
    #expect(made.count == expected.count)
    // Half a level is rounding; the rest is the weights of 16 bits and the 64 steps between the passes.
    #expect(zip(made, expected).allSatisfy { abs(Double($0) - $1) <= 0.53 })
  }

  @Test func aFlatPictureStaysFlat() {
    for level in [UInt8(0), 1, 127, 254, 255] {
      let pixels = [UInt8](repeating: level, count: 50 * 40 * 3)
      let made = ReducerTests.reduced(
        pixels, from: PixelSize(width: 50, height: 40), to: PixelSize(width: 17, height: 13), bands: 3)
      #expect(made.allSatisfy { $0 == level })
    }
  }

  /// libvips keeps but a few bits of its weights, so single levels differ.
  @Test(arguments: [
    PixelSize(width: 160, height: 120), PixelSize(width: 75, height: 57), PixelSize(width: 20, height: 15),
  ])
  func agreesWithLibvips(size: PixelSize) throws {
    let pixels = Original.pixels(PixelSize(width: 200, height: 150)) { x, y in
      let value = 127 + 100 * sin(Double(x) / 9) * cos(Double(y) / 13)
      return [UInt8(value), UInt8(255 - value), UInt8(x)]
    }
    let image = try Image(pixels: pixels, width: 200, height: 150, bands: 3)
    let ours = try image.reduced(to: size).pixels()
    let theirs = try image.resized(to: size).pixels()
    let differences = zip(ours, theirs).map { abs(Int($0) - Int($1)) }
    #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1.5)
  }
}
