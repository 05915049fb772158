import PossessionsCore
import Typesetting

extension PDFDocumentLayout {
  // MARK: Summary

  func summaries() throws {
    for ledger in model.ledgers {
      let suffix = model.ledgers.count > 1 ? " in \(ledger.currency.code)" : ""
      let code = ledger.currency.code
      try pages.beginPage()
      pages.destination("summary-\(code)")
      pages.outline("Summary\(suffix)", to: "summary-\(code)")
      try pages.heading("Summary\(suffix)")
      tiles(words.tiles(ledger))
      if let remedy = words.remedy(for: ledger) { try pages.paragraph(remedy, PDFLook.note) }
      if code == model.ledgers.first?.currency.code {
        for sentence in words.exclusions { try pages.paragraph(sentence, PDFLook.note) }
        if let sentence = words.unattached { try pages.paragraph(sentence, PDFLook.note) }
      }
      guard ledger.total.lines > 0 else { continue }
      pages.y += 14
      pages.destination("rooms-\(code)")
      pages.outline("By room\(suffix)", to: "rooms-\(code)")
      try pages.heading("By room\(suffix)", PDFLook.subheading, following: 90)
      try totals(
        ledger, heading: "Room",
        rows: ledger.rooms.map { ($0.name, Double(min($0.depth, 4)) * 12, $0.withNested) })
      try pages.paragraph(
        "A location includes what is nested in it. Amounts in \(code).", PDFLook.small, after: 20)
      try pages.ensure(120)
      pages.destination("categories-\(code)")
      pages.outline("By category\(suffix)", to: "categories-\(code)")
      try pages.heading("By category\(suffix)", PDFLook.subheading, following: 90)
      try totals(ledger, heading: "Category", rows: ledger.categories.map { ($0.name, 0, $0.total) })
    }
  }

  private func tiles(_ tiles: [ReportWords.Tile]) {
    let columns = 3
    let gap = 8.0
    let width = (pages.bodyWidth - gap * Double(columns - 1)) / Double(columns)
    let high = 56.0
    for (index, tile) in tiles.enumerated() {
      let x = PDFPages.margin + Double(index % columns) * (width + gap)
      let y = pages.y + Double(index / columns) * (high + gap)
      pages.fill(Box(x: x, y: y, width: width, height: high), PDFLook.shade, radius: 5)
      pages.text(tile.label, PDFLook.small, x: x + 10, y: y + 7, width: width - 20)
      let figure = TextStyle(family: PDFLook.serif, size: 15, isBold: true, ink: PDFLook.ink)
      pages.text(
        tile.figure, pages.fitted(tile.figure, figure, width: width - 20), x: x + 10, y: y + 18,
        width: width - 20)
      pages.text(tile.small ?? "", PDFLook.small, x: x + 10, y: y + 39, width: width - 20)
    }
    pages.y += Double((tiles.count + columns - 1) / columns) * (high + gap) + 8
  }

  private func totals(
    _ ledger: Ledger, heading: String, rows: [(name: String, indent: Double, total: Totals)]
  ) throws {
    let columns = words.totalColumns(ledger)
    let table = PDFTable(
      [.init(heading, 0)]
        + columns.map { column in
          // As wide as its total needs, within reason.
          let needed = pages.canvas.width(of: column.value(ledger.total), PDFLook.numberStrong) + 2
          return .init(column.label, min(84, max(column.isWide ? 76 : 40, needed)), isNumber: true)
        }, on: pages)
    try table.head()
    let footHeight = 22.0
    for (position, row) in rows.enumerated() {
      var name = PDFTable.Cell(row.name, PDFLook.body)
      name.indent = row.indent
      try table.row(
        [name] + columns.map { .init($0.value(row.total), PDFLook.number) },
        keep: position == rows.count - 1 ? footHeight : 0)
    }
    try table.row(
      [.init("Total, unscheduled", PDFLook.strong)]
        + columns.map { .init($0.value(ledger.total), PDFLook.numberStrong) }, isStrong: true)
    pages.y += 6
  }

  // MARK: Limits

  func limits(_ ledger: Ledger) throws {
    try pages.beginPage()
    let code = ledger.currency.code
    pages.destination("limits-\(code)")
    pages.outline("Sub-limit check", to: "limits-\(code)")
    try pages.heading("Sub-limit check")
    let table = PDFTable(
      [
        .init("Group", 0), .init("Peril", 56), .init("Lines", 30, isNumber: true),
        .init("Replacement cost", 66, isNumber: true), .init("Limit", 62, isNumber: true),
        .init("Excess", 56, isNumber: true), .init("Actual cash value", 66, isNumber: true),
        .init("Excess", 56, isNumber: true),
      ], on: pages)
    try table.head()
    for check in ledger.limits {
      let figures: [String] = [
        words.number(check.group.lines), words.amount(check.group.replacementCostValue, ledger.currency),
        words.amount(check.limit.amount, ledger.currency),
        words.amount(check.replacementCostExcess, ledger.currency),
        words.amount(check.group.actualCashValue, ledger.currency),
        words.amount(check.actualCashExcess, ledger.currency),
      ]
      try table.row(
        [
          .init(singleLine(check.limit.name), PDFLook.body),
          .init(singleLine(check.limit.peril ?? "any"), PDFLook.body),
        ] + figures.map { .init($0, PDFLook.number) })
    }
    pages.y += 10
    for sentence in words.limitedTotals(ledger) { try pages.paragraph(sentence, PDFLook.note) }
  }

  // MARK: Missing evidence

