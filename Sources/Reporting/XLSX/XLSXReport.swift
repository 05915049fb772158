import PossessionsCore
import Workbook

/// The report as a spreadsheet: real numbers and dates, live formulas with their values, thumbnails.
struct XLSXFormat: ReportFormat {
  let name = "xlsx"
  let summary = "a workbook with live totals, one sheet a section"

  func write(
    _ model: ReportModel, name: String, provider: @escaping PictureProvider, to sink: any ReportSink
  ) throws -> [Finding] {
    guard model.lineCount + 8 < Sheet.mostRows, model.exhibits.count + 8 < Sheet.mostRows else {
      throw Failure(
        .badData, subject: "\(name).xlsx",
        message:
          "a sheet holds \(Sheet.mostRows) rows, and there are \(max(model.lineCount, model.exhibits.count))",
        remedy: "limit the report with --room or --category, or take --format csv")
    }
    let words = ReportWords(model)
    let book = try Workbook(
      properties: Workbook.Properties(
        title: words.title, author: shortened(model.owners.joined(separator: ", "), to: 250),
        subject: shortened(words.dateLine, to: 250),
        comments:
          "\(shortened(singleLine(model.options.toolVersion), to: 100)), catalog snapshot \(model.catalogDigest.hex)",
        created: secondsSince1970(model.options.valuationDate)), temporaryFolder: sink.temporaryFolder)
    let sheets = XLSXSheets(words: words, book: book, provider: provider, sink: sink)
    try sheets.write()
    try sink.begin("\(name).xlsx")
    try book.finish(sink.write)
    try sink.end()
    return sheets.findings
  }
}

/// Seconds to the beginning of a day in UTC; above 0, as the library takes 0 for "now".
func secondsSince1970(_ date: PartialDate) -> Int {
  // Days from civil (H. Hinnant, "chrono-compatible low-level date algorithms").
  let (fullYear, month, day) = Age.day(of: date)
  let year = month <= 2 ? fullYear - 1 : fullYear
  let era = (year >= 0 ? year : year - 399) / 400
  let yearOfEra = year - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
  return max(86_400, (era * 146_097 + dayOfEra - 719_468) * 86_400)
}

/// Writes the sheets. The schedule comes first into the file's order of computing, since all else refers to it.
final class XLSXSheets {
  let words: ReportWords
  let book: Workbook
  let provider: PictureProvider
  let sink: any ReportSink
  var missing = MissingPictures()
  var unshown: [Finding] = []
  /// Texts that a cell does not hold, with where they stand.
  var longTexts: [(place: String, text: String)] = []
  private(set) var roomNumbers: [Currency: [[String]: Int]] = [:]
  private(set) var categoryNumbers: [Currency: [String: Int]] = [:]
  var model: ReportModel { words.model }

  init(words: ReportWords, book: Workbook, provider: @escaping PictureProvider, sink: any ReportSink) {
    self.words = words
    self.book = book
    self.provider = provider
    self.sink = sink
    var room = 0
    var category = 0
    for ledger in words.model.ledgers {
      for entry in ledger.rooms {
        room += 1
        roomNumbers[ledger.currency, default: [:]][entry.path] = room
      }
      for entry in ledger.categories {
        category += 1
        categoryNumbers[ledger.currency, default: [:]][entry.name] = category
      }
    }
  }

  var findings: [Finding] { missing.findings + unshown }

  // MARK: Looks

  private static let base = CellFormat()
  /// Text; the indent keeps it off the number in the column before.
  static let plain = base.with { $0.indent = 1 }
  static let wrapped = plain.with { $0.wraps = true }
  static let soft = plain.with { $0.ink = 0x5E5850 }
  static let title = base.with {
    $0.isBold = true
    $0.size = 20
  }
  static let subtitle = base.with {
    $0.isBold = true
    $0.size = 13
  }
  static let head = plain.with {
    $0.isBold = true
    $0.wraps = true
    $0.background = 0xECE7DC
    $0.hasLineBelow = true
  }
  static let headNumber = head.with {
    $0.alignment = .right
    $0.indent = 0
  }
  static let link = plain.with { $0.ink = 0x14574E }
  static let whole = base.with { $0.numberFormat = "#,##0" }
  static let percent = base.with { $0.numberFormat = "0.0%" }
  static let rate = base.with { $0.numberFormat = "0.00##%" }
  static let years = base.with { $0.numberFormat = "General" }
  static let day = plain.with {
    $0.numberFormat = "yyyy-mm-dd"
    $0.alignment = .left
  }

  static func strong(_ format: CellFormat) -> CellFormat {
    format.with {
      $0.isBold = true
      $0.hasLineAbove = true
    }
  }

  static func money(_ currency: Currency) -> CellFormat {
    let zeros = String(repeating: "0", count: currency.decimals)
    return base.with { $0.numberFormat = zeros.isEmpty ? "#,##0" : "#,##0." + zeros }
  }

  // MARK: Cells

