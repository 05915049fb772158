/// A recipe worked out against one picture's size: every rectangle in whole pixels, every size known.
///
/// Only where a smart crop lies (attention, entropy) is left to the pixels; its size is known here too.
public struct ResolvedEdits: Hashable, Sendable {
  public var operations: [ResolvedEdit]
  /// The size of the upright picture that the recipe begins with, in px.
  public var sourceWidth: Int
  public var sourceHeight: Int
  /// The size of the edited picture, in px.
  public var width: Int
  public var height: Int
  /// Rectangles that were cut to the picture: `crop-clipped`.
  public var findings: [Finding]

  public init(
    operations: [ResolvedEdit], sourceWidth: Int, sourceHeight: Int, width: Int, height: Int,
    findings: [Finding] = []
  ) {
    self.operations = operations
    self.sourceWidth = sourceWidth
    self.sourceHeight = sourceHeight
    self.width = width
    self.height = height
    self.findings = findings
  }

  /// Whether the pixels are turned, mirrored or cut at most: no value changes.
  public var isExact: Bool {
    operations.allSatisfy { operation in
      switch operation {
      case .rotate, .flip, .crop, .smartCrop: true
      default: false
      }
    }
  }
}

/// One operation with everything resolved against the picture that it is applied to.
public enum ResolvedEdit: Hashable, Sendable {
  /// Clockwise, 90, 180 or 270.
  case rotate(degrees: Int)
  case flip(EditOperation.Axis)
  /// Clockwise about the centre onto a canvas of that size in px.
  case straighten(degrees: Double, width: Int, height: Int)
  case crop(PixelRectangle)
  /// A crop of that size in px, placed by what the picture shows.
  case smartCrop(width: Int, height: Int, by: SmartGravity)
  case brightness(Double)
  case contrast(Double)
  case saturation(Double)
  case gamma(Double)
  case autolevels
  case grayscale
  case sharpen
  case redact(PixelRectangle)
  /// Standard deviation of the Gaussian in px.
  case blur(PixelRectangle, radius: Double)

  public enum SmartGravity: String, Sendable, CaseIterable {
    case attention, entropy
  }
}

/// A rectangle in whole pixels, never empty, inside its picture.
public struct PixelRectangle: Hashable, Sendable, Codable, CustomStringConvertible {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  public var description: String { "\(x),\(y),\(width),\(height)" }
}

/// Why a recipe cannot be applied to a picture: the finding `edit-refused`, thrown.
public struct EditRefusal: Error, Hashable, Sendable {
  public var finding: Finding

  public init(_ finding: Finding) {
    self.finding = finding
  }
}