  func gaps() throws {
    try pages.beginPage()
    pages.destination("gaps")
    pages.outline("Missing evidence", to: "gaps")
    try pages.heading("Missing evidence")
    let open = ReportWords.byStake(model.ledgers.flatMap(\.allLines))
    guard !open.isEmpty else {
      return try pages.paragraph("Nothing is missing that this report looks for.", PDFLook.note)
    }
    try pages.paragraph(
      "What a claims handler would ask for, the most valuable first. The value at stake is the replacement cost, "
        + "else the price paid.", PDFLook.note)
    let table = PDFTable(
      [
        .init("Item", 126), .init("Room", 92), .init("At stake", 70, isNumber: true), .init("What to add", 0),
      ], on: pages)
    try table.head()
    for line in open {
      let stake = line.valueAtStake.map { words.money(Int128($0), line.ledgerCurrency) } ?? "–"
      try table.row([
        .init([(singleLine(line.item.name), PDFLook.strong), ("line \(line.number)", PDFLook.small)]),
        .init(line.roomText, PDFLook.body), .init(stake, PDFLook.number),
        .init(line.gaps.map { ("\($0.code.rawValue)  \($0.code.meaning): \($0.remedy)", PDFLook.body) }),
      ]) { top, _ in
        pages.link(Box(x: PDFPages.margin, y: top, width: 126, height: 20), to: "line-\(line.number)")
      }
    }
  }

  // MARK: Method, documents, manifest, attestation

  func method() throws {
    try pages.beginPage()
    pages.destination("method")
    pages.outline("Method", to: "method")
    try pages.heading("Method")
    for paragraph in words.method {
      let style = PDFLook.paragraph.with { $0.isBold = true }
      let high = pages.height(of: paragraph.heading, style, width: pages.bodyWidth)
      try pages.ensure(high + 40)
      pages.text(paragraph.heading, style, x: PDFPages.margin, y: pages.y, width: pages.bodyWidth)
      pages.y += high + 1
      try pages.paragraph(paragraph.text, PDFLook.note, after: 8)
    }
    let lives = words.usedLives
    guard !lives.isEmpty else { return }
    pages.y += 8
    try pages.heading("Useful lives", PDFLook.subheading, following: 80)
    let table = PDFTable([.init("Category", 110), .init("Useful life", 90), .init("Source", 0)], on: pages)
    try table.head()
    for row in lives {
      try table.row([
        .init(singleLine(row.category), PDFLook.body), .init(words.lifeText(row), PDFLook.body),
        .init(singleLine(row.provenance), PDFLook.body),
      ])
    }
  }

  func documents() throws {
    guard !model.documents.isEmpty else { return }
    try pages.beginPage()
    pages.destination("documents")
    pages.outline("Receipts and other documents", to: "documents")
    try pages.heading("Receipts and other documents")
    try pages.paragraph("Files in the store. They are not part of this document.", PDFLook.note)
    let table = PDFTable(
      [
        .init("No.", 26, isNumber: true), .init("File", 0), .init("Kind", 52),
        .init("Line", 30, isNumber: true),
        .init("SHA-256", 170),
      ], on: pages)
    try table.head()
    for file in model.documents {
      try table.row([
        .init(words.number(file.number), PDFLook.number), .init(file.name, PDFLook.body),
        .init(file.record.kind.rawValue, PDFLook.body), .init(words.number(file.lineNumber), PDFLook.number),
        .init(file.picture?.sha256.hex ?? "–", PDFLook.code),
      ])
    }
  }

  func manifest() throws {
    guard !model.exhibits.isEmpty else { return }
    try pages.beginPage()
    pages.destination("manifest")
    pages.outline("Evidence manifest", to: "manifest")
    try pages.heading("Evidence manifest")
    try pages.paragraph(
      "The untouched originals behind the exhibits. Anyone who has an original can compute its SHA-256 and compare. "
        + "Times of import are UTC.", PDFLook.note)
    let table = PDFTable(
      [
        .init("Exhibit", 32, isNumber: true), .init("Original", 0),
        .init("Taken, as recorded by the camera", 112),
        .init("Imported", 88), .init("Bytes", 48, isNumber: true), .init("SHA-256", 130),
      ], on: pages)
    let moment = PDFLook.small.with { $0.size = 6.8 }
    try table.head()
    for exhibit in model.exhibits {
      let record = exhibit.picture
      try table.row([
        .init(words.number(exhibit.number), PDFLook.number),
        .init(
          [
            (singleLine(record.originalName.description), PDFLook.body),
            (exhibit.isEdited ? "shown edited" : "", PDFLook.small),
          ]),
        .init(singleLine(record.facts.capturedAt?.description ?? "not recorded"), moment),
        .init(singleLine(record.importedAt), moment),
        .init(words.number(record.byteSize), PDFLook.number),
        .init(record.sha256.hex, PDFLook.code),
      ])
    }
  }

  func attestation() throws {
    try pages.beginPage()
    pages.destination("attestation")
    pages.outline("Attestation", to: "attestation")
    try pages.heading("Attestation")
    try pages.paragraph(words.attestation)
    try pages.paragraph(words.attestationNote, PDFLook.note)
    let top = pages.y + 70
    let unit = (pages.bodyWidth - 40) / 5
    for (label, x, width) in [
      ("Name", 0.0, 2 * unit), ("Signature", 2 * unit + 20, 2 * unit), ("Date", 4 * unit + 40, unit),
    ] {
      let left = PDFPages.margin + x
      if !pages.isDry { pages.canvas.line(fromX: left, toX: left + width, y: top, PDFLook.ink, width: 0.7) }
      pages.text(label, PDFLook.small, x: left, y: top + 5, width: width)
    }
  }
}
