import CVips
public import PossessionsCore

/// An edited picture, with what there is to tell about the edit.
public struct EditedImage {
  public var image: Image
  public var findings: [Finding]
  /// The recipe could not be applied, and a finding says why: `image` is the picture as it was, but black all over where
  /// something was to be redacted or blurred.
  public var isRefused: Bool

  public init(image: Image, findings: [Finding] = [], isRefused: Bool = false) {
    self.image = image
    self.findings = findings
    self.isRefused = isRefused
  }
}

/// The operations of a recipe on pixels: 8 or 16 bits, gray or RGB, with alpha or without; the format stays.
///
/// Every value is computed in floating point and rounded once, halves up; formulas are in `docs/edits.md`. Colours of
/// pixels that are partly transparent count by their alpha wherever pixels are mixed.
extension Image {
  /// The recipe's operations in order, on an upright picture in sRGB or gray that can be read in any order.
  ///
  /// - Parameter subject: the photo as typed, for findings.
  public func applying(_ recipe: EditRecipe, subject: String) throws(ImagingError) -> EditedImage {
    let edits: ResolvedEdits
    do throws(EditRefusal) {
      edits = try recipe.resolved(width: width, height: height, subject: subject)
    } catch {
      let hides = recipe.operations.contains { $0.word == .redact || $0.word == .blur }
      let whole = PixelRectangle(x: 0, y: 0, width: width, height: height)
      return EditedImage(
        image: hides ? try redacted(whole) : self, findings: [error.finding], isRefused: true)
    }
    return EditedImage(image: try applying(edits), findings: edits.findings)
  }

  /// Operations that were resolved against this picture's size.
  public func applying(_ edits: ResolvedEdits) throws(ImagingError) -> Image {
    precondition(
      edits.sourceWidth == width && edits.sourceHeight == height, "edits of a picture of another size")
    var image = self
    var tones: [ToneCurve.Step] = []
    for edit in edits.operations {
      // Neighbouring tone curves become one, so that rounding happens once.
      if let step = ToneCurve.Step(edit) {
        tones.append(step)
        continue
      }
      image = try image.toned(tones)
      tones = []
      image = try image.applying(edit)
    }
    image = try image.toned(tones)
    return image
  }

  private func applying(_ edit: ResolvedEdit) throws(ImagingError) -> Image {
    switch edit {
    case .rotate(let degrees): try turned(degrees)
    case .flip(let axis): try mirrored(axis)
    case .straighten(let degrees, let width, let height):
      try straightened(degrees: degrees, width: width, height: height)
    case .crop(let area): try cropped(x: area.x, y: area.y, width: area.width, height: area.height)
    case .smartCrop(let width, let height, let gravity):
      try cropped(width: width, height: height, by: gravity)
    case .brightness, .contrast, .gamma: self
    case .saturation(let factor): try recoloured(ColourMatrix.saturation(factor))
    case .grayscale: try recoloured(ColourMatrix.grayscale)
    case .autolevels: try autolevelled()
    case .sharpen: try sharpened()
    case .redact(let area): try redacted(area)
    case .blur(let area, let radius): try blurred(area, radius: radius)
    }
  }

  // MARK: Geometry

  private func cropped(
    width: Int, height: Int, by gravity: ResolvedEdit.SmartGravity
  ) throws(ImagingError) -> Image {
    // The picture is read twice: for the choice, which sees 8 bits so that depth changes no mind, and for the crop.
    let picture = try inMemory()
    let seen =
      try fullScale == 255
      ? picture
      : picture.scaled(by: 1 / 257, plus: 0.5).cast(to: VIPS_FORMAT_UCHAR)
        .tagged(as: bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB)
    // Attention needs some pixels to look at: libvips refuses or wanders on less.
    guard min(picture.width, picture.height) >= 4 else {
      return try picture.cropped(
        x: (picture.width - width) / 2, y: (picture.height - height) / 2, width: width, height: height)
    }
    let chosen = try seen.cropped(
      width: width, height: height, toward: gravity == .entropy ? .entropy : .attention)
    // vips_extract_area, the last step of vips_smartcrop, notes where it cut.
    let x = min(max(0, -Int(vips_image_get_xoffset(chosen.pointer))), picture.width - width)
    let y = min(max(0, -Int(vips_image_get_yoffset(chosen.pointer))), picture.height - height)
    return try picture.cropped(x: x, y: y, width: width, height: height)
  }

