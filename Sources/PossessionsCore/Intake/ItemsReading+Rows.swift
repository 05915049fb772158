/// The second reading: rows become values, and every cell that is none is told.
extension ItemsReading {
  /// The parts of a row under way.
  private struct Draft {
    var line = 0
    /// For messages: the key as stored, or the line.
    var subject = ""
    var cells: FieldTable<Cell> = [:]
    var photos: [(order: Int, name: String)] = []
    var documents: [NamedDocument] = []
    var imageKey: String?
    var crop: String?
    var rotate: String?
    var edit: String?
    var clearsRecipe = false
    var roomLevels: [(level: Int, text: String)] = []
    var extra: [String: String] = [:]
    var isRefused = false
    var warrantyMonths: (column: Int, months: Int)?
    var receiptClaimed: Bool?
  }

  /// An amount that waits for the row's currency.
  private struct PendingAmount {
    var field: PossessionField
    var column: Int
    var shape: MoneyShape
    var style: DecimalSign?
    var start: Int
    var end: Int
  }

  mutating func readRows(_ deliver: (PossessionRow) throws -> Void) throws -> Intake {
    var reader = try rowReader()
    let hasPhotoColumn = mapping.columns.contains { $0.role == .photos }
    var cells: [(start: Int, end: Int)] = []
    var seenKeys: [String: Int] = [:]
    var toldSerials: Set<String> = []
    let isDry = !faults.isEmpty

    while try reader.next() {
      let bytes = reader.bytes
      let span = bytes.span
      cells.removeAll(keepingCapacity: true)
      var isBlank = true
      for cell in reader.cells {
        let trimmed = CellReading.trimmed(span, cell.start, cell.end)
        if trimmed.start < trimmed.end { isBlank = false }
        cells.append(trimmed)
      }
      if isBlank {
        counts.blank += 1
        continue
      }
      counts.rows += 1
      if cells.count > mapping.columns.count {
        counts.rejected += 1
        refuseLong(reader.line, found: cells.count, span, cells)
        continue
      }
      if let entryColumn = mapping.columns.firstIndex(where: { $0.role == .entryType }),
        entryColumn < cells.count,
        ItemsReading.isFolder(span.extracting(cells[entryColumn].start..<cells[entryColumn].end))
      {
        counts.skipped += 1
        continue
      }
      let row = readRow(
        span, cells, raw: reader.cells, line: reader.line, hasPhotoColumn: hasPhotoColumn,
        seenKeys: &seenKeys, toldSerials: &toldSerials)
      if let row {
        counts.accepted += 1
        if !isDry { try deliver(row) }
      } else {
        counts.rejected += 1
      }
    }
    precondition(
      counts.rows == counts.accepted + counts.rejected + counts.skipped, "every row is accounted for")
    if assumedCurrency {
      collector.add(
        Finding(
          .currencyAssumed, subject: file,
          message: "\(file): no currency is given for some amounts; they were taken as USD",
          remedy: "give --currency, or a column currency", place: Finding.Place(file: file)))
    }
    let summary = self.summary()
    let findings = collector.finished()
    if !faults.isEmpty {
      throw Failure(
        .badData, subject: file,
        message: faults.count == 1
          ? withoutEcho(faults[0].message, of: file) : "the table cannot be read: \(faults.count) faults",
        remedy: faults.count == 1 ? faults[0].remedy : "mend them and run again; nothing was written",
        findings: faults.map(\.withoutEcho) + findings.filter { $0.severity > .note })
    }
    if options.isStrict, counts.rejected > 0 {
      throw Failure(
        .badData, subject: file,
        message:
          "\(counts.rejected) row\(counts.rejected == 1 ? " was" : "s were") refused, and --strict is on",
        remedy: "mend them and run again; nothing was written", findings: findings)
    }
    return Intake(summary: summary, findings: findings)
  }

  // MARK: One row

