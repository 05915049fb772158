public import PossessionsCore

/// What the tables of every format show, column by column.
extension ReportWords {
  /// A figure of the summary.
  public struct Tile: Sendable {
    public var label: String
    public var figure: String
    public var small: String?
  }

  public func tiles(_ ledger: Ledger) -> [Tile] {
    let total = ledger.total
    var tiles = [
      Tile(
        label: "Item lines", figure: number(total.lines),
        small: "\(number(total.units)) \(total.units == 1 ? "unit" : "units")")
    ]
    if total.valuedLines > 0 {
      tiles.append(
        Tile(
          label: "Replacement cost", figure: money(total.replacementCostValue, ledger.currency),
          small: "for \(coverage(total.valuedLines, of: total.lines))"))
      // What is not known is never zero.
      let isKnown = total.depreciatedLines > 0
      tiles.append(
        Tile(
          label: "Actual cash value",
          figure: isKnown ? money(total.actualCashValue, ledger.currency) : "–",
          small: isKnown
            ? "for \(coverage(total.depreciatedLines, of: total.lines))" : "no line has an age and a life"))
      if isKnown {
        tiles.append(
          Tile(
            label: "Recoverable depreciation", figure: money(total.depreciation, ledger.currency),
            small: "replacement less cash value"))
      }
    }
    if total.paidLines > 0 {
      tiles.append(
        Tile(
          label: "Price paid", figure: money(total.paid, ledger.currency),
          small: "for \(coverage(total.paidLines, of: total.lines))"))
    }
    if !ledger.scheduled.isEmpty {
      let scheduled = ledger.scheduledTotal
      tiles.append(
        Tile(
          label: "Scheduled, apart", figure: money(scheduled.replacementCostValue, ledger.currency),
          small: scheduled.valuedLines == scheduled.lines
            ? count(scheduled.lines, "line", "lines")
            : "for \(coverage(scheduled.valuedLines, of: scheduled.lines))"))
    }
    tiles.append(
      Tile(label: "Not valued", figure: number(total.lines - total.valuedLines), small: "in no total"))
    let open = ledger.allLines.filter { !$0.gaps.isEmpty }
    tiles.append(
      Tile(
        label: "Evidence gaps", figure: number(open.reduce(0) { $0 + $1.gaps.count }),
        small: "on \(count(open.count, "line", "lines"))"))
    if !ledger.limits.isEmpty {
      tiles.append(
        Tile(
          label: "Limits exceeded", figure: number(ledger.limits.count { $0.replacementCostExcess > 0 }),
          small: "of \(count(ledger.limits.count, "limit", "limits"))"))
    }
    return tiles
  }

  /// A sentence about photos that no item has; nil where there are none.
  public var unattached: String? {
    guard model.unattachedPictures > 0 else { return nil }
    return model.unattachedPictures == 1
      ? "1 photo of the catalog belongs to no item and is not shown."
      : "\(number(model.unattachedPictures)) photos of the catalog belong to no item and are not shown."
  }

  /// A column of the tables by room and by category.
  public struct TotalColumn: Sendable {
    public var label: String
    public var isWide: Bool
    public var value: @Sendable (Totals) -> String
  }

  public func totalColumns(_ ledger: Ledger) -> [TotalColumn] {
    let currency = ledger.currency
    let paid = leads(withPaid: ledger)
    let whole = paid ? ledger.total.paid : ledger.total.replacementCostValue
    var columns = [
      TotalColumn(label: "Lines", isWide: false) { number($0.lines) },
      TotalColumn(label: "Units", isWide: false) { number($0.units) },
    ]
    if ledger.total.valuedLines > 0 {
      columns.append(
        TotalColumn(label: "Replacement cost", isWide: true) {
          amount($0.valuedLines > 0 ? $0.replacementCostValue : nil, currency)
        })
      columns.append(
        TotalColumn(label: "Actual cash value", isWide: true) {
          amount($0.depreciatedLines > 0 ? $0.actualCashValue : nil, currency)
        })
    }
    if ledger.total.paidLines > 0 {
      columns.append(
        TotalColumn(label: "Price paid", isWide: true) { amount($0.paidLines > 0 ? $0.paid : nil, currency) })
    }
    columns.append(
      TotalColumn(label: "Share", isWide: false) {
        share(paid ? $0.paid : $0.replacementCostValue, of: whole)
      })
    return columns
  }

