import Glibc
import PossessionsCore

/// Makes a picture smaller while its rows come in: lanczos3 in the picture's own gamma, each axis by itself, to exactly
/// the size asked for.
///
/// libvips has this as well (vips_resize). Ours is a fourth of the time, because libvips 8.14 reduces rows pixel by
/// pixel; and gives the same bytes on every processor, because libvips' vector path keeps but six bits of each weight
/// and is taken on some processors alone. Sums are single floating point in a fixed order, rounded once.
struct Reducer: ~Copyable {
  private let input: PixelSize
  private let output: PixelSize
  private let bands: Int
  private let rows: ReductionPlan
  private let columns: ReductionPlan
  /// The last rows that came in, as floating point: row r at r % capacity.
  private let ring: UnsafeMutablePointer<Float>
  private let capacity: Int
  /// One row between the passes, its ends carried on by the taps that reach beyond.
  private let line: UnsafeMutablePointer<Float>
  /// One row after both passes, before rounding.
  private let sums: UnsafeMutablePointer<Float>
  private let result: UnsafeMutablePointer<UInt8>
  private var taken = 0
  private var made = 0

  /// Floats of a row, with room for a vector that reads past the end.
  private let stride: Int

  /// - Parameters:
  ///   - output: no side larger than the input's.
  ///   - bands: 1 to 4.
  init(from input: PixelSize, to output: PixelSize, bands: Int) {
    precondition(output.width <= input.width && output.height <= input.height, "a reducer does not enlarge")
    self.input = input
    self.output = output
    self.bands = bands
    rows = ReductionPlan(from: input.height, to: output.height)
    columns = ReductionPlan(from: input.width, to: output.width)
    stride = (input.width * bands + 15) / 8 * 8
    capacity = min(rows.taps, input.height)
    ring = .allocate(capacity: stride * capacity)
    ring.initialize(repeating: 0, count: stride * capacity)
    let lineLength = (input.width + 2 * columns.margin) * bands + 16
    line = .allocate(capacity: lineLength)
    line.initialize(repeating: 0, count: lineLength)
    sums = .allocate(capacity: output.width * bands + 8)
    sums.initialize(repeating: 0, count: output.width * bands + 8)
    result = .allocate(capacity: output.width * output.height * bands)
  }

  deinit {
    ring.deallocate()
    line.deallocate()
    sums.deallocate()
    result.deallocate()
  }

  /// Whether all rows came and all were made.
  var isComplete: Bool { made == output.height }

