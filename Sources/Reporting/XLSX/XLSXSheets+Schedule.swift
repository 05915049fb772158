import PossessionsCore
import Workbook

extension XLSXSheets {
  private struct Column {
    var label: String
    var width: Double
    var isNumber = false
    var write: (Sheet, Int, Int, ReportLine, Ledger) throws -> Void
  }

  /// Columns that formulas refer to, by their place in the schedule.
  enum Place {
    static let currency = 9
    static let quantity = 10
    static let unit = 11
    static let tax = 12
    static let cost = 13
    static let age = 14
    static let life = 15
    static let share = 16
    static let cash = 17
    static let depreciation = 18
    static let paid = 19
    /// What comes after these is for the screen and not for paper.
    static let printed = 22
    static let unitPaid = 22
    static let room = 23
    static let category = 24
  }

  /// The first row of lines; the header is above it.
  static let firstLine = 1

  // MARK: Lines

  func lines(_ sheet: Sheet, _ all: [(ledger: Ledger, lines: [ReportLine])], place: String) throws {
    let columns = lineColumns(place)
    for (position, column) in columns.enumerated() { try sheet.setColumn(position, width: column.width) }
    try sheet.setRow(0, height: 30)
    try head(sheet, 0, columns.map { ($0.label, $0.isNumber) })
    var row = XLSXSheets.firstLine
    for (ledger, lines) in all {
      for line in lines {
        for (position, column) in columns.enumerated() {
          try column.write(sheet, row, position, line, ledger)
        }
        row += 1
      }
    }
    sheet.freeze(row: 1, column: 2)
    try sheet.filter(fromRow: 0, toRow: row - 1, columns: columns.count)
    if row > XLSXSheets.firstLine { try foot(sheet, row, all) }
    try setPrinting(of: sheet, landscape: true, headRow: 0)
    try sheet.setPrintArea(toRow: row + 1 + all.count, columns: Place.printed)
  }

  /// One row of sums for each currency, below the filtered lines and an empty row.
  private func foot(_ sheet: Sheet, _ end: Int, _ all: [(ledger: Ledger, lines: [ReportLine])]) throws {
    var row = end + 1
    for (ledger, lines) in all where !lines.isEmpty {
      var total = Totals()
      for line in lines { total.add(line.value) }
      let strong = XLSXSheets.strong(XLSXSheets.plain)
      for column in 0..<Place.printed { sheet.blank(row, column, strong) }
      try sheet.text(row, 1, "Total \(ledger.currency.code)", strong)
      let sums: [(Int, Int128)] = [
        (Place.cost, total.replacementCostValue), (Place.cash, total.actualCashValue),
        (Place.depreciation, total.depreciation), (Place.paid, total.paid),
      ]
      try sheet.formula(
        row, Place.quantity, sumOf(Place.quantity, end, ledger), cached: Double(total.units),
        XLSXSheets.strong(XLSXSheets.whole))
      for (column, minor) in sums {
        try liveMoney(
          sheet, row, column, "ROUND(\(sumOf(column, end, ledger)),\(ledger.currency.decimals))", minor,
          ledger.currency, isStrong: true)
      }
      row += 1
    }
  }

  /// Only lines of the currency: codes are letters, so they cannot be taken for a condition.
  private func sumOf(_ column: Int, _ end: Int, _ ledger: Ledger) -> String {
    func range(_ column: Int) -> String {
      "\(columnName(column))\(XLSXSheets.firstLine + 1):\(columnName(column))\(end)"
    }
    return "SUMIFS(\(range(column)),\(range(Place.currency)),\"\(ledger.currency.code)\")"
  }

