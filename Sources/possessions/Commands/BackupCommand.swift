import PossessionsCore
import Running
import Safekeeping

/// `backup`: a whole copy of the catalog folder, hashed.
enum BackupCommand: Command {
  static let definition = CommandDefinition(
    name: "backup",
    summary: "copy the catalog folder to a backup and hash the copy",
    details: """
      Makes a new set in DIR, a catalog folder of its own that every reading command understands. What an earlier set in DIR \
      has is linked and not copied. Ends with 4 where originals are missing or damaged: the rest is backed up all \
      the same. While a run is writing it leaves with 75, or waits with --lock-timeout.
      """,
    options: [
      OptionDefinition(name: "to", value: .text("DIR"), help: "where the set goes; made where it is missing"),
      OptionDefinition(
        name: "quick", help: "hash only what is new, not what an earlier set has already"),
      OptionDefinition(
        name: "lock-timeout", value: .text("SECONDS"),
        help: "wait this long for a run to end (default: 0, leave with 75)"),
    ],
    examples: [("possessions backup --to /mnt/disk/backup --lock-timeout 3600", "after the nightly run")])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    guard let folder = arguments.path("to") else {
      throw Failure(.usage, message: "backup needs --to DIR", remedy: "name a folder, best on another disk")
    }
    let report = try runBackup(
      catalog: catalogPath(arguments).absolute, to: folder, verifiesAll: !arguments.has("quick"),
      lockTimeout: Double(try arguments.number("lock-timeout", in: 0...86_400) ?? 0),
      .real(observe: { console.observe($0) }))
    if console.isJSON {
      try console.writeJSON(report)
    } else {
      VerifyCommand.show(report.damages, console)
      console.say(
        "\(counted(report.originals, "original")): \(report.copied + report.cloned) copied, \(report.linked) linked"
      )
      console.say("backup     \(report.path)")
    }
    return report.damages.isEmpty ? 0 : Failure.Kind.damage.rawValue
  }
}

/// `restore`: a catalog folder from a backup, or a catalog from an export.
enum RestoreCommand: Command {
  static let definition = CommandDefinition(
    name: "restore",
    summary: "make a catalog folder from a backup, or rebuild a lost catalog from the last export",
    details: """
      --from makes the catalog folder anew, where none is, from the newest backup in DIR, and hashes it. --from-export works \
      in a catalog folder whose catalog is lost or damaged: it is rebuilt from the newest whole export, and what is there \
      goes to quarantine/ first. Originals newer than the export are listed: importing the same sources again \
      links them under the same keys.
      """,
    options: [
      OptionDefinition(name: "from", value: .text("DIR"), help: "a backup, or a folder of backups"),
      OptionDefinition(name: "from-export", help: "rebuild the catalog from an export in its own folder"),
      OptionDefinition(name: "export", value: .text("RUN"), help: "this export, not the newest"),
      OptionDefinition(
        name: "lock-timeout", value: .text("SECONDS"),
        help: "wait this long for a run to end (default: 0, leave with 75)"),
    ],
    examples: [
      ("possessions restore --from /backup --catalog home", "the newest backup"),
      (
        "possessions restore --from-export --catalog home",
        "a new catalog.sqlite from exports/ and originals/"
      ),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let catalog = catalogPath(arguments).absolute
    let environment = RunEnvironment.real(observe: { console.observe($0) })
    switch (arguments.path("from"), arguments.has("from-export")) {
    case (.some, true), (nil, false):
      throw Failure(
        .usage, message: "restore needs either --from DIR or --from-export", remedy: "give one of them")
    case (.some(let backup), false):
      let outcome = try runRestore(from: backup, to: catalog, environment)
      if console.isJSON {
        try console.writeJSON(outcome)
      } else {
        VerifyCommand.show(outcome.damages, console)
        console.say("\(counted(outcome.originals, "original")) restored and hashed")
        console.say("catalog    \(outcome.catalog)")
      }
      return outcome.exitCode
    case (nil, true):
      let report = try runRebuild(
        catalog: catalog, export: try arguments.text("export"),
        lockTimeout: Double(try arguments.number("lock-timeout", in: 0...86_400) ?? 0), environment)
      if console.isJSON {
        try console.writeJSON(report)
      } else {
        for path in report.missing { console.say("MISSING    \(path)") }
        for path in report.corrupt { console.say("CORRUPT    \(path)") }
        for path in report.newer { console.say("newer      \(path)") }
        if !report.newer.isEmpty {
          console.say("           → import the same sources again, which links them")
        }
        console.say("catalog rebuilt from \(report.export): \(counted(report.present, "original")) there")
      }
      return report.missing.isEmpty && report.corrupt.isEmpty ? 0 : Failure.Kind.damage.rawValue
    }
  }
}
