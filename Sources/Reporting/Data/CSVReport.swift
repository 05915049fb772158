import PossessionsCore

/// The report as tables: the schedule in our own columns, totals by category, and for a claim the columns of an
/// insurer's loss schedule. Texts that a spreadsheet would run as formulas are neutralised, numbers never are.
struct CSVFormat: ReportFormat {
  let name = "csv"
  let summary = "tables: schedule, rooms, categories and, for a claim, the insurer's loss schedule"

  /// A packet has the loss schedule whatever its kind, and writes it by itself.
  var isForPacket = false

  func write(
    _ model: ReportModel, name: String, provider: @escaping PictureProvider, to sink: any ReportSink
  ) throws -> [Finding] {
    let tables = CSVTables(model: model, words: ReportWords(model))
    try tables.write("\(name).csv", to: sink, tables.schedule)
    let isClaim = model.options.kind == .claim
    try tables.write(
      isClaim ? "claim-category-summary.csv" : "category-summary.csv", to: sink, tables.categories)
    try tables.write(isClaim ? "claim-room-summary.csv" : "room-summary.csv", to: sink, tables.rooms)
    if isClaim, !isForPacket { try tables.write("loss-schedule.csv", to: sink, tables.lossSchedule) }
    return []
  }
}

/// Rows of the tables; also what the packet holds.
struct CSVTables {
  let model: ReportModel
  let words: ReportWords

  typealias Rows = (inout CSVWriter, (inout CSVWriter) throws -> Void) throws -> Void

  func write(_ path: String, to sink: any ReportSink, _ rows: Rows) throws {
    try sink.begin(path)
    var writer = CSVWriter(isSpreadsheetSafe: true)
    if model.options.marksForExcel { writer.bytes = [0xEF, 0xBB, 0xBF] }
    try rows(&writer) { writer in
      writer.endRow()
      if writer.bytes.count > 1 << 16 { try sink.write(writer.taken()) }
    }
    try sink.write(writer.taken())
    try sink.end()
  }

  private struct Column {
    var header: String
    var isText = false
    var cell: (ReportLine) -> String
  }

  // MARK: Schedule

  func schedule(_ writer: inout CSVWriter, _ endRow: (inout CSVWriter) throws -> Void) throws {
    let columns = scheduleColumns
    for column in columns { writer.append(column.header, isText: false) }
    try endRow(&writer)
    for ledger in model.ledgers {
      for line in ledger.allLines {
        for column in columns { writer.append(column.cell(line), isText: column.isText) }
        try endRow(&writer)
      }
    }
  }

  private var scheduleColumns: [Column] {
    var columns = [
      Column(header: "line") { String($0.number) },
      Column(header: "item_id", isText: true) { $0.item.itemID },
      Column(header: "name", isText: true) { $0.item.name },
    ]
    let fields: [PossessionField] = [
      .description, .room, .category, .quantity, .brand, .model, .serialNumber, .purchaseDate, .purchasePlace,
      .purchasePrice, .purchasePriceTotal, .replacementCost, .replacementCostTotal, .replacementSource,
      .replacementDate, .taxRate, .ageYears, .condition, .usefulLifeYears, .valuation, .currency, .owner,
      .businessUse, .scheduled, .scheduleRef, .appraisalValue, .appraisalDate, .appraiser, .hasReceipt,
      .warrantyUntil, .lossStatus, .lossDate, .notes,
    ]
    for field in fields {
      let header = field == .serialNumber ? "serial" : field.rawValue
      columns.append(
        Column(header: header, isText: field.kind == .text && field != .currency) { text(field, $0) })
    }
    return columns + [
      Column(header: "photos", isText: true) { line in
        model.exhibits[line.exhibits].map { $0.picture.originalName.description }.joined(separator: ";")
      },
      Column(header: "receipt_file", isText: true) { line in
        model.documents[line.documents].filter { $0.record.kind == .receipt }.map(\.name).joined(
          separator: ";")
      },
      Column(header: "exhibits") { line in line.exhibits.map { String($0 + 1) }.joined(separator: ";") },
      Column(header: "age_months") { $0.value.age.map { String($0.months) } ?? "" },
      Column(header: "age_approximate") { $0.value.age.map { $0.isApproximate ? "yes" : "no" } ?? "" },
      Column(header: "method") { $0.value.method?.rawValue ?? "" },
      Column(header: "life_years") { $0.value.lifeYears ?? "" },
      Column(header: "line_tax") { money($0.value.tax, $0) },
      Column(header: "line_rcv") { money($0.value.replacementCostValue, $0) },
      Column(header: "rcv_source") { $0.value.costSource?.rawValue ?? "" },
      Column(header: "depreciation_percent") { $0.value.depreciationShare?.percentText() ?? "" },
      Column(header: "line_depreciation") { money($0.value.depreciation, $0) },
      Column(header: "line_acv") { money($0.value.actualCashValue, $0) },
      Column(header: "line_paid") { money($0.value.paid, $0) },
      Column(header: "line_currency") { $0.ledgerCurrency.code },
      Column(header: "evidence_gaps") { $0.gaps.map(\.code.rawValue).joined(separator: ";") },
    ]
  }