  private mutating func readRow(
    _ bytes: Span<UInt8>, _ cells: [(start: Int, end: Int)], raw: [RecordReader.CellBounds], line: Int,
    hasPhotoColumn: Bool, seenKeys: inout [String: Int], toldSerials: inout Set<String>
  ) -> PossessionRow? {
    var draft = Draft()
    draft.line = line
    draft.cells.reserveCapacity(cells.count + 1)
    draft.subject = "\(file) line \(line)"

    // The key first: everything else is told under it.
    var itemID = ""
    var keySource = PossessionRow.KeySource.itemID
    switch rowKey(bytes, cells) {
    case .missing:
      draft.isRefused = true
      refuseKeyless(&draft)
    case .joined(let text):
      itemID = composed(text)
      keySource = .chosenColumns
    case .cell(let start, let end, let source, let column):
      let cell = bytes.extracting(start..<end)
      itemID = ItemsReading.stored(cell)
      keySource = source
      if CellReading.isSpreadsheetDamage(cell) {
        draft.isRefused = true
        tell(
          .rowRejected, &draft, column, cell,
          "is what a spreadsheet leaves of a long number; the key is lost",
          "format the column as text, enter the key again and export again")
      } else if CellReading.isClear(cell) {
        draft.isRefused = true
        tell(.rowRejected, &draft, column, cell, "cannot be the key of a possession", "give the row a key")
      } else if CellReading.mayBeRounded(cell) {
        tell(
          .cellInvalid, &draft, column, cell,
          "has more than 15 digits and ends in zeros: a spreadsheet may have rounded it",
          "compare it with the source, and format the column as text")
      }
    }
    if !itemID.isEmpty {
      if itemID.utf8.count > 200 {
        draft.isRefused = true
        draft.subject = "\(file) line \(line)"
        tell(
          .rowRejected, &draft, nil, nil, "the key has \(itemID.utf8.count) bytes, at most 200 are allowed",
          "use a shorter item_id")
      } else {
        draft.subject = itemID
      }
      checkRepeats(itemID, keySource, &draft, &seenKeys)
    }

    if cells.count < mapping.columns.count {
      tell(
        .rowShort, &draft, nil, nil,
        "the row has \(cells.count) cells, \(mapping.columns.count) were expected; the missing ones are taken as blank",
        "add the missing delimiters")
    }

    var amounts: [PendingAmount] = []
    var currency: Currency?
    var currencyText: String?
    for (column, bounds) in cells.enumerated() {
      let plan = plans[column]
      if case .none = plan { continue }
      let cell = bytes.extracting(bounds.start..<bounds.end)
      if cell.count > 0, !raw[column].isQuoted, cell[0] == 0x22 {
        draft.isRefused = true
        evidence[column].bad += 1
        tell(
          .rowRejected, &draft, column, cell,
          "has a quote after a space, so it is unclear where the cell ends",
          "take the space before the quote away")
        continue
      }
      switch plan {
      case .none: break
      case .text(let field): readText(cell, field, column, &draft)
      case .serial: readSerial(cell, column, itemID, keySource, &draft, &toldSerials)
      case .money(let field, let style):
        if cell.count == 0 {
          draft.cells[field] = .blank
        } else if CellReading.isClear(cell) {
          draft.cells[field] = .clear
        } else {
          amounts.append(
            PendingAmount(
              field: field, column: column, shape: MoneyShape(cell), style: style, start: bounds.start,
              end: bounds.end))
        }
      case .date(let field, let order): readDay(cell, field, order, column, &draft)
      case .boolean(let field):
        if readNothing(cell, field, &draft) { continue }
        if let flag = CellReading.boolean(cell) {
          draft.cells[field] = .value(.boolean(flag), source: CellReading.string(cell))
        } else {
          bad(
            .cellInvalid, cell, field, column, &draft, "is neither yes nor no",
            "write yes or no, or leave it blank")
        }
      case .quantity:
        if cell.count == 0 {
          draft.cells[.quantity] = .blank
        } else if let number = CellReading.quantity(cell) {
          draft.cells[.quantity] = .value(.integer(number), source: CellReading.string(cell))
        } else {
          draft.isRefused = true
          evidence[column].bad += 1
          tell(
            .quantityInvalid, &draft, column, cell, "is no quantity", "write a whole number of 1 or more")
        }
      case .decimal(let field, let limit, let allowsZero, let allowsPercent):
        if readNothing(cell, field, &draft) { continue }
        if let number = CellReading.decimal(
          cell, upTo: limit, allowsZero: allowsZero, allowsPercent: allowsPercent),
          field != .taxRate || ItemsReading.isTaxRate(number)
        {
          draft.cells[field] = .value(.decimal(number), source: CellReading.string(cell))
        } else {
          bad(
            .cellInvalid, cell, field, column, &draft,
            field == .taxRate ? "is no tax rate" : "is no number of years",
            field == .taxRate
              ? "write a rate from 0 to 0.30, such as 0.0825 or 8.25%" : "write a number such as 7 or 2.5")
        }
      case .currency:
        if readNothing(cell, .currency, &draft) { continue }
        let text = CellReading.string(cell)
        if let code = Currency(text) ?? CurrencySign.unambiguous[text.lowercased()].flatMap({ Currency($0) })
        {
          currency = code
          currencyText = text
        } else {
          draft.isRefused = true
          evidence[column].bad += 1
          tell(
            .moneyInvalid, &draft, column, cell, "is no currency",
            "write a code of ISO 4217, such as USD or EUR")
        }
      case .photos:
        if cell.count > 0 {
          for name in CellReading.names(ItemsReading.undone(cell)) {
            draft.photos.append((mapping.columns[column].familyNumber ?? 0, name))
          }
        }
      case .receipt:
        if cell.count > 0 {
          if let flag = CellReading.boolean(cell) {
            draft.receiptClaimed = flag
          } else {
            for name in CellReading.names(ItemsReading.undone(cell)) {
              draft.documents.append(NamedDocument(kind: .receipt, name: name))
            }
          }
        }
      case .document(let kind):
        if cell.count > 0 {
          for name in CellReading.names(ItemsReading.undone(cell)) {
            draft.documents.append(NamedDocument(kind: kind, name: name))
          }
        }
      case .imageKey: if cell.count > 0 { draft.imageKey = CellReading.string(cell) }
      case .crop, .rotate, .edit:
        if cell.count == 0 { continue }
        if CellReading.isClear(cell) {
          draft.clearsRecipe = true
        } else {
          let text = ItemsReading.undone(cell)
          if case .crop = plan { draft.crop = text }
          if case .rotate = plan { draft.rotate = text }
          if case .edit = plan { draft.edit = text }
        }
      case .roomLevel:
        if cell.count > 0, case .roomLevel(let level) = mapping.columns[column].role {
          draft.roomLevels.append((level, ItemsReading.stored(cell)))
        }
      case .entryType: break
      case .warrantyMonths:
        readExtra(cell, column, &draft)
        if cell.count > 0 {
          var text = CellReading.string(cell).lowercased()
          if let space = text.firstIndex(of: " ") {
            let unit = text[text.index(after: space)...]
            if unit == "months" || unit == "month" || unit == "mo" { text = String(text[..<space]) }
          }
          if let months = Int(text), months > 0, months < 1200 {
            draft.warrantyMonths = (column, months)
          } else if text != "0" {
            bad(
              .cellInvalid, cell, .warrantyUntil, column, &draft, "is no number of months",
              "write the months as a whole number")
          }
        }
      case .extra: readExtra(cell, column, &draft)
      }
    }
    if let flag = draft.receiptClaimed, draft.cells[.hasReceipt] == nil {
      draft.cells[.hasReceipt] = .value(.boolean(flag), source: flag ? "yes" : "no")
    }
    if !draft.roomLevels.isEmpty, draft.cells[.room] == nil {
      let path = draft.roomLevels.sorted { $0.level < $1.level }.map(\.text).joined(separator: " / ")
      draft.cells[.room] = .value(.text(path), source: path)
    }
    addWarranty(&draft)
    let currencySource = readAmounts(amounts, bytes, currency, currencyText, &draft)
    let recipe = readRecipe(&draft)
    if draft.isRefused { return nil }
    return PossessionRow(
      file: file, line: line, itemID: itemID, keySource: keySource, currencySource: currencySource,
      cells: draft.cells,
      photos: draft.photos.count > 1
        ? draft.photos.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
          .map(\.element.name)
        : draft.photos.map(\.name),
      namesPhotos: hasPhotoColumn, documents: draft.documents, imageKey: draft.imageKey, recipe: recipe,
      extra: draft.extra)
  }

