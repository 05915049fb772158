// What a report is told by files and by the items themselves: policy, life table, what was lost and when.
import Files
import PossessionsCore
import Reporting

/// Reads the files of a request into its options.
func readReportInputs(_ request: inout ReportRequest) throws(Failure) {
  func read(_ path: BytePath) throws(Failure) -> [UInt8] {
    try FileDescriptor.reading(path).readToEnd(limit: 16 << 20)
  }
  if let path = request.lifeTable {
    let bytes = try read(path)
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Failure(
        .badData, subject: path.description, message: "the life table is not UTF-8",
        remedy: "save it as CSV UTF-8")
    }
    request.options.rules.lifeTable = try LifeTable(csv: text, name: path.description)
  }
  if let path = request.policy {
    request.options.policy = try Policy(parsing: try read(path), name: path.description)
  }
  if let path = request.lostList {
    guard let text = String(validating: try read(path), as: UTF8.self) else {
      throw Failure(
        .badData, subject: path.description, message: "the list of lost items is not UTF-8",
        remedy: "write one item id a line, in UTF-8")
    }
    var ids: [String] = []
    for line in text.split(whereSeparator: \.isNewline) {
      var id = line[...]
      while let first = id.first, first.isWhitespace || first == "\u{FEFF}" { id.removeFirst() }
      while id.last?.isWhitespace == true { id.removeLast() }
      if !id.isEmpty, !(ids.isEmpty && id == "item_id") { ids.append(String(id)) }
    }
    guard !ids.isEmpty else {
      throw Failure(
        .badData, subject: path.description, message: "the list of lost items is empty",
        remedy: "write one item id a line")
    }
    request.options.lost = .items(ids)
  }
}

/// Finds the day of a claim, and refuses lists that name items which the catalog does not have.
func settleReportDates(_ request: inout ReportRequest, _ contents: CatalogContents) throws(Failure) {
  guard request.options.kind == .claim else { return }
  if case .items(let ids) = request.options.lost {
    let known = Set(contents.possessions.map(\.itemID))
    let unknown = ids.filter { !known.contains($0) }
    if let first = unknown.first {
      let near = suggestion(for: first, among: Array(known)).map { ", did you mean \(printable($0))" } ?? ""
      throw Failure(
        .badData, subject: request.lostList?.description ?? "--lost",
        message: unknown.count == 1
          ? "the catalog has no item \(printable(first))\(near)"
          : "the catalog has no items \(unknown.prefix(10).map { printable($0) }.joined(separator: ", "))\(near)",
        remedy: "`possessions list` shows every item")
    }
  }
  if request.options.lost == .asRecorded,
    !contents.possessions.contains(where: { $0.text(.lossStatus)?.isEmpty == false })
  {
    throw Failure(
      .usage, subject: "--kind claim", message: "no item has a loss status, so nothing is known to be lost",
      remedy: "say --lost all, --lost room=ROOM or --lost FILE, or fill the column loss_status")
  }
  if let date = request.lossDate {
    request.options.valuationDate = date
    return
  }
  let dates = Set(contents.possessions.compactMap { $0.date(.lossDate) })
  guard dates.count == 1, let date = dates.first, date.day != nil else {
    throw Failure(
      .usage, subject: "--kind claim",
      message: dates.isEmpty
        ? "the day of the loss is not known" : "the items do not agree on one full day of loss",
      remedy: "say --loss-date YYYY-MM-DD")
  }
  request.options.valuationDate = date
}
