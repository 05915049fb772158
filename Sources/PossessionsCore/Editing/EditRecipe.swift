/// Edits of a picture as data: operations in order over an untouched original.
///
/// Coordinates mean the upright picture as the operation before left it.
public struct EditRecipe: Hashable, Sendable, Codable {
  public var operations: [EditOperation]

  public init(_ operations: [EditOperation] = []) {
    self.operations = operations
  }

  public var isEmpty: Bool { operations.isEmpty }
}

/// One operation of a recipe. A closed set: the compiler lists the places to visit for a new one.
public enum EditOperation: Hashable, Sendable, Codable {
  /// Clockwise, 90, 180 or 270.
  case rotate(degrees: Int)
  case flip(Axis)
  /// Clockwise by any angle, the canvas grows and corners are white.
  case straighten(degrees: Double)
  case crop(EditRectangle)
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
  /// Radius in px of the picture at that point.
  case blur(EditRectangle, radius: Double?)

  public enum Axis: String, Sendable, Codable, CaseIterable {
    case horizontal, vertical
  }

  public enum Gravity: String, Sendable, Codable, CaseIterable {
    case center, north, northeast, east, southeast, south, southwest, west, northwest
    case attention, entropy
  }
}

/// A rectangle, each number in pixels or in percent of the picture's width or height.
public struct EditRectangle: Hashable, Sendable, Codable {
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

public enum EditLength: Hashable, Sendable, Codable {
  case pixels(Int)
  case percent(Double)
}
