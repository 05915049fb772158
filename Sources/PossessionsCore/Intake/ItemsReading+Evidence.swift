/// The first reading: what every column shows, and which keys stand twice.
extension ItemsReading {
  private enum Interest { case nothing, amount, bareAmount, day, tags, method }

  mutating func gatherEvidence() throws {
    var reader = try rowReader()
    let width = mapping.columns.count
    let interests: [Interest] = mapping.columns.map { column in
      switch column.role {
      case .field(let field) where field.kind == .money: .amount
      case .bareAmount: .bareAmount
      case .field(let field) where field.kind == .date: .day
      case .tags: .tags
      case .field(.valuation): .method
      default: .nothing
      }
    }
    let quantityColumn = mapping.column(of: .quantity)
    let currencyColumn = mapping.column(of: .currency)
    let entryColumn = mapping.columns.firstIndex { $0.role == .entryType }
    let fallback = mapping.dialect.currency ?? options.currency ?? options.settingsCurrency ?? .usd
    var keyHashes: [UInt64] = []
    var serialHashes: [UInt64] = []
    var cells: [(start: Int, end: Int)] = []

    while try reader.next() {
      // A row with too many cells is refused: its cells stand in the wrong columns and prove nothing.
      if reader.cells.count > width { continue }
      let bytes = reader.bytes
      let span = bytes.span
      cells.removeAll(keepingCapacity: true)
      for cell in reader.cells { cells.append(CellReading.trimmed(span, cell.start, cell.end)) }
      if let entryColumn, entryColumn < cells.count,
        ItemsReading.isFolder(span.extracting(cells[entryColumn].start..<cells[entryColumn].end))
      {
        continue
      }
      for (column, bounds) in cells.enumerated() {
        if bounds.start == bounds.end {
          evidence[column].blank += 1
          continue
        }
        evidence[column].filled += 1
        let wantsExample = evidence[column].examples.count < 3
        if interests[column] == .nothing, !wantsExample { continue }
        let cell = span.extracting(bounds.start..<bounds.end)
        if wantsExample {
          evidence[column].examples.append(
            ColumnEvidence.Witness(line: reader.line, cell: CellReading.string(cell)))
        }
        switch interests[column] {
        case .nothing: break
        case .amount, .bareAmount:
          let shape = MoneyShape(cell)
          evidence[column].takeAmount(shape, line: reader.line, cell: cell) {
            if let currency = shape.currency { return currency.decimals > 0 }
            if let currencyColumn, currencyColumn < cells.count {
              let code = cells[currencyColumn]
              if code.start < code.end,
                let currency = Currency(CellReading.string(span.extracting(code.start..<code.end)))
              {
                return currency.decimals > 0
              }
            }
            return fallback.decimals > 0
          }
          if interests[column] == .bareAmount, evidence[column].lineOrUnit == nil, let quantityColumn,
            quantityColumn < cells.count
          {
            let count = cells[quantityColumn]
            if let number = CellReading.quantity(span.extracting(count.start..<count.end)), number > 1 {
              evidence[column].lineOrUnit = ColumnEvidence.Witness(
                line: reader.line, cell: CellReading.string(cell))
            }
          }
        case .day: evidence[column].takeDay(DateShape(cell), line: reader.line, cell: cell)
        case .tags:
          if evidence[column].severalTags == nil, CellReading.holdsSeveral(cell) {
            evidence[column].severalTags = ColumnEvidence.Witness(
              line: reader.line, cell: CellReading.string(cell))
          }
        case .method:
          if evidence[column].notAMethod == nil, !ItemsReading.isMethod(cell), !CellReading.isClear(cell) {
            evidence[column].notAMethod = ColumnEvidence.Witness(
              line: reader.line, cell: CellReading.string(cell))
          }
        }
      }
      switch rowKey(span, cells) {
      case .missing: break
      case .cell(let start, let end, _, _): keyHashes.append(ItemsReading.hash(span.extracting(start..<end)))
      case .joined(let text): keyHashes.append(ItemsReading.hash(of: composed(text)))
      }
      if let serialColumn, serialColumn < cells.count {
        let serial = cells[serialColumn]
        if serial.start < serial.end {
          serialHashes.append(ItemsReading.hash(span.extracting(serial.start..<serial.end)))
        }
      }
    }
    for fault in reader.faults { faults.append(finding(for: fault)) }
    try findRepeats(
      keys: ItemsReading.repeated(&keyHashes), serials: ItemsReading.repeated(&serialHashes))
  }

  private static func repeated(_ hashes: inout [UInt64]) -> Set<UInt64> {
    hashes.sort()
    var twice: Set<UInt64> = []
    for index in hashes.indices.dropFirst() where hashes[index] == hashes[index - 1] {
      twice.insert(hashes[index])
    }
    hashes = []
    return twice
  }

