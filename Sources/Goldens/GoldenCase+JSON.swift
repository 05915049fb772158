public import PossessionsCore

/// Case files: read strictly, because a misspelt limit that is silently ignored would make a gate that does not close.
extension GoldenCase {
  static let schema = 1
  /// Keys in the order in which they are written.
  static let keyOrder = [
    "schema", "case", "comment", "input", "recipe", "version", "operations", "op", "degrees", "axis", "ratio",
    "gravity",
    "factor", "stage", "rendition", "profile", "tolerance", "masks", "name", "golden", "input_sha256",
    "recipe_sha256",
    "x", "y", "width", "height", "radius", "bands", "pixel_sha256", "image", "image_sha256", "producer",
    "approved", "by",
    "at", "limit",
    "reason",
  ]

  /// The file's text, with a line feed at its end.
  public var fileText: String {
    var members: [String: JSONValue] = [
      "schema": .number(Double(Self.schema)), "case": .string(name),
      "input": .string(input.text ?? input.description), "recipe": recipe.json,
      "stage": .string(stage.rawValue), "profile": .string(tolerance.profile.rawValue),
    ]
    if let comment { members["comment"] = .string(comment) }
    if let rendition { members["rendition"] = .string("\(rendition.name)=\(rendition.signature)") }
    if !tolerance.exceptions.isEmpty {
      members["tolerance"] = .object(
        Dictionary(
          uniqueKeysWithValues: tolerance.exceptions.map { metric, exception in
            (
              metric.rawValue,
              JSONValue.object(["limit": .number(exception.limit), "reason": .string(exception.reason)])
            )
          }))
    }
    if !masks.isEmpty {
      members["masks"] = .array(
        masks.map { mask in
          .object([
            "name": .string(mask.name), "x": .number(Double(mask.area.x)), "y": .number(Double(mask.area.y)),
            "width": .number(Double(mask.area.width)), "height": .number(Double(mask.area.height)),
          ])
        })
    }
    if let golden { members["golden"] = golden.json }
    return JSONValue.object(members).prettyText(order: Self.keyOrder)
  }

  /// Reads a case file.
  ///
  /// - Parameter name: the file's name without `.json`.
  /// - Throws: a failure of kind `badData` whose subject is the file.
  public init(name: String, file bytes: [UInt8]) throws(Failure) {
    do throws(Failure) {
      guard Self.isValid(name: name) else {
        throw Failure(
          .badData, message: "the name of a case is made of letters, digits, dots, dashes and underscores",
          remedy: "rename the file")
      }
      var reader = try JSONMembers(JSONValue(parsing: bytes))
      let schema = try reader.integer("schema") ?? Self.schema
      guard schema == Self.schema else {
        throw Failure(
          .badData, message: "schema \(schema) is unknown, this program knows \(Self.schema)",
          remedy: "use a newer program")
      }
      let named = try reader.text("case") ?? name
      guard named == name else {
        throw Failure(
          .badData, message: "the case is called \(printable(named)), not as its file",
          remedy: "give both one name")
      }
      guard let input = try reader.text("input"), !input.isEmpty,
        !input.split(separator: "/", omittingEmptySubsequences: false).contains(where: {
          $0 == ".." || $0 == ""
        })
      else {
        throw Failure(
          .badData, message: "input names no file in the goldens folder",
          remedy: "write \"input\": \"inputs/NAME.png\"")
      }
      guard let recipe = reader.take("recipe") else {
        throw Failure(
          .badData, message: "there is no recipe", remedy: "write \"recipe\": \"crop=4:3\" or the like")
      }
      self.init(name: name, input: BytePath(input), recipe: try EditRecipe(json: recipe))
      stage = try reader.choice("stage") ?? .edit
      if let text = try reader.text("rendition") { rendition = try RenditionDefinition(parsing: text) }
      guard (rendition == nil) == (stage == .edit) else {
        throw Failure(
          .badData,
          message: stage == .edit
            ? "stage edit has no rendition" : "stage \(stage.rawValue) needs a rendition",
          remedy: "write \"rendition\": \"thumb=320x320,aspect-fit\" for stages thumbnail and encode only")
      }
      tolerance = try Self.tolerance(
        profile: reader.choice("profile") ?? (stage == .encode ? .encode : .standard), &reader)
      masks = try Self.masks(reader.take("masks"))
      comment = try reader.text("comment")
      if let value = reader.take("golden") { golden = try Golden(json: value) }
      try reader.finish()
    } catch {
      var failure = error
      failure.message =
        failure.subject.isEmpty ? failure.message : "\(failure.subject): \(failure.message)"
      failure.kind = .badData
      failure.subject = "\(printable(name)).json"
      throw failure
    }
  }

  private static func tolerance(
    profile: ToleranceProfile, _ reader: inout JSONMembers
  ) throws(Failure) -> Tolerance {
    var tolerance = Tolerance(profile: profile)
    guard let value = reader.take("tolerance") else { return tolerance }
    var members = try JSONMembers(value)
    for metric in GoldenMetric.allCases {
      guard let exception = members.take(metric.rawValue) else { continue }
      var parts = try JSONMembers(exception)
      guard let limit = try parts.number("limit"), let reason = try parts.text("reason"), !reason.isEmpty
      else {
        throw Failure(
          .badData, message: "the exception for \(metric.rawValue) has no limit or no reason",
          remedy: "write {\"limit\": NUMBER, \"reason\": \"why\"}")
      }
      try parts.finish()
      tolerance.exceptions[metric] = Tolerance.Exception(limit: limit, reason: reason)
    }
    try members.finish()
    return tolerance
  }