  // MARK: Kinds of cells

  /// Blank and `<clear>`.
  private func readNothing(_ cell: Span<UInt8>, _ field: PossessionField, _ draft: inout Draft) -> Bool {
    if cell.count == 0 {
      draft.cells[field] = .blank
      return true
    }
    if CellReading.isClear(cell) {
      draft.cells[field] = .clear
      return true
    }
    return false
  }

  private mutating func readText(
    _ cell: Span<UInt8>, _ field: PossessionField, _ column: Int, _ draft: inout Draft
  ) {
    if field == .name, CellReading.isClear(cell) {
      draft.isRefused = true
      evidence[column].bad += 1
      tell(.rowRejected, &draft, column, cell, "would leave the possession without a name", "give it a name")
      return
    }
    if readNothing(cell, field, &draft) { return }
    let text = ItemsReading.stored(cell)
    if field == .name, cell.count > 200, text.unicodeScalars.count > 200 {
      draft.isRefused = true
      evidence[column].bad += 1
      tell(
        .rowRejected, &draft, column, cell, "is a name of more than 200 characters",
        "shorten it, and put the rest into description")
      return
    }
    draft.cells[field] = .value(.text(text), source: text)
  }

  private mutating func readSerial(
    _ cell: Span<UInt8>, _ column: Int, _ itemID: String, _ keySource: PossessionRow.KeySource,
    _ draft: inout Draft, _ toldSerials: inout Set<String>
  ) {
    if readNothing(cell, .serialNumber, &draft) { return }
    if CellReading.isSpreadsheetDamage(cell) {
      // As a key it was told already.
      if keySource != .serialNumber {
        bad(
          .serialDamaged, cell, .serialNumber, column, &draft,
          "is what a spreadsheet leaves of a long number; the serial number is lost",
          "format the column as text, enter it again and export again")
      }
      return
    }
    let text = ItemsReading.stored(cell)
    if keySource != .serialNumber, CellReading.mayBeRounded(cell) {
      tell(
        .cellInvalid, &draft, column, cell,
        "has more than 15 digits and ends in zeros: a spreadsheet may have rounded it",
        "compare it with the device, and format the column as text")
    }
    draft.cells[.serialNumber] = .value(.text(text), source: text)
    if !repeatedSerials.isEmpty, keySource != .serialNumber, let lines = repeatedSerials[text],
      toldSerials.insert(text).inserted
    {
      tell(
        .serialOnTwoItems, &draft, column, cell,
        "stands on lines \(ItemsReading.list(lines))", "correct it where it is wrong")
    }
  }

