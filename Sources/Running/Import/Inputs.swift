// Inputs: items tables read to their end and checked, photo folders listed. Nothing is written before all of it stands.
import Files
import FoundationEssentials
import PossessionsCore

/// Everything that a run reads before it does anything.
struct Inputs {
  /// One photo folder.
  struct Source {
    /// As typed, for messages.
    var typed: BytePath
    /// In its canonical spelling: the root under which its files are remembered.
    var root: BytePath
    var folder: SourceFolder
    var listing: FolderListing
  }

  /// One items table. It is read once to judge it, and again where its rows are planned, so that a million rows need
  /// little memory.
  struct Table {
    var typed: BytePath
    /// As it was when it was judged.
    var stamp: FileStamp

    var source: TableSource { tableSource(typed.absolute) }
  }

  var sources: [Source] = []
  var tables: [Table] = []
  var rowsAccepted = 0
  var manifest: [ManifestEntry] = []
  var edits: [ManifestEntry] = []
  var rowsRejected = 0
  var findings: [Finding] = []
  /// SHA-256 of every table's bytes, in order.
  var tableDigests: [SHA256Digest] = []

  /// Each folder's path as typed, made absolute: what a cell may hold beside the canonical spelling.
  var absoluteRoots: [BytePath: BytePath] {
    sources.reduce(into: [:]) { $0[$1.root] = $1.typed.absolute }
  }
}

extension ImportRun {
  func readInputs() throws(Failure) -> Inputs {
    var inputs = Inputs()
    for typed in request.photos {
      // One folder, one name: what is remembered of `in` holds for `./in/` as well.
      let root = typed.canonical ?? typed.absolute
      let folder: SourceFolder
      do throws(Failure) {
        folder = try SourceFolder(root)
      } catch {
        throw Failure(
          error.kind, subject: "--photos \(typed)", message: error.message, remedy: error.remedy)
      }
      inputs.sources.append(
        Inputs.Source(typed: typed, root: root, folder: folder, listing: try folder.list()))
    }
    try refuseNested(inputs.sources)
    inputs.sources += hand?.sources ?? []
    for typed in request.items {
      let table = try openTable(typed, option: "--items") { (file) throws(Failure) in
        inputs.tableDigests.append(try sha256(of: file).digest)
        return Inputs.Table(typed: typed, stamp: try file.stamp())
      }
      let intake = try readRows(of: table) { _ in }
      inputs.tables.append(table)
      inputs.rowsAccepted += intake.summary.acceptedRows
      inputs.rowsRejected += intake.rejected
      inputs.findings += intake.findings
      outcome.intakeNotes += intakeNotes(intake.summary)
    }
    for typed in request.manifests + request.edits {
      let option = request.manifests.contains(typed) ? "--manifest" : "--edits"
      let bytes = try openTable(typed, option: option) { (file) throws(Failure) in try file.readToEnd() }
      inputs.tableDigests.append(sha256(of: bytes))
      let table = try readTable { try readEdits(bytes, file: typed.description, options: intakeOptions) }
      if request.manifests.contains(typed) {
        inputs.manifest += table.entries
      } else {
        inputs.edits += table.entries
      }
      inputs.findings += table.findings
    }
    return inputs
  }

  /// Reads an items table from its beginning, handing out each good row.
  ///
  /// - Throws: what `readItems` throws; `badData` where the file is no longer what it was when it was judged.
  func readRows(of table: Inputs.Table, deliver: (PossessionRow) -> Void) throws(Failure) -> Intake {
    let intake = try readTable {
      try readItems(table.source, file: table.typed.description, options: intakeOptions, deliver: deliver)
    }
    let isSame = try openTable(table.typed, option: "--items") { (file) throws(Failure) in
      try file.stamp() == table.stamp
    }
    guard isSame else {
      throw Failure(
        .badData, subject: "--items \(table.typed)", message: "the table was changed while it was read",
        remedy: "run again once nothing writes to it")
    }
    return intake
  }

  /// Reading a table throws nothing but failures.
  private func readTable<Table>(_ body: () throws -> Table) throws(Failure) -> Table {
    do {
      return try body()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.internalError, message: "a table cannot be read: \(error)")
    }
  }

  /// Arguments win over the settings.
  var intakeOptions: IntakeOptions {
    var options = request.intake
    options.settingsCurrency = settings.currency
    options.locale = options.locale ?? settings.locale
    return options
  }

  private func openTable<Result>(
    _ typed: BytePath, option: String, _ body: (borrowing FileDescriptor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      let file = try FileDescriptor.reading(typed.absolute)
      return try body(file)
    } catch {
      throw Failure(
        error.kind, subject: "\(option) \(typed)", message: error.message, remedy: error.remedy)
    }
  }

  /// Two sources, one inside the other, would list the same file twice.
  private func refuseNested(_ sources: [Inputs.Source]) throws(Failure) {
    for outer in sources {
      for inner in sources where inner.root != outer.root {
        if inner.root.bytes.starts(with: outer.root.bytes + [0x2F]) {
          throw Failure(
            .usage, subject: "--photos \(inner.typed)", message: "this folder lies inside \(outer.typed)",
            remedy: "name the outer folder alone")
        }
      }
    }
    if Set(sources.map(\.root)).count < sources.count {
      throw Failure(
        .usage, subject: "--photos", message: "the same folder was given twice", remedy: "give it once")
    }
  }
}