  private func lineColumns(_ place: String) -> [Column] {
    let plain = XLSXSheets.plain
    func field(_ label: String, _ width: Double, _ field: PossessionField) -> Column {
      Column(label: label, width: width) { [self] sheet, row, column, line, _ in
        let format = width > 28 ? XLSXSheets.wrapped : plain
        try text(sheet, row, column, line.item.text(field) ?? "", format, "\(place)!\(cellName(row, column))")
      }
    }
    func date(_ label: String, _ field: PossessionField) -> Column {
      Column(label: label, width: 11) { sheet, row, column, line, _ in
        guard let date = line.item.date(field) else { return sheet.blank(row, column, plain) }
        // A date known to the month or the year only is text, as is one before a spreadsheet's calendar.
        guard let month = date.month, let day = date.day, date.year >= 1901 else {
          return try sheet.text(row, column, date.description, plain)
        }
        try sheet.date(row, column, year: date.year, month: month, day: day, XLSXSheets.day)
      }
    }
    return [
      Column(label: "Line", width: 6, isNumber: true) { sheet, row, column, line, _ in
        try sheet.number(row, column, Double(line.number), XLSXSheets.whole)
      },
      Column(label: "Item", width: 28) { [self] sheet, row, column, line, _ in
        try text(
          sheet, row, column, line.item.name, XLSXSheets.wrapped.with { $0.isBold = true },
          "\(place)!\(cellName(row, column))")
      },
      Column(label: "Room", width: 22) { [self] sheet, row, column, line, _ in
        try text(sheet, row, column, line.roomText, plain, "\(place)!\(cellName(row, column))")
      },
      Column(label: "Category", width: 16) { [self] sheet, row, column, line, _ in
        try text(sheet, row, column, line.category, plain, "\(place)!\(cellName(row, column))")
      },
      Column(label: "Item id", width: 12) { [self] sheet, row, column, line, _ in
        try text(sheet, row, column, line.item.itemID, plain, "\(place)!\(cellName(row, column))")
      },
      field("Brand", 13, .brand), field("Model", 13, .model), field("Serial", 17, .serialNumber),
      date("Bought", .purchaseDate),
      Column(label: "Curr.", width: 6) { sheet, row, column, _, ledger in
        try sheet.text(row, column, ledger.currency.code, plain)
      },
      Column(label: "Qty", width: 6, isNumber: true) { sheet, row, column, line, _ in
        try sheet.number(row, column, Double(line.value.quantity), XLSXSheets.whole)
      },
      Column(label: "Unit cost", width: 12, isNumber: true) { [self] sheet, row, column, line, ledger in
        try money(sheet, row, column, line.value.unitCost.map { Int128($0) }, ledger.currency)
      },
      Column(label: "Tax rate", width: 8, isNumber: true) { sheet, row, column, line, _ in
        guard let rate = line.value.taxRate, let value = Double(rate) else {
          return sheet.blank(row, column, plain)
        }
        try sheet.number(row, column, value, XLSXSheets.rate)
      },
      Column(label: "Replacement cost", width: 14, isNumber: true) {
        [self] sheet, row, column, line, ledger in
        try cost(sheet, row, column, line, ledger.currency)
      },
      Column(label: "Age, months", width: 9, isNumber: true) { sheet, row, column, line, _ in
        guard let age = line.value.age else { return sheet.blank(row, column, plain) }
        try sheet.number(row, column, Double(age.months), XLSXSheets.whole)
      },
      Column(label: "Life, years", width: 8, isNumber: true) { sheet, row, column, line, _ in
        guard let life = line.value.lifeYears, let value = Double(life) else {
          return sheet.blank(row, column, plain)
        }
        try sheet.number(row, column, value, XLSXSheets.years)
      },
      Column(label: "Depr. %", width: 7, isNumber: true) { [self] sheet, row, column, line, _ in
        try share(sheet, row, column, line)
      },
      Column(label: "Actual cash value", width: 14, isNumber: true) {
        [self] sheet, row, column, line, ledger in
        try cash(sheet, row, column, line, ledger.currency)
      },
      Column(label: "Depreciation", width: 13, isNumber: true) { [self] sheet, row, column, line, ledger in
        let formula = "\(cellName(row, Place.cost))-\(cellName(row, Place.cash))"
        try liveMoney(
          sheet, row, column, "ROUND(\(formula),\(ledger.currency.decimals))",
          line.value.depreciation.map { Int128($0) }, ledger.currency)
      },
      Column(label: "Price paid", width: 13, isNumber: true) { [self] sheet, row, column, line, ledger in
        let paid = line.value.paid.map { Int128($0) }
        guard line.value.unitPaid != nil else {
          return try money(sheet, row, column, paid, ledger.currency)
        }
        try liveMoney(
          sheet, row, column,
          "ROUND(\(cellName(row, Place.quantity))*\(cellName(row, Place.unitPaid)),\(ledger.currency.decimals))",
          paid,
          ledger.currency)
      },
      Column(label: "Evidence gaps", width: 13) { sheet, row, column, line, _ in
        try sheet.text(row, column, line.gaps.map(\.code.rawValue).joined(separator: ", "), plain)
      },
      Column(label: "Exhibits", width: 8) { [self] sheet, row, column, line, _ in
        guard let first = line.exhibits.first else { return sheet.blank(row, column, plain) }
        let text = line.exhibits.count > 1 ? "\(first + 1)–\(first + line.exhibits.count)" : "\(first + 1)"
        // A sheet holds 65,530 links.
        guard model.lineCount < 60_000 else { return try sheet.text(row, column, text, plain) }
        try sheet.link(row, column, to: "'Photos'!A\(first + 2)", text, XLSXSheets.link)
      },
      Column(label: "Unit paid", width: 12, isNumber: true) { [self] sheet, row, column, line, ledger in
        try money(sheet, row, column, line.value.unitPaid.map { Int128($0) }, ledger.currency)
      },
      Column(label: "Room no.", width: 7, isNumber: true) { [self] sheet, row, column, line, ledger in
        try sheet.number(row, column, Double(roomNumber(line.room, ledger)), XLSXSheets.whole)
      },
      Column(label: "Cat. no.", width: 7, isNumber: true) { [self] sheet, row, column, line, ledger in
        try sheet.number(row, column, Double(categoryNumber(line.category, ledger)), XLSXSheets.whole)
      },
      field("Description", 40, .description),
      Column(label: "Method", width: 13) { sheet, row, column, line, _ in
        try sheet.text(row, column, line.value.method?.rawValue ?? "", plain)
      },
      field("Condition", 11, .condition), field("Bought at", 18, .purchasePlace),
      Column(label: "Appraised", width: 12, isNumber: true) { [self] sheet, row, column, line, _ in
        let value = line.item.money(.appraisalValue)
        try money(sheet, row, column, value.map { Int128($0.minor) }, value?.currency ?? line.ledgerCurrency)
      },
      date("Appraised on", .appraisalDate), field("Appraiser", 18, .appraiser),
      field("Schedule no.", 12, .scheduleRef),
      Column(label: "Business use", width: 9) { sheet, row, column, line, _ in
        try sheet.text(row, column, line.item.boolean(.businessUse).map { $0 ? "yes" : "no" } ?? "", plain)
      },
      Column(label: "Remarks", width: 30) { [self] sheet, row, column, line, _ in
        let approximate = line.value.age?.isApproximate == true ? ["age approximate"] : []
        try text(
          sheet, row, column, (approximate + words.shownNotes(line)).joined(separator: "; "),
          XLSXSheets.wrapped,
          "\(place)!\(cellName(row, column))")
      },
      field("Notes", 36, .notes),
    ]
  }

