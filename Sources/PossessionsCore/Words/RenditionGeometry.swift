/// A width and a height in pixels.
public struct PixelSize: Hashable, Sendable, Codable, CustomStringConvertible {
  public var width: Int
  public var height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  public var transposed: PixelSize { PixelSize(width: height, height: width) }
  public var pixelCount: Int {
    width.multipliedReportingOverflow(by: height).overflow ? .max : width * height
  }
  public var description: String { "\(width)x\(height)" }
}

/// How a picture of one size becomes a rendition of another: scaled as a whole, then cut or padded.
///
/// Exact integer arithmetic, so that the size never depends on a library's rounding. A side is rounded half up and
/// never below 1; cut and padding are split evenly, the odd pixel to the right and below.
public struct RenditionGeometry: Hashable, Sendable {
  /// The whole picture's size before cutting or padding. Where a side is far larger than the output (a strip in
  /// aspect-fill), it is a size to reckon with, not one to make.
  public var scaled: PixelSize
  /// The output's upper left corner in the scaled picture; negative where it is padded.
  public var offsetX: Int
  public var offsetY: Int
  /// The rendition's size.
  public var output: PixelSize

  /// - Parameters:
  ///   - picture: as shown upright; sides of at least 1.
  ///   - box: the definition's; not used for `own`.
  public init(picture: PixelSize, box: PixelSize, mode: RenditionMode) {
    precondition(picture.width > 0 && picture.height > 0, "a picture has sides of at least 1 px")
    switch mode {
    case .own:
      self.init(scaled: picture, output: picture)
    case .scaleToFill:
      self.init(scaled: box, output: box)
    case .aspectFit:
      let size = RenditionGeometry.fitted(picture, in: box)
      self.init(scaled: size, output: size)
    case .aspectFill:
      self.init(scaled: RenditionGeometry.covering(picture, box: box), output: box)
    case .center:
      self.init(scaled: picture, output: box)
    }
  }

  private init(scaled: PixelSize, output: PixelSize) {
    self.scaled = scaled
    self.output = output
    // Division towards zero: the odd pixel is to the right and below, in cutting and in padding.
    offsetX = (scaled.width - output.width) / 2
    offsetY = (scaled.height - output.height) / 2
  }

  /// The size wholly inside the box, never enlarged.
  public static func fitted(_ picture: PixelSize, in box: PixelSize) -> PixelSize {
    if picture.width <= box.width, picture.height <= box.height { return picture }
    // Compares box.width / picture.width with box.height / picture.height.
    if box.width * picture.height <= box.height * picture.width {
      return PixelSize(
        width: box.width, height: rounded(picture.height, times: box.width, over: picture.width))
    }
    return PixelSize(
      width: rounded(picture.width, times: box.height, over: picture.height), height: box.height)
  }

  /// The size that covers the box, one side exactly.
  public static func covering(_ picture: PixelSize, box: PixelSize) -> PixelSize {
    if box.width * picture.height >= box.height * picture.width {
      return PixelSize(
        width: box.width,
        height: max(box.height, rounded(picture.height, times: box.width, over: picture.width)))
    }
    return PixelSize(
      width: max(box.width, rounded(picture.width, times: box.height, over: picture.height)),
      height: box.height)
  }

  /// `side * numerator / denominator`, rounded half up, at least 1.
  private static func rounded(_ side: Int, times numerator: Int, over denominator: Int) -> Int {
    max(1, (2 * side * numerator + denominator) / (2 * denominator))
  }
}
