public import Barcodes
public import Typesetting

/// One label: a code, and lines of text beside it.
public struct Label: Sendable {
  public var code: QRCode
  /// The first one stands out.
  public var lines: [String]

  public init(code: QRCode, lines: [String]) {
    self.code = code
    self.lines = lines
  }
}

/// Labels on sheets, as a PDF to print at its own size.
public struct LabelPages {
  private let sheet: LabelSheet
  /// Labels of the first sheet that are left free, because they are used up.
  private let skipped: Int
  private let isOutlined: Bool

  /// Points to a millimetre.
  private static let scale = 72 / 25.4
  /// Between a label's edge and what is on it, in mm: printers are a little off.
  private static let margin = 1.5
  /// What phones read from a hand's breadth away, in mm.
  private static let smallestModule = 0.25

  /// - Parameters:
  ///   - start: the place on the first sheet to begin at, counted from 1.
  ///   - isOutlined: draws the edges of the labels, to try on plain paper.
  public init(sheet: LabelSheet, start: Int = 1, isOutlined: Bool = false) {
    precondition((1...sheet.count).contains(start), "the first label is on the sheet")
    self.sheet = sheet
    skipped = start - 1
    self.isOutlined = isOutlined
  }

  /// Sheets that so many labels take.
  public func pageCount(of labels: Int) -> Int { (skipped + labels + sheet.count - 1) / sheet.count }

  /// Whether a code's modules are large enough to be read from this sheet.
  public func holds(_ code: QRCode) -> Bool { module(of: code) >= LabelPages.smallestModule }

  /// Millimetres on a side.
  private func module(of code: QRCode) -> Double {
    let side = min(sheet.height, sheet.width * 0.45)
    return side / Double(code.size + 2 * QRCode.quietZone)
  }

  /// - Throws: what `write` throws, or a `TypesettingFailure`.
  public func write(
    _ labels: [Label], metadata: PDFCanvas.Metadata, to write: @escaping ([UInt8]) throws -> Void
  ) throws {
    let canvas = try PDFCanvas(metadata: metadata, write: write)
    for page in 0..<pageCount(of: labels.count) {
      try canvas.beginPage(
        width: sheet.paper.width * LabelPages.scale, height: sheet.paper.height * LabelPages.scale)
      for place in 0..<sheet.count {
        let number = page * sheet.count + place - skipped
        guard labels.indices.contains(number) else { continue }
        draw(labels[number], at: sheet.corner(of: place), on: canvas)
      }
      try canvas.endPage()
    }
    try canvas.finish()
  }

  private func draw(_ label: Label, at corner: (x: Double, y: Double), on canvas: PDFCanvas) {
    func points(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Box {
      Box(
        x: x * LabelPages.scale, y: y * LabelPages.scale, width: width * LabelPages.scale,
        height: height * LabelPages.scale)
    }
    if isOutlined {
      canvas.stroke(
        points(corner.x, corner.y, sheet.width, sheet.height), Ink(0x999999), width: 0.3, radius: 4)
    }
    let code = label.code
    let module = module(of: code)
    let side = module * Double(code.size + 2 * QRCode.quietZone)
    let top = corner.y + (sheet.height - side) / 2
    // The light border may lie on the label's edge: nothing is printed there.
    let left = corner.x
    let border = module * Double(QRCode.quietZone)
    var dark: [Box] = []
    for row in 0..<code.size {
      var column = 0
      while column < code.size {
        guard code[row, column] else {
          column += 1
          continue
        }
        let start = column
        while column < code.size, code[row, column] { column += 1 }
        dark.append(
          points(
            left + border + Double(start) * module, top + border + Double(row) * module,
            Double(column - start) * module, module))
      }
    }
    canvas.fill(dark, Ink(0))
    let x = left + side
    draw(
      label.lines,
      in: points(
        x, corner.y + LabelPages.margin, corner.x + sheet.width - LabelPages.margin - x,
        sheet.height - 2 * LabelPages.margin), on: canvas)
  }

  /// Lines one below the other, as large as fits, centred in height.
  private func draw(_ lines: [String], in box: Box, on canvas: PDFCanvas) {
    let lines = lines.filter { !$0.isEmpty }
    guard !lines.isEmpty, box.width > 12 else { return }
    func style(_ index: Int, _ size: Double) -> TextStyle {
      TextStyle(
        family: PDFLook.sans, size: index == 0 ? size : size * 0.85, isBold: index == 0,
        lineLimit: index == 0 && lines.count < 4 ? 3 : 1)
    }
    func height(_ size: Double) -> Double {
      lines.indices.reduce(0) { $0 + canvas.height(of: lines[$1], style($1, size), width: box.width) }
    }
    let sizes = [12, 11, 10, 9, 8, 7, 6, 5] as [Double]
    // The first line may be cut off, and of the others nothing as long as there is a size for it.
    func fits(_ size: Double) -> Bool {
      height(size) <= box.height
        && lines.indices.dropFirst().allSatisfy {
          canvas.width(of: lines[$0], style($0, size)) <= box.width
        }
    }
    let size = sizes.first(where: fits) ?? sizes.first { height($0) <= box.height } ?? 5
    var y = box.y + max(0, (box.height - height(size)) / 2)
    for (index, line) in lines.enumerated() {
      y += canvas.draw(line, style(index, size), x: box.x, y: y, width: box.width)
    }
  }
}
