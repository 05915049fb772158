import CVips
public import PossessionsCore

/// A picture in libvips: one owned VipsImage, never changed. Operations give new pictures and hold on to what they
/// need of the old one, so a wrapper may go at any time. Work is done when pixels are asked for.
///
/// Not Sendable: a picture lives in one worker.
public final class Image {
  /// Owned: one reference, dropped in `deinit` (g_object_unref).
  let pointer: UnsafeMutablePointer<VipsImage>
  /// - Parameter pointer: one reference that this wrapper takes over.
  init(owning pointer: UnsafeMutablePointer<VipsImage>) {
    self.pointer = pointer
  }

  deinit { cvips_unref(pointer) }

  /// Runs one libvips operation that gives a picture. The one place where its return codes become errors.
  func making(
    _ operation: String,
    _ body: (_ input: UnsafeMutablePointer<VipsImage>, _ output: inout UnsafeMutablePointer<VipsImage>?) ->
      Int32
  ) throws(ImagingError) -> Image {
    var output: UnsafeMutablePointer<VipsImage>?
    guard body(pointer, &output) == 0, let output else { throw ImagingError(taking: operation) }
    return Image(owning: output)
  }

  // MARK: What it is

  /// Pixels.
  public var width: Int { Int(vips_image_get_width(pointer)) }
  public var height: Int { Int(vips_image_get_height(pointer)) }
  public var size: PixelSize { PixelSize(width: width, height: height) }
  /// Channels, alpha among them.
  public var bands: Int { Int(vips_image_get_bands(pointer)) }
  public var hasAlpha: Bool { vips_image_hasalpha(pointer) != 0 }

  // MARK: Pixels out and in

  /// Decodes and computes everything now and keeps the pixels in memory: for a picture that is read more than once or
  /// not from top to bottom (vips_image_copy_memory). Damage in the data shows here.
  public func inMemory() throws(ImagingError) -> Image {
    guard let copy = vips_image_copy_memory(pointer) else { throw ImagingError(taking: "decode") }
    return Image(owning: copy)
  }

  /// Pixels of a picture that one thread reads as fast as a pool of them.
  private static let smallPixelCount = 1 << 21

  /// All pixels, row by row without padding, channels interleaved: 1 byte a channel in an 8-bit picture, else native
  /// byte order (vips_image_write_to_memory).
  public func pixels() throws(ImagingError) -> [UInt8] {
    if size.pixelCount <= Image.smallPixelCount, vips_image_get_format(pointer) == VIPS_FORMAT_UCHAR {
      let rowSize = width * bands
      var bytes: [UInt8] = []
      bytes.reserveCapacity(rowSize * height)
      try eachRow { bytes.append(contentsOf: UnsafeBufferPointer(start: $0, count: rowSize)) }
      return bytes
    }
    var count = 0
    guard let memory = vips_image_write_to_memory(pointer, &count) else {
      throw ImagingError(taking: "read pixels")
    }
    defer { g_free(memory) }
    return [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
  }

  /// An 8-bit sRGB or gray picture from its pixels; the bytes are copied (vips_image_new_from_memory_copy).
  ///
  /// - Parameters:
  ///   - pixels: `width * height * bands` bytes, row by row.
  ///   - bands: 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha.
  public convenience init(pixels: [UInt8], width: Int, height: Int, bands: Int) throws(ImagingError) {
    precondition(pixels.count == width * height * bands, "pixels do not fill the picture")
    let made = pixels.withUnsafeBytes {
      vips_image_new_from_memory_copy(
        $0.baseAddress, $0.count, Int32(width), Int32(height), Int32(bands), VIPS_FORMAT_UCHAR)
    }
    guard let made else { throw ImagingError(taking: "take pixels") }
    defer { cvips_unref(made) }
    var tagged: UnsafeMutablePointer<VipsImage>?
    let space = bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB
    guard cvips_copy_as(made, &tagged, space, 1) == 0, let tagged else {
      throw ImagingError(taking: "take pixels")
    }
    self.init(owning: tagged)
  }
}

extension Image {
  /// The EXIF orientation that is still to be applied, 1 to 8; 1 where there is none or it is invalid. For HEIF always
  /// 1: the container's turns are applied by the decoder.
  public var orientation: Int {
    let value = Int(cvips_int_field(pointer, "orientation", 1))
    return (1...8).contains(value) ? value : 1
  }
}
