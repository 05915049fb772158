import Glibc

/// SSIM after Wang, Bovik, Sheikh and Simoncelli (2004) on CIE lightness: Gaussian weights of σ 1.5 over 11 x 11 pixels,
/// K1 = 0.01, K2 = 0.03, range 100, pictures mirrored at their edges.
enum StructuralSimilarity {
  static let radius = 5
  /// The Gaussian's weights from its middle outwards; all eleven add up to 1.
  static let weights: [Float] = {
    let raw = (0...radius).map { exp(-Double($0 * $0) / (2 * 1.5 * 1.5)) }
    let sum = raw[0] + 2 * raw[1...].reduce(0, +)
    return raw.map { Float($0 / sum) }
  }()

  struct Result {
    /// Over the counted pixels.
    var mean: Double
    var minimum: Double
  }

  /// - Parameters:
  ///   - expected: lightness less 50, `width * height` values; the offset keeps digits in the variances.
  ///   - area: columns and rows outside which the two are equal: SSIM is 1 where a window sees nothing else.
  ///   - isCounted: nil where every pixel counts.
  static func compare(
    _ expected: [Float], _ actual: [Float], width: Int, height: Int, differing area: PixelArea,
    isCounted: [Bool]?, counted: Int
  ) -> Result {
    let left = max(0, area.left - radius)
    let right = min(width, area.right + radius)
    let top = max(0, area.top - radius)
    let bottom = min(height, area.bottom + radius)
    let columns = right - left
    // Padded to whole lanes.
    let stride = (columns + 7) / 8 * 8
    let lineStride = stride + 2 * radius
    let weights = Weights()
    var line = [Float](repeating: 0, count: 4 * lineStride)
    // Rows that were smoothed sideways, each in the place of its number: as many as one window is high.
    let kept = 2 * radius + 1
    var smoothed = [Float](repeating: 0, count: kept * 4 * stride)
    var numbers = [Int](repeating: -1, count: kept)
    var (sum, lowest, seen) = (0.0, Float(1), 0)
    expected.withUnsafeBufferPointer { expected in
      actual.withUnsafeBufferPointer { actual in
        line.withUnsafeMutableBytes { line in
          smoothed.withUnsafeMutableBytes { smoothed in
            let values = line.assumingMemoryBound(to: Float.self)
            /// The bytes from the beginning at which a row lies.
            func smoothedRow(_ row: Int) -> Int {
              let place = row % kept
              let offset = place * 16 * stride
              if numbers[place] == row { return offset }
              numbers[place] = row
              let start = row * width
              func take(_ column: Int, _ x: Int) {
                let (one, two) = (expected[start + x], actual[start + x])
                values[column] = one
                values[lineStride + column] = two
                values[2 * lineStride + column] = one * one + two * two
                values[3 * lineStride + column] = one * two
              }
              let inner = max(0, left - radius)..<min(width, right + radius)
              for x in inner { take(x - left + radius, x) }
              for column in 0..<(inner.lowerBound - left + radius) {
                take(column, mirrored(column + left - radius, width))
              }
              for column in (inner.upperBound - left + radius)..<(columns + 2 * radius) {
                take(column, mirrored(column + left - radius, width))
              }
              let source = UnsafeRawBufferPointer(line)
              for plane in 0..<4 {
                let from = plane * lineStride * 4
                for column in Swift.stride(from: 0, to: stride * 4, by: 32) {
                  smoothed.storeBytes(
                    of: weights.sum { step in
                      source.loadUnaligned(
                        fromByteOffset: from + column + (radius + step) * 4, as: SIMD8<Float>.self)
                    }, toByteOffset: offset + plane * stride * 4 + column, as: SIMD8<Float>.self)
                }
              }
              return offset
            }
            let source = UnsafeRawBufferPointer(smoothed)
            // Where the rows of a window lie, from five above to five below.
            let rows = UnsafeMutablePointer<Int>.allocate(capacity: kept)
            defer { rows.deallocate() }
            for y in top..<bottom {
              // From above, so that a row is not yet needed where another takes its place.
              for step in -radius...radius { rows[step + radius] = smoothedRow(mirrored(y + step, height)) }
              for column in Swift.stride(from: 0, to: columns, by: 8) {
                func plane(_ plane: Int) -> SIMD8<Float> {
                  let from = (plane * stride + column) * 4
                  return weights.sum { step in
                    source.loadUnaligned(fromByteOffset: rows[step + radius] + from, as: SIMD8<Float>.self)
                  }
                }
                let (m1, m2) = (plane(0), plane(1))
                let variances: SIMD8<Float> = plane(2) - m1 * m1 - m2 * m2
                let covariance: SIMD8<Float> = plane(3) - m1 * m2
                let (n1, n2) = (m1 + 50, m2 + 50)
                let agreeing: SIMD8<Float> = (2 * n1 * n2 + 1) * (2 * covariance + 9)
                let all: SIMD8<Float> = (n1 * n1 + n2 * n2 + 1) * (variances + 9)
                let similarity = agreeing / all
                for lane in 0..<min(8, columns - column) {
                  if let isCounted, !isCounted[y * width + left + column + lane] { continue }
                  seen += 1
                  sum += Double(similarity[lane])
                  // A comparison with NaN is false: it must not hide.
                  if !(similarity[lane] >= lowest) { lowest = similarity[lane] }
                }
              }
            }
          }
        }
      }
    }
    // Everywhere else it is 1.
    return Result(mean: (sum + Double(counted - seen)) / Double(counted), minimum: Double(lowest))
  }

  /// The Gaussian's weights, by themselves: an array would be asked for its bounds at each of them.
  private struct Weights {
    let middle: Float
    let sides: (Float, Float, Float, Float, Float)

    init() {
      let all = StructuralSimilarity.weights
      middle = all[0]
      sides = (all[1], all[2], all[3], all[4], all[5])
    }

    /// A weighed sum of eleven values, at steps -5 to 5.
    @inline(__always)
    func sum(_ values: (Int) -> SIMD8<Float>) -> SIMD8<Float> {
      var sum = values(0) * middle
      sum += (values(-1) + values(1)) * sides.0
      sum += (values(-2) + values(2)) * sides.1
      sum += (values(-3) + values(3)) * sides.2
      sum += (values(-4) + values(4)) * sides.3
      sum += (values(-5) + values(5)) * sides.4
      return sum
    }
  }

  /// An index carried on by mirroring at the edges, the edge itself twice: `b a | a b c | c b`.
  private static func mirrored(_ index: Int, _ count: Int) -> Int {
    var index = index
    while index < 0 || index >= count { index = index < 0 ? -index - 1 : 2 * count - index - 1 }
    return index
  }
}
