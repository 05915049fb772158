/// Edits of a picture as data: operations in order over an untouched original.
///
/// Coordinates mean the upright picture as the operation before left it. A recipe has three forms: the text that
/// people type (`init(parsing:)`, `text`), canonical JSON (`canonicalJSON`, the form that has a digest), and
/// the operations resolved against a picture's size (`resolved(width:height:subject:)`).
public struct EditRecipe: Hashable, Sendable {
  public var operations: [EditOperation]

  public init(_ operations: [EditOperation] = []) {
    self.operations = operations
  }

  public var isEmpty: Bool { operations.isEmpty }
}

/// One operation of a recipe. A closed set: the compiler lists the places to visit for a new one.
///
/// Numbers count to six decimals: text and JSON keep no more.
public enum EditOperation: Hashable, Sendable {
  /// Clockwise, 90, 180 or 270.
  case rotate(degrees: Int)
  /// Horizontal swaps left and right, vertical swaps top and bottom.
  case flip(Axis)
  /// Clockwise by any angle, the canvas grows and corners are white.
  case straighten(degrees: Double)
  case crop(EditRectangle)
  /// The largest rectangle of that shape, placed by gravity.
  case cropToRatio(width: Double, height: Double, gravity: Gravity)
  case brightness(Double)
  case contrast(Double)
  case saturation(Double)
  case gamma(Double)
  case autolevels
  case grayscale
  case sharpen
  /// Solid black: what was there is gone.
  case redact(EditRectangle)
  /// Radius in px of the picture at that point: the standard deviation of the Gaussian. Nil is a tenth of the
  /// shorter side of the rectangle, at least 2.
  case blur(EditRectangle, radius: Double?)

  public enum Axis: String, Sendable, CaseIterable {
    case horizontal, vertical
  }

  /// Where a crop to a shape is taken from. `attention` and `entropy` look at the picture.
  public enum Gravity: String, Sendable, CaseIterable {
    case center, north, northeast, east, southeast, south, southwest, west, northwest
    case attention, entropy
  }

  /// The names of operations, as typed in a recipe.
  public enum Word: String, Sendable, CaseIterable {
    case rotate, flip, straighten, crop, brightness, contrast, saturation, gamma, autolevels, grayscale,
      sharpen
    case redact, blur

    /// How it is written, for help and messages.
    public var syntax: String {
      switch self {
      case .rotate: "rotate=90, rotate=180 or rotate=270"
      case .flip: "flip=horizontal or flip=vertical"
      case .straighten: "straighten=DEGREES, from -180 to 180"
      case .crop: "crop=X,Y,WIDTH,HEIGHT in pixels or %, or crop=4:3@center"
      case .brightness: "brightness=FACTOR, from 0 to 10, 1 changes nothing"
      case .contrast: "contrast=FACTOR, from 0 to 10, 1 changes nothing"
      case .saturation: "saturation=FACTOR, from 0 to 10, 1 changes nothing"
      case .gamma: "gamma=FACTOR, from 0.1 to 10, 1 changes nothing"
      case .autolevels: "autolevels"
      case .grayscale: "grayscale"
      case .sharpen: "sharpen"
      case .redact: "redact=X,Y,WIDTH,HEIGHT in pixels or %"
      case .blur: "blur=X,Y,WIDTH,HEIGHT in pixels or %, and a RADIUS in pixels if wanted"
      }
    }
  }

  public var word: Word {
    switch self {
    case .rotate: .rotate
    case .flip: .flip
    case .straighten: .straighten
    case .crop, .cropToRatio: .crop
    case .brightness: .brightness
    case .contrast: .contrast
    case .saturation: .saturation
    case .gamma: .gamma
    case .autolevels: .autolevels
    case .grayscale: .grayscale
    case .sharpen: .sharpen
    case .redact: .redact
    case .blur: .blur
    }
  }
}

/// A rectangle, each number in pixels or in percent of the picture's width or height.
public struct EditRectangle: Hashable, Sendable {
  public var x: EditLength
  public var y: EditLength
  public var width: EditLength
  public var height: EditLength

  public init(x: EditLength, y: EditLength, width: EditLength, height: EditLength) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

public enum EditLength: Hashable, Sendable {
  case pixels(Int)
  case percent(Double)
}
