/// The rules by which every line is valued. One value for a whole report.
public struct ValuationRules: Sendable, Hashable {
  /// A full day: today for an inventory, the loss date for a claim.
  public var valuationDate: PartialDate
  public var lifeTable: LifeTable
  /// Depreciation stops here; a share of 1.
  public var maximumDepreciation: Rational
  /// The price paid stands in where no replacement cost is given; such a line is marked.
  public var usesPurchasePrice: Bool

  public static let defaultMaximumDepreciation = Rational(80, over: 100) ?? .one

  public init(
    valuationDate: PartialDate, lifeTable: LifeTable = .standard,
    maximumDepreciation: Rational = ValuationRules.defaultMaximumDepreciation, usesPurchasePrice: Bool = false
  ) {
    self.valuationDate = valuationDate
    self.lifeTable = lifeTable
    self.maximumDepreciation = maximumDepreciation
    self.usesPurchasePrice = usesPurchasePrice
  }
}

/// What one possession is worth on the valuation date, and how that was found. Amounts are minor units.
///
/// The formulas are those of `docs/reports.md`: each figure is exact until it is rounded once, half away from
/// zero; a figure whose inputs are not given is nil, never 0.
public struct LineValuation: Sendable, Hashable {
  public enum CostSource: String, Sendable {
    case replacementCost = "replacement_cost"
    case replacementCostTotal = "replacement_cost_total"
    case appraisal = "appraisal_value"
    /// Stands in because it was asked for.
    case purchasePrice = "purchase_price"
  }

  /// What a reader of the line should know beside its figures.
  public enum Note: String, Sendable, CaseIterable {
    case approximateAge = "the purchase date is not known to the day: the age is approximate"
    case purchaseStandsIn = "the price paid stands in for the replacement cost"
    case datesDisagree = "purchase date and stated age differ by more than a year: the date was used"
    case totalsDisagree =
      "unit cost times quantity differs from the stated line total: the unit cost was used"
    case boughtAfterValuation = "bought after the valuation date: age 0 was used"
    case unknownMethod = "the valuation method is not known: the category's own was used"
    case tooLarge = "a figure is too large to be computed: it was left out"
    case noAge = "no purchase date and no age: no actual cash value"
    case noLife = "no useful life is known for the category: no actual cash value"
    case noAppraisal = "no appraised value: the replacement cost was used"
  }

  public var quantity: Int64
  public var currency: Currency?
  /// Per unit, before tax; nil where only a line total is known that does not divide evenly.
  public var unitCost: Int64?
  public var costSource: CostSource?
  /// quantity × unit cost, before tax.
  public var costBeforeTax: Int64?
  /// As decimal text; nil where none is set.
  public var taxRate: String?
  public var tax: Int64?
  /// Replacement cost value of the line, with tax.
  public var replacementCostValue: Int64?
  public var age: Age?
  public var method: ValuationMethod?
  /// Years as decimal text, where the method is straight-line.
  public var lifeYears: String?
  /// A share of 1, after the clamp; nil where no actual cash value could be found.
  public var depreciationShare: Rational?
  public var isClamped = false
  public var actualCashValue: Int64?
  /// Per unit and for the line, as paid. Shown beside, never a replacement cost by itself.
  public var unitPaid: Int64?
  public var paid: Int64?
  public var notes: [Note] = []

  /// Replacement cost value less actual cash value.
  public var depreciation: Int64? {
    guard let replacementCostValue, let actualCashValue else { return nil }
    return replacementCostValue - actualCashValue
  }

  /// - Parameter isScheduled: whether it stands on the policy's own schedule, where the appraised value counts.
  public init(of item: Possession, rules: ValuationRules) {
    quantity = item.quantity
    currency = item.currency
    let isScheduled = item.boolean(.scheduled) == true
    let row = item.text(.category).flatMap { rules.lifeTable.row(for: $0) }

    (unitPaid, paid) = LineValuation.pair(
      unit: item.money(.purchasePrice)?.minor, total: item.money(.purchasePriceTotal)?.minor,
      quantity: quantity, notes: &notes)
    findAge(of: item, rules: rules)
    findMethod(of: item, row: row, isScheduled: isScheduled)
    findReplacementCost(of: item, isScheduled: isScheduled, rules: rules)
    findActualCashValue(row: row, rules: rules)
  }

  private mutating func findAge(of item: Possession, rules: ValuationRules) {
    let stated = item.decimal(.ageYears).flatMap { Age(years: $0) }
    if let purchase = item.date(.purchaseDate) {
      let computed = Age(from: purchase, to: rules.valuationDate)
      if let stated, abs(stated.months - computed.months) > 12 { notes.append(.datesDisagree) }
      if computed.isApproximate { notes.append(.approximateAge) }
      if LineValuation.isAfter(purchase, rules.valuationDate) { notes.append(.boughtAfterValuation) }
      age = computed
    } else {
      age = stated
    }
  }

