import Goldens
import PossessionsCore
import Running

/// `golden approve`: outputs of a finished run become the goldens.
enum GoldenApproveCommand: Command {
  static let definition = CommandDefinition(
    name: "golden approve",
    summary: "make pictures of a finished run the approved ones",
    details: """
      Copies from a run folder of golden check. Input and recipe must be those that the run saw. Passing cases are \
      never touched; nothing is written in CI.
      """,
    operands: "RUN",
    operandCount: 1...1,
    options: [
      OptionDefinition(name: "goldens", value: .text("DIR"), help: "the folder of golden cases"),
      OptionDefinition(
        name: "case", value: .text("GLOB"), isRepeatable: true, help: "cases with such names: 'shelf-*'"),
      OptionDefinition(name: "all", help: "all failing cases of the run"),
      OptionDefinition(name: "reason", value: .text("TEXT"), help: "why the new pictures are right; is kept"),
      OptionDefinition(name: "by", value: .text("NAME"), help: "who approves (default: $USER)"),
      OptionDefinition(name: "ci", help: "refuse, as where CI is set"),
    ],
    examples: [
      (
        "possessions golden approve out/golden --goldens Goldens --case 'shelf-*' --reason 'softer sharpening'",
        "approve what the last check showed of these cases"
      )
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    try refuseInCI(arguments)
    let patterns = try arguments.texts("case")
    guard patterns.isEmpty == arguments.has("all") else {
      throw Failure(
        .usage, message: patterns.isEmpty ? "which cases is not said" : "--case and --all do not go together",
        remedy: "give --case GLOB or --all")
    }
    guard let reason = try arguments.text("reason") else {
      throw Failure(
        .usage, subject: "--reason", message: "approving needs a reason",
        remedy: "add --reason TEXT with why the new pictures are right")
    }
    let approved = try runGoldenApproval(
      GoldenApproval(
        run: arguments.operands[0], goldens: try requiredGoldens(arguments), patterns: patterns,
        by: try goldenAuthor(arguments), reason: reason), .real(observe: { console.observe($0) }))
    if console.isJSON {
      try console.writeJSON(
        JSONValue.array(
          approved.map { item in
            .object([
              "case": .string(item.name), "before": item.before.map { .string($0.pixelDigest.hex) } ?? .null,
              "after": .string(item.after.pixelDigest.hex), "message": .string(item.message),
            ])
          }))
      return 0
    }
    for item in approved {
      let before = item.before.map { "\($0.description) \($0.pixelDigest.hex.prefix(8))" } ?? "nothing"
      console.say(
        "\(item.name): \(before) → \(item.after.description) \(item.after.pixelDigest.hex.prefix(8))"
          + (item.message.isEmpty ? "" : " (\(printable(item.message)))"))
    }
    console.say("\(counted(approved.count, "case")) approved")
    return 0
  }
}
