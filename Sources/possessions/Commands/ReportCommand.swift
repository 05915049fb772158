import Foundation
import PossessionsCore
import Reporting
import Running

/// `report`: insurance documents from the catalog.
enum ReportCommand: Command {
  static let definition = CommandDefinition(
    name: "report",
    summary: "write insurance documents from the catalog",
    details: """
      Reads a snapshot of the catalog; nothing else. An inventory lists everything owned and values it on a day; a \
      claim lists what was lost and values it on the day of the loss. Documents are written whole or not at all. \
      Formats: \(reportFormats.map { "\($0.name) (\($0.summary))" }.joined(separator: ", ")). \
      docs/reports.md says how every figure is found.
      """,
    options: [
      OptionDefinition(
        name: "kind", value: .choice(ReportOptions.Kind.allCases.map(\.rawValue)),
        help: "which document (default: inventory)"),
      OptionDefinition(
        name: "format", short: "f", value: .text("LIST"),
        help: "formats joined by commas: \(reportFormats.map(\.name).joined(separator: ", ")) (default: html)"
      ),
      OptionDefinition(
        name: "output", short: "o", value: .text("DIR"),
        help: "where documents go (default: the catalog's reports folder)"),
      OptionDefinition(
        name: "packet", value: .text("DIR|FILE.zip"),
        help: "write PDF, XLSX, tables, numbered JPEGs, manifest and check sums, ready to send"),
      OptionDefinition(
        name: "as-of", value: .text("DATE"),
        help: "the day on which things are valued, YYYY-MM-DD (default: today)"),
      OptionDefinition(
        name: "lost", value: .text("all|room=ROOM|FILE"),
        help:
          "what a claim is about: everything, a location, or a file with an item id a line (default: loss_status)"
      ),
      OptionDefinition(
        name: "loss-date", value: .text("DATE"),
        help: "the day of the loss, on which a claim is valued (default: loss_date)"),
      OptionDefinition(
        name: "peril", value: .text("CAUSE"), help: "theft, fire, …: which limits of the policy apply"),
      OptionDefinition(
        name: "room", value: .text("ROOM"), isRepeatable: true,
        help: "only this location and what is nested in it"),
      OptionDefinition(
        name: "category", value: .text("NAME"), isRepeatable: true, help: "only this category"),
      OptionDefinition(
        name: "policy", value: .text("FILE"),
        help:
          "insurer, numbers, premises and limits, as JSON such as docs/policy.example.json (default: settings)"
      ),
      OptionDefinition(
        name: "life-table", value: .text("FILE"),
        help: "useful lives by category, as CSV (default: settings, else docs/life-table.csv)"),
      OptionDefinition(
        name: "value-from", value: .choice(["replacement", "purchase"]),
        help: "purchase lets the price paid stand in where no replacement cost is known, marked as such"),
      OptionDefinition(
        name: "redact", value: .text("LIST"),
        help: "leave out: \(ReportOptions.Redaction.allCases.map(\.rawValue).joined(separator: ", "))"),
      OptionDefinition(
        name: "paper", value: .choice(ReportOptions.Paper.allCases.map(\.rawValue)),
        help: "paper of PDF and XLSX (default: by locale)"),
      OptionDefinition(
        name: "locale", value: .text("NAME"),
        help: "how numbers are written: en_US, de_DE, … (default: settings, else en_US)"),
      OptionDefinition(name: "excel", help: "begin CSV files with the byte order mark that Excel wants"),
      OptionDefinition(
        name: "explain", value: .text("ITEM"),
        help: "print how the figures of one item were found, and write nothing"),
    ],
    examples: [
      ("possessions report --format html,pdf,xlsx --output out", "the inventory in three formats"),
      (
        "possessions report --kind claim --lost room=Garage --loss-date 2026-01-02 --peril theft --packet claim.zip",
        "a claim for everything in the garage, ready to send"
      ),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let environment = RunEnvironment.real(observe: { console.observe($0) })
    let request = try request(arguments, environment)
    let outcome = try runReport(request, observe: environment.observe)
    for file in outcome.files {
      console.observe(.reportWritten(path: file, format: file.lowercasedExtension))
    }
    for finding in outcome.findings { console.observe(.finding(finding)) }
    if console.isJSON {
      try console.writeJSON(outcome)
    } else {
      if let text = outcome.explanation { console.write(text) }
      for file in outcome.files { console.write("\(file)\n") }
      if !console.isQuiet {
        for finding in outcome.findings { console.warn(console.line(for: finding)) }
      }
    }
    return 0
  }

  // MARK: Options

  private static func request(_ arguments: Arguments, _ environment: RunEnvironment) throws -> ReportRequest {
    let catalog = catalogPath(arguments).absolute
    let settings = try Settings.read(catalog: catalog)
    let kind = ReportOptions.Kind(rawValue: try arguments.text("kind") ?? "") ?? .inventory
    let lossDate = try day(arguments, "loss-date")
    let asOf = try day(arguments, "as-of")
    try refuseMisfits(arguments, kind, asOf, lossDate)
    let today = PartialDate(iso: environment.now().prefix(10))
    guard let date = asOf ?? today else { preconditionFailure("the clock gives RFC 3339") }
    var options = ReportOptions(
      kind: kind, valuationDate: date, toolVersion: "possessions \(environment.version)")
    if let currency = settings.currency { options.currency = currency }
    try setLook(arguments, settings, &options)
    options.peril = try arguments.text("peril")
    options.rooms = try arguments.texts("room")
    options.categories = try arguments.texts("category")
    options.rules.usesPurchasePrice = try arguments.text("value-from") == "purchase"
    let packet = arguments.path("packet")
    let explain = try arguments.text("explain")
    let isOnlyPacket = packet != nil && !arguments.has("format")
    let formats =
      try arguments.text("format")?.split(separator: ",").map { String($0.filter { $0 != " " }) }
      ?? (isOnlyPacket ? [] : ["html"])
    var request = ReportRequest(
      catalog: catalog, output: arguments.path("output"), formats: formats, options: options)
    request.lossDate = lossDate ?? (kind == .claim ? asOf : nil)
    request.policy = arguments.path("policy") ?? settings.policy
    request.lifeTable = arguments.path("life-table") ?? settings.lifeTable
    request.packet = packet
    request.explain = explain
    if let lost = arguments.path("lost") {
      if lost.bytes == Array("all".utf8) {
        request.options.lost = .all
      } else if lost.bytes.starts(with: Array("room=".utf8)), let text = lost.text {
        request.options.lost = .room(String(text.dropFirst(5)))
      } else {
        request.lostList = lost
      }
    }
    return request
  }

  private static func setLook(
    _ arguments: Arguments, _ settings: Settings, _ options: inout ReportOptions
  ) throws {
    if let name = try arguments.text("locale") ?? settings.locale {
      guard let locale = ReportLocale(name) else {
        throw Failure(
          .usage, subject: "--locale \(printable(name))", message: "this locale is not known",
          remedy: "write a language and a country such as en_US, en_GB, de_DE or fr_CA")
      }
      options.locale = locale
      options.paper = locale.paper
    }
    if let paper = try arguments.text("paper").flatMap(ReportOptions.Paper.init) { options.paper = paper }
    options.marksForExcel = arguments.has("excel")
    let words = ReportOptions.Redaction.allCases.map(\.rawValue)
    for word in try arguments.text("redact")?.split(separator: ",") ?? [] {
      guard let redaction = ReportOptions.Redaction(rawValue: String(word)) else {
        let near = suggestion(for: String(word), among: words).map { "did you mean \($0)? " } ?? ""
        throw Failure(
          .usage, subject: "--redact \(printable(word))", message: "there is no such thing to leave out",
          remedy: near + "choose from " + words.joined(separator: ", "))
      }
      options.redactions.insert(redaction)
    }
  }

  private static func refuseMisfits(
    _ arguments: Arguments, _ kind: ReportOptions.Kind, _ asOf: PartialDate?, _ lossDate: PartialDate?
  ) throws(Failure) {
    if kind == .inventory {
      for option in ["lost", "loss-date", "peril"] where arguments.has(option) {
        throw Failure(
          .usage, subject: "--\(option)", message: "an inventory knows of no loss", remedy: "add --kind claim"
        )
      }
    }
    if kind == .claim, let asOf, let lossDate, asOf != lossDate {
      throw Failure(
        .usage, subject: "--as-of \(asOf)", message: "a claim is valued on the day of the loss, \(lossDate)",
        remedy: "leave --as-of out")
    }
  }

  private static func day(_ arguments: Arguments, _ option: String) throws(Failure) -> PartialDate? {
    guard let text = try arguments.text(option) else { return nil }
    guard let date = PartialDate(iso: text), date.day != nil else {
      throw Failure(
        .usage, subject: "--\(option) \(printable(text))", message: "this is no day",
        remedy: "write it as YYYY-MM-DD")
    }
    return date
  }
}
