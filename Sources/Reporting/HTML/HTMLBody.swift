import PossessionsCore

/// Writes the sections of one HTML page.
struct HTMLBody {
  typealias Attribute = HTMLWriter.Attribute
  let report: HTMLReport
  /// Nil on the index page.
  let page: HTMLPagePlan?
  var missing: MissingPictures

  var model: ReportModel { report.model }
  var words: ReportWords { report.words }
  /// From this page to the report's folder.
  private var up: String { page == nil ? "" : "../" }

  // MARK: Frame

  mutating func document(
    _ html: inout HTMLWriter, title: String,
    content: (inout HTMLWriter, inout HTMLBody) throws -> Void
  ) throws {
    html.raw("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
    // Belt and braces: nothing in the page may fetch or run anything, whatever a text says.
    html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
    html.raw("img-src 'self' file: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">")
    html.raw("<meta name=\"referrer\" content=\"no-referrer\"><meta name=\"robots\" content=\"noindex\">")
    html.void("meta", [.init("name", "generator"), .init("content", model.options.toolVersion)])
    html.element("title", [], title)
    html.raw("<style>")
    html.raw(htmlTokens)
    html.raw(htmlStyle)
    html.raw(
      "</style></head>\n<body><a class=\"skip\" href=\"#main\">Skip to the report</a><div class=\"frame\">")
    try content(&html, &self)
    html.raw("</div></body></html>\n")
  }

  func footer(_ html: inout HTMLWriter) {
    html.element(
      "footer", [],
      "\(words.title). \(words.dateLine). \(model.options.toolVersion). Catalog snapshot "
        + "\(model.catalogDigest.hex.prefix(12)).")
  }

  func pager(_ html: inout HTMLWriter, _ position: Int) throws {
    try html.element("p", [.init("class", "pager")]) { html in
      if position > 0 {
        html.element("a", [.init("href", up + report.pages[position - 1].path)], "← Previous page")
      }
      html.element("a", [.init("href", "\(up)\(report.name).html")], "Summary of the report")
      if position + 1 < report.pages.count {
        html.element("a", [.init("href", up + report.pages[position + 1].path)], "Next page →")
      }
    }
  }

  // MARK: Links

  /// To a line's place, on this page or another.
  func reference(to kind: String, _ number: Int, line: Int) -> String {
    let anchor = "#\(kind)-\(number)"
    guard report.isSplit else { return anchor }
    if let page, page.numbers.contains(line) { return anchor }
    guard let other = report.pages.first(where: { $0.numbers.contains(line) }) else { return anchor }
    return up + other.path + anchor
  }

  func roomAnchor(_ path: [String], _ ledger: Ledger) -> String {
    let number = report.rooms[ledger.currency]?.numbers[path] ?? 1
    return "room-\(ledger.currency.code.lowercased())-\(number)"
  }

  /// Where a room's lines begin: its own, or the first ones nested in it.
  private func reference(toRoom path: [String], _ ledger: Ledger) -> String {
    guard let position = report.rooms[ledger.currency]?.firstLines[path] else { return "#main" }
    let line = ledger.lines[position]
    let anchor = "#" + roomAnchor(line.room, ledger)
    guard report.isSplit else { return anchor }
    if let page, page.numbers.contains(line.number) { return anchor }
    guard let other = report.pages.first(where: { $0.numbers.contains(line.number) }) else { return anchor }
    return up + other.path + anchor
  }

  // MARK: Pictures

  /// An `img` for a picture; false where there is none to show.
  mutating func picture(
    _ html: inout HTMLWriter, _ exhibit: Exhibit, _ use: HTMLPictures.Use, alternative: String,
    className: String? = nil, isLazy: Bool = true
  ) throws -> Bool {
    guard let rendition = use.rendition(of: exhibit) else { return false }
    let attributes: [Attribute] = [
      .init("class", className), .init("alt", alternative), .init("width", String(rendition.width)),
      .init("height", String(rendition.height)), .init("loading", isLazy ? "lazy" : nil),
      .init("decoding", "async"),
    ]
    switch report.pictures {
    case .linked(let prefix):
      let path = percentEncoded(up.utf8) + percentEncoded(prefix.utf8) + percentEncoded(rendition.path.bytes)
      html.void("img", attributes + [.init("src", path)])
    case .beside:
      html.void(
        "img",
        attributes + [.init("src", up + report.pictures.besidePath(report.name, exhibit, use, rendition))])
    case .embedded:
      guard let bytes = try missing.bytes(of: rendition, exhibit: exhibit, from: report.provider) else {
        return false
      }
      switch rendition.path.lowercasedExtension {
      case "png": html.image(attributes, base64: bytes, type: "image/png")
      case "webp": html.image(attributes, base64: bytes, type: "image/webp")
      default: html.image(attributes, base64: bytes, type: "image/jpeg")
      }
    }
    return true
  }

  // MARK: Index

  func index(_ html: inout HTMLWriter, ledgers: Bool, lines: [ReportLine] = []) throws {
    try html.element("nav", [.init("class", "index"), .init("aria-label", "Contents")]) { html in
      html.element("p", [], "Contents")
      try html.element("ol") { html in
        func entry(_ target: String, _ text: String) throws {
          try html.element("li") { html in html.element("a", [.init("href", target)], text) }
        }
        if ledgers {
          try entry("#summary", "Summary")
          if model.ledgers.contains(where: { !$0.scheduled.isEmpty }) {
            try entry("#scheduled", "Scheduled items")
          }
          if model.ledgers.contains(where: { !$0.limits.isEmpty }) { try entry("#limits", "Limits") }
          if model.gapCount > 0 { try entry("#gaps", "Missing evidence") }
          if !report.isSplit, !model.exhibits.isEmpty { try entry("#photos", "Photos") }
          try entry("#method", "Method")
          try entry("#attestation", "Attestation")
          if !report.isSplit, !model.exhibits.isEmpty { try entry("#manifest", "Evidence manifest") }
        } else {
          try entry("\(up)\(report.name).html", "Summary")
          try entry("#gaps", "Missing evidence")
          try entry("#photos", "Photos")
          try entry("#manifest", "Evidence manifest")
        }
      }
      for ledger in model.ledgers where ledgers || lines.contains(where: { $0.room.isEmpty == false }) {
        let here = Set(lines.map(\.roomText))
        let rooms = ledger.rooms.filter { ledgers || here.contains($0.text) }
        guard !rooms.isEmpty else { continue }
        html.element("p", [], model.ledgers.count > 1 ? "Rooms, \(ledger.currency.code)" : "Rooms")
        try html.element("ol") { html in
          let paid = words.leads(withPaid: ledger)
          for room in rooms.prefix(400) {
            // Without the rooms around it, a name alone may be that of several.
            let depth = ledgers ? min(room.depth, 3) : 0
            try html.element("li", [.init("class", "d\(depth)")]) { html in
              try html.element("a", [.init("href", reference(toRoom: room.path, ledger))]) { html in
                html.element("bdi", [], ledgers ? room.name : room.text)
                let total = room.withNested
                if words.showsAmounts, paid ? total.paidLines > 0 : total.valuedLines > 0 {
                  html.element(
                    "span", [.init("class", "amount")],
                    words.amount(paid ? total.paid : total.replacementCostValue, ledger.currency))
                }
              }
            }
          }
        }
      }
    }
  }
}
