// Pages of text, lines and pictures as PDF, through cairo and pango. This file owns the handles; none leaves it.
import CCairo

/// A PDF in the making: pages are written out as they end, so that memory does not grow with their number.
///
/// Not Sendable: one document is made by one task. Text goes through one pango layout that is set anew each time.
public final class PDFCanvas {
  private let output: Output
  private let surface: OpaquePointer
  private let context: OpaquePointer
  private let layout: OpaquePointer
  private var fonts: [FontKey: OpaquePointer] = [:]
  private var isPageOpen = false
  /// Texts with characters that no installed font has, in the order met, each once, at most 50.
  public private(set) var textsWithMissingGlyphs: [String] = []
  private var textsSeen: Set<String> = []

  private struct FontKey: Hashable {
    var family: String
    var size: Double
    var isBold: Bool
    var isItalic: Bool
  }

  /// What cairo writes goes here; the first error is kept, since it cannot travel through C.
  private final class Output {
    var pending: [UInt8] = []
    var failure: (any Error)?
    let write: ([UInt8]) throws -> Void

    init(_ write: @escaping ([UInt8]) throws -> Void) { self.write = write }

    func take(_ data: UnsafePointer<UInt8>?, _ length: UInt32) -> cairo_status_t {
      guard failure == nil else { return CAIRO_STATUS_WRITE_ERROR }
      pending.append(contentsOf: UnsafeBufferPointer(start: data, count: Int(length)))
      if pending.count > 1 << 17 { flush() }
      return failure == nil ? CAIRO_STATUS_SUCCESS : CAIRO_STATUS_WRITE_ERROR
    }

    func flush() {
      do {
        try write(pending)
      } catch {
        failure = error
      }
      pending.removeAll(keepingCapacity: true)
    }
  }

  /// What the document says of itself. Times are RFC 3339; a fixed one makes equal input give equal bytes.
  public struct Metadata: Sendable {
    public var title: String
    public var author: String
    public var subject: String
    public var creator: String
    public var created: String

    public init(title: String, author: String, subject: String, creator: String, created: String) {
      self.title = title
      self.author = author
      self.subject = subject
      self.creator = creator
      self.created = created
    }
  }