  /// Turned clockwise about its centre onto a canvas, with bicubic interpolation (vips_affine); what the picture does
  /// not cover is white, and edges are smooth.
  private func straightened(degrees: Double, width: Int, height: Int) throws(ImagingError) -> Image {
    let (sine, cosine) = EditAngle.sineAndCosine(degrees: degrees)
    let centreX = Double(self.width - 1) / 2
    let centreY = Double(self.height - 1) / 2
    let shiftX = Double(width - 1) / 2 - (cosine * centreX - sine * centreY)
    let shiftY = Double(height - 1) / 2 - (sine * centreX + cosine * centreY)
    func turned(_ image: Image, _ interpolation: String, _ extend: VipsExtend) throws(ImagingError) -> Image {
      try image.making("straighten") {
        cvips_affine(
          $0, &$1, cosine, -sine, sine, cosine, shiftX, shiftY, Int32(width), Int32(height), interpolation,
          extend)
      }
    }
    let full = fullScale
    // Edges are carried on outwards, so that nothing of the white gets in; a picture of its own says how much of each
    // pixel is covered.
    let picture = try turned(inFloat().premultiplied(full), "bicubic", VIPS_EXTEND_COPY)
    let covered = try turned(Image.filled(with: 1, size: size), "bilinear", VIPS_EXTEND_BLACK)
    let white = try covered.scaled(by: -full, plus: full)
    return try picture.combined(with: covered, "straighten", cvips_multiply)
      .combined(with: white, "straighten", cvips_add).unpremultiplied(full).rounded(like: self)
  }

  /// Solid black, opaque. Nothing of what was there goes on.
  private func redacted(_ area: PixelRectangle) throws(ImagingError) -> Image {
    let format = vips_image_get_format(pointer)
    var patch = try Image.filled(with: 0, size: PixelSize(width: area.width, height: area.height))
    for band in 1..<max(2, bands) where band < bands {
      patch = try patch.withBand(band == bands - 1 && hasAlpha ? fullScale : 0)
    }
    patch = try patch.cast(to: format)
    return try covered(by: patch, x: area.x, y: area.y)
  }

  // MARK: Neighbourhoods

  /// A Gaussian of that standard deviation in px over a rectangle's own pixels (vips_gaussblur): nothing flows in or
  /// out. A wide one is made on a smaller copy.
  private func blurred(_ area: PixelRectangle, radius: Double) throws(ImagingError) -> Image {
    let full = fullScale
    let part = try cropped(x: area.x, y: area.y, width: area.width, height: area.height)
    let mixed = try part.inFloat().premultiplied(full)
    let shrink = max(1, (radius / 10).rounded(.down))
    let size = PixelSize(
      width: max(1, Int((Double(area.width) / shrink).rounded(.up))),
      height: max(1, Int((Double(area.height) / shrink).rounded(.up))))
    let small = try mixed.resized(to: size)
    let soft = try small.softened(radius: radius / shrink).resized(to: mixed.size)
    let patch = try soft.unpremultiplied(full).rounded(like: self)
    return try covered(by: patch, x: area.x, y: area.y)
  }

  private func softened(radius: Double) throws(ImagingError) -> Image {
    try making("blur") { cvips_gaussblur_float($0, &$1, radius, 0.01) }
  }

  /// Unsharp mask on luma: four fifths of its difference from a Gaussian of one px are added to every colour channel,
  /// so that no colour changes.
  private func sharpened() throws(ImagingError) -> Image {
    let source = try inFloat()
    let colours = try hasAlpha ? source.band(0, count: bands - 1) : source
    let luma = try colours.bands == 1 ? colours : colours.recombined([ColourMatrix.luma])
    let soft: Image
    if hasAlpha {
      // A mean by weight: what is transparent has none.
      let alpha = try source.band(bands - 1, count: 1)
      let weighed = try luma.combined(with: alpha, "sharpen", cvips_multiply).softened(radius: 1)
      soft = try weighed.combined(with: alpha.softened(radius: 1), "sharpen", cvips_divide)
    } else {
      soft = try luma.softened(radius: 1)
    }
    let detail = try luma.combined(with: soft, "sharpen", cvips_subtract).scaled(by: 0.8, plus: 0)
    let sharp = try colours.combined(with: detail, "sharpen", cvips_add)
    guard hasAlpha else { return try sharp.rounded(like: self) }
    let alpha = try source.band(bands - 1, count: 1)
    return try sharp.combined(with: alpha, "sharpen", cvips_bandjoin2).rounded(like: self)
  }

