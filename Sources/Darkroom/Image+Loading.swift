import CVips
public import PossessionsCore

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
  /// Colours and orientation are the file's own; `PictureDecoder` brings them to sRGB and upright.
  ///
  /// - Parameters:
  ///   - shrink: for JPEG 1, 2, 4 or 8: decodes at that fraction of the size.
  ///   - sequential: pixels will be read once, from top to bottom. False decodes everything at once when first read.
  public static func open(
    _ source: PictureSource, as mediaType: MediaType, tolerating tolerance: DamageTolerance = .none,
    shrink: Int = 1, sequential: Bool = true
  ) throws(ImagingError) -> Image {
    let open = try OpenSource(source)
    let failOn = tolerance == .none ? VIPS_FAIL_ON_TRUNCATED : VIPS_FAIL_ON_NONE
    let access = sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM
    let unlimited: gboolean = tolerance == .all ? 1 : 0
    var image: UnsafeMutablePointer<VipsImage>?
    let result: Int32
    switch mediaType {
    case .jpeg: result = cvips_jpegload(open.pointer, &image, Int32(shrink), failOn, access, unlimited)
    case .png: result = cvips_pngload(open.pointer, &image, failOn, access)
    case .webp: result = cvips_webpload(open.pointer, &image, 1, failOn, access)
    case .gif: result = cvips_gifload(open.pointer, &image, failOn, access)
    case .tiff: result = cvips_tiffload(open.pointer, &image, failOn, access)
    case .heic, .avif: result = cvips_heifload(open.pointer, &image, failOn, access)
    case .bmp, .raw, .pdf, .movie, .svg, .unknown:
      throw ImagingError("open", hint: "\(mediaType.rawValue) is not decoded")
    }
    guard result == 0, let image else { throw ImagingError(taking: "open") }
    return Image(owning: image)
  }
}