  private mutating func findMethod(of item: Possession, row: LifeTable.Row?, isScheduled: Bool) {
    let ownLife = item.decimal(.usefulLifeYears).flatMap { text in
      Rational(decimal: text).flatMap { $0 > .zero ? text : nil }
    }
    let hasAppraisal = item.money(.appraisalValue) != nil
    let hasCost =
      item.money(.replacementCost) != nil || item.money(.replacementCostTotal) != nil
    if let asked = item.text(.valuation), !asked.isEmpty {
      method = ValuationMethod(reading: asked)
      if method == nil { notes.append(.unknownMethod) }
    }
    if method == nil {
      if hasAppraisal && (isScheduled || !hasCost) {
        method = .appraised
      } else if ownLife != nil {
        method = .straightLine
      } else {
        method = row?.method
      }
    }
    if method == .straightLine { lifeYears = ownLife ?? row?.lifeYears }
  }

  private mutating func findReplacementCost(of item: Possession, isScheduled: Bool, rules: ValuationRules) {
    if method == .appraised {
      if let appraised = item.money(.appraisalValue)?.minor {
        costSource = .appraisal
        costBeforeTax = appraised
        replacementCostValue = appraised
        return
      }
      notes.append(.noAppraisal)
    }
    let unit = item.money(.replacementCost)?.minor
    let total = item.money(.replacementCostTotal)?.minor
    if unit != nil || total != nil {
      costSource = unit != nil ? .replacementCost : .replacementCostTotal
      (unitCost, costBeforeTax) = LineValuation.pair(
        unit: unit, total: total, quantity: quantity, notes: &notes)
      guard let before = costBeforeTax else { return }
      replacementCostValue = before
      if let text = item.decimal(.taxRate), let rate = Rational(decimal: text), rate > .zero {
        taxRate = text
        guard let exact = Rational(whole: before).times(rate), let rounded = Int64(exactly: exact.rounded),
          case (let sum, false) = before.addingReportingOverflow(rounded)
        else {
          notes.append(.tooLarge)
          replacementCostValue = nil
          return
        }
        tax = rounded
        replacementCostValue = sum
      }
    } else if rules.usesPurchasePrice, let paid {
      costSource = .purchasePrice
      unitCost = unitPaid
      costBeforeTax = paid
      replacementCostValue = paid
      notes.append(.purchaseStandsIn)
    }
  }

  private mutating func findActualCashValue(row: LifeTable.Row?, rules: ValuationRules) {
    guard let value = replacementCostValue else { return }
    var share: Rational?
    switch method {
    case .appraised:
      share = costSource == .appraisal ? .zero : nil
    case .some(.none):
      share = .zero
    case .flatPercent:
      let kept = row?.remainingPercent.flatMap { Rational(decimal: $0) }?
        .dividedBy(Rational(whole: 100))
      share = kept.flatMap { Rational.one.minus($0) }
      if share == nil { notes.append(.noLife) }
    case .straightLine:
      guard let age else {
        notes.append(.noAge)
        return
      }
      guard let years = lifeYears.flatMap({ Rational(decimal: $0) }), years > .zero,
        let months = years.times(Rational(whole: 12))
      else {
        notes.append(.noLife)
        return
      }
      guard let used = Rational(whole: Int64(age.months)).dividedBy(months) else {
        notes.append(.tooLarge)
        return
      }
      isClamped = used > rules.maximumDepreciation
      share = isClamped ? rules.maximumDepreciation : used
    case nil:
      notes.append(.noLife)
    }
    guard let share else { return }
    guard let kept = Rational.one.minus(share), let exact = Rational(whole: value).times(kept),
      let rounded = Int64(exactly: exact.rounded)
    else {
      notes.append(.tooLarge)
      return
    }
    depreciationShare = share
    actualCashValue = rounded
  }

  /// Unit and line figure from what is given of the two: the unit figure where both are and disagree.
  private static func pair(
    unit: Int64?, total: Int64?, quantity: Int64, notes: inout [Note]
  ) -> (unit: Int64?, line: Int64?) {
    if let unit {
      let (line, overflow) = unit.multipliedReportingOverflow(by: quantity)
      if overflow {
        notes.append(.tooLarge)
        return (unit, nil)
      }
      if let total, total != line { notes.append(.totalsDisagree) }
      return (unit, line)
    }
    guard let total else { return (nil, nil) }
    let dividesEvenly = quantity > 0 && total.isMultiple(of: quantity)
    return (dividesEvenly ? total / quantity : nil, total)
  }

  /// Whether a date, known to whatever precision, begins after a full day.
  static func isAfter(_ date: PartialDate, _ day: PartialDate) -> Bool {
    let first = (date.year, date.month ?? 1, date.day ?? 1)
    return first > (day.year, day.month ?? 12, day.day ?? 31)
  }
}
