import CVips
import PossessionsCore

/// One decode, all renditions.
///
/// Without edits the picture is resized while it is decoded, to the size of the largest rendition but at least to a box
/// of `levelSide`, and everything else is made from that level in memory: so a rendition has the same bytes whichever
/// others are made with it. With edits, and for renditions at the picture's own scale, all pixels are decoded first.
struct Renderer {
  let request: RenderRequest
  let decoder: PictureDecoder

  /// Pixels: the larger side of the default `display` rendition.
  static let levelSide = 1600
  /// Pixels: small renditions and the perceptual hash are made from a level of this size, so that the large one is read
  /// but once for all of them.
  static let smallSide = 640

  /// A picture of more pixels is not decoded whole where its recipe begins with a crop: only what is left is kept.
  var largestWhole = 1 << 26

  private var hasRecipe: Bool { !(request.recipe?.isEmpty ?? true) }

  /// Those that apply: `own` is for edited pictures alone.
  private var definitions: [RenditionDefinition] {
    request.definitions.filter { $0.mode != .own || hasRecipe }
  }

  func render(tolerating tolerance: DamageTolerance) throws(ImagingError) -> Rendering {
    var rendering = Rendering(state: .ok)
    let needsAll = hasRecipe || definitions.contains { $0.mode == .center }
    var level: Image
    if needsAll {
      if let early = try earlyCrop(tolerating: tolerance) {
        level = try Renderer.whole(
          decoder, only: early.area, tolerating: tolerance, warned: &rendering.decoderWarned
        ).applying(early.rest)
        rendering.findings += early.rest.findings
        rendering.size = early.shown
        // The hash is the whole picture's: it is decoded once more, small.
        rendering.perceptualHash = try hash(
          of: small(of: self.level(of: early.shown, tolerating: tolerance, warned: &rendering.decoderWarned)))
      } else {
        let whole = try Renderer.whole(decoder, tolerating: tolerance, warned: &rendering.decoderWarned)
        rendering.size = whole.size
        rendering.perceptualHash = try hash(
          of: small(of: whole.flattened().reduced(to: levelSize(whole.size, for: []))))
        level = whole
        if let recipe = request.recipe, hasRecipe {
          let edited = try whole.applying(recipe, subject: request.subject)
          rendering.findings += edited.findings
          // A refused recipe shows the picture as it was, or black where something had to be hidden.
          level = edited.image
        }
      }
      level = try level.flattened().inMemory()
    } else {
      let shown = try shownSize(tolerating: tolerance)
      level = try self.level(of: shown, tolerating: tolerance, warned: &rendering.decoderWarned)
      rendering.size = shown
    }
    let small = try small(of: level)
    if !needsAll { rendering.perceptualHash = try hash(of: small) }
    let shown = needsAll ? level.size : rendering.size ?? level.size
    for definition in definitions {
      rendering.images.append(try made(definition, from: [small, level], of: shown))
    }
    return rendering
  }

  /// All pixels, upright, in sRGB or gray, alpha kept, in memory.
  ///
  /// - Parameters:
  ///   - area: the part of the upright picture that is wanted: nothing else is kept. Nil for all.
  ///   - warned: becomes whether the decoder warned of the pixels.
  static func whole(
    _ decoder: PictureDecoder, only area: PixelRectangle? = nil, tolerating tolerance: DamageTolerance,
    warned: inout Bool
  ) throws(ImagingError) -> Image {
    var opened = try decoder.open(tolerating: tolerance)
    let orientation = decoder.orientation(of: opened)
    if let area {
      let stored = area.stored(in: opened.size, orientation: orientation)
      opened = try opened.cropped(x: stored.x, y: stored.y, width: stored.width, height: stored.height)
    }
    _ = ImagingLibrary.takeWarningCount()
    let decoded = try opened.decoded()
    warned = ImagingLibrary.takeWarningCount() > 0
    let image = try decoded.inSRGB().inMemory()
    return orientation == 1 ? image : try image.upright(orientation: orientation).inMemory()
  }

