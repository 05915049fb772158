import PossessionsCore

/// Windows bitmaps, decoded here: libvips would hand them to ImageMagick, which is not trusted with a byte.
///
/// Plain, RLE4, RLE8 and bit-field pixels of 1 to 32 bits.
enum Bitmap {
  static func decode(_ source: any PictureBytes, tolerating tolerance: DamageTolerance) throws(ImagingError)
    -> Image
  {
    guard let header = BitmapHeader(source) else {
      throw ImagingError("open", hint: "not a bitmap that is known")
    }
    let count = header.width.multipliedReportingOverflow(by: header.height)
    guard !count.overflow, count.partialValue <= 1 << 30 else {
      throw ImagingError("open", hint: "the bitmap is too large")
    }
    var canvas = BitmapCanvas(header: header, source: source)
    let isWhole: Bool
    switch (header.compression, header.bitsPerPixel) {
    case (0, _), (3, 16), (3, 32), (6, 16), (6, 32): isWhole = canvas.readPlain()
    case (1, 8), (2, 4): isWhole = canvas.readRuns()
    default: throw ImagingError("open", hint: "bitmap compression \(header.compression) is not known")
    }
    guard isWhole || tolerance == .all else { throw ImagingError("decode", hint: "the bitmap ends early") }
    return try Image(pixels: canvas.pixels, width: header.width, height: header.height, bands: canvas.bands)
  }
}

private struct BitmapCanvas {
  let header: BitmapHeader
  let source: any PictureBytes
  /// 3, or 4 where the bit fields name alpha and some of it is used.
  let bands: Int
  var pixels: [UInt8]
  private var palette: [UInt8] = []

  init(header: BitmapHeader, source: any PictureBytes) {
    self.header = header
    self.source = source
    bands = header.masks.count == 4 && header.masks[3] != 0 ? 4 : 3
    pixels = [UInt8](repeating: 0, count: header.width * header.height * bands)
    if header.bitsPerPixel <= 8 {
      let entries = source.bytes(at: header.paletteOffset, count: header.paletteCount * header.paletteEntry)
      for start in stride(from: 0, to: entries.count - 2, by: header.paletteEntry) {
        palette += [entries[start + 2], entries[start + 1], entries[start]]
      }
      // Indices beyond the palette are black.
      palette += [UInt8](repeating: 0, count: 768 - min(768, palette.count))
    }
  }

  private func rowStart(_ row: Int) -> Int {
    (header.isTopDown ? row : header.height - 1 - row) * header.width * bands
  }

  /// False where rows are missing; they stay black.
  mutating func readPlain() -> Bool {
    let stride = (header.width * header.bitsPerPixel + 31) / 32 * 4
    for row in 0..<header.height {
      let bytes = source.bytes(at: header.pixelOffset + row * stride, count: stride)
      // The last row may lack its padding.
      let needed = (header.width * header.bitsPerPixel + 7) / 8
      guard bytes.count >= needed else { return false }
      put(bytes, row: row)
    }
    return true
  }

  private mutating func put(_ bytes: [UInt8], row: Int) {
    var at = rowStart(row)
    let width = header.width
    switch header.bitsPerPixel {
    case 24:
      for x in 0..<width {
        pixels[at] = bytes[x * 3 + 2]
        pixels[at + 1] = bytes[x * 3 + 1]
        pixels[at + 2] = bytes[x * 3]
        at += 3
      }
    case 1, 4, 8:
      let bits = header.bitsPerPixel
      let mask = (1 << bits) - 1
      for x in 0..<width {
        let position = x * bits
        put(index: Int(bytes[position >> 3]) >> (8 - bits - position & 7) & mask, at: at)
        at += bands
      }
    default:
      let size = header.bitsPerPixel / 8
      let masks: [UInt32] =
        header.masks.isEmpty
        ? (size == 2 ? [0x7C00, 0x03E0, 0x001F] : [0xFF_0000, 0xFF00, 0xFF]) : header.masks
      for x in 0..<width {
        var value: UInt32 = 0
        for index in 0..<size { value |= UInt32(bytes[x * size + index]) << UInt32(8 * index) }
        for band in 0..<bands { pixels[at + band] = field(value, masks[band]) }
        at += bands
      }
    }
  }

  private func field(_ value: UInt32, _ mask: UInt32) -> UInt8 {
    guard mask != 0 else { return 0 }
    let shifted = (value & mask) >> UInt32(mask.trailingZeroBitCount)
    let largest = mask >> UInt32(mask.trailingZeroBitCount)
    return UInt8(clamping: (UInt64(shifted) * 255 + UInt64(largest) / 2) / UInt64(largest))
  }

  private mutating func put(index: Int, at place: Int) {
    for band in 0..<3 { pixels[place + band] = palette[index * 3 + band] }
  }

  /// Run lengths (RLE8, RLE4). False where the end mark is missing.
  mutating func readRuns() -> Bool {
    let bytes = source.bytes(at: header.pixelOffset, count: min(source.count, 1 << 28))
    let isNibbles = header.bitsPerPixel == 4
    var index = 0
    var x = 0
    var row = 0
    func nibble(_ value: UInt8, _ step: Int) -> Int { Int(step & 1 == 0 ? value >> 4 : value & 15) }
    while index + 1 < bytes.count {
      let count = Int(bytes[index])
      let value = bytes[index + 1]
      index += 2
      if count > 0 {
        for step in 0..<count { set(x + step, row, isNibbles ? nibble(value, step) : Int(value)) }
        x += count
        continue
      }
      switch value {
      case 0:
        x = 0
        row += 1
      case 1: return true
      case 2:
        guard index + 1 < bytes.count else { return false }
        x += Int(bytes[index])
        row += Int(bytes[index + 1])
        index += 2
      default:
        let count = Int(value)
        let size = isNibbles ? (count + 1) / 2 : count
        guard index + size <= bytes.count else { return false }
        for step in 0..<count {
          set(x + step, row, isNibbles ? nibble(bytes[index + step / 2], step) : Int(bytes[index + step]))
        }
        x += count
        index += size + size & 1
      }
    }
    return false
  }

  private mutating func set(_ x: Int, _ row: Int, _ value: Int) {
    guard x < header.width, row < header.height else { return }
    put(index: value, at: rowStart(row) + x * bands)
  }
}
