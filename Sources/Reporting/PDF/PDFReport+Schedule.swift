import PossessionsCore
import Typesetting

extension PDFDocumentLayout {
  // MARK: Schedule

  func schedule(_ ledger: Ledger) throws {
    guard !ledger.lines.isEmpty else { return }
    let suffix = model.ledgers.count > 1 ? " in \(ledger.currency.code)" : ""
    var parent: Int32 = 0
    var begin = 0
    for index in 1...ledger.lines.count
    where index == ledger.lines.count || ledger.lines[index].room != ledger.lines[begin].room {
      let lines = Array(ledger.lines[begin..<index])
      // Small rooms share a page; one begins where its head and two lines of it have room.
      if begin > 0, pages.room > 230 {
        pages.y += 24
      } else {
        try pages.beginPage(landscape: true)
      }
      let name = "room-\(ledger.currency.code)-\(lines[0].number)"
      if begin == 0 {
        parent = pages.outline("Schedule of contents\(suffix)", to: name)
        let title = "Schedule of contents\(suffix)"
        pages.destination(name)
        try pages.heading(title)
      } else {
        pages.destination(name)
      }
      pages.outline(shortened(lines[0].roomText, to: 200), to: name, below: parent)
      try table(ledger, lines, title: lines[0].roomText, foot: "Room total")
      begin = index
    }
  }

  func scheduled(_ ledger: Ledger) throws {
    let suffix = model.ledgers.count > 1 ? " in \(ledger.currency.code)" : ""
    try pages.beginPage(landscape: true)
    let name = "scheduled-\(ledger.currency.code)"
    pages.destination(name)
    pages.outline("Scheduled items\(suffix)", to: name)
    try pages.heading("Scheduled items\(suffix)")
    try pages.paragraph(
      "On the policy's own schedule, with their appraisals. In no unscheduled total.", PDFLook.note)
    try table(ledger, ledger.scheduled, title: nil, foot: "Total, scheduled")
  }

  private func table(_ ledger: Ledger, _ lines: [ReportLine], title: String?, foot: String) throws {
    var total = Totals()
    for line in lines { total.add(line.value) }
    let columns = words.scheduleColumns(ledger)
    if let title {
      let figure = words.leads(withPaid: ledger) ? total.paid : total.replacementCostValue
      let style = PDFLook.subheading
      let high = pages.height(of: title, style, width: pages.bodyWidth - 220)
      try pages.ensure(high + 90)
      pages.text(title, style, x: PDFPages.margin, y: pages.y, width: pages.bodyWidth - 220)
      pages.text(
        "\(words.count(lines.count, "line", "lines")), \(words.money(figure, ledger.currency))",
        PDFLook.note.with { $0.alignment = .right }, x: PDFPages.margin + pages.bodyWidth - 210,
        y: pages.y + 3,
        width: 210)
      pages.y += high + 12
    }
    let table = PDFTable(
      [.init("Line", 26, isNumber: true), .init("Photo", 48), .init("Item", 0)]
        + columns.map { column in
          let needed = pages.canvas.width(of: column.total(total), PDFLook.numberStrong) + 2
          return .init(column.label, min(96, max(column.pointWidth, needed)), isNumber: true)
        }, on: pages)
    try table.head()
    for (position, line) in lines.enumerated() {
      if position.isMultiple(of: 50) { sink.progress(done: line.number, of: model.lineCount) }
      try row(
        table, ledger, line, columns, keep: position == lines.count - 1 ? 24 : 0,
        continued: title.map { "\($0), continued" } ?? "Scheduled items, continued")
    }
    try table.row(
      [.init("", PDFLook.body), .init("", PDFLook.body), .init(foot, PDFLook.strong)]
        + columns.map { .init($0.total(total), PDFLook.numberStrong) }, isStrong: true)
  }

  private func row(
    _ table: PDFTable, _ ledger: Ledger, _ line: ReportLine, _ columns: [ReportWords.ScheduleColumn],
    keep: Double, continued: String
  ) throws {
    let first = model.exhibits[line.exhibits].first
    var photo = ""
    if let first {
      let last = first.number + line.exhibits.count - 1
      photo = last > first.number ? "Exhibits \(first.number)–\(last)" : "Exhibit \(first.number)"
    }
    let cells: [PDFTable.Cell] =
      [
        .init(words.number(line.number), PDFLook.number), .init("", PDFLook.small), .init(describe(line)),
      ]
      + columns.map { column in
        var parts = [(text: column.value(line), style: PDFLook.number)]
        if let small = column.small(line) {
          parts.append((small, PDFLook.small.with { $0.alignment = .right }))
        }
        return PDFTable.Cell(parts)
      }
    try table.row(cells, least: 58, keep: keep, continued: continued) { top, _ in
      pages.destination("line-\(line.number)", y: top)
      let box = Box(x: table.x(1), y: top, width: 46, height: 46)
      guard let first else { return placeholder(box, "Add photo") }
      try picture(first, names: ["thumb", "page", "icon"], in: box, fit: .cover)
      pages.text(
        photo,
        PDFLook.small.with {
          $0.size = 6; $0.lineLimit = 1
        }, x: box.x, y: top + 48, width: 60)
      pages.link(box, to: "exhibit-\(first.number)")
    }
  }

