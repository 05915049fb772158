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
    // Rows of the first pass, which looks sideways: from the area's rows, more for the second pass.
    let firstRow = max(0, top - radius)
    let lastRow = min(height, bottom + radius)
    let rows = lastRow - firstRow
    // Padded to whole lanes.
    let stride = (columns + 7) / 8 * 8
    var planes = [Float](repeating: 0, count: 4 * rows * stride)
    var line = [Float](repeating: 0, count: 4 * (stride + 2 * radius))
    let lineStride = stride + 2 * radius
    let sideways = Array(-radius...radius)
    var smoothed = [Float](repeating: 0, count: 4 * stride)
    var sum = 0.0
    var lowest: Float = 1
    var seen = 0
    planes.withUnsafeMutableBytes { planes in
      line.withUnsafeMutableBytes { line in
        let values = line.assumingMemoryBound(to: Float.self)
        for row in 0..<rows {
          let start = (row + firstRow) * width
          for column in 0..<(columns + 2 * radius) {
            let x = mirrored(column + left - radius, width)
            let (one, two) = (expected[start + x], actual[start + x])
            values[column] = one
            values[lineStride + column] = two
            values[2 * lineStride + column] = one * one + two * two
            values[3 * lineStride + column] = one * two
          }
          for plane in 0..<4 {
            smooth(
              UnsafeRawBufferPointer(line), at: plane * lineStride + radius, steps: sideways, into: planes,
              at: (plane * rows + row) * stride, count: stride)
          }
        }
      }
      // The second pass looks up and down, and makes the map of a row at once.
      smoothed.withUnsafeMutableBytes { smoothed in
        let values = smoothed.assumingMemoryBound(to: Float.self)
        for y in top..<bottom {
          let steps = (-radius...radius).map { (mirrored(y + $0, height) - firstRow) * stride }
          for plane in 0..<4 {
            smooth(
              UnsafeRawBufferPointer(planes), at: plane * rows * stride, steps: steps, into: smoothed,
              at: plane * stride, count: stride)
          }
          for column in 0..<columns {
            if let isCounted, !isCounted[y * width + left + column] { continue }
            let (m1, m2) = (values[column], values[stride + column])
            let variances = values[2 * stride + column] - m1 * m1 - m2 * m2
            let covariance = values[3 * stride + column] - m1 * m2
            let (n1, n2) = (m1 + 50, m2 + 50)
            let similarity =
              (2 * n1 * n2 + 1) * (2 * covariance + 9) / ((n1 * n1 + n2 * n2 + 1) * (variances + 9))
            seen += 1
            sum += Double(similarity)
            // A comparison with NaN is false: it must not hide.
            if !(similarity >= lowest) { lowest = similarity }
          }
        }
      }
    }
    // Everywhere else it is 1.
    return Result(mean: (sum + Double(counted - seen)) / Double(counted), minimum: Double(lowest))
  }

  /// A weighed sum of eleven values at the given steps from each value, sideways or up and down.
  private static func smooth(
    _ source: UnsafeRawBufferPointer, at start: Int, steps: [Int], into target: UnsafeMutableRawBufferPointer,
    at targetStart: Int, count: Int
  ) {
    for column in Swift.stride(from: 0, to: count, by: 8) {
      func lanes(_ step: Int) -> SIMD8<Float> {
        source.loadUnaligned(
          fromByteOffset: (start + column + steps[radius + step]) * 4, as: SIMD8<Float>.self)
      }
      var sum = lanes(0) * weights[0]
      for step in 1...radius { sum += (lanes(-step) + lanes(step)) * weights[step] }
      target.storeBytes(of: sum, toByteOffset: (targetStart + column) * 4, as: SIMD8<Float>.self)
    }
  }

  /// An index carried on by mirroring at the edges, the edge itself twice: `b a | a b c | c b`.
  private static func mirrored(_ index: Int, _ count: Int) -> Int {
    var index = index
    while index < 0 || index >= count { index = index < 0 ? -index - 1 : 2 * count - index - 1 }
    return index
  }
}
