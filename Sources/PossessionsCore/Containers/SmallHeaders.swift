/// Headers of WebP, GIF, BMP and TIFF.
extension PictureHeader {
  /// RIFF chunks: `VP8X` for the canvas, else `VP8 ` or `VP8L`; `EXIF` comes after the pixels.
  init?(webp source: any PictureBytes) {
    guard source.hasText("RIFF", at: 0), source.hasText("WEBP", at: 8) else { return nil }
    var canvas: PixelSize?
    var picture: PixelSize?
    var exif: ExifBlock?
    var place: Range<Int>?
    var frames = 0
    var hasAlpha = false
    var offset = 12
    for _ in 0..<65_536 {
      guard let name = source.fourCharacters(at: offset), let length = source.little(4, at: offset + 4) else {
        break
      }
      let body = offset + 8
      switch name {
      case "VP8X":
        guard let flags = source.little(1, at: body), let width = source.little(3, at: body + 4),
          let height = source.little(3, at: body + 7)
        else { return nil }
        canvas = PixelSize(width: width + 1, height: height + 1)
        hasAlpha = flags & 0x10 != 0
      case "VP8 ":
        if picture == nil, let width = source.little(2, at: body + 6),
          let height = source.little(2, at: body + 8)
        {
          picture = PixelSize(width: width & 0x3FFF, height: height & 0x3FFF)
        }
      case "VP8L":
        if picture == nil, let bits = source.little(4, at: body + 1) {
          picture = PixelSize(width: bits & 0x3FFF + 1, height: (bits >> 14) & 0x3FFF + 1)
          hasAlpha = bits & 1 << 28 != 0
        }
      case "ANMF": frames += 1
      case "EXIF":
        // Some writers keep JPEG's mark before the block.
        let skipped = source.hasText("Exif\0", at: body) ? 6 : 0
        exif = ExifBlock(ByteWindow(source, start: body + skipped, count: length - skipped))
        if length > skipped { place = (body + skipped)..<(body + length) }
      default: break
      }
      offset = body + length + length & 1
    }
    guard let size = canvas ?? picture else { return nil }
    self.init(mediaType: .webp, coded: size, orientation: exif?.orientation)
    self.exif = place
    pageCount = max(1, frames)
    channels = hasAlpha ? 4 : 3
  }

  /// The logical screen; frames are counted by stepping over their blocks.
  init?(gif source: any PictureBytes) {
    guard source.hasText("GIF8", at: 0), let width = source.little(2, at: 6),
      let height = source.little(2, at: 8),
      let flags = source.little(1, at: 10)
    else { return nil }
    self.init(mediaType: .gif, coded: PixelSize(width: width, height: height))
    channels = 4
    var offset = 13 + (flags & 0x80 != 0 ? 3 << (flags & 7 + 1) : 0)
    var frames = 0
    // Long animations are counted up to a bound, so that a crafted file cannot hold up the take-in.
    var steps = 0
    func skipBlocks() -> Bool {
      while let size = source.little(1, at: offset), steps < 200_000 {
        steps += 1
        offset += size + 1
        if size == 0 { return true }
      }
      return false
    }
    blocks: while steps < 200_000, let kind = source.little(1, at: offset) {
      steps += 1
      switch kind {
      case 0x21:
        offset += 2
        guard skipBlocks() else { break blocks }
      case 0x2C:
        guard let local = source.little(1, at: offset + 9) else { break blocks }
        frames += 1
        offset += 11 + (local & 0x80 != 0 ? 3 << (local & 7 + 1) : 0)
        guard skipBlocks() else { break blocks }
      default: break blocks
      }
    }
    pageCount = max(1, frames)
  }

  init?(bmp source: any PictureBytes) {
    guard let bitmap = BitmapHeader(source) else { return nil }
    self.init(mediaType: .bmp, coded: PixelSize(width: bitmap.width, height: bitmap.height))
    channels = bitmap.bitsPerPixel == 32 ? 4 : 3
  }

  /// The first page.
  init?(tiff source: any PictureBytes) {
    guard let reader = TIFFReader(source) else { return nil }
    let pages = reader.directories()
    guard let first = pages.first, let width = first.integer(0x0100), let height = first.integer(0x0101)
    else {
      return nil
    }
    self.init(
      mediaType: .tiff, coded: PixelSize(width: width, height: height),
      orientation: first.integer(0x0112).flatMap { (1...8).contains($0) ? $0 : nil })
    exif = 0..<source.count
    pageCount = pages.count
    bitsPerChannel = first.integers(0x0102).max() ?? 1
    channels = first.integer(0x0115) ?? 1
  }

  /// A camera's raw file: the largest picture that any of its directories claims.
  init?(raw source: any PictureBytes) {
    if let canon = PictureHeader(canonRaw3: source) {
      self = canon
      return
    }
    if source.hasText("FUJIFILMCCD-RAW", at: 0) {
      // The header points at a whole JPEG, whose EXIF is the file's.
      guard let start = source.big(4, at: 84), let count = source.big(4, at: 88),
        let jpeg = PictureHeader(jpeg: ByteWindow(source, start: start, count: count))
      else { return nil }
      self = jpeg
      mediaType = .raw
      return
    }
    guard let reader = TIFFReader(source) else { return nil }
    var largest: PixelSize?
    var orientation: Int?
    func consider(_ directory: TIFFDirectory) {
      var sizes: [PixelSize] = []
      if let width = directory.integer(0x0100), let height = directory.integer(0x0101) {
        sizes.append(PixelSize(width: width, height: height))
      }
      if let exif = directory.subdirectory(0x8769), let width = exif.integer(0xA002),
        let height = exif.integer(0xA003)
      {
        sizes.append(PixelSize(width: width, height: height))
      }
      for size in sizes where size.pixelCount > (largest?.pixelCount ?? 0) { largest = size }
    }
    for directory in reader.directories(limit: 16) {
      if orientation == nil {
        orientation = directory.integer(0x0112).flatMap { (1...8).contains($0) ? $0 : nil }
      }
      consider(directory)
      for offset in directory.integers(0x014A) {
        if let below = reader.directory(at: offset) { consider(below) }
      }
    }
    guard let largest else { return nil }
    self.init(mediaType: .raw, coded: largest, orientation: orientation)
  }

  /// Canon's CR3: ISO boxes, with the main directory in a `CMT1` box.
  private init?(canonRaw3 source: any PictureBytes) {
    guard source.hasText("ftypcrx ", at: 4) else { return nil }
    guard let moov = BoxList(source, from: 0, to: source.count).first("moov") else { return nil }
    let inner = BoxList(source, from: moov.body, to: moov.end)
    guard let uuid = inner.first("uuid") else { return nil }
    // A uuid box has its 16-byte name before what is in it.
    let boxes = BoxList(source, from: uuid.body + 16, to: uuid.end)
    guard let main = boxes.first("CMT1"),
      let reader = TIFFReader(ByteWindow(source, start: main.body, count: main.end - main.body)),
      let directory = reader.directory(at: reader.firstDirectory),
      let width = directory.integer(0x0100), let height = directory.integer(0x0101)
    else { return nil }
    self.init(
      mediaType: .raw, coded: PixelSize(width: width, height: height),
      orientation: directory.integer(0x0112).flatMap { (1...8).contains($0) ? $0 : nil })
  }
}
