import PossessionsCore
import Running
import Safekeeping

/// `repair`: mends what verify finds, and never deletes.
enum RepairCommand: Command {
  static let definition = CommandDefinition(
    name: "repair",
    summary: "set damaged files aside and bring missing ones back from a backup",
    details: """
      Verifies deeply and tells what it would do; with --yes it does it. What is wrong is moved to quarantine/, nothing is \
      deleted, and a copy of the catalog goes there first. Ends with 4 where damage is left.
      """,
    options: [
      OptionDefinition(name: "yes", help: "do it"),
      OptionDefinition(
        name: "from", value: .text("DIR"),
        help: "a backup, or a folder of backups, to bring originals back from"),
      OptionDefinition(
        name: "accept-catalog",
        help: "take the catalog as it is, although another program changed its file"),
      OptionDefinition(
        name: "lock-timeout", value: .text("SECONDS"),
        help: "wait this long for a run to end (default: 0, leave with 75)"),
    ],
    examples: [("possessions repair --from /backup --yes", "bring damaged and missing originals back")])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let outcome = try runRepair(
      RepairRequest(
        catalog: catalogPath(arguments).absolute, backup: arguments.path("from"),
        performs: arguments.has("yes"), acceptsCatalog: arguments.has("accept-catalog"),
        lockTimeout: Double(try arguments.number("lock-timeout", in: 0...86_400) ?? 0)),
      .real(observe: { console.observe($0) }))
    if console.isJSON {
      try console.writeJSON(outcome)
    } else {
      for act in outcome.acts { console.say((outcome.isDone ? "did    " : "would  ") + printable(act)) }
      if !outcome.left.isEmpty {
        console.say("left:")
        VerifyCommand.show(outcome.left, console)
      }
      if outcome.acts.isEmpty && outcome.left.isEmpty { console.say("nothing to mend") }
      if !outcome.isDone && !outcome.acts.isEmpty { console.say("nothing was changed: --yes does it") }
    }
    return outcome.exitCode
  }
}
