public import PossessionsCore

/// The words and figures that every format shows, made in one place so that they agree.
public struct ReportWords: Sendable {
  public let model: ReportModel
  private var options: ReportOptions { model.options }

  public init(_ model: ReportModel) {
    self.model = model
  }

  public var title: String {
    switch options.kind {
    case .inventory: "Inventory of possessions"
    case .claim: "Schedule of loss"
    }
  }

  /// `as of 15 March 2026` or `loss of 2 January 2026 by theft`.
  public var dateLine: String {
    let day = longDate(options.valuationDate)
    switch options.kind {
    case .inventory: return "Valued as of \(day)"
    case .claim:
      let peril = options.peril.map { " by \(singleLine($0))" } ?? ""
      return "Loss of \(day)\(peril)"
    }
  }

  // MARK: Amounts

  public var showsAmounts: Bool { !options.redactions.contains(.prices) }

  /// An amount for a column; a dash where there is none, `withheld` where this copy does not show it.
  public func amount(_ minor: Int64?, _ currency: Currency) -> String {
    amount(minor.map { Int128($0) }, currency)
  }

  public func amount(_ minor: Int128?, _ currency: Currency) -> String {
    guard let minor else { return "–" }
    return showsAmounts ? options.locale.amount(minor, currency) : withheldText
  }

  /// With the currency's sign.
  public func money(_ minor: Int128, _ currency: Currency) -> String {
    showsAmounts ? options.locale.amountWithCurrency(minor, currency) : withheldText
  }

  /// A part of a whole in percent with one decimal; a dash where the whole is nothing.
  public func share(_ part: Int128, of whole: Int128) -> String {
    guard whole > 0, showsAmounts, let share = Rational(part, over: whole) else { return "–" }
    return options.locale.grouped(share.percentText()) + " %"
  }

  public func percent(_ share: Rational?) -> String {
    share.map { options.locale.grouped($0.percentText()) + " %" } ?? "–"
  }

  /// `5 of 6 lines`, or `all 6 lines`.
  public func coverage(_ counted: Int, of lines: Int) -> String {
    if lines == 0 { return "no lines" }
    if counted == lines { return lines == 1 ? "the one line" : "all \(number(lines)) lines" }
    return "\(number(counted)) of \(number(lines)) lines"
  }

  public func number(_ value: some BinaryInteger) -> String { options.locale.number(value) }

  public func count(_ value: Int, _ one: String, _ many: String) -> String {
    "\(number(value)) \(value == 1 ? one : many)"
  }

  // MARK: Cover

  public struct Field: Sendable {
    public var label: String
    public var value: String
    public var isGiven: Bool
  }

  /// What the cover says, in order; what is not known says so.
  public var coverFields: [Field] {
    let policy = options.policy
    func field(_ label: String, _ value: String?, hidden: Bool = false) -> Field {
      if hidden { return Field(label: label, value: withheldText, isGiven: false) }
      let text = value.map(singleLine) ?? ""
      return Field(label: label, value: text.isEmpty ? "not given" : text, isGiven: !text.isEmpty)
    }
    var fields = [
      field(
        "Owner", model.owners.joined(separator: ", "), hidden: options.redactions.contains(.owner)),
      field("Premises", policy.premises, hidden: options.redactions.contains(.address)),
      field("Insurer", policy.insurer),
      field("Policy number", policy.policyNumber),
    ]
    if options.kind == .claim {
      fields.append(field("Claim number", policy.claimNumber))
      fields.append(field("Date of loss", longDate(options.valuationDate)))
      fields.append(field("Cause of loss", options.peril))
    } else {
      fields.append(field("Valuation date", longDate(options.valuationDate)))
    }
    fields.append(
      field("Currency", model.ledgers.map(\.currency.code).joined(separator: ", ")))
    fields.append(
      field(
        "Contents",
        "\(count(model.lineCount, "item line", "item lines")), "
          + "\(count(model.exhibits.count, "photo", "photos"))"
          + (model.documents.isEmpty
            ? "" : ", \(count(model.documents.count, "document", "documents"))")))
    if let selection { fields.append(field("Limited to", selection)) }
    fields.append(field("Made by", options.toolVersion))
    fields.append(field("Catalog snapshot", String(model.catalogDigest.hex)))
    return fields
  }

  /// What a report about a part says of itself; nil for a whole one.
  public var selection: String? {
    var parts: [String] = []
    if !options.rooms.isEmpty { parts.append("rooms " + options.rooms.joined(separator: ", ")) }
    if !options.categories.isEmpty {
      parts.append("categories " + options.categories.joined(separator: ", "))
    }
    guard !parts.isEmpty else { return nil }
    return parts.joined(separator: "; ") + " (\(number(model.outsideSelection)) other items not shown)"
  }

