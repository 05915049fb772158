import CVips
public import PossessionsCore

/// A picture in shades of gray, for looking for codes in it. Neither turned nor colour-managed: codes need neither.
public struct GrayPicture: Sendable {
  /// Pixels.
  public let width: Int
  public let height: Int
  /// One byte a pixel, row by row, 0 black.
  public let pixels: [UInt8]

  init(_ image: Image) throws(ImagingError) {
    width = image.width
    height = image.height
    pixels = try image.pixels()
  }
}

/// The same picture prepared in several ways, one after the other, as long as the reader of codes finds nothing: reduced,
/// which takes noise away; whole and softened, for small codes; a small picture also enlarged and crisp, for blurred ones.
public struct GrayLooks {
  private let decoder: PictureDecoder
  private let size: PixelSize
  private var step = 0
  private var whole: Image?

  /// More than this on the longer side is reduced to it in the second look, in the first to 2/5 of it.
  private static let longestSide = 4096
  /// Below this on the longer side there is a third look.
  private static let smallSide = 2500

  /// Reads the header alone.
  ///
  /// - Parameter pixelLimit: a picture that claims more pixels is refused.
  /// - Throws: where the format is not decoded, the picture is too large or broken.
  public init(_ source: PictureSource, as mediaType: MediaType, pixelLimit: Int) throws(ImagingError) {
    decoder = PictureDecoder(source: source, mediaType: mediaType)
    if let header = decoder.header {
      size = header.coded
    } else {
      size = try decoder.open(tolerating: .all).size
    }
    guard size.pixelCount <= pixelLimit else {
      throw ImagingError("open", hint: "the picture has more pixels than the limit")
    }
  }

  /// Nil after the last one.
  public mutating func next() throws(ImagingError) -> GrayPicture? {
    defer { step += 1 }
    let largest = max(size.width, size.height)
    switch step {
    case 0:
      let side = min(GrayLooks.longestSide * 2 / 5, max(400, largest * 3 / 5))
      if decoder.mediaType == .jpeg { return try GrayPicture(reduced(to: side)) }
      // Decoded in full for any size: once for both looks.
      let image = try wholePicture()
      return try GrayPicture(image.resized(to: image.size.fitting(side)))
    case 1:
      return try GrayPicture(wholePicture().softened())
    case 2:
      guard largest <= GrayLooks.smallSide, let whole else { return nil }
      let enlarged = PixelSize(width: whole.width * 2, height: whole.height * 2)
      return try GrayPicture(whole.resized(to: enlarged).crisp())
    default:
      return nil
    }
  }

  private mutating func wholePicture() throws(ImagingError) -> Image {
    if let whole { return whole }
    let image = try reduced(to: GrayLooks.longestSide).inMemory()
    whole = image
    return image
  }

  private func reduced(to side: Int) throws(ImagingError) -> Image {
    let target = size.fitting(side)
    let image = try decoder.open(tolerating: .all, shrink: decoder.shrink(toward: target))
    let flat = try image.isRGBOrGray || !image.hasAlpha ? image.flattened() : image.inSRGB().flattened()
    return try flat.resized(to: target).inGray()
  }
}

extension PixelSize {
  /// The same shape with no side above `side`.
  fileprivate func fitting(_ side: Int) -> PixelSize {
    let largest = max(width, height)
    guard largest > side else { return self }
    return PixelSize(width: max(1, width * side / largest), height: max(1, height * side / largest))
  }
}

extension Image {
  /// One 8-bit channel of gray (vips_colourspace). RGB counts by its own numbers: a profile would change little and
  /// cost much.
  fileprivate func inGray() throws(ImagingError) -> Image {
    let plain = try isRGBOrGray ? self : inSRGB()
    if plain.bands == 1 { return try plain.in8Bits() }
    return try plain.making("convert colour") { cvips_colourspace($0, &$1, VIPS_INTERPRETATION_B_W) }
      .in8Bits()
  }

  /// By a Gaussian of 1 px (vips_gaussblur).
  fileprivate func softened(by radius: Double = 1) throws(ImagingError) -> Image {
    try making("blur") { cvips_gaussblur($0, &$1, radius) }
  }

  /// Without fine noise and with its edges raised: softened by 1 px, and one and a half times its difference from
  /// what 4 px would make of it added.
  fileprivate func crisp() throws(ImagingError) -> Image {
    let soft = try softened().inMemory()
    let wide = try soft.softened(by: 4).weighed(1.5)
    let strong = try soft.weighed(2.5)
    let difference = try strong.making("sharpen") { cvips_subtract($0, wide.pointer, &$1) }
    return try difference.weighed(1, isWhole: true)
  }

  /// Times a factor, as numbers with a fraction or, `isWhole`, as 8 bits with the ends clipped (vips_linear).
  private func weighed(_ factor: Double, isWhole: Bool = false) throws(ImagingError) -> Image {
    try making("sharpen") { input, output in
      withUnsafePointer(to: factor) { factor in
        withUnsafePointer(to: 0.0) { cvips_linear(input, &output, factor, $0, 1, isWhole ? 1 : 0) }
      }
    }
  }
}
