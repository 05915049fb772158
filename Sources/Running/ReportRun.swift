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
  package var options: ReportOptions

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
}

/// Formats that `report` and `import --report` know.
package let reportFormats = ["html"]

/// Refuses a format that there is none of.
package func requireReportFormats(_ formats: [String]) throws(Failure) {
  for format in formats where !reportFormats.contains(format) {
    throw Failure(
      .usage, subject: printable(format), message: "there is no such format",
      remedy: "choose from " + reportFormats.joined(separator: ", "))
  }
}

/// Writes documents from a snapshot of the catalog; a run may write beside it.
package func runReport(_ request: ReportRequest) throws(Failure) -> ReportOutcome {
  try requireReportFormats(request.formats)
  let folder = try CatalogFolder.open(request.catalog, for: .reading)
  let contents = try CatalogReader(snapshotOf: folder).contents()
  return try writeDocuments(request, contents, folder)
}

/// Writes documents from contents already read: `import` ends with this.
func writeDocuments(
  _ request: ReportRequest, _ contents: CatalogContents, _ folder: CatalogFolder
) throws(Failure) -> ReportOutcome {
  var options = request.options
  if request.output == nil { options.pictures = .linked(prefix: "../") }
  let model = ReportModel(contents, options: options)
  let place = request.output?.absolute ?? folder.reportsPath
  let sink = DocumentSink(folder: place, isPrivate: request.output == nil)
  var outcome = ReportOutcome()
  do {
    for format in request.formats {
      switch format {
      case "html":
        let report = HTMLReport(model, name: options.kind.rawValue) { path in
          try folder.open(path).readToEnd()
        }
        outcome.findings += try report.write(to: sink)
      default:
        preconditionFailure("formats are checked before")
      }
      outcome.files.append(place.appending("\(options.kind.rawValue).\(format)"))
    }
  } catch let failure as Failure {
    throw failure
  } catch {
    throw Failure(.internalError, message: "the report cannot be written: \(error)")
  }
  return outcome
}

/// Files of a document, each written under another name, synced, and put in its place whole.
final class DocumentSink: ReportSink {
  private let folder: BytePath
  private let isPrivate: Bool
  private var pending: [UInt8] = []
  private var path = BytePath([])

  init(folder: BytePath, isPrivate: Bool) {
    self.folder = folder
    self.isPrivate = isPrivate
  }

  private var file: DurableFileBox?

  func begin(_ path: String) throws {
    precondition(file == nil, "one file at a time")
    let target = folder.appending(path)
    try makeFolder(target.folder, mode: isPrivate ? 0o700 : nil)
    file = DurableFileBox(try DurableFile(at: target, mode: isPrivate ? 0o600 : nil))
  }

  func write(_ bytes: [UInt8]) throws {
    pending += bytes
    if pending.count > 1 << 18 { try flush() }
  }

  func end() throws {
    try flush()
    try file?.finish()
    file = nil
  }

  private func flush() throws {
    try file?.write(pending)
    pending.removeAll(keepingCapacity: true)
  }
}

/// Holds the one open file of a sink, which is a value that cannot be copied.
private final class DurableFileBox {
  private var file: DurableFile?

  init(_ file: consuming DurableFile) { self.file = consume file }

  func write(_ bytes: [UInt8]) throws(Failure) { try file?.write(bytes) }

  func finish() throws(Failure) {
    guard let file = file.take() else { return }
    _ = try file.finish()
  }
}