  private static func masks(_ value: JSONValue?) throws(Failure) -> [Mask] {
    guard let value else { return [] }
    guard case .array(let items) = value else {
      throw Failure(.badData, message: "masks is no list", remedy: "write [{\"name\": …, \"x\": …}]")
    }
    var masks: [Mask] = []
    for item in items {
      var parts = try JSONMembers(item)
      guard let name = try parts.text("name"), !name.isEmpty, let x = try parts.integer("x"),
        let y = try parts.integer("y"), let width = try parts.integer("width"),
        let height = try parts.integer("height"), x >= 0, y >= 0, width > 0, height > 0
      else {
        throw Failure(
          .badData, message: "a mask lacks its name, x, y, width or height",
          remedy: "give all five, whole pixels of the output")
      }
      try parts.finish()
      masks.append(Mask(name: name, area: PixelRectangle(x: x, y: y, width: width, height: height)))
    }
    return masks
  }
}

extension GoldenCase.Golden {
  var json: JSONValue {
    var members: [String: JSONValue] = [
      "input_sha256": .string(inputDigest.hex), "recipe_sha256": .string(recipeDigest.hex),
      "width": .number(Double(width)), "height": .number(Double(height)), "bands": .number(Double(bands)),
      "pixel_sha256": .string(pixelDigest.hex), "image": .string(image.text ?? image.description),
      "producer": producer.json,
      "approved": .object([
        "by": .string(approval.by), "at": .string(approval.at), "reason": .string(approval.reason),
      ]),
    ]
    if let imageDigest { members["image_sha256"] = .string(imageDigest.hex) }
    return .object(members)
  }

  init(json: JSONValue) throws(Failure) {
    var reader = try JSONMembers(json)
    var approved = try JSONMembers(reader.take("approved") ?? .object([:]))
    let producer = try Producer(json: reader.take("producer") ?? .object([:]))
    guard let input = try reader.digest("input_sha256"), let recipe = try reader.digest("recipe_sha256"),
      let pixels = try reader.digest("pixel_sha256"), let width = try reader.integer("width"),
      let height = try reader.integer("height"), let bands = try reader.integer("bands"),
      let image = try reader.text("image"), width > 0, height > 0, (1...4).contains(bands),
      !image.contains("/")
    else {
      throw Failure(
        .badData, message: "the golden's part lacks a digest, a size or its image",
        remedy: "delete it and approve the case anew")
    }
    self.init(
      inputDigest: input, recipeDigest: recipe, width: width, height: height, bands: bands,
      pixelDigest: pixels, image: BytePath(image), imageDigest: try reader.digest("image_sha256"),
      producer: producer,
      approval: GoldenCase.Approval(
        by: try approved.text("by") ?? "", at: try approved.text("at") ?? "",
        reason: try approved.text("reason") ?? ""))
    try reader.finish()
  }
}

extension Producer {
  var json: JSONValue {
    var members = versions.mapValues { JSONValue.string($0) }
    members["vector"] = .bool(vector)
    members["architecture"] = .string(architecture)
    return .object(members)
  }

  init(json: JSONValue) throws(Failure) {
    var members = try JSONMembers(json)
    let vector = members.take("vector") == .bool(true)
    let architecture = try members.text("architecture") ?? ""
    var versions: [String: String] = [:]
    for (name, value) in members.rest {
      if case .string(let version) = value { versions[name] = version }
    }
    self.init(versions: versions, vector: vector, architecture: architecture)
  }
}

/// An object's members, taken one by one; what is left over is unknown and refused.
struct JSONMembers {
  private(set) var rest: [String: JSONValue]

  init(_ value: JSONValue) throws(Failure) {
    guard case .object(let members) = value else {
      throw Failure(.badData, message: "an object is expected", remedy: "write {\"KEY\": VALUE}")
    }
    rest = members
  }

  mutating func take(_ key: String) -> JSONValue? { rest.removeValue(forKey: key) }

  mutating func text(_ key: String) throws(Failure) -> String? {
    switch take(key) {
    case nil, .null?: return nil
    case .string(let text)?: return text
    default: throw Failure(.badData, message: "\(key) is no text", remedy: "put it in quotes")
    }
  }

  mutating func number(_ key: String) throws(Failure) -> Double? {
    switch take(key) {
    case nil, .null?: return nil
    case .number(let value)?: return value
    default: throw Failure(.badData, message: "\(key) is no number", remedy: "write a number")
    }
  }

  mutating func integer(_ key: String) throws(Failure) -> Int? {
    guard let value = try number(key) else { return nil }
    guard let count = Int(exactly: value) else {
      throw Failure(.badData, message: "\(key) is no whole number", remedy: "write a whole number")
    }
    return count
  }

  mutating func digest(_ key: String) throws(Failure) -> SHA256Digest? {
    guard let hex = try text(key) else { return nil }
    guard let bytes = bytesOf(hex: hex), bytes.count == 32 else {
      throw Failure(.badData, message: "\(key) is no SHA-256", remedy: "restore it, or approve the case anew")
    }
    return SHA256Digest(bytes: bytes)
  }

  mutating func choice<Choice: RawRepresentable & CaseIterable>(
    _ key: String
  ) throws(Failure) -> Choice? where Choice.RawValue == String {
    guard let word = try text(key) else { return nil }
    guard let choice = Choice(rawValue: word) else {
      throw Failure(
        .badData, message: "there is no \(key) called \(printable(word))",
        remedy: "known are " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
    }
    return choice
  }

  func finish() throws(Failure) {
    guard let unknown = rest.keys.min() else { return }
    let near = suggestion(for: unknown, among: GoldenCase.keyOrder + GoldenMetric.allCases.map(\.rawValue))
    throw Failure(
      .badData, message: "\(printable(unknown)) is not known here",
      remedy: near.map { "did you mean \($0)?" } ?? "leave it out")
  }
}
