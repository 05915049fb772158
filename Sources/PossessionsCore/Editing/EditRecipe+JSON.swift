/// A recipe as JSON. The canonical form follows RFC 8785: no white space, keys in order, numbers in their shortest
/// form; its SHA-256 is the recipe's digest. `{"operations":[{"degrees":90,"op":"rotate"}],"version":1}`
///
/// Reading is strict: an unknown operation, key or version is an error, because a recipe that is understood only in
/// part would make the wrong picture.

extension EditRecipe {
  /// The form's version; raised when the same operations would make other pixels.
  public static let version = 1

  /// The canonical JSON, on one line.
  public var canonicalJSON: String { json.canonicalText }

  /// Reads JSON of this form, canonical or not.
  ///
  /// - Throws: a failure of kind `badData`.
  public init(canonicalJSON: String) throws(Failure) {
    do throws(Failure) {
      try self.init(json: JSONValue(parsing: canonicalJSON.utf8))
    } catch {
      var failure = error
      if failure.subject.isEmpty { failure.subject = "recipe" }
      throw failure
    }
  }

  /// As JSON.
  public var json: JSONValue {
    .object([
      "operations": .array(operations.map(\.json)), "version": .number(Double(Self.version)),
    ])
  }

  /// Of JSON; also of a recipe given as text, `"crop=4:3@center"`, as people write it into JSON by hand.
  ///
  /// - Throws: a failure of kind `badData`.
  public init(json: JSONValue) throws(Failure) {
    if case .string(let text) = json {
      try self.init(parsing: text)
      return
    }
    guard case .object(let members) = json, case .array(let items)? = members["operations"] else {
      throw Failure(
        .badData, subject: "recipe", message: "a recipe has a list of operations",
        remedy: "write {\"operations\":[…]} or a text such as \"crop=4:3\"")
    }
    for key in members.keys.sorted() where key != "operations" && key != "version" {
      throw Failure(
        .badData, subject: "recipe", message: "\(printable(key)) is not known here", remedy: "leave it out")
    }
    guard members["version"] ?? .number(Double(Self.version)) == .number(Double(Self.version)) else {
      throw Failure(
        .badData, subject: "recipe",
        message: "the recipe's version is unknown, this program knows version \(Self.version)",
        remedy: "use the program that wrote it, or a newer one")
    }
    guard items.count <= Self.operationLimit else {
      throw Failure(
        .badData, subject: "recipe", message: "the recipe has more than \(Self.operationLimit) operations",
        remedy: "shorten it")
    }
    var operations: [EditOperation] = []
    for item in items { operations.append(try EditOperation(json: item)) }
    self.init(operations)
  }
}

extension EditOperation {
  var json: JSONValue {
    var members: [String: JSONValue] = ["op": .string(word.rawValue)]
    switch self {
    case .rotate(let degrees): members["degrees"] = .number(Double(degrees))
    case .straighten(let degrees): members["degrees"] = .number(degrees)
    case .flip(let axis): members["axis"] = .string(axis.rawValue)
    case .crop(let rectangle), .redact(let rectangle), .blur(let rectangle, nil):
      members.merge(rectangle.json) { $1 }
    case .cropToRatio(let width, let height, let gravity):
      members["ratio"] = .array([.number(width), .number(height)])
      members["gravity"] = .string(gravity.rawValue)
    case .brightness(let factor), .contrast(let factor), .saturation(let factor), .gamma(let factor):
      members["factor"] = .number(factor)
    case .autolevels, .grayscale, .sharpen: break
    case .blur(let rectangle, let radius?):
      members.merge(rectangle.json) { $1 }
      members["radius"] = .number(radius)
    }
    return .object(members)
  }

  /// The text's reader holds the rules (ranges, whole pixels), so JSON is put into words and goes through it as well.
  init(json: JSONValue) throws(Failure) {
    guard case .object(var members) = json, case .string(let name)? = members.removeValue(forKey: "op")
    else {
      throw Failure(
        .badData, subject: json.canonicalText, message: "an operation has a name",
        remedy: "write {\"op\":\"rotate\",\"degrees\":90} or the like")
    }
    let keys: [String]
    switch Word(rawValue: name) {
    case .rotate, .straighten: keys = ["degrees"]
    case .flip: keys = ["axis"]
    case .crop where members["ratio"] != nil: keys = ["ratio", "gravity"]
    case .crop, .redact: keys = ["x", "y", "width", "height"]
    case .blur: keys = ["x", "y", "width", "height", "radius"]
    case .brightness, .contrast, .saturation, .gamma: keys = ["factor"]
    case .autolevels, .grayscale, .sharpen: keys = []
    case nil: keys = Array(members.keys)
    }
    for key in members.keys.sorted() where !keys.contains(key) {
      throw Failure(
        .badData, subject: json.canonicalText, message: "\(printable(key)) is not known here",
        remedy: keys.isEmpty ? "leave it out" : "\(name) has \(keys.joined(separator: ", "))")
    }
    var words = keys.compactMap { members[$0].map(Self.typed) }
    if keys.first == "ratio", words.count == 2 { words = [words.joined(separator: "@")] }
    guard let operation = try EditOperation(parsing: "\(name)=\(words.joined(separator: ","))") else {
      throw Failure(
        .badData, subject: json.canonicalText, message: "it changes nothing", remedy: "leave it out")
    }
    self = operation
  }

  private static func typed(_ value: JSONValue) -> String {
    switch value {
    case .string(let text): text
    case .array(let items): items.map(typed).joined(separator: ":")
    default: value.canonicalText
    }
  }
}

extension EditRectangle {
  fileprivate var json: [String: JSONValue] {
    ["x": x.json, "y": y.json, "width": width.json, "height": height.json]
  }
}

extension EditLength {
  /// Pixels are a number, a percentage is a text: `"12.5%"`.
  fileprivate var json: JSONValue {
    switch self {
    case .pixels(let count): .number(Double(count))
    case .percent: .string(text)
    }
  }
}

extension EditRecipe: Codable {
  public init(from decoder: any Decoder) throws {
    let json = try JSONValue(from: decoder)
    do throws(Failure) {
      try self.init(json: json)
    } catch {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: error.description, underlyingError: error))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    try json.encode(to: encoder)
  }
}
