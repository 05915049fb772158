// `report`: documents from a snapshot of the catalog, and what `import` ends with.
import Files
package import PossessionsCore
import Recording
package import Reporting

/// What `report` is asked to write.
package struct ReportRequest {
  package var catalog: BytePath
  /// Where documents go; nil is the catalog's own `reports` folder, whose documents link to its renditions.
  package var output: BytePath?
  /// `html`, …; each is written as `inventory.EXTENSION` or `claim.EXTENSION`.
  package var formats: [String]
  /// The valuation date of a claim is taken from `lossDate`, or from the items where all say the same.
  package var options: ReportOptions
  package var lossDate: PartialDate?
  /// A policy file, a life table and a list of lost item ids; nil where none is given.
  package var policy: BytePath?
  package var lifeTable: BytePath?
  package var lostList: BytePath?
  /// A folder, or a file that ends in `.zip`.
  package var packet: BytePath?
  /// The item whose figures are to be explained; nothing is written then.
  package var explain: String?

  package init(catalog: BytePath, output: BytePath?, formats: [String], options: ReportOptions) {
    self.catalog = catalog
    self.output = output
    self.formats = formats
    self.options = options
  }
}

/// What was written.
package struct ReportOutcome: Sendable, Encodable {
  package var files: [BytePath] = []
  package var findings: [Finding] = []
  /// The derivation of one item's figures, where it was asked for.
  package var explanation: String?
}

/// Formats that `report` and `import --report` know, with a few words each.
package var reportFormats: [(name: String, summary: String)] {
  ReportFormats.all.map { ($0.name, $0.summary) }
}

/// Refuses a format that there is none of.
package func requireReportFormats(_ formats: [String]) throws(Failure) {
  for format in formats where ReportFormats.named(format) == nil {
    let names = reportFormats.map(\.name)
    let near = suggestion(for: format, among: names).map { "did you mean \($0)? " } ?? ""
    throw Failure(
      .usage, subject: printable(format), message: "there is no such format",
      remedy: near + "choose from " + names.joined(separator: ", "))
  }
}

/// Writes documents from a snapshot of the catalog; a run may write beside it.
package func runReport(
  _ request: ReportRequest, observe: @escaping (Event) -> Void = { _ in }
) throws(Failure) -> ReportOutcome {
  try requireReportFormats(request.formats)
  var request = request
  try readReportInputs(&request)
  let folder = try CatalogFolder.open(request.catalog, for: .reading)
  let contents = try CatalogReader(snapshotOf: folder).contents()
  try settleReportDates(&request, contents)
  request.options.damagedOriginals = missingOriginals(contents, folder)
  if let itemID = request.explain { return try explain(itemID, request, contents) }
  return try writeDocuments(request, contents, folder, observe: observe)
}

private func explain(
  _ itemID: String, _ request: ReportRequest, _ contents: CatalogContents
) throws(Failure) -> ReportOutcome {
  let words = ReportWords(ReportModel(contents, options: request.options))
  guard let text = words.explanation(of: itemID) else {
    let near = suggestion(for: itemID, among: contents.possessions.map(\.itemID))
    throw Failure(
      .inputMissing, subject: printable(itemID), message: "there is no such item in this report",
      remedy: near.map { "did you mean \(printable($0))" } ?? "`possessions list` shows every item")
  }
  var outcome = ReportOutcome()
  outcome.explanation = text
  return outcome
}

/// Pictures whose originals are not in the store any more.
func missingOriginals(_ contents: CatalogContents, _ folder: CatalogFolder) -> Set<ImageKey> {
  Set(contents.pictures.values.lazy.filter { !folder.contains($0.original) }.map(\.key))
}

/// Writes documents from contents already read: `import` ends with this.
func writeDocuments(
  _ request: ReportRequest, _ contents: CatalogContents, _ folder: CatalogFolder,
  observe: @escaping (Event) -> Void = { _ in }
) throws(Failure) -> ReportOutcome {
  let name = request.options.kind.rawValue
  let provider: PictureProvider = { path in try folder.open(path).readToEnd() }
  var outcome = ReportOutcome()
  do {
    if !request.formats.isEmpty {
      var options = request.options
      if request.output == nil { options.pictures = .linked(prefix: "../") }
      let model = ReportModel(contents, options: options)
      let place = request.output?.absolute ?? folder.reportsPath
      let sink = try DocumentSink(folder: place, isPrivate: request.output == nil, observe: observe)
      for format in request.formats {
        guard let writer = ReportFormats.named(format) else {
          preconditionFailure("formats are checked before")
        }
        observe(.stepStarted(step: "report", total: model.lineCount))
        outcome.findings += try writer.write(model, name: name, provider: provider, to: sink)
      }
      try sink.sweep(["\(name)-pages", "\(name)-files"])
      outcome.files = sink.documents
    }
    if let packet = request.packet {
      let model = ReportModel(contents, options: request.options)
      outcome.findings += try writePacket(packet, model, name, provider, &outcome.files, observe)
    }
  } catch let failure as Failure {
    throw failure
  } catch {
    throw Failure(.internalError, message: "the report cannot be written: \(error)")
  }
  var seen: Set<Finding> = []
  outcome.findings = outcome.findings.filter { seen.insert($0).inserted }
  return outcome
}

private func writePacket(
  _ path: BytePath, _ model: ReportModel, _ name: String, _ provider: @escaping PictureProvider,
  _ files: inout [BytePath], _ observe: @escaping (Event) -> Void
) throws -> [Finding] {
  observe(.stepStarted(step: "packet", total: model.lineCount))
  let packet = Packet(model, name: name, provider: provider) { Hasher256() }
  let path = path.absolute
  if path.lowercasedExtension == "zip" {
    let sink = try DocumentSink(folder: path.folder, isPrivate: false, observe: observe)
    files.append(path)
    guard let file = path.name.text else {
      throw Failure(
        .usage, subject: path.description, message: "the archive's name is not UTF-8",
        remedy: "name it otherwise")
    }
    return try packet.write(toArchive: file, sink: sink)
  }
  // A packet of before is made anew; a folder with anything else in it is not ours to fill.
  if let names = try? namesInFolder(path), !names.isEmpty, !names.contains("SHA256SUMS") {
    throw Failure(
      .cannotCreate, subject: path.description, message: "the folder is not empty, and no packet is in it",
      remedy: "name an empty or a new folder, or a file that ends in .zip")
  }
  let sink = try DocumentSink(folder: path, isPrivate: false, observe: observe)
  let findings = try packet.write(toFolder: sink)
  try sink.sweep(["exhibits"])
  files.append(path)
  return findings
}

/// SHA-256 behind the interface of reports.
private final class Hasher256: ReportHasher {
  private var hasher: SHA256Hasher? = SHA256Hasher()

  func update(_ bytes: [UInt8]) { hasher?.update(bytes) }

  func finish() -> SHA256Digest {
    guard let hasher = hasher.take() else { preconditionFailure("a hash is finished once") }
    return hasher.finish()
  }
}