  /// What the recipe of a very large picture leaves at once, and the edits that follow; nil where all pixels are needed.
  private func earlyCrop(
    tolerating tolerance: DamageTolerance
  ) throws(ImagingError) -> (area: PixelRectangle, rest: ResolvedEdits, shown: PixelSize)? {
    guard let recipe = request.recipe, decoder.mediaType != .bmp else { return nil }
    let shown = try shownSize(tolerating: tolerance)
    guard shown.pixelCount > largestWhole,
      var edits = try? recipe.resolved(
        width: shown.width, height: shown.height, subject: request.subject),
      case .crop(let area) = edits.operations.first, area.width * area.height < shown.pixelCount
    else { return nil }
    edits.operations.removeFirst()
    edits.sourceWidth = area.width
    edits.sourceHeight = area.height
    return (area, edits, shown)
  }

  // MARK: Levels

  /// The original's size as shown. It comes from the whole picture's header, not from what a decoder's scale rounds to.
  private func shownSize(tolerating tolerance: DamageTolerance) throws(ImagingError) -> PixelSize {
    if let header = decoder.header {
      return header.heif?.shown ?? (decoder.turn >= 5 ? header.coded.transposed : header.coded)
    }
    let probe = try decoder.open(tolerating: tolerance)
    return decoder.orientation(of: probe) >= 5 ? probe.size.transposed : probe.size
  }

  /// The picture at the size that the renditions need, upright, in sRGB or gray, on white, in memory.
  ///
  /// - Parameter warned: becomes whether the decoder warned of the pixels.
  private func level(
    of shown: PixelSize, tolerating tolerance: DamageTolerance, warned: inout Bool
  ) throws(ImagingError) -> Image {
    let target = levelSize(shown, for: definitions)
    let shrink = decoder.shrink(toward: decoder.turn >= 5 ? target.transposed : target)
    var image = try decoder.open(tolerating: tolerance, shrink: shrink)
    let orientation = decoder.orientation(of: image)
    let stored = orientation >= 5 ? target.transposed : target
    // White behind transparency before anything is mixed; in other spaces white is found in sRGB.
    image = try image.isRGBOrGray || !image.hasAlpha ? image.flattened() : image.inSRGB().flattened()
    // 8 bits are enough to mix, but for light far beyond white, whose curve is steep.
    if image.isRGBOrGray, !(decoder.header?.isHDR ?? false) { image = try image.in8Bits() }
    _ = ImagingLibrary.takeWarningCount()
    image = try image.reduced(to: stored)
    warned = ImagingLibrary.takeWarningCount() > 0
    return try image.inSRGB().upright(orientation: orientation).inMemory()
  }

  /// Never larger than the picture; otherwise as large as the largest rendition is scaled, and at least as large as the
  /// box of `levelSide`.
  private func levelSize(_ shown: PixelSize, for definitions: [RenditionDefinition]) -> PixelSize {
    let box = PixelSize(width: Renderer.levelSide, height: Renderer.levelSide)
    var size = RenditionGeometry.fitted(shown, in: box)
    for definition in definitions where definition.mode != .own && definition.mode != .center {
      let scaled = geometry(definition, of: shown).scaled
      guard scaled.width > size.width || scaled.height > size.height else { continue }
      // In proportion, so that every rendition is a reduction of the level, or an enlargement of the whole picture.
      let covering = RenditionGeometry.covering(shown, box: scaled)
      size = covering.width >= shown.width || covering.height >= shown.height ? shown : covering
    }
    return size
  }

  private func geometry(_ definition: RenditionDefinition, of picture: PixelSize) -> RenditionGeometry {
    RenditionGeometry(
      picture: picture, box: PixelSize(width: definition.width, height: definition.height),
      mode: definition.mode)
  }

  private func small(of level: Image) throws(ImagingError) -> Image {
    try level.reduced(
      to: RenditionGeometry.fitted(
        level.size, in: PixelSize(width: Renderer.smallSide, height: Renderer.smallSide)))
  }

