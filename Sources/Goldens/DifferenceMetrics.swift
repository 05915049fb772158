/// How two pictures of one size differ: the numbers that tolerance profiles limit.
public struct DifferenceMetrics: Sendable, Hashable {
  /// The largest difference of a colour channel, in codes of 8 bits.
  public var maximumCode: Int
  /// The largest difference of alpha, in codes of 8 bits.
  public var maximumAlpha: Int
  /// CIEDE2000 over all pixels that count.
  public var meanDifference: Double
  /// CIEDE2000 that 99 of 100 pixels do not exceed, by nearest rank, rounded up to hundredths.
  public var percentile99: Double
  public var maximumDifference: Double
  /// The share of pixels, 0…1, whose CIEDE2000 is above 2.3: what most people can just see.
  public var visibleShare: Double
  /// SSIM of lightness.
  public var meanSimilarity: Double
  public var minimumSimilarity: Double
  /// The window of 16 x 16 pixels (or the whole side of a smaller picture) with the highest mean CIEDE2000.
  public var densestWindow: PixelWindow
  /// Pixels that differ in any channel, and pixels that count: those outside masks.
  public var differingPixels: Int
  public var countedPixels: Int

  public struct PixelWindow: Sendable, Hashable {
    public var x: Int
    public var y: Int
    public var size: Int
    public var meanDifference: Double
  }

  public static let visibleLimit: Float = 2.3
  public static let windowSize = 16
}

/// Metrics, and the map of CIEDE2000 that they were taken from.
public struct Difference: Sendable {
  public var metrics: DifferenceMetrics
  /// CIEDE2000 of each pixel, 0 under masks, row by row; alpha counts as lightness: a change of alpha shows.
  public var map: [Float]
}

/// Why two pictures cannot be measured: never a pass.
public enum MeasuringFault: Error, Sendable, Hashable {
  case sizesDiffer
  /// Masks leave no pixel to compare.
  case nothingCounts
  /// A metric came out as no number.
  case notANumber(String)

  public var message: String {
    switch self {
    case .sizesDiffer: "pictures of different sizes cannot be measured"
    case .nothingCounts: "masks leave no pixel to compare"
    case .notANumber(let metric): "\(metric) came out as no number"
    }
  }
}

/// Columns and rows, the ends excluded.
struct PixelArea: Hashable {
  var left: Int
  var top: Int
  var right: Int
  var bottom: Int
}

extension Difference {
  /// Compares two pictures of one size.
  ///
  /// - Parameter masks: rectangles that do not count: under them both pictures are taken for equal.
  public init(
    expected: RGBAPixels, actual: RGBAPixels, masks: [Mask] = []
  ) throws(MeasuringFault) {
    guard expected.width == actual.width, expected.height == actual.height else { throw .sizesDiffer }
    let width = expected.width
    let height = expected.height
    let isCounted = Mask.counted(masks, width: width, height: height)
    let counted = isCounted.map { $0.count { $0 } } ?? expected.count
    guard counted > 0 else { throw .nothingCounts }

    var scan = DifferenceScan(width: width, height: height)
    expected.bytes.withUnsafeBytes { one in
      actual.bytes.withUnsafeBytes { two in
        if let isCounted {
          scan.run(one, two, isCounted: isCounted)
        } else {
          scan.run(one, two, isCounted: nil)
        }
      }
    }
    let similarity: StructuralSimilarity.Result
    if let area = scan.area {
      similarity = StructuralSimilarity.compare(
        scan.lightness1, scan.lightness2, width: width, height: height, differing: area,
        isCounted: isCounted, counted: counted)
    } else {
      similarity = .init(mean: 1, minimum: 1)
    }
    let metrics = DifferenceMetrics(
      maximumCode: scan.maximumCode, maximumAlpha: scan.maximumAlpha,
      meanDifference: scan.sum / Double(counted), percentile99: scan.percentile(99, of: counted),
      maximumDifference: Double(scan.maximum), visibleShare: Double(scan.visible) / Double(counted),
      meanSimilarity: similarity.mean, minimumSimilarity: similarity.minimum,
      densestWindow: scan.densestWindow(), differingPixels: scan.differing, countedPixels: counted)
    for (name, value) in [
      ("mean ΔE00", metrics.meanDifference), ("maximum ΔE00", metrics.maximumDifference),
      ("mean SSIM", metrics.meanSimilarity), ("minimum SSIM", metrics.minimumSimilarity),
      ("the densest window", metrics.densestWindow.meanDifference),
    ] where !value.isFinite {
      throw .notANumber(name)
    }
    self.init(metrics: metrics, map: scan.map)
  }
}

