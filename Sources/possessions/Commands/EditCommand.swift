import PossessionsCore
import Running

/// `edit`: the recipe of a picture of a possession.
enum EditCommand: Command {
  static let definition = CommandDefinition(
    name: "edit",
    summary: "set, show, clear or undo the edits of a picture of a possession",
    details: """
      Edits are a recipe over an untouched original; it belongs to this possession's picture, so one photo can be cropped \
      differently for two possessions. Renditions that depend on it are made anew. Without a picture the primary one \
      is meant; without a recipe the present one is shown. Operations, joined by semicolons:

      """ + EditOperation.Word.allCases.map { "  " + $0.syntax }.joined(separator: "\n"),
    operands: "ITEM [PHOTO|KEY] [RECIPE]",
    operandCount: 1...3,
    options: [
      OptionDefinition(name: "clear", help: "take all edits away"),
      OptionDefinition(name: "undo", help: "go back to the recipe before; again and again to the first"),
      OptionDefinition(name: "history", help: "list every recipe that the picture had"),
      OptionDefinition(
        name: "workers", value: .text("N"), help: "worker processes (default: one for each processor)"),
      OptionDefinition(
        name: "memory", value: .text("SIZE"), help: "memory of all processes together (default: 1G)"),
      OptionDefinition(
        name: "lock-timeout", value: .text("SECONDS"),
        help: "wait this long for another run to end (default: 0, leave with 75)"),
    ],
    examples: [
      ("possessions edit LR-001 'crop=10%,10%,80%,80%;rotate=90'", "crop and turn the primary photo"),
      ("possessions edit LR-001 IMG_0012.jpg 'redact=120,40,300,60'", "black out a part of another photo"),
      ("possessions edit LR-001 --undo", "take the last edit back"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let catalog = catalogPath(arguments).absolute
    var words: [String] = []
    for operand in arguments.operands {
      guard let text = operand.text else {
        throw Failure(
          .usage, subject: operand.description, message: "this is not UTF-8 text", remedy: "type it as UTF-8")
      }
      words.append(text)
    }
    let item = words[0]
    let verbs = ["clear", "undo", "history"].filter { arguments.has($0) }
    guard verbs.count <= 1 else {
      throw Failure(
        .usage, message: "--\(verbs[0]) and --\(verbs[1]) do not go together", remedy: "give one of them")
    }
    // With two operands the second is a recipe if it looks like one: a photo's name has no equals sign as a rule, and
    // three operands leave no doubt.
    var picture = words.count > 1 ? words[1] : nil
    var recipe = words.count > 2 ? words[2] : nil
    if words.count == 2, verbs.isEmpty, looksLikeRecipe(words[1]) {
      picture = nil
      recipe = words[1]
    }
    if let verb = verbs.first, recipe != nil {
      throw Failure(.usage, message: "--\(verb) takes no recipe", remedy: "leave one of them out")
    }
    switch verbs.first {
    case "history":
      try showHistory(try editHistory(catalog: catalog, itemID: item, picture: picture), console)
      return 0
    case nil where recipe == nil:
      show(try showEdit(catalog: catalog, itemID: item, picture: picture), console)
      return 0
    default:
      break
    }
    let action: EditRequest.Action
    switch verbs.first {
    case "clear": action = .clear
    case "undo": action = .undo
    default: action = .set(try EditRecipe(parsing: recipe ?? ""))
    }
    var request = EditRequest(catalog: catalog, itemID: item, picture: picture, action: action)
    request.workers = try arguments.number("workers", in: 1...64) ?? processorCount()
    request.memory = try arguments.size("memory") ?? 1 << 30
    request.lockTimeout = Double(try arguments.number("lock-timeout", in: 0...86_400) ?? 0)
    let outcome = try runEdit(request, .real(observe: { console.observe($0) }))
    if console.isJSON {
      try console.writeJSON(outcome)
    } else {
      for finding in outcome.findings { console.warn(console.line(for: finding)) }
      let now = outcome.picture.recipe.isEmpty ? "no edits" : outcome.picture.recipe
      console.say(
        "\(printable(outcome.picture.photo)) of \(printable(item)): "
          + (outcome.changed ? now : "\(now), as before") + sizes(outcome.picture)
          + "; \(counted(outcome.renditions, "rendition")) made")
    }
    return outcome.exitCode
  }

  private static func looksLikeRecipe(_ word: String) -> Bool {
    let first = word.split(separator: ";", omittingEmptySubsequences: false).first ?? ""
    let name = first.split(separator: "=", omittingEmptySubsequences: false).first ?? ""
    let letters = name.filter { !$0.isWhitespace }.lowercased()
    return word.contains("=") || EditOperation.Word(rawValue: letters) != nil
  }

  private static func show(_ picture: EditedPicture, _ console: Console) {
    if console.isJSON {
      try? console.writeJSON(picture)
      return
    }
    console.write(
      "\(printable(picture.photo)) of \(printable(picture.item)): "
        + (picture.recipe.isEmpty ? "no edits" : picture.recipe) + sizes(picture) + "\n")
  }

  /// ` (4032x3024 becomes 800x600 px)`
  private static func sizes(_ picture: EditedPicture) -> String {
    guard let width = picture.width, let height = picture.height, let newWidth = picture.editedWidth,
      let newHeight = picture.editedHeight, width != newWidth || height != newHeight
    else { return "" }
    return " (\(width)x\(height) becomes \(newWidth)x\(newHeight) px)"
  }

  private static func showHistory(_ steps: [EditStep], _ console: Console) throws {
    if console.isJSON {
      try console.writeJSON(steps)
      return
    }
    var table = TextTable([("AT", .left), ("BY", .left), ("BEFORE", .left), ("AFTER", .left)])
    for step in steps {
      table.add([
        step.at ?? "", step.command ?? step.run, step.before.isEmpty ? "no edits" : step.before,
        step.after.isEmpty ? "no edits" : step.after,
      ])
    }
    for line in table.lines() { console.write(line + "\n") }
  }
}