  // MARK: Summary

  /// The figure that leads: replacement cost where any line has one, else the price paid.
  public func leads(withPaid ledger: Ledger) -> Bool {
    ledger.total.valuedLines + ledger.scheduledTotal.valuedLines == 0
      && ledger.total.paidLines + ledger.scheduledTotal.paidLines > 0
  }

  /// Advice where the figures are thin; nil where they are not.
  public func remedy(for ledger: Ledger) -> String? {
    let missing = ledger.total.lines - ledger.total.valuedLines
    guard missing > 0 else { return nil }
    let lead =
      leads(withPaid: ledger)
      ? "No line has a replacement cost, so the price paid is shown instead. "
      : "\(count(missing, "line is", "lines are")) not valued and in no total. "
    return lead
      + "Add a column replacement_cost (the price of one new unit, before tax) to the items file and import it again"
      + (ledger.total.paidLines > 0
        ? ", or make this report with --value-from purchase to let the price paid stand in, marked as such."
        : ".")
  }

  /// The excluded items by rule, as a sentence each.
  public var exclusions: [String] {
    ExcludedItem.Rule.allCases.compactMap { rule in
      let number = model.excluded.count { $0.rule == rule }
      guard number > 0 else { return nil }
      return "\(count(number, "item is", "items are")) left out: \(rule.text)."
    }
  }

  // MARK: Method

  public struct Paragraph: Sendable {
    public var heading: String
    public var text: String
  }

  public var method: [Paragraph] {
    let most = options.rules.maximumDepreciation.percentText(decimals: 1)
    let shownMost = most.hasSuffix(".0") ? String(most.dropLast(2)) : most
    var paragraphs = [
      Paragraph(
        heading: "Replacement cost value (RCV)",
        text: "Quantity times the price of one new unit before tax, plus sales tax where a rate is given. "
          + "The tax of a line is rounded once."),
      Paragraph(
        heading: "Actual cash value (ACV)",
        text: "An age-based estimate, not a physical inspection. Straight-line: depreciation is the age in "
          + "whole months divided by the useful life in months. It runs at its normal rate and stops at "
          + "\(shownMost) % (a clamp on the whole value; not a salvage base, which would give other figures)."
          + " ACV is RCV less depreciation."),
      Paragraph(
        heading: "Age",
        text: "Whole calendar months from purchase to the valuation date. A month counts once its day number "
          + "is reached; a month too short for that day counts on its last day. A year alone stands for "
          + "1 July, a month alone for the 15th, and the line is marked approx. Without a purchase date, "
          + "the stated age in years times 12, rounded down."),
      Paragraph(
        heading: "Other methods",
        text: "Flat-percent: a fixed share of the RCV remains. None: ACV equals RCV, the default for "
          + "jewellery, art, antiques, collectibles and cash. Appraised: RCV and ACV are the appraised value "
          + "of the whole line."),
      Paragraph(
        heading: "Rounding and totals",
        text: "Amounts are computed exactly in the smallest unit of their currency. Each figure of a line is "
          + "rounded once, half away from zero; totals add the rounded lines, so every column foots. A figure "
          + "without its inputs is left blank, is in no total and is never taken as zero; each total says how "
          + "many lines it covers. Currencies are never added together."),
      Paragraph(
        heading: "Scheduled items",
        text: "Things on the policy's own schedule are listed apart and are in no unscheduled total."),
      Paragraph(
        heading: "Price paid",
        text: options.rules.usesPurchasePrice
          ? "Where no replacement cost is known, the price paid stands in, without tax, as was asked for. "
            + "Such a line is marked."
          : "Shown and totalled beside the other figures. It never stands in for a replacement cost."),
      Paragraph(
        heading: "What is left out",
        text: "Things sold on or before the valuation date, removed from the items file, or archived."
          + (options.kind == .claim ? " In a claim, things that were not lost." : "")),
      Paragraph(
        heading: "Pictures",
        text:
          "Photos are shown upright. Camera position, serial number and other metadata are taken out of every "
          + "picture of this document. Where a picture was cropped or otherwise edited it says so, and the "
          + "hash given is that of the untouched original. Times are as recorded by the camera."),
    ]
    if !options.policy.limits.isEmpty {
      paragraphs.append(
        Paragraph(
          heading: "Limits",
          text:
            "Limits are those of the policy file; none is built in. A line counts against the first limit "
            + "whose group it is in. The limited total takes the lesser of each group and its limit."))
    }
    return paragraphs
  }

  /// The rows of the life table that this report used.
  public var usedLives: [LifeTable.Row] {
    var seen: Set<String> = []
    return model.ledgers.flatMap(\.allLines).compactMap(\.life)
      .filter { seen.insert($0.category).inserted }.sorted { namePrecedes($0.category, $1.category) }
  }

