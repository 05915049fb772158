/// Reads an items table: encoding, delimiter, dialect, columns, evidence, rows. Pure: bytes come in through a
/// source, rows and findings go out.

/// Reads a table whole.
///
/// - Parameters:
///   - file: its name as typed, for messages.
/// - Throws: `Failure(.badData)` with all faults where the file as a whole cannot be trusted, or any row was refused
///   under `isStrict`; `Failure(.usage)` for an option that means nothing; whatever `source` throws.
public func readItems(
  _ source: TableSource, file: String, options: IntakeOptions = IntakeOptions()
) throws -> Intake {
  var rows: [PossessionRow] = []
  var intake = try readItems(source, file: file, options: options) { rows.append($0) }
  intake.rows = rows
  return intake
}

/// The same over bytes in memory.
public func readItems(
  _ bytes: [UInt8], file: String, options: IntakeOptions = IntakeOptions()
) throws(Failure) -> Intake {
  do {
    return try readItems(TableSource(bytes), file: file, options: options)
  } catch {
    throw failure(error, file: file)
  }
}

/// Bytes in memory give no errors of their own, so anything but a failure is a fault of the program.
func failure(_ error: any Error, file: String) -> Failure {
  error as? Failure
    ?? Failure(.internalError, subject: file, message: "\(error)", remedy: "report this with the table")
}

/// Reads a table and hands out each good row as it comes, so that a million need little memory.
///
/// The file has been judged as a whole before the first row comes, but a refused row under `isStrict` throws only at
/// the end: apply nothing before this returns.
public func readItems(
  _ source: TableSource, file: String, options: IntakeOptions = IntakeOptions(),
  deliver: (PossessionRow) throws -> Void
) throws -> Intake {
  var reading = try ItemsReading(source, file: file, options: options)
  try reading.gatherEvidence()
  reading.decide()
  return try reading.readRows(deliver)
}

/// One reading of one table; see `readItems`.
struct ItemsReading {
  let source: TableSource
  let file: String
  let options: IntakeOptions
  let locale: DecimalSign?
  let dateFormat: DateFormat?
  let opening: TableOpening
  var mapping: ColumnMapping
  var headerLine = 1
  var evidence: [ColumnEvidence] = []
  var readings: [String?] = []
  var plans: [CellPlan] = []
  /// Faults of the file as a whole.
  var faults: [Finding] = []
  var collector: FindingCollector
  /// Keys and serials that stand in several rows, with their lines.
  var repeatedKeys: [String: [Int]] = [:]
  var repeatedSerials: [String: [Int]] = [:]
  var assumedCurrency = false
  var counts = Counts()

  struct Counts {
    var rows = 0
    var accepted = 0
    var rejected = 0
    var skipped = 0
    var blank = 0
  }

  /// What to do with the cells of a column, decided once.
  enum CellPlan {
    /// It names the possession and nothing else, or is told apart from the row.
    case none
    case text(PossessionField)
    case serial
    case money(PossessionField, DecimalSign?)
    case date(PossessionField, DayOrder?)
    case boolean(PossessionField)
    case quantity
    case decimal(PossessionField, limit: Int64, allowsZero: Bool, allowsPercent: Bool)
    case currency
    case photos
    case receipt
    case document(NamedDocument.Kind)
    case imageKey
    case crop, rotate, edit
    case roomLevel
    case entryType
    case warrantyMonths
    case extra
  }