  private mutating func readDay(
    _ cell: Span<UInt8>, _ field: PossessionField, _ order: DayOrder?, _ column: Int, _ draft: inout Draft
  ) {
    if readNothing(cell, field, &draft) { return }
    let shape = DateShape(cell)
    if let day = shape.date(order: order, allowsTwoDigitYears: dateFormat?.allowsTwoDigitYears ?? false) {
      // Homebox writes the first day of year 1 for "no date".
      if mapping.dialect.zeroIsNotGiven, day.year == 1 {
        draft.cells[field] = .blank
      } else {
        draft.cells[field] = .value(.date(day), source: CellReading.string(cell))
      }
      return
    }
    if case .twoNumbers(_, _, _, let short) = shape, short, dateFormat?.allowsTwoDigitYears != true {
      bad(
        .dateInvalid, cell, field, column, &draft, "has a year of two digits",
        "write the year in full, or give --date-format dd/mm/yy")
      return
    }
    // A column that is undecided as a whole was told once.
    if case .twoNumbers = shape, order == nil, !faults.isEmpty { return }
    bad(
      .dateInvalid, cell, field, column, &draft, "is no day of the calendar",
      "write YYYY-MM-DD, YYYY-MM or YYYY, or leave it blank")
  }

  private func readExtra(_ cell: Span<UInt8>, _ column: Int, _ draft: inout Draft) {
    if cell.count == 0 {
      if options.blank == .clear { draft.extra[mapping.columns[column].header] = "" }
    } else if CellReading.isClear(cell) {
      draft.extra[mapping.columns[column].header] = "<clear>"
    } else {
      draft.extra[mapping.columns[column].header] = ItemsReading.stored(cell)
    }
  }

  /// Months from a full day; a month-end stays within its month.
  private func addWarranty(_ draft: inout Draft) {
    guard let (_, months) = draft.warrantyMonths, draft.cells[.warrantyUntil] == nil,
      case .value(.date(let bought), _)? = draft.cells[.purchaseDate], let month = bought.month,
      let day = bought.day
    else { return }
    let total = bought.year * 12 + month - 1 + months
    let year = total / 12
    let newMonth = total % 12 + 1
    let last = PartialDate.days(inMonth: newMonth, of: year)
    if let until = PartialDate(year: year, month: newMonth, day: min(day, last)) {
      draft.cells[.warrantyUntil] = .value(.date(until), source: "\(months) months from \(bought)")
    }
  }

