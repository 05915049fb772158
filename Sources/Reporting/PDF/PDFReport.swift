import PossessionsCore
import Typesetting

/// The report as pages to print and to file: A4 or Letter, with an outline and links from lines to exhibits.
struct PDFFormat: ReportFormat {
  let name = "pdf"
  let summary = "pages to print and to file, with contact sheets and an outline"

  func write(
    _ model: ReportModel, name: String, provider: @escaping PictureProvider, to sink: any ReportSink
  ) throws -> [Finding] {
    let words = ReportWords(model)
    let options = model.options
    let metadata = PDFCanvas.Metadata(
      title: words.title, author: shortened(model.owners.joined(separator: ", "), to: 500),
      subject: shortened(words.dateLine, to: 500),
      creator: shortened(singleLine(options.toolVersion), to: 200),
      created: "\(options.valuationDate)T00:00:00Z")
    let counting = PDFDocumentLayout(
      words: words, provider: provider, sink: sink,
      pages: PDFPages(
        canvas: try PDFCanvas(metadata: metadata) { _ in }, words: words, paper: options.paper))
    try counting.lay()
    try sink.begin("\(name).pdf")
    let canvas = try PDFCanvas(metadata: metadata, write: sink.write)
    let drawing = PDFDocumentLayout(
      words: words, provider: provider, sink: sink,
      pages: PDFPages(
        canvas: canvas, words: words, paper: options.paper, drawing: counting.pages.memo,
        total: counting.pages.count))
    try drawing.lay()
    try canvas.finish()
    try sink.end()
    return drawing.findings
  }
}

/// Lays the sections out, in the order of `docs/reports.md`; the attestation comes last.
final class PDFDocumentLayout {
  let words: ReportWords
  let provider: PictureProvider
  let sink: any ReportSink
  let pages: PDFPages
  var missing = MissingPictures()
  private var unshown: [Finding] = []
  var model: ReportModel { words.model }

  init(words: ReportWords, provider: @escaping PictureProvider, sink: any ReportSink, pages: PDFPages) {
    self.words = words
    self.provider = provider
    self.sink = sink
    self.pages = pages
  }

  var findings: [Finding] {
    missing.findings + unshown
      + pages.canvas.textsWithMissingGlyphs.map { text in
        Finding(
          .glyphMissing, subject: String(text.prefix(80)),
          message: "no installed font has all of its characters, so the PDF shows boxes in their place",
          remedy:
            "install a font that has them, for instance the package fonts-noto-cjk, and make the report again"
        )
      }
  }

  func lay() throws {
    try cover()
    try summaries()
    for ledger in model.ledgers { try schedule(ledger) }
    for ledger in model.ledgers where !ledger.scheduled.isEmpty { try scheduled(ledger) }
    for ledger in model.ledgers where !ledger.limits.isEmpty { try limits(ledger) }
    try gaps()
    try contactSheets()
    try method()
    try documents()
    try manifest()
    try attestation()
    try pages.endPage()
  }

  // MARK: Pictures

  /// A picture as JPEG in a box, or a grey box that says why there is none.
  func picture(
    _ exhibit: Exhibit, names: [String], in box: Box, fit: PDFCanvas.Fit, radius: Double = 4
  ) throws {
    guard !pages.isDry else { return }
    let jpegs = exhibit.renditions.filter { ["jpg", "jpeg"].contains($0.path.lowercasedExtension) }
    var shown = exhibit
    shown.renditions = jpegs
    if fit == .whole { pages.fill(box, PDFLook.shade, radius: radius) }
    if let rendition = shown.rendition(names),
      let bytes = try missing.bytes(of: rendition, exhibit: exhibit, from: provider),
      pages.canvas.draw(
        jpeg: bytes, identity: rendition.path.description, width: rendition.width, height: rendition.height,
        in: box, fit: fit, radius: radius)
    {
      return
    }
    if jpegs.isEmpty, let other = exhibit.renditions.first {
      unshown.append(
        Finding(
          .photoDegraded, subject: exhibit.picture.originalName.description,
          message: "its renditions are not JPEG (\(other.path.name)), so the PDF shows a placeholder",
          remedy: "make a JPEG rendition, for instance with --rendition page=640x640,aspect-fit"))
    }
    placeholder(box, exhibit.whyNotShown, radius: radius)
  }

  func placeholder(_ box: Box, _ text: String, radius: Double = 4) {
    pages.fill(box, PDFLook.shade, radius: radius)
    pages.stroke(box, PDFLook.rule, width: 0.6, radius: radius, isDashed: true)
    let style = TextStyle(
      family: PDFLook.sans, size: min(8, max(5.5, box.width / 8)), ink: PDFLook.soft, alignment: .center)
    pages.text(text, style, x: box.x + 2, y: box.y + box.height / 2 - 6, width: box.width - 4)
  }

