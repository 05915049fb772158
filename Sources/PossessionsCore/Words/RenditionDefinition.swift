/// How a rendition fits its box: the four modes of the contract.
public enum RenditionMode: String, Sendable, Codable, CaseIterable {
  /// Exactly the box, each axis scaled by itself.
  case scaleToFill = "scale-to-fill"
  /// Wholly inside the box, never enlarged.
  case aspectFit = "aspect-fit"
  /// Covers the box, the rest cut away evenly.
  case aspectFill = "aspect-fill"
  /// Exactly the box at the picture's own scale: cut or padded.
  case center
  /// The edited picture's own size; only where there is a recipe.
  case own
}

public enum RenditionFormat: String, Sendable, Codable, CaseIterable {
  case jpeg, png, webp

  public var fileExtension: String {
    switch self {
    case .jpeg: "jpg"
    case .png: "png"
    case .webp: "webp"
    }
  }
}

/// One kind of derived image: name, box, mode, format. Pure settings; the next run makes what is missing.
public struct RenditionDefinition: Hashable, Sendable, Codable {
  /// Lower-case letters, digits and dashes; the folder's name in the store.
  public var name: String
  /// Box in pixels; 0 by 0 for mode `own`.
  public var width: Int
  public var height: Int
  public var mode: RenditionMode
  public var format: RenditionFormat
  /// 1 to 100; for PNG not used.
  public var quality: Int

  public init(
    name: String, width: Int, height: Int, mode: RenditionMode, format: RenditionFormat = .jpeg,
    quality: Int = 80
  ) {
    self.name = name
    self.width = width
    self.height = height
    self.mode = mode
    self.format = format
    self.quality = quality
  }

  /// What decides the pixels: a change makes the rendition outdated. `320x320,aspect-fit,jpeg,80`.
  public var signature: String {
    "\(width)x\(height),\(mode.rawValue),\(format.rawValue),\(quality)"
  }

  public static let defaults: [RenditionDefinition] = [
    RenditionDefinition(name: "icon", width: 64, height: 64, mode: .aspectFit),
    RenditionDefinition(name: "thumb", width: 320, height: 320, mode: .aspectFit),
    RenditionDefinition(name: "page", width: 640, height: 640, mode: .aspectFit),
    RenditionDefinition(name: "display", width: 1600, height: 1600, mode: .aspectFit, quality: 82),
    RenditionDefinition(name: "edited", width: 0, height: 0, mode: .own, quality: 90),
  ]

  /// Reads `NAME=WxH,MODE[,FORMAT[,QUALITY]]`.
  public init(parsing text: String) throws(Failure) {
    func refuse(_ message: String) -> Failure {
      Failure(
        .usage, subject: "--rendition \(text)", message: message,
        remedy: "write NAME=WxH,MODE[,FORMAT[,QUALITY]], for instance card=800x600,aspect-fill,webp,80")
    }
    guard let equals = text.firstIndex(of: "=") else { throw refuse("there is no =") }
    let name = String(text[..<equals])
    let letters = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
    }
    guard !name.isEmpty, letters, name.utf8.first != 0x2D, name.utf8.count <= 40 else {
      throw refuse("the name is not made of lower-case letters, digits and dashes")
    }
    let parts = text[text.index(after: equals)...].split(separator: ",", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.count <= 4 else { throw refuse("there are not 2 to 4 parts after the =") }
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1],
      (1...16384).contains(width), (1...16384).contains(height)
    else { throw refuse("the box \(parts[0]) is not WxH with sides of 1 to 16384 px") }
    guard let mode = RenditionMode(rawValue: String(parts[1])), mode != .own else {
      throw refuse("the mode \(parts[1]) is none of scale-to-fill, aspect-fit, aspect-fill, center")
    }
    var format = RenditionFormat.jpeg
    if parts.count > 2 {
      guard let named = RenditionFormat(rawValue: String(parts[2])) else {
        throw refuse("the format \(parts[2]) is none of jpeg, png, webp")
      }
      format = named
    }
    var quality = 80
    if parts.count > 3 {
      guard let number = Int(parts[3]), (1...100).contains(number) else {
        throw refuse("the quality \(parts[3]) is not a number from 1 to 100")
      }
      quality = number
    }
    self.init(
      name: name, width: width, height: height, mode: mode, format: format, quality: quality)
  }
}
