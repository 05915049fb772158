import PossessionsCore
import Running
import Safekeeping

/// `verify`: whether everything that the catalog says is there, as it was.
enum VerifyCommand: Command {
  static let definition = CommandDefinition(
    name: "verify",
    summary: "compare the catalog with its folder and find every damage",
    details: """
      Changes nothing. Waits for no run: while one is writing it leaves with 75, or waits with --lock-timeout. Ends with \
      4 where there is damage. Each is named with its class: MISSING, CORRUPT, ORPHAN, STALE-TEMP, DERIVATIVE, MODE, \
      CATALOG, FORMAT.
      """,
    options: [
      OptionDefinition(
        name: "quick", help: "names, sizes, modes and the catalog's own checks; hashes nothing"),
      OptionDefinition(
        name: "sample", value: .text("PERCENT"),
        help: "hash this share of the originals, another each day, and all of them in turn"),
      OptionDefinition(name: "deep", help: "hash everything (the default)"),
      OptionDefinition(
        name: "time-limit", value: .text("MINUTES"), help: "stop hashing then; use it with --checkpoint"),
      OptionDefinition(
        name: "checkpoint", value: .text("FILE"),
        help: "remember here how far it came, and go on from there the next time"),
      OptionDefinition(
        name: "lock-timeout", value: .text("SECONDS"),
        help: "wait this long for a run to end (default: 0, leave with 75)"),
    ],
    examples: [
      ("possessions verify", "hash everything"),
      ("possessions verify --sample 5", "every night: after 20 nights everything was hashed"),
      ("possessions verify --time-limit 60 --checkpoint /var/tmp/verify", "an hour a night, in parts"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let chosen = ["quick", "sample", "deep"].filter { arguments.has($0) }
    guard chosen.count <= 1 else {
      throw Failure(
        .usage, message: "--\(chosen[0]) and --\(chosen[1]) do not go together", remedy: "give one of them")
    }
    let depth: VerifyRequest.Depth =
      switch chosen.first {
      case "quick": .quick
      case "sample": .sample(percent: try arguments.number("sample", in: 1...100) ?? 5)
      default: .deep
      }
    let minutes = try arguments.number("time-limit", in: 1...100_000)
    let report = try runVerify(
      VerifyRequest(
        catalog: catalogPath(arguments).absolute, depth: depth, timeLimit: minutes.map { Double($0) * 60 },
        checkpoint: arguments.path("checkpoint"),
        lockTimeout: Double(try arguments.number("lock-timeout", in: 0...86_400) ?? 0)),
      .real(observe: { console.observe($0) }))
    if console.isJSON {
      try console.writeJSON(report)
    } else {
      show(report.damages, console)
      console.say(
        "\(counted(report.originals, "original")), \(report.hashed) hashed; \(counted(report.renditions, "rendition"))"
      )
      if !report.isComplete { console.say("stopped before all were hashed") }
      console.say(report.isClean ? "no damage" : counted(report.damages.count { !$0.isHarmless }, "damage"))
    }
    if !report.isClean { return Failure.Kind.damage.rawValue }
    return report.isComplete || minutes != nil ? 0 : Failure.Kind.tryAgain.rawValue
  }

  /// One line for each damage, then its remedy once for each class.
  static func show(_ damages: [Damage], _ console: Console) {
    var told: Set<String> = []
    for damage in damages {
      let kind = console.paint(damage.kind.rawValue, damage.isHarmless ? .dim : .red)
      let pad = String(repeating: " ", count: max(0, 11 - damage.kind.rawValue.utf8.count))
      console.say("\(kind)\(pad)\(damage.path): \(printable(damage.message))")
      if told.insert(damage.remedy).inserted { console.say("           → \(printable(damage.remedy))") }
    }
  }
}