  // MARK: Cover

  private func cover() throws {
    try pages.beginPage(hasHeader: false)
    pages.destination("cover", y: 6)
    pages.outline("Cover", to: "cover")
    let left = PDFPages.margin
    let width = pages.bodyWidth
    pages.y = 74
    let title = TextStyle(family: PDFLook.serif, size: 36, isBold: true, ink: PDFLook.ink)
    pages.text(words.title, title, x: left, y: pages.y, width: width)
    pages.y += pages.height(of: words.title, title, width: width) + 8
    pages.text(
      words.dateLine,
      PDFLook.paragraph.with {
        $0.size = 12; $0.ink = PDFLook.soft
      }, x: left, y: pages.y, width: width)
    pages.y += 30
    for ledger in model.ledgers where ledger.total.lines > 0 {
      let paid = words.leads(withPaid: ledger)
      let style = TextStyle(family: PDFLook.serif, size: 24, isBold: true, ink: PDFLook.accent)
      pages.text(
        words.money(paid ? ledger.total.paid : ledger.total.replacementCostValue, ledger.currency), style,
        x: left,
        y: pages.y, width: width)
      pages.y += 32
      pages.text(
        "\(paid ? "price paid" : "replacement cost") of "
          + words.coverage(paid ? ledger.total.paidLines : ledger.total.valuedLines, of: ledger.total.lines),
        PDFLook.note, x: left, y: pages.y, width: width)
      pages.y += 24
      if pages.y > 330 { break }
    }
    try collage()
    try coverFields()
  }

  private func collage() throws {
    let lines = model.ledgers.flatMap(\.allLines).filter { !$0.exhibits.isEmpty }
    let best = lines.sorted { ($0.valueAtStake ?? -1, $1.number) > ($1.valueAtStake ?? -1, $0.number) }
    let exhibits = best.compactMap { line in
      model.exhibits[line.exhibits].first { !$0.renditions.isEmpty }
    }.prefix(6)
    guard !exhibits.isEmpty else { return }
    let top = pages.y + 10
    let width = pages.bodyWidth
    let gap = 4.0
    let high = 236.0
    let cell = (width - 2 * gap) / 3
    let half = (high - gap) / 2
    let left = PDFPages.margin
    let boxes: [Box]
    switch exhibits.count {
    case 1: boxes = [Box(x: left, y: top, width: width, height: high)]
    case 2:
      boxes = [0.0, 1.0].map {
        Box(x: left + $0 * (width + gap) / 2, y: top, width: (width - gap) / 2, height: high)
      }
    case 3, 4, 5:
      boxes =
        [Box(x: left, y: top, width: 2 * cell + gap, height: high)]
        + [0.0, 1.0].map {
          Box(x: left + 2 * (cell + gap), y: top + $0 * (half + gap), width: cell, height: half)
        }
    default:
      boxes = (0..<6).map { index in
        Box(
          x: left + Double(index % 3) * (cell + gap), y: top + Double(index / 3) * (half + gap), width: cell,
          height: half)
      }
    }
    for (exhibit, box) in zip(exhibits, boxes) {
      try picture(exhibit, names: ["page", "display", "thumb"], in: box, fit: .cover, radius: 3)
    }
    pages.y = top + high + 14
  }

  private func coverFields() throws {
    let label = PDFLook.small
    let given = PDFLook.paragraph
    let absent = given.with {
      $0.isItalic = true
      $0.ink = PDFLook.soft
    }
    let columnWidth = (pages.bodyWidth - 24) / 2
    var y = max(pages.y + 8, 480)
    var column = 0
    var rowHeight = 0.0
    for field in words.coverFields {
      let isWide = field.value.utf8.count > 60
      if isWide, column == 1 {
        y += rowHeight
        column = 0
        rowHeight = 0
      }
      let style =
        field.label == "Catalog snapshot"
        ? PDFLook.code.with { $0.size = 7.5 } : field.isGiven ? given : absent
      let x = PDFPages.margin + Double(column) * (columnWidth + 24)
      let width = isWide ? pages.bodyWidth : columnWidth
      // A very long entry is cut here and stands whole in the other formats.
      let value = shortened(field.value, to: 600)
      let limited = style.with { $0.lineLimit = 4 }
      let high = pages.height(of: value, limited, width: width)
      if y + high + 24 > pages.bodyBottom {
        try pages.beginPage()
        y = pages.y
        rowHeight = 0
      }
      pages.text(field.label, label, x: x, y: y, width: width)
      pages.text(value, limited, x: x, y: y + 11, width: width)
      rowHeight = max(rowHeight, high + 21)
      column = isWide ? 0 : 1 - column
      if column == 0 {
        y += rowHeight
        rowHeight = 0
      }
    }
  }
}