  // MARK: Colour

  /// Colours through a matrix of three rows on the sRGB values as they are stored; alpha stays. Gray has no colour.
  private func recoloured(_ matrix: [[Double]]) throws(ImagingError) -> Image {
    let colourBands = hasAlpha ? bands - 1 : bands
    guard colourBands == 3 else { return self }
    let rows = hasAlpha ? matrix.map { $0 + [0] } + [[0, 0, 0, 1]] : matrix
    return try inFloat().recombined(rows).rounded(like: self)
  }

  private func autolevelled() throws(ImagingError) -> Image {
    let picture = try inMemory()
    guard let range = try picture.levels() else { return picture }
    return try picture.toned([.levels(low: range.lowerBound, high: range.upperBound)])
  }

  /// Where the picture's values begin and end, from 0 to 1; nil where there is nothing to stretch. All colour channels
  /// count together, so the balance of colours stays; transparent pixels do not count.
  private func levels() throws(ImagingError) -> ClosedRange<Double>? {
    let scale = Int(fullScale)
    var counts = [Int](repeating: 0, count: scale + 1)
    if hasAlpha {
      try countVisible(&counts)
    } else {
      let histogram = try making("autolevels") { cvips_hist_find($0, &$1) }
      // One row of 32-bit counts, as wide as the largest value needs.
      let bytes = try histogram.pixels()
      bytes.withUnsafeBytes { raw in
        let all = raw.bindMemory(to: UInt32.self)
        for index in 0..<(histogram.width * histogram.bands) {
          counts[index / histogram.bands] += Int(all[index])
        }
      }
    }
    return ToneCurve.levels(of: counts)
  }

  private func countVisible(_ counts: inout [Int]) throws(ImagingError) {
    let bytes = try pixels()
    let bands = bands
    func count(_ samples: UnsafeBufferPointer<some FixedWidthInteger>) {
      for start in stride(from: 0, to: samples.count, by: bands) where samples[start + bands - 1] > 0 {
        for band in 0..<(bands - 1) { counts[Int(samples[start + band])] += 1 }
      }
    }
    bytes.withUnsafeBytes { raw in
      if fullScale == 255 {
        count(raw.bindMemory(to: UInt8.self))
      } else {
        count(raw.bindMemory(to: UInt16.self))
      }
    }
  }

  /// Every colour channel through the steps in order (vips_maplut); alpha stays.
  private func toned(_ steps: [ToneCurve.Step]) throws(ImagingError) -> Image {
    if steps.isEmpty { return self }
    let scale = Int(fullScale)
    let colourBands = hasAlpha ? bands - 1 : bands
    let curve = ToneCurve.table(of: steps, scale: scale)
    var table = [UInt16]()
    table.reserveCapacity(curve.count * bands)
    for (value, mapped) in curve.enumerated() {
      for band in 0..<bands { table.append(band < colourBands ? mapped : UInt16(value)) }
    }
    let lookup =
      scale == 255
      ? try Image(samples: table.map { UInt8($0) }, width: curve.count, bands: bands, VIPS_FORMAT_UCHAR)
      : try Image(samples: table, width: curve.count, bands: bands, VIPS_FORMAT_USHORT)
    // vips_maplut gives the picture the table's meaning.
    return try making("tone") { cvips_maplut($0, &$1, lookup.pointer) }
      .tagged(as: vips_image_get_interpretation(pointer))
  }

  // MARK: Steps in floating point

  /// The largest value of a channel: 255 or 65535.
  private var fullScale: Double {
    vips_image_get_format(pointer) == VIPS_FORMAT_USHORT ? 65535 : 255
  }

  private func inFloat() throws(ImagingError) -> Image { try cast(to: VIPS_FORMAT_FLOAT) }

  private func cast(to format: VipsBandFormat) throws(ImagingError) -> Image {
    if vips_image_get_format(pointer) == format { return self }
    return try making("cast") { cvips_cast($0, &$1, format, 0) }
  }

