/// Merges good rows with the catalog: what is created, what changes from what to what, what stays, what goes.
///
/// Pure: the catalog is a function from an id to a possession, the time is an argument. The rule of updating: an
/// absent column never touches anything, a blank cell keeps what is there unless blanks clear, `<clear>` empties.

public struct RowPlanOptions: Sendable {
  /// What a blank cell does to a possession that the catalog knows.
  public var blank: IntakeOptions.BlankPolicy
  /// Marks possessions that no row names as removed.
  public var prune: Bool
  /// Every id in the catalog with its status `current`; needed for `prune` alone.
  public var currentIDs: [String]
  /// Rows that the reading refused: with any of them nothing is pruned, since they may name a possession.
  public var refusedRows: Int

  public init(
    blank: IntakeOptions.BlankPolicy = .keep, prune: Bool = false, currentIDs: [String] = [],
    refusedRows: Int = 0
  ) {
    self.blank = blank
    self.prune = prune
    self.currentIDs = currentIDs
    self.refusedRows = refusedRows
  }
}

/// All decisions about rows. Rows given = created + updated + unchanged + `rejected`.
public struct RowPlan: Sendable {
  /// In the order of the rows; `remove` last, ordered by id.
  public var decisions: [RowDecision]
  public var findings: [Finding]
  /// Rows that only the catalog could refuse: a new possession without a name, a currency that would change alone.
  public var rejected: Int

  public init(decisions: [RowDecision] = [], findings: [Finding] = [], rejected: Int = 0) {
    self.decisions = decisions
    self.findings = findings
    self.rejected = rejected
  }
}

/// Decides about all rows at once.
///
/// - Parameters:
///   - existing: the possession with exactly this id, of any status; nil where the catalog has none.
///   - withSerial: ids of the possessions that have exactly this serial number.
///
/// A new possession without a `date_created` of its own gets none here: the recorder writes the time of the import
/// and remembers that nobody gave it.
public func planRows(
  _ rows: some Sequence<PossessionRow>, existing: @escaping (String) -> Possession?,
  withSerial: @escaping (String) -> [String] = { _ in [] }, options: RowPlanOptions = RowPlanOptions()
) -> RowPlan {
  var planner = RowPlanner(existing: existing, withSerial: withSerial, options: options)
  var decisions: [RowDecision] = []
  for row in rows {
    if let decision = planner.decide(row) { decisions.append(decision) }
  }
  return planner.finished(with: decisions)
}

/// The same with the catalog in memory.
///
/// - Parameters:
///   - catalog: every possession by its id, of any status.
///   - refusedRows: rows that the reading refused; see `RowPlanOptions`.
public func planRows(
  _ rows: some Sequence<PossessionRow>, catalog: [String: Possession],
  blank: IntakeOptions.BlankPolicy = .keep, prune: Bool = false, refusedRows: Int = 0
) -> RowPlan {
  var planner = RowPlanner(catalog: catalog, blank: blank, prune: prune, refusedRows: refusedRows)
  var decisions: [RowDecision] = []
  for row in rows {
    if let decision = planner.decide(row) { decisions.append(decision) }
  }
  return planner.finished(with: decisions)
}

/// The same, row by row, for tables that are too long to hold.
public struct RowPlanner {
  private let existing: (String) -> Possession?
  private let withSerial: (String) -> [String]
  private let options: RowPlanOptions
  private var seen: Set<String> = []
  private var collector = FindingCollector(file: "items", limit: 1000)
  private var assumedQuantities: [String: (count: Int, line: Int)] = [:]
  public private(set) var rejected = 0

  public init(
    existing: @escaping (String) -> Possession?, withSerial: @escaping (String) -> [String],
    options: RowPlanOptions
  ) {
    self.existing = existing
    self.withSerial = withSerial
    self.options = options
  }

  /// Over a catalog in memory: every possession by its id, of any status.
  public init(catalog: [String: Possession], options: RowPlanOptions) {
    var owners: [String: [String]] = [:]
    for (id, possession) in catalog {
      if let serial = possession.text(.serialNumber) { owners[serial, default: []].append(id) }
    }
    let bySerial = owners.mapValues { $0.sorted() }
    self.init(existing: { catalog[$0] }, withSerial: { bySerial[$0] ?? [] }, options: options)
  }

