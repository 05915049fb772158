/// How old a possession is on the valuation date, in whole calendar months.
public struct Age: Hashable, Sendable {
  public enum Source: String, Sendable { case purchaseDate = "purchase_date", ageYears = "age_years" }

  public var months: Int
  /// The date is known to the month or the year only; it was taken as the 15th or as 1 July.
  public var isApproximate: Bool
  public var source: Source

  public init(months: Int, isApproximate: Bool, source: Source) {
    self.months = months
    self.isApproximate = isApproximate
    self.source = source
  }

  /// Whole calendar months from a purchase to a valuation date, never below 0.
  ///
  /// A month counts once its day number is reached; in a month that is too short for that day, its last day
  /// reaches it. A year alone counts as 1 July, a month alone as the 15th.
  public init(from purchase: PartialDate, to valuation: PartialDate) {
    let (fromYear, fromMonth, fromDay) = Age.day(of: purchase)
    let (toYear, toMonth, toDay) = Age.day(of: valuation)
    var months = (toYear - fromYear) * 12 + toMonth - fromMonth
    if toDay < min(fromDay, PartialDate.days(inMonth: toMonth, of: toYear)) { months -= 1 }
    self.init(months: max(0, months), isApproximate: purchase.day == nil, source: .purchaseDate)
  }

  /// floor(years × 12). Nil for text that is no decimal, or below 0.
  public init?(years text: String) {
    guard let years = Rational(decimal: text), years >= .zero,
      let months = years.times(Rational(whole: 12)), months.floor <= 120_000
    else { return nil }
    self.init(months: Int(months.floor), isApproximate: false, source: .ageYears)
  }

  /// The day that a date stands for in the arithmetic of ages.
  public static func day(of date: PartialDate) -> (year: Int, month: Int, day: Int) {
    (date.year, date.month ?? 7, date.month == nil ? 1 : date.day ?? 15)
  }

  /// `2 y 11 m`, `8 m`, `0 m`.
  public var text: String {
    let (years, rest) = months.quotientAndRemainder(dividingBy: 12)
    if years == 0 { return "\(rest) m" }
    return rest == 0 ? "\(years) y" : "\(years) y \(rest) m"
  }
}
