// Spreadsheets as XLSX, through libxlsxwriter. This file owns the handle of the workbook; no pointer leaves the module.
import CXLSXWriter
import Glibc

/// A workbook in the making.
///
/// Rows are written from top to bottom and go to temporary files, so that memory does not grow with their number.
/// Not Sendable: one workbook is made by one task.
public final class Workbook {
  private var handle: UnsafeMutablePointer<lxw_workbook>?
  private let file: Int32
  private var formats: [CellFormat: UnsafeMutablePointer<lxw_format>] = [:]

  public struct Properties: Sendable {
    public var title: String
    public var author: String
    public var subject: String
    public var comments: String
    /// Seconds since 1970-01-01T00:00:00Z, above 0; a fixed one makes equal input give equal bytes.
    public var created: Int

    public init(title: String, author: String, subject: String, comments: String, created: Int) {
      self.title = title
      self.author = author
      self.subject = subject
      self.comments = comments
      self.created = created
    }
  }

  /// - Parameter temporaryFolder: where the library keeps what is not in memory; its files have no names there.
  public init(properties: Properties, temporaryFolder: String) throws {
    var template = Array("\(temporaryFolder)/workbook-XXXXXX".utf8CString)
    file = mkstemp(&template)
    guard file >= 0 else {
      throw WorkbookFailure(description: "\(temporaryFolder): no temporary file can be made there")
    }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    // Without a name it goes with its descriptor, whatever happens to the program.
    unlink(template)
    handle = temporaryFolder.withCString { folder in
      var options = lxw_workbook_options()
      options.constant_memory = 1
      options.tmpdir = UnsafeMutablePointer(mutating: folder)
      options.use_zip64 = 0
      return workbook_new_opt("/proc/self/fd/\(file)", &options)
    }
    guard let handle else {
      close(file)
      throw WorkbookFailure(description: "the library gives no workbook")
    }
    // The library copies the texts.
    withCStrings(properties.title, properties.author, properties.subject, properties.comments) {
      var record = lxw_doc_properties()
      record.title = $0
      record.author = $1
      record.subject = $2
      record.comments = $3
      record.created = time_t(properties.created)
      _ = workbook_set_properties(handle, &record)
    }
  }

  deinit {
    if let handle { lxw_workbook_free(handle) }
    close(file)
  }

  /// - Parameter name: at most 31 characters, none of `[]:*?/\`.
  public func addSheet(_ name: String) throws -> Sheet {
    guard let handle, let sheet = workbook_add_worksheet(handle, name) else {
      throw WorkbookFailure(description: "the sheet \(name) cannot be made")
    }
    return Sheet(handle: sheet, workbook: self)
  }

  func format(_ format: CellFormat) -> UnsafeMutablePointer<lxw_format>? {
    if let known = formats[format] { return known }
    guard let handle, let made = workbook_add_format(handle) else { return nil }
    format_set_font_name(made, "Calibri")
    format_set_font_size(made, format.size)
    format_set_font_color(made, format.ink)
    if format.isBold { format_set_bold(made) }
    if format.isItalic { format_set_italic(made) }
    if let background = format.background { format_set_bg_color(made, background) }
    if let number = format.numberFormat { format_set_num_format(made, number) }
    switch format.alignment {
    case .left: format_set_align(made, UInt8(LXW_ALIGN_LEFT.rawValue))
    case .center: format_set_align(made, UInt8(LXW_ALIGN_CENTER.rawValue))
    case .right: format_set_align(made, UInt8(LXW_ALIGN_RIGHT.rawValue))
    case nil: break
    }
    format_set_align(made, UInt8(LXW_ALIGN_VERTICAL_TOP.rawValue))
    if format.wraps { format_set_text_wrap(made) }
    if format.indent > 0 { format_set_indent(made, format.indent) }
    if format.hasLineBelow {
      format_set_bottom(made, UInt8(LXW_BORDER_THIN.rawValue))
      format_set_bottom_color(made, 0xCFC7B8)
    }
    if format.hasLineAbove {
      format_set_top(made, UInt8(LXW_BORDER_THIN.rawValue))
      format_set_top_color(made, 0x5E5850)
    }
    formats[format] = made
    return made
  }

  /// Puts the file together and hands it out in pieces. Nothing can be written afterwards.
  public func finish(_ write: ([UInt8]) throws -> Void) throws {
    guard let open = handle else { return }
    handle = nil
    // Frees the handle whatever it answers.
    try check(workbook_close(open), "the workbook")
    var offset: off_t = 0
    var piece = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = pread(file, &piece, piece.count, offset)
      if count < 0 {
        if errno == EINTR { continue }
        throw WorkbookFailure(description: "the workbook's temporary file cannot be read")
      }
      if count == 0 { return }
      try write(Array(piece[..<count]))
      offset += off_t(count)
    }
  }
}

/// Turns the library's return code into an error; `what` says what could not be written.
func check(_ code: lxw_error, _ what: String) throws {
  guard code != LXW_NO_ERROR else { return }
  let text = lxw_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
  throw WorkbookFailure(description: "\(what): \(text)")
}

private func withCStrings(
  _ first: String, _ second: String, _ third: String, _ fourth: String,
  _ body: (
    UnsafeMutablePointer<CChar>, UnsafeMutablePointer<CChar>, UnsafeMutablePointer<CChar>,
    UnsafeMutablePointer<CChar>
  ) -> Void
) {
  // The C struct has `char *` where it means `const char *`.
  first.withCString { one in
    second.withCString { two in
      third.withCString { three in
        fourth.withCString { four in
          body(
            UnsafeMutablePointer(mutating: one), UnsafeMutablePointer(mutating: two),
            UnsafeMutablePointer(mutating: three), UnsafeMutablePointer(mutating: four))
        }
      }
    }
  }
}
