import Typesetting

/// A table that runs over pages: its header is repeated, a row is never cut, a foot never stands alone.
struct PDFTable {
  struct Column {
    var title: String
    /// Points; 0 takes what the others leave, shared evenly.
    var width: Double
    var isNumber: Bool

    init(_ title: String, _ width: Double, isNumber: Bool = false) {
      self.title = title
      self.width = width
      self.isNumber = isNumber
    }
  }

  /// A cell's text, one paragraph after another.
  struct Cell {
    var parts: [(text: String, style: TextStyle)]
    var indent = 0.0

    init(_ text: String, _ style: TextStyle) { parts = [(text, style)] }
    init(_ parts: [(text: String, style: TextStyle)]) { self.parts = parts.filter { !$0.text.isEmpty } }
  }

  let columns: [Column]
  private let pages: PDFPages
  private let xs: [Double]
  private let widths: [Double]
  private let headHeight: Double
  static let gap = 8.0

  init(_ columns: [Column], on pages: PDFPages) {
    self.columns = columns
    self.pages = pages
    let gaps = Double(columns.count - 1) * PDFTable.gap
    let fixed = columns.reduce(0) { $0 + $1.width }
    let flexible = columns.count { $0.width == 0 }
    let rest = max(40, pages.bodyWidth - fixed - gaps) / Double(max(1, flexible))
    let widths = columns.map { $0.width == 0 ? rest : $0.width }
    var x = PDFPages.margin
    var xs: [Double] = []
    for width in widths {
      xs.append(x)
      x += width + PDFTable.gap
    }
    self.xs = xs
    self.widths = widths
    var high = 0.0
    for (column, width) in zip(columns, widths) {
      high = max(high, pages.height(of: column.title, PDFTable.headStyle(column), width: width))
    }
    headHeight = high + 8
  }

  private static func headStyle(_ column: Column) -> TextStyle {
    PDFLook.head.with { $0.alignment = column.isNumber ? .right : .left }
  }

  func x(_ column: Int) -> Double { xs[column] }
  func width(_ column: Int) -> Double { widths[column] }

  /// Draws the header where the page stands, with room for at least one row below it.
  func head() throws {
    try pages.ensure(headHeight + 40)
    drawHead()
  }

  private func drawHead() {
    for (position, column) in columns.enumerated() {
      pages.text(
        column.title, PDFTable.headStyle(column), x: xs[position], y: pages.y, width: widths[position])
    }
    pages.y += headHeight
    pages.rule(PDFLook.rule, width: 0.8, at: pages.y - 3)
  }

  /// Draws a row, on a new page with the header again where it does not fit.
  ///
  /// - Parameters:
  ///   - least: its height at least, for a picture.
  ///   - keep: height that must follow on the same page: the foot after the last row.
  ///   - continued: said above the header on a new page.
  ///   - decorate: draws what is not text, given the row's upper edge and height.
  func row(
    _ cells: [Cell], least: Double = 0, keep: Double = 0, isStrong: Bool = false, continued: String? = nil,
    decorate: (Double, Double) throws -> Void = { _, _ in }
  ) throws {
    var cells = cells
    for position in cells.indices {
      cells[position].parts = cells[position].parts.flatMap { part in
        columns[position].isNumber
          ? [(part.text, pages.fitted(part.text, part.style, width: widths[position]))]
          : pieces(of: part.text).map { ($0, part.style) }
      }
    }
    var heights: [[Double]] = []
    var high = least
    for (position, cell) in cells.enumerated() {
      let parts = cell.parts.map { part in
        pages.height(of: part.text, part.style, width: widths[position] - cell.indent)
      }
      heights.append(parts)
      high = max(high, parts.reduce(0, +))
    }
    high += 9
    let most = pages.fullRoom - headHeight - keep - 30
    if high > most {
      try longRow(cells, most: most, least: least, keep: keep, continued: continued, decorate: decorate)
      return
    }
    if high + keep > pages.room { try turn(continued) }
    if isStrong { pages.rule(PDFLook.rule, width: 0.8, at: pages.y) }
    let top = pages.y + 4
    for (position, cell) in cells.enumerated() {
      var y = top
      for (part, height) in zip(cell.parts, heights[position]) {
        pages.text(
          part.text, part.style, x: xs[position] + cell.indent, y: y, width: widths[position] - cell.indent)
        y += height
      }
    }
    try decorate(top, high)
    pages.y += high
    if !isStrong { pages.rule(at: pages.y) }
  }

  private func turn(_ continued: String?) throws {
    try pages.beginPage(landscape: pages.width > pages.height)
    if let continued {
      let style = PDFLook.small
      pages.text(continued, style, x: PDFPages.margin, y: pages.y, width: pages.bodyWidth)
      pages.y += 16
    }
    drawHead()
  }

  /// A row that is higher than a page goes on below, its longest cell cut at line ends.
  private func longRow(
    _ cells: [Cell], most: Double, least: Double, keep: Double, continued: String?,
    decorate: (Double, Double) throws -> Void
  ) throws {
    // Each cell becomes a list of cells that fit; the other columns are shown with the first part.
    var columns: [[Cell]] = []
    for (position, cell) in cells.enumerated() {
      let width = widths[position] - cell.indent
      var fitting: [Cell] = []
      var current: [(text: String, style: TextStyle)] = []
      var used = 0.0
      for part in cell.parts {
        for piece in pages.canvas.split(part.text, part.style, width: width, height: most - 24) {
          let high = pages.height(of: piece, part.style, width: width)
          if used + high > most - 12, !current.isEmpty {
            fitting.append(Cell(current))
            current = []
            used = 0
          }
          current.append((piece, part.style))
          used += high
        }
      }
      fitting.append(Cell(current))
      columns.append(fitting)
    }
    let rows = columns.map(\.count).max() ?? 1
    for index in 0..<rows {
      let part = columns.map { index < $0.count ? $0[index] : Cell("", PDFLook.body) }
      try row(
        part, least: index == 0 ? least : 0, keep: index == rows - 1 ? keep : 0, continued: continued,
        decorate: index == 0 ? decorate : { _, _ in })
    }
  }
}
