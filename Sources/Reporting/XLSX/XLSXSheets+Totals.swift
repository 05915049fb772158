import PossessionsCore
import Workbook

extension XLSXSheets {
  // MARK: Rooms and categories

  func totals(_ sheet: Sheet, isByRoom: Bool) throws {
    let heads: [(label: String, isNumber: Bool)] =
      [
        ("No.", true), (isByRoom ? "Room" : "Category", false), ("Currency", false), ("Lines", true),
        ("Units", true),
      ]
      + [
        ("Replacement cost", true), ("Actual cash value", true), ("Depreciation", true), ("Price paid", true),
        ("Share", true),
      ]
    try sheet.setRow(0, height: 30)
    try head(sheet, 0, heads)
    for (column, width) in [6.0, 40, 9, 8, 8, 15, 15, 15, 15, 9].enumerated() {
      try sheet.setColumn(column, width: width)
    }
    var row = 1
    for ledger in model.ledgers where ledger.total.lines > 0 {
      let rows: [(name: String, indent: Int, total: Totals, numbers: ClosedRange<Int>)] =
        isByRoom
        ? ledger.rooms.enumerated().map { position, room in
          let first = roomNumber(room.path, ledger)
          // What is nested follows at once, since rooms are in the order of their paths.
          let nested = ledger.rooms[(position + 1)...].prefix {
            Array($0.path.prefix(room.path.count)) == room.path
          }
          return (room.name, room.depth, room.withNested, first...(first + nested.count))
        }
        : ledger.categories.map { category in
          let number = categoryNumber(category.name, ledger)
          return (category.name, 0, category.total, number...number)
        }
      for entry in rows {
        try total(sheet, row, entry.name, entry.indent, entry.total, entry.numbers, ledger, isByRoom)
        row += 1
      }
      try total(sheet, row, "Total, unscheduled", 0, ledger.total, nil, ledger, isByRoom)
      row += 2
    }
    sheet.freeze(row: 1)
    try setPrinting(of: sheet, landscape: false, headRow: 0)
  }

  /// - Parameter numbers: of the rooms or categories that are summed; nil sums all of the currency.
  private func total(
    _ sheet: Sheet, _ row: Int, _ name: String, _ indent: Int, _ total: Totals, _ numbers: ClosedRange<Int>?,
    _ ledger: Ledger, _ isByRoom: Bool
  ) throws {
    let isStrong = numbers == nil
    func look(_ format: CellFormat) -> CellFormat { isStrong ? XLSXSheets.strong(format) : format }
    if let numbers {
      try sheet.number(row, 0, Double(numbers.lowerBound), XLSXSheets.whole)
    } else {
      sheet.blank(row, 0, look(XLSXSheets.plain))
    }
    try text(
      sheet, row, 1, name, look(XLSXSheets.plain.with { $0.indent = UInt8(min(indent, 10)) }),
      "\(isByRoom ? "Rooms" : "Categories")!\(cellName(row, 1))")
    try sheet.text(row, 2, ledger.currency.code, look(XLSXSheets.plain))
    try sheet.formula(
      row, 3, "COUNTIFS(\(conditions(numbers, ledger, isByRoom)))", cached: Double(total.lines),
      look(XLSXSheets.whole))
    try sheet.formula(
      row, 4, sum(Place.quantity, numbers, ledger, isByRoom), cached: Double(total.units),
      look(XLSXSheets.whole))
    let sums: [(Int, Int, Int128)] = [
      (5, Place.cost, total.replacementCostValue), (6, Place.cash, total.actualCashValue),
      (7, Place.depreciation, total.depreciation), (8, Place.paid, total.paid),
    ]
    for (column, source, minor) in sums {
      try liveMoney(
        sheet, row, column,
        "ROUND(\(sum(source, numbers, ledger, isByRoom)),\(ledger.currency.decimals))", minor,
        ledger.currency,
        isStrong: isStrong)
    }
    let paid = words.leads(withPaid: ledger)
    let part = paid ? total.paid : total.replacementCostValue
    let whole = paid ? ledger.total.paid : ledger.total.replacementCostValue
    if whole > 0, words.showsAmounts {
      try sheet.number(row, 9, Double(part) / Double(whole), look(XLSXSheets.percent))
    } else {
      sheet.blank(row, 9, look(XLSXSheets.plain))
    }
  }

