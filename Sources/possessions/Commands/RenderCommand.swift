import PossessionsCore
import Running

/// `render`: every missing or outdated rendition.
enum RenderCommand: Command {
  static let definition = CommandDefinition(
    name: "render",
    summary: "make every missing or outdated rendition",
    details:
      "Renditions are always safe to delete: this makes them again from the originals and the recipes.",
    options: [
      OptionDefinition(
        name: "rendition", value: .text("SPEC"), isRepeatable: true,
        help: "add or replace a rendition: NAME=WxH,MODE[,FORMAT[,QUALITY]]"),
      OptionDefinition(
        name: "workers", value: .text("N"), help: "worker processes (default: one for each processor)"),
      OptionDefinition(
        name: "memory", value: .text("SIZE"), help: "memory of all processes together (default: 1G)"),
      OptionDefinition(
        name: "lock-timeout", value: .text("SECONDS"),
        help: "wait this long for another run to end (default: 0, leave with 75)"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    var renditions: [RenditionDefinition] = []
    for text in try arguments.texts("rendition") { renditions.append(try RenditionDefinition(parsing: text)) }
    let outcome = try runRender(
      catalog: catalogPath(arguments).absolute, renditions: renditions,
      workers: try arguments.number("workers", in: 1...64) ?? processorCount(),
      memory: try arguments.size("memory") ?? 1 << 30,
      lockTimeout: Double(try arguments.number("lock-timeout", in: 0...86_400) ?? 0),
      .real(observe: { console.observe($0) }))
    if console.isJSON {
      try console.writeJSON(outcome)
    } else {
      console.say(
        "\(counted(outcome.made, "rendition")) made"
          + (outcome.failed > 0 ? "; \(counted(outcome.failed, "picture")) could not be shown" : ""))
    }
    return outcome.exitCode
  }
}
