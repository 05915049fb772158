/// What a column of an items table can say of a possession. Raw values are the canonical headers of our own
/// CSV and, where nothing else is said, the column names of table `possession`.
@frozen
public enum PossessionField: String, Sendable, Codable, CaseIterable, CodingKeyRepresentable {
  case name
  case description
  case room
  case category
  case quantity
  case brand
  case model
  case serialNumber = "serial_number"
  case assetTag = "asset_tag"
  case purchaseDate = "purchase_date"
  case purchasePlace = "purchase_place"
  case purchasePrice = "purchase_price"
  case purchasePriceTotal = "purchase_price_total"
  case replacementCost = "replacement_cost"
  case replacementCostTotal = "replacement_cost_total"
  case replacementSource = "replacement_source"
  case replacementDate = "replacement_date"
  case taxRate = "tax_rate"
  case ageYears = "age_years"
  case condition
  case usefulLifeYears = "useful_life_years"
  case valuation
  case currency
  case owner
  case businessUse = "business_use"
  case scheduled
  case scheduleRef = "schedule_ref"
  case appraisalValue = "appraisal_value"
  case appraisalDate = "appraisal_date"
  case appraiser
  case hasReceipt = "has_receipt"
  case warrantyUntil = "warranty_until"
  case lossStatus = "loss_status"
  case lossDate = "loss_date"
  case soldDate = "sold_date"
  case soldPrice = "sold_price"
  case soldTo = "sold_to"
  case archived
  case notes
  case dateCreated = "date_created"

  /// Its place among the cases, from 0.
  @inlinable
  var place: UInt8 { withUnsafeBytes(of: self) { $0[0] } }

  /// By its place: the default for an enum of strings hashes the text, and a table of a million rows asks twenty
  /// million times.
  @inlinable
  public func hash(into hasher: inout Hasher) { hasher.combine(place) }

  public enum Kind: Sendable {
    /// Free text; also identifiers, which are never read as numbers.
    case text
    /// Minor units of the possession's currency. Column `<name>_minor` in the catalog.
    case money
    case date
    case integer
    /// A decimal number, kept as its shortest decimal text.
    case decimal
    case boolean
  }

  public var kind: Kind {
    switch self {
    case .quantity: .integer
    case .purchasePrice, .purchasePriceTotal, .replacementCost, .replacementCostTotal, .appraisalValue,
      .soldPrice:
      .money
    case .purchaseDate, .replacementDate, .appraisalDate, .warrantyUntil, .lossDate, .soldDate:
      .date
    case .taxRate, .ageYears, .usefulLifeYears: .decimal
    case .businessUse, .scheduled, .hasReceipt, .archived: .boolean
    default: .text
    }
  }
}

/// The value of one field, interpreted.
public enum FieldValue: Hashable, Sendable, Codable {
  case text(String)
  /// Minor units; the currency is the possession's own.
  case money(Int64)
  case date(PartialDate)
  case integer(Int64)
  /// Canonical decimal text: no exponent, no leading plus, no trailing zeros after the point.
  case decimal(String)
  case boolean(Bool)
}

/// One thing somebody owns, as the catalog has it.
public struct Possession: Hashable, Sendable, Codable {
  public enum Status: String, Sendable, Codable, CaseIterable {
    case current
    /// No longer in the items file, marked by `--prune`. Never deleted.
    case removed
  }

  /// The key as typed; unique in a catalog.
  public var itemID: String
  public var fields: FieldTable<FieldValue>
  /// The cell's own text, where it was interpreted: "1.234,50 €" beside 123450 EUR.
  public var sourceText: FieldTable<String>
  /// Every other column, by its header as typed: nothing that a person wrote is dropped.
  public var extra: [String: String]
  public var status: Status

  public init(
    itemID: String, fields: FieldTable<FieldValue> = [:],
    sourceText: FieldTable<String> = [:], extra: [String: String] = [:], status: Status = .current
  ) {
    self.itemID = itemID
    self.fields = fields
    self.sourceText = sourceText
    self.extra = extra
    self.status = status
  }

  public func text(_ field: PossessionField) -> String? {
    if case .text(let text) = fields[field] { text } else { nil }
  }

  /// The name, or the key where none is known.
  public var name: String { text(.name) ?? itemID }