  private func text(_ field: PossessionField, _ line: ReportLine) -> String {
    switch field {
    case .quantity: return String(line.value.quantity)
    case .room where line.item.text(.room) == nil: return ""
    default: break
    }
    switch line.item.fields[field] {
    case nil: return ""
    case .text(let text), .decimal(let text): return text
    case .money(let minor): return money(minor, line)
    case .date(let date): return date.description
    case .integer(let whole): return String(whole)
    case .boolean(let flag): return flag ? "yes" : "no"
    }
  }

  private func money(_ minor: Int64?, _ line: ReportLine) -> String {
    guard let minor else { return "" }
    guard words.showsAmounts else { return withheldText }
    return decimalTextOf(minor: minor, decimals: line.ledgerCurrency.decimals)
  }

  // MARK: Totals

  func categories(_ writer: inout CSVWriter, _ endRow: (inout CSVWriter) throws -> Void) throws {
    try totalsHead(&writer, "category", endRow)
    for ledger in model.ledgers {
      for category in ledger.categories {
        try totals(&writer, category.name, nil, category.total, ledger.currency, endRow)
      }
      try totals(&writer, "TOTAL UNSCHEDULED", nil, ledger.total, ledger.currency, endRow)
      if !ledger.scheduled.isEmpty {
        try totals(&writer, "SCHEDULED, APART", nil, ledger.scheduledTotal, ledger.currency, endRow)
      }
    }
  }

  /// Each location with what is directly in it, so that the column adds up, and with what is nested in it.
  func rooms(_ writer: inout CSVWriter, _ endRow: (inout CSVWriter) throws -> Void) throws {
    try totalsHead(&writer, "room", endRow, nested: true)
    for ledger in model.ledgers {
      for room in ledger.rooms {
        try totals(&writer, room.text, room.withNested, room.own, ledger.currency, endRow)
      }
      try totals(&writer, "TOTAL UNSCHEDULED", ledger.total, ledger.total, ledger.currency, endRow)
    }
  }

  private func totalsHead(
    _ writer: inout CSVWriter, _ first: String, _ endRow: (inout CSVWriter) throws -> Void,
    nested: Bool = false
  ) throws {
    for header in [
      first, "currency", "lines", "units", "lines_valued", "rcv", "acv", "lines_with_acv", "depreciation",
      "price_paid",
    ] { writer.append(header, isText: false) }
    if nested {
      for header in ["lines_with_nested", "rcv_with_nested", "acv_with_nested", "price_paid_with_nested"] {
        writer.append(header, isText: false)
      }
    }
    try endRow(&writer)
  }

