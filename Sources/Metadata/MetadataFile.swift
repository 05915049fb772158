import CGExiv2
import PossessionsCore

/// The metadata of one file: owned GExiv2Metadata objects, released in `deinit` (g_object_unref).
///
/// Not Sendable. Texts come out bounded, as valid Unicode and without control characters, whatever the file holds.
final class MetadataFile {
  /// What is asked for a field, in this order.
  private var parts: [UnsafeMutablePointer<GExiv2Metadata>] = []

  /// The part that was opened without fault: only such a one can be asked for previews.
  private var whole: UnsafeMutablePointer<GExiv2Metadata>?

  /// Reads EXIF, IPTC and XMP (gexiv2_metadata_open_path).
  ///
  /// Damage further on leaves what was read before it, so the answer of opening is not asked for.
  ///
  /// - Parameter path: absolute, so that no name is taken for a protocol.
  init(path: BytePath) {
    guard MetadataFile.isStarted, path.bytes.first == 0x2F, !path.bytes.contains(0),
      let made = gexiv2_metadata_new()
    else { return }
    parts = [made]
    let opened = (path.bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { gexiv2_metadata_open_path(made, $0.baseAddress, nil) }
    }
    if opened != 0 { whole = made }
  }

  deinit {
    for part in parts { g_object_unref(part) }
  }

  var hasEXIF: Bool { parts.contains { gexiv2_metadata_has_exif($0) != 0 } }
  var hasXMP: Bool { parts.contains { gexiv2_metadata_has_xmp($0) != 0 } }

  /// Asks a block of EXIF as well, which starts at its TIFF mark (gexiv2_metadata_from_app1_segment).
  func add(exif block: [UInt8]) {
    guard MetadataFile.isStarted, !block.isEmpty, let made = gexiv2_metadata_new() else { return }
    parts.append(made)
    let segment = Array("Exif\0\0".utf8) + block
    if gexiv2_metadata_from_app1_segment(made, segment, segment.count, nil) != 0, whole == nil {
      whole = made
    }
  }

  /// Asks a whole file in memory as well (gexiv2_metadata_open_buf).
  func add(file bytes: [UInt8]) {
    guard MetadataFile.isStarted, !bytes.isEmpty, let made = gexiv2_metadata_new() else { return }
    parts.append(made)
    _ = gexiv2_metadata_open_buf(made, bytes, bytes.count, nil)
  }

  /// Once a process. Exiv2 prints to standard error unless told not to.
  private static let isStarted: Bool = {
    // GLib prints what it takes for a fault of ours; a file can bring that about.
    _ = g_log_set_handler(
      nil, GLogLevelFlags(rawValue: G_LOG_LEVEL_MASK.rawValue | G_LOG_FLAG_RECURSION.rawValue),
      { _, _, _, _ in }, nil)
    gexiv2_log_set_level(GEXIV2_LOG_LEVEL_MUTE)
    return gexiv2_initialize() != 0
  }()

  /// A field as text, trimmed; nil where it is absent or blank. A language alternative gives its default.
  func text(_ tag: String, limit: Int = 500) -> String? {
    for part in parts {
      guard let raw = gexiv2_metadata_try_get_tag_string(part, tag, nil) else { continue }
      defer { g_free(raw) }
      if let text = MetadataFile.bounded(raw, limit: limit) { return text }
    }
    return nil
  }

  /// The first of several fields that says something.
  func first(_ tags: [String], limit: Int = 500) -> String? {
    for tag in tags {
      if let found = text(tag, limit: limit) { return found }
    }
    return nil
  }

  /// The values of a repeated field, at most 200.
  func texts(_ tag: String) -> [String] {
    for part in parts {
      guard let list = gexiv2_metadata_try_get_tag_multiple(part, tag, nil) else { continue }
      defer { g_strfreev(list) }
      var found: [String] = []
      var index = 0
      while found.count < 200, let raw = list[index] {
        if let text = MetadataFile.bounded(raw, limit: 200) { found.append(text) }
        index += 1
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  /// The largest JPEG among the embedded previews, by its claimed size; nil where there is none.
  func largestPreview() -> [UInt8]? {
    guard let metadata = whole, let list = gexiv2_metadata_get_preview_properties(metadata) else {
      return nil
    }
    // The list stays the metadata's own.
    var best: (properties: UnsafeMutablePointer<GExiv2PreviewProperties>, area: UInt64)?
    var index = 0
    while let properties = list[index] {
      index += 1
      guard let type = gexiv2_preview_properties_get_mime_type(properties),
        String(cString: type) == "image/jpeg"
      else { continue }
      let area =
        UInt64(gexiv2_preview_properties_get_width(properties))
        * UInt64(gexiv2_preview_properties_get_height(properties))
      if area >= best?.area ?? 0 { best = (properties, area) }
    }
    guard let best, let image = gexiv2_metadata_try_get_preview_image(metadata, best.properties, nil) else {
      return nil
    }
    defer { g_object_unref(image) }
    var count: guint32 = 0
    guard let data = gexiv2_preview_image_get_data(image, &count), count > 0 else { return nil }
    return [UInt8](UnsafeRawBufferPointer(start: data, count: Int(count)))
  }

  // MARK: Text

  /// At most `limit` characters of a C string, made printable Unicode: what is no UTF-8 is read as Windows-1252, as
  /// old cameras and editors write it.
  private static func bounded(_ raw: UnsafePointer<CChar>, limit: Int) -> String? {
    let bytes = Array(UnsafeRawBufferPointer(start: raw, count: min(strlen(raw), limit * 8 + 64)))
    var text = readable(bytes)
    if text.hasPrefix("lang=\""), let end = text.dropFirst(6).firstIndex(of: "\"") {
      text = String(text[text.index(after: end)...])
    }
    if text.hasPrefix("charset="), let space = text.firstIndex(of: " ") {
      text = String(text[text.index(after: space)...])
    }
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if scalar == "\n" || scalar == "\t" || !isUnprintable(scalar) { scalars.append(scalar) }
    }
    let trimmed = String(scalars).trimmed
    return trimmed.isEmpty ? nil : String(trimmed.prefix(limit))
  }

  private static func readable(_ bytes: [UInt8]) -> String {
    // A bound may have cut the last character.
    for cut in 0...3 where cut <= bytes.count {
      if let text = String(validating: bytes.dropLast(cut), as: UTF8.self) { return text }
    }
    let high: [UInt8: UInt32] = [
      0x80: 0x20AC, 0x85: 0x2026, 0x91: 0x2018, 0x92: 0x2019, 0x93: 0x201C, 0x94: 0x201D, 0x95: 0x2022,
      0x96: 0x2013, 0x97: 0x2014, 0x99: 0x2122,
    ]
    var scalars = String.UnicodeScalarView()
    for byte in bytes {
      if let scalar = Unicode.Scalar(high[byte] ?? UInt32(byte)) { scalars.append(scalar) }
    }
    return String(scalars)
  }
}

extension String {
  /// Without white space at both ends.
  fileprivate var trimmed: String {
    let isBlank: (Character) -> Bool = { $0.isWhitespace }
    return String(drop(while: isBlank).reversed().drop(while: isBlank).reversed())
  }
}
