/// A picture as golden cases compare it: 8-bit sRGB with alpha, upright, rows from the top without padding.
public struct RGBAPixels: Sendable, Hashable {
  /// Pixels.
  public var width: Int
  public var height: Int
  /// `width * height * 4` bytes: red, green, blue, alpha; colours are not multiplied by alpha.
  public var bytes: [UInt8]

  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(
      width > 0 && height > 0 && bytes.count == width * height * 4, "bytes do not fill the picture")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  public var count: Int { width * height }
}