/// One pass over both pictures: equal pixels cost a comparison, others are gathered by eights.
private struct DifferenceScan {
  let width: Int
  let height: Int
  var map: [Float]
  /// Lightness less 50 of both pictures, where SSIM's windows will look; equal where the pictures are equal.
  var lightness1: [Float]
  var lightness2: [Float]
  var area: PixelArea?
  var maximumCode = 0
  var maximumAlpha = 0
  var sum = 0.0
  var maximum: Float = 0
  var visible = 0
  var differing = 0
  private let linear = SRGB.linear
  /// Counts of CIEDE2000 in steps of a hundredth, rounded up.
  private var histogram = [Int](repeating: 0, count: 20_001)

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    map = [Float](repeating: 0, count: width * height)
    lightness1 = []
    lightness2 = []
  }

  mutating func run(_ one: UnsafeRawBufferPointer, _ two: UnsafeRawBufferPointer, isCounted: [Bool]?) {
    let pixels1 = one.assumingMemoryBound(to: UInt32.self)
    let pixels2 = two.assumingMemoryBound(to: UInt32.self)
    guard let first = (0..<pixels1.count).first(where: { pixels1[$0] != pixels2[$0] }) else { return }
    lightness1 = [Float](repeating: 0, count: width * height)
    lightness2 = lightness1
    var batch = PixelBatch()
    var (left, right, top, bottom) = (width, 0, height, 0)
    for y in (first / width)..<height {
      let start = y * width
      var (firstInRow, lastInRow) = (-1, -1)
      for place in start..<(start + width) where pixels1[place] != pixels2[place] {
        if let isCounted, !isCounted[place] { continue }
        if firstInRow < 0 { firstInRow = place - start }
        lastInRow = place - start
        batch.add(place, pixels1[place], pixels2[place])
        if batch.count == 8 { take(&batch) }
      }
      if firstInRow >= 0 {
        left = min(left, firstInRow)
        right = max(right, lastInRow + 1)
        top = min(top, y)
        bottom = y + 1
      }
    }
    if batch.count > 0 { take(&batch) }
    guard bottom > 0 else { return }
    maximumCode = batch.maximumCode
    maximumAlpha = batch.maximumAlpha
    area = PixelArea(left: left, top: top, right: right, bottom: bottom)
    if let isCounted {
      fillLightness(one) { pixels1[$0] == pixels2[$0] || !isCounted[$0] }
    } else {
      fillLightness(one) { pixels1[$0] == pixels2[$0] }
    }
  }

  private mutating func take(_ batch: inout PixelBatch) {
    let result = linear.withUnsafeBufferPointer { batch.measured($0) }
    for lane in 0..<batch.count {
      let value = result.differences[lane]
      let place = Int(batch.places[lane])
      map[place] = value
      lightness1[place] = result.lightness1[lane]
      lightness2[place] = result.lightness2[lane]
      sum += Double(value)
      // A comparison with NaN is false: it must not hide.
      if !(value <= maximum) { maximum = value }
      if value > DifferenceMetrics.visibleLimit { visible += 1 }
      let bin = value < 200 ? Int(value * 100 + 0.999_999) : 20_000
      histogram[bin] += 1
    }
    differing += batch.count
    batch.count = 0
  }

  /// The smallest step that `percent` of all counted pixels do not exceed.
  func percentile(_ percent: Int, of counted: Int) -> Double {
    let rank = (counted * percent + 99) / 100
    var below = counted - differing
    if below >= rank { return 0 }
    for (bin, count) in histogram.enumerated() {
      below += count
      if below >= rank { return Double(bin) / 100 }
    }
    return 200
  }

  /// Lightness of equal pixels that SSIM's windows will see; differing ones have theirs.
  private mutating func fillLightness(_ bytes: UnsafeRawBufferPointer, isEqual: (Int) -> Bool) {
    guard let area else { return }
    let reach = 2 * StructuralSimilarity.radius
    var (luminance, places, filled) = (SIMD8<Float>.zero, SIMD8<Int32>.zero, 0)
    func flush() {
      let lightness = 116 * SRGB.f(luminance) - 66
      for lane in 0..<filled {
        lightness1[Int(places[lane])] = lightness[lane]
        lightness2[Int(places[lane])] = lightness[lane]
      }
      filled = 0
    }
    for y in max(0, area.top - reach)..<min(height, area.bottom + reach) {
      for x in max(0, area.left - reach)..<min(width, area.right + reach) {
        let place = y * width + x
        guard isEqual(place) else { continue }
        let byte = place * 4
        luminance[filled] =
          SRGB.y.0 * SRGB.linear[Int(bytes[byte])] + SRGB.y.1 * SRGB.linear[Int(bytes[byte + 1])]
          + SRGB.y.2 * SRGB.linear[Int(bytes[byte + 2])]
        places[filled] = Int32(truncatingIfNeeded: place)
        filled += 1
        if filled == 8 { flush() }
      }
    }
    if filled > 0 { flush() }
  }

  /// By sliding sums over the map: columns of sixteen rows, then sixteen columns.
  func densestWindow() -> DifferenceMetrics.PixelWindow {
    let size = min(DifferenceMetrics.windowSize, width, height)
    var best = DifferenceMetrics.PixelWindow(x: 0, y: 0, size: size, meanDifference: 0)
    guard let area else { return best }
    var columns = [Double](repeating: 0, count: width)
    var highest = 0.0
    // Windows that hold nothing but zeros need no look.
    let firstRow = max(0, area.top - size + 1)
    let lastRow = min(height - size, area.bottom - 1)
    let left = max(0, area.left - size + 1)
    let right = min(width, area.right + size - 1)
    for y in firstRow..<(firstRow + size) {
      for x in left..<right { columns[x] += Double(map[y * width + x]) }
    }
    for y in firstRow...lastRow {
      if y > firstRow {
        for x in left..<right {
          columns[x] += Double(map[(y + size - 1) * width + x]) - Double(map[(y - 1) * width + x])
        }
      }
      var sum = 0.0
      for x in left..<right {
        sum += columns[x]
        if x - left >= size { sum -= columns[x - size] }
        if x - left >= size - 1, sum > highest + 1e-9 {
          highest = sum
          best.x = x - size + 1
          best.y = y
        }
      }
    }
    best.meanDifference = highest / Double(size * size)
    return best
  }
}