  /// Reads once more for the few rows whose key or serial seems to stand twice, and looks at the text itself.
  private mutating func findRepeats(keys: Set<UInt64>, serials: Set<UInt64>) throws {
    if keys.isEmpty, serials.isEmpty { return }
    var reader = try rowReader()
    let width = mapping.columns.count
    let entryColumn = mapping.columns.firstIndex { $0.role == .entryType }
    var keyLines: [String: [Int]] = [:]
    var serialLines: [String: [Int]] = [:]
    var cells: [(start: Int, end: Int)] = []
    while try reader.next() {
      if reader.cells.count > width { continue }
      let bytes = reader.bytes
      let span = bytes.span
      cells.removeAll(keepingCapacity: true)
      for cell in reader.cells { cells.append(CellReading.trimmed(span, cell.start, cell.end)) }
      if let entryColumn, entryColumn < cells.count,
        ItemsReading.isFolder(span.extracting(cells[entryColumn].start..<cells[entryColumn].end))
      {
        continue
      }
      if !keys.isEmpty {
        switch rowKey(span, cells) {
        case .missing: break
        case .cell(let start, let end, _, _):
          let cell = span.extracting(start..<end)
          if keys.contains(ItemsReading.hash(cell)) {
            keyLines[ItemsReading.stored(cell), default: []].append(reader.line)
          }
        case .joined(let text):
          let text = composed(text)
          if keys.contains(ItemsReading.hash(of: text)) { keyLines[text, default: []].append(reader.line) }
        }
      }
      if let serialColumn, serialColumn < cells.count, !serials.isEmpty {
        let serial = cells[serialColumn]
        let cell = span.extracting(serial.start..<serial.end)
        if serial.start < serial.end, serials.contains(ItemsReading.hash(cell)) {
          serialLines[ItemsReading.stored(cell), default: []].append(reader.line)
        }
      }
    }
    repeatedKeys = keyLines.filter { $0.value.count > 1 }
    repeatedSerials = serialLines.filter { $0.value.count > 1 }
  }

  // MARK: Deciding

  /// Turns evidence into a plan for each column; what stays undecided becomes a fault of the file.
  mutating func decide() {
    plans = []
    for index in mapping.columns.indices {
      let column = mapping.columns[index]
      if column.isNameless, evidence[index].filled == 0 {
        plans.append(.none)
        continue
      }
      plans.append(plan(index, column))
    }
    if mapping.columns.contains(where: { if case .roomLevel = $0.role { true } else { false } }) {
      readings = readings.enumerated().map { index, reading in
        if case .roomLevel = mapping.columns[index].role { return "a level of the room's path" }
        return reading
      }
    }
  }

  private mutating func plan(_ index: Int, _ column: ColumnMapping.Column) -> CellPlan {
    switch column.role {
    case .key:
      readings[index] = "names the possession, read as text"
      return column.keyRank == nil && !mapping.chosenKey.contains(index) ? .extra : .none
    case .field(let field): return plan(field, index, column)
    case .bareAmount(let field):
      if let witness = evidence[index].lineOrUnit, options.valueIs == nil {
        faults.append(
          Finding(
            .columnUndecided, subject: column.header,
            message: "\(file) line \(witness.line), column \"\(printable(column.header))\": "
              + "\"\(printable(witness.cell))\" stands in a row with a quantity above 1, and may be for one piece or for all",
            remedy: "say which with --value-is unit or --value-is line",
            place: Finding.Place(file: file, line: witness.line, column: column.header, cell: witness.cell)))
      }
      let chosen: PossessionField =
        options.valueIs != .line
        ? field : field == .purchasePrice ? .purchasePriceTotal : .replacementCostTotal
      if mapping.columns.contains(where: { $0.role == .field(chosen) }) {
        faults.append(
          Finding(
            .columnConflict, subject: column.header,
            message:
              "\(file): column \(index + 1) \"\(printable(column.header))\" and another column both give "
              + chosen.rawValue,
            remedy: "rename or remove one of them", place: Finding.Place(file: file, column: column.header)))
      }
      mapping.columns[index].role = .field(chosen)
      return plan(chosen, index, column)
    case .tags:
      if let witness = evidence[index].severalTags {
        mapping.columns[index].role = .extra
        readings[index] = "kept as it is: line \(witness.line) has several tags"
        collector.add(
          Finding(
            .columnIgnored, subject: column.header,
            message: "\(file) line \(witness.line), column \"\(printable(column.header))\": "
              + "\"\(printable(witness.cell))\" is several tags, which cannot fill one category; the column is kept as it is",
            remedy: "add a column category for totals by category",
            place: Finding.Place(file: file, line: witness.line, column: column.header, cell: witness.cell)))
        return .extra
      }
      mapping.columns[index].role = .field(.category)
      readings[index] = "one tag a row, taken as the category"
      return .text(.category)
    case .photos:
      readings[index] = "file names, separated by ; or line breaks"
      return .photos
    case .receipt:
      readings[index] = "file names, or yes and no"
      return .receipt
    case .document(let kind):
      readings[index] = "file names, separated by ; or line breaks"
      return .document(kind)
    case .imageKey: return .imageKey
    case .crop: return .crop
    case .rotate: return .rotate
    case .edit: return .edit
    case .roomLevel: return .roomLevel
    case .entryType:
      readings[index] = "rows other than items are skipped"
      return .entryType
    case .warrantyMonths:
      readings[index] = "months of warranty, counted from the purchase"
      return .warrantyMonths
    case .extra: return .extra
    }
  }