  /// Over a catalog in memory, as `planRows` has it.
  public init(
    catalog: [String: Possession], blank: IntakeOptions.BlankPolicy = .keep, prune: Bool = false,
    refusedRows: Int = 0
  ) {
    self.init(
      catalog: catalog,
      options: RowPlanOptions(
        blank: blank, prune: prune,
        currentIDs: prune ? catalog.values.filter { $0.status == .current }.map(\.itemID) : [],
        refusedRows: refusedRows))
  }

  /// The decision about one row; nil where it is refused, and a finding says why.
  public mutating func decide(_ row: PossessionRow) -> RowDecision? {
    var itemID = row.itemID
    var known = existing(itemID)
    if known == nil, row.keySource == .serialNumber {
      let owners = withSerial(row.itemID)
      if owners.count > 1 {
        return refuse(
          .rowRejected, row, nil,
          "the row has no item_id, and the serial number belongs to \(RowPlanner.list(owners)) in the catalog",
          "give the row the item_id that is meant")
      }
      if let owner = owners.first {
        itemID = owner
        known = existing(owner)
      }
    }
    guard seen.insert(itemID).inserted else {
      return refuse(
        .rowDuplicateID, row, nil, "another row of this run has the key \"\(printable(itemID))\" already",
        "give each row a key of its own")
    }
    guard let known else { return create(row) }
    return update(row, known)
  }

  /// All together, with what pruning removes.
  public mutating func finished(with decisions: [RowDecision]) -> RowPlan {
    var decisions = decisions
    decisions += removals()
    return RowPlan(decisions: decisions, findings: findings(), rejected: rejected)
  }

  /// What pruning removes, once all rows were seen.
  public mutating func removals() -> [RowDecision] {
    guard options.prune else { return [] }
    let missing = options.currentIDs.filter { !seen.contains($0) }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let refused = options.refusedRows + rejected
    if refused > 0, !missing.isEmpty {
      collector.add(
        Finding(
          .pruneSkipped, subject: "--prune",
          message:
            "\(missing.count) possession\(missing.count == 1 ? " is" : "s are") in no row, and nothing was "
            + "removed because \(refused) row\(refused == 1 ? " was" : "s were") refused and may name them",
          remedy: "mend the refused rows and run again"))
      return []
    }
    return missing.compactMap { id in
      guard var possession = existing(id), possession.status == .current else { return nil }
      possession.status = .removed
      return RowDecision(
        verb: .remove, possession: possession,
        changes: [FieldChange(field: "status", old: "current", new: "removed")])
    }
  }

  public func findings() -> [Finding] {
    var all = collector.finished()
    for (file, assumed) in assumedQuantities.sorted(by: { $0.key < $1.key }) {
      all.append(
        Finding(
          .quantityAssumed, subject: file,
          message:
            "\(assumed.count) new possession\(assumed.count == 1 ? " has" : "s have") no quantity "
            + "and \(assumed.count == 1 ? "was" : "were") taken as 1, the first on line \(assumed.line)",
          remedy: "fill column quantity where there are more",
          place: Finding.Place(file: file, line: assumed.line)))
    }
    return all
  }

  // MARK: New

  private mutating func create(_ row: PossessionRow) -> RowDecision? {
    guard case .value(.text, _)? = row.cells[.name] else {
      return refuse(
        .rowRejected, row, "name", "a new possession needs a name, and the row gives none", "fill column name"
      )
    }
    var possession = Possession(itemID: row.itemID)
    possession.fields.reserveCapacity(row.cells.count + 2)
    for (field, cell) in row.cells {
      switch cell {
      case .value(let value, let source):
        possession.fields[field] = value
        if RowPlanner.keepsSource(field), !source.isEmpty { possession.sourceText[field] = source }
      case .unreadable(let source): possession.sourceText[field] = source
      case .blank, .clear: break
      }
    }
    if row.keySource == .serialNumber, possession.fields[.serialNumber] == nil {
      possession.fields[.serialNumber] = .text(row.itemID)
    }
    if possession.fields[.quantity] == nil {
      possession.fields[.quantity] = .integer(1)
      let assumed = assumedQuantities[row.file] ?? (0, row.line)
      assumedQuantities[row.file] = (assumed.count + 1, assumed.line)
    }
    RowPlanner.deriveUnits(&possession)
    for (header, text) in row.extra where !text.isEmpty && !isClearMarker(text) {
      possession.extra[header] = text
    }
    tellSharedSerial(row, possession)
    return RowDecision(
      verb: .create, possession: possession, place: Finding.Place(file: row.file, line: row.line))
  }

