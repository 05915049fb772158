import PossessionsCore
import Testing

@Suite struct AgeTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var purchase: String
    var valuation: String
    var months: Int
    var testDescription: String { "\(purchase) to \(valuation)" }
  }

  static let cases: [Case] = [
    // The day number decides.
    .init(purchase: "2023-03-20", valuation: "2026-03-15", months: 35),
    .init(purchase: "2023-03-15", valuation: "2026-03-15", months: 36),
    .init(purchase: "2023-03-16", valuation: "2026-03-15", months: 35),
    .init(purchase: "2026-03-15", valuation: "2026-03-15", months: 0),
    .init(purchase: "2026-02-16", valuation: "2026-03-15", months: 0),
    .init(purchase: "2026-02-15", valuation: "2026-03-15", months: 1),
    .init(purchase: "2019-06-01", valuation: "2026-03-15", months: 81),
    .init(purchase: "2021-09-30", valuation: "2026-03-15", months: 53),
    // A month that lacks the day number reaches it on its last day.
    .init(purchase: "2025-01-31", valuation: "2025-02-28", months: 1),
    .init(purchase: "2025-01-31", valuation: "2025-02-27", months: 0),
    .init(purchase: "2025-01-30", valuation: "2025-02-28", months: 1),
    .init(purchase: "2025-01-29", valuation: "2025-02-28", months: 1),
    .init(purchase: "2025-01-28", valuation: "2025-02-28", months: 1),
    .init(purchase: "2024-01-31", valuation: "2024-02-28", months: 0),
    .init(purchase: "2024-01-31", valuation: "2024-02-29", months: 1),
    .init(purchase: "2025-03-31", valuation: "2025-04-30", months: 1),
    .init(purchase: "2025-03-31", valuation: "2025-05-30", months: 1),
    .init(purchase: "2025-03-31", valuation: "2025-05-31", months: 2),
    // Leap days.
    .init(purchase: "2024-02-29", valuation: "2025-02-28", months: 12),
    .init(purchase: "2024-02-29", valuation: "2025-02-27", months: 11),
    .init(purchase: "2024-02-29", valuation: "2028-02-28", months: 47),
    .init(purchase: "2024-02-29", valuation: "2028-02-29", months: 48),
    .init(purchase: "1900-02-28", valuation: "2000-02-28", months: 1200),
    // A year alone is 1 July, a month alone the 15th.
    .init(purchase: "2022", valuation: "2026-03-15", months: 44),
    .init(purchase: "2022", valuation: "2026-07-01", months: 48),
    .init(purchase: "2022", valuation: "2026-06-30", months: 47),
    .init(purchase: "2018-05", valuation: "2026-03-15", months: 94),
    .init(purchase: "2018-05", valuation: "2026-03-14", months: 93),
    // Never below 0.
    .init(purchase: "2026", valuation: "2026-03-15", months: 0),
    .init(purchase: "2030-01-01", valuation: "2026-03-15", months: 0),
    .init(purchase: "0001-01-01", valuation: "9999-12-31", months: 119_987),
  ]

  @Test(arguments: cases)
  func months(_ example: Case) throws {
    let purchase = try #require(PartialDate(iso: example.purchase))
    let valuation = try #require(PartialDate(iso: example.valuation))
    let age = Age(from: purchase, to: valuation)
    #expect(age.months == example.months)
    #expect(age.isApproximate == (purchase.day == nil))
  }

  /// What was bought later is never older.
  @Test func isMonotone() throws {
    let valuation = try #require(PartialDate(iso: "2025-02-28"))
    var last = Int.max
    for month in 1...12 {
      for day in 1...PartialDate.days(inMonth: month, of: 2024) {
        let age = Age(from: try #require(PartialDate(year: 2024, month: month, day: day)), to: valuation)
        #expect(age.months <= last)
        last = age.months
      }
    }
  }

  @Test(arguments: [("2.5", 30), ("0", 0), ("0.08", 0), ("0.084", 1), ("12", 144), ("3.99", 47), ("0.75", 9)])
  func years(_ text: String, _ months: Int) throws {
    #expect(Age(years: text)?.months == months)
  }

  @Test(arguments: ["-1", "old", "", "1e3", "1,5"])
  func yearsThatAreNone(_ text: String) {
    #expect(Age(years: text) == nil)
  }
}
