import CVips
public import PossessionsCore

/// Where a picture's encoded bytes are.
public enum PictureSource: Sendable {
  /// A file, by its path's bytes. Nothing in the name is taken for an option.
  case file(BytePath)
  case bytes([UInt8])
}

/// How much damage a decoder forgives.
public enum DamageTolerance: Sendable {
  /// Data that ends early is an error.
  case none
  /// What can be decoded is shown.
  case all
}

extension Image {
  /// Opens the first page or primary picture of a file. Only the header is read; the loader is the media type's and no
  /// other, so no content chooses one by itself.
  ///
  /// - Parameters:
  ///   - shrink: for JPEG 1, 2, 4 or 8: decodes at that fraction of the size.
  ///   - sequential: pixels will be read once, from top to bottom. False decodes everything at once when first read.
  public static func open(
    _ source: PictureSource, as mediaType: MediaType, tolerating tolerance: DamageTolerance = .none,
    shrink: Int = 1, sequential: Bool = true
  ) throws(ImagingError) -> Image {
    var backing: Backing?
    let made: UnsafeMutablePointer<VipsSource>?
    switch source {
    case .file(let path):
      made = (path.bytes + [0]).withUnsafeBytes { bytes in
        vips_source_new_from_file(bytes.assumingMemoryBound(to: CChar.self).baseAddress)
      }
    case .bytes(let bytes):
      let memory = Backing(bytes)
      backing = memory
      made = vips_source_new_from_memory(memory.bytes.baseAddress, bytes.count)
    }
    guard let made else { throw ImagingError(taking: "open") }
    defer { cvips_unref(made) }
    let failOn = tolerance == .none ? VIPS_FAIL_ON_TRUNCATED : VIPS_FAIL_ON_NONE
    let access = sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM
    var image: UnsafeMutablePointer<VipsImage>?
    let result: Int32
    switch mediaType {
    case .jpeg: result = cvips_jpegload(made, &image, Int32(shrink), failOn, access)
    case .png: result = cvips_pngload(made, &image, failOn, access)
    case .webp: result = cvips_webpload(made, &image, 1, failOn, access)
    case .gif: result = cvips_gifload(made, &image, failOn, access)
    case .tiff: result = cvips_tiffload(made, &image, failOn, access)
    case .heic, .avif: result = cvips_heifload(made, &image, failOn, access)
    case .bmp, .raw, .pdf, .movie, .svg, .unknown:
      throw ImagingError("open", hint: "\(mediaType.rawValue) is not decoded")
    }
    guard result == 0, let image else { throw ImagingError(taking: "open") }
    return Image(owning: image, backing: backing)
  }
}
