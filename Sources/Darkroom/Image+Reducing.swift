import CVips
import PossessionsCore

/// Reduction while decoding.
extension Image {
  /// Exactly `size`, in memory: by our own reducer where the picture only gets smaller and has plain 8-bit channels, by
  /// libvips otherwise. Pixels are asked for once, from top to bottom, so a sequential picture will do.
  func reduced(to size: PixelSize) throws(ImagingError) -> Image {
    if size == self.size { return isInMemory ? self : try inMemory() }
    guard vips_image_get_format(pointer) == VIPS_FORMAT_UCHAR, !hasAlpha, bands <= 4, size.width <= width,
      size.height <= height
    else { return try resized(to: size).enlargedInMemory() }
    // A box first where the picture is far larger, as vips_resize does: what follows has still twice the pixels needed. Its
    // side divides the picture, so that no row is lost, and is a power of two: means of others are rounded otherwise by
    // libvips 8.17 and later.
    var side = 1
    while width.isMultiple(of: 2 * side), height.isMultiple(of: 2 * side), width >= 4 * side * size.width,
      height >= 4 * side * size.height
    { side *= 2 }
    if side > 1 {
      return try making("reduce") { cvips_shrink($0, &$1, Int32(side), Int32(side)) }.streamed(to: size)
    }
    return try streamed(to: size)
  }

  /// An enlargement may have more pixels than anybody looks at: it is computed where it is cut out.
  private func enlargedInMemory() throws(ImagingError) -> Image {
    size.pixelCount <= 1 << 24 ? try inMemory() : self
  }

  /// Whether its pixels are there already.
  private var isInMemory: Bool { pointer.pointee.dtype == VIPS_IMAGE_SETBUF }

  private func streamed(to size: PixelSize) throws(ImagingError) -> Image {
    var reducer = Reducer(from: self.size, to: size, bands: bands)
    try eachRow { reducer.take($0) }
    guard
      let made = vips_image_new_from_memory_copy(
        reducer.pixels().baseAddress, reducer.pixels().count, Int32(size.width), Int32(size.height),
        Int32(bands),
        VIPS_FORMAT_UCHAR)
    else { throw ImagingError(taking: "reduce") }
    return try Image(owning: made).described(like: self)
  }

  /// All pixels in memory, computed in this thread. Damage in the data shows here, and what the decoder warns of is
  /// counted for this thread.
  package func decoded() throws(ImagingError) -> Image {
    guard vips_image_get_format(pointer) == VIPS_FORMAT_UCHAR else { return try inMemory() }
    let rowSize = width * bands
    let count = rowSize.multipliedReportingOverflow(by: height)
    guard !count.overflow else { throw ImagingError("decode", hint: "the picture is too large") }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count.partialValue, alignment: 16)
    var at = memory.baseAddress
    do throws(ImagingError) {
      try eachRow { row in
        at?.copyMemory(from: row, byteCount: rowSize)
        at = at?.advanced(by: rowSize)
      }
    } catch {
      memory.deallocate()
      throw error
    }
    let made = vips_image_new_from_memory(
      memory.baseAddress, memory.count, Int32(width), Int32(height), Int32(bands), VIPS_FORMAT_UCHAR)
    keep(memory, with: made)
    guard let made else { throw ImagingError(taking: "decode") }
    return try Image(owning: made).described(like: self)
  }

  /// Computes the picture strip by strip, from top to bottom, in this thread (vips_region_prepare).
  func eachRow(_ body: (UnsafePointer<UInt8>) -> Void) throws(ImagingError) {
    guard let region = vips_region_new(pointer) else { throw ImagingError(taking: "decode") }
    defer { cvips_unref(region) }
    let strip = 16
    var top = 0
    while top < height {
      var area = VipsRect(
        left: 0, top: Int32(top), width: Int32(width), height: Int32(min(strip, height - top)))
      guard vips_region_prepare(region, &area) == 0 else { throw ImagingError(taking: "decode") }
      for row in top..<(top + Int(area.height)) {
        guard let start = cvips_region_row(region, Int32(row)) else { throw ImagingError("decode") }
        body(start)
      }
      top += strip
    }
  }

  /// With another picture's meaning of numbers and its profile, and no other metadata.
  private func described(like other: Image) throws(ImagingError) -> Image {
    let space = vips_image_get_interpretation(other.pointer)
    let copy = try making("copy") { cvips_copy_as($0, &$1, space, 1) }
    var count = 0
    if let profile = cvips_blob(other.pointer, "icc-profile-data", &count) {
      vips_image_set_blob_copy(copy.pointer, "icc-profile-data", profile, count)
    }
    return copy
  }
}
