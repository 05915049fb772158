import PossessionsCore

/// Writes the contact sheet's page.
struct ContactSheetBody {
  private typealias Attribute = HTMLWriter.Attribute
  private let sheet: ContactSheet
  private let names: [String: ContactSheet.Item]

  init(sheet: ContactSheet) {
    self.sheet = sheet
    names = Dictionary(sheet.items.map { ($0.id, $0) }) { first, _ in first }
  }

  func write(_ html: inout HTMLWriter, scriptDigest: String) throws {
    html.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    // Nothing in the page may fetch anything or run but the one script, whatever a text says.
    html.void(
      "meta",
      [
        .init("http-equiv", "Content-Security-Policy"),
        .init(
          "content",
          "default-src 'none'; img-src 'self' file: data:; style-src 'unsafe-inline'; "
            + "script-src 'sha256-\(scriptDigest)'; base-uri 'none'; form-action 'none'"),
      ])
    html.raw("<meta name=\"referrer\" content=\"no-referrer\"><meta name=\"robots\" content=\"noindex\">")
    html.void("meta", [.init("name", "generator"), .init("content", sheet.toolVersion)])
    html.raw("<title>Contact sheet</title><style>")
    html.raw(htmlTokens)
    html.raw(sheetStyle)
    html.raw("</style></head>\n<body>")
    html.raw("<a class=\"skip-link\" href=\"#main\">Skip to the photos</a>")
    try head(&html)
    try tools(&html)
    try html.element("main", [.init("id", "main")]) { html in
      try open(&html)
      try groups(&html)
      try leftOut(&html)
      try others(&html)
      html.element("footer", [], "Made by \(sheet.toolVersion). Nothing in the catalog was changed.")
    }
    try html.element("datalist", [.init("id", "items")]) { html in
      for item in sheet.items {
        html.void(
          "option",
          [
            .init("value", item.id), .init("label", shown(item, without: true)),
            .init("data-name", item.name),
          ])
      }
    }
    html.raw("<script>")
    html.raw(sheetScript)
    html.raw("</script></body></html>\n")
  }

  // MARK: Head

  private func head(_ html: inout HTMLWriter) throws {
    var photos: Set<String> = []
    var counts = (placed: 0, ambiguous: 0, unmatched: 0, leftOut: 0)
    for card in sheet.cards where photos.insert(card.cell).inserted {
      switch card.place {
      case .item: counts.placed += 1
      case .open: counts.ambiguous += 1
      case .unmatched: counts.unmatched += 1
      case .leftOut: counts.leftOut += 1
      }
    }
    try html.element("header", [.init("class", "head")]) { html in
      html.element("h1", [], "Contact sheet")
      html.element(
        "p", [.init("class", "lead")],
        "What the import is going to do with every photo. Look, correct what is wrong, write the manifest, and give "
          + "it to the same import with --manifest \(sheet.manifestName).")
      try html.element("ul", [.init("class", "tiles")]) { html in
        func tile(_ count: Int, _ text: String, warns: Bool = false) throws {
          try html.element("li", [.init("class", warns && count > 0 ? "warn" : nil)]) { html in
            html.element("span", [.init("class", "figure")], ReportLocale.unitedStates.number(count))
            html.element("span", [], text)
          }
        }
        try tile(photos.count, photos.count == 1 ? "photo" : "photos")
        try tile(counts.placed, "find their possession")
        try tile(counts.ambiguous, "fit several", warns: true)
        try tile(counts.unmatched, "fit none", warns: true)
        if counts.leftOut > 0 { try tile(counts.leftOut, "left out") }
        if !sheet.findings.isEmpty { try tile(sheet.findings.count, "files not taken in") }
      }
    }
  }

