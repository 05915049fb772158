import CVips

/// What comparing pictures needs: one layout of pixels, PNG without loss, and a library that computes the same everywhere.
extension Image {
  /// The pixels of an 8-bit sRGB or gray picture as red, green, blue, alpha, row by row; opaque where there is no alpha.
  public func rgbaPixels() throws(ImagingError) -> [UInt8] {
    precondition(vips_image_get_format(pointer) == VIPS_FORMAT_UCHAR && bands <= 4, "not an 8-bit picture")
    let source = try pixels()
    let bands = bands
    if bands == 4 { return source }
    let count = width * height
    return [UInt8](unsafeUninitializedCapacity: count * 4) { target, filled in
      source.withUnsafeBufferPointer { source in
        for index in 0..<count {
          let from = index * bands
          let to = index * 4
          target[to] = source[from]
          target[to + 1] = source[bands < 3 ? from : from + 1]
          target[to + 2] = source[bands < 3 ? from : from + 2]
          target[to + 3] = bands == 2 ? source[from + 1] : 255
        }
      }
      filled = count * 4
    }
  }

  /// A PNG without metadata (vips_pngsave).
  ///
  /// - Parameter compression: 0 to 9, of zlib; 1 is fast.
  public func png(compression: Int) throws(ImagingError) -> [UInt8] {
    let bare = try withoutMetadata()
    var memory: UnsafeMutableRawPointer?
    var count = 0
    guard cvips_pngsave(bare.pointer, &memory, &count, Int32(compression)) == 0, let memory else {
      throw ImagingError(taking: "encode png")
    }
    defer { g_free(memory) }
    return [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
  }
}

extension ImagingLibrary {
  /// Whether libvips computes with vector instructions: faster, but some operations then differ by a few codes between
  /// versions and processors (vips_vector_set_enabled). Set it right after `start`.
  public static var usesVectorCode: Bool {
    get { vips_vector_isenabled() != 0 }
    set { vips_vector_set_enabled(newValue ? 1 : 0) }
  }
}
