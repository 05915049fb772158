import PossessionsCore
import Testing

@Suite struct LineValuationTests {
  private let rules: ValuationRules

  init() throws {
    rules = ValuationRules(valuationDate: try #require(PartialDate(iso: "2026-03-15")))
  }

  private func value(
    _ fields: FieldTable<FieldValue>, rules: ValuationRules? = nil
  ) -> LineValuation {
    var item = Possession(itemID: "x", fields: fields)
    if item.fields[.currency] == nil { item.fields[.currency] = .text("USD") }
    return LineValuation(of: item, rules: rules ?? self.rules)
  }

  @Test func taxIsRoundedOnceAndAdded() {
    let value = value([
      .replacementCost: .money(1450), .quantity: .integer(12), .taxRate: .decimal("0.0825"),
      .valuation: .text("none"),
    ])
    // 174.00 × 0.0825 = 14.355, a half goes away from zero.
    #expect(value.tax == 1436)
    #expect(value.replacementCostValue == 18_836)
    #expect(value.actualCashValue == 18_836)
  }

  @Test func aLineTotalStaysAsGiven() {
    let value = value([
      .replacementCostTotal: .money(1000), .quantity: .integer(3), .valuation: .text("none"),
    ])
    #expect(value.replacementCostValue == 1000)
    #expect(value.unitCost == nil)
    #expect(self.value([.replacementCostTotal: .money(999), .quantity: .integer(3)]).unitCost == 333)
  }

  @Test func anUnknownCategoryHasNoCashValue() {
    let value = value([
      .replacementCost: .money(1000), .category: .text("records"), .purchaseDate: .date(rules.valuationDate),
    ])
    #expect(value.replacementCostValue == 1000)
    #expect(value.actualCashValue == nil)
    #expect(value.depreciation == nil)
    #expect(value.notes.contains(.noLife))
  }

  @Test func anOwnLifeOverridesTheTable() {
    let value = value([
      .replacementCost: .money(10_000), .category: .text("jewellery"), .ageYears: .decimal("2"),
      .usefulLifeYears: .decimal("4"),
    ])
    #expect(value.method == .straightLine)
    #expect(value.actualCashValue == 5000)
  }

  @Test func flatPercentIsTheShareThatRemains() throws {
    var rules = rules
    rules.lifeTable = try LifeTable(
      csv: "category,method,remaining_percent,provenance\nbooks,flat-percent,60,test")
    let value = value([.replacementCost: .money(1005), .category: .text("books")], rules: rules)
    #expect(value.actualCashValue == 603)
    #expect(value.depreciationShare == Rational(2, over: 5))
  }

  @Test func priceNeverStandsInUnasked() {
    let fields: FieldTable<FieldValue> = [
      .purchasePrice: .money(300), .quantity: .integer(2), .valuation: .text("none"),
      .taxRate: .decimal("0.1"),
    ]
    #expect(value(fields).replacementCostValue == nil)
    #expect(value(fields).paid == 600)
    var asked = rules
    asked.usesPurchasePrice = true
    let standing = value(fields, rules: asked)
    #expect(standing.replacementCostValue == 600)
    #expect(standing.costSource == .purchasePrice)
    #expect(standing.notes.contains(.purchaseStandsIn))
  }

  @Test func aZeroIsAValue() {
    let value = value([.replacementCost: .money(0), .valuation: .text("none")])
    #expect(value.replacementCostValue == 0)
    #expect(value.actualCashValue == 0)
  }

  @Test func theAppraisalIsOfTheWholeLine() {
    let value = value([
      .appraisalValue: .money(640_000), .quantity: .integer(2), .replacementCost: .money(100),
      .scheduled: .boolean(true),
    ])
    #expect(value.method == .appraised)
    #expect(value.replacementCostValue == 640_000)
    #expect(value.actualCashValue == 640_000)
  }

  @Test func overflowLeavesTheFigureOut() {
    let value = value([.replacementCost: .money(.max), .quantity: .integer(2), .valuation: .text("none")])
    #expect(value.replacementCostValue == nil)
    #expect(value.notes.contains(.tooLarge))
  }

  @Test(arguments: [
    (35, 100_000, 51_389), (71, 100_000, 20_000), (72, 100_000, 20_000), (73, 100_000, 20_000),
    (57, 100_000, 20_833),
    (58, 100_000, 20_000), (0, 100_000, 100_000), (1, 1, 1), (36, 1, 1), (36, 3, 2),
  ])
  func clampsAndRounds(_ months: Int, _ cost: Int64, _ cash: Int64) throws {
    let valuation = rules.valuationDate
    let whole = valuation.year * 12 + (valuation.month ?? 1) - 1 - months
    let purchase = try #require(PartialDate(year: whole / 12, month: whole % 12 + 1, day: 15))
    let value = value([
      .replacementCost: .money(cost), .category: .text("TV"), .purchaseDate: .date(purchase),
    ])
    #expect(value.age?.months == months)
    #expect(value.actualCashValue == cash)
    #expect(
      value.replacementCostValue
        == value.actualCashValue.flatMap { cash in value.depreciation.map { cash + $0 } })
  }
}