  private func range(_ column: Int) -> String {
    let last = max(
      XLSXSheets.firstLine + 1, XLSXSheets.firstLine + model.ledgers.reduce(0) { $0 + $1.lines.count })
    return "Schedule!$\(columnName(column))$\(XLSXSheets.firstLine + 1):$\(columnName(column))$\(last)"
  }

  /// Conditions go by number and by currency code, never by a name that somebody typed.
  private func conditions(_ numbers: ClosedRange<Int>?, _ ledger: Ledger, _ isByRoom: Bool) -> String {
    var parts = ["\(range(Place.currency)),\"\(ledger.currency.code)\""]
    if let numbers {
      let column = range(isByRoom ? Place.room : Place.category)
      parts.append("\(column),\">=\(numbers.lowerBound)\"")
      parts.append("\(column),\"<=\(numbers.upperBound)\"")
    }
    return parts.joined(separator: ",")
  }

  private func sum(_ column: Int, _ numbers: ClosedRange<Int>?, _ ledger: Ledger, _ isByRoom: Bool) -> String
  {
    "SUMIFS(\(range(column)),\(conditions(numbers, ledger, isByRoom)))"
  }

  // MARK: Summary

  func summary(_ sheet: Sheet) throws {
    sheet.hideGridlines()
    try sheet.setColumn(0, width: 30)
    try sheet.setColumn(1, width: 26)
    try sheet.setColumn(2, width: 48)
    try sheet.setRow(0, height: 32)
    try sheet.text(0, 0, words.title, XLSXSheets.title)
    try sheet.text(1, 0, words.dateLine, XLSXSheets.soft)
    var row = 3
    for ledger in model.ledgers {
      try sheet.text(row, 0, "Totals in \(ledger.currency.code)", XLSXSheets.subtitle)
      row += 1
      try figures(sheet, &row, ledger)
      if let remedy = words.remedy(for: ledger) {
        try sentence(sheet, row, remedy)
        row += 1
      }
      try limits(sheet, &row, ledger)
      row += 1
    }
    try sheet.text(row, 0, "About this document", XLSXSheets.subtitle)
    row += 1
    for field in words.coverFields {
      try sheet.text(row, 0, field.label, XLSXSheets.soft)
      try text(
        sheet, row, 1, field.value,
        field.isGiven ? XLSXSheets.plain : XLSXSheets.soft.with { $0.isItalic = true },
        "Summary!\(cellName(row, 1))")
      row += 1
    }
    for sentence in words.exclusions + [words.unattached].compactMap({ $0 }) {
      try self.sentence(sheet, row, sentence)
      row += 1
    }
    row += 1
    try sheet.text(row, 0, "Attestation", XLSXSheets.subtitle)
    try sentence(sheet, row + 1, words.attestation)
    try sentence(sheet, row + 2, words.attestationNote)
    for (offset, label) in ["Name", "Signature", "Date"].enumerated() {
      try sheet.setRow(row + 4 + offset, height: 26)
      try sheet.text(row + 4 + offset, 0, label, XLSXSheets.soft)
      sheet.blank(row + 4 + offset, 1, XLSXSheets.plain.with { $0.hasLineBelow = true })
    }
    try setPrinting(of: sheet, landscape: false, headRow: nil)
  }

  /// A sentence over the sheet's three columns.
  private func sentence(_ sheet: Sheet, _ row: Int, _ text: String) throws {
    try sheet.setRow(row, height: XLSXSheets.height(of: text, width: 104))
    try sheet.merged(row, 0...2, shortened(text, to: 30_000), XLSXSheets.soft.with { $0.wraps = true })
  }

