import CVips
public import PossessionsCore

/// Sizes, cuts and turns.
extension Image {
  /// Exactly `size`, each axis scaled by itself, with lanczos3 in the picture's own gamma (vips_resize).
  public func resized(to size: PixelSize) throws(ImagingError) -> Image {
    if size == self.size { return self }
    let horizontal = Double(size.width) / Double(width)
    let vertical = Double(size.height) / Double(height)
    let image = try making("resize") {
      cvips_resize($0, &$1, horizontal, vertical, VIPS_KERNEL_LANCZOS3)
    }
    // libvips rounds by itself; a size that differs would break the promise of exact sizes.
    guard image.size != size else { return image }
    return try image.cropped(
      x: 0, y: 0, width: min(size.width, image.width), height: min(size.height, image.height)
    ).padded(to: size, x: 0, y: 0, background: [0])
  }

  /// The rectangle, which lies inside the picture (vips_extract_area). Pixels.
  public func cropped(x: Int, y: Int, width: Int, height: Int) throws(ImagingError) -> Image {
    if x == 0, y == 0, width == self.width, height == self.height { return self }
    return try making("crop") {
      cvips_extract_area($0, &$1, Int32(x), Int32(y), Int32(width), Int32(height))
    }
  }

  /// A canvas of `size` with the picture's upper left corner at (x, y) (vips_embed).
  ///
  /// - Parameter background: one number for each band, or one for all.
  public func padded(to size: PixelSize, x: Int, y: Int, background: [Double]) throws(ImagingError) -> Image {
    if x == 0, y == 0, size == self.size { return self }
    return try making("pad") { input, output in
      background.withUnsafeBufferPointer {
        cvips_embed(
          input, &output, Int32(x), Int32(y), Int32(size.width), Int32(size.height), $0.baseAddress,
          Int32($0.count))
      }
    }
  }

  /// The part of `width` by `height` that draws the eye (`attention`) or is richest (`entropy`) (vips_smartcrop).
  public func cropped(
    width: Int, height: Int, toward gravity: EditOperation.Gravity
  ) throws(ImagingError) -> Image {
    let interest = gravity == .entropy ? VIPS_INTERESTING_ENTROPY : VIPS_INTERESTING_ATTENTION
    return try making("crop") { cvips_smartcrop($0, &$1, Int32(width), Int32(height), interest) }
  }

  /// Clockwise by 90, 180 or 270 degrees; needs pixels in memory (vips_rot).
  public func turned(_ degrees: Int) throws(ImagingError) -> Image {
    let angle: VipsAngle
    switch ((degrees % 360) + 360) % 360 {
    case 0: return self
    case 90: angle = VIPS_ANGLE_D90
    case 180: angle = VIPS_ANGLE_D180
    default: angle = VIPS_ANGLE_D270
    }
    return try making("turn") { cvips_rot($0, &$1, angle) }
  }

  /// Mirrored left to right (`horizontal`) or top to bottom (vips_flip).
  public func mirrored(_ axis: EditOperation.Axis) throws(ImagingError) -> Image {
    let direction = axis == .horizontal ? VIPS_DIRECTION_HORIZONTAL : VIPS_DIRECTION_VERTICAL
    return try making("mirror") { cvips_flip($0, &$1, direction) }
  }

  /// Clockwise by any angle; the canvas grows to hold all of it (vips_rotate).
  public func rotated(degrees: Double, background: [Double]) throws(ImagingError) -> Image {
    try making("rotate") { input, output in
      background.withUnsafeBufferPointer {
        cvips_rotate(input, &output, degrees, "bicubic", $0.baseAddress, Int32($0.count))
      }
    }
  }

  /// With another picture's upper left corner at (x, y) in it (vips_insert).
  public func covered(by patch: Image, x: Int, y: Int) throws(ImagingError) -> Image {
    try making("insert") { cvips_insert($0, patch.pointer, &$1, Int32(x), Int32(y)) }
  }

  /// Shown upright, for an EXIF orientation of 1 to 8; anything else is taken for 1. Needs pixels in memory.
  public func upright(orientation: Int) throws(ImagingError) -> Image {
    switch orientation {
    case 2: try mirrored(.horizontal)
    case 3: try turned(180)
    case 4: try mirrored(.vertical)
    case 5: try turned(90).mirrored(.horizontal)
    case 6: try turned(90)
    case 7: try turned(90).mirrored(.vertical)
    case 8: try turned(270)
    default: self
    }
  }
}
