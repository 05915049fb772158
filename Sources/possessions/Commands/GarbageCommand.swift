import PossessionsCore
import Running
import Safekeeping

/// `gc`: sets aside what nothing uses any more.
enum GarbageCommand: Command {
  static let definition = CommandDefinition(
    name: "gc",
    summary: "move originals that nothing uses to the trash; --empty-trash deletes them",
    details: """
      Tells what would go; with --yes it goes. An original goes only if it belonged to a possession once, was superseded \
      long ago (by runs and by days), is in no source folder any more and is in a backup. A photo that never \
      belonged to anything stays. More than 5 % or 100 at once stops with 1.
      """,
    options: [
      OptionDefinition(name: "yes", help: "do it"),
      OptionDefinition(
        name: "empty-trash", help: "delete for good what an earlier run moved to the trash"),
      OptionDefinition(
        name: "backup", value: .text("DIR"),
        help: "a backup, or a folder of backups, that must have what goes"),
      OptionDefinition(name: "force", help: "without a backup"),
      OptionDefinition(name: "runs", value: .text("N"), help: "superseded at least N runs ago (default: 7)"),
      OptionDefinition(name: "days", value: .text("N"), help: "superseded at least N days ago (default: 30)"),
      OptionDefinition(
        name: "limit", value: .text("N"),
        help: "at most N originals, whatever share that is (default: 100 or 5 %)"),
      OptionDefinition(
        name: "lock-timeout", value: .text("SECONDS"),
        help: "wait this long for a run to end (default: 0, leave with 75)"),
    ],
    examples: [
      ("possessions gc --backup /backup", "what could go"),
      ("possessions gc --backup /backup --yes", "move it to the trash"),
      ("possessions gc --empty-trash --yes", "delete what lies there"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    var collection = GarbageCollection()
    collection.minimumRuns = try arguments.number("runs", in: 0...100_000) ?? collection.minimumRuns
    collection.minimumDays = try arguments.number("days", in: 0...100_000) ?? collection.minimumDays
    collection.backup = arguments.path("backup")
    collection.isForced = arguments.has("force")
    if let limit = try arguments.number("limit", in: 1...100_000_000) {
      collection.maximumFiles = limit
      collection.maximumPercent = 100
    }
    let outcome = try runGarbageCollection(
      GarbageRequest(
        catalog: catalogPath(arguments).absolute, collection: collection, performs: arguments.has("yes"),
        emptiesTrash: arguments.has("empty-trash"),
        lockTimeout: Double(try arguments.number("lock-timeout", in: 0...86_400) ?? 0)),
      .real(observe: { console.observe($0) }))
    if console.isJSON {
      try console.writeJSON(outcome)
      return 0
    }
    for path in outcome.trashed {
      console.say("\(outcome.isDone ? "moved to the trash" : "would go") \(path)")
    }
    for path in outcome.deleted { console.say("\(outcome.isDone ? "deleted" : "would be deleted") \(path)") }
    if !outcome.renditions.isEmpty {
      let word = outcome.isDone ? "removed" : "would be removed"
      console.say("\(counted(outcome.renditions.count, "rendition")) that nothing asks for \(word)")
    }
    for (reason, count) in outcome.kept.sorted(by: { $0.key < $1.key }) {
      console.say("\(counted(count, "superseded original")) kept: \(reason)")
    }
    let isEmpty = outcome.trashed.isEmpty && outcome.deleted.isEmpty && outcome.renditions.isEmpty
    if isEmpty { console.say("nothing to do") }
    if !isEmpty && !outcome.isDone { console.say("nothing was changed: --yes does it") }
    return 0
  }
}