  private func tools(_ html: inout HTMLWriter) throws {
    try html.element(
      "div", [.init("class", "tools"), .init("role", "toolbar"), .init("aria-label", "Sheet")]
    ) {
      html in
      try html.element("fieldset", [.init("class", "show")]) { html in
        html.element("legend", [.init("class", "hide")], "Show")
        for (value, text) in [("all", "All"), ("open", "To decide"), ("changed", "Changed")] {
          try html.element("label") { html in
            html.void(
              "input",
              [
                .init("type", "radio"), .init("name", "show"), .init("value", value),
                .init("checked", value == "all" ? "" : nil),
              ])
            html.element("span", [], text)
          }
        }
      }
      html.void(
        "input",
        [
          .init("type", "search"), .init("id", "search"), .init("placeholder", "Find a name or id"),
          .init("aria-label", "Find a photo or possession by its name or id"),
        ])
      try html.element("div", [.init("class", "keep")]) { html in
        html.element("p", [.init("id", "status"), .init("role", "status")], "No changes yet")
        try html.element("label", [.init("class", "every")]) { html in
          html.void("input", [.init("type", "checkbox"), .init("id", "every")])
          html.element("span", [], "with every decision")
        }
        html.element(
          "button",
          [
            .init("type", "button"), .init("id", "save"), .init("disabled", ""),
            .init("data-name", sheet.manifestName),
          ], "Write manifest")
      }
    }
  }

  // MARK: Groups

  private func open(_ html: inout HTMLWriter) throws {
    let ambiguous = sheet.cards.filter { if case .open = $0.place { true } else { false } }
    let unmatched = sheet.cards.filter { $0.place == .unmatched }
    try group(
      &html, title: "Fits several possessions", note: "Choose the right one: nothing is guessed.", ambiguous,
      isOpen: true)
    try group(
      &html, title: "Fits no possession",
      note: "These are kept in the store, attached to nothing, until you choose one.", unmatched, isOpen: true
    )
  }

  private func groups(_ html: inout HTMLWriter) throws {
    var begin = 0
    let placed = sheet.cards.compactMap { card -> (id: String, card: ContactSheet.Card)? in
      if case .item(let id) = card.place { (id, card) } else { nil }
    }
    while begin < placed.count {
      var end = begin
      while end < placed.count, placed[end].id == placed[begin].id { end += 1 }
      let item = names[placed[begin].id] ?? ContactSheet.Item(id: placed[begin].id, name: nil, room: nil)
      try group(&html, item: item, placed[begin..<end].map(\.card))
      begin = end
    }
  }

  private func leftOut(_ html: inout HTMLWriter) throws {
    try group(
      &html, title: "Left out", note: "A manifest says that these belong to no possession.",
      sheet.cards.filter { $0.place == .leftOut }, isOpen: false)
  }

  private func group(
    _ html: inout HTMLWriter, title: String, note: String, _ cards: [ContactSheet.Card], isOpen: Bool
  ) throws {
    guard !cards.isEmpty else { return }
    try html.element("section", [.init("class", isOpen ? "group open" : "group")]) { html in
      try html.element("header") { html in
        html.element("h2", [], title)
        html.element(
          "p", [], "\(ReportLocale.unitedStates.number(cards.count)) \(cards.count == 1 ? "photo" : "photos")"
        )
        html.element("p", [.init("class", "soft")], note)
      }
      try html.element("div", [.init("class", "cards")]) { html in
        for card in cards { try self.card(&html, card) }
      }
    }
  }

  private func group(_ html: inout HTMLWriter, item: ContactSheet.Item, _ cards: [ContactSheet.Card]) throws {
    try html.element("section", [.init("class", "group")]) { html in
      try html.element("header") { html in
        try html.element("h2") { html in html.element("bdi", [], singleLine(item.name ?? item.id)) }
        if item.name != nil, item.name != item.id {
          try html.element("p", [.init("class", "id")]) { html in html.element("bdi", [], singleLine(item.id))
          }
        }
        if let room = item.room {
          try html.element("p", [.init("class", "soft")]) { html in html.element("bdi", [], singleLine(room))
          }
        }
      }
      try html.element("div", [.init("class", "cards")]) { html in
        for card in cards { try self.card(&html, card) }
      }
    }
  }

  // MARK: A card