  /// The whole result, once complete.
  func pixels() -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: result, count: output.width * output.height * bands)
  }

  /// Takes the next row of `input.width * bands` bytes.
  mutating func take(_ row: UnsafePointer<UInt8>) {
    let target = ring + (taken % capacity) * stride
    for index in 0..<(input.width * bands) { target[index] = Float(row[index]) }
    taken += 1
    while made < output.height, min(rows.start(made) + rows.taps, input.height) <= taken {
      makeLine(made)
      makeRow(made)
      made += 1
    }
  }

  // MARK: Passes

  /// Weighs the rows around output row `y` into `line`.
  private func makeLine(_ y: Int) {
    let first = rows.start(y)
    let weights = rows.weights + y * rows.taps
    let target = UnsafeMutableRawPointer(line + columns.margin * bands)
    func row(_ tap: Int) -> UnsafeRawPointer {
      UnsafeRawPointer(ring + (min(max(first + tap, 0), input.height - 1) % capacity) * stride)
    }
    let size = MemoryLayout<SIMD8<Float>>.size
    let count = (input.width * bands + 7) / 8
    var tap = 0
    // Four rows at a time: the sums are loaded and stored a fourth as often. The number of taps divides by four.
    while tap < rows.taps {
      let a = row(tap)
      let b = row(tap + 1)
      let c = row(tap + 2)
      let d = row(tap + 3)
      let wa = weights[tap]
      let wb = weights[tap + 1]
      let wc = weights[tap + 2]
      let wd = weights[tap + 3]
      for index in 0..<count {
        let at = index * size
        var sum = a.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self) * wa
        sum += b.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self) * wb
        sum += c.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self) * wc
        sum += d.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self) * wd
        if tap > 0 { sum += target.loadUnaligned(fromByteOffset: at, as: SIMD8<Float>.self) }
        target.storeBytes(of: sum, toByteOffset: at, as: SIMD8<Float>.self)
      }
      tap += 4
    }
    carryEnds()
  }

  /// The outermost pixels go on beyond the ends of the line.
  private func carryEnds() {
    let margin = columns.margin * bands
    let end = margin + input.width * bands
    for index in 0..<margin {
      line[index] = line[margin + index % bands]
      line[end + index] = line[end - bands + index % bands]
    }
  }

  /// Weighs the pixels of `line` into output row `y`.
  private func makeRow(_ y: Int) {
    let taps = columns.taps
    let source = UnsafeRawPointer(line)
    let target = UnsafeMutableRawPointer(sums)
    let pixel = bands * MemoryLayout<Float>.size
    if bands >= 3 {
      var weight = columns.weights
      for x in 0..<output.width {
        var at = source + (columns.start(x) + columns.margin) &* pixel
        // Two sums, so that one addition need not wait for the other; the number of taps divides by four.
        var even = SIMD4<Float>(repeating: 0)
        var odd = SIMD4<Float>(repeating: 0)
        let end = weight + taps
        while weight < end {
          even += at.loadUnaligned(as: SIMD4<Float>.self) * weight[0]
          odd += (at + pixel).loadUnaligned(as: SIMD4<Float>.self) * weight[1]
          even += (at + 2 &* pixel).loadUnaligned(as: SIMD4<Float>.self) * weight[2]
          odd += (at + 3 &* pixel).loadUnaligned(as: SIMD4<Float>.self) * weight[3]
          at += 4 &* pixel
          weight += 4
        }
        // With three channels the fourth lane falls on the next pixel, which is written next.
        target.storeBytes(of: even + odd, toByteOffset: x &* pixel, as: SIMD4<Float>.self)
      }
    } else {
      for x in 0..<output.width {
        let start = line + (columns.start(x) + columns.margin) * bands
        let weights = columns.weights + x * taps
        for band in 0..<bands {
          var sum: Float = 0
          for tap in 0..<taps { sum += start[tap * bands + band] * weights[tap] }
          sums[x * bands + band] = sum
        }
      }
    }
    let row = result + y * output.width * bands
    for index in 0..<(output.width * bands) {
      let sum = sums[index]
      let level = sum < 0 ? 0 : sum > 255 ? 255 : sum
      // Adding 2^23 leaves the nearest whole number in the low bits.
      row[index] = UInt8(truncatingIfNeeded: (level + 8_388_608).bitPattern)
    }
  }
}

/// Which pixels of an axis make which, and how much each counts.
private final class ReductionPlan {
  /// Weights for each output pixel; a multiple of four, filled up with zeros.
  let taps: Int
  /// How far a start may lie before the first pixel, or an end behind the last.
  let margin: Int
  /// `taps` for each output pixel, summing to 1.
  let weights: UnsafeMutablePointer<Float>
  private let starts: UnsafeMutablePointer<Int32>

  init(from input: Int, to output: Int) {
    let ratio = Double(input) / Double(output)
    let reach = 3 * ratio
    // An axis that stays is copied: lanczos at whole steps is 1 in the middle and 0 elsewhere.
    let needed = input == output ? 1 : Int((2 * reach).rounded(.down)) + 1
    taps = (needed + 3) / 4 * 4
    margin = taps + 1
    weights = .allocate(capacity: taps * output)
    weights.initialize(repeating: 0, count: taps * output)
    starts = .allocate(capacity: output)
    for index in 0..<output {
      let centre = (Double(index) + 0.5) * ratio - 0.5
      let start = input == output ? index : Int((centre - reach).rounded(.up))
      starts[index] = Int32(start)
      var sum = 0.0
      var values = [Double](repeating: 0, count: needed)
      for tap in 0..<needed {
        values[tap] = input == output ? 1 : ReductionPlan.lanczos3((Double(start + tap) - centre) / ratio)
        sum += values[tap]
      }
      for tap in 0..<needed { weights[index * taps + tap] = Float(values[tap] / sum) }
    }
  }

  deinit {
    weights.deallocate()
    starts.deallocate()
  }

  func start(_ index: Int) -> Int { Int(starts[index]) }

  private static func lanczos3(_ distance: Double) -> Double {
    if distance == 0 { return 1 }
    if abs(distance) >= 3 { return 0 }
    let angle = Double.pi * distance
    return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
  }
}