  private func hash(of image: Image) throws(ImagingError) -> String {
    try PerceptualHash.text(of: image)
  }

  // MARK: Renditions

  /// From the smallest level that is the size wanted or at least twice it, else from the largest.
  ///
  /// - Parameters:
  ///   - levels: the smallest first.
  ///   - picture: the size of which they are reductions.
  private func made(
    _ definition: RenditionDefinition, from levels: [Image], of picture: PixelSize
  ) throws(ImagingError) -> RenderedImage {
    let geometry = geometry(definition, of: picture)
    let scaled = geometry.scaled
    let level = levels.first {
      $0.size == scaled || $0.width >= 2 * scaled.width && $0.height >= 2 * scaled.height
    }
    let image = try (level ?? levels[levels.count - 1]).fitted(geometry)
    let bytes = try image.encoded(as: definition.format, quality: definition.quality)
    return RenderedImage(definition: definition, size: geometry.output, bytes: bytes)
  }
}

extension PixelRectangle {
  /// Where a part of the upright picture stands in the picture as it is stored (EXIF 2.32, 4.6.4 A, Orientation).
  ///
  /// - Parameter size: of the stored picture.
  func stored(in size: PixelSize, orientation: Int) -> PixelRectangle {
    let isTransposed = orientation >= 5
    var area = isTransposed ? PixelRectangle(x: y, y: x, width: height, height: width) : self
    if [2, 3, 7, 8].contains(orientation) { area.x = size.width - area.x - area.width }
    if [3, 4, 6, 7].contains(orientation) { area.y = size.height - area.y - area.height }
    return area
  }
}

extension Image {
  /// Scaled as a whole, then cut or padded with white.
  func fitted(_ geometry: RenditionGeometry) throws(ImagingError) -> Image {
    let output = geometry.output
    if geometry.scaled == output { return try reduced(to: output) }
    let part = try enlargedPart(geometry)
    let scaled: Image
    if let part { scaled = part } else { scaled = try reduced(to: geometry.scaled).cut(geometry) }
    return try scaled.padded(
      to: output, x: max(0, -geometry.offsetX), y: max(0, -geometry.offsetY), background: [255])
  }

  private func cut(_ geometry: RenditionGeometry) throws(ImagingError) -> Image {
    try cropped(
      x: max(0, geometry.offsetX), y: max(0, geometry.offsetY),
      width: min(geometry.scaled.width, geometry.output.width),
      height: min(geometry.scaled.height, geometry.output.height))
  }

  /// A strip in aspect-fill would be scaled to millions of pixels, beyond what libvips counts: the part that is seen is
  /// cut out first, with some pixels around it. Nil where the plain way will do.
  private func enlargedPart(_ geometry: RenditionGeometry) throws(ImagingError) -> Image? {
    let scaled = geometry.scaled
    guard max(scaled.width, scaled.height) > 1_000_000 else { return nil }
    func part(_ side: Int, _ scaled: Int, _ offset: Int, _ output: Int) -> (
      start: Int, count: Int, offset: Int, size: Int
    ) {
      let margin = 8
      let start = max(0, offset * side / scaled - margin)
      let end = min(side, (offset + output) * side / scaled + 1 + margin)
      // Where the part's own edge falls in the scaled picture, and how large it is there.
      let edge = start * scaled / side
      return (start, end - start, offset - edge, max(1, (end - start) * scaled / side))
    }
    let x = part(width, scaled.width, max(0, geometry.offsetX), geometry.output.width)
    let y = part(height, scaled.height, max(0, geometry.offsetY), geometry.output.height)
    return try cropped(x: x.start, y: y.start, width: x.count, height: y.count)
      .resized(to: PixelSize(width: x.size, height: y.size))
      .cropped(
        x: min(x.offset, x.size - geometry.output.width), y: min(y.offset, y.size - geometry.output.height),
        width: geometry.output.width, height: geometry.output.height)
  }
}