  public func lifeText(_ row: LifeTable.Row) -> String {
    switch row.method {
    case .straightLine:
      row.lifeYears.map { "\(options.locale.grouped($0)) \($0 == "1" ? "year" : "years")" } ?? "–"
    case .flatPercent: row.remainingPercent.map { "\(options.locale.grouped($0)) % remains" } ?? "–"
    default: "no depreciation"
    }
  }

  // MARK: Attestation

  public var attestation: String {
    switch options.kind {
    case .inventory:
      "I state that, to the best of my knowledge, this inventory describes property owned at the premises "
        + "named on its cover as of \(longDate(options.valuationDate))."
    case .claim:
      "I state that, to the best of my knowledge, the property in this schedule was owned and was lost or "
        + "damaged on \(longDate(options.valuationDate))."
    }
  }

  public var attestationNote: String {
    "This is not a sworn proof of loss form. An insurer may ask for one apart from this document."
  }

  // MARK: Lines

  /// Brand, model and serial of a line, those that are known.
  public func makerText(_ line: ReportLine) -> String {
    var parts: [String] = []
    let maker = [line.item.text(.brand), line.item.text(.model)].compactMap { $0 }
      .map(singleLine).filter { !$0.isEmpty }
    if !maker.isEmpty { parts.append(maker.joined(separator: " ")) }
    if let serial = line.item.text(.serialNumber), !serial.isEmpty {
      parts.append("serial \(singleLine(serial))")
    }
    return parts.joined(separator: " · ")
  }

  public func ageText(_ line: ReportLine) -> String {
    guard let age = line.value.age else { return "–" }
    return age.isApproximate ? "approx. \(age.text)" : age.text
  }

  public func depreciationText(_ line: ReportLine) -> String {
    guard let share = line.value.depreciationShare else { return "–" }
    return percent(share) + (line.value.isClamped ? " max." : "")
  }

  /// Purchase, method and appraisal in a sentence or two; empty where nothing is known.
  public func particulars(_ line: ReportLine) -> [String] {
    var parts: [String] = []
    var bought: [String] = []
    if let date = line.item.date(.purchaseDate) { bought.append("bought \(date)") }
    if let place = line.item.text(.purchasePlace), !place.isEmpty { bought.append("at \(singleLine(place))") }
    if !bought.isEmpty { parts.append(bought.joined(separator: " ")) }
    if let condition = line.item.text(.condition), !condition.isEmpty {
      parts.append("condition \(singleLine(condition))")
    }
    if line.item.boolean(.businessUse) == true { parts.append("business use") }
    if let status = line.item.text(.lossStatus), !status.isEmpty, options.kind == .claim {
      parts.append(singleLine(status))
    }
    return parts
  }

  /// Appraisal of a scheduled or appraised line.
  public func appraisalText(_ line: ReportLine) -> String {
    guard let value = line.item.money(.appraisalValue) else { return "no appraisal" }
    var text = "appraised \(amount(value.minor, value.currency))"
    if let date = line.item.date(.appraisalDate) { text += " on \(date)" }
    if let appraiser = line.item.text(.appraiser), !appraiser.isEmpty {
      text += " by \(singleLine(appraiser))"
    }
    return text
  }
}

extension ReportWords {
  /// Lines with gaps: currency by currency, the most at stake first, those without a value last.
  public static func byStake(_ lines: [ReportLine]) -> [ReportLine] {
    lines.filter { !$0.gaps.isEmpty }.sorted { left, right in
      let (one, other) = (left.valueAtStake ?? -1, right.valueAtStake ?? -1)
      let (first, second) = (left.ledgerCurrency.code, right.ledgerCurrency.code)
      if first != second { return first < second }
      return one != other ? one > other : left.number < right.number
    }
  }

  /// What the totals come to under the limits, a sentence for each peril that matters.
  public func limitedTotals(_ ledger: Ledger) -> [String] {
    func sentence(_ lead: String, _ peril: String?) -> String {
      let limited = ledger.limited(by: peril)
      return
        "\(lead) the limited totals are replacement cost \(money(limited.replacementCostValue, ledger.currency)) and "
        + "actual cash value \(money(limited.actualCashValue, ledger.currency)); without limits "
        + "\(money(ledger.total.replacementCostValue, ledger.currency)) and "
        + "\(money(ledger.total.actualCashValue, ledger.currency))."
    }
    if model.options.kind == .claim {
      return [sentence("For this loss", model.options.peril)]
    }
    var sentences = ledger.perils.map { sentence("For a loss by \(singleLine($0))", $0) }
    if ledger.limits.contains(where: { $0.limit.peril == nil }) {
      sentences.insert(sentence("For any other loss", nil), at: 0)
    }
    return sentences
  }
}
