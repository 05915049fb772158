/// What a change looks like, in words: moved, turned, brighter, a spot. A help for people, never a verdict.
enum DifferenceHint {
  /// Nil where nothing simple explains it.
  static func words(
    expected: RGBAPixels, actual: RGBAPixels, metrics: DifferenceMetrics? = nil
  ) -> String? {
    if expected.width == actual.width, expected.height == actual.height {
      if let metrics, metrics.maximumCode == 0 { return "differs only in alpha" }
      // Values that lie on a line pixel for pixel: nothing was turned or moved.
      if let tone = toned(expected, actual, rest: 0.02) { return tone }
    }
    let (one, two) = (Luma(expected), Luma(actual))
    if let turn = turned(one, two) { return turn }
    guard one.width == two.width, one.height == two.height else { return sized(one, two) }
    if let spot = spot(expected, actual) { return spot }
    if let shift = moved(one, two) { return shift }
    return toned(expected, actual, rest: 0.3)
  }

  /// Brightness of every pixel, transparent ones black.
  private struct Luma {
    var width: Int
    var height: Int
    var values: [UInt8]

    init(_ pixels: RGBAPixels) {
      width = pixels.width
      height = pixels.height
      values = pixels.bytes.withUnsafeBufferPointer { bytes in
        (0..<pixels.count).map { place in
          let at = place * 4
          let sum = 54 * Int(bytes[at]) + 183 * Int(bytes[at + 1]) + 19 * Int(bytes[at + 2])
          let alpha = Int(bytes[at + 3])
          // The same number, without a division.
          return alpha == 255 ? UInt8((sum + 128) >> 8) : UInt8((sum * alpha + 32_640) / 65_280)
        }
      }
    }

    /// Rows to look at: few are enough for a hint.
    var rowStep: Int { max(1, height / 64) }
  }

  /// Mean difference of the codes, where `place` says which pixel of `two` belongs to one of `one`.
  private static func mean(_ one: Luma, _ two: Luma, inset: Int = 0, _ place: (Int, Int) -> Int) -> Double {
    var sum = 0
    var count = 0
    one.values.withUnsafeBufferPointer { first in
      two.values.withUnsafeBufferPointer { second in
        for y in stride(from: inset, to: one.height - inset, by: one.rowStep) {
          for x in inset..<max(inset, one.width - inset) {
            sum += abs(Int(first[y * one.width + x]) - Int(second[place(x, y)]))
            count += 1
          }
        }
      }
    }
    return count == 0 ? 255 : Double(sum) / Double(count)
  }

  /// The same where `two` is moved by some pixels: sixteen at a time.
  private static func mean(_ one: Luma, _ two: Luma, inset: Int, _ x: Int, _ y: Int) -> Double {
    let length = one.width - 2 * inset
    var sum = 0
    var count = 0
    one.values.withUnsafeBytes { first in
      two.values.withUnsafeBytes { second in
        for row in stride(from: inset, to: one.height - inset, by: one.rowStep) {
          let start = row * one.width + inset
          let other = (row + y) * two.width + inset + x
          var lanes = SIMD16<UInt32>.zero
          for place in stride(from: 0, to: length - 15, by: 16) {
            let a = first.loadUnaligned(fromByteOffset: start + place, as: SIMD16<UInt8>.self)
            let b = second.loadUnaligned(fromByteOffset: other + place, as: SIMD16<UInt8>.self)
            lanes &+= SIMD16<UInt32>(truncatingIfNeeded: pointwiseMax(a, b) &- pointwiseMin(a, b))
          }
          sum += Int(lanes.wrappedSum())
          for place in (length / 16 * 16)..<length {
            sum += abs(Int(first[start + place]) - Int(second[other + place]))
          }
          count += length
        }
      }
    }
    return count == 0 ? 255 : Double(sum) / Double(count)
  }

  private static func turned(_ one: Luma, _ two: Luma) -> String? {
    let (w, h) = (two.width, two.height)
    let turns: [(words: String, swaps: Bool, place: (Int, Int) -> Int)] = [
      ("turned by 180 degrees", false, { x, y in (h - 1 - y) * w + (w - 1 - x) }),
      ("mirrored left to right", false, { x, y in y * w + (w - 1 - x) }),
      ("mirrored top to bottom", false, { x, y in (h - 1 - y) * w + x }),
      ("turned by 90 degrees clockwise", true, { x, y in x * w + (w - 1 - y) }),
      ("turned by 90 degrees counter-clockwise", true, { x, y in (h - 1 - x) * w + y }),
      ("mirrored along its diagonal", true, { x, y in x * w + y }),
      ("mirrored along its other diagonal", true, { x, y in (h - 1 - x) * w + (w - 1 - y) }),
    ]
    let sameSize = one.width == two.width && one.height == two.height
    let unturned = sameSize ? mean(one, two) { x, y in y * w + x } : 255
    var best: (words: String, mean: Double)?
    for turn in turns {
      guard turn.swaps ? one.width == h && one.height == w : sameSize else { continue }
      let value = mean(one, two, turn.place)
      if value < best?.mean ?? 255 { best = (turn.words, value) }
    }
    guard let best, best.mean < 3, best.mean < unturned * 0.35 else { return nil }
    return "looks \(best.words)"
  }

