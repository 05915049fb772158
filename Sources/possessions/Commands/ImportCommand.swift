import Files
import Foundation
import PossessionsCore
import Running

/// `import`: the whole way, from folders and tables to the report.
enum ImportCommand: Command {
  static let definition = CommandDefinition(
    name: "import",
    summary: "take photos and an items table into the catalog, render, report",
    details: """
      Reads the items table whole and checks it before anything is written, takes every photo in (copied, hashed, \
      kept byte for byte under its image key), attaches photos to possessions by the photos column, by folder, by \
      item id or serial number in the file name, records the catalog, renders what is missing, and writes the \
      report. Running it again changes nothing. Sources are only read.
      """,
    options: importOptions + [
      OptionDefinition(
        name: "dry-run", short: "n", help: "show the plan and do nothing, like the command plan"),
      OptionDefinition(
        name: "plan", value: .text("FILE"),
        help: "apply exactly this plan, as plan --output wrote it, or stop if inputs or catalog moved"),
      OptionDefinition(
        name: "report", value: .text("FORMATS"),
        help: "formats of the report at the end, joined by commas, or none (default: html)"),
      OptionDefinition(
        name: "fail-on", value: .text("GATES"),
        help: "exit 1 where a limit is passed, for instance item-without-photo>5%,photo-refused>0"),
      OptionDefinition(
        name: "metrics", value: .text("FILE"),
        help: "write counts of the run for node_exporter's textfile collector"),
      OptionDefinition(
        name: "lock-timeout", value: .text("SECONDS"),
        help: "wait this long for another run to end (default: 0, leave with 75)"),
      OptionDefinition(
        name: "create", help: "make a catalog in a folder that exists already (an empty one, a mount point)"),
      OptionDefinition(name: "existing", help: "refuse to make a catalog where there is none"),
    ],
    examples: [
      (
        "possessions import --photos Samples/photos --items Samples/items.csv --catalog out/home",
        "the whole way on the sample household"
      ),
      (
        "possessions import -p /media/card/DCIM -c /srv/home --fail-on 'photo-refused>0'",
        "nightly: take in what is new on a camera card, fail if a photo could not be read"
      ),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    var request = try importRequest(try withPlan(arguments))
    request.isDryRun = arguments.has("dry-run")
    if let path = arguments.path("plan") { request.expected = try PlanFile.read(path) }
    return try execute(request, arguments, console)
  }

  static func execute(_ request: ImportRequest, _ arguments: Arguments, _ console: Console) throws -> Int32 {
    let outcome: ImportOutcome
    var request = request
    request.wantsFindings = console.isJSON
    do {
      outcome = try runImport(request, .real(observe: { console.observe($0) }))
    } catch {
      try leaveMetrics(nil, exitCode: error.kind.rawValue, arguments)
      throw error
    }
    try leaveMetrics(outcome, exitCode: outcome.exitCode, arguments)
    if console.isJSON {
      try console.writeJSON(outcome)
    } else if !console.isQuiet {
      printSummary(of: outcome, request: request, console)
    }
    return outcome.exitCode
  }

  /// With `--plan`, the folders, tables and options are those that the plan was made from.
  private static func withPlan(_ arguments: Arguments) throws -> Arguments {
    guard let path = arguments.path("plan") else { return arguments }
    let inputs = ["photos", "items", "edits", "manifest"].filter { arguments.has($0) }
    guard inputs.isEmpty else {
      throw Failure(
        .usage, subject: "--\(inputs[0])", message: "the plan says itself what to read",
        remedy: "leave it out, or import without --plan")
    }
    let plan = try PlanFile.read(path)
    guard
      FileManager.default.changeCurrentDirectoryPath(
        String(decoding: plan.workingFolder.bytes, as: UTF8.self))
    else {
      throw Failure(
        .inputMissing, subject: "--plan \(path)", message: "the folder \(plan.workingFolder) is gone",
        remedy: "make a new plan")
    }
    return try parseArguments(["plan"] + plan.arguments, commands: [PlanCommand.definition])
  }

  private static func leaveMetrics(
    _ outcome: ImportOutcome?, exitCode: Int32, _ arguments: Arguments
  ) throws(Failure) {
    guard let path = arguments.path("metrics") else { return }
    try writeMetrics(
      metricsText(outcome, exitCode: exitCode, seconds: Int64(time(nil))), to: path)
  }
}

/// `plan`: all decisions, nothing done.
enum PlanCommand: Command {
  static let definition = CommandDefinition(
    name: "plan",
    summary: "show everything that import would do, and do nothing",
    details: """
      Takes the same way as import, with every photo read and hashed but nothing copied: creates, updates (old → \
      new), attachments with the rule that made them, refusals.
      """,
    options: importOptions + [
      OptionDefinition(name: "output", short: "o", value: .text("FILE"), help: "keep the plan as JSON"),
      OptionDefinition(
        name: "html", value: .text("FILE"),
        help:
          "write a contact sheet: every photo beside its possession, to check, correct and keep as a manifest"
      ),
    ],
    examples: [
      (
        "possessions plan --photos card --items items.csv --catalog home --html plan.html",
        "a page to look at before the import"
      ),
      (
        "possessions plan --photos Samples/photos --items Samples/items.csv --catalog out/home",
        "what the main job would do"
      ),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    var request = try importRequest(arguments)
    request.isDryRun = true
    request.planOutput = arguments.path("output")?.absolute
    request.sheet = arguments.path("html")?.absolute
    return try ImportCommand.execute(request, arguments, console)
  }
}

/// What `import` and `plan` share.
let importOptions: [OptionDefinition] = [
  OptionDefinition(
    name: "photos", short: "p", value: .text("DIR"), isRepeatable: true,
    help: "a folder of photos: a camera card, a library export, any tree"),
  OptionDefinition(
    name: "items", short: "i", value: .text("FILE"), isRepeatable: true, help: "a CSV of possessions"),
  OptionDefinition(
    name: "edits", value: .text("FILE"), isRepeatable: true, help: "a CSV of edits: photo[,item_id],edit"),
  OptionDefinition(
    name: "manifest", value: .text("FILE"), isRepeatable: true,
    help: "a CSV that says where photos go: photo,item_id[,position][,primary][,only][,edit][,caption]"),
  OptionDefinition(name: "replace", help: "photos that match supersede the possession's present ones"),
  OptionDefinition(name: "prune", help: "mark possessions that the tables no longer have as removed"),
  OptionDefinition(
    name: "key", value: .text("COLUMNS"),
    help: "columns that make the key where there is no item_id: name,room"),
  OptionDefinition(name: "dialect", value: .text("NAME"), help: "take the table for an export of this tool"),
  OptionDefinition(
    name: "encoding", value: .text("NAME"), help: "the table's encoding, where bytes do not say"),
  OptionDefinition(
    name: "delimiter", value: .text("CHARACTER"), help: "the table's delimiter: , or ; or tab"),
  OptionDefinition(
    name: "locale", value: .text("NAME"),
    help: "settles numbers that the column leaves open, for instance de_DE"),
  OptionDefinition(
    name: "currency", value: .text("CODE"), help: "the currency of amounts without one (ISO 4217)"),
  OptionDefinition(
    name: "date-format", value: .text("ORDER"),
    help: "settles dates that the column leaves open: dmy, mdy or ymd"),
  OptionDefinition(
    name: "value-is", value: .choice(["unit", "line"]),
    help: "whether a bare Value or Price column is per unit or for the whole line"),
  OptionDefinition(
    name: "blank", value: .choice(["keep", "clear"]),
    help: "what a blank cell does to a field that has a value (default: keep)"),
  OptionDefinition(name: "strict", help: "any refused row refuses the whole table"),
  OptionDefinition(
    name: "rendition", value: .text("SPEC"), isRepeatable: true,
    help: "add or replace a rendition: NAME=WxH,MODE[,FORMAT[,QUALITY]]"),
  OptionDefinition(
    name: "workers", value: .text("N"), help: "worker processes (default: one for each processor)"),
  OptionDefinition(
    name: "memory", value: .text("SIZE"), help: "memory of all processes together (default: 1G)"),
  OptionDefinition(
    name: "rehash", help: "read every file again, even where size and times are as remembered"),
  OptionDefinition(
    name: "since", value: .text("WHEN"),
    help: "pass over unknown files older than a day (2026-03-01), hours (36h) or days (7d)"),
  OptionDefinition(
    name: "codes",
    help: "look for QR codes and barcodes in all new photos, not only in those that nothing else decides"),
  OptionDefinition(
    name: "leader", help: "a picture of a label opens a group: the following shots of the camera belong to it"
  ),
  OptionDefinition(
    name: "dedupe", help: "of photos of one possession that look alike attach the best; the others are kept"),
]

/// Arguments resolved into a request.
private func importRequest(_ arguments: Arguments) throws(Failure) -> ImportRequest {
  var request = try runRequest(arguments)
  request.words = arguments.words
  request.photos = arguments.paths("photos")
  request.items = arguments.paths("items")
  request.edits = arguments.paths("edits")
  request.manifests = arguments.paths("manifest")
  guard
    !(request.photos + request.items + request.edits + request.manifests).isEmpty || arguments.has("plan")
  else {
    throw Failure(
      .usage, message: "there is nothing to import", remedy: "give --photos DIR, --items FILE.csv, or both")
  }
  request.mayCreate = arguments.has("create")
  request.mustExist = arguments.has("existing")
  request.replaces = arguments.has("replace")
  request.prunes = arguments.has("prune")
  request.intake = try intakeOptions(arguments)
  request.rehashes = arguments.has("rehash")
  if let text = try arguments.text("since") { request.since = try Since.parse(text, now: Int64(time(nil))) }
  request.readsCodes = arguments.has("codes")
  request.leader = arguments.has("leader")
  request.dedupes = arguments.has("dedupe")
  for text in try arguments.texts("rendition") {
    request.renditions.append(try RenditionDefinition(parsing: text))
  }
  if let gates = try arguments.text("fail-on") { request.gates = try Gate.parse(gates) }
  return request
}

/// What every run over the way of import is told: where, by how many workers, with which report at the end.
func runRequest(_ arguments: Arguments) throws(Failure) -> ImportRequest {
  let (catalog, typed) = catalogPath(arguments)
  var request = ImportRequest(
    catalog: catalog, catalogAsTyped: typed,
    workers: try arguments.number("workers", in: 1...64) ?? processorCount())
  if let memory = try arguments.size("memory") { request.memory = memory }
  if let seconds = try arguments.number("lock-timeout", in: 0...86_400) {
    request.lockTimeoutSeconds = seconds
  }
  if let formats = try arguments.text("report") {
    let names = formats == "none" ? [] : formats.split(separator: ",").map(String.init)
    try requireReportFormats(names)
    request.reportFormats = names
  }
  return request
}

/// How to read items tables, from the arguments.
func intakeOptions(_ arguments: Arguments) throws(Failure) -> IntakeOptions {
  var options = IntakeOptions()
  options.dialect = try arguments.text("dialect")
  options.encoding = try arguments.text("encoding")
  options.delimiter = try arguments.text("delimiter")
  options.locale = try arguments.text("locale")
  if let code = try arguments.text("currency") {
    guard let currency = Currency(code) else {
      throw Failure(
        .usage, subject: "--currency \(printable(code))", message: "this is no currency of ISO 4217",
        remedy: "give three letters such as USD, EUR or JPY")
    }
    options.currency = currency
  }
  options.dateFormat = try arguments.text("date-format")
  options.valueIs = try arguments.text("value-is").flatMap { IntakeOptions.ValueBasis(rawValue: $0) }
  if let blank = try arguments.text("blank").flatMap({ IntakeOptions.BlankPolicy(rawValue: $0) }) {
    options.blank = blank
  }
  options.keyColumns = try arguments.text("key").map { $0.split(separator: ",").map(String.init) } ?? []
  options.isStrict = arguments.has("strict")
  return options
}

/// The catalog folder: `--catalog`, else `POSSESSIONS_CATALOG`, else `catalog`. Absolute, and as typed.
func catalogPath(_ arguments: Arguments) -> (absolute: BytePath, typed: BytePath) {
  let typed =
    arguments.path("catalog")
    ?? ProcessInfo.processInfo.environment["POSSESSIONS_CATALOG"].map { BytePath($0) } ?? "catalog"
  return (typed.absolute, typed)
}

/// Workers where nothing is asked: one for each processor, eight at most.
func processorCount() -> Int {
  max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 8))
}