  // MARK: Figures

  private func cost(_ sheet: Sheet, _ row: Int, _ column: Int, _ line: ReportLine, _ currency: Currency)
    throws
  {
    let value = line.value
    let minor = value.replacementCostValue.map { Int128($0) }
    guard let unit = value.unitCost, value.costSource != .appraisal, let exact = minor else {
      return try money(sheet, row, column, minor, currency)
    }
    let decimals = currency.decimals
    let product = "\(cellName(row, Place.quantity))*\(cellName(row, Place.unit))"
    var formula = "ROUND(\(product),\(decimals))"
    var computed = Double(value.quantity) * XLSXSheets.value(Int128(unit), currency)
    if let rate = value.taxRate.flatMap(Double.init), value.costSource != .purchasePrice {
      let before = computed
      formula += "+ROUND(\(product)*\(cellName(row, Place.tax)),\(decimals))"
      computed += rounded(before * rate, currency)
      formula = "ROUND(\(formula),\(decimals))"
    }
    // A spreadsheet reckons in binary fractions: where that could tip a half the other way, the figure stands alone.
    guard agrees(computed, exact, currency),
      !isNearHalf(
        (value.taxRate.flatMap(Double.init) ?? 0)
          * XLSXSheets.value(Int128(value.costBeforeTax ?? 0), currency), currency)
        || value.taxRate == nil
    else { return try money(sheet, row, column, exact, currency) }
    try liveMoney(sheet, row, column, formula, exact, currency)
  }

