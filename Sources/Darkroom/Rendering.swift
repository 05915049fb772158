public import PossessionsCore

/// What to make of one original.
public struct RenderRequest: Sendable {
  public var source: PictureSource
  public var mediaType: MediaType
  /// The photo as typed, for findings.
  public var subject: String
  public var recipe: EditRecipe?
  public var definitions: [RenditionDefinition]
  /// More pixels than this are refused from the header.
  public var pixelLimit: Int

  /// The pixels that are decoded unless a user says otherwise: 16383 x 16383.
  public static let defaultPixelLimit = 268_402_689

  public init(
    source: PictureSource, mediaType: MediaType, subject: String, recipe: EditRecipe? = nil,
    definitions: [RenditionDefinition], pixelLimit: Int = RenderRequest.defaultPixelLimit
  ) {
    self.source = source
    self.mediaType = mediaType
    self.subject = subject
    self.recipe = recipe
    self.definitions = definitions
    self.pixelLimit = pixelLimit
  }
}

/// One encoded rendition.
public struct RenderedImage: Sendable {
  public var definition: RenditionDefinition
  /// Pixels.
  public var size: PixelSize
  /// A whole file.
  public var bytes: [UInt8]
}

/// What became of one original.
public struct Rendering: Sendable {
  public var state: PictureState
  /// The original's as shown upright; nil where not even its header could be read. For a preview, the original's still.
  public var size: PixelSize?
  /// `1:` and 16 hexadecimal digits; nil where nothing could be decoded.
  public var perceptualHash: String?
  /// In the order of the request's definitions; empty where nothing could be shown.
  public var images: [RenderedImage]
  public var findings: [Finding]
  /// The decoder gave a picture, but warned on the way.
  var decoderWarned = false

  init(state: PictureState, size: PixelSize? = nil, findings: [Finding] = []) {
    self.state = state
    self.size = size
    images = []
    self.findings = findings
  }
}

/// Makes all renditions of one original from one decode.
///
/// A fault of the picture is never thrown: it is a finding, and the state says how well the picture could be shown.
///
/// - Parameter preview: gives the largest picture embedded in the original (a JPEG), for raw files and as the last
///   resort for damaged ones; asked only when needed.
public func render(_ request: RenderRequest, preview: () -> [UInt8]? = { nil }) -> Rendering {
  Ladder(
    source: request.source, mediaType: request.mediaType, subject: request.subject,
    pixelLimit: request.pixelLimit
  ).climb(preview: preview) { (decoder, tolerance) throws(ImagingError) in
    try Renderer(request: request, decoder: decoder).render(tolerating: tolerance)
  }
}

/// One small image of an original, from whatever is quickest: a HEIF file's own thumbnail where that is large enough
/// to be recognised, else as `render` makes it. Nil where nothing can be shown.
public func renderPreview(_ request: RenderRequest, preview: () -> [UInt8]? = { nil }) -> RenderedImage? {
  if request.mediaType == .heic || request.mediaType == .avif,
    let thumbnail = PictureDecoder(source: request.source, mediaType: request.mediaType).thumbnailContainer()
  {
    var quick = request
    quick.source = thumbnail
    if let image = render(quick).images.first, max(image.size.width, image.size.height) >= quickSide {
      return image
    }
  }
  return render(request, preview: preview).images.first
}

/// Pixels of the longer side below which a thumbnail is too coarse to tell things apart.
private let quickSide = 240

/// A decoded original: upright, in sRGB or gray with 8 bits, alpha kept, all its pixels in memory.
public struct Development {
  public var state: PictureState
  /// Nil where nothing could be shown.
  public var image: Image?
  /// The original's as shown upright.
  public var size: PixelSize?
  public var findings: [Finding]
}

/// Decodes one original whole, for edits that are checked pixel by pixel.
///
/// - Parameters:
///   - pixelLimit: more pixels than this are refused from the header.
///   - preview: as for `render`.
public func develop(
  _ source: PictureSource, as mediaType: MediaType, subject: String,
  pixelLimit: Int = RenderRequest.defaultPixelLimit, preview: () -> [UInt8]? = { nil }
) -> Development {
  var image: Image?
  let rendering = Ladder(source: source, mediaType: mediaType, subject: subject, pixelLimit: pixelLimit)
    .climb(preview: preview) { (decoder, tolerance) throws(ImagingError) in
      var rendering = Rendering(state: .ok)
      let whole = try Renderer.whole(decoder, tolerating: tolerance, warned: &rendering.decoderWarned)
      image = whole
      rendering.size = whole.size
      return rendering
    }
  return Development(
    state: rendering.state, image: image, size: rendering.size, findings: rendering.findings)
}
