/// Reads tables about photos: a manifest (`photo,item_id[,position][,primary][,only][,edit][,caption]`) and an edits
/// table (`photo[,item_id],edit`). They are opened and cut like items tables.

/// A manifest or an edits table, read and checked.
public struct ManifestIntake: Sendable {
  /// In the order of the file.
  public var entries: [ManifestEntry]
  public var findings: [Finding]
  /// Rows with anything in them: `entries.count + rejected`.
  public var rows: Int
  public var rejected: Int
}

/// - Parameters:
///   - file: its name as typed, for messages.
///   - options: only encoding, delimiter and strictness count.
/// - Throws: `Failure(.badData)` with all faults where the file as a whole cannot be trusted.
public func readManifest(
  _ source: TableSource, file: String, options: IntakeOptions = IntakeOptions()
) throws -> ManifestIntake {
  let opening = try TableOpening(source, file: file, options: options)
  var collector = FindingCollector(file: file, limit: options.findingsPerKind)
  collector.add(opening.notes)
  var reader = try RecordReader(source, encoding: opening.encoding, delimiter: opening.delimiter)
  if opening.hasSeparatorLine { _ = try reader.next() }
  var columns = ManifestColumns()
  var hasHeader = false
  while try reader.next() {
    if reader.isEmptyLine { continue }
    columns = ManifestColumns(
      reader.cells.indices.map { reader.text($0) }, file: file, line: reader.line, collector: &collector)
    hasHeader = true
    break
  }
  if !hasHeader {
    throw TableOpening.refusal(
      file, message: "\(file) has no rows", remedy: "the first row must name the columns: photo,item_id,edit")
  }

  var entries: [ManifestEntry] = []
  var rows = 0
  while try reader.next() {
    let cells = ManifestCells(reader, file: file)
    if cells.isBlank { continue }
    rows += 1
    if let entry = cells.entry(columns, &collector) { entries.append(entry) }
  }
  let faults = columns.faults + reader.faults.map { ManifestCells.finding($0, columns, file) }
  let rejected = rows - entries.count
  if !faults.isEmpty {
    throw Failure(
      .badData, subject: file,
      message: faults.count == 1
        ? withoutEcho(faults[0].message, of: file) : "the table cannot be read: \(faults.count) faults",
      remedy: faults.count == 1 ? faults[0].remedy : "mend them and run again; nothing was written",
      findings: faults.map(\.withoutEcho) + collector.finished())
  }
  if options.isStrict, rejected > 0 {
    throw Failure(
      .badData, subject: file, message: "\(rejected) rows were refused, and --strict is on",
      remedy: "mend them and run again; nothing was written", findings: collector.finished())
  }
  return ManifestIntake(entries: entries, findings: collector.finished(), rows: rows, rejected: rejected)
}

/// The same over bytes in memory.
public func readManifest(
  _ bytes: [UInt8], file: String, options: IntakeOptions = IntakeOptions()
) throws(Failure) -> ManifestIntake {
  do {
    return try readManifest(TableSource(bytes), file: file, options: options)
  } catch {
    throw failure(error, file: file)
  }
}

/// Which column says what.
private struct ManifestColumns {
  enum Role: String, CaseIterable {
    case photo
    case item = "item_id"
    case position, primary, only, edit, crop, rotate, caption
  }

  var headers: [String] = []
  var index: [Role: Int] = [:]
  var faults: [Finding] = []

  private static let words: [String: Role] = [
    "photo": .photo, "photos": .photo, "image": .photo, "picture": .photo, "file": .photo,
    "filename": .photo, "file name": .photo, "name": .photo, "image_key": .photo, "imagekey": .photo,
    "item_id": .item, "item": .item, "id": .item, "item id": .item, "position": .position,
    "order": .position, "primary": .primary, "is_primary": .primary, "main": .primary, "only": .only,
    "edit": .edit,
    "edits": .edit, "recipe": .edit, "crop": .crop, "rotate": .rotate, "caption": .caption,
    "description": .caption, "title": .caption,
  ]

  init() {}

  init(_ typed: [String], file: String, line: Int, collector: inout FindingCollector) {
    headers = typed.map(ColumnMapping.trimmedHeader)
    for (position, header) in headers.enumerated() {
      let folded = HeaderWords.folded(header)
      guard let role = ManifestColumns.words[folded] else {
        if !folded.isEmpty {
          collector.add(
            Finding(
              .columnIgnored, subject: header,
              message:
                "\(file): column \(position + 1) \"\(printable(header))\" is none of a manifest and is ignored",
              remedy: "known are \(Role.allCases.map(\.rawValue).joined(separator: ", "))",
              place: Finding.Place(file: file, line: line, column: header)))
        }
        continue
      }
      guard let earlier = index[role] else {
        index[role] = position
        continue
      }
      // The word itself beats another word for the same thing.
      let earlierIsExact = HeaderWords.folded(headers[earlier]) == role.rawValue
      if earlierIsExact == (folded == role.rawValue) {
        faults.append(
          Finding(
            .columnConflict, subject: header,
            message:
              "\(file) line \(line): column \(earlier + 1) \"\(printable(headers[earlier]))\" and column "
              + "\(position + 1) \"\(printable(header))\" both give \(role.rawValue)",
            remedy: "rename or remove one of them",
            place: Finding.Place(file: file, line: line, column: header)))
      } else if !earlierIsExact {
        index[role] = position
      }
    }
    if index[.photo] == nil || index.count < 2 {
      faults.append(
        Finding(
          .tableDamaged, subject: file,
          message: "\(file) line \(line): "
            + (index[.photo] == nil
              ? "no column names the photos" : "no column says what to do with the photos"),
          remedy: "the first row must name the columns: photo,item_id for a manifest, photo,edit for edits",
          place: Finding.Place(file: file, line: line)))
    }
  }
}

