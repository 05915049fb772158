/// From a recipe to pixels: percentages, shapes and sizes, worked out in order against the picture's size.
///
/// Edges are rounded, not sizes: a rectangle at 0–50 % and one at 50–100 % meet without a gap. Halves go up.

extension EditRecipe {
  /// The recipe worked out against the size of an upright picture.
  ///
  /// - Parameters:
  ///   - width: of the upright picture in px, at least 1.
  ///   - height: of the upright picture in px, at least 1.
  ///   - subject: what findings are about, as typed: the photo's name.
  /// - Throws: where a rectangle lies wholly outside the picture: the finding says which, and the picture's size.
  public func resolved(width: Int, height: Int, subject: String = "") throws(EditRefusal) -> ResolvedEdits {
    precondition(width > 0 && height > 0, "a picture has pixels")
    var resolver = EditResolver(width: width, height: height, subject: subject)
    var edits: [ResolvedEdit] = []
    for operation in operations {
      if let edit = try resolver.resolve(operation) { edits.append(edit) }
    }
    return ResolvedEdits(
      operations: edits, sourceWidth: width, sourceHeight: height, width: resolver.width,
      height: resolver.height, findings: resolver.findings)
  }
}

private struct EditResolver {
  /// The picture as the operation before left it, in px.
  var width: Int
  var height: Int
  let subject: String
  var findings: [Finding] = []

  init(width: Int, height: Int, subject: String) {
    self.width = width
    self.height = height
    self.subject = subject
  }

  /// Nil where nothing would change.
  mutating func resolve(_ operation: EditOperation) throws(EditRefusal) -> ResolvedEdit? {
    switch operation {
    case .rotate(let degrees):
      if degrees != 180 { swap(&width, &height) }
      return .rotate(degrees: degrees)
    case .flip(let axis): return .flip(axis)
    case .straighten(let degrees): return straightened(degrees)
    case .crop(let rectangle):
      let pixels = try cut(rectangle, operation)
      width = pixels.width
      height = pixels.height
      return .crop(pixels)
    case .cropToRatio(let across, let down, let gravity): return shaped(across, down, gravity)
    case .brightness(let factor): return factor == 1 ? nil : .brightness(factor)
    case .contrast(let factor): return factor == 1 ? nil : .contrast(factor)
    case .saturation(let factor): return factor == 1 ? nil : .saturation(factor)
    case .gamma(let factor): return factor == 1 ? nil : .gamma(factor)
    case .autolevels: return .autolevels
    case .grayscale: return .grayscale
    case .sharpen: return .sharpen
    case .redact(let rectangle): return .redact(try cut(rectangle, operation))
    case .blur(let rectangle, let radius):
      let pixels = try cut(rectangle, operation)
      let tenth = Double(min(pixels.width, pixels.height)) / 10
      return .blur(pixels, radius: radius ?? min(max(2, tenth), EditOperation.radii.upperBound))
    }
  }

  /// Quarter turns are exact; any other angle gets the canvas that just holds the turned picture.
  private mutating func straightened(_ degrees: Double) -> ResolvedEdit? {
    if degrees == 0 { return nil }
    if degrees.truncatingRemainder(dividingBy: 90) == 0 {
      let turn = ((Int(degrees) % 360) + 360) % 360
      if turn == 0 { return nil }
      if turn != 180 { swap(&width, &height) }
      return .rotate(degrees: turn)
    }
    let (sine, cosine) = EditAngle.sineAndCosine(degrees: degrees)
    // A canvas of 100.0000001 px is one of 100: the remainder is the arithmetic's, not the picture's.
    let across = Double(width) * abs(cosine) + Double(height) * abs(sine)
    let down = Double(width) * abs(sine) + Double(height) * abs(cosine)
    width = max(1, Int((across - 1e-6).rounded(.up)))
    height = max(1, Int((down - 1e-6).rounded(.up)))
    return .straighten(degrees: degrees, width: width, height: height)
  }

  /// The rectangle in pixels, cut to the picture with a finding where it leaves it.
  private mutating func cut(
    _ rectangle: EditRectangle, _ operation: EditOperation
  ) throws(EditRefusal) -> PixelRectangle {
    let (left, right) = edges(rectangle.x, rectangle.width, in: width)
    let (top, bottom) = edges(rectangle.y, rectangle.height, in: height)
    guard right > 0, bottom > 0, left < width, top < height else {
      throw EditRefusal(
        Finding(
          .editRefused, subject: subject,
          message: "\(operation.text) lies wholly outside the picture of \(width)x\(height) px",
          remedy: "give a rectangle inside it, counted from the upper left corner of the upright picture"))
    }
    let pixels = PixelRectangle(
      x: max(0, left), y: max(0, top), width: min(width, right) - max(0, left),
      height: min(height, bottom) - max(0, top))
    if left < 0 || top < 0 || right > width || bottom > height {
      findings.append(
        Finding(
          .cropClipped, subject: subject,
          message:
            "\(operation.text) leaves the picture of \(width)x\(height) px and was cut to \(pixels)",
          remedy: "check the rectangle"))
    }
    return pixels
  }

  /// First pixel inside and first behind, at least one apart.
  private func edges(_ start: EditLength, _ size: EditLength, in whole: Int) -> (Int, Int) {
    let first = exact(start, of: whole)
    let last = first + exact(size, of: whole)
    var left = Int((first + 0.5).rounded(.down))
    let right = Int((last + 0.5).rounded(.down))
    // A sliver of a percentage that rounds to nothing is the one pixel that it lies in.
    if right <= left, first >= 0, first < Double(whole) { left = min(left, whole - 1) }
    return (left, max(right, left + 1))
  }

  private func exact(_ length: EditLength, of whole: Int) -> Double {
    switch length {
    case .pixels(let count): Double(count)
    case .percent(let share): share * Double(whole) / 100
    }
  }

  private mutating func shaped(
    _ across: Double, _ down: Double, _ gravity: EditOperation.Gravity
  ) -> ResolvedEdit? {
    var newWidth = width
    var newHeight = height
    if Double(width) * down > Double(height) * across {
      newWidth = min(width, max(1, Int((Double(height) * across / down + 0.5).rounded(.down))))
    } else {
      newHeight = min(height, max(1, Int((Double(width) * down / across + 0.5).rounded(.down))))
    }
    let spareX = width - newWidth
    let spareY = height - newHeight
    if spareX == 0 && spareY == 0 { return nil }
    width = newWidth
    height = newHeight
    switch gravity {
    case .attention: return .smartCrop(width: newWidth, height: newHeight, by: .attention)
    case .entropy: return .smartCrop(width: newWidth, height: newHeight, by: .entropy)
    default: break
    }
    let x =
      switch gravity {
      case .west, .northwest, .southwest: 0
      case .east, .northeast, .southeast: spareX
      default: spareX / 2
      }
    let y =
      switch gravity {
      case .north, .northwest, .northeast: 0
      case .south, .southwest, .southeast: spareY
      default: spareY / 2
      }
    return .crop(PixelRectangle(x: x, y: y, width: newWidth, height: newHeight))
  }
}
