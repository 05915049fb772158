/// A recipe as people write it: `crop=10%,10%,80%,80%;rotate=90;brightness=1.1`.
///
/// Spaces and capitals do not matter, `;` separates operations. Messages name the operation as typed and say how it is
/// written.

extension EditRecipe {
  /// Operations that one recipe may have.
  static let operationLimit = 100

  /// Reads a recipe as typed. An empty text is an empty recipe.
  ///
  /// - Throws: a failure of kind `badData` whose subject is the operation as typed.
  public init(parsing text: String) throws(Failure) {
    var operations: [EditOperation] = []
    for part in text.split(separator: ";") {
      let typed = part.trimmed
      if typed.isEmpty { continue }
      if let operation = try EditOperation(parsing: typed) { operations.append(operation) }
      guard operations.count <= Self.operationLimit else {
        throw Failure(
          .badData, subject: "edit",
          message: "the recipe has more than \(Self.operationLimit) operations", remedy: "shorten it")
      }
    }
    self.init(operations)
  }

  /// The recipe as text that reads back to an equal recipe; empty for an empty one.
  public var text: String {
    operations.map(\.text).joined(separator: ";")
  }
}

extension EditOperation {
  /// One operation as typed; nil for a turn by nothing (`rotate=0`).
  init?(parsing typed: String) throws(Failure) {
    let name: String
    let value: String
    if let equals = typed.firstIndex(of: "=") {
      name = typed[..<equals].trimmed.lowercased()
      value = typed[typed.index(after: equals)...].trimmed
    } else {
      name = typed.lowercased()
      value = ""
    }
    let alias = ["greyscale": "grayscale", "auto-levels": "autolevels", "mirror": "flip"][name] ?? name
    guard let word = Word(rawValue: alias) else {
      let known = Word.allCases.map(\.rawValue)
      let remedy =
        suggestion(for: alias, among: known).map { "did you mean \($0)?" }
        ?? "known are \(known.joined(separator: ", "))"
      throw Failure(
        .badData, subject: printable(typed), message: "there is no edit called \(printable(name))",
        remedy: remedy)
    }
    let reader = EditValueReader(word: word, typed: typed, value: value)
    switch word {
    case .rotate:
      guard let turns = try reader.quarterTurns() else { return nil }
      self = turns
    case .flip: self = .flip(try reader.axis())
    case .straighten: self = .straighten(degrees: try reader.number(in: -180...180))
    case .crop: self = try reader.crop()
    case .brightness: self = .brightness(try reader.number(in: 0...10))
    case .contrast: self = .contrast(try reader.number(in: 0...10))
    case .saturation: self = .saturation(try reader.number(in: 0...10))
    case .gamma: self = .gamma(try reader.number(in: 0.1...10))
    case .autolevels:
      try reader.nothing()
      self = .autolevels
    case .grayscale:
      try reader.nothing()
      self = .grayscale
    case .sharpen:
      try reader.nothing()
      self = .sharpen
    case .redact: self = .redact(try reader.rectangle(try reader.parts(count: 4...4)))
    case .blur:
      let parts = try reader.parts(count: 4...5)
      self = .blur(
        try reader.rectangle(parts), radius: parts.count == 5 ? try reader.radius(parts[4]) : nil)
    }
  }

  /// As typed in a recipe, in the one canonical spelling.
  public var text: String {
    switch self {
    case .rotate(let degrees): "rotate=\(degrees)"
    case .flip(let axis): "flip=\(axis.rawValue)"
    case .straighten(let degrees): "straighten=\(EditNumber.text(degrees))"
    case .crop(let rectangle): "crop=\(rectangle.text)"
    case .cropToRatio(let width, let height, let gravity):
      "crop=\(EditNumber.text(width)):\(EditNumber.text(height))@\(gravity.rawValue)"
    case .brightness(let factor): "brightness=\(EditNumber.text(factor))"
    case .contrast(let factor): "contrast=\(EditNumber.text(factor))"
    case .saturation(let factor): "saturation=\(EditNumber.text(factor))"
    case .gamma(let factor): "gamma=\(EditNumber.text(factor))"
    case .autolevels, .grayscale, .sharpen: word.rawValue
    case .redact(let rectangle): "redact=\(rectangle.text)"
    case .blur(let rectangle, nil): "blur=\(rectangle.text)"
    case .blur(let rectangle, let radius?): "blur=\(rectangle.text),\(EditNumber.text(radius))"
    }
  }
}

extension EditRectangle {
  /// `X,Y,WIDTH,HEIGHT`.
  public var text: String { "\(x.text),\(y.text),\(width.text),\(height.text)" }
}

extension EditLength {
  /// `120` or `12.5%`.
  public var text: String {
    switch self {
    case .pixels(let count): String(count)
    case .percent(let share): EditNumber.text(share) + "%"
    }
  }
}

extension StringProtocol {
  /// Without white space at both ends.
  var trimmed: String {
    var rest = Substring(self)
    while rest.first?.isWhitespace == true { rest.removeFirst() }
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return String(rest)
  }
}
