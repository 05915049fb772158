import PossessionsCore
import Reporting
import Running

/// `labels`: QR labels for possessions, on sheets.
enum LabelsCommand: Command {
  static let definition = CommandDefinition(
    name: "labels",
    summary: "print QR labels for possessions, that import reads out of photos",
    details:
      "Writes a PDF for sheets of self-adhesive labels; print it at its own size (100 %). Each label has a QR code of "
      + "the item id and what --text asks for. A photo with a label in it finds its possession, and with import "
      + "--leader a label opens the group of photos after it.",
    operands: "[ITEM]...",
    operandCount: 0...100_000,
    options: [
      OptionDefinition(name: "output", short: "o", value: .text("FILE"), help: "where the PDF goes"),
      OptionDefinition(
        name: "sheet", value: .choice(LabelSheet.all.map(\.name)),
        help: "Avery's number of the sheet, or the same division by another maker (default: L7160)"),
      OptionDefinition(
        name: "room", value: .text("ROOM"), help: "only possessions of this room or below it"),
      OptionDefinition(
        name: "start", value: .text("N"),
        help: "the label of the first sheet to begin at, counted row by row (default: 1)"),
      OptionDefinition(
        name: "text", value: .text("LIST"),
        help: "what stands beside the code, joined by commas: name, id, serial, tag, room (default: name,id)"),
      OptionDefinition(
        name: "address", value: .text("URL"),
        help: "put the id behind this address, for phones that open it: https://home.example/i/"),
      OptionDefinition(name: "outline", help: "draw the edges of the labels, to try on plain paper"),
    ],
    examples: [
      ("possessions labels --output labels.pdf", "a label for everything"),
      ("possessions labels --room Kitchen --sheet 5163 --start 4 -o kitchen.pdf", "on a sheet begun before"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    guard let output = arguments.path("output") else {
      throw Failure(.usage, message: "labels needs --output FILE", remedy: "name the PDF to write")
    }
    let name = try arguments.text("sheet") ?? LabelSheet.all[0].name
    guard let sheet = LabelSheet.named(name) else { preconditionFailure("sheets are a choice") }
    var request = LabelsRequest(catalog: catalogPath(arguments).absolute, output: output, sheet: sheet)
    request.itemIDs = try arguments.operands.map { operand in
      guard let id = operand.text else {
        throw Failure(
          .usage, subject: operand.description, message: "this is no item id: it is not UTF-8",
          remedy: "possessions list shows all ids")
      }
      return id
    }
    request.room = try arguments.text("room")
    if let start = try arguments.number("start", in: 1...sheet.count) { request.start = start }
    if let text = try arguments.text("text") { request.lines = try lines(text) }
    request.address = try arguments.text("address")
    request.isOutlined = arguments.has("outline")
    let outcome = try runLabels(request, .real(observe: { console.observe($0) }))
    for id in outcome.ambiguous {
      console.warn(
        "the label of \(printable(id)) does not name it alone: a photo of it will be reported as ambiguous")
    }
    if console.isJSON {
      try console.writeJSON(outcome)
    } else {
      console.say(
        "\(counted(outcome.labels, "label")) on \(counted(outcome.sheets, "sheet")) \(sheet.name): "
          + shownPath(outcome.file))
    }
    return 0
  }

  private static func lines(_ text: String) throws(Failure) -> [LabelsRequest.Line] {
    var lines: [LabelsRequest.Line] = []
    for word in text.split(separator: ",") {
      guard let line = LabelsRequest.Line(rawValue: String(word)) else {
        throw Failure(
          .usage, subject: "--text \(printable(String(word)))", message: "there is no such line",
          remedy: "choose of " + LabelsRequest.Line.allCases.map(\.rawValue).joined(separator: ", "))
      }
      lines.append(line)
    }
    return lines
  }
}