  private func figures(_ sheet: Sheet, _ row: inout Int, _ ledger: Ledger) throws {
    let total = ledger.total
    func live(_ label: String, _ column: Int, _ minor: Int128, _ counted: Int) throws {
      try sheet.text(row, 0, label, XLSXSheets.plain)
      try liveMoney(
        sheet, row, 1, "ROUND(\(sum(column, nil, ledger, true)),\(ledger.currency.decimals))", minor,
        ledger.currency)
      try sheet.text(row, 2, "for \(words.coverage(counted, of: total.lines))", XLSXSheets.soft)
      row += 1
    }
    try sheet.text(row, 0, "Item lines", XLSXSheets.plain)
    try sheet.formula(
      row, 1, "COUNTIFS(\(conditions(nil, ledger, true)))", cached: Double(total.lines), XLSXSheets.whole)
    try sheet.text(row, 2, "\(words.number(total.units)) units", XLSXSheets.soft)
    row += 1
    try live("Replacement cost", Place.cost, total.replacementCostValue, total.valuedLines)
    try live("Actual cash value", Place.cash, total.actualCashValue, total.depreciatedLines)
    try live("Recoverable depreciation", Place.depreciation, total.depreciation, total.depreciatedLines)
    try live("Price paid", Place.paid, total.paid, total.paidLines)
    if !ledger.scheduled.isEmpty {
      try sheet.text(row, 0, "Scheduled, apart", XLSXSheets.plain)
      try money(sheet, row, 1, ledger.scheduledTotal.replacementCostValue, ledger.currency)
      try sheet.text(
        row, 2, "for \(words.coverage(ledger.scheduledTotal.valuedLines, of: ledger.scheduledTotal.lines))",
        XLSXSheets.soft)
      row += 1
    }
    try sheet.text(row, 0, "Not valued", XLSXSheets.plain)
    try sheet.number(row, 1, Double(total.lines - total.valuedLines), XLSXSheets.whole)
    try sheet.text(row, 2, "in no total", XLSXSheets.soft)
    row += 1
    try sheet.text(row, 0, "Evidence gaps", XLSXSheets.plain)
    try sheet.number(row, 1, Double(ledger.allLines.reduce(0) { $0 + $1.gaps.count }), XLSXSheets.whole)
    row += 1
  }

  private func limits(_ sheet: Sheet, _ row: inout Int, _ ledger: Ledger) throws {
    for check in ledger.limits {
      try sheet.setRow(row, height: 44)
      try text(
        sheet, row, 0, "Limit: \(singleLine(check.limit.name))", XLSXSheets.plain,
        "Summary!\(cellName(row, 0))")
      try money(sheet, row, 1, Int128(check.limit.amount), ledger.currency)
      let peril = check.limit.peril.map { "for \(singleLine($0))" } ?? "for any loss"
      try text(
        sheet, row, 2,
        "\(peril); replacement cost \(words.amount(check.group.replacementCostValue, ledger.currency)), excess "
          + "\(words.amount(check.replacementCostExcess, ledger.currency)); actual cash value "
          + "\(words.amount(check.group.actualCashValue, ledger.currency)), excess "
          + words.amount(check.actualCashExcess, ledger.currency), XLSXSheets.soft.with { $0.wraps = true },
        "Summary!\(cellName(row, 2))")
      row += 1
    }
    guard !ledger.limits.isEmpty else { return }
    for sentence in words.limitedTotals(ledger) {
      try self.sentence(sheet, row, sentence)
      row += 1
    }
  }

  // MARK: Missing evidence

