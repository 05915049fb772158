/// What an iPhone writes into EXIF about pictures that belong together: the maker note is a directory of its own.
public struct AppleMakerNote: Hashable, Sendable {
  /// Equal in all pictures of one burst.
  public var burstID: String?
  /// Equal in the still picture and the movie of one Live Photo.
  public var contentID: String?

  /// - Parameter place: where the EXIF block's TIFF stands in the file. Nil where there is no such note.
  public init?(_ source: any PictureBytes, exif place: Range<Int>) {
    let block = ByteWindow(source, start: place.lowerBound, count: place.count)
    guard let reader = TIFFReader(block), let main = reader.directory(at: reader.firstDirectory),
      let exif = main.subdirectory(0x8769), let note = exif.bytes(0x927C)
    else { return nil }
    // "Apple iOS", NUL, a version, the byte order, the directory; offsets count from the note's start.
    let window = MemoryBytes(note)
    guard window.hasText("Apple iOS\0", at: 0), window.hasText("MM", at: 12),
      let count = window.big(2, at: 14)
    else {
      return nil
    }
    for index in 0..<min(count, 128) {
      let entry = 16 + index * 12
      guard let tag = window.big(2, at: entry), window.big(2, at: entry + 2) == 2,
        let length = window.big(4, at: entry + 4), (5...128).contains(length),
        let start = window.big(4, at: entry + 8), let bytes = window.exactly(length, at: start)
      else { continue }
      let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      if tag == 0x000B { burstID = text }
      if tag == 0x0011 { contentID = text }
    }
  }
}

extension TIFFDirectory {
  /// The bytes of an entry, at most 64 KiB of them.
  func bytes(_ tag: Int) -> [UInt8]? {
    guard let entry = entries[tag], entry.count > 4, [1, 2, 7].contains(entry.type),
      let place = reader.number(reader.isBig ? 8 : 4, at: entry.field)
    else { return nil }
    return reader.source.bytes(at: place, count: min(entry.count, 65_536))
  }
}
