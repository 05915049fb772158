import PossessionsCore

extension HTMLBody {
  // MARK: Cover

  mutating func cover(_ html: inout HTMLWriter) throws {
    let shown = coverExhibits()
    try html.element("header", [.init("class", "cover")]) { html in
      try html.element("div", [.init("class", shown.isEmpty ? "plain" : "top")]) { html in
        try html.element("div", [.init("class", "words")]) { html in
          html.element("h1", [], words.title)
          html.element("p", [.init("class", "when")], words.dateLine)
          for ledger in model.ledgers { try lead(&html, ledger) }
        }
        if !shown.isEmpty { try collage(&html, shown) }
      }
      try html.element("ul", [.init("class", "fields")]) { html in
        for field in words.coverFields {
          let isWide = field.label == "Catalog snapshot"
          try html.element("li", [.init("class", isWide ? "wide" : field.isGiven ? nil : "none")]) { html in
            html.element("span", [.init("class", "label")], field.label)
            html.text(" ")
            html.element("bdi", [.init("class", "value")], field.value)
          }
        }
      }
    }
  }

  private func lead(_ html: inout HTMLWriter, _ ledger: Ledger) throws {
    let paid = words.leads(withPaid: ledger)
    let amount = paid ? ledger.total.paid : ledger.total.replacementCostValue
    let counted = paid ? ledger.total.paidLines : ledger.total.valuedLines
    guard ledger.total.lines > 0 else { return }
    try html.element("p", [.init("class", "lead")]) { html in
      html.element("span", [.init("class", "figure")], words.money(amount, ledger.currency))
      html.element(
        "span", [],
        "\(paid ? "price paid" : "replacement cost") of \(words.coverage(counted, of: ledger.total.lines))")
    }
  }

  /// Pictures of the things that are worth most, one each.
  private func coverExhibits() -> [Exhibit] {
    let lines = model.ledgers.flatMap(\.allLines).filter { !$0.exhibits.isEmpty }
    let best = lines.sorted { ($0.valueAtStake ?? -1, $1.number) > ($1.valueAtStake ?? -1, $0.number) }
    return best.compactMap { line in
      model.exhibits[line.exhibits].first { HTMLPictures.Use.sheet.rendition(of: $0) != nil }
    }.prefix(6).map { $0 }
  }

  private mutating func collage(_ html: inout HTMLWriter, _ exhibits: [Exhibit]) throws {
    // Five pictures leave a hole in the grid; four fill it.
    let shown = exhibits.count == 5 ? Array(exhibits.prefix(4)) : exhibits
    var body = self
    try html.element("div", [.init("class", "collage n\(shown.count)"), .init("aria-hidden", "true")]) {
      html in
      for (position, exhibit) in shown.enumerated() {
        try html.element("span") { html in
          let isEmbedded = body.report.pictures == .embedded
          _ = try body.picture(
            &html, exhibit, position == 0 && !isEmbedded ? .large : .small, alternative: "", isLazy: false)
        }
      }
    }
    self = body
  }

  // MARK: Totals

  func totals(_ html: inout HTMLWriter, _ ledger: Ledger) throws {
    let code = ledger.currency.code
    let suffix = model.ledgers.count > 1 ? " in \(code)" : ""
    let isFirst = ledger.currency == model.ledgers.first?.currency
    try html.element("section", [.init("id", isFirst ? "summary" : "summary-\(code.lowercased())")]) { html in
      html.element("h2", [], "Summary\(suffix)")
      try tiles(&html, ledger)
      if let remedy = words.remedy(for: ledger) {
        html.element("p", [.init("class", "tell")], remedy)
      }
      if isFirst {
        for sentence in words.exclusions { html.element("p", [.init("class", "note")], sentence) }
        if let sentence = words.unattached { html.element("p", [.init("class", "note")], sentence) }
      }
    }
    guard ledger.total.lines > 0 else { return }
    try html.element("section", [.init("id", "rooms-\(code.lowercased())")]) { html in
      html.element("h2", [], "By room\(suffix)")
      try totalTable(
        &html, ledger, heading: "Room", caption: "Totals by room. A location includes what is nested in it.",
        rows: ledger.rooms.map { ($0.name, min($0.depth, 3), $0.withNested) })
    }
    try html.element("section", [.init("id", "categories-\(code.lowercased())")]) { html in
      html.element("h2", [], "By category\(suffix)")
      try totalTable(
        &html, ledger, heading: "Category", caption: "Totals by category.",
        rows: ledger.categories.map { ($0.name, 0, $0.total) })
    }
  }

