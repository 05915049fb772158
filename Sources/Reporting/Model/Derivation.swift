import PossessionsCore

extension ReportWords {
  /// How the figures of a line came to be, a sentence each, in the order of the computation.
  public func derivation(of line: ReportLine) -> [String] {
    let value = line.value
    let currency = line.ledgerCurrency
    var steps: [String] = []
    func exact(_ minor: Int64?) -> String { amount(minor, currency) }

    switch value.costSource {
    case .appraisal:
      steps.append(
        "replacement cost value = appraised value of the whole line = \(exact(value.replacementCostValue))")
    case .replacementCost:
      steps.append(
        "cost before tax = quantity × unit replacement cost = \(value.quantity) × \(exact(value.unitCost)) = "
          + exact(value.costBeforeTax))
    case .replacementCostTotal:
      steps.append("cost before tax = stated total of the line = \(exact(value.costBeforeTax))")
    case .purchasePrice:
      steps.append("the price paid stands in, without tax: \(exact(value.costBeforeTax))")
    case nil:
      steps.append("no replacement cost is given, so the line is not valued and is in no total")
    }
    if let rate = value.taxRate, value.costSource != .appraisal {
      steps.append(
        "tax = \(exact(value.costBeforeTax)) × \(rate), rounded once, half away from zero = \(exact(value.tax))"
      )
      steps.append(
        "replacement cost value = \(exact(value.costBeforeTax)) + \(exact(value.tax)) = "
          + exact(value.replacementCostValue))
    } else if value.costSource == .replacementCost || value.costSource == .replacementCostTotal {
      steps.append("no tax rate is given, so replacement cost value = \(exact(value.replacementCostValue))")
    }
    if let age = value.age {
      switch age.source {
      case .purchaseDate:
        let date = line.item.date(.purchaseDate)?.description ?? ""
        steps.append(
          "age = whole calendar months from \(date) to \(model.options.valuationDate) = \(age.months)"
            + (age.isApproximate ? ", approximate, since the day is not known" : ""))
      case .ageYears:
        steps.append("age = floor(\(line.item.decimal(.ageYears) ?? "") years × 12) = \(age.months) months")
      }
    }
    if value.replacementCostValue != nil { steps += depreciationSteps(line) }
    if let paid = value.paid {
      steps.append(
        value.unitPaid.map { "price paid = \(value.quantity) × \(exact($0)) = \(exact(paid)), shown beside" }
          ?? "price paid = stated total of the line = \(exact(paid)), shown beside")
    }
    return steps + value.notes.map { "note: \($0.rawValue)" }
  }

  private func depreciationSteps(_ line: ReportLine) -> [String] {
    let value = line.value
    func exact(_ minor: Int64?) -> String { amount(minor, line.ledgerCurrency) }
    let most = model.options.rules.maximumDepreciation
    guard let share = value.depreciationShare else {
      return ["no actual cash value, because its inputs are not given"]
    }
    var steps: [String] = []
    switch value.method {
    case .straightLine:
      let source =
        line.item.decimal(.usefulLifeYears) != nil
        ? "given for the item" : "life table, \(singleLine(line.life?.category ?? line.category))"
      let years = value.lifeYears ?? ""
      var step =
        "straight-line depreciation = age ÷ useful life = \(value.age?.months ?? 0) ÷ (\(years) × 12) months (\(source))"
      if value.isClamped {
        step += ", more than the maximum, so \(most.percentText()) %"
      } else {
        step += " = \(share.numerator)/\(share.denominator) = \(share.percentText()) %"
      }
      steps.append(step)
    case .flatPercent:
      steps.append(
        "flat-percent: \(line.life?.remainingPercent ?? "") % remains (life table, \(singleLine(line.life?.category ?? "")))"
      )
    case .appraised: steps.append("appraised: no depreciation")
    default: steps.append("method none: no depreciation")
    }
    steps.append(
      "actual cash value = \(exact(value.replacementCostValue)) × (1 − \(share.numerator)/\(share.denominator)), rounded "
        + "once, half away from zero = \(exact(value.actualCashValue))")
    steps.append(
      "depreciation = \(exact(value.replacementCostValue)) − \(exact(value.actualCashValue)) = \(exact(value.depreciation))"
    )
    return steps
  }

  /// Everything about one item as text: what `report --explain ITEM` prints. Nil where no line is of that id.
  public func explanation(of itemID: String) -> String? {
    if let excluded = model.excluded.first(where: { $0.item.itemID == itemID }) {
      return "\(singleLine(excluded.item.name)) (\(singleLine(itemID))) is left out: \(excluded.rule.text)\n"
    }
    guard
      let line = model.ledgers.lazy.flatMap(\.allLines).first(where: { $0.item.itemID == itemID })
    else { return nil }
    var text = "\(singleLine(line.item.name)) (\(singleLine(itemID))), line \(line.number)\n"
    text += "  \(line.roomText); \(line.category); \(line.isScheduled ? "scheduled" : "unscheduled"); "
    text += "\(line.ledgerCurrency.code); valued on \(model.options.valuationDate)\n"
    for step in derivation(of: line) { text += "  - \(step)\n" }
    if !line.gaps.isEmpty {
      text += "  missing evidence:\n"
      for gap in line.gaps { text += "  - \(gap.code.rawValue) \(gap.code.meaning): \(gap.remedy)\n" }
    }
    return text
  }
}
