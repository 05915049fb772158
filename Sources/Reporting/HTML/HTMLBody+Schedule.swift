import PossessionsCore

extension HTMLBody {
  // MARK: Schedule of contents

  mutating func schedule(
    _ html: inout HTMLWriter, _ ledger: Ledger, lines: [ReportLine], isScheduled: Bool = false
  ) throws {
    guard !lines.isEmpty else { return }
    let columns = words.scheduleColumns(ledger)
    let code = ledger.currency.code
    var body = self
    try html.element("section", [.init("id", "schedule-\(code.lowercased())")]) { html in
      html.element(
        "h2", [], "Schedule of contents" + (body.model.ledgers.count > 1 ? " in \(code)" : ""))
      var begin = 0
      for index in 1...lines.count where index == lines.count || lines[index].room != lines[begin].room {
        try body.room(&html, ledger, Array(lines[begin..<index]), columns)
        begin = index
      }
    }
    self = body
  }

  private mutating func room(
    _ html: inout HTMLWriter, _ ledger: Ledger, _ lines: [ReportLine], _ columns: [ReportWords.ScheduleColumn]
  ) throws {
    guard let first = lines.first else { return }
    var total = Totals()
    for line in lines { total.add(line.value) }
    var body = self
    let paid = words.leads(withPaid: ledger)
    try html.element("div", [.init("class", "room"), .init("id", roomAnchor(first.room, ledger))]) { html in
      try html.element("header") { html in
        try html.element("h3") { html in html.element("bdi", [], first.roomText) }
        var text = body.words.count(lines.count, "line", "lines")
        if paid ? total.paidLines > 0 : total.valuedLines > 0 {
          text +=
            ", "
            + body.words.money(paid ? total.paid : total.replacementCostValue, ledger.currency)
        }
        html.element("p", [], text)
      }
      try html.element("div", [.init("class", "sheet")]) { html in
        try body.table(&html, "fold items", "Items in \(first.roomText). Amounts in \(ledger.currency.code).")
        { html in
          try body.head(&html, body.heads(columns))
          try html.element("tbody", [.init("role", "rowgroup")]) { html in
            for line in lines { try body.row(&html, ledger, line, columns) }
          }
          try html.element("tfoot", [.init("role", "rowgroup")]) { html in
            try body.roomFoot(&html, ledger, total, columns)
          }
        }
      }
    }
    self = body
  }

  private func roomFoot(
    _ html: inout HTMLWriter, _ ledger: Ledger, _ total: Totals, _ columns: [ReportWords.ScheduleColumn],
    label: String = "Room total"
  ) throws {
    try html.element("tr", [.init("role", "row")]) { html in
      html.element(
        "th",
        [
          .init("scope", "row"), .init("role", "rowheader"), .init("class", "whole"), .init("colspan", "3"),
        ], label)
      for column in columns {
        let text = column.total(total)
        if text.isEmpty {
          html.element("td", [.init("role", "cell"), .init("class", "empty")], "")
        } else {
          number(&html, column.longLabel == "Quantity" ? "Units" : column.longLabel, text)
        }
      }
    }
  }

  private func heads(_ columns: [ReportWords.ScheduleColumn]) -> [(label: String, isNumber: Bool)] {
    [("Line", true), ("Photo", false), ("Item", false)] + columns.map { ($0.label, true) }
  }

  private mutating func row(
    _ html: inout HTMLWriter, _ ledger: Ledger, _ line: ReportLine, _ columns: [ReportWords.ScheduleColumn]
  ) throws {
    var body = self
    try html.element("tr", [.init("role", "row"), .init("id", "line-\(line.number)")]) { html in
      html.element(
        "td", [.init("role", "cell"), .init("class", "num line")], body.words.number(line.number))
      try html.element("td", [.init("role", "cell"), .init("class", "shot")]) { html in
        try body.shot(&html, line)
      }
      try html.element(
        "th", [.init("scope", "row"), .init("role", "rowheader"), .init("class", "what")]
      ) { html in
        try body.describe(&html, line)
      }
      for column in columns {
        body.number(&html, column.longLabel, column.value(line), small: column.small(line))
      }
    }
    self = body
  }

  private mutating func shot(_ html: inout HTMLWriter, _ line: ReportLine) throws {
    guard let exhibit = model.exhibits[line.exhibits].first else {
      html.element("span", [.init("class", "blank")], "Add photo")
      return
    }
    var body = self
    var isShown = false
    try html.element(
      "a", [.init("href", reference(to: "exhibit", exhibit.number, line: line.number))]
    ) { html in
      isShown = try body.picture(&html, exhibit, .small, alternative: exhibit.alternativeText)
      if !isShown { html.text("Exhibit \(exhibit.number)") }
    }
    self = body
    let others = line.exhibits.count - 1
    html.element(
      "span", [.init("class", "more")],
      others > 0 ? "Exhibits \(exhibit.number)–\(exhibit.number + others)" : "Exhibit \(exhibit.number)")
  }