  private mutating func readAmounts(
    _ amounts: [PendingAmount], _ bytes: Span<UInt8>, _ columnCurrency: Currency?, _ columnText: String?,
    _ draft: inout Draft
  ) -> PossessionRow.CurrencySource {
    var currency = columnCurrency ?? mapping.dialect.currency
    var source: PossessionRow.CurrencySource = currency == nil ? .none : .row
    var text = columnText ?? mapping.dialect.currency?.code
    if let dialectCurrency = mapping.dialect.currency, let columnCurrency, dialectCurrency != columnCurrency {
      draft.isRefused = true
      tell(
        .moneyInvalid, &draft, nil, nil,
        "the header says \(dialectCurrency.code) and the currency column \(columnCurrency.code)",
        "correct one of them")
    }
    // A code in a cell and the column must agree, and so must two cells.
    for amount in amounts {
      guard let said = amount.shape.currency else { continue }
      let cell = bytes.extracting(amount.start..<amount.end)
      if let known = currency, known != said {
        draft.isRefused = true
        evidence[amount.column].bad += 1
        tell(
          .moneyInvalid, &draft, amount.column, cell,
          "is in \(said.code), and the row is in \(known.code)", "give all amounts of a row in one currency")
        return .row
      }
      if currency == nil {
        currency = said
        source = .row
        text = said.code
      }
    }
    if amounts.isEmpty {
      if let currency, let columnText {
        draft.cells[.currency] = .value(.text(currency.code), source: columnText)
        return .row
      }
      return .none
    }
    if currency == nil {
      if let option = options.currency {
        currency = option
        source = .option
      } else if let settings = options.settingsCurrency {
        currency = settings
        source = .settings
      } else {
        currency = .usd
        source = .assumed
      }
    }
    guard let currency else { return .none }
    var isAssumed = false
    var hasAmount = false
    for amount in amounts {
      let cell = bytes.extracting(amount.start..<amount.end)
      if let sign = amount.shape.sharedSign, let allowed = CurrencySign.shared[sign],
        !allowed.contains(currency.code)
      {
        draft.isRefused = true
        evidence[amount.column].bad += 1
        tell(
          .moneyInvalid, &draft, amount.column, cell,
          "has the sign \(sign), which is none of \(currency.code)"
            + (source == .assumed ? ", and no currency is given" : ""),
          "give --currency, a column currency, or a code in the cell")
        continue
      }
      do {
        guard
          let minor = try amount.shape.minor(
            decimals: currency.decimals, style: amount.style, dropsZeros: mapping.dialect.writesPlainDecimals)
        else {
          draft.cells[amount.field] = .blank
          continue
        }
        if minor == 0, mapping.dialect.zeroIsNotGiven {
          draft.cells[amount.field] = .blank
          continue
        }
        draft.cells[amount.field] = .value(.money(minor), source: CellReading.string(cell))
        hasAmount = true
        if source == .assumed { isAssumed = true }
      } catch let fault {
        // An undecided column was told once, as a fault of the file.
        if fault == .undecided, !faults.isEmpty { continue }
        draft.isRefused = true
        evidence[amount.column].bad += 1
        var expected =
          "write an amount such as \(decimalTextOf(minor: currency.minorUnits * 1234, decimals: currency.decimals))"
        if case .decimals = fault {
          expected =
            "\(currency.code) has \(currency.decimals == 0 ? "no" : "\(currency.decimals)") decimals; "
            + expected
        }
        tell(.moneyInvalid, &draft, amount.column, cell, "is \(fault.expectation)", expected)
      }
    }
    guard hasAmount || columnText != nil else { return .none }
    if isAssumed { assumedCurrency = true }
    draft.cells[.currency] = .value(.text(currency.code), source: source == .row ? text ?? currency.code : "")
    return source
  }