  private func share(_ sheet: Sheet, _ row: Int, _ column: Int, _ line: ReportLine) throws {
    let value = line.value
    guard let share = value.depreciationShare else { return sheet.blank(row, column, XLSXSheets.plain) }
    let cached = Double(share.numerator) / Double(share.denominator)
    guard value.method == .straightLine, value.age != nil, value.lifeYears.flatMap(Double.init) != nil else {
      return try sheet.number(row, column, cached, XLSXSheets.percent)
    }
    let most = model.options.rules.maximumDepreciation
    try sheet.formula(
      row, column,
      "MIN(\(cellName(row, Place.age))/(\(cellName(row, Place.life))*12),\(most.numerator)/\(most.denominator))",
      cached: cached, XLSXSheets.percent)
  }

  private func cash(_ sheet: Sheet, _ row: Int, _ column: Int, _ line: ReportLine, _ currency: Currency)
    throws
  {
    let minor = line.value.actualCashValue.map { Int128($0) }
    guard let exact = minor, let share = line.value.depreciationShare,
      let cost = line.value.replacementCostValue
    else { return try money(sheet, row, column, minor, currency) }
    let computed =
      XLSXSheets.value(Int128(cost), currency) * (1 - Double(share.numerator) / Double(share.denominator))
    guard agrees(computed, exact, currency), !isNearHalf(computed, currency) else {
      return try money(sheet, row, column, exact, currency)
    }
    try liveMoney(
      sheet, row, column,
      "ROUND(\(cellName(row, Place.cost))*(1-\(cellName(row, Place.share))),\(currency.decimals))", exact,
      currency)
  }

  private func rounded(_ value: Double, _ currency: Currency) -> Double {
    (value * Double(currency.minorUnits)).rounded() / Double(currency.minorUnits)
  }

  private func agrees(_ computed: Double, _ exact: Int128, _ currency: Currency) -> Bool {
    let scaled = (computed * Double(currency.minorUnits)).rounded()
    return scaled.magnitude < 9e14 && Int128(scaled) == exact
  }

  private func isNearHalf(_ computed: Double, _ currency: Currency) -> Bool {
    let scaled = computed * Double(currency.minorUnits)
    let fraction = (scaled - scaled.rounded(.down)) - 0.5
    return fraction.magnitude < 1e-4
  }

  // MARK: Numbers of rooms and categories

  /// From 1 through all ledgers, in the order of the sheet Rooms: formulas go by these, never by names.
  func roomNumber(_ path: [String], _ ledger: Ledger) -> Int {
    roomNumbers[ledger.currency]?[path] ?? 0
  }

  func categoryNumber(_ name: String, _ ledger: Ledger) -> Int {
    categoryNumbers[ledger.currency]?[name] ?? 0
  }
}