  /// The largest whole number that a spreadsheet keeps exactly: 15 digits.
  static let exactLimit: Int128 = 999_999_999_999_999

  /// An amount as a number; as text where a spreadsheet would lose digits, and `withheld` where it is not shown.
  func money(
    _ sheet: Sheet, _ row: Int, _ column: Int, _ minor: Int128?, _ currency: Currency, isStrong: Bool = false
  ) throws {
    let format = isStrong ? XLSXSheets.strong(XLSXSheets.money(currency)) : XLSXSheets.money(currency)
    guard let minor else { return sheet.blank(row, column, format) }
    guard words.showsAmounts, minor.magnitude <= XLSXSheets.exactLimit.magnitude else {
      let text = words.showsAmounts ? wideDecimalText(minor, decimals: currency.decimals) : withheldText
      return try sheet.text(row, column, text, format.with { $0.alignment = .right })
    }
    try sheet.number(row, column, XLSXSheets.value(minor, currency), format)
  }

  static func value(_ minor: Int128, _ currency: Currency) -> Double {
    Double(minor) / Double(currency.minorUnits)
  }

  /// A live amount; the plain amount where the formula would not come to exactly that.
  func liveMoney(
    _ sheet: Sheet, _ row: Int, _ column: Int, _ formula: String, _ minor: Int128?, _ currency: Currency,
    isStrong: Bool = false
  ) throws {
    guard let minor, words.showsAmounts, minor.magnitude <= XLSXSheets.exactLimit.magnitude else {
      return try money(sheet, row, column, minor, currency, isStrong: isStrong)
    }
    let format = isStrong ? XLSXSheets.strong(XLSXSheets.money(currency)) : XLSXSheets.money(currency)
    try sheet.formula(row, column, formula, cached: XLSXSheets.value(minor, currency), format)
  }

  /// A text, its rest on the sheet "Long texts" where a cell does not hold it.
  func text(_ sheet: Sheet, _ row: Int, _ column: Int, _ text: String, _ format: CellFormat, _ place: String)
    throws
  {
    let shown = multiLine(text)
    guard shown.utf16.count > 32_000 else { return try sheet.text(row, column, shown, format) }
    longTexts.append((place, shown))
    try sheet.text(row, column, String(shown.prefix(1000)) + " … continued on the sheet Long texts", format)
  }

  /// Points that a wrapped text takes in a column of a width in characters; an estimate on the safe side.
  static func height(of text: String, width: Int) -> Double {
    Double(max(1, (text.count * 11 / 10 + width - 1) / width)) * 14 + 2
  }

  func head(_ sheet: Sheet, _ row: Int, _ labels: [(label: String, isNumber: Bool)]) throws {
    for (column, head) in labels.enumerated() {
      try sheet.text(row, column, head.label, head.isNumber ? XLSXSheets.headNumber : XLSXSheets.head)
    }
  }

  func setPrinting(of sheet: Sheet, landscape: Bool, headRow: Int?) throws {
    let options = words.model.options
    try sheet.setPrinting(
      paper: options.paper == .a4 ? .a4 : .letter, isLandscape: landscape, repeating: headRow.map { $0...$0 },
      header: words.title
        + (options.policy.claimNumber.map { options.kind == .claim ? ", claim " + singleLine($0) : "" } ?? ""),
      footer: "Snapshot \(model.catalogDigest.hex.prefix(12))")
  }

  func write() throws {
    let summary = try book.addSheet("Summary")
    let schedule = try book.addSheet("Schedule")
    let rooms = try book.addSheet("Rooms")
    let categories = try book.addSheet("Categories")
    let scheduled = try book.addSheet("Scheduled")
    let gaps = try book.addSheet("Missing evidence")
    let photos = try book.addSheet("Photos")
    let method = try book.addSheet("Method")
    try lines(schedule, model.ledgers.map { ($0, $0.lines) }, place: "Schedule")
    try lines(scheduled, model.ledgers.map { ($0, $0.scheduled) }, place: "Scheduled")
    try totals(rooms, isByRoom: true)
    try totals(categories, isByRoom: false)
    try self.gaps(gaps)
    try self.photos(photos)
    try self.method(method)
    try self.summary(summary)
    if !longTexts.isEmpty { try writeLongTexts(try book.addSheet("Long texts")) }
    summary.activate()
  }

  private func writeLongTexts(_ sheet: Sheet) throws {
    try head(sheet, 0, [("Place", false), ("Part", true), ("Text", false)])
    try sheet.setColumn(0, width: 30)
    try sheet.setColumn(2, width: 100)
    var row = 1
    for (place, text) in longTexts {
      var part = 1
      var rest = text[...]
      while !rest.isEmpty {
        let piece = rest.prefix(16_000)
        try sheet.text(row, 0, place, XLSXSheets.plain)
        try sheet.number(row, 1, Double(part), XLSXSheets.whole)
        try sheet.text(row, 2, String(piece), XLSXSheets.plain)
        rest = rest.dropFirst(piece.count)
        part += 1
        row += 1
      }
    }
  }
}