  private mutating func readRecipe(_ draft: inout Draft) -> EditRecipe? {
    if draft.crop == nil, draft.rotate == nil, draft.edit == nil {
      return draft.clearsRecipe ? EditRecipe() : nil
    }
    do {
      return try EditRecipe(crop: draft.crop, rotate: draft.rotate, edit: draft.edit)
    } catch {
      let roles: [ColumnRole] = [.crop, .rotate, .edit]
      let texts = [draft.crop, draft.rotate, draft.edit]
      // The first of the three cells that is at fault alone.
      let guilty = (0..<3).first { index in
        guard let text = texts[index] else { return false }
        return
          (try? EditRecipe(
            crop: index == 0 ? text : nil, rotate: index == 1 ? text : nil, edit: index == 2 ? text : nil))
          == nil
      }
      let column = guilty.flatMap { guilty in mapping.columns.firstIndex { $0.role == roles[guilty] } }
      let text = guilty.flatMap { texts[$0] } ?? error.subject
      if let column { evidence[column].bad += 1 }
      let header = column.map { mapping.columns[$0].header }
      collector.add(
        Finding(
          .editRefused, subject: draft.subject,
          message: "\(file) line \(draft.line)" + (header.map { ", column \"\(printable($0))\"" } ?? "")
            + ": \"\(ItemsReading.shown(text))\": \(error.message); the photo is not edited",
          remedy: error.remedy,
          place: Finding.Place(file: file, line: draft.line, column: header, cell: text)))
      return nil
    }
  }

  // MARK: Telling

  private mutating func checkRepeats(
    _ itemID: String, _ keySource: PossessionRow.KeySource, _ draft: inout Draft,
    _ seenKeys: inout [String: Int]
  ) {
    if keySource == .serialNumber, let lines = repeatedSerials[itemID] {
      draft.isRefused = true
      tell(
        .rowRejected, &draft, serialColumn, nil,
        "the row has no item_id, and its serial number \"\(ItemsReading.shown(itemID))\" stands on lines \(ItemsReading.list(lines))",
        "give each row an item_id of its own, or choose other columns with --key")
      return
    }
    guard !repeatedKeys.isEmpty, let lines = repeatedKeys[itemID] else { return }
    if let first = seenKeys[itemID] {
      draft.isRefused = true
      tell(
        .rowDuplicateID, &draft, nil, nil,
        "the key \"\(ItemsReading.shown(itemID))\" stands on lines \(ItemsReading.list(lines)); line \(first) comes first, and this row is refused",
        "give each row a key of its own")
    } else {
      seenKeys[itemID] = draft.line
    }
  }

  private mutating func refuseKeyless(_ draft: inout Draft) {
    if let column = mapping.chosenKey.first {
      tell(
        .rowRejected, &draft, column, nil,
        "a cell of the key columns is blank, so nothing names the possession",
        "fill it, or choose other columns with --key")
    } else {
      tell(
        .rowRejected, &draft, mapping.keyColumns.first ?? serialColumn, nil,
        "the row has neither a key nor a serial number, so nothing names the possession",
        "give it an item_id, or choose columns that are unique together with --key name,room")
    }
  }

  private mutating func refuseLong(
    _ line: Int, found: Int, _ bytes: Span<UInt8>, _ cells: [(start: Int, end: Int)]
  ) {
    let last = cells[cells.count - 1]
    collector.add(
      Finding(
        .rowRejected, subject: "\(file) line \(line)",
        message: "\(file) line \(line): the row has \(found) cells, \(mapping.columns.count) were expected; "
          + "a \(TableOpening.name(ofDelimiter: opening.delimiter)) inside a cell needs quotes around the cell",
        remedy: "put the cell that holds the delimiter in double quotes",
        place: Finding.Place(
          file: file, line: line, cell: ItemsReading.clipped(bytes.extracting(last.start..<last.end)))))
  }

  private mutating func bad(
    _ code: Finding.Code, _ cell: Span<UInt8>, _ field: PossessionField, _ column: Int, _ draft: inout Draft,
    _ what: String, _ remedy: String
  ) {
    evidence[column].bad += 1
    let text = CellReading.string(cell)
    draft.cells[field] = .unreadable(source: text)
    tell(code, &draft, column, cell, what, remedy)
  }

  private mutating func tell(
    _ code: Finding.Code, _ draft: inout Draft, _ column: Int?, _ cell: Span<UInt8>?, _ what: String,
    _ remedy: String
  ) {
    let header = column.map { mapping.columns[$0].header }
    var message = "\(file) line \(draft.line)"
    if let header { message += ", column \"\(printable(header))\"" }
    var text: String?
    if let cell { text = ItemsReading.clipped(cell) }
    if let text {
      message += ": \"\(ItemsReading.shown(text))\" \(what)"
    } else {
      message += ": \(what)"
    }
    collector.add(
      Finding(
        code, subject: draft.subject, message: message, remedy: remedy,
        place: Finding.Place(file: file, line: draft.line, column: header, cell: text)))
  }

