/// Numbers of recipes: decimals as people type them, and one way to write each.
///
/// The written form is that of RFC 8785 (JSON Canonicalization Scheme) for the numbers that occur here: no
/// exponent, no trailing zeros, at most six decimals.
enum EditNumber {
  /// Numbers beyond this are refused, so that every one is exact to six decimals.
  static let limit = 1e9

  /// A number written with an optional sign, digits and a point; nil for anything else.
  static func parse(_ text: some StringProtocol) -> Double? {
    var digits = 0
    var points = 0
    for (index, byte) in text.utf8.enumerated() {
      switch byte {
      case 0x30...0x39: digits += 1
      case 0x2E: points += 1
      case 0x2B, 0x2D: if index > 0 { return nil }
      default: return nil
      }
    }
    guard digits > 0, points <= 1, let value = Double(String(text)), abs(value) < limit else { return nil }
    return rounded(value)
  }

  /// The nearest number of six decimals; minus zero becomes zero.
  static func rounded(_ value: Double) -> Double {
    let rounded = (value * 1e6).rounded(.toNearestOrAwayFromZero) / 1e6
    return rounded == 0 ? 0 : rounded
  }

  /// The one way to write it.
  static func text(_ value: Double) -> String {
    let millionths = Int64((min(max(value, -limit), limit) * 1e6).rounded(.toNearestOrAwayFromZero))
    let magnitude = millionths.magnitude
    let sign = millionths < 0 ? "-" : ""
    var fraction = String(magnitude % 1_000_000)
    guard fraction != "0" else { return sign + String(magnitude / 1_000_000) }
    fraction = String(repeating: "0", count: 6 - fraction.count) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(magnitude / 1_000_000).\(fraction)"
  }
}
