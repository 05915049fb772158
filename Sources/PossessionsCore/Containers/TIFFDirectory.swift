/// Reads directories of TIFF and of the EXIF blocks that are built like it. Every count and offset is checked against
/// the bytes there are; chains that loop end.

/// A TIFF's byte order and where its first directory is. Classic TIFF and BigTIFF.
struct TIFFReader {
  let source: any PictureBytes
  let isLittle: Bool
  let isBig: Bool
  let firstDirectory: Int

  /// Nil unless the source starts like a TIFF.
  init?(_ source: any PictureBytes) {
    self.source = source
    guard let mark = source.exactly(4, at: 0) else { return nil }
    switch mark[0..<2] {
    case [0x49, 0x49]: isLittle = true
    case [0x4D, 0x4D]: isLittle = false
    default: return nil
    }
    let version = isLittle ? Int(mark[2]) | Int(mark[3]) << 8 : Int(mark[2]) << 8 | Int(mark[3])
    // 42 is TIFF, 43 BigTIFF; raw files have marks of their own (Olympus 0x4F52 and 0x5352, Panasonic 0x55).
    isBig = version == 43
    let offset =
      isLittle
      ? source.little(isBig ? 8 : 4, at: isBig ? 8 : 4) : source.big(isBig ? 8 : 4, at: isBig ? 8 : 4)
    guard [42, 43, 0x4F52, 0x5352, 0x55].contains(version), let offset else { return nil }
    firstDirectory = offset
  }

  func number(_ count: Int, at offset: Int) -> Int? {
    isLittle ? source.little(count, at: offset) : source.big(count, at: offset)
  }

  /// The directory at an offset; nil where there is none.
  func directory(at offset: Int) -> TIFFDirectory? {
    guard offset > 0, let count = number(isBig ? 8 : 2, at: offset), count > 0 else { return nil }
    let start = offset + (isBig ? 8 : 2)
    let width = isBig ? 20 : 12
    var entries: [Int: TIFFDirectory.Entry] = [:]
    for index in 0..<min(count, 512) {
      let at = start + index * width
      guard let tag = number(2, at: at), let type = number(2, at: at + 2),
        let items = number(isBig ? 8 : 4, at: at + 4)
      else { break }
      // The first of two equal tags holds, as readers take it.
      if entries[tag] == nil {
        entries[tag] = TIFFDirectory.Entry(type: type, count: items, field: at + (isBig ? 12 : 8))
      }
    }
    let next = count <= 65_535 ? number(isBig ? 8 : 4, at: start + count * width) : nil
    return TIFFDirectory(reader: self, entries: entries, next: next.flatMap { $0 == 0 ? nil : $0 })
  }

  /// The chain of main directories, at most `limit`, each once.
  func directories(limit: Int = 1000) -> [TIFFDirectory] {
    var found: [TIFFDirectory] = []
    var seen: Set<Int> = []
    var offset: Int? = firstDirectory
    while let here = offset, found.count < limit, seen.insert(here).inserted, let one = directory(at: here) {
      found.append(one)
      offset = one.next
    }
    return found
  }
}

/// One directory: entries by tag.
struct TIFFDirectory {
  struct Entry {
    var type: Int
    var count: Int
    /// Where the value or its offset stands.
    var field: Int
  }

  let reader: TIFFReader
  let entries: [Int: Entry]
  /// The next directory of the chain.
  let next: Int?

  private static func width(ofType type: Int) -> Int? {
    switch type {
    case 1, 2, 6, 7: 1
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: nil
    }
  }

  /// Where an entry's values start.
  private func place(_ entry: Entry, width: Int) -> Int? {
    let inline = reader.isBig ? 8 : 4
    let size = entry.count.multipliedReportingOverflow(by: width)
    guard !size.overflow else { return nil }
    return size.partialValue <= inline ? entry.field : reader.number(inline, at: entry.field)
  }

  /// Unsigned integers of a BYTE, SHORT, LONG, IFD or LONG8 entry, at most `limit`.
  func integers(_ tag: Int, limit: Int = 16) -> [Int] {
    guard let entry = entries[tag], [1, 3, 4, 13, 16, 18].contains(entry.type), entry.count > 0,
      let width = TIFFDirectory.width(ofType: entry.type), let place = place(entry, width: width)
    else { return [] }
    var values: [Int] = []
    for index in 0..<min(entry.count, limit) {
      guard let value = reader.number(width, at: place + index * width) else { break }
      values.append(value)
    }
    return values
  }

  func integer(_ tag: Int) -> Int? { integers(tag, limit: 1).first }

  /// The text of an ASCII entry up to its NUL, at most `limit` bytes.
  func text(_ tag: Int, limit: Int = 256) -> String? {
    guard let entry = entries[tag], entry.type == 2, entry.count > 0, let place = place(entry, width: 1)
    else {
      return nil
    }
    let bytes = reader.source.bytes(at: place, count: min(entry.count, limit))
    return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  func subdirectory(_ tag: Int) -> TIFFDirectory? {
    integer(tag).flatMap { reader.directory(at: $0) }
  }
}

/// What an EXIF block says that the pixels depend on.
struct ExifBlock {
  /// 1 to 8; nil where absent or invalid.
  var orientation: Int?
  /// Adobe RGB by the DCF option file rule: interoperability index R03.
  var isAdobeRGB = false
  /// Pixels, as the camera says (PixelXDimension, PixelYDimension).
  var size: PixelSize?

  /// - Parameter source: starts at the TIFF mark. Nil unless it is one.
  init?(_ source: any PictureBytes) {
    guard let reader = TIFFReader(source), let main = reader.directory(at: reader.firstDirectory) else {
      return nil
    }
    orientation = main.integer(0x0112).flatMap { (1...8).contains($0) ? $0 : nil }
    guard let exif = main.subdirectory(0x8769) else { return }
    isAdobeRGB = exif.subdirectory(0xA005)?.text(0x0001)?.hasPrefix("R03") ?? false
    if let width = exif.integer(0xA002), let height = exif.integer(0xA003), width > 0, height > 0 {
      size = PixelSize(width: width, height: height)
    }
  }
}
