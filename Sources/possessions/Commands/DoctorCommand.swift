import PossessionsCore
import Running

/// `doctor`: whether what an import needs is there, and how it would be read. Writes nothing.
enum DoctorCommand: Command {
  static let definition = CommandDefinition(
    name: "doctor",
    summary: "show how a table would be read, and why, before anything is imported",
    details:
      "For each column of --items: what it fills, how its cells are read, and cells that show it. A table that "
      + "import would refuse is explained as well.",
    options: [
      OptionDefinition(
        name: "items", short: "i", value: .text("FILE"), isRepeatable: true, help: "a CSV of possessions")
    ]
      + importOptions.filter {
        [
          "key", "dialect", "encoding", "delimiter", "locale", "currency", "date-format", "value-is",
          "strict",
        ].contains($0.name)
      },
    examples: [("possessions doctor --items items.csv", "which column is what, and why")])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let tables = arguments.paths("items")
    guard !tables.isEmpty else {
      throw Failure(.usage, message: "doctor needs --items FILE", remedy: "name a table to look at")
    }
    let catalog = catalogPath(arguments).absolute
    let options = try intakeOptions(arguments)
    var explanations: [ItemsExplanation] = []
    for table in tables {
      explanations.append(try explainItems(table, options: options, catalog: catalog))
    }
    if console.isJSON {
      try console.writeJSON(explanations)
    } else {
      for line in explanations.flatMap(\.lines) { console.write(line + "\n") }
    }
    // What import would end with.
    return explanations.contains { $0.refusal != nil } ? Failure.Kind.badData.rawValue : 0
  }
}
