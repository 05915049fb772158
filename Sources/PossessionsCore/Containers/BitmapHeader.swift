/// The header of a Windows bitmap (BITMAPFILEHEADER and what follows it).
public struct BitmapHeader: Hashable, Sendable {
  /// Pixels.
  public var width: Int
  public var height: Int
  /// Rows are stored from the top; else from the bottom.
  public var isTopDown: Bool
  public var bitsPerPixel: Int
  /// 0 none, 1 RLE8, 2 RLE4, 3 bit fields, 6 bit fields with alpha.
  public var compression: Int
  /// Where pixels and palette start.
  public var pixelOffset: Int
  public var paletteOffset: Int
  /// Bytes of a palette entry: 3 in the oldest header, else 4.
  public var paletteEntry: Int
  public var paletteCount: Int
  /// Red, green, blue and alpha, for bit fields.
  public var masks: [UInt32]

  public init?(_ source: any PictureBytes) {
    guard source.hasText("BM", at: 0), let pixels = source.little(4, at: 10),
      let size = source.little(4, at: 14)
    else { return nil }
    pixelOffset = pixels
    masks = []
    if size == 12 {
      guard let width = source.little(2, at: 18), let height = source.little(2, at: 20),
        let bits = source.little(2, at: 24)
      else { return nil }
      self.width = width
      self.height = height
      isTopDown = false
      bitsPerPixel = bits
      compression = 0
      paletteEntry = 3
      paletteOffset = 26
      paletteCount = bits <= 8 ? 1 << bits : 0
    } else {
      guard size >= 40, size <= 4096, let width = source.little(4, at: 18),
        let height = source.little(4, at: 22),
        let bits = source.little(2, at: 28), let compression = source.little(4, at: 30),
        let used = source.little(4, at: 46)
      else { return nil }
      // Two's complement; a negative height says top-down.
      let signed = Int(Int32(truncatingIfNeeded: height))
      self.width = Int(Int32(truncatingIfNeeded: width))
      self.height = abs(signed)
      isTopDown = signed < 0
      bitsPerPixel = bits
      self.compression = compression
      paletteEntry = 4
      paletteOffset = 14 + size
      paletteCount = bits <= 8 ? (used == 0 ? 1 << bits : min(used, 256)) : 0
      if compression == 3 || compression == 6 {
        // After a 40-byte header the masks follow it; longer headers hold them at the same place.
        for index in 0..<4 {
          let isThere = index < 3 || size >= 56 || compression == 6
          masks.append(isThere ? UInt32(source.little(4, at: 54 + index * 4) ?? 0) : 0)
        }
        if size == 40 { paletteOffset += compression == 6 ? 16 : 12 }
      }
    }
    guard self.width > 0, self.height > 0, [1, 4, 8, 16, 24, 32].contains(bitsPerPixel) else { return nil }
  }
}
