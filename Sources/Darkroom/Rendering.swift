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
  /// The original's as shown upright; nil where not even its header could be read.
  public var size: PixelSize?
  /// `1:` and 16 hexadecimal digits; nil where nothing could be decoded.
  public var perceptualHash: String?
  /// In the order of the request's definitions; empty where nothing could be shown.
  public var images: [RenderedImage]
  public var findings: [Finding]

  public init(state: PictureState, size: PixelSize? = nil, findings: [Finding] = []) {
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
  Renderer(request: request).run(preview: preview)
}

struct Renderer {
  let request: RenderRequest

  func run(preview: () -> [UInt8]?) -> Rendering {
    do throws(ImagingError) {
      return try develop(tolerating: .none)
    } catch {
      var rendering = Rendering(state: .undecodable)
      rendering.findings = [
        Finding(
          .photoUndecodable, subject: request.subject, message: "cannot be decoded: \(error)",
          remedy: "open it in another program and save it as JPEG")
      ]
      return rendering
    }
  }

  func develop(tolerating tolerance: DamageTolerance) throws(ImagingError) -> Rendering {
    let header = try Image.open(request.source, as: request.mediaType, tolerating: tolerance)
    let orientation = header.orientation
    let size = orientation >= 5 ? header.size.transposed : header.size
    var rendering = Rendering(state: .ok, size: size)
    var picture = try header.inMemory().inSRGB().upright(orientation: orientation).inMemory()
    if let recipe = request.recipe, !recipe.isEmpty {
      let edited = try picture.applying(recipe, subject: request.subject)
      picture = edited.image
      rendering.findings += edited.findings
    }
    let flat = try picture.flattened().inMemory()
    for definition in request.definitions {
      if definition.mode == .own, request.recipe == nil { continue }
      let geometry = RenditionGeometry(
        picture: flat.size, box: PixelSize(width: definition.width, height: definition.height),
        mode: definition.mode)
      let scaled = try flat.resized(to: geometry.scaled)
      let width = min(geometry.scaled.width, geometry.output.width)
      let height = min(geometry.scaled.height, geometry.output.height)
      let image =
        try scaled
        .cropped(x: max(0, geometry.offsetX), y: max(0, geometry.offsetY), width: width, height: height)
        .padded(
          to: geometry.output, x: max(0, -geometry.offsetX), y: max(0, -geometry.offsetY), background: [255])
      rendering.images.append(
        RenderedImage(
          definition: definition, size: image.size,
          bytes: try image.encoded(as: definition.format, quality: definition.quality)))
    }
    return rendering
  }
}