  /// A column of figures of the schedule.
  public struct ScheduleColumn: Sendable {
    public var label: String
    /// Said in full where there is room for one figure a line.
    public var longLabel: String
    public var pointWidth: Double
    public var value: @Sendable (ReportLine) -> String
    /// Said below the figure.
    public var small: @Sendable (ReportLine) -> String? = { _ in nil }
    /// What stands in the room's total; empty where a sum means nothing.
    public var total: @Sendable (Totals) -> String = { _ in "" }
  }

  /// The columns that have anything to say in a ledger.
  public func scheduleColumns(_ ledger: Ledger) -> [ScheduleColumn] {
    let currency = ledger.currency
    let lines = ledger.lines + ledger.scheduled
    var columns = [
      ScheduleColumn(
        label: "Qty", longLabel: "Quantity", pointWidth: 30, value: { number($0.value.quantity) },
        total: { number($0.units) }),
      ScheduleColumn(
        label: "Age", longLabel: "Age", pointWidth: 46, value: { $0.value.age?.text ?? "–" },
        small: { $0.value.age?.isApproximate == true ? "approx." : nil }),
    ]
    if lines.contains(where: { $0.value.replacementCostValue != nil }) {
      columns += [
        ScheduleColumn(
          label: "Unit cost", longLabel: "Unit cost", pointWidth: 64,
          value: { amount($0.value.unitCost, currency) }),
        ScheduleColumn(
          label: "Replacement cost", longLabel: "Replacement cost", pointWidth: 72,
          value: { amount($0.value.replacementCostValue, currency) },
          small: { line in
            line.value.tax.map { "with tax \(amount($0, currency))" }
              ?? (line.value.costSource == .appraisal ? "appraised" : nil)
          },
          total: { amount($0.valuedLines > 0 ? $0.replacementCostValue : nil, currency) }),
        ScheduleColumn(
          label: "Depr.", longLabel: "Depreciation", pointWidth: 44,
          value: { percent($0.value.depreciationShare) },
          small: { $0.value.isClamped ? "maximum" : nil }),
        ScheduleColumn(
          label: "Actual cash value", longLabel: "Actual cash value", pointWidth: 72,
          value: { amount($0.value.actualCashValue, currency) },
          total: { amount($0.depreciatedLines > 0 ? $0.actualCashValue : nil, currency) }),
      ]
    }
    if lines.contains(where: { $0.value.paid != nil }) {
      columns.append(
        ScheduleColumn(
          label: "Price paid", longLabel: "Price paid", pointWidth: 64,
          value: { amount($0.value.paid, currency) },
          total: { amount($0.paidLines > 0 ? $0.paid : nil, currency) }))
    }
    return columns
  }

  /// Short facts about a line: id, category, purchase, condition, appraisal, schedule number.
  public func facts(_ line: ReportLine) -> [String] {
    var facts = [singleLine(line.item.itemID), line.category] + particulars(line)
    if line.isScheduled || line.value.costSource == .appraisal { facts.append(appraisalText(line)) }
    if let reference = line.item.text(.scheduleRef), !reference.isEmpty {
      facts.append("schedule \(singleLine(reference))")
    }
    return facts
  }

  /// What else a reader should know of a line's figures; gaps and small print say the rest.
  public func shownNotes(_ line: ReportLine) -> [String] {
    line.value.notes.filter { $0 != .noAge && $0 != .noLife && $0 != .approximateAge }.map(\.rawValue)
  }
}
