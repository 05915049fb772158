import Foundation
import PossessionsCore
import Reporting
import Running

/// `report`: insurance documents from the catalog.
enum ReportCommand: Command {
  static let definition = CommandDefinition(
    name: "report",
    summary: "write insurance documents from the catalog",
    details: "Reads a snapshot of the catalog; nothing else. Documents are written whole or not at all.",
    options: [
      OptionDefinition(
        name: "format", short: "f", value: .text("LIST"), help: "formats joined by commas (default: html)"),
      OptionDefinition(
        name: "output", short: "o", value: .text("DIR"),
        help: "where documents go (default: the catalog's reports folder)"),
      OptionDefinition(
        name: "as-of", value: .text("DATE"),
        help: "the day on which things are valued, YYYY-MM-DD (default: today)"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let formats = try arguments.text("format")?.split(separator: ",").map(String.init) ?? ["html"]
    let environment = RunEnvironment.real(observe: { console.observe($0) })
    let text = try arguments.text("as-of") ?? String(environment.now().prefix(10))
    guard let date = PartialDate(iso: text), date.day != nil else {
      throw Failure(
        .usage, subject: "--as-of \(printable(text))", message: "this is no day",
        remedy: "write it as YYYY-MM-DD")
    }
    let outcome = try runReport(
      ReportRequest(
        catalog: catalogPath(arguments).absolute, output: arguments.path("output"), formats: formats,
        options: ReportOptions(valuationDate: date, toolVersion: "possessions \(programVersion)")))
    if console.isJSON {
      try console.writeJSON(outcome)
    } else {
      for file in outcome.files { console.write("\(file)\n") }
    }
    return 0
  }
}
