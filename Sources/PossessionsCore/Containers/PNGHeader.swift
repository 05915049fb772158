/// PNG chunks up to the pixel data. What comes after it (an `eXIf` at the end) is not looked at, as libvips does not.
extension PictureHeader {
  init?(png source: any PictureBytes) {
    guard source.hasText("IHDR", at: 12), let width = source.big(4, at: 16),
      let height = source.big(4, at: 20),
      let bits = source.big(1, at: 24), let colourType = source.big(1, at: 25),
      let interlace = source.big(1, at: 28)
    else { return nil }
    var exif: ExifBlock?
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
      case "eXIf": exif = ExifBlock(ByteWindow(source, start: body, count: length))
      case "cICP":
        if let numbers = source.exactly(4, at: body) {
          colour = CodedColour(primaries: Int(numbers[0]), transfer: Int(numbers[1]), matrix: Int(numbers[2]))
        }
      case "acTL": frames = max(1, min(source.big(4, at: body) ?? 1, 1 << 20))
      case "tRNS": hasTransparency = true
      default: break
      }
      offset = body + length + 4
    }
    self.init(
      mediaType: .png, coded: PixelSize(width: width, height: height), orientation: exif?.orientation)
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
}
