/// An exact fraction in 128 bits, in lowest terms, with a denominator above 0.
///
/// Operations give nil where 128 bits do not hold the result: a figure is then left out and said so, never wrong.
public struct Rational: Hashable, Sendable, Comparable {
  public let numerator: Int128
  public let denominator: Int128

  public static let zero = Rational(whole: 0)
  public static let one = Rational(whole: 1)

  public init(whole: Int64) {
    numerator = Int128(whole)
    denominator = 1
  }

  /// Nil where the denominator is 0 or a sign cannot be turned.
  public init?(_ numerator: Int128, over denominator: Int128) {
    guard denominator != 0, numerator != .min, denominator != .min else { return nil }
    let divisor = Rational.greatestCommonDivisor(numerator.magnitude, denominator.magnitude)
    let sign: Int128 = denominator < 0 ? -1 : 1
    self.numerator = sign * numerator / Int128(divisor)
    self.denominator = sign * denominator / Int128(divisor)
  }

  /// Reads plain decimal text: an optional minus, digits, an optional point with digits. At most 18 digits.
  public init?(decimal text: some StringProtocol) {
    var value: Int128 = 0
    var scale: Int128 = 1
    var digits = 0
    var afterPoint = false
    var negative = false
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case 0x2D where index == 0: negative = true
      case 0x2E where !afterPoint: afterPoint = true
      case 0x30...0x39:
        digits += 1
        guard digits <= 18 else { return nil }
        value = value * 10 + Int128(byte - 0x30)
        if afterPoint { scale *= 10 }
      default: return nil
      }
    }
    guard digits > 0 else { return nil }
    self.init(negative ? -value : value, over: scale)
  }

  public func times(_ other: Rational) -> Rational? {
    // Cross-reduced first, so that only results that do not fit are refused.
    guard let left = Rational(numerator, over: other.denominator),
      let right = Rational(other.numerator, over: denominator)
    else { return nil }
    let (top, topOverflow) = left.numerator.multipliedReportingOverflow(by: right.numerator)
    let (bottom, bottomOverflow) = left.denominator.multipliedReportingOverflow(by: right.denominator)
    return topOverflow || bottomOverflow ? nil : Rational(top, over: bottom)
  }

  public func dividedBy(_ other: Rational) -> Rational? {
    guard let inverse = Rational(other.denominator, over: other.numerator) else { return nil }
    return times(inverse)
  }

  public func minus(_ other: Rational) -> Rational? {
    let (left, first) = numerator.multipliedReportingOverflow(by: other.denominator)
    let (right, second) = other.numerator.multipliedReportingOverflow(by: denominator)
    let (bottom, third) = denominator.multipliedReportingOverflow(by: other.denominator)
    guard !first, !second, !third else { return nil }
    let (top, fourth) = left.subtractingReportingOverflow(right)
    return fourth ? nil : Rational(top, over: bottom)
  }

  /// The whole number nearest to it; a half goes away from zero.
  public var rounded: Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    // remainder × 2 >= denominator, written so that nothing can overflow.
    let reaches = remainder.magnitude >= denominator.magnitude - remainder.magnitude
    guard remainder != 0, reaches else { return quotient }
    return quotient + (numerator < 0 ? -1 : 1)
  }

  /// The greatest whole number that is not above it.
  public var floor: Int128 {
    let (quotient, remainder) = numerator.quotientAndRemainder(dividingBy: denominator)
    return remainder < 0 ? quotient - 1 : quotient
  }

  public static func < (left: Rational, right: Rational) -> Bool {
    // Compared by whole parts first, so that equal sizes do not overflow.
    if left.floor != right.floor { return left.floor < right.floor }
    guard let difference = left.minus(right) else {
      return Double(left.numerator) / Double(left.denominator)
        < Double(right.numerator) / Double(right.denominator)
    }
    return difference.numerator < 0
  }

  /// As a percentage with `decimals` digits after the point, rounded half away from zero: 35/72 gives `48.6`.
  public func percentText(decimals: Int = 1) -> String {
    var scale: Int128 = 100
    for _ in 0..<decimals { scale *= 10 }
    guard let factor = Rational(scale, over: 1), let scaled = times(factor) else { return "" }
    return wideDecimalText(scaled.rounded, decimals: decimals)
  }

  private static func greatestCommonDivisor(_ left: UInt128, _ right: UInt128) -> UInt128 {
    var (a, b) = (left, right)
    while b != 0 { (a, b) = (b, a % b) }
    return a == 0 ? 1 : a
  }
}

/// Plain decimal text of a scaled whole number of 128 bits: (123450, 2) gives `1234.50`.
public func wideDecimalText(_ scaled: Int128, decimals: Int) -> String {
  let sign = scaled < 0 ? "-" : ""
  let digits = String(scaled.magnitude)
  guard decimals > 0 else { return sign + digits }
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
  return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}
