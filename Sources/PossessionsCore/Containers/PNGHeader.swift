/// PNG chunks up to the pixel data. What comes after it (an `eXIf` at the end) is not looked at, as libvips does not.
extension PictureHeader {
  init?(png source: any PictureBytes) {
    guard source.hasText("PNG\r\n", at: 1), source.hasText("IHDR", at: 12), let width = source.big(4, at: 16),
      let height = source.big(4, at: 20),
      let bits = source.big(1, at: 24), let colourType = source.big(1, at: 25),
      let interlace = source.big(1, at: 28)
    else { return nil }
    var exif: ExifBlock?
    var place: Range<Int>?
    var unpacked: [UInt8]?
    var colour: CodedColour?
    var frames = 1
    var hasTransparency = false
    var offset = 33
    for _ in 0..<1024 {
      guard let length = source.big(4, at: offset), let name = source.fourCharacters(at: offset + 4),
        name != "IDAT", name != "IEND", length <= source.count
      else { break }
      let body = offset + 8
      switch name {
      case "eXIf":
        exif = ExifBlock(ByteWindow(source, start: body, count: length))
        place = body..<(body + length)
      case "cICP":
        if let numbers = source.exactly(4, at: body) {
          colour = CodedColour(primaries: Int(numbers[0]), transfer: Int(numbers[1]), matrix: Int(numbers[2]))
        }
      case "zTXt":
        if place == nil, unpacked == nil, length < 1 << 20 {
          unpacked = PictureHeader.oldStyleExif(source.bytes(at: body, count: length))
        }
      case "acTL": frames = max(1, min(source.big(4, at: body) ?? 1, 1 << 20))
      case "tRNS": hasTransparency = true
      default: break
      }
      offset = body + length + 4
    }
    self.init(
      mediaType: .png, coded: PixelSize(width: width, height: height), orientation: exif?.orientation)
    self.exif = place
    unpackedExif = place == nil ? unpacked : nil
    bitsPerChannel = bits
    pageCount = frames
    isProgressive = interlace == 1
    codedColour = colour
    switch colourType {
    case 0: channels = 1
    case 4: channels = 2
    case 6: channels = 4
    default: channels = 3
    }
    if hasTransparency, colourType == 0 || colourType == 2 || colourType == 3 { channels += 1 }
  }

  /// ImageMagick's and libavif's way before `eXIf`: a compressed text of hexadecimal digits. For facts only; nothing is
  /// turned by it.
  private static func oldStyleExif(_ chunk: [UInt8]) -> [UInt8]? {
    let keywords = [Array("Raw profile type exif".utf8), Array("Raw profile type APP1".utf8)]
    guard let end = chunk.firstIndex(of: 0), keywords.contains(Array(chunk[..<end])), chunk.count > end + 2,
      let text = inflated(Array(chunk[(end + 2)...]), limit: 1 << 20)
    else { return nil }
    // A line end, a name, a length, then the digits in lines. Some writers leave other bytes behind them.
    let lines = text.split(separator: 0x0A)
    guard lines.count > 2, let length = Int(String(decoding: lines[1].filter { $0 != 0x20 }, as: UTF8.self)),
      (8...(1 << 20)).contains(length)
    else { return nil }
    let digits = lines[2...].joined().filter { $0 != 0x20 && $0 != 0x0D }.prefix(length * 2)
    guard var bytes = bytesOf(hex: String(decoding: digits, as: UTF8.self)) else { return nil }
    if bytes.starts(with: Array("Exif\0\0".utf8)) { bytes.removeFirst(6) }
    return TIFFReader(MemoryBytes(bytes)) == nil ? nil : bytes
  }
}
