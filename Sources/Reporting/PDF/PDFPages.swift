import PossessionsCore
import Typesetting

/// Fonts and inks of the PDF.
enum PDFLook {
  static let serif = "P052,Palatino Linotype,Palatino,TeX Gyre Pagella,Georgia,Noto Serif,DejaVu Serif,serif"
  static let sans = "Noto Sans,Segoe UI,Helvetica Neue,Liberation Sans,DejaVu Sans,sans-serif"
  static let mono = "DejaVu Sans Mono,Liberation Mono,Noto Sans Mono,monospace"

  static let ink = Ink(0x1E1C19)
  static let soft = Ink(0x5E5850)
  static let accent = Ink(0x14574E)
  static let warn = Ink(0x8F3D17)
  static let rule = Ink(0xCFC7B8)
  static let hair = Ink(0xE6E0D5)
  static let shade = Ink(0xF1EDE4)

  static let body = TextStyle(family: sans, size: 8.5, ink: ink, leading: 1)
  static let strong = body.with {
    $0.isBold = true
    $0.size = 9
  }
  static let small = TextStyle(family: sans, size: 7.5, ink: soft, leading: 0.6)
  static let number = body.with { $0.alignment = .right }
  static let numberStrong = number.with { $0.isBold = true }
  static let head = TextStyle(family: sans, size: 7.5, isBold: true, ink: soft)
  static let heading = TextStyle(family: serif, size: 22, isBold: true, ink: ink)
  static let subheading = TextStyle(family: serif, size: 14, isBold: true, ink: ink)
  static let paragraph = TextStyle(family: sans, size: 9.5, ink: ink, leading: 2)
  static let note = paragraph.with {
    $0.ink = soft
    $0.size = 9
  }
  static let code = TextStyle(family: mono, size: 6.2, ink: soft)
}

/// The pages of one pass over the document: where the next thing goes, and headers and footers.
///
/// The document is laid out twice by the same code: a dry pass that counts pages and remembers every measured
/// height, and one that draws, with "page x of y" known and nothing measured again.
final class PDFPages {
  let canvas: PDFCanvas
  let isDry: Bool
  private let portrait: (width: Double, height: Double)
  private let words: ReportWords
  private let total: Int
  private(set) var count = 0
  private(set) var width = 0.0
  private(set) var height = 0.0
  /// Where the next thing begins.
  var y = 0.0
  private var measured: [Float]
  private var next = 0
  private var hasPage = false

  /// 15 mm: more than the 12 that printers need.
  static let margin = 42.5
  static let top = 56.0
  static let bottom = 48.0

  init(
    canvas: PDFCanvas, words: ReportWords, paper: ReportOptions.Paper, drawing memo: [Float]? = nil,
    total: Int = 0
  ) {
    self.canvas = canvas
    self.words = words
    isDry = memo == nil
    measured = memo ?? []
    self.total = total
    portrait = paper == .a4 ? (595.28, 841.89) : (612, 792)
  }

  /// What the dry pass measured, in order.
  var memo: [Float] { measured }
  var bodyWidth: Double { width - 2 * PDFPages.margin }
  var bodyBottom: Double { height - PDFPages.bottom }
  var room: Double { bodyBottom - y }
  /// Height of an empty page's body.
  var fullRoom: Double { height - PDFPages.bottom - PDFPages.top }

  // MARK: Pages