  private func describe(_ html: inout HTMLWriter, _ line: ReportLine) throws {
    try html.element("b") { html in html.element("bdi", [], singleLine(line.item.name)) }
    if let text = line.item.text(.description), !text.isEmpty, text != line.item.name {
      try html.element("span", [.init("class", "text")]) { html in html.element("bdi", [], multiLine(text)) }
    }
    let maker = words.makerText(line)
    if !maker.isEmpty { try html.element("span") { html in html.element("bdi", [], maker) } }
    let facts = words.facts(line)
    try html.element("span") { html in
      for (position, fact) in facts.enumerated() {
        if position > 0 { html.text(" ") }
        html.element("bdi", [.init("class", "fact")], fact)
      }
    }
    if let notes = line.item.text(.notes), !notes.isEmpty {
      try html.element("span", [.init("class", "note")]) { html in html.element("bdi", [], multiLine(notes)) }
    }
    if !model.options.redactions.contains(.receipts) {
      let files = model.documents[line.documents]
      if !files.isEmpty {
        html.element(
          "span", [],
          files.map { "\($0.record.kind.rawValue) \($0.name) (document \($0.number))" }
            .joined(separator: ", "))
      }
    }
    for note in words.shownNotes(line) { html.element("em", [], note) }
    guard !line.gaps.isEmpty || line.value.costSource == .purchasePrice else { return }
    try html.element("ul", [.init("class", "marks"), .init("aria-label", "Evidence gaps")]) { html in
      if line.value.costSource == .purchasePrice {
        try html.element("li") { html in
          html.element("span", [.init("class", "plain")], "price paid stands in")
        }
      }
      for gap in line.gaps {
        try html.element("li") { html in
          html.element(
            "a",
            [.init("href", gapReference(line)), .init("title", "\(gap.code.meaning): \(gap.remedy)")],
            gap.code.rawValue)
        }
      }
    }
  }

  private func gapReference(_ line: ReportLine) -> String { "#gap-\(line.number)" }

  // MARK: Scheduled items

  mutating func scheduled(_ html: inout HTMLWriter, _ ledger: Ledger) throws {
    let columns = words.scheduleColumns(ledger)
    var body = self
    let code = ledger.currency.code
    let isFirst = model.ledgers.first { !$0.scheduled.isEmpty }?.currency == ledger.currency
    try html.element("section", [.init("id", isFirst ? "scheduled" : "scheduled-\(code.lowercased())")]) {
      html in
      html.element("h2", [], "Scheduled items" + (body.model.ledgers.count > 1 ? " in \(code)" : ""))
      html.element(
        "p", [.init("class", "note")],
        "On the policy's own schedule, with their appraisals. In no unscheduled total.")
      if body.report.isSplit {
        html.element(
          "p", [],
          "\(body.words.count(ledger.scheduled.count, "line", "lines")), "
            + body.words.money(ledger.scheduledTotal.replacementCostValue, ledger.currency))
        if let first = ledger.scheduled.first {
          html.element(
            "a", [.init("href", body.reference(to: "line", first.number, line: first.number))],
            "Go to the scheduled items")
        }
        return
      }
      try html.element("div", [.init("class", "sheet")]) { html in
        try body.table(&html, "fold items", "Scheduled items. Amounts in \(code).") { html in
          try body.head(&html, body.heads(columns))
          try html.element("tbody", [.init("role", "rowgroup")]) { html in
            for line in ledger.scheduled { try body.row(&html, ledger, line, columns) }
          }
          try html.element("tfoot", [.init("role", "rowgroup")]) { html in
            try body.roomFoot(&html, ledger, ledger.scheduledTotal, columns, label: "Total, scheduled")
          }
        }
      }
    }
    self = body
  }

  // MARK: Limits

  func limits(_ html: inout HTMLWriter, _ ledger: Ledger) throws {
    let isFirst = model.ledgers.first { !$0.limits.isEmpty }?.currency == ledger.currency
    try html.element("section", [.init("id", isFirst ? "limits" : nil)]) { html in
      html.element("h2", [], "Sub-limit check")
      try html.element("div", [.init("class", "sheet")]) { html in
        try table(
          &html, "fold", "Groups of the policy against their limits. Amounts in \(ledger.currency.code)."
        ) { html in
          try head(
            &html,
            [
              ("Group", false), ("Peril", false), ("Lines", true), ("Replacement cost", true),
              ("Limit", true),
              ("Excess", true), ("Actual cash value", true), ("Excess", true),
            ])
          try html.element("tbody", [.init("role", "rowgroup")]) { html in
            for check in ledger.limits {
              try html.element("tr", [.init("role", "row")]) { html in
                try html.element(
                  "th", [.init("scope", "row"), .init("role", "rowheader"), .init("class", "whole")]
                ) { html in html.element("bdi", [], singleLine(check.limit.name)) }
                html.element(
                  "td", [.init("role", "cell"), .init("data-label", "Peril: ")],
                  singleLine(check.limit.peril ?? "any"))
                number(&html, "Lines", words.number(check.group.lines))
                number(
                  &html, "Replacement cost", words.amount(check.group.replacementCostValue, ledger.currency))
                number(&html, "Limit", words.amount(check.limit.amount, ledger.currency))
                number(&html, "Excess", words.amount(check.replacementCostExcess, ledger.currency))
                number(&html, "Actual cash value", words.amount(check.group.actualCashValue, ledger.currency))
                number(&html, "Excess", words.amount(check.actualCashExcess, ledger.currency))
              }
            }
          }
        }
      }
      for sentence in words.limitedTotals(ledger) {
        html.element("p", [.init("class", "note")], sentence)
      }
    }
  }
}