  func gaps(_ sheet: Sheet) throws {
    let heads: [(label: String, isNumber: Bool)] = [
      ("Line", true), ("Item", false), ("Item id", false), ("Room", false), ("Currency", false),
      ("At stake", true),
      ("Code", false), ("Meaning", false), ("What to add", false),
    ]
    try head(sheet, 0, heads)
    for (column, width) in [6.0, 32, 14, 26, 9, 14, 6, 34, 56].enumerated() {
      try sheet.setColumn(column, width: width)
    }
    var row = 1
    for line in ReportWords.byStake(model.ledgers.flatMap(\.allLines)) {
      for gap in line.gaps {
        guard row < Sheet.mostRows else {
          throw Failure(
            .badData, message: "a sheet holds \(Sheet.mostRows) rows, and there are more evidence gaps",
            remedy: "limit the report with --room or --category, or take --format csv")
        }
        try sheet.number(row, 0, Double(line.number), XLSXSheets.whole)
        try text(sheet, row, 1, line.item.name, XLSXSheets.wrapped, "Missing evidence!\(cellName(row, 1))")
        try text(sheet, row, 2, line.item.itemID, XLSXSheets.plain, "Missing evidence!\(cellName(row, 2))")
        try text(sheet, row, 3, line.roomText, XLSXSheets.plain, "Missing evidence!\(cellName(row, 3))")
        try sheet.text(row, 4, line.ledgerCurrency.code, XLSXSheets.plain)
        try money(sheet, row, 5, line.valueAtStake.map { Int128($0) }, line.ledgerCurrency)
        try sheet.text(row, 6, gap.code.rawValue, XLSXSheets.plain)
        try sheet.text(row, 7, gap.code.meaning, XLSXSheets.plain)
        try text(sheet, row, 8, gap.remedy, XLSXSheets.wrapped, "Missing evidence!\(cellName(row, 8))")
        row += 1
      }
    }
    sheet.freeze(row: 1)
    try sheet.filter(fromRow: 0, toRow: row - 1, columns: heads.count)
    try setPrinting(of: sheet, landscape: true, headRow: 0)
  }

  // MARK: Photos

  /// Thumbnails stay in memory until the workbook is put together, so there is a budget for them.
  private static let thumbnailBudget: Int64 = 100_000_000

  private var thumbnailNames: [String]? {
    for names in [["thumb", "icon"], ["icon"]] {
      let bytes = model.exhibits.reduce(Int64(0)) { $0 + ($1.jpegOrPNG(names)?.byteSize ?? 0) }
      if bytes <= XLSXSheets.thumbnailBudget { return names }
    }
    return nil
  }

  func photos(_ sheet: Sheet) throws {
    let heads: [(label: String, isNumber: Bool)] = [
      ("Exhibit", true), ("Photo", false), ("Item", false), ("Line", true), ("Room", false),
      ("Caption", false),
      ("Edited", false), ("Taken, as recorded by the camera", false), ("Imported, UTC", false),
      ("Original file", false),
      ("Bytes", true), ("SHA-256 of the original", false),
    ]
    try sheet.setRow(0, height: 30)
    try head(sheet, 0, heads)
    for (column, width) in [8.0, 15, 26, 6, 22, 20, 7, 24, 20, 22, 12, 66].enumerated() {
      try sheet.setColumn(column, width: width)
    }
    let names = thumbnailNames
    if names != nil { sheet.setDefaultRow(height: 78) }
    if names == nil, !model.exhibits.isEmpty {
      unshown.append(
        Finding(
          .photoDegraded, subject: "sheet Photos",
          message: "there are too many photos for thumbnails in a workbook",
          remedy: "limit the report with --room or --category, or take --format html or pdf"))
    }
    for (index, exhibit) in model.exhibits.enumerated() {
      let row = index + 1
      if index.isMultiple(of: 200) { sink.progress(done: exhibit.number, of: model.exhibits.count) }
      try sheet.number(row, 0, Double(exhibit.number), XLSXSheets.whole)
      try picture(sheet, row, exhibit, names)
      try text(sheet, row, 2, exhibit.itemName, XLSXSheets.wrapped, "Photos!\(cellName(row, 2))")
      try sheet.number(row, 3, Double(exhibit.lineNumber), XLSXSheets.whole)
      try text(sheet, row, 4, exhibit.room, XLSXSheets.wrapped, "Photos!\(cellName(row, 4))")
      try text(sheet, row, 5, exhibit.caption ?? "", XLSXSheets.wrapped, "Photos!\(cellName(row, 5))")
      try sheet.text(row, 6, exhibit.isEdited ? "edited" : "", XLSXSheets.plain)
      try text(
        sheet, row, 7, exhibit.picture.facts.capturedAt?.description ?? "not recorded", XLSXSheets.plain,
        "Photos!\(cellName(row, 7))")
      try text(sheet, row, 8, exhibit.picture.importedAt, XLSXSheets.plain, "Photos!\(cellName(row, 8))")
      try text(
        sheet, row, 9, exhibit.picture.originalName.description, XLSXSheets.wrapped,
        "Photos!\(cellName(row, 9))")
      try sheet.number(row, 10, Double(exhibit.picture.byteSize), XLSXSheets.whole)
      try sheet.text(row, 11, exhibit.picture.sha256.hex, XLSXSheets.plain)
    }
    sheet.freeze(row: 1)
    try sheet.filter(fromRow: 0, toRow: model.exhibits.count, columns: heads.count)
    try setPrinting(of: sheet, landscape: true, headRow: 0)
  }