/// Eight pairs of differing pixels under way.
private struct PixelBatch {
  var count = 0
  var places = SIMD8<Int32>.zero
  /// The pixels as they lie in memory.
  private var one = SIMD8<UInt32>.zero
  private var two = SIMD8<UInt32>.zero
  private var codes = SIMD8<UInt32>.zero
  private var alphas = SIMD8<UInt32>.zero

  var maximumCode: Int { Int(codes.max()) }
  var maximumAlpha: Int { Int(alphas.max()) }

  @inline(__always)
  mutating func add(_ place: Int, _ first: UInt32, _ second: UInt32) {
    places[count] = Int32(truncatingIfNeeded: place)
    one[count] = first
    two[count] = second
    count += 1
  }

  /// Lanes from `count` on repeat what was in them: they count for nothing and change no maximum.
  mutating func measured(
    _ linear: UnsafeBufferPointer<Float>
  ) -> (differences: SIMD8<Float>, lightness1: SIMD8<Float>, lightness2: SIMD8<Float>) {
    // Bytes in memory are red, green, blue, alpha, whatever the byte order of the machine.
    func channel(_ pixels: SIMD8<UInt32>, _ number: UInt32) -> SIMD8<UInt32> {
      #if _endian(little)
        (pixels &>> (8 * number)) & 255
      #else
        (pixels &>> (24 - 8 * number)) & 255
      #endif
    }
    func light(_ codes: SIMD8<UInt32>) -> SIMD8<Float> {
      var light = SIMD8<Float>.zero
      for lane in 0..<8 { light[lane] = linear[Int(codes[lane])] }
      return light
    }
    func span(_ a: SIMD8<UInt32>, _ b: SIMD8<UInt32>) -> SIMD8<UInt32> {
      let down = a &- b
      return down.replacing(with: b &- a, where: a .< b)
    }
    let (red1, green1, blue1) = (channel(one, 0), channel(one, 1), channel(one, 2))
    let (red2, green2, blue2) = (channel(two, 0), channel(two, 1), channel(two, 2))
    @inline(__always)
    func widen(_ largest: inout SIMD8<UInt32>, _ a: SIMD8<UInt32>, _ b: SIMD8<UInt32>) {
      let span = span(a, b)
      largest.replace(with: span, where: span .> largest)
    }
    widen(&codes, red1, red2)
    widen(&codes, green1, green2)
    widen(&codes, blue1, blue2)
    let alpha = span(channel(one, 3), channel(two, 3))
    alphas.replace(with: alpha, where: alpha .> alphas)
    let first = SRGB.lab(red: light(red1), green: light(green1), blue: light(blue1))
    let second = SRGB.lab(red: light(red2), green: light(green2), blue: light(blue2))
    var square = CIEDE2000.squares(first, second)
    if any(alpha .!= 0) {
      let part = SIMD8<Float>(alpha) * (100.0 / 255)
      square += part * part
    }
    return (square.squareRoot(), first.lightness - 50, second.lightness - 50)
  }
}
