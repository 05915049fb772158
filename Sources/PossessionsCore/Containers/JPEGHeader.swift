/// JPEG markers up to the frame header (ITU-T T.81, Annex B), with the EXIF block on the way.
extension PictureHeader {
  init?(jpeg source: any PictureBytes) {
    guard source.big(2, at: 0) == 0xFFD8 else { return nil }
    var exif: ExifBlock?
    var place: Range<Int>?
    var hasGainMap = false
    var hasStrayBytes = false
    var offset = 2
    // More segments than any writer makes; junk between segments is stepped over.
    for _ in 0..<4096 {
      guard let start = PictureHeader.nextMarker(in: source, from: offset),
        let marker = source.big(1, at: start + 1)
      else { return nil }
      // One 0xFF more is filling, which is allowed; so is any number of them.
      if start > offset, source.bytes(at: offset, count: start - offset).contains(where: { $0 != 0xFF }) {
        hasStrayBytes = true
      }
      // Markers without a segment.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        offset = start + 2
        continue
      }
      guard let length = source.big(2, at: start + 2), length >= 2 else { return nil }
      let body = start + 4
      let window = ByteWindow(source, start: body, count: length - 2)
      switch marker {
      // Frame headers: C4 is a table, C8 reserved, CC arithmetic conditioning.
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        guard let bits = window.big(1, at: 0), let height = window.big(2, at: 1),
          let width = window.big(2, at: 3), let channels = window.big(1, at: 5)
        else { return nil }
        self.init(
          mediaType: .jpeg, coded: PixelSize(width: width, height: height), orientation: exif?.orientation)
        bitsPerChannel = bits
        self.channels = channels
        isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(marker)
        isAdobeRGB = exif?.isAdobeRGB ?? false
        self.hasGainMap = hasGainMap
        self.exif = place
        self.hasStrayBytes = hasStrayBytes
        coefficientBytes = PictureHeader.coefficientBytes(frame: window, channels: channels)
        return
      case 0xDA, 0xD9:  // scan or end without a frame
        return nil
      case 0xE1:
        if exif == nil, window.hasText("Exif\0", at: 0) {
          exif = ExifBlock(ByteWindow(window, start: 6, count: window.count - 6))
          if exif != nil { place = (body + 6)..<(body + window.count) }
        } else if window.hasText("http://ns.adobe.com/xap/", at: 0) {
          hasGainMap = hasGainMap || PictureHeader.namesGainMap(window)
        }
      default: break
      }
      offset = body + length - 2
    }
    return nil
  }

  /// The next 0xFF that is followed by a marker's number.
  private static func nextMarker(in source: any PictureBytes, from offset: Int) -> Int? {
    var offset = offset
    // Cheap when the marker is where it should be; else looks on in blocks, for at most 1 MiB.
    let limit = offset + (1 << 20)
    while offset < limit {
      let block = source.bytes(at: offset, count: offset == limit - (1 << 20) ? 16 : 4096)
      guard block.count >= 2 else { return nil }
      for index in 0..<(block.count - 1)
      where block[index] == 0xFF && block[index + 1] != 0xFF && block[index + 1] != 0 {
        return offset + index
      }
      offset += block.count - 1
    }
    return nil
  }

  /// Two bytes for each coefficient, chroma as it is subsampled.
  private static func coefficientBytes(frame: some PictureBytes, channels: Int) -> Double {
    var factors: [Int] = []
    var largest = 1
    for index in 0..<min(channels, 4) {
      guard let factor = frame.big(1, at: 7 + index * 3) else { return 6 }
      let product = (factor >> 4) * (factor & 15)
      factors.append(product)
      largest = max(largest, product)
    }
    return 2 * Double(factors.reduce(0, +)) / Double(largest)
  }

  private static func namesGainMap(_ xmp: some PictureBytes) -> Bool {
    let text = xmp.bytes(at: 0, count: 65_536)
    return contains(text, "hdrgm:Version") || contains(text, "HDRGainMap")
  }

  private static func contains(_ bytes: [UInt8], _ text: StaticString) -> Bool {
    let wanted = Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    guard bytes.count >= wanted.count else { return false }
    return (0...(bytes.count - wanted.count)).contains { start in
      bytes[start] == wanted[0] && bytes[start..<(start + wanted.count)].elementsEqual(wanted)
    }
  }
}