  /// - Parameter write: takes the document's bytes in order. An error that it throws comes back from `endPage`
  ///   or `finish`.
  public init(metadata: Metadata, write: @escaping ([UInt8]) throws -> Void) throws {
    output = Output(write)
    let closure = Unmanaged.passUnretained(output).toOpaque()
    guard
      let surface = cairo_pdf_surface_create_for_stream(
        { closure, data, length in
          guard let closure else { return CAIRO_STATUS_WRITE_ERROR }
          return Unmanaged<Output>.fromOpaque(closure).takeUnretainedValue().take(data, length)
        }, closure, 595, 842),
      let context = cairo_create(surface), let layout = pango_cairo_create_layout(context)
    else { throw TypesettingFailure(description: "cairo gives no PDF surface") }
    self.surface = surface
    self.context = context
    self.layout = layout
    // 1.5 is what cairo 1.16 writes; said so that a newer one writes the same.
    cairo_pdf_surface_restrict_to_version(surface, CAIRO_PDF_VERSION_1_5)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, metadata.title)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_AUTHOR, metadata.author)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, metadata.subject)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, metadata.creator)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, metadata.created)
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, metadata.created)
    // One unit is one point, and letters keep their design widths, whatever the screen is like.
    pango_cairo_context_set_resolution(pango_layout_get_context(layout), 72)
    if let options = cairo_font_options_create() {
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      pango_cairo_context_set_font_options(pango_layout_get_context(layout), options)
      cairo_font_options_destroy(options)
    }
    // Whole units would be whole points here: words would run together.
    pango_context_set_round_glyph_positions(pango_layout_get_context(layout), 0)
    pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    pango_layout_set_auto_dir(layout, 1)
    try check()
  }

  deinit {
    for font in fonts.values { pango_font_description_free(font) }
    g_object_unref(UnsafeMutableRawPointer(layout))
    cairo_destroy(context)
    cairo_surface_finish(surface)
    cairo_surface_destroy(surface)
  }

  private func check() throws {
    if let failure = output.failure { throw failure }
    for status in [cairo_status(context), cairo_surface_status(surface)] where status != CAIRO_STATUS_SUCCESS
    {
      throw TypesettingFailure(
        description: "cairo: "
          + (cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown status"))
    }
  }

  // MARK: Pages

  /// - Parameters: size in points.
  public func beginPage(width: Double, height: Double) throws {
    precondition(!isPageOpen, "one page at a time")
    cairo_pdf_surface_set_size(surface, width, height)
    isPageOpen = true
    try check()
  }

  public func endPage() throws {
    precondition(isPageOpen, "a page is open")
    cairo_show_page(context)
    isPageOpen = false
    try check()
  }

  /// Writes what is still to be written. Nothing can be drawn afterwards.
  public func finish() throws {
    cairo_surface_finish(surface)
    output.flush()
    if let failure = output.failure { throw failure }
    let status = cairo_surface_status(surface)
    // The context is of no use after its surface is finished; only the surface's word counts.
    guard status == CAIRO_STATUS_SUCCESS || status == CAIRO_STATUS_SURFACE_FINISHED else {
      throw TypesettingFailure(
        description: "cairo: "
          + (cairo_status_to_string(status).map { String(cString: $0) } ?? "unknown status"))
    }
  }

  // MARK: Text

  private func set(_ text: String, _ style: TextStyle, width: Double?) {
    let key = FontKey(
      family: style.family, size: style.size, isBold: style.isBold, isItalic: style.isItalic)
    let font: OpaquePointer
    if let known = fonts[key] {
      font = known
    } else {
      guard let made = pango_font_description_new() else { preconditionFailure("pango is out of memory") }
      pango_font_description_set_family(made, style.family)
      pango_font_description_set_absolute_size(made, style.size * Double(PANGO_SCALE))
      pango_font_description_set_weight(made, style.isBold ? PANGO_WEIGHT_SEMIBOLD : PANGO_WEIGHT_NORMAL)
      pango_font_description_set_style(made, style.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
      fonts[key] = made
      font = made
    }
    pango_layout_set_font_description(layout, font)
    pango_layout_set_width(layout, width.map { Int32(($0 * Double(PANGO_SCALE)).rounded()) } ?? -1)
    pango_layout_set_spacing(layout, Int32((style.leading * Double(PANGO_SCALE)).rounded()))
    let alignment =
      switch style.alignment {
      case .left: PANGO_ALIGN_LEFT
      case .center: PANGO_ALIGN_CENTER
      case .right: PANGO_ALIGN_RIGHT
      }
    pango_layout_set_alignment(layout, alignment)
    pango_layout_set_height(layout, style.lineLimit > 0 ? -Int32(style.lineLimit) : -1)
    pango_layout_set_ellipsize(layout, style.lineLimit > 0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE)
    // With the length given, a NUL inside could not end the text; there is none, the caller made it visible.
    pango_layout_set_text(layout, text, Int32(text.utf8.count))
  }

  /// Height of a text set to a width; the width that it takes is within `width`.
  public func height(of text: String, _ style: TextStyle, width: Double) -> Double {
    set(text, style, width: width)
    return size().height
  }

  /// Width of a text on one line.
  public func width(of text: String, _ style: TextStyle) -> Double {
    set(text, style, width: nil)
    return size().width
  }

  private func size() -> (width: Double, height: Double) {
    var width: Int32 = 0
    var height: Int32 = 0
    pango_layout_get_size(layout, &width, &height)
    return (Double(width) / Double(PANGO_SCALE), Double(height) / Double(PANGO_SCALE))
  }

  /// Draws a text with its upper left corner at a point; gives its height.
  @discardableResult
  public func draw(_ text: String, _ style: TextStyle, x: Double, y: Double, width: Double) -> Double {
    guard !text.isEmpty else { return 0 }
    set(text, style, width: width)
    if pango_layout_get_unknown_glyphs_count(layout) > 0, textsWithMissingGlyphs.count < 50,
      textsSeen.insert(text).inserted
    {
      textsWithMissingGlyphs.append(text)
    }
    cairo_set_source_rgb(context, style.ink.red, style.ink.green, style.ink.blue)
    cairo_move_to(context, x, y)
    pango_cairo_show_layout(context, layout)
    return size().height
  }

  /// Cuts a text at its line ends into pieces that are at most `height` high.
  public func split(_ text: String, _ style: TextStyle, width: Double, height: Double) -> [String] {
    let utf8 = Array(text.utf8)
    var pieces: [String] = []
    var begin = 0
    while begin < utf8.count {
      // Enough for a page and not the whole of a very long text each time.
      let end = min(utf8.count, begin + 16_384)
      let rest = String(decoding: utf8[begin..<end], as: UTF8.self)
      set(rest, style, width: width)
      let total = size().height
      let lines = Int(pango_layout_get_line_count(layout))
      if total <= height && end == utf8.count || lines <= 1 {
        pieces.append(rest)
        begin = end
        continue
      }
      let fitting = max(1, min(lines - 1, Int(height / (total / Double(lines)))))
      guard let line = pango_layout_get_line_readonly(layout, Int32(fitting)) else { break }
      let cut = max(1, Int(line.pointee.start_index))
      pieces.append(String(decoding: utf8[begin..<begin + cut], as: UTF8.self))
      begin += cut
    }
    return pieces
  }

  // MARK: Lines and areas

  public func fill(_ box: Box, _ ink: Ink, radius: Double = 0) {
    path(box, radius: radius)
    cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
    cairo_fill(context)
  }

  /// Fills boxes as one shape: between two that touch there is no hair of light.
  public func fill(_ boxes: [Box], _ ink: Ink) {
    for box in boxes { path(box, radius: 0) }
    cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
    cairo_fill(context)
  }

  public func stroke(_ box: Box, _ ink: Ink, width: Double, radius: Double = 0, isDashed: Bool = false) {
    path(box, radius: radius)
    cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
    cairo_set_line_width(context, width)
    if isDashed { cairo_set_dash(context, [3, 2], 2, 0) }
    cairo_stroke(context)
    if isDashed { cairo_set_dash(context, [], 0, 0) }
  }

  public func line(fromX: Double, toX: Double, y: Double, _ ink: Ink, width: Double) {
    cairo_move_to(context, fromX, y)
    cairo_line_to(context, toX, y)
    cairo_set_source_rgb(context, ink.red, ink.green, ink.blue)
    cairo_set_line_width(context, width)
    cairo_stroke(context)
  }

  private func path(_ box: Box, radius: Double) {
    guard radius > 0 else { return cairo_rectangle(context, box.x, box.y, box.width, box.height) }
    let r = min(radius, box.width / 2, box.height / 2)
    cairo_new_sub_path(context)
    cairo_arc(context, box.x + box.width - r, box.y + r, r, -Double.pi / 2, 0)
    cairo_arc(context, box.x + box.width - r, box.y + box.height - r, r, 0, Double.pi / 2)
    cairo_arc(context, box.x + r, box.y + box.height - r, r, Double.pi / 2, Double.pi)
    cairo_arc(context, box.x + r, box.y + r, r, Double.pi, 3 * Double.pi / 2)
    cairo_close_path(context)
  }

  // MARK: Pictures

  public enum Fit: Sendable { case whole, cover }

  /// Draws a JPEG whose bytes go into the document as they are.
  ///
  /// - Parameters:
  ///   - width, height: of the picture in px, as its header says.
  ///   - identity: equal for equal bytes, so that a picture that is shown twice is stored once.
  ///   - radius: of rounded corners, in points.
  /// - Returns: false where cairo does not take it.
  @discardableResult
  public func draw(
    jpeg: [UInt8], identity: String, width: Int, height: Int, in box: Box, fit: Fit, radius: Double = 0
  ) -> Bool {
    guard width > 0, height > 0, width < 32768, height < 32768,
      // Its pixels are never touched: the document takes the JPEG in their place.
      let image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    else { return false }
    defer { cairo_surface_destroy(image) }
    guard cairo_surface_status(image) == CAIRO_STATUS_SUCCESS,
      attach(jpeg, CAIRO_MIME_TYPE_JPEG, to: image),
      attach(Array(identity.utf8), CAIRO_MIME_TYPE_UNIQUE_ID, to: image)
    else { return false }
    let scale =
      fit == .whole
      ? min(box.width / Double(width), box.height / Double(height))
      : max(box.width / Double(width), box.height / Double(height))
    let x = box.x + (box.width - Double(width) * scale) / 2
    let y = box.y + (box.height - Double(height) * scale) / 2
    cairo_save(context)
    path(box, radius: radius)
    cairo_clip(context)
    cairo_translate(context, x, y)
    cairo_scale(context, scale, scale)
    cairo_set_source_surface(context, image, 0, 0)
    cairo_paint(context)
    cairo_restore(context)
    return cairo_status(context) == CAIRO_STATUS_SUCCESS
  }

  private func attach(_ bytes: [UInt8], _ type: String, to image: OpaquePointer) -> Bool {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 1)
    copy.copyBytes(from: bytes)
    let base = copy.baseAddress
    let status = cairo_surface_set_mime_data(
      image, type, base?.assumingMemoryBound(to: UInt8.self), UInt(bytes.count),
      { $0?.deallocate() }, base)
    if status != CAIRO_STATUS_SUCCESS {
      copy.deallocate()
      return false
    }
    return true
  }

  // MARK: Ways through the document

  /// Names a place. Names are made of letters, digits and dashes.
  public func destination(_ name: String, x: Double, y: Double) {
    cairo_tag_begin(context, CAIRO_TAG_DEST, "name='\(name)' x=\(number(x)) y=\(number(y))")
    cairo_tag_end(context, CAIRO_TAG_DEST)
  }

  /// Makes an area a link to a named place, which must come to be before the document is finished.
  public func link(_ box: Box, to name: String) {
    cairo_tag_begin(
      context, CAIRO_TAG_LINK,
      "dest='\(name)' rect=[\(number(box.x)) \(number(box.y)) \(number(box.width)) \(number(box.height))]")
    cairo_tag_end(context, CAIRO_TAG_LINK)
  }

  /// Adds a line to the outline; gives its number, for lines below it.
  @discardableResult
  public func outline(_ title: String, to name: String, below parent: Int32 = 0, isOpen: Bool = true) -> Int32
  {
    cairo_pdf_surface_add_outline(
      surface, parent, title, "dest='\(name)'",
      isOpen ? CAIRO_PDF_OUTLINE_FLAG_OPEN : cairo_pdf_outline_flags_t(rawValue: 0))
  }

  /// Two decimals, with a point in every locale.
  private func number(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let magnitude = hundredths.magnitude
    let fraction = magnitude % 100
    return (hundredths < 0 ? "-" : "") + "\(magnitude / 100)." + (fraction < 10 ? "0" : "") + "\(fraction)"
  }
}
