import PossessionsCore
import Testing

@Suite struct RationalTests {
  @Test(arguments: [
    (1, 2, 1), (-1, 2, -1), (3, 2, 2), (-3, 2, -2), (1, 3, 0), (2, 3, 1), (-2, 3, -1), (5, 10, 1), (4, 10, 0),
    (14_355, 10, 1436), (14_345, 10, 1435), (0, 7, 0), (149, 100, 1), (150, 100, 2),
  ])
  func roundsHalfAwayFromZero(_ numerator: Int, _ denominator: Int, _ whole: Int) throws {
    let value = try #require(Rational(Int128(numerator), over: Int128(denominator)))
    #expect(value.rounded == Int128(whole))
  }

  @Test(arguments: [("0.0825", 825, 10_000), ("12", 12, 1), ("-3.5", -35, 10), ("0.30", 3, 10), (".5", 1, 2)])
  func reads(_ text: String, _ numerator: Int, _ denominator: Int) throws {
    let value = try #require(Rational(decimal: text))
    #expect(value == Rational(Int128(numerator), over: Int128(denominator)))
  }

  @Test(arguments: ["", "-", ".", "1.2.3", "1e5", "+1", " 1", "1234567890123456789"])
  func refuses(_ text: String) {
    #expect(Rational(decimal: text) == nil)
  }

  @Test(arguments: [
    (35, 72, "48.6"), (53, 120, "44.2"), (1, 3, "33.3"), (2, 3, "66.7"), (1, 1, "100.0"), (0, 1, "0.0"),
  ])
  func percent(_ numerator: Int, _ denominator: Int, _ text: String) throws {
    #expect(Rational(Int128(numerator), over: Int128(denominator))?.percentText() == text)
  }

  /// The largest amount times the longest rate still fits; beyond 128 bits there is no figure rather than a wrong one.
  @Test func isSafeAtItsEdges() throws {
    let most = Rational(whole: .max)
    let rate = try #require(Rational(decimal: "0.29999999999999999"))
    let product = try #require(most.times(rate))
    #expect(product.rounded == 2767011611056432650)
    #expect(most.times(most)?.times(most) == nil)
    #expect(most.times(most).map { $0.dividedBy(most) } == .some(most))
  }

  @Test func wideText() {
    #expect(wideDecimalText(123_450, decimals: 2) == "1234.50")
    #expect(wideDecimalText(-5, decimals: 2) == "-0.05")
    #expect(wideDecimalText(1200, decimals: 0) == "1200")
    #expect(wideDecimalText(7, decimals: 3) == "0.007")
  }
}
