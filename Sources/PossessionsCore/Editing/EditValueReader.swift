/// Reads what stands behind the `=` of one operation, and words the fault where it cannot.
struct EditValueReader {
  let word: EditOperation.Word
  /// The whole operation, for messages.
  let typed: String
  /// Trimmed.
  let value: String

  /// Pixels beyond this are a slip of the keyboard.
  static let pixelLimit = 10_000_000

  private func fault(_ message: String) -> Failure {
    Failure(.badData, subject: printable(typed), message: message, remedy: "write \(word.syntax)")
  }

  func nothing() throws(Failure) {
    guard value.isEmpty else { throw fault("\(word.rawValue) takes no value") }
  }

  func number(in range: ClosedRange<Double>) throws(Failure) -> Double {
    guard !value.isEmpty else { throw fault("\(word.rawValue) needs a number") }
    var digits = value.hasSuffix("°") ? value.dropLast().trimmed : value
    let isPercent = word != .straighten && digits.hasSuffix("%")
    if isPercent { digits = digits.dropLast().trimmed }
    guard let typedNumber = EditNumber.parse(digits) else {
      let message = "\(printable(value)) is no number"
      throw fault(value.contains(",") ? message + ": decimals are written with a point" : message)
    }
    let number = isPercent ? EditNumber.rounded(typedNumber / 100) : typedNumber
    guard range.contains(number) else { throw fault("\(printable(value)) is out of range") }
    return number
  }

  /// Clockwise; -90 is 270, and nil is no turn.
  func quarterTurns() throws(Failure) -> EditOperation? {
    let digits = value.hasSuffix("°") ? value.dropLast().trimmed : value
    guard let number = EditNumber.parse(digits) else {
      throw fault(value.isEmpty ? "rotate needs an angle" : "\(printable(value)) is no angle")
    }
    guard abs(number) <= 3600, number.truncatingRemainder(dividingBy: 90) == 0 else {
      throw Failure(
        .badData, subject: printable(typed), message: "rotate turns by quarters only",
        remedy: "write \(word.syntax), or straighten=\(EditNumber.text(number)) for any other angle")
    }
    let degrees = ((Int(number) % 360) + 360) % 360
    return degrees == 0 ? nil : .rotate(degrees: degrees)
  }

  func axis() throws(Failure) -> EditOperation.Axis {
    switch value.lowercased() {
    case "horizontal", "h": .horizontal
    case "vertical", "v": .vertical
    default:
      throw fault(value.isEmpty ? "flip needs a direction" : "\(printable(value)) is no direction")
    }
  }

  /// A rectangle or a shape.
  func crop() throws(Failure) -> EditOperation {
    if value.contains(":") || value.contains("@") { return try ratio() }
    return .crop(try rectangle(try parts(count: 4...4)))
  }

  private func ratio() throws(Failure) -> EditOperation {
    let halves = value.split(separator: "@", omittingEmptySubsequences: false)
    let sides = (halves.first ?? "").split(separator: ":", omittingEmptySubsequences: false)
    guard halves.count <= 2, sides.count == 2,
      let width = EditNumber.parse(sides[0].trimmed), let height = EditNumber.parse(sides[1].trimmed),
      width > 0, height > 0, width / height <= 1000, height / width <= 1000
    else { throw fault("\(printable(value)) is no shape such as 4:3") }
    guard halves.count == 2 else { return .cropToRatio(width: width, height: height, gravity: .center) }
    let name = halves[1].trimmed.lowercased()
    let synonyms = [
      "centre": "center", "middle": "center", "top": "north", "bottom": "south", "left": "west",
      "right": "east",
    ]
    guard let gravity = EditOperation.Gravity(rawValue: synonyms[name] ?? name) else {
      let known = EditOperation.Gravity.allCases.map(\.rawValue)
      let remedy =
        suggestion(for: name, among: known).map { "did you mean \($0)?" }
        ?? "known are \(known.joined(separator: ", "))"
      throw Failure(
        .badData, subject: printable(typed), message: "there is no gravity called \(printable(name))",
        remedy: remedy)
    }
    return .cropToRatio(width: width, height: height, gravity: gravity)
  }

  /// Numbers between commas, or between spaces where there is no comma.
  func parts(count: ClosedRange<Int>) throws(Failure) -> [String] {
    let parts =
      value.contains(",")
      ? value.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      : value.split(whereSeparator: \.isWhitespace).map(String.init)
    guard count.contains(parts.count), !parts.contains("") else {
      let given =
        switch parts.filter({ !$0.isEmpty }).count {
        case 0: "has none"
        case let some: "has \(some)"
        }
      throw fault("\(word.rawValue) needs \(count.lowerBound) numbers and \(given)")
    }
    return parts
  }

  func rectangle(_ parts: [String]) throws(Failure) -> EditRectangle {
    let rectangle = EditRectangle(
      x: try length(parts[0]), y: try length(parts[1]), width: try length(parts[2]),
      height: try length(parts[3]))
    guard rectangle.width.isPositive, rectangle.height.isPositive else {
      throw fault("width and height must be above 0")
    }
    return rectangle
  }

  private func length(_ part: String) throws(Failure) -> EditLength {
    if part.hasSuffix("%") {
      guard let share = EditNumber.parse(part.dropLast().trimmed), abs(share) <= 10_000 else {
        throw fault("\(printable(part)) is no percentage")
      }
      return .percent(share)
    }
    let digits = part.lowercased().hasSuffix("px") ? part.dropLast(2).trimmed : part
    guard let number = EditNumber.parse(digits) else { throw fault("\(printable(part)) is no number") }
    guard number == number.rounded() else {
      throw fault("\(printable(part)) is no whole number of pixels")
    }
    guard abs(number) <= Double(Self.pixelLimit) else { throw fault("\(printable(part)) is out of range") }
    return .pixels(Int(number))
  }

  func radius(_ part: String) throws(Failure) -> Double {
    let digits = part.lowercased().hasSuffix("px") ? part.dropLast(2).trimmed : part
    guard let number = EditNumber.parse(digits) else { throw fault("\(printable(part)) is no radius") }
    guard EditOperation.radii.contains(number) else {
      throw fault(
        "the radius \(printable(part)) is not between \(EditNumber.text(EditOperation.radii.lowerBound)) "
          + "and \(EditNumber.text(EditOperation.radii.upperBound))")
    }
    return number
  }
}

extension EditOperation {
  /// Blur radii in px.
  static let radii = 0.3...500.0
}

extension EditLength {
  var isPositive: Bool {
    switch self {
    case .pixels(let count): count > 0
    case .percent(let share): share > 0
    }
  }
}
