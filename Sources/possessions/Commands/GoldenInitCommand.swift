import Goldens
import PossessionsCore
import Running

/// `golden init`: a first set of golden cases.
enum GoldenInitCommand: Command {
  static let definition = CommandDefinition(
    name: "golden init",
    summary: "make a first set of golden cases from photos and edits, or from a catalog",
    details: """
      Copies input pictures into the goldens folder, upright, in sRGB, as PNG and not larger than needed, writes one \
      case for each edit and takes what it makes now for approved. With --photos and --recipes the edits come from a \
      table (photo,edit) or JSON; without them from the pictures of the catalog that have edits. Cases that are there \
      stay as they are.
      """,
    options: [
      OptionDefinition(name: "goldens", value: .text("DIR"), help: "the folder of golden cases"),
      OptionDefinition(name: "photos", short: "p", value: .text("DIR"), help: "a folder of photos"),
      OptionDefinition(name: "recipes", value: .text("FILE"), help: "edits of these photos: a table or JSON"),
      OptionDefinition(
        name: "stages", value: .text("LIST"),
        help: "edit, thumbnail, encode, joined by commas (default: edit)"),
      OptionDefinition(
        name: "rendition", value: .text("SPEC"),
        help: "for thumbnail and encode (default: thumb=320x320,aspect-fit,jpeg,80)"),
      OptionDefinition(
        name: "side", value: .text("PX"),
        help: "larger photos become inputs of this longer side, 0 for their own size (default: 512)"),
      OptionDefinition(name: "by", value: .text("NAME"), help: "who approves (default: $USER)"),
      OptionDefinition(name: "ci", help: "refuse, as where CI is set"),
    ],
    examples: [
      (
        "possessions golden init --photos photos --recipes edits.csv --goldens Goldens",
        "a gate in one command"
      ),
      ("possessions golden init --catalog out/home --goldens Goldens", "of all edits that a catalog has"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    try refuseInCI(arguments)
    let goldens = try requiredGoldens(arguments)
    let source: GoldenInitRequest.Source
    switch (arguments.path("photos"), arguments.path("recipes")) {
    case (let photos?, let recipes?): source = .photos(photos, recipes: recipes)
    case (nil, nil): source = .catalog(catalogPath(arguments).absolute)
    default:
      throw Failure(
        .usage, message: "--photos and --recipes go together",
        remedy: "give both, or neither for the catalog's edits")
    }
    var stages: [GoldenCase.Stage] = [.edit]
    if let list = try arguments.text("stages") {
      stages = []
      for word in list.split(separator: ",") {
        guard let stage = GoldenCase.Stage(rawValue: String(word)), !stages.contains(stage) else {
          throw Failure(
            .usage, subject: "--stages \(printable(list))",
            message: "\(printable(word)) is no stage, or named twice",
            remedy: "choose from " + GoldenCase.Stage.allCases.map(\.rawValue).joined(separator: ", "))
        }
        stages.append(stage)
      }
    }
    let rendition = try RenditionDefinition(
      parsing: try arguments.text("rendition") ?? "thumb=320x320,aspect-fit,jpeg,80")
    let outcome = try runGoldenInit(
      GoldenInitRequest(
        source: source, goldens: goldens, stages: stages, rendition: rendition,
        largestSide: try arguments.number("side", in: 0...16_384) ?? 512, by: try goldenAuthor(arguments)),
      .real(observe: { console.observe($0) }))
    if console.isJSON {
      try console.writeJSON(
        JSONValue.object([
          "made": .array(outcome.made.map { .string($0) }), "kept": .array(outcome.kept.map { .string($0) }),
          "findings": .array(
            outcome.findings.map { .string("\($0.code.rawValue): \($0.subject): \($0.message)") }),
        ]))
    } else {
      for finding in outcome.findings { console.warn(console.line(for: finding)) }
      let kept = outcome.kept.isEmpty ? "" : "; \(counted(outcome.kept.count, "case")) kept as before"
      console.say("\(counted(outcome.made.count, "golden case")) made in \(goldens)\(kept)")
    }
    return outcome.findings.contains { $0.severity == .error } ? 3 : 0
  }
}

/// `golden-input`: the process that decodes one photo for `golden init`.
enum GoldenInputCommand: Command {
  static let definition = CommandDefinition(
    name: "golden-input", summary: "decode one photo: a line of JSON in, a line of JSON out",
    details: "Started by golden init for itself.", isHidden: true)

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    guard let line = readLine(), let answer = try answerGoldenInput(line) else {
      throw Failure(
        .usage, message: "golden-input needs a line of JSON", remedy: "golden init starts it by itself")
    }
    console.write(bytes: answer)
    return 0
  }
}