  private func totals(
    _ writer: inout CSVWriter, _ name: String, _ nested: Totals?, _ total: Totals, _ currency: Currency,
    _ endRow: (inout CSVWriter) throws -> Void
  ) throws {
    func sum(_ minor: Int128) -> String {
      words.showsAmounts ? wideDecimalText(minor, decimals: currency.decimals) : withheldText
    }
    writer.append(name, isText: true)
    for cell in [
      currency.code, String(total.lines), String(total.units), String(total.valuedLines),
      sum(total.replacementCostValue), sum(total.actualCashValue), String(total.depreciatedLines),
      sum(total.depreciation), sum(total.paid),
    ] { writer.append(cell, isText: false) }
    if let nested {
      for cell in [
        String(nested.lines), sum(nested.replacementCostValue), sum(nested.actualCashValue), sum(nested.paid),
      ] { writer.append(cell, isText: false) }
    }
    try endRow(&writer)
  }

  // MARK: Manifest

  /// The untouched originals behind the exhibits.
  func manifest(_ writer: inout CSVWriter, _ endRow: (inout CSVWriter) throws -> Void) throws {
    for header in [
      "exhibit", "file", "line", "item", "original_name", "original_sha256", "original_bytes", "media_type",
      "image_key", "edited", "captured_at_by_camera", "imported_at_utc", "made_by",
    ] { writer.append(header, isText: false) }
    try endRow(&writer)
    for exhibit in model.exhibits {
      let record = exhibit.picture
      let cells: [(String, Bool)] = [
        (String(exhibit.number), false), (exhibitFileName(exhibit.number), false),
        (String(exhibit.lineNumber), false),
        (exhibit.itemName, true), (record.originalName.description, true), (record.sha256.hex, false),
        (String(record.byteSize), false), (record.facts.mediaType.rawValue, false), (record.key.text, false),
        (exhibit.isEdited ? "yes" : "no", false), (record.facts.capturedAt?.description ?? "", true),
        (record.importedAt, true), (model.options.toolVersion, true),
      ]
      for (text, isText) in cells { writer.append(text, isText: isText) }
      try endRow(&writer)
    }
  }

  // MARK: Loss schedule

  /// The columns of a contents loss inventory as insurers' tools take them; attachments are numbered JPEGs.
  func lossSchedule(_ writer: inout CSVWriter, _ endRow: (inout CSVWriter) throws -> Void) throws {
    let columns: [Column] = [
      Column(header: "Item description", isText: true) { line in
        let name = line.item.name
        guard let more = line.item.text(.description), !more.isEmpty, more != name else { return name }
        return "\(name): \(more)"
      },
      Column(header: "Brand or manufacturer", isText: true) { $0.item.text(.brand) ?? "" },
      Column(header: "Model number", isText: true) { $0.item.text(.model) ?? "" },
      Column(header: "Qty lost") { String($0.value.quantity) },
      Column(header: "Item age") { line in
        // Decimal years, as these tools count age.
        line.value.age.flatMap { Rational(Int128($0.months) * 100, over: 12) }.map {
          wideDecimalText($0.rounded, decimals: 2)
        } ?? ""
      },
      Column(header: "Cost to replace pre-tax (each)") { line in
        line.value.costSource == .appraisal
          ? money(line.value.replacementCostValue, line) : money(line.value.unitCost, line)
      },
      Column(header: "Condition/use", isText: true) { $0.item.text(.condition) ?? "" },
      Column(header: "Business use") { $0.item.boolean(.businessUse).map { $0 ? "yes" : "no" } ?? "" },
      Column(header: "Room", isText: true) { $0.roomText },
      Column(header: "Attachment") { line in
        line.exhibits.map { exhibitFileName($0 + 1) }.joined(separator: ";")
      },
    ]
    for column in columns { writer.append(column.header, isText: false) }
    try endRow(&writer)
    for ledger in model.ledgers {
      for line in ledger.allLines {
        for column in columns { writer.append(column.cell(line), isText: column.isText) }
        try endRow(&writer)
      }
    }
  }
}

/// `exhibit-0007.jpg`: what an exhibit is called where it is a file of its own.
func exhibitFileName(_ number: Int) -> String {
  let digits = String(number)
  return "exhibit-" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + ".jpg"
}
