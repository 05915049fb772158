/// Sums of rounded lines, so that every column foots. Amounts are minor units of one currency.
public struct Totals: Sendable, Hashable {
  public var lines = 0
  public var units: Int128 = 0
  public var replacementCostValue: Int128 = 0
  /// Lines that have a replacement cost value; the others are in no sum.
  public var valuedLines = 0
  public var actualCashValue: Int128 = 0
  public var depreciatedLines = 0
  /// Replacement cost value less actual cash value, over lines that have both.
  public var depreciation: Int128 = 0
  public var paid: Int128 = 0
  public var paidLines = 0

  public init() {}

  public mutating func add(_ line: LineValuation) {
    lines += 1
    units += Int128(line.quantity)
    if let value = line.replacementCostValue {
      replacementCostValue += Int128(value)
      valuedLines += 1
    }
    if let value = line.actualCashValue {
      actualCashValue += Int128(value)
      depreciatedLines += 1
    }
    if let value = line.depreciation { depreciation += Int128(value) }
    if let value = line.paid {
      paid += Int128(value)
      paidLines += 1
    }
  }

  public mutating func add(_ other: Totals) {
    lines += other.lines
    units += other.units
    replacementCostValue += other.replacementCostValue
    valuedLines += other.valuedLines
    actualCashValue += other.actualCashValue
    depreciatedLines += other.depreciatedLines
    depreciation += other.depreciation
    paid += other.paid
    paidLines += other.paidLines
  }
}
