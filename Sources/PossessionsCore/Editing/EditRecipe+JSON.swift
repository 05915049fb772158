#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A recipe as JSON. The canonical form follows RFC 8785: no white space, keys in order, numbers in their shortest
/// form; its SHA-256 is the recipe's digest. `{"operations":[{"degrees":90,"op":"rotate"}],"version":1}`
///
/// Reading is strict: an unknown operation, key or version is an error, because a recipe that is understood only in
/// part would make the wrong picture.

extension EditRecipe {
  /// The form's version; raised when the same operations would make other pixels.
  public static let version = 1

  /// The canonical JSON, on one line.
  public var canonicalJSON: String {
    "{\"operations\":[\(operations.map(\.canonicalJSON).joined(separator: ","))],\"version\":\(Self.version)}"
  }

  /// Reads JSON of this form, canonical or not.
  ///
  /// - Throws: a failure of kind `badData`.
  public init(canonicalJSON: String) throws(Failure) {
    do {
      self = try JSONDecoder().decode(EditRecipe.self, from: Data(canonicalJSON.utf8))
    } catch {
      let detail =
        switch error as? DecodingError {
        case .dataCorrupted(let context)?, .typeMismatch(_, let context)?, .valueNotFound(_, let context)?:
          context.debugDescription
        case .keyNotFound(let key, _)?: "\(key.stringValue) is missing"
        default: "it is no JSON of a recipe"
        }
      throw Failure(
        .badData, subject: "recipe", message: "the recipe cannot be read: \(printable(detail))",
        remedy: "write it anew with edit, or restore the file")
    }
  }
}

extension EditOperation {
  fileprivate var canonicalJSON: String {
    switch self {
    case .rotate(let degrees): "{\"degrees\":\(degrees),\"op\":\"rotate\"}"
    case .flip(let axis): "{\"axis\":\"\(axis.rawValue)\",\"op\":\"flip\"}"
    case .straighten(let degrees): "{\"degrees\":\(EditNumber.text(degrees)),\"op\":\"straighten\"}"
    case .crop(let rectangle): rectangle.canonicalJSON(word)
    case .cropToRatio(let width, let height, let gravity):
      "{\"gravity\":\"\(gravity.rawValue)\",\"op\":\"crop\","
        + "\"ratio\":[\(EditNumber.text(width)),\(EditNumber.text(height))]}"
    case .brightness(let factor), .contrast(let factor), .saturation(let factor), .gamma(let factor):
      "{\"factor\":\(EditNumber.text(factor)),\"op\":\"\(word.rawValue)\"}"
    case .autolevels, .grayscale, .sharpen: "{\"op\":\"\(word.rawValue)\"}"
    case .redact(let rectangle): rectangle.canonicalJSON(word)
    case .blur(let rectangle, let radius): rectangle.canonicalJSON(word, radius: radius)
    }
  }
}

extension EditRectangle {
  fileprivate func canonicalJSON(_ word: EditOperation.Word, radius: Double? = nil) -> String {
    let radius = radius.map { "\"radius\":\(EditNumber.text($0))," } ?? ""
    return "{\"height\":\(height.canonicalJSON),\"op\":\"\(word.rawValue)\",\(radius)"
      + "\"width\":\(width.canonicalJSON),\"x\":\(x.canonicalJSON),\"y\":\(y.canonicalJSON)}"
  }
}

extension EditLength {
  /// Pixels are a number, a percentage is a text: `"12.5%"`.
  fileprivate var canonicalJSON: String {
    switch self {
    case .pixels: text
    case .percent: "\"\(text)\""
    }
  }
}

/// Also reads a recipe given as text, `"crop=4:3@center"`, as people write it into JSON by hand.
extension EditRecipe: Codable {
  private enum CodingKeys: String, CodingKey { case operations, version }

  public init(from decoder: any Decoder) throws {
    if let text = try? decoder.singleValueContainer().decode(String.self) {
      do throws(Failure) {
        try self.init(parsing: text)
      } catch {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
      }
      return
    }
    try decoder.refuseKeys(otherThan: CodingKeys.operations.rawValue, CodingKeys.version.rawValue)
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decodeIfPresent(Int.self, forKey: .version) ?? Self.version
    guard version == Self.version else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: container,
        debugDescription: "version \(version) is unknown, this program knows version \(Self.version)")
    }
    let operations = try container.decode([EditOperation].self, forKey: .operations)
    guard operations.count <= Self.operationLimit else {
      throw DecodingError.dataCorruptedError(
        forKey: .operations, in: container,
        debugDescription: "more than \(Self.operationLimit) operations")
    }
    self.init(operations)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(operations, forKey: .operations)
    try container.encode(Self.version, forKey: .version)
  }
}