  private func describe(_ line: ReportLine) -> [(text: String, style: TextStyle)] {
    var parts: [(text: String, style: TextStyle)] = [(singleLine(line.item.name), PDFLook.strong)]
    if let text = line.item.text(.description), !text.isEmpty, text != line.item.name {
      parts.append((multiLine(text), PDFLook.body))
    }
    parts.append((words.makerText(line), PDFLook.small))
    parts.append((words.facts(line).joined(separator: "  ·  "), PDFLook.small))
    if let notes = line.item.text(.notes), !notes.isEmpty { parts.append((multiLine(notes), PDFLook.small)) }
    let files = model.documents[line.documents]
    if !files.isEmpty {
      parts.append(
        (
          files.map { "\($0.record.kind.rawValue) \($0.name) (document \($0.number))" }.joined(
            separator: ", "),
          PDFLook.small
        ))
    }
    for note in words.shownNotes(line) { parts.append((note, PDFLook.small.with { $0.isItalic = true })) }
    if !line.gaps.isEmpty {
      parts.append(
        (
          "Missing evidence: " + line.gaps.map(\.code.rawValue).joined(separator: ", "),
          PDFLook.small.with { $0.ink = PDFLook.warn }
        ))
    }
    return parts
  }

  // MARK: Contact sheets

  func contactSheets() throws {
    guard !model.exhibits.isEmpty else { return }
    let columns = 3
    let rows = 4
    for (index, exhibit) in model.exhibits.enumerated() {
      let place = index % (columns * rows)
      if place == 0 {
        try pages.beginPage()
        if index == 0 {
          pages.destination("photos")
          pages.outline("Photos", to: "photos")
        }
        sink.progress(done: exhibit.number, of: model.exhibits.count)
      }
      let gap = 12.0
      let width = (pages.bodyWidth - gap * Double(columns - 1)) / Double(columns)
      let high = (pages.fullRoom - gap * Double(rows - 1)) / Double(rows)
      let x = PDFPages.margin + Double(place % columns) * (width + gap)
      let y = PDFPages.top + Double(place / columns) * (high + gap)
      try sheetPicture(exhibit, Box(x: x, y: y, width: width, height: high))
    }
  }

  private func sheetPicture(_ exhibit: Exhibit, _ box: Box) throws {
    let captionHeight = 58.0
    let frame = Box(x: box.x, y: box.y, width: box.width, height: box.height - captionHeight)
    pages.destination("exhibit-\(exhibit.number)", y: box.y)
    try picture(exhibit, names: ["page", "display", "thumb"], in: frame, fit: .whole)
    var y = frame.y + frame.height + 3
    let line = PDFLook.small.with {
      $0.size = 7
      $0.lineLimit = 1
      $0.leading = 0
    }
    let texts: [(String, TextStyle)] = [
      (
        "Exhibit \(exhibit.number)\(exhibit.isEdited ? " · edited" : "")",
        line.with {
          $0.isBold = true; $0.ink = PDFLook.ink; $0.size = 8
        }
      ),
      (
        exhibit.itemName + (exhibit.caption.map { $0.isEmpty ? "" : ": \($0)" } ?? ""),
        line.with { $0.ink = PDFLook.ink }
      ),
      ("Line \(exhibit.lineNumber), \(exhibit.room)", line),
      (exhibit.capturedText.map { "Camera date \($0)" } ?? "No camera date", line),
      ("\(exhibit.isEdited ? "Original " : "")SHA-256 \(exhibit.picture.sha256.hex.prefix(16))", line),
    ]
    for (text, style) in texts {
      pages.text(shortened(text, to: 200), style, x: box.x, y: y, width: box.width)
      y += 10.6
    }
    pages.link(
      Box(x: box.x, y: frame.y + frame.height, width: box.width, height: captionHeight - 6),
      to: "line-\(exhibit.lineNumber)")
  }
}