  private func picture(_ sheet: Sheet, _ row: Int, _ exhibit: Exhibit, _ names: [String]?) throws {
    guard let names else { return }
    guard let rendition = exhibit.jpegOrPNG(names),
      let bytes = try missing.bytes(of: rendition, exhibit: exhibit, from: provider)
    else { return try sheet.text(row, 1, exhibit.whyNotShown, XLSXSheets.soft) }
    let longest = max(rendition.width, rendition.height, 1)
    let isJPEG = bytes.starts(with: [0xFF, 0xD8])
    try sheet.image(
      row, 1, isJPEG ? jpegAt96DotsPerInch(bytes) : bytes, scale: min(1, 96 / Double(longest)), x: 4, y: 3,
      alternative: shortened(exhibit.alternativeText, to: 250))
  }

  // MARK: Method

  func method(_ sheet: Sheet) throws {
    sheet.hideGridlines()
    try sheet.setColumn(0, width: 30)
    try sheet.setColumn(1, width: 100)
    try sheet.text(0, 0, "Method", XLSXSheets.subtitle)
    var row = 1
    for paragraph in words.method {
      try sheet.setRow(row, height: XLSXSheets.height(of: paragraph.text, width: 100))
      try sheet.text(row, 0, paragraph.heading, XLSXSheets.plain.with { $0.isBold = true })
      try sheet.text(row, 1, paragraph.text, XLSXSheets.wrapped)
      row += 1
    }
    row += 1
    let lives = words.usedLives
    if !lives.isEmpty {
      try sheet.text(row, 0, "Useful lives used", XLSXSheets.subtitle)
      row += 1
      for life in lives {
        try text(sheet, row, 0, life.category, XLSXSheets.plain, "Method!\(cellName(row, 0))")
        try text(
          sheet, row, 1, "\(words.lifeText(life)): \(life.provenance)", XLSXSheets.wrapped,
          "Method!\(cellName(row, 1))")
        row += 1
      }
    }
    guard !model.documents.isEmpty else { return try setPrinting(of: sheet, landscape: false, headRow: nil) }
    row += 1
    try sheet.text(row, 0, "Receipts and other documents", XLSXSheets.subtitle)
    for file in model.documents {
      row += 1
      try sheet.text(row, 0, "\(file.record.kind.rawValue), line \(file.lineNumber)", XLSXSheets.plain)
      try text(
        sheet, row, 1, "\(file.name)  SHA-256 \(file.picture?.sha256.hex ?? "–")", XLSXSheets.plain,
        "Method!\(cellName(row, 1))")
    }
    try setPrinting(of: sheet, landscape: false, headRow: nil)
  }
}

extension Exhibit {
  /// The first rendition of the names in a format that spreadsheets and insurers take.
  func jpegOrPNG(_ names: [String]) -> RenditionRecord? {
    var shown = self
    shown.renditions = renditions.filter { ["jpg", "jpeg", "png"].contains($0.path.lowercasedExtension) }
    return shown.rendition(names)
  }
}
