public import PossessionsCore

/// Everything of one currency: currencies are never added together.
public struct Ledger: Sendable {
  public var currency: Currency
  /// Unscheduled lines, by room, then item id.
  public var lines: [ReportLine]
  /// Lines on the policy's own schedule: in no unscheduled total.
  public var scheduled: [ReportLine]
  public var rooms: [RoomTotal]
  public var categories: [CategoryTotal]
  public var total: Totals
  public var scheduledTotal: Totals
  /// Each limit of the policy held against its group, whatever its peril.
  public var limits: [LimitCheck]

  public var allLines: [ReportLine] { lines + scheduled }

  /// The totals after the limits that apply to a loss by `peril`.
  public func limited(by peril: String?) -> (replacementCostValue: Int128, actualCashValue: Int128) {
    var cost = total.replacementCostValue
    var cash = total.actualCashValue
    for check in limits where check.limit.applies(to: peril) {
      cost -= check.replacementCostExcess
      cash -= check.actualCashExcess
    }
    return (cost, cash)
  }

  /// The perils that the limits name, in their order.
  public var perils: [String] {
    var seen: Set<String> = []
    return limits.compactMap(\.limit.peril).filter { seen.insert($0.lowercased()).inserted }
  }
}

/// A location with what is directly in it, and with what is below it as well.
public struct RoomTotal: Sendable {
  public var path: [String]
  public var own = Totals()
  public var withNested = Totals()

  public var name: String { path.last ?? "" }
  public var depth: Int { path.count - 1 }
  public var text: String { path.joined(separator: " / ") }
}

public struct CategoryTotal: Sendable {
  public var name: String
  public var total = Totals()
}

/// Parts of a location as written: `Home / Living room`, `A->B`.
public func roomPath(_ text: String?) -> [String] {
  guard let text else { return ["Unassigned"] }
  var parts: [String] = []
  var part = ""
  var previous: Character?
  for character in text {
    switch character {
    case "/":
      parts.append(part)
      part = ""
    case ">" where previous == "-":
      part.removeLast()
      parts.append(part)
      part = ""
    default: part.append(character)
    }
    previous = character
  }
  parts.append(part)
  let named = parts.map { trimmed(singleLine($0)) }.filter { !$0.isEmpty }
  return named.isEmpty ? ["Unassigned"] : named
}

func trimmed(_ text: String) -> String {
  var text = text[...]
  while text.first?.isWhitespace == true { text.removeFirst() }
  while text.last?.isWhitespace == true { text.removeLast() }
  return String(text)
}

/// Order of rooms: part by part, case ignored, then bytewise; `Unassigned` comes last.
func roomPrecedes(_ left: [String], _ right: [String]) -> Bool {
  if left == right { return false }
  if left == ["Unassigned"] { return false }
  if right == ["Unassigned"] { return true }
  for (one, other) in zip(left, right) where one != other { return namePrecedes(one, other) }
  return left.count < right.count
}

/// Case ignored, then bytewise: the same in every locale.
func namePrecedes(_ left: String, _ right: String) -> Bool {
  let (one, other) = (left.lowercased(), right.lowercased())
  if one != other { return one.utf8.lexicographicallyPrecedes(other.utf8) }
  return left.utf8.lexicographicallyPrecedes(right.utf8)
}
