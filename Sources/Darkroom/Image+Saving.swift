import CVips
public import PossessionsCore

/// Encoding. No metadata of any kind goes into an output.
extension Image {
  /// The encoded bytes of an 8-bit sRGB or gray picture.
  ///
  /// - Parameter quality: 1 to 100; not used for PNG, whose pixels are exact.
  public func encoded(as format: RenditionFormat, quality: Int) throws(ImagingError) -> [UInt8] {
    let bare = try withoutMetadata()
    var memory: UnsafeMutableRawPointer?
    var count = 0
    let result: Int32
    switch format {
    case .jpeg: result = cvips_jpegsave(bare.pointer, &memory, &count, Int32(quality))
    case .png: result = cvips_pngsave(bare.pointer, &memory, &count, 6)
    case .webp: result = cvips_webpsave(bare.pointer, &memory, &count, Int32(quality), 0)
    }
    guard result == 0, let memory else { throw ImagingError(taking: "encode \(format.rawValue)") }
    defer { g_free(memory) }
    let bytes = [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
    return format == .webp ? strippedWebP(bytes) : bytes
  }

  /// A copy with pixels and nothing else. The WebP saver of libvips 8.14.1 writes EXIF and XMP whatever `strip` says.
  func withoutMetadata() throws(ImagingError) -> Image {
    let space = vips_image_guess_interpretation(pointer)
    let copy = try making("copy") { cvips_copy_as($0, &$1, space, 72 / 25.4) }
    guard let fields = vips_image_get_fields(copy.pointer) else { return copy }
    defer { g_strfreev(fields) }
    var index = 0
    while let name = fields[index] {
      // The first fields are the header's own (width, bands, …) and cannot be removed; trying is harmless.
      vips_image_remove(copy.pointer, name)
      index += 1
    }
    return copy
  }
}
