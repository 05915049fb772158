import Barcodes
import Files
package import PossessionsCore
package import Reporting
import Typesetting

/// What `labels` is asked to print.
package struct LabelsRequest {
  /// What may stand beside the code.
  package enum Line: String, CaseIterable, Sendable {
    case name, id, serial, tag, room
  }

  package var catalog: BytePath
  package var output: BytePath
  /// Possessions by id, in this order; empty for all current ones.
  package var itemIDs: [String] = []
  /// Only those of this room or below it.
  package var room: String?
  package var sheet: LabelSheet
  /// The first label to print on, counted from 1.
  package var start = 1
  package var lines: [Line] = [.name, .id]
  /// An address that the id is put behind; nil prints the id alone.
  package var address: String?
  package var isOutlined = false

  package init(catalog: BytePath, output: BytePath, sheet: LabelSheet) {
    self.catalog = catalog
    self.output = output
    self.sheet = sheet
  }
}

/// What was printed.
package struct LabelsOutcome: Sendable, Encodable {
  package var file: BytePath
  package var labels = 0
  package var sheets = 0
  /// Ids whose label would not be read as this possession alone: another one's serial number is the same text.
  package var ambiguous: [String] = []
}

/// Prints labels from a snapshot of the catalog; a run may write beside it.
///
/// - Throws: `.usage` for an id that is not there, `.badData` for one too long for the sheet.
package func runLabels(_ request: LabelsRequest, _ environment: RunEnvironment) throws(Failure)
  -> LabelsOutcome
{
  let possessions = try CatalogView(request.catalog).contents().possessions.filter { $0.status == .current }
  let chosen = try chosen(of: possessions, request)
  let pages = LabelPages(sheet: request.sheet, start: request.start, isOutlined: request.isOutlined)
  var labels: [Label] = []
  var texts: [String] = []
  for possession in chosen {
    let text =
      request.address.map { $0 + percentEncoded(possession.itemID.utf8, encodesSlash: true) }
      ?? possession.itemID
    guard let code = QRCode(text, correction: .medium), pages.holds(code) else {
      throw Failure(
        .badData, subject: printable(possession.itemID),
        message: "its code would be too fine to read on labels \(request.sheet.name)",
        remedy: "choose larger labels with --sheet"
          + (request.address == nil ? "" : ", or leave out --address"))
    }
    texts.append(text)
    labels.append(Label(code: code, lines: request.lines.map { line($0, of: possession) }))
  }
  var outcome = LabelsOutcome(file: request.output.absolute)
  outcome.labels = labels.count
  outcome.sheets = pages.pageCount(of: labels.count)
  let named = itemsNamed(byCodes: texts, among: possessions.map { MatchableItem($0) })
  outcome.ambiguous = zip(chosen, named).filter { $1 != [$0.itemID] }.map(\.0.itemID)
  let now = environment.now()
  var bytes: [UInt8] = []
  do {
    try pages.write(
      labels,
      metadata: PDFCanvas.Metadata(
        title: "Labels", author: "", subject: "", creator: "possessions \(environment.version)", created: now)
    ) { bytes += $0 }
  } catch {
    throw Failure(.internalError, subject: "\(request.output)", message: "the labels cannot be set: \(error)")
  }
  try writeDurably(bytes, to: outcome.file, mode: nil)
  return outcome
}

private func chosen(of possessions: [Possession], _ request: LabelsRequest) throws(Failure) -> [Possession] {
  var chosen = possessions
  if !request.itemIDs.isEmpty {
    chosen = []
    for id in request.itemIDs {
      guard let found = possessions.first(where: { $0.itemID == id }) else {
        throw Failure(
          .usage, subject: printable(id), message: "there is no such possession",
          remedy: suggestion(for: id, among: possessions.map(\.itemID)).map {
            "did you mean \(printable($0))?"
          }
            ?? "possessions list shows all ids")
      }
      chosen.append(found)
    }
  }
  if let room = request.room {
    chosen = chosen.filter { isRoom($0.text(.room) ?? "", within: room) }
  }
  guard !chosen.isEmpty else {
    throw Failure(
      .usage, message: "there is no possession to print a label for",
      remedy: request.room == nil ? "import items first" : "possessions list --room shows what is in a room")
  }
  return chosen
}

private func line(_ line: LabelsRequest.Line, of possession: Possession) -> String {
  switch line {
  case .name: printable(possession.name)
  case .id: printable(possession.itemID)
  case .serial: printable(possession.text(.serialNumber) ?? "")
  case .tag: printable(possession.text(.assetTag) ?? "")
  case .room: printable(possession.text(.room) ?? "")
  }
}