  // MARK: Known

  private mutating func update(_ row: PossessionRow, _ old: Possession) -> RowDecision? {
    var new = old
    var row = row
    guard settleCurrency(&row, old) else { return nil }
    for (field, cell) in row.cells {
      switch cell {
      case .blank:
        guard options.blank == .clear else { continue }
        if field == .name || field == .quantity {
          return refuse(
            field == .quantity ? .quantityInvalid : .rowRejected, row, field.rawValue,
            "a blank cell cannot clear \(field.rawValue)", "fill it, or import without --blank clear")
        }
        new.fields[field] = nil
        new.sourceText[field] = nil
      case .clear:
        new.fields[field] = nil
        new.sourceText[field] = nil
      case .value(let value, let source):
        if new.fields[field] == value { continue }
        new.fields[field] = value
        new.sourceText[field] = RowPlanner.keepsSource(field) && !source.isEmpty ? source : nil
      case .unreadable(let source):
        // A bad cell never takes a good value away.
        if new.fields[field] == nil { new.sourceText[field] = source }
      }
    }
    for (header, text) in row.extra {
      new.extra[header] = text.isEmpty || isClearMarker(text) ? nil : text
    }
    RowPlanner.deriveUnits(&new)
    new.status = .current
    guard checkCurrency(row, old, new) else { return nil }

    let changes = RowPlanner.changes(from: old, to: new)
    let place = Finding.Place(file: row.file, line: row.line)
    if changes.isEmpty { return RowDecision(verb: .unchanged, possession: old, place: place) }
    if old.fields[.serialNumber] != new.fields[.serialNumber] { tellSharedSerial(row, new) }
    return RowDecision(verb: .update, possession: new, changes: changes, place: place)
  }

  /// Old → new, fields in their own order, then extra columns by header.
  public static func changes(from old: Possession, to new: Possession) -> [FieldChange] {
    var changes: [FieldChange] = []
    if old.status != new.status {
      changes.append(FieldChange(field: "status", old: old.status.rawValue, new: new.status.rawValue))
    }
    if old.fields != new.fields || old.sourceText != new.sourceText {
      for field in PossessionField.allCases {
        let before = old.fields[field]
        let after = new.fields[field]
        let currencyMoved = field.kind == .money && before != nil && old.currency != new.currency
        if before != after || currencyMoved {
          changes.append(
            FieldChange(
              field: field.rawValue, old: before.map { shown($0, old.currency) },
              new: after.map { shown($0, new.currency) }))
        } else if before == nil, old.sourceText[field] != new.sourceText[field] {
          changes.append(
            FieldChange(field: field.rawValue, old: old.sourceText[field], new: new.sourceText[field]))
        }
      }
    }
    if old.extra != new.extra {
      for header in Set(old.extra.keys).union(new.extra.keys).sorted()
      where old.extra[header] != new.extra[header] {
        changes.append(FieldChange(field: header, old: old.extra[header], new: new.extra[header]))
      }
    }
    return changes
  }

  /// A value as a person reads it.
  static func shown(_ value: FieldValue, _ currency: Currency?) -> String {
    switch value {
    case .text(let text): text
    case .money(let minor):
      if let currency {
        Money(minor: minor, currency: currency).decimalText + " " + currency.code
      } else {
        decimalTextOf(minor: minor, decimals: 2)
      }
    case .date(let date): date.description
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .boolean(let flag): flag ? "yes" : "no"
    }
  }

  // MARK: Money

