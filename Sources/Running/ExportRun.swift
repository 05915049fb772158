import Files
package import PossessionsCore
import Recording

/// What `export` is asked to write.
package struct ExportRequest {
  package var catalog: BytePath
  package var options: ItemsExportOptions
  /// Where the items table goes; nil gives its bytes back.
  package var output: BytePath?
  /// Where the manifest of all attachments goes; nil writes none.
  package var manifest: BytePath?

  package init(
    catalog: BytePath, options: ItemsExportOptions, output: BytePath?, manifest: BytePath? = nil
  ) {
    self.catalog = catalog
    self.options = options
    self.output = output
    self.manifest = manifest
  }
}

/// What was written.
package struct ExportOutcome: Sendable, Encodable {
  package var files: [BytePath] = []
  /// Possessions in the items table.
  package var possessions = 0
  /// Rows of the manifest.
  package var attachments = 0
  /// The items table, where it goes to no file.
  package var bytes: [UInt8] = []

  private enum CodingKeys: String, CodingKey {
    case files, possessions, attachments
  }
}

/// Writes the catalog as CSV from a snapshot; a run may write beside it. Files are written whole or not at all.
package func runExport(_ request: ExportRequest) throws(Failure) -> ExportOutcome {
  let contents = try CatalogView(request.catalog).contents()
  var outcome = ExportOutcome()
  outcome.possessions = contents.possessions.count { $0.status == .current }
  if let output = request.output {
    let path = output.absolute
    let file = try DurableFile(at: path, mode: nil)
    try exportItems(contents, options: request.options) { (bytes) throws(Failure) in try file.write(bytes) }
    try file.finish()
    outcome.files.append(path)
  } else {
    outcome.bytes = exportItems(contents, options: request.options)
  }
  if let manifest = request.manifest {
    let path = manifest.absolute
    try writeDurably(exportManifest(contents), to: path, mode: nil)
    outcome.attachments = contents.attachments.count
    outcome.files.append(path)
  }
  return outcome
}

/// How a table would be read and why, and what an import would do with its rows; nothing is written.
///
/// - Parameter catalog: what the rows are planned against; its settings give the locale and the currency. Where there
///   is none, every possession is new.
package func explainItems(
  _ file: BytePath, options: IntakeOptions, catalog: BytePath
) throws(Failure) -> ItemsExplanation {
  let settings = try Settings.read(catalog: catalog)
  var options = options
  options.settingsCurrency = settings.currency
  options.locale = options.locale ?? settings.locale
  let path = file.absolute
  let known = try possessions(in: catalog)
  do {
    return try ItemsExplanation(
      tableSource(path), file: file.description, options: options,
      planner: RowPlanner(catalog: known, options: RowPlanOptions(blank: options.blank)))
  } catch let failure as Failure {
    throw failure
  } catch {
    throw Failure(.internalError, subject: file.description, message: "\(error)")
  }
}

/// Possessions by id; none where there is no catalog.
private func possessions(in catalog: BytePath) throws(Failure) -> [String: Possession] {
  do throws(Failure) {
    return try CatalogView(catalog).contents().possessions.reduce(into: [:]) { $0[$1.itemID] = $1 }
  } catch {
    if error.kind == .wrongCatalog || error.kind == .inputMissing { return [:] }
    throw error
  }
}

/// A table in a file, read from its beginning as often as needed.
func tableSource(_ path: BytePath) -> TableSource {
  TableSource {
    let table = OpenTable(try FileDescriptor.reading(path))
    return { wanted in try table.next(wanted) }
  }
}

/// Holds the descriptor for a closure, which cannot hold what is not copied.
private final class OpenTable {
  private let descriptor: FileDescriptor

  init(_ descriptor: consuming FileDescriptor) {
    self.descriptor = descriptor
  }

  func next(_ wanted: Int) throws(Failure) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: max(1, wanted))
    let count = try descriptor.read(into: &buffer)
    buffer.removeLast(buffer.count - count)
    return buffer
  }
}