  private func card(_ html: inout HTMLWriter, _ card: ContactSheet.Card) throws {
    var target = ""
    var candidates: [String] = []
    switch card.place {
    case .item(let id): target = id
    case .open(let ids): candidates = ids
    case .unmatched: break
    case .leftOut: target = "-"
    }
    let name = singleLine(card.name)
    try html.element(
      "article",
      [
        .init("class", "card"), .init("aria-label", name), .init("data-photo", card.cell),
        .init("data-item", target), .init("data-primary", card.isPrimary ? "1" : nil),
        .init("data-position", card.position.map { String($0) }), .init("data-edit", card.edit),
        .init("data-caption", card.caption),
      ]
    ) { html in
      try html.element("div", [.init("class", "shot")]) { html in
        let attributes: [Attribute] = [
          .init("alt", ""), .init("loading", "lazy"), .init("decoding", "async"),
        ]
        switch card.thumbnail {
        case .none: html.element("span", [], card.document == nil ? "no preview" : "document")
        case .file(let path): html.void("img", attributes + [.init("src", path)])
        case .embedded(let text):
          html.void("img", attributes + [.init("src", "data:image/jpeg;base64," + text)])
        }
        if let document = card.document { html.element("b", [.init("class", "tag")], document) }
      }
      try html.element("p", [.init("class", "file")]) { html in html.element("bdi", [], name) }
      try html.element("p", [.init("class", "why")]) { html in
        if let rule = card.rule { html.text("by \(rule)") }
        if let detail = card.detail, !detail.isEmpty {
          html.text(card.rule == nil ? "" : ": ")
          html.element("bdi", [], singleLine(detail))
        }
      }
      try controls(&html, card, target: target == "-" ? "" : target, candidates: candidates)
    }
  }

  private func controls(
    _ html: inout HTMLWriter, _ card: ContactSheet.Card, target: String, candidates: [String]
  ) throws {
    if !candidates.isEmpty {
      try html.element("div", [.init("class", "candidates")]) { html in
        for id in candidates.prefix(6) {
          html.element(
            "button", [.init("type", "button"), .init("class", "candidate"), .init("data-id", id)],
            names[id].map { shown($0, without: false) } ?? singleLine(id))
        }
      }
    }
    html.void(
      "input",
      [
        .init("class", "field"), .init("list", "items"), .init("value", target), .init("autocomplete", "off"),
        .init("spellcheck", "false"), .init("placeholder", "Choose a possession"),
        .init("aria-label", "Possession, by id or name"),
      ])
    html.element("p", [.init("class", "say"), .init("aria-live", "polite")], "")
    try html.element("div", [.init("class", "acts")]) { html in
      func button(_ name: String, _ text: String, pressed: Bool) {
        html.element(
          "button",
          [
            .init("type", "button"), .init("class", name), .init("aria-pressed", pressed ? "true" : "false"),
          ], text)
      }
      if card.document == nil { button("primary", "Primary", pressed: card.isPrimary) }
      button("leave", "Leave out", pressed: card.place == .leftOut)
      html.element(
        "button", [.init("type", "button"), .init("class", "reset"), .init("hidden", "")], "Put back")
    }
  }

  // MARK: The rest

  private func others(_ html: inout HTMLWriter) throws {
    guard !sheet.findings.isEmpty else { return }
    try html.element("section", [.init("class", "group others")]) { html in
      try html.element("header") { html in
        html.element("h2", [], "Not taken in")
        html.element(
          "p", [.init("class", "soft")], "Files of the folders that have no picture on this sheet.")
      }
      try html.element("ul") { html in
        for finding in sheet.findings.prefix(ContactSheetBody.mostFindings) {
          try html.element("li") { html in
            html.element("bdi", [], singleLine(finding.subject))
            html.element("span", [], ": " + singleLine(finding.message))
          }
        }
        if sheet.findings.count > ContactSheetBody.mostFindings {
          html.element(
            "li", [],
            "and \(ReportLocale.unitedStates.number(sheet.findings.count - ContactSheetBody.mostFindings)) more"
          )
        }
      }
    }
  }

  private static let mostFindings = 200

  /// `LR-001 Lamp, Living room`.
  ///
  /// - Parameter without: without the id.
  private func shown(_ item: ContactSheet.Item, without: Bool) -> String {
    var text = without ? "" : item.id
    if let name = item.name, name != item.id || without { text += (text.isEmpty ? "" : " ") + name }
    if let room = item.room { text += (text.isEmpty ? "" : ", ") + room }
    return singleLine(text)
  }
}