  /// Whole numbers in the format of another picture, halves up, ends clipped (vips_cast cuts off).
  private func rounded(like other: Image) throws(ImagingError) -> Image {
    try scaled(by: 1, plus: 0.5).cast(to: vips_image_get_format(other.pointer))
      .tagged(as: vips_image_get_interpretation(other.pointer))
  }

  /// With the meaning of its numbers said anew: arithmetic with a bare mask loses it.
  private func tagged(as space: VipsInterpretation) throws(ImagingError) -> Image {
    try making("copy") { cvips_copy_as($0, &$1, space, 1) }
  }

  private func scaled(by factor: Double, plus offset: Double) throws(ImagingError) -> Image {
    try making("scale") { input, output in
      withUnsafePointer(to: factor) { factor in
        withUnsafePointer(to: offset) { cvips_linear(input, &output, factor, $0, 1, 0) }
      }
    }
  }

  private func premultiplied(_ full: Double) throws(ImagingError) -> Image {
    guard hasAlpha else { return self }
    return try making("premultiply") { cvips_premultiply($0, &$1, full) }
  }

  private func unpremultiplied(_ full: Double) throws(ImagingError) -> Image {
    guard hasAlpha else { return self }
    return try making("unpremultiply") { cvips_unpremultiply($0, &$1, full) }
  }

  private func band(_ first: Int, count: Int) throws(ImagingError) -> Image {
    try making("split") { cvips_extract_band($0, &$1, Int32(first), Int32(count)) }
  }

  /// One band of floating point.
  private static func filled(with value: Double, size: PixelSize) throws(ImagingError) -> Image {
    var output: UnsafeMutablePointer<VipsImage>?
    guard cvips_black(&output, Int32(size.width), Int32(size.height), 1) == 0, let output else {
      throw ImagingError(taking: "fill")
    }
    return try Image(owning: output).inFloat().scaled(by: 1, plus: value)
  }

  private func withBand(_ value: Double) throws(ImagingError) -> Image {
    try making("join") { cvips_bandjoin_const($0, &$1, value) }
  }

  private func recombined(_ rows: [[Double]]) throws(ImagingError) -> Image {
    let matrix = rows.flatMap { $0 }.withUnsafeBufferPointer {
      vips_image_new_matrix_from_array(
        Int32(rows[0].count), Int32(rows.count), $0.baseAddress, Int32($0.count))
    }
    guard let matrix else { throw ImagingError(taking: "recolour") }
    defer { cvips_unref(matrix) }
    return try making("recolour") { cvips_recomb($0, &$1, matrix) }
  }

  private func combined(
    with other: Image, _ name: String,
    _ operation: (
      UnsafeMutablePointer<VipsImage>?, UnsafeMutablePointer<VipsImage>?,
      UnsafeMutablePointer<UnsafeMutablePointer<VipsImage>?>?
    ) -> Int32
  ) throws(ImagingError) -> Image {
    try making(name) { operation($0, other.pointer, &$1) }
  }

  /// A 16-bit picture of its samples.
  convenience init(samples: [UInt16], width: Int, height: Int, bands: Int) throws(ImagingError) {
    precondition(samples.count == width * height * bands, "samples do not fill the picture")
    let made = samples.withUnsafeBytes {
      vips_image_new_from_memory_copy(
        $0.baseAddress, $0.count, Int32(width), Int32(height), Int32(bands), VIPS_FORMAT_USHORT)
    }
    guard let made else { throw ImagingError(taking: "take pixels") }
    defer { cvips_unref(made) }
    var tagged: UnsafeMutablePointer<VipsImage>?
    let space = bands < 3 ? VIPS_INTERPRETATION_GREY16 : VIPS_INTERPRETATION_RGB16
    guard cvips_copy_as(made, &tagged, space, 1) == 0, let tagged else {
      throw ImagingError(taking: "take pixels")
    }
    self.init(owning: tagged)
  }

  /// A lookup table: one row of samples (vips_image_new_from_memory_copy).
  private convenience init(
    samples: [some FixedWidthInteger], width: Int, bands: Int, _ format: VipsBandFormat
  ) throws(ImagingError) {
    let made = samples.withUnsafeBytes {
      vips_image_new_from_memory_copy($0.baseAddress, $0.count, Int32(width), 1, Int32(bands), format)
    }
    guard let made else { throw ImagingError(taking: "tone") }
    self.init(owning: made)
  }
}