  public var currency: Currency? { text(.currency).flatMap { Currency($0) } }

  /// Nil where not given, never 0 for that.
  public func money(_ field: PossessionField) -> Money? {
    guard case .money(let minor) = fields[field], let currency else { return nil }
    return Money(minor: minor, currency: currency)
  }

  public var quantity: Int64 {
    if case .integer(let number) = fields[.quantity] { number } else { 1 }
  }

  public func date(_ field: PossessionField) -> PartialDate? {
    if case .date(let date) = fields[field] { date } else { nil }
  }

  public func boolean(_ field: PossessionField) -> Bool? {
    if case .boolean(let flag) = fields[field] { flag } else { nil }
  }

  public func decimal(_ field: PossessionField) -> String? {
    if case .decimal(let text) = fields[field] { text } else { nil }
  }
}

/// What a row says of one field. An absent column is a missing entry and never touches anything.
public enum Cell: Hashable, Sendable, Codable {
  /// Blank keeps what is there, unless `--blank clear`.
  case blank
  /// `<clear>`: empties the field.
  case clear
  case value(FieldValue, source: String)
  /// Text that is none of the field's values: the field stays as it is, the text is kept.
  case unreadable(source: String)
}

/// One good row of an items table.
public struct PossessionRow: Hashable, Sendable, Codable {
  /// The table's name as typed, and the line where the row begins, the header being line 1.
  public var file: String
  public var line: Int
  public var itemID: String
  /// Which cells made `itemID`.
  public var keySource: KeySource
  /// What the row's amounts are in, and who says so.
  public var currencySource: CurrencySource
  public var cells: FieldTable<Cell>
  /// Names in the photo columns, in order, as typed.
  public var photos: [String]
  /// Whether the table has a photo column at all: a blank cell in one is not "names nothing any more".
  public var namesPhotos: Bool
  /// Names in the receipt, manual and appraisal-file columns, as typed, with the kind of document.
  public var documents: [NamedDocument]
  /// An `imageKey` cell, as typed.
  public var imageKey: String?
  /// The primary photo's edit from the columns `crop`, `rotate` and `edit`: nil is no such column or a
  /// blank cell, an empty recipe is `<clear>`.
  public var recipe: EditRecipe?
  /// Left-over columns by header as typed. Empty text is a blank cell, `<clear>` takes the entry away.
  public var extra: [String: String]

  public enum KeySource: String, Sendable, Codable {
    case itemID = "item-id"
    /// The serial number, unique in the file.
    case serialNumber = "serial-number"
    /// The columns of `--key`.
    case chosenColumns = "chosen-columns"
  }

  public enum CurrencySource: String, Sendable, Codable {
    /// The row has no amounts.
    case none
    /// A code or sign in the row itself, or a header that names it.
    case row
    /// `--currency`.
    case option
    case settings
    /// Nobody: US dollars.
    case assumed
  }

  public init(
    file: String, line: Int, itemID: String, keySource: KeySource = .itemID,
    currencySource: CurrencySource = .none, cells: FieldTable<Cell> = [:], photos: [String] = [],
    namesPhotos: Bool = false, documents: [NamedDocument] = [], imageKey: String? = nil,
    recipe: EditRecipe? = nil, extra: [String: String] = [:]
  ) {
    self.file = file
    self.line = line
    self.itemID = itemID
    self.keySource = keySource
    self.currencySource = currencySource
    self.cells = cells
    self.photos = photos
    self.namesPhotos = namesPhotos
    self.documents = documents
    self.imageKey = imageKey
    self.recipe = recipe
    self.extra = extra
  }
}

extension PossessionRow {
  /// Whether it says anything of photos, documents or edits.
  public var namesFilesOrEdits: Bool {
    namesPhotos || !photos.isEmpty || !documents.isEmpty || imageKey != nil || recipe != nil
  }

  /// What is left once the possession itself is planned.
  public var withoutCells: PossessionRow {
    var row = self
    row.cells = [:]
    row.extra = [:]
    return row
  }
}

public struct NamedDocument: Hashable, Sendable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case receipt, manual, appraisal, warranty, other
  }
  public var kind: Kind
  /// The file's name as typed.
  public var name: String

  public init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }
}
