import Goldens
import PossessionsCore

/// `golden prune`: deletes goldens and inputs that no case needs.
enum GoldenPruneCommand: Command {
  static let definition = CommandDefinition(
    name: "golden prune",
    summary: "delete approved pictures and inputs that no case has any more",
    details: """
      Tells what would go; --yes deletes it. With a run folder only what that run called orphaned; a run that looked \
      at some cases only is refused. Nothing is deleted in CI.
      """,
    operands: "[RUN]",
    operandCount: 0...1,
    options: [
      OptionDefinition(name: "goldens", value: .text("DIR"), help: "the folder of golden cases"),
      OptionDefinition(name: "yes", short: "y", help: "delete"),
      OptionDefinition(name: "ci", help: "refuse, as where CI is set"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let deletes = arguments.has("yes")
    if deletes { try refuseInCI(arguments) }
    let files = try GoldenPrune(
      goldens: try requiredGoldens(arguments), run: arguments.operands.first, deletes: deletes
    ).prune()
    if console.isJSON {
      try console.writeJSON(
        JSONValue.object([
          "files": .array(files.map { .string($0.description) }), "deleted": .bool(deletes),
        ]))
      return 0
    }
    for file in files { console.say(file.description) }
    console.say(
      files.isEmpty
        ? "there is nothing to prune"
        : deletes
          ? "\(counted(files.count, "file")) deleted"
          : "\(counted(files.count, "file")) would go; --yes deletes")
    return 0
  }
}