  private mutating func plan(
    _ field: PossessionField, _ index: Int, _ column: ColumnMapping.Column
  ) -> CellPlan {
    switch field {
    case .quantity:
      readings[index] = "whole numbers of 1 or more"
      return .quantity
    case .currency:
      readings[index] = "ISO 4217 codes"
      return .currency
    case .serialNumber:
      readings[index] = "text, leading zeros kept"
      return .serial
    case .taxRate:
      readings[index] = "a rate from 0 to 0.30"
      return .decimal(field, limit: 1, allowsZero: true, allowsPercent: true)
    case .ageYears:
      readings[index] = "years"
      return .decimal(field, limit: 1000, allowsZero: true, allowsPercent: false)
    case .usefulLifeYears:
      readings[index] = "years"
      return .decimal(field, limit: 1000, allowsZero: false, allowsPercent: false)
    case .valuation:
      if let witness = evidence[index].notAMethod {
        faults.append(
          Finding(
            .columnUndecided, subject: column.header,
            message: "\(file) line \(witness.line), column \"\(printable(column.header))\": "
              + "\"\(printable(witness.cell))\" is no valuation method; it may be an appraisal, a price or a cost",
            remedy:
              "rename the column to appraisal_value or replacement_cost, or use the words straight-line, "
              + "flat-percent, none, appraised",
            place: Finding.Place(file: file, line: witness.line, column: column.header, cell: witness.cell)))
      }
      return .text(field)
    default: break
    }
    switch field.kind {
    case .money:
      let decided = evidence[index].amountStyle(
        header: column.header, file: file,
        locale: options.locale ?? (mapping.dialect.writesPlainDecimals ? mapping.dialect.title : nil),
        sign: locale ?? (mapping.dialect.writesPlainDecimals ? .point : nil))
      readings[index] = "amounts, " + decided.reading
      if let fault = decided.fault { faults.append(fault) }
      return .money(field, decided.style)
    case .date:
      let decided = evidence[index].dayOrder(header: column.header, file: file, format: dateFormat)
      readings[index] = "days, " + decided.reading
      if let fault = decided.fault { faults.append(fault) }
      return .date(field, decided.order)
    case .boolean:
      readings[index] = "yes or no"
      return .boolean(field)
    case .text, .integer, .decimal: return .text(field)
    }
  }

  // MARK: Words

  /// Sortly's rows that are no item.
  static func isFolder(_ cell: Span<UInt8>) -> Bool {
    guard cell.count > 0 else { return false }
    let word = CellReading.string(cell).lowercased()
    return word != "item" && word != "variant"
  }

  static func isMethod(_ cell: Span<UInt8>) -> Bool {
    ["straight-line", "flat-percent", "none", "appraised"].contains(CellReading.string(cell).lowercased())
  }

  func finding(for fault: RecordReader.Fault) -> Finding {
    fault.finding(
      file: file,
      column: fault.column <= mapping.columns.count ? mapping.columns[fault.column - 1].header : nil)
  }
}

extension RecordReader.Fault {
  /// - Parameter header: of the column it stands in, where there is one.
  func finding(file: String, column header: String?) -> Finding {
    let place = Finding.Place(file: file, line: line, column: header)
    let whereIs = "\(file) line \(line)" + (header.map { ", column \"\(printable($0))\"" } ?? "")
    switch kind {
    case .unclosedQuote:
      return Finding(
        .tableDamaged, subject: file, message: "\(whereIs): a quote opens and never closes",
        remedy: "close the quote; a quote inside a quoted cell is written twice", place: place)
    case .textAfterQuote:
      return Finding(
        .tableDamaged, subject: file, message: "\(whereIs): text follows the closing quote of a cell",
        remedy: "write a quote inside a quoted cell twice, or take the outer quotes away", place: place)
    case .nul:
      return Finding(
        .tableDamaged, subject: file, message: "\(whereIs): there is a NUL byte in the text",
        remedy: "save the table again as CSV UTF-8", place: place)
    }
  }
}