  static func shown(_ text: String) -> String {
    let head = text.unicodeScalars.prefix(81)
    if head.count <= 80 { return printable(text) }
    return printable(String(String.UnicodeScalarView(head.prefix(77)))) + "…"
  }

  private static func clipped(_ cell: Span<UInt8>) -> String {
    CellReading.string(cell.count > 400 ? cell.extracting(0..<400) : cell)
  }

  private static func list(_ lines: [Int]) -> String {
    if lines.count > 8 {
      return lines.prefix(8).map(String.init).joined(separator: ", ") + " and \(lines.count - 8) more"
    }
    return lines.dropLast().map(String.init).joined(separator: ", ") + " and \(lines[lines.count - 1])"
  }

  /// A cell's text without the apostrophe that keeps a spreadsheet from running it; not composed, for file names.
  private static func undone(_ cell: Span<UInt8>) -> String {
    CellReading.string(CellReading.isNeutralised(cell) ? cell.extracting(1..<cell.count) : cell)
  }

  /// 0 to 0.30.
  private static func isTaxRate(_ text: String) -> Bool {
    if text == "0" { return true }
    guard text.hasPrefix("0.") else { return false }
    let digits = Array(text.utf8.dropFirst(2))
    return digits[0] < 0x33 || (digits[0] == 0x33 && digits.dropFirst().allSatisfy { $0 == 0x30 })
  }

  // MARK: Summary

  func summary() -> IntakeSummary {
    let columns = mapping.columns.indices.compactMap { index -> IntakeSummary.Column? in
      let column = mapping.columns[index]
      let evidence = evidence[index]
      if column.isNameless, evidence.filled == 0 { return nil }
      return IntakeSummary.Column(
        header: column.header, position: index + 1, fills: fills(index), reading: readings[index],
        examples: evidence.examples.map { example($0, index) }, filledCells: evidence.filled,
        blankCells: evidence.blank, badCells: evidence.bad)
    }
    return IntakeSummary(
      file: file, dialect: mapping.dialect.name, dialectTitle: mapping.dialect.title,
      encoding: opening.encoding.description, encodingReason: opening.encodingReason,
      delimiter: TableOpening.name(ofDelimiter: opening.delimiter), delimiterReason: opening.delimiterReason,
      columns: columns, rows: counts.rows, acceptedRows: counts.accepted, rejectedRows: counts.rejected,
      skippedRows: counts.skipped, blankRows: counts.blank)
  }

  private func fills(_ index: Int) -> String? {
    let column = mapping.columns[index]
    if mapping.chosenKey.contains(index), column.role == .extra || column.role == .key { return "item_id" }
    switch column.role {
    case .extra: return nil
    case .photos: return "photos"
    case .document(let kind): return "\(kind.rawValue)_file"
    case .roomLevel: return "room"
    case .warrantyMonths: return "warranty_until"
    case .key: return column.keyRank == nil ? nil : "item_id"
    default: return column.role.target
    }
  }

  private func example(_ witness: ColumnEvidence.Witness, _ index: Int) -> IntakeSummary.Example {
    let bytes = Array(witness.cell.utf8)
    let cell = bytes.span
    var value: String?
    switch plans.indices.contains(index) ? plans[index] : .extra {
    case .money(_, let style):
      let shape = MoneyShape(cell)
      let currency =
        shape.currency ?? mapping.dialect.currency ?? options.currency ?? options.settingsCurrency ?? .usd
      if let minor = try? shape.minor(
        decimals: currency.decimals, style: style, dropsZeros: mapping.dialect.writesPlainDecimals)
      {
        value = decimalTextOf(minor: minor, decimals: currency.decimals)
      }
    case .date(_, let order):
      value =
        DateShape(cell).date(
          order: order, allowsTwoDigitYears: dateFormat?.allowsTwoDigitYears ?? false)?.description
    case .boolean: value = CellReading.boolean(cell).map { $0 ? "yes" : "no" }
    case .quantity: value = CellReading.quantity(cell).map(String.init)
    case .decimal(_, let limit, let zero, let percent):
      value = CellReading.decimal(cell, upTo: limit, allowsZero: zero, allowsPercent: percent)
    case .serial: value = CellReading.isSpreadsheetDamage(cell) ? nil : ItemsReading.stored(cell)
    case .currency: value = Currency(witness.cell)?.code
    default: value = ItemsReading.stored(cell)
    }
    return IntakeSummary.Example(line: witness.line, cell: witness.cell, value: value)
  }
}