  private func tiles(_ html: inout HTMLWriter, _ ledger: Ledger) throws {
    try html.element("ul", [.init("class", "tiles")]) { html in
      for tile in words.tiles(ledger) {
        try html.element("li") { html in
          html.element("span", [.init("class", "label")], tile.label)
          html.text(" ")
          html.element("span", [.init("class", "figure")], tile.figure)
          html.text(" ")
          if let small = tile.small { html.element("small", [], small) }
        }
      }
    }
  }

  private func totalTable(
    _ html: inout HTMLWriter, _ ledger: Ledger, heading: String, caption: String,
    rows: [(name: String, depth: Int, total: Totals)]
  ) throws {
    let paid = words.leads(withPaid: ledger)
    let whole = paid ? ledger.total.paid : ledger.total.replacementCostValue
    let columns = words.totalColumns(ledger)
    try html.element("div", [.init("class", "sheet")]) { html in
      try table(&html, "fold", "\(caption) Amounts in \(ledger.currency.code).") { html in
        try head(&html, [(heading, false)] + columns.map { ($0.label, true) })
        try html.element("tbody", [.init("role", "rowgroup")]) { html in
          for row in rows {
            try html.element("tr", [.init("role", "row"), .init("class", "d\(row.depth)")]) { html in
              let part = paid ? row.total.paid : row.total.replacementCostValue
              try html.element(
                "th",
                [
                  .init("scope", "row"), .init("role", "rowheader"), .init("class", "whole"),
                  .init("style", bar(part, of: whole)),
                ]
              ) { html in html.element("bdi", [], row.name) }
              for column in columns { number(&html, column.label, column.value(row.total)) }
            }
          }
        }
        try html.element("tfoot", [.init("role", "rowgroup")]) { html in
          try html.element("tr", [.init("role", "row")]) { html in
            html.element(
              "th", [.init("scope", "row"), .init("role", "rowheader"), .init("class", "whole")],
              "Total, unscheduled")
            for column in columns { number(&html, column.label, column.value(ledger.total)) }
          }
        }
      }
    }
  }

  /// A bar below a row's name, as long as its share.
  private func bar(_ part: Int128, of whole: Int128) -> String? {
    guard whole > 0, part > 0, words.showsAmounts, let share = Rational(part, over: whole) else { return nil }
    return "--bar:\(share.percentText(decimals: 2))%"
  }

  // MARK: Tables

  /// A table that keeps its meaning for screen readers when narrow screens lay it out as cards.
  func table(
    _ html: inout HTMLWriter, _ className: String, _ caption: String,
    content: (inout HTMLWriter) throws -> Void
  ) throws {
    try html.element("table", [.init("class", className), .init("role", "table")]) { html in
      html.element("caption", [], caption)
      try content(&html)
    }
  }

  func head(_ html: inout HTMLWriter, _ columns: [(label: String, isNumber: Bool)]) throws {
    try html.element("thead", [.init("role", "rowgroup")]) { html in
      try html.element("tr", [.init("role", "row")]) { html in
        for (position, column) in columns.enumerated() {
          html.element(
            "th",
            [
              .init("scope", "col"), .init("role", "columnheader"),
              .init("class", column.isNumber ? "num k\(position + 1)" : "k\(position + 1)"),
            ], column.label)
        }
      }
    }
  }

  /// - Parameter small: said below the figure.
  func number(_ html: inout HTMLWriter, _ label: String, _ value: String, small: String? = nil) {
    let attributes: [Attribute] = [
      .init("role", "cell"), .init("class", value == "–" ? "num empty" : "num"), .init("data-label", label),
    ]
    guard let small else { return html.element("td", attributes, value) }
    html.raw("<td role=\"cell\" class=\"num\" data-label=\"")
    html.attributeText(label)
    html.raw("\"><span>")
    html.text(value + " ")
    html.element("small", [], small)
    html.raw("</span></td>")
  }
}
