/// Edits that change every value by itself: brightness, contrast, gamma and levels, as one table from value to value.
///
/// Brightness, contrast, saturation and grayscale are those of CSS (W3C, Filter Effects Module Level 1), on the sRGB
/// values as they are stored; values are cut to 0…1 between steps and rounded once at the end, halves up.
public enum ToneCurve {
  /// A function of 0…1.
  public enum Step: Hashable, Sendable {
    /// `v F`
    case brightness(Double)
    /// `(v - 0.5) F + 0.5`
    case contrast(Double)
    /// `v^(1/F)`
    case gamma(Double)
    /// `(v - low) / (high - low)`
    case levels(low: Double, high: Double)

    public init?(_ edit: ResolvedEdit) {
      switch edit {
      case .brightness(let factor): self = .brightness(factor)
      case .contrast(let factor): self = .contrast(factor)
      case .gamma(let factor): self = .gamma(factor)
      default: return nil
      }
    }

    func applied(to value: Double) -> Double {
      let result =
        switch self {
        case .brightness(let factor): value * factor
        case .contrast(let factor): (value - 0.5) * factor + 0.5
        case .gamma(let factor): power(value, 1 / factor)
        case .levels(let low, let high): (value - low) / (high - low)
        }
      return min(max(result, 0), 1)
    }
  }

  /// The value that each value from 0 to `scale` becomes.
  ///
  /// - Parameter scale: 255 or 65535.
  public static func table(of steps: [Step], scale: Int) -> [UInt16] {
    (0...scale).map { value in
      let result = steps.reduce(Double(value) / Double(scale)) { $1.applied(to: $0) }
      return UInt16(result * Double(scale) + 0.5)
    }
  }

  /// Where a picture's values begin and end, 0…1: half a percent of them may lie beyond at either end. Nil where the
  /// rest spans less than a tenth of the scale, which is a picture of nothing, or all of it.
  ///
  /// - Parameter counts: how often each value occurs.
  public static func levels(of counts: [Int]) -> ClosedRange<Double>? {
    let total = counts.reduce(0, +)
    let scale = Double(counts.count - 1)
    // Integers: 200 * below > total is "more than half a percent".
    var below = 0
    guard
      let low = counts.indices.first(where: {
        below += counts[$0]; return 200 * below > total
      })
    else {
      return nil
    }
    var above = 0
    guard
      let high = counts.indices.reversed().first(where: {
        above += counts[$0]; return 200 * above > total
      }),
      Double(high - low) >= scale / 10, low > 0 || high < counts.count - 1
    else { return nil }
    return Double(low) / scale...Double(high) / scale
  }

  /// `base` to the power of `exponent` for a base of 0…1, by series, so that every machine gives the same table.
  static func power(_ base: Double, _ exponent: Double) -> Double {
    if base <= 0 { return 0 }
    if base >= 1 { return 1 }
    return exponential(logarithm(base) * exponent)
  }

  /// Natural logarithm of a positive number: its binary exponent, and the inverse hyperbolic tangent's series.
  private static func logarithm(_ value: Double) -> Double {
    var mantissa = value.significand
    var exponent = Double(value.exponent)
    if mantissa > 1.414_213_562_373_095 {
      mantissa /= 2
      exponent += 1
    }
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var power = ratio
    var sum = 0.0
    for step in 0..<18 {
      sum += power / Double(2 * step + 1)
      power *= square
    }
    return 2 * sum + exponent * 0.693_147_180_559_945_3
  }

  /// e to the power of a number at most 0: halved until small, the series, squared back.
  private static func exponential(_ value: Double) -> Double {
    if value < -700 { return 0 }
    let halvings = 10
    let small = value / 1024
    var term = 1.0
    var sum = 1.0
    for step in 1...14 {
      term *= small / Double(step)
      sum += term
    }
    for _ in 0..<halvings { sum *= sum }
    return sum
  }
}

/// Matrices of colour edits, rows for red, green and blue.
public enum ColourMatrix {
  /// Weights of luma after ITU-R BT.709, as CSS grayscale has them.
  public static let luma = [0.2126, 0.7152, 0.0722]

  public static let grayscale = [luma, luma, luma]

  /// CSS `saturate()`: 0 is gray, 1 changes nothing.
  public static func saturation(_ factor: Double) -> [[Double]] {
    let weights = [0.213, 0.715, 0.072]
    return (0..<3).map { row in
      (0..<3).map { column in
        weights[column] * (1 - factor) + (row == column ? factor : 0)
      }
    }
  }
}
