public import PossessionsCore

/// An edited picture, with what there is to tell about the edit.
public struct EditedImage {
  public var image: Image
  public var findings: [Finding]

  public init(image: Image, findings: [Finding] = []) {
    self.image = image
    self.findings = findings
  }
}

extension Image {
  /// The recipe's operations in order, on an upright picture in 8-bit sRGB or gray, alpha kept.
  ///
  /// - Parameter subject: the photo as typed, for findings.
  public func applying(_ recipe: EditRecipe, subject: String) throws(ImagingError) -> EditedImage {
    var image = self
    for operation in recipe.operations {
      switch operation {
      case .rotate(let degrees): image = try image.turned(degrees)
      case .flip(let axis): image = try image.mirrored(axis)
      default: throw ImagingError("edit", hint: "\(operation) is not made yet")
      }
    }
    return EditedImage(image: image)
  }
}
