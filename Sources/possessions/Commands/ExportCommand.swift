import PossessionsCore
import Running

/// `export`: the catalog as CSV.
enum ExportCommand: Command {
  static let definition = CommandDefinition(
    name: "export",
    summary: "write the catalog as a CSV that import takes back with no change",
    details:
      "Reads a snapshot of the catalog. All current possessions, each with its key; amounts exactly as they are. "
      + "With --spreadsheet-safe, text that a spreadsheet would run as a formula gets an apostrophe before it, which "
      + "import takes away again.",
    options: [
      OptionDefinition(
        name: "output", short: "o", value: .text("FILE"), help: "where the CSV goes; - is standard output"),
      OptionDefinition(
        name: "dialect", value: .choice(ItemsExportOptions.Dialect.allCases.map(\.rawValue)),
        help: "columns of another tool (default: our own)"),
      OptionDefinition(
        name: "spreadsheet-safe", help: "for opening in a spreadsheet: no cell runs as a formula"),
      OptionDefinition(
        name: "manifest", value: .text("FILE"),
        help: "also write all attachments as a manifest: order, primary photo, edits, captions"),
    ],
    examples: [
      ("possessions export --output items.csv", "edit it, and import it again"),
      ("possessions export --dialect homebox --output homebox.csv", "for Homebox's own import"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    guard let output = arguments.path("output") else {
      throw Failure(
        .usage, message: "export needs --output FILE", remedy: "name a file, or - for standard output")
    }
    let isStandard = output == BytePath("-")
    if isStandard, console.isJSON {
      throw Failure(
        .usage, message: "--json and --output - both want standard output", remedy: "give one of them a file")
    }
    var options = ItemsExportOptions(isSpreadsheetSafe: arguments.has("spreadsheet-safe"))
    if let name = try arguments.text("dialect"), let dialect = ItemsExportOptions.Dialect(rawValue: name) {
      options.dialect = dialect
    }
    let outcome = try runExport(
      ExportRequest(
        catalog: catalogPath(arguments).absolute, options: options, output: isStandard ? nil : output,
        manifest: arguments.path("manifest")))
    if isStandard {
      console.write(bytes: outcome.bytes)
    } else if console.isJSON {
      try console.writeJSON(outcome)
    } else {
      for file in outcome.files { console.write("\(file)\n") }
    }
    return 0
  }
}
