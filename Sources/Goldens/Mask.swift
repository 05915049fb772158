public import PossessionsCore

/// A rectangle of an output that is not compared, and why it has a name: a clock, a generated number.
public struct Mask: Sendable, Hashable {
  public var name: String
  /// In pixels of the output.
  public var area: PixelRectangle

  public init(name: String, area: PixelRectangle) {
    self.name = name
    self.area = area
  }

  /// For each pixel whether it is outside all masks; nil where there are none.
  static func counted(_ masks: [Mask], width: Int, height: Int) -> [Bool]? {
    if masks.isEmpty { return nil }
    var counted = [Bool](repeating: true, count: width * height)
    for mask in masks {
      for y in max(0, mask.area.y)..<max(0, min(height, mask.area.y + mask.area.height)) {
        for x in max(0, mask.area.x)..<max(0, min(width, mask.area.x + mask.area.width)) {
          counted[y * width + x] = false
        }
      }
    }
    return counted
  }
}