  func beginPage(landscape: Bool = false, hasHeader: Bool = true) throws {
    try endPage()
    count += 1
    hasPage = true
    width = landscape ? portrait.height : portrait.width
    height = landscape ? portrait.width : portrait.height
    y = PDFPages.top
    guard !isDry else { return }
    try canvas.beginPage(width: width, height: height)
    let options = words.model.options
    if hasHeader {
      let claim = options.kind == .claim ? options.policy.claimNumber.map { "Claim " + singleLine($0) } : nil
      canvas.draw(
        words.title, PDFLook.small, x: PDFPages.margin, y: 28, width: bodyWidth * 0.6)
      canvas.draw(
        claim ?? words.dateLine,
        PDFLook.small.with {
          $0.alignment = .right; $0.lineLimit = 1
        },
        x: PDFPages.margin + bodyWidth * 0.5, y: 28, width: bodyWidth * 0.5)
      canvas.line(
        fromX: PDFPages.margin, toX: width - PDFPages.margin, y: 42, PDFLook.hair, width: 0.6)
    }
    let footer = height - 30
    canvas.draw(
      "Snapshot \(words.model.catalogDigest.hex.prefix(12))", PDFLook.small, x: PDFPages.margin, y: footer,
      width: bodyWidth * 0.5)
    canvas.draw(
      "Page \(count) of \(total)", PDFLook.small.with { $0.alignment = .right },
      x: PDFPages.margin + bodyWidth * 0.5, y: footer, width: bodyWidth * 0.5)
  }

  func endPage() throws {
    guard hasPage else { return }
    hasPage = false
    if !isDry { try canvas.endPage() }
  }

  /// Begins a page of the same kind where there is less room than that.
  func ensure(_ needed: Double) throws {
    if needed > room, y > PDFPages.top { try beginPage(landscape: width > height) }
  }

  // MARK: Measuring and drawing

  func height(of text: String, _ style: TextStyle, width: Double) -> Double {
    if text.isEmpty { return 0 }
    if isDry {
      let height = canvas.height(of: text, style, width: width)
      measured.append(Float(height))
      return Double(Float(height))
    }
    defer { next += 1 }
    return Double(measured[next])
  }

  /// A style in which a figure stays on one line: a number that is broken reads as two.
  func fitted(_ text: String, _ style: TextStyle, width: Double) -> TextStyle {
    // Digits of our fonts are at most 0.6 of their size wide; most figures need no measuring.
    guard Double(text.utf8.count) * style.size * 0.62 > width else { return style }
    let natural = canvas.width(of: text, style)
    guard natural > width else { return style }
    return style.with { $0.size = max(3.5, (style.size * width / natural * 10).rounded(.down) / 10) }
  }

  func text(_ text: String, _ style: TextStyle, x: Double, y: Double, width: Double) {
    if !isDry { canvas.draw(text, style, x: x, y: y, width: width) }
  }

  func fill(_ box: Box, _ ink: Ink, radius: Double = 0) {
    if !isDry { canvas.fill(box, ink, radius: radius) }
  }

  func stroke(_ box: Box, _ ink: Ink, width: Double, radius: Double = 0, isDashed: Bool = false) {
    if !isDry { canvas.stroke(box, ink, width: width, radius: radius, isDashed: isDashed) }
  }

  func rule(_ ink: Ink = PDFLook.hair, width: Double = 0.5, at y: Double) {
    if !isDry {
      canvas.line(fromX: PDFPages.margin, toX: self.width - PDFPages.margin, y: y, ink, width: width)
    }
  }

  func destination(_ name: String, y: Double? = nil) {
    if !isDry { canvas.destination(name, x: 0, y: max(0, (y ?? self.y) - 6)) }
  }

  func link(_ box: Box, to name: String) {
    if !isDry { canvas.link(box, to: name) }
  }

  @discardableResult
  func outline(_ title: String, to name: String, below parent: Int32 = 0, isOpen: Bool = true) -> Int32 {
    isDry ? 0 : canvas.outline(title, to: name, below: parent, isOpen: isOpen)
  }

  // MARK: Running text

  /// A heading that stays with at least `following` points of what comes after it.
  func heading(_ text: String, _ style: TextStyle = PDFLook.heading, following: Double = 60) throws {
    let high = height(of: text, style, width: bodyWidth)
    try ensure(high + 10 + following)
    self.text(text, style, x: PDFPages.margin, y: y, width: bodyWidth)
    y += high + 10
  }

  func paragraph(_ text: String, _ style: TextStyle = PDFLook.paragraph, after: Double = 6) throws {
    for piece in pieces(of: text) {
      let high = height(of: piece, style, width: bodyWidth)
      try ensure(high)
      self.text(piece, style, x: PDFPages.margin, y: y, width: bodyWidth)
      y += high
    }
    y += after
  }
}