/// The cells of one row, trimmed.
private struct ManifestCells {
  let file: String
  let line: Int
  let texts: [String]

  init(_ reader: RecordReader, file: String) {
    self.file = file
    line = reader.line
    let span = reader.bytes.span
    var texts: [String] = []
    for cell in reader.cells {
      let (start, end) = CellReading.trimmed(span, cell.start, cell.end)
      let trimmed = span.extracting(start..<end)
      texts.append(
        CellReading.string(
          CellReading.isNeutralised(trimmed) ? trimmed.extracting(1..<trimmed.count) : trimmed))
    }
    self.texts = texts
  }

  var isBlank: Bool { texts.allSatisfy(\.isEmpty) }

  func entry(_ columns: ManifestColumns, _ collector: inout FindingCollector) -> ManifestEntry? {
    func text(_ role: ManifestColumns.Role) -> String? {
      guard let column = columns.index[role], column < texts.count, !texts[column].isEmpty else { return nil }
      return texts[column]
    }
    func tell(
      _ code: Finding.Code, _ role: ManifestColumns.Role?, _ cell: String?, _ what: String, _ remedy: String
    ) {
      let header = role.flatMap { columns.index[$0] }.map { columns.headers[$0] }
      var message = "\(file) line \(line)"
      if let header { message += ", column \"\(printable(header))\"" }
      message += cell.map { ": \"\(ItemsReading.shown($0))\" \(what)" } ?? ": \(what)"
      collector.add(
        Finding(
          code, subject: text(.photo) ?? "\(file) line \(line)", message: message, remedy: remedy,
          place: Finding.Place(file: file, line: line, column: header, cell: cell)))
    }
    if texts.count > columns.headers.count {
      tell(
        .rowRejected, nil, nil, "the row has \(texts.count) cells, \(columns.headers.count) were expected",
        "put a cell that holds the delimiter in double quotes")
      return nil
    }
    if texts.count < columns.headers.count {
      tell(
        .rowShort, nil, nil,
        "the row has \(texts.count) cells, \(columns.headers.count) were expected; the missing ones are blank",
        "add the missing delimiters")
    }
    guard let photo = text(.photo) else {
      tell(.rowRejected, .photo, nil, "the row names no photo", "fill column photo")
      return nil
    }
    var position: Int?
    if let cell = text(.position) {
      if let number = Int(cell), number >= 1, number < 1_000_000 {
        position = number
      } else {
        tell(.cellInvalid, .position, cell, "is no position", "write a whole number of 1 or more")
      }
    }
    func isTrue(_ role: ManifestColumns.Role) -> Bool? {
      guard let cell = text(role) else { return nil }
      let answer = CellReading.boolean(Array(cell.utf8).span)
      if answer == nil { tell(.cellInvalid, role, cell, "is neither yes nor no", "write yes or no") }
      return answer
    }
    let isPrimary = isTrue(.primary)
    var recipe: EditRecipe?
    let parts: [(ManifestColumns.Role, String?)] = [
      (.crop, text(.crop)), (.rotate, text(.rotate)), (.edit, text(.edit)),
    ]
    let given = parts.map { $0.1?.lowercased() == "<clear>" ? nil : $0.1 }
    if given.contains(where: { $0 != nil }) {
      do {
        recipe = try EditRecipe(crop: given[0], rotate: given[1], edit: given[2])
      } catch {
        let guilty = parts.first { $0.1 != nil } ?? (.edit, nil)
        tell(.editRefused, guilty.0, guilty.1, "is no edit: \(error.message)", error.remedy)
      }
    } else if parts.contains(where: { $0.1 != nil }) {
      recipe = EditRecipe()
    }
    return ManifestEntry(
      photo: photo, itemID: text(.item).map(composed), position: position, isPrimary: isPrimary,
      recipe: recipe, caption: text(.caption), isOnly: isTrue(.only) ?? false,
      place: Finding.Place(file: file, line: line, column: columns.index[.photo].map { columns.headers[$0] }))
  }

  static func finding(_ fault: RecordReader.Fault, _ columns: ManifestColumns, _ file: String) -> Finding {
    let header = fault.column <= columns.headers.count ? columns.headers[fault.column - 1] : nil
    return fault.finding(file: file, column: header)
  }
}