extension EditOperation: Codable {
  private enum CodingKeys: String, CodingKey {
    case op, degrees, axis, ratio, gravity, factor, radius, x, y, width, height
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let word = try container.decode(Word.self, forKey: .op)
    func number(_ key: CodingKeys) throws -> String {
      EditNumber.text(try container.decode(Double.self, forKey: key))
    }
    func rectangle() throws -> String { try EditRectangle(from: decoder).text }
    // The text's reader holds the rules (ranges, whole pixels), so JSON goes through it as well.
    let value: String
    switch word {
    case .rotate, .straighten:
      try decoder.refuseKeys(otherThan: "op", "degrees")
      value = try number(.degrees)
    case .flip:
      try decoder.refuseKeys(otherThan: "op", "axis")
      value = try container.decode(Axis.self, forKey: .axis).rawValue
    case .crop where container.contains(.ratio):
      try decoder.refuseKeys(otherThan: "op", "ratio", "gravity")
      let ratio = try container.decode([Double].self, forKey: .ratio)
      let gravity = try container.decodeIfPresent(Gravity.self, forKey: .gravity) ?? .center
      value = ratio.map(EditNumber.text).joined(separator: ":") + "@" + gravity.rawValue
    case .crop, .redact:
      try decoder.refuseKeys(otherThan: "op", "x", "y", "width", "height")
      value = try rectangle()
    case .blur:
      try decoder.refuseKeys(otherThan: "op", "x", "y", "width", "height", "radius")
      value = try rectangle() + (container.contains(.radius) ? "," + number(.radius) : "")
    case .brightness, .contrast, .saturation, .gamma:
      try decoder.refuseKeys(otherThan: "op", "factor")
      value = try number(.factor)
    case .autolevels, .grayscale, .sharpen:
      try decoder.refuseKeys(otherThan: "op")
      value = ""
    }
    do throws(Failure) {
      guard let operation = try EditOperation(parsing: "\(word.rawValue)=\(value)") else {
        throw Failure(.badData, subject: word.rawValue, message: "it changes nothing", remedy: "leave it out")
      }
      self = operation
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(word, forKey: .op)
    switch self {
    case .rotate(let degrees): try container.encode(degrees, forKey: .degrees)
    case .straighten(let degrees): try container.encode(EditNumber.rounded(degrees), forKey: .degrees)
    case .flip(let axis): try container.encode(axis, forKey: .axis)
    case .crop(let rectangle), .redact(let rectangle): try rectangle.encode(to: encoder)
    case .cropToRatio(let width, let height, let gravity):
      try container.encode([EditNumber.rounded(width), EditNumber.rounded(height)], forKey: .ratio)
      try container.encode(gravity, forKey: .gravity)
    case .brightness(let factor), .contrast(let factor), .saturation(let factor), .gamma(let factor):
      try container.encode(EditNumber.rounded(factor), forKey: .factor)
    case .autolevels, .grayscale, .sharpen: break
    case .blur(let rectangle, let radius):
      try rectangle.encode(to: encoder)
      try container.encodeIfPresent(radius.map(EditNumber.rounded), forKey: .radius)
    }
  }
}

extension EditLength: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let count = try? container.decode(Int.self) {
      self = .pixels(count)
      return
    }
    let text = try container.decode(String.self)
    guard text.hasSuffix("%"), let share = EditNumber.parse(text.dropLast().trimmed) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is no percentage")
    }
    self = .percent(share)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .pixels(let count): try container.encode(count)
    case .percent: try container.encode(text)
    }
  }
}

extension Decoder {
  /// Throws where the object has a key that is not among those known.
  fileprivate func refuseKeys(otherThan known: String...) throws {
    let container = try container(keyedBy: AnyKey.self)
    for key in container.allKeys where !known.contains(key.stringValue) {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container, debugDescription: "\(key.stringValue) is not known here")
    }
  }
}

private struct AnyKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