  /// Amounts without a word about their currency are in that of the possession, where the catalog knows it.
  private mutating func settleCurrency(_ row: inout PossessionRow, _ old: Possession) -> Bool {
    guard case .value(.text(let code), _)? = row.cells[.currency], let said = Currency(code),
      let known = old.currency, known != said
    else { return true }
    let wasGiven = old.sourceText[.currency] != nil
    switch row.currencySource {
    case .none, .row: return true
    case .option, .settings: if !wasGiven { return true }
    case .assumed: break
    }
    row.cells[.currency] = nil
    guard known.decimals != said.decimals else { return true }
    for (field, cell) in row.cells where field.kind == .money {
      guard case .value(.money(let minor), let source) = cell else { continue }
      var scaled = minor
      if known.minorUnits > said.minorUnits {
        scaled = minor * (known.minorUnits / said.minorUnits)
      } else {
        let factor = said.minorUnits / known.minorUnits
        guard minor.isMultiple(of: factor) else {
          _ = refuse(
            .moneyInvalid, row, field.rawValue,
            "\"\(printable(source))\" has more decimals than \(known.code), the currency of the possession",
            "write the amount in \(known.code), or name its currency")
          return false
        }
        scaled = minor / factor
      }
      row.cells[field] = .value(.money(scaled), source: source)
    }
    return true
  }

  /// A currency never changes under amounts that stay.
  private mutating func checkCurrency(_ row: PossessionRow, _ old: Possession, _ new: Possession) -> Bool {
    guard let before = old.currency, before != new.currency else { return true }
    var stays: [String] = []
    for field in PossessionField.allCases where field.kind == .money {
      guard new.fields[field] != nil else { continue }
      let isDerived =
        (field == .purchasePrice && new.fields[.purchasePriceTotal] != nil
          || field == .replacementCost && new.fields[.replacementCostTotal] != nil)
        && new.sourceText[field] == nil
      if case .value? = row.cells[field] { continue }
      if !isDerived { stays.append(field.rawValue) }
    }
    if stays.isEmpty { return true }
    let after = new.currency?.code ?? "none"
    _ = refuse(
      .moneyInvalid, row, "currency",
      "the currency would change from \(before.code) to \(after), and \(stays.joined(separator: ", ")) would keep "
        + "the old figure", "give these amounts in the new currency as well, or leave the currency as it is")
    return false
  }

  /// A unit amount follows from a line total only where it divides evenly; one that was given itself stays.
  private static func deriveUnits(_ possession: inout Possession) {
    for (total, unit) in [
      (PossessionField.purchasePriceTotal, PossessionField.purchasePrice),
      (.replacementCostTotal, .replacementCost),
    ] {
      guard possession.sourceText[unit] == nil else { continue }
      if case .money(let minor)? = possession.fields[total] {
        possession.fields[unit] =
          minor.isMultiple(of: possession.quantity) ? .money(minor / possession.quantity) : nil
      }
    }
  }

  // MARK: Small parts

  /// Text is its own source; of a currency only one that was written counts as given.
  private static func keepsSource(_ field: PossessionField) -> Bool {
    field.kind != .text || field == .currency
  }

  private func isClearMarker(_ text: String) -> Bool {
    text.utf8.count == 7 && text.lowercased() == "<clear>"
  }

  private mutating func tellSharedSerial(_ row: PossessionRow, _ possession: Possession) {
    guard let serial = possession.text(.serialNumber) else { return }
    let others = withSerial(serial).filter { $0 != possession.itemID }
    guard !others.isEmpty else { return }
    collector.add(
      Finding(
        .serialOnTwoItems, subject: possession.itemID,
        message: "\(row.file) line \(row.line): the serial number \"\(printable(serial))\" belongs to "
          + "\(RowPlanner.list(others)) in the catalog as well",
        remedy: "correct it where it is wrong, or give the row the key of the other",
        place: Finding.Place(file: row.file, line: row.line, column: "serial_number", cell: serial)))
  }

  private static func list(_ ids: [String]) -> String {
    firstFive(ids.map { "\"\(printable($0))\"" })
  }

  private mutating func refuse(
    _ code: Finding.Code, _ row: PossessionRow, _ column: String?, _ what: String, _ remedy: String
  ) -> RowDecision? {
    rejected += 1
    collector.add(
      Finding(
        code, subject: row.itemID, message: "\(row.file) line \(row.line): \(what)", remedy: remedy,
        place: Finding.Place(file: row.file, line: row.line, column: column)))
    return nil
  }
}
