import CVectors
import Glibc
import PossessionsCore

/// Makes a picture smaller while its rows come in: lanczos3 in the picture's own gamma, each axis by itself, to exactly
/// the size asked for.
///
/// libvips has this as well (vips_resize). Ours is a fifth of the time, because libvips 8.14 reduces rows pixel by
/// pixel; and gives the same bytes on every processor, because libvips' vector path keeps but six bits of each weight
/// and is taken on some processors alone. Weights are whole numbers of 14 to 16 bits, sums whole numbers of 32; between
/// the passes there are 64 steps to a level.
struct Reducer: ~Copyable {
  private let input: PixelSize
  private let output: PixelSize
  private let bands: Int
  private let rows: ReductionPlan
  private let columns: ReductionPlan
  /// The last rows that came in: row r at r % capacity.
  private let ring: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// The rows of one sum.
  private let summands: UnsafeMutablePointer<UnsafePointer<UInt8>?>
  /// Up to eight rows after the first pass, one after the other.
  private let lines: UnsafeMutablePointer<Int16>
  /// The same side by side, their ends carried on by the taps that reach beyond.
  private let beside: UnsafeMutablePointer<SIMD8<Int16>>
  /// After both passes, still side by side.
  private let sums: UnsafeMutablePointer<SIMD8<UInt8>>
  private let result: UnsafeMutablePointer<UInt8>
  private var taken = 0
  private var made = 0

  /// Numbers of a row in `ring` and `lines`: whole vectors.
  private let stride: Int
  /// Rows that go through the second pass together.
  private static let together = 8

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
    stride = (input.width * bands + 15) / 16 * 16
    capacity = min(rows.taps, input.height)
    ring = Reducer.zeros(stride * capacity)
    summands = Reducer.zeros(rows.taps)
    lines = Reducer.zeros(stride * Reducer.together)
    beside = Reducer.zeros(stride + 2 * columns.margin * bands)
    sums = Reducer.zeros(output.width * bands)
    result = Reducer.zeros(output.width * output.height * bands)
  }

  deinit {
    ring.deallocate()
    summands.deallocate()
    lines.deallocate()
    beside.deallocate()
    sums.deallocate()
    result.deallocate()
  }

  /// Memory for a trivial type, aligned for vectors.
  private static func zeros<Number: BitwiseCopyable>(_ count: Int) -> UnsafeMutablePointer<Number> {
    let size = count * MemoryLayout<Number>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return memory.bindMemory(to: Number.self, capacity: count)
  }

  /// Whether all rows came and all were made.
  var isComplete: Bool { made == output.height }

  /// The whole result, once complete.
  func pixels() -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: result, count: output.width * output.height * bands)
  }

  /// Takes the next row of `input.width * bands` bytes.
  mutating func take(_ row: UnsafePointer<UInt8>) {
    (ring + (taken % capacity) * stride).update(from: row, count: input.width * bands)
    taken += 1
    while made < output.height, min(rows.start(made) + rows.taps, input.height) <= taken {
      weighRows()
      made += 1
      if made % Reducer.together == 0 || made == output.height { weighPixels() }
    }
  }

  // MARK: Passes

  /// The rows around the output row that is next, into `lines`.
  private func weighRows() {
    let first = rows.start(made)
    for tap in 0..<rows.taps {
      summands[tap] = UnsafePointer(ring + (min(max(first + tap, 0), input.height - 1) % capacity) * stride)
    }
    cvectors_weigh_rows(
      summands, rows.weights + made * rows.pairs, Int32(rows.pairs),
      Int32(rows.precision - Reducer.fraction),
      lines + (made % Reducer.together) * stride, stride / 16)
  }

  /// Binary digits behind the point between the passes.
  private static let fraction = 6

  /// The pixels of all `lines` into the output rows that were made last.
  private func weighPixels() {
    let margin = columns.margin * bands
    cvectors_lay_beside(lines, stride, beside + margin, stride / 8)
    // The outermost pixels go on beyond the ends.
    let end = margin + input.width * bands
    for index in 0..<margin {
      beside[index] = beside[margin + index % bands]
      beside[end + index] = beside[end - bands + index % bands]
    }
    for x in 0..<output.width {
      cvectors_weigh_pixels(
        beside + (columns.start(x) + columns.margin) * bands, Int32(bands),
        columns.weights + x * columns.pairs,
        Int32(columns.pairs), Int32(columns.precision + Reducer.fraction), sums + x * bands)
    }
    let count = output.width * bands
    let first = (made - 1) / Reducer.together * Reducer.together
    cvectors_lay_below(sums, result + first * count, count, Int32(made - first))
  }
}

/// Which pixels of an axis make which, and how much each counts.
private final class ReductionPlan {
  /// Weights for each output pixel come in pairs; an odd one has a zero beside it.
  let pairs: Int
  var taps: Int { 2 * pairs }
  /// How far a start may lie before the first pixel, or an end behind the last.
  let margin: Int
  /// Weights count in 1/2^precision, so that the largest fits into 16 bits.
  let precision: Int
  /// `pairs` vectors for each output pixel, a b a b a b a b, summing to 1.
  let weights: UnsafeMutablePointer<SIMD8<Int16>>
  private let starts: UnsafeMutablePointer<Int32>

  init(from input: Int, to output: Int) {
    let ratio = Double(input) / Double(output)
    let reach = 3 * ratio
    // An axis that stays is copied: lanczos at whole steps is 1 in the middle and 0 elsewhere.
    let needed = input == output ? 1 : Int((2 * reach).rounded(.down)) + 1
    pairs = (needed + 1) / 2
    margin = 2 * pairs + 1
    // The largest weight is about 1/ratio.
    precision = ratio < 1.1 ? 14 : ratio < 2.2 ? 15 : 16
    weights = .allocate(capacity: pairs * output)
    starts = .allocate(capacity: output)
    var values = [Double](repeating: 0, count: needed)
    var whole = [Int](repeating: 0, count: 2 * pairs)
    for index in 0..<output {
      let centre = (Double(index) + 0.5) * ratio - 0.5
      let start = input == output ? index : Int((centre - reach).rounded(.up))
      starts[index] = Int32(start)
      for tap in 0..<needed {
        values[tap] = input == output ? 1 : ReductionPlan.lanczos3((Double(start + tap) - centre) / ratio)
      }
      let scale = Double(1 << precision) / values.reduce(0, +)
      var largest = 0
      var rest = 1 << precision
      for tap in 0..<needed {
        whole[tap] = Int((values[tap] * scale).rounded())
        rest -= whole[tap]
        if whole[tap] > whole[largest] { largest = tap }
      }
      // What rounding lost goes where it counts least: a flat picture stays flat.
      whole[largest] += rest
      for pair in 0..<pairs {
        let a = Int16(whole[2 * pair])
        let b = Int16(whole[2 * pair + 1])
        weights[index * pairs + pair] = SIMD8(a, b, a, b, a, b, a, b)
      }
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
