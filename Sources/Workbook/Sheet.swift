import CXLSXWriter

/// One sheet of a workbook. Rows and columns count from 0; rows are written in order.
public final class Sheet {
  private let handle: UnsafeMutablePointer<lxw_worksheet>
  private let workbook: Workbook

  /// What a cell can hold; a longer text is the caller's to split.
  public static let mostCharacters = 32_767
  public static let mostRows = 1_048_576

  init(handle: UnsafeMutablePointer<lxw_worksheet>, workbook: Workbook) {
    self.handle = handle
    self.workbook = workbook
  }

  private func format(_ format: CellFormat) -> UnsafeMutablePointer<lxw_format>? { workbook.format(format) }

  // MARK: Cells

  /// Text as text, whatever it begins with.
  public func text(_ row: Int, _ column: Int, _ text: String, _ style: CellFormat) throws {
    if text.isEmpty { return blank(row, column, style) }
    try check(
      worksheet_write_string(handle, UInt32(row), UInt16(column), text, format(style)), "a text")
  }

  /// Text over several cells of a row.
  public func merged(_ row: Int, _ columns: ClosedRange<Int>, _ text: String, _ style: CellFormat) throws {
    try check(
      worksheet_merge_range(
        handle, UInt32(row), UInt16(columns.lowerBound), UInt32(row), UInt16(columns.upperBound), text,
        format(style)), "a text")
  }

  public func number(_ row: Int, _ column: Int, _ value: Double, _ style: CellFormat) throws {
    try check(worksheet_write_number(handle, UInt32(row), UInt16(column), value, format(style)), "a number")
  }

  public func blank(_ row: Int, _ column: Int, _ style: CellFormat) {
    _ = worksheet_write_blank(handle, UInt32(row), UInt16(column), format(style))
  }

  /// A day from 1900 to 9999.
  public func date(_ row: Int, _ column: Int, year: Int, month: Int, day: Int, _ style: CellFormat) throws {
    var value = lxw_datetime()
    value.year = Int32(year)
    value.month = Int32(month)
    value.day = Int32(day)
    try check(worksheet_write_datetime(handle, UInt32(row), UInt16(column), &value, format(style)), "a date")
  }

  /// A formula of ours with the value that it comes to, for readers that do not compute.
  public func formula(_ row: Int, _ column: Int, _ formula: String, cached: Double, _ style: CellFormat)
    throws
  {
    try check(
      worksheet_write_formula_num(handle, UInt32(row), UInt16(column), "=" + formula, format(style), cached),
      "a formula")
  }

  /// A text that leads to a cell of this workbook. A sheet holds 65,530 of them.
  public func link(_ row: Int, _ column: Int, to place: String, _ text: String, _ style: CellFormat) throws {
    try check(
      worksheet_write_url_opt(
        handle, UInt32(row), UInt16(column), "internal:" + place, format(style), text, nil), "a link")
  }

  /// A JPEG or PNG in a cell, scaled from its own size in px at 96 dots an inch.
  public func image(
    _ row: Int, _ column: Int, _ bytes: [UInt8], scale: Double, x: Int, y: Int, alternative: String
  ) throws {
    try alternative.withCString { description in
      var options = lxw_image_options()
      options.x_scale = scale
      options.y_scale = scale
      options.x_offset = Int32(x)
      options.y_offset = Int32(y)
      options.object_position = UInt8(LXW_OBJECT_MOVE_DONT_SIZE.rawValue)
      // The library copies the text.
      options.description = UnsafeMutablePointer(mutating: description)
      try check(
        worksheet_insert_image_buffer_opt(
          handle, UInt32(row), UInt16(column), bytes, bytes.count, &options), "a picture")
    }
  }

  // MARK: Shape

  /// Width in characters of the standard font.
  public func setColumn(_ column: Int, width: Double, isHidden: Bool = false) throws {
    var options = lxw_row_col_options()
    options.hidden = isHidden ? 1 : 0
    try check(
      worksheet_set_column_opt(handle, UInt16(column), UInt16(column), width, nil, &options), "a column")
  }

  /// Height in points; before the row's cells are written.
  public func setRow(_ row: Int, height: Double) throws {
    try check(worksheet_set_row(handle, UInt32(row), height, nil), "a row")
  }

  /// Height in points of all rows that have none of their own. Pictures are placed by it: where rows go to temporary
  /// files, the library does not know single heights any more.
  public func setDefaultRow(height: Double) {
    worksheet_set_default_row(handle, height, 0)
  }

  /// Only these columns are printed.
  public func setPrintArea(toRow row: Int, columns: Int) throws {
    try check(worksheet_print_area(handle, 0, 0, UInt32(row), UInt16(columns - 1)), "the print area")
  }

  /// What is above the row and left of the column stays in sight.
  public func freeze(row: Int, column: Int = 0) {
    worksheet_freeze_panes(handle, UInt32(row), UInt16(column))
  }

  public func filter(fromRow: Int, toRow: Int, columns: Int) throws {
    guard toRow > fromRow, columns > 0 else { return }
    try check(
      worksheet_autofilter(handle, UInt32(fromRow), 0, UInt32(toRow), UInt16(columns - 1)), "a filter")
  }

  public enum Paper: UInt8, Sendable { case letter = 1, a4 = 9 }

  /// - Parameters:
  ///   - repeating: rows that are printed on top of every page.
  ///   - header, footer: plain texts; a page number is added to the footer.
  public func setPrinting(
    paper: Paper, isLandscape: Bool, repeating rows: ClosedRange<Int>?, header: String, footer: String
  ) throws {
    worksheet_set_paper(handle, paper.rawValue)
    if isLandscape { worksheet_set_landscape(handle) } else { worksheet_set_portrait(handle) }
    worksheet_set_margins(handle, 0.5, 0.5, 0.75, 0.75)
    worksheet_fit_to_pages(handle, 1, 0)
    if let rows {
      try check(
        worksheet_repeat_rows(handle, UInt32(rows.lowerBound), UInt32(rows.upperBound)), "the print title")
    }
    try check(worksheet_set_header(handle, "&L" + Sheet.escaped(header)), "the header")
    try check(worksheet_set_footer(handle, "&L" + Sheet.escaped(footer) + "&RPage &P of &N"), "the footer")
  }

  public func hideGridlines() { worksheet_gridlines(handle, UInt8(LXW_HIDE_ALL_GRIDLINES.rawValue)) }

  public func activate() { worksheet_activate(handle) }

  /// Headers speak a small language of `&`; 255 characters are all they hold.
  private static func escaped(_ text: String) -> String {
    String(text.prefix(100)).split(separator: "&", omittingEmptySubsequences: false).joined(separator: "&&")
  }
}

/// `AB12` of a row and column from 0.
public func cellName(_ row: Int, _ column: Int) -> String {
  columnName(column) + String(row + 1)
}

/// `AB` of a column from 0.
public func columnName(_ column: Int) -> String {
  var name = ""
  var rest = column + 1
  while rest > 0 {
    let digit = (rest - 1) % 26
    name = String(UnicodeScalar(UInt8(65 + digit))) + name
    rest = (rest - 1) / 26
  }
  return name
}
