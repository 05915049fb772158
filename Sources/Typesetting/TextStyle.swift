/// A colour in sRGB, each part from 0 to 1.
public struct Ink: Sendable, Hashable {
  public var red: Double
  public var green: Double
  public var blue: Double

  /// - Parameter hex: 0xRRGGBB.
  public init(_ hex: UInt32) {
    red = Double(hex >> 16 & 255) / 255
    green = Double(hex >> 8 & 255) / 255
    blue = Double(hex & 255) / 255
  }
}

/// How a text looks. Lengths are points (1/72 inch).
public struct TextStyle: Sendable, Hashable {
  public enum Alignment: Sendable, Hashable { case left, center, right }

  /// Families by preference, joined by commas; a script that none of them has comes from any font that has it.
  public var family: String
  public var size: Double
  public var isBold: Bool
  public var isItalic: Bool
  public var ink: Ink
  public var alignment: Alignment
  /// Extra space between lines.
  public var leading: Double
  /// At most so many lines, the last one ending in an ellipsis; 0 is no limit.
  public var lineLimit: Int

  public init(
    family: String, size: Double, isBold: Bool = false, isItalic: Bool = false, ink: Ink = Ink(0),
    alignment: Alignment = .left, leading: Double = 0, lineLimit: Int = 0
  ) {
    self.family = family
    self.size = size
    self.isBold = isBold
    self.isItalic = isItalic
    self.ink = ink
    self.alignment = alignment
    self.leading = leading
    self.lineLimit = lineLimit
  }

  public func with(_ change: (inout TextStyle) -> Void) -> TextStyle {
    var copy = self
    change(&copy)
    return copy
  }
}

/// A rectangle on a page in points, from its upper left corner.
public struct Box: Sendable, Hashable {
  public var x: Double
  public var y: Double
  public var width: Double
  public var height: Double

  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}

/// Why a document cannot be made.
public struct TypesettingFailure: Error, CustomStringConvertible {
  public var description: String
}