  init(_ source: TableSource, file: String, options: IntakeOptions) throws {
    self.source = source
    self.file = file
    self.options = options
    if let name = options.locale {
      guard let sign = DecimalSign(locale: name) else {
        throw Failure(
          .usage, subject: name, message: "the locale \"\(printable(name))\" is not known here",
          remedy: "use one such as en_US, de_DE, fr_CH")
      }
      locale = sign
    } else {
      locale = nil
    }
    if let text = options.dateFormat {
      guard let format = DateFormat(text) else {
        throw Failure(
          .usage, subject: text, message: "\"\(printable(text))\" is no date format",
          remedy: "use dmy, mdy or ymd, or a pattern such as DD/MM/YYYY")
      }
      dateFormat = format
    } else {
      dateFormat = nil
    }
    if let name = options.dialect, CSVDialect.named(name).isEmpty {
      let names = CSVDialect.all.map(\.name)
      let near = suggestion(for: name.lowercased(), among: names).map { "did you mean \($0)? " } ?? ""
      throw Failure(
        .usage, subject: name, message: "the dialect \"\(printable(name))\" is not known",
        remedy: near + "known are \(names.joined(separator: ", "))")
    }
    var options = options
    let positional = options.dialect.flatMap { CSVDialect.named($0).first }?.positional
    if positional != nil, options.delimiter == nil { options.delimiter = "comma" }
    opening = try TableOpening(source, file: file, options: options)
    collector = FindingCollector(file: file, limit: options.findingsPerKind)
    collector.add(opening.notes)

    var reader = try RecordReader(source, encoding: opening.encoding, delimiter: opening.delimiter)
    if opening.hasSeparatorLine { _ = try reader.next() }
    var headers: [String] = []
    if let positional {
      headers = positional
      headerLine = 0
    } else {
      while try reader.next() {
        if reader.isEmptyLine { continue }
        headers = reader.cells.indices.map { reader.text($0) }
        headerLine = reader.line
        break
      }
    }
    if headers.isEmpty {
      throw TableOpening.refusal(
        file, message: "\(file) has no rows", remedy: "the first row must name the columns")
    }
    mapping = ColumnMapping(headers: headers, file: file, line: headerLine, options: options)
    faults = mapping.faults
    collector.add(mapping.notes)
    evidence = Array(repeating: ColumnEvidence(), count: mapping.columns.count)
    readings = Array(repeating: nil, count: mapping.columns.count)
  }

  /// A reader that stands before the first row after the header.
  func rowReader() throws -> RecordReader {
    var reader = try RecordReader(source, encoding: opening.encoding, delimiter: opening.delimiter)
    if opening.hasSeparatorLine { _ = try reader.next() }
    if headerLine > 0 {
      while try reader.next() { if !reader.isEmptyLine { break } }
    }
    return reader
  }

  // MARK: Keys

  /// Where a row's key stands: its own text, or the cells of `--key` joined.
  enum RowKey {
    case missing
    case cell(start: Int, end: Int, PossessionRow.KeySource, column: Int)
    case joined(String)
  }

  func rowKey(_ bytes: Span<UInt8>, _ cells: [(start: Int, end: Int)]) -> RowKey {
    if !mapping.chosenKey.isEmpty {
      var parts: [String] = []
      for column in mapping.chosenKey {
        guard column < cells.count, cells[column].start < cells[column].end else { return .missing }
        if mapping.chosenKey.count == 1 {
          return .cell(start: cells[column].start, end: cells[column].end, .chosenColumns, column: column)
        }
        parts.append(CellReading.string(bytes.extracting(cells[column].start..<cells[column].end)))
      }
      return .joined(parts.joined(separator: " | "))
    }
    for column in mapping.keyColumns where column < cells.count && cells[column].start < cells[column].end {
      return .cell(start: cells[column].start, end: cells[column].end, .itemID, column: column)
    }
    if let serialColumn, serialColumn < cells.count, cells[serialColumn].start < cells[serialColumn].end {
      return .cell(
        start: cells[serialColumn].start, end: cells[serialColumn].end, .serialNumber, column: serialColumn)
    }
    return .missing
  }

  var serialColumn: Int? { mapping.column(of: .serialNumber) }

  /// A cell's text as it is stored: composed, and without the apostrophe that keeps a spreadsheet from running it.
  static func stored(_ cell: Span<UInt8>) -> String {
    if CellReading.isNeutralised(cell) {
      return composed(CellReading.string(cell.extracting(1..<cell.count)))
    }
    return composed(CellReading.string(cell))
  }

  static func hash(_ text: Span<UInt8>) -> UInt64 {
    var isPlain = text.count == 0 || text[0] != 0x27
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for index in 0..<text.count {
      let byte = text[index]
      if byte >= 0x80 { isPlain = false }
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    if isPlain { return hash }
    return self.hash(of: stored(text))
  }

  static func hash(of text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return hash
  }
}
