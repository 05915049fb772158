import Foundation
import TestSupport
import Testing

@testable import Goldens

@Suite("CIEDE2000")
struct ColourDifferenceTests {
  /// Table 1 of Sharma, Wu and Dalal: The CIEDE2000 color-difference formula, Color Research and Application 30 (2005).
  static let published: [[Double]] = [
    [50, 2.6772, -79.7751, 50, 0, -82.7485, 2.0425], [50, 3.1571, -77.2803, 50, 0, -82.7485, 2.8615],
    [50, 2.8361, -74.0200, 50, 0, -82.7485, 3.4412], [50, -1.3802, -84.2814, 50, 0, -82.7485, 1.0000],
    [50, -1.1848, -84.8006, 50, 0, -82.7485, 1.0000], [50, -0.9009, -85.5211, 50, 0, -82.7485, 1.0000],
    [50, 0, 0, 50, -1, 2, 2.3669], [50, -1, 2, 50, 0, 0, 2.3669],
    [50, 2.4900, -0.0010, 50, -2.4900, 0.0009, 7.1792], [50, 2.4900, -0.0010, 50, -2.4900, 0.0010, 7.1792],
    [50, 2.4900, -0.0010, 50, -2.4900, 0.0011, 7.2195], [50, 2.4900, -0.0010, 50, -2.4900, 0.0012, 7.2195],
    [50, -0.0010, 2.4900, 50, 0.0009, -2.4900, 4.8045], [50, -0.0010, 2.4900, 50, 0.0010, -2.4900, 4.8045],
    [50, -0.0010, 2.4900, 50, 0.0011, -2.4900, 4.7461], [50, 2.5, 0, 50, 0, -2.5, 4.3065],
    [50, 2.5, 0, 73, 25, -18, 27.1492], [50, 2.5, 0, 61, -5, 29, 22.8977],
    [50, 2.5, 0, 56, -27, -3, 31.9030], [50, 2.5, 0, 58, 24, 15, 19.4535],
    [50, 2.5, 0, 50, 3.1736, 0.5854, 1.0000], [50, 2.5, 0, 50, 3.2972, 0, 1.0000],
    [50, 2.5, 0, 50, 1.8634, 0.5757, 1.0000], [50, 2.5, 0, 50, 3.2592, 0.3350, 1.0000],
    [60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387, 1.2644],
    [63.0109, -31.0961, -5.8663, 62.8187, -29.7946, -4.0864, 1.2630],
    [61.2901, 3.7196, -5.3901, 61.4292, 2.2480, -4.9620, 1.8731],
    [35.0831, -44.1164, 3.7933, 35.0232, -40.0716, 1.5901, 1.8645],
    [22.7233, 20.0904, -46.6940, 23.0331, 14.9730, -42.5619, 2.0373],
    [36.4612, 47.8580, 18.3852, 36.2715, 50.5065, 21.2231, 1.4146],
    [90.8027, -2.0831, 1.4410, 91.1528, -1.6435, 0.0447, 1.4441],
    [90.9257, -0.5406, -0.9208, 88.6381, -0.8985, -0.7239, 1.5381],
    [6.7747, -0.2908, -2.4247, 5.8714, -0.0985, -2.2286, 0.6377],
    [2.0776, 0.0795, -1.1350, 0.9033, -0.0636, -0.5514, 0.9082],
  ]

  @Test("gives the published differences, both ways round", arguments: published)
  func pairs(row: [Double]) {
    for swapped in [false, true] {
      let one = swapped ? row[3...5] : row[0...2]
      let two = swapped ? row[0...2] : row[3...5]
      let (a, b) = (Array(one), Array(two))
      let book = CIEDE2000.difference((a[0], a[1], a[2]), (b[0], b[1], b[2]))
      #expect(abs(book - row[6]) < 0.00005001)
      let lanes = CIEDE2000.differences(lab(a), lab(b))
      #expect((0..<8).allSatisfy { abs(Double(lanes[$0]) - row[6]) < 0.0001 })
    }
  }

  private func lab(_ values: [Double]) -> LabLanes {
    LabLanes(
      lightness: .init(repeating: Float(values[0])), a: .init(repeating: Float(values[1])),
      b: .init(repeating: Float(values[2])))
  }

  @Test("the fast way is the way of the book, all over the colours")
  func agreement() {
    var random = Generator(seed: 7)
    var worst = 0.0
    for _ in 0..<1500 {
      var (one, two) = (lab([0, 0, 0]), lab([0, 0, 0]))
      for lane in 0..<8 {
        let reach: Float = [0.05, 1, 20][lane % 3]
        (one.lightness[lane], one.a[lane], one.b[lane]) = (
          random.unit() * 100, random.unit() * 200 - 100, random.unit() * 200 - 100
        )
        if lane == 7 { (one.a[lane], one.b[lane]) = (random.unit() * 0.01, 0) }
        two.lightness[lane] = one.lightness[lane] + (random.unit() - 0.5) * reach
        two.a[lane] = one.a[lane] * (lane == 5 ? -1 : 1) + (random.unit() - 0.5) * reach
        two.b[lane] = one.b[lane] * (lane == 5 ? -1 : 1) + (random.unit() - 0.5) * reach
      }
      let fast = CIEDE2000.differences(one, two)
      for lane in 0..<8 {
        let book = CIEDE2000.difference(
          (Double(one.lightness[lane]), Double(one.a[lane]), Double(one.b[lane])),
          (Double(two.lightness[lane]), Double(two.a[lane]), Double(two.b[lane])))
        worst = max(worst, abs(book - Double(fast[lane])))
      }
    }
    #expect(worst < 0.0002)
  }

  @Test("sRGB becomes L*a*b* as CIE has it")
  func lab() {
    // Lightness and chroma of the primaries after Lindbloom's calculator, D65.
    for (rgb, lab) in [
      ([255, 255, 255], [100, 0, 0]), ([0, 0, 0], [0, 0, 0]), ([255, 0, 0], [53.2408, 80.0925, 67.2032]),
      ([0, 255, 0], [87.7347, -86.1827, 83.1793]), ([0, 0, 255], [32.2970, 79.1875, -107.8602]),
      ([119, 119, 119], [50.0344, 0, 0]), ([3, 3, 3], [0.8230, 0, 0]),
    ] as [([Int], [Double])] {
      func light(_ code: Int) -> SIMD8<Float> { .init(repeating: SRGB.linear[code]) }
      let made = SRGB.lab(red: light(rgb[0]), green: light(rgb[1]), blue: light(rgb[2]))
      #expect(abs(Double(made.lightness[0]) - lab[0]) < 0.01)
      #expect(abs(Double(made.a[0]) - lab[1]) < 0.02 && abs(Double(made.b[0]) - lab[2]) < 0.02)
    }
  }
}

/// A small random generator that gives the same numbers every time.
struct Generator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }

  /// 0…1.
  mutating func unit() -> Float { Float(next(1_000_001)) / 1_000_000 }
}