  private static func sized(_ one: Luma, _ two: Luma) -> String {
    func words(_ span: Int, _ more: String, _ less: String) -> String? {
      span == 0 ? nil : "\(abs(span)) px \(span > 0 ? more : less)"
    }
    let parts = [
      words(two.width - one.width, "wider", "narrower"), words(two.height - one.height, "taller", "shorter"),
    ].compactMap { $0 }
    return "is " + parts.joined(separator: " and ")
  }

  /// A few pixels close together.
  private static func spot(_ one: RGBAPixels, _ two: RGBAPixels) -> String? {
    var (left, top, right, bottom) = (one.width, one.height, -1, -1)
    one.bytes.withUnsafeBytes { first in
      two.bytes.withUnsafeBytes { second in
        let (first, second) = (first.bindMemory(to: UInt32.self), second.bindMemory(to: UInt32.self))
        for y in 0..<one.height {
          let row = (y * one.width)..<((y + 1) * one.width)
          guard let start = row.first(where: { first[$0] != second[$0] }),
            let end = row.last(where: { first[$0] != second[$0] })
          else { continue }
          left = min(left, start - row.lowerBound)
          right = max(right, end - row.lowerBound)
          top = min(top, y)
          bottom = y
        }
      }
    }
    let (width, height) = (right - left + 1, bottom - top + 1)
    guard right >= 0, width * height * 8 < one.count else { return nil }
    return "differs only in \(width)x\(height) px at \(left),\(top)"
  }

  private static func moved(_ one: Luma, _ two: Luma) -> String? {
    let reach = 3
    guard one.width > 4 * reach, one.height > 4 * reach else { return nil }
    var best = (x: 0, y: 0, mean: 255.0)
    var still = 255.0
    for y in -reach...reach {
      for x in -reach...reach {
        let value = mean(one, two, inset: reach, x, y)
        if x == 0 && y == 0 { still = value }
        if value < best.mean { best = (x, y, value) }
      }
    }
    guard best.x != 0 || best.y != 0, best.mean < still * 0.4 else { return nil }
    let parts = [
      best.x == 0 ? nil : "\(abs(best.x)) px \(best.x > 0 ? "right" : "left")",
      best.y == 0 ? nil : "\(abs(best.y)) px \(best.y > 0 ? "down" : "up")",
    ].compactMap { $0 }
    return "looks moved \(parts.joined(separator: " and "))"
  }

  /// Values as a straight line of what they were: brighter, of more contrast, lighter by some codes.
  ///
  /// - Parameter rest: the share of the squared difference that the line may leave unexplained.
  private static func toned(_ one: RGBAPixels, _ two: RGBAPixels, rest: Double) -> String? {
    var (n, x, y, xx, xy, yy) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    let step = max(1, one.count / 16_384)
    for place in stride(from: 0, to: one.count, by: step) {
      for channel in 0..<3 {
        let a = Double(one.bytes[place * 4 + channel])
        let b = Double(two.bytes[place * 4 + channel])
        // Ends of the scale are cut and lie on no line.
        if a < 2 || a > 253 || b < 2 || b > 253 { continue }
        n += 1
        x += a
        y += b
        xx += a * a
        xy += a * b
        yy += b * b
      }
    }
    let spread = n * xx - x * x
    guard n > 16, spread > 0 else { return nil }
    let gain = (n * xy - x * y) / spread
    let offset = (y - gain * x) / n
    let before = (xx - 2 * xy + yy) / n
    let after = max(
      0,
      (yy + gain * gain * xx + offset * offset * n - 2 * gain * xy - 2 * offset * y + 2 * gain * offset * x)
        / n)
    // Rounding alone leaves a twelfth of a code squared.
    guard before > 0.2, after < before * rest || after < 0.15 else { return nil }
    let percent = (gain - 1) * 100
    if abs(offset) < 0.6 + abs(percent) * 0.05 {
      guard abs(percent) >= 0.2 else { return nil }
      return "looks \(decimal((abs(percent) * 10).rounded() / 10)) % \(percent > 0 ? "brighter" : "darker")"
    }
    if abs(percent) < 0.6 {
      return
        "has values \(decimal((abs(offset) * 10).rounded() / 10)) codes \(offset > 0 ? "higher" : "lower")"
    }
    return "has values \(decimal((gain * 1000).rounded() / 1000)) times what they were, and "
      + "\(decimal((abs(offset) * 10).rounded() / 10)) codes \(offset > 0 ? "higher" : "lower")"
  }
}
