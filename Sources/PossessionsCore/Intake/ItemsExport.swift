/// Writes the catalog's possessions as CSV: for taking back in, for people's spreadsheets, or for another tool.
///
/// Our own form is exact: read again it changes nothing. Cells that a spreadsheet would run as formulas are
/// neutralised only on request, in text columns alone, by one apostrophe that the reading takes away again; a text
/// that looks neutralised already gets one more in either mode, so that the way back is always exact.

public struct ItemsExportOptions: Sendable {
  public enum Dialect: String, Sendable, CaseIterable {
    /// Our own columns: what `import` takes back with no change.
    case own
    case homebox
    case snipeIT = "snipe-it"
    case shelf
  }

  public var dialect: Dialect
  /// Neutralises formulas in text columns, and begins with a byte order mark, which Excel needs to see UTF-8.
  public var isSpreadsheetSafe: Bool

  public init(dialect: Dialect = .own, isSpreadsheetSafe: Bool = false) {
    self.dialect = dialect
    self.isSpreadsheetSafe = isSpreadsheetSafe
  }
}

/// The items table of all current possessions, ordered by id. UTF-8, commas, a line feed after every row.
public func exportItems(
  _ contents: CatalogContents, options: ItemsExportOptions = ItemsExportOptions()
) -> [UInt8] {
  var bytes: [UInt8] = []
  exportItems(contents, options: options) { bytes.append(contentsOf: $0) }
  return bytes
}

/// The same, handed out row by row.
public func exportItems<Problem: Error>(
  _ contents: CatalogContents, options: ItemsExportOptions = ItemsExportOptions(),
  to sink: ([UInt8]) throws(Problem) -> Void
) throws(Problem) {
  let attachments = ExportedAttachments(contents)
  let possessions = contents.possessions.filter { $0.status == .current }
  let columns = ExportColumn.all(of: possessions, attachments, options.dialect)
  var writer = CSVWriter(isSpreadsheetSafe: options.isSpreadsheetSafe)
  if options.isSpreadsheetSafe { writer.bytes = [0xEF, 0xBB, 0xBF] }
  for column in columns { writer.append(column.header, isText: true) }
  writer.endRow()
  try sink(writer.taken())
  for possession in possessions {
    for column in columns {
      let cell = column.cell(possession)
      writer.append(cell, isText: column.isText)
    }
    writer.endRow()
    if writer.bytes.count > 1 << 16 { try sink(writer.taken()) }
  }
  if !writer.bytes.isEmpty { try sink(writer.taken()) }
}

/// All attachments as a manifest: what the items table cannot say (order, primary, captions, recipes of further photos).
public func exportManifest(_ contents: CatalogContents) -> [UInt8] {
  let attachments = ExportedAttachments(contents)
  var writer = CSVWriter(isSpreadsheetSafe: false)
  for header in ["photo", "item_id", "position", "primary", "edit", "caption"] {
    writer.append(header, isText: false)
  }
  writer.endRow()
  for attachment in contents.attachments where attachment.supersededByRun == nil {
    writer.append(attachments.name(of: attachment.key), isText: true)
    writer.append(attachment.itemID, isText: true)
    writer.append(String(attachment.position), isText: false)
    writer.append(attachment.isPrimary ? "yes" : "no", isText: false)
    writer.append(ExportedAttachments.recipe(attachment) ?? "", isText: true)
    writer.append(attachment.caption ?? "", isText: true)
    writer.endRow()
  }
  return writer.taken()
}

/// What hangs on possessions, as cells name it.
private struct ExportedAttachments {
  private var names: [ImageKey: String] = [:]
  private var photos: [String: [AttachmentRecord]] = [:]
  private var documents: [String: [DocumentRecord]] = [:]
  let documentKinds: Set<NamedDocument.Kind>
  let hasPhotos: Bool
  let hasRecipes: Bool

  init(_ contents: CatalogContents) {
    // A name stands for a picture only where no other has it, in any case and composition.
    var bearers: [String: Set<ImageKey>] = [:]
    func take(_ key: ImageKey, _ name: BytePath) {
      guard let text = name.text else { return }
      bearers[composed(text).lowercased(), default: []].insert(key)
    }
    for (key, picture) in contents.pictures { take(key, picture.originalName.name) }
    for document in contents.documents { take(document.key, document.originalName.name) }
    func name(_ key: ImageKey, _ original: BytePath) -> String {
      guard let text = original.name.text, bearers[composed(text).lowercased()]?.count == 1,
        ExportedAttachments.isPlain(text)
      else { return key.description }
      return text
    }
    for (key, picture) in contents.pictures { names[key] = name(key, picture.originalName) }
    for document in contents.documents where names[document.key] == nil {
      names[document.key] = name(document.key, document.originalName)
    }
    let attachments = contents.attachments.filter { $0.supersededByRun == nil }
    for attachment in attachments { photos[attachment.itemID, default: []].append(attachment) }
    let held = contents.documents.filter { $0.supersededByRun == nil }
    for document in held { documents[document.itemID, default: []].append(document) }
    documentKinds = Set(held.map(\.kind))
    hasPhotos = attachments.contains { rulesOfPersons.contains($0.matchedBy) }
    hasRecipes = attachments.contains { $0.isPrimary && $0.recipe != nil }
  }

  /// Whether a cell can hold the name and be read back: no list sign, no pattern, no folder, no address.
  private static func isPlain(_ name: String) -> Bool {
    guard !name.isEmpty, name.first != " ", name.last != " " else { return false }
    return !name.unicodeScalars.contains { isUnprintable($0) || ";*?[]/\\".unicodeScalars.contains($0) }
      && !["yes", "no", "y", "n", "true", "false", "t", "f", "1", "0"].contains(name.lowercased())
      && ImageKey(name) == nil && name.lowercased() != "<clear>"
  }

  func name(of key: ImageKey) -> String { names[key] ?? key.description }

  /// Photos that a person named. One that a rule found (by its file name, its folder, a code) is found again by the
  /// same rule; naming it here would make it a named one, and that is a change.
  func photoCell(_ itemID: String) -> String {
    (photos[itemID] ?? []).filter { rulesOfPersons.contains($0.matchedBy) }.sorted {
      $0.position < $1.position
    }
    .map { name(of: $0.key) }.joined(separator: ";")
  }

  func recipeCell(_ itemID: String) -> String {
    photos[itemID]?.first { $0.isPrimary }.flatMap(ExportedAttachments.recipe) ?? ""
  }

  func documentCell(_ itemID: String, _ kind: NamedDocument.Kind) -> String {
    (documents[itemID] ?? []).filter { $0.kind == kind }.map { name(of: $0.key) }.joined(separator: ";")
  }

  static func recipe(_ attachment: AttachmentRecord) -> String? {
    attachment.recipe.flatMap { try? EditRecipe(canonicalJSON: $0) }?.text
  }
}

/// One column of an export.
private struct ExportColumn {
  var header: String
  /// Only text can be taken for a formula; amounts and days are written by us.
  var isText = true
  var cell: (Possession) -> String

  static func all(
    of possessions: [Possession], _ attachments: ExportedAttachments, _ dialect: ItemsExportOptions.Dialect
  ) -> [ExportColumn] {
    var used: Set<PossessionField> = []
    var extras: Set<String> = []
    for possession in possessions {
      used.formUnion(possession.fields.names)
      // A cell that was no value: its text goes back where it stood.
      used.formUnion(possession.sourceText.names)
      extras.formUnion(possession.extra.keys)
    }
    switch dialect {
    case .own: return own(used, extras, attachments)
    case .homebox: return homebox(used, extras)
    case .snipeIT: return snipeIT(used, extras)
    case .shelf: return shelf(used, extras)
    }
  }

  static func field(_ field: PossessionField, _ header: String? = nil) -> ExportColumn {
    ExportColumn(header: header ?? field.rawValue, isText: field.kind == .text && field != .currency) {
      text(of: field, in: $0)
    }
  }

  static func text(of field: PossessionField, in possession: Possession) -> String {
    guard let value = possession.fields[field] else {
      // The currency's source is kept only beside a currency.
      return field == .currency ? "" : possession.sourceText[field] ?? ""
    }
    if case .money(let minor) = value {
      return decimalTextOf(minor: minor, decimals: possession.currency?.decimals ?? 2)
    }
    return RowPlanner.shown(value, possession.currency)
  }

  private static func own(
    _ used: Set<PossessionField>, _ extras: Set<String>, _ attachments: ExportedAttachments
  ) -> [ExportColumn] {
    var columns = [ExportColumn(header: "item_id") { $0.itemID }]
    for field in PossessionField.allCases where used.contains(field) || field == .name {
      columns.append(.field(field))
    }
    if attachments.hasPhotos {
      columns.append(ExportColumn(header: "photos") { attachments.photoCell($0.itemID) })
    }
    if attachments.hasRecipes {
      columns.append(ExportColumn(header: "edit") { attachments.recipeCell($0.itemID) })
    }
    for kind in NamedDocument.Kind.allCases where attachments.documentKinds.contains(kind) {
      let header = kind == .other ? "document_file" : "\(kind.rawValue)_file"
      columns.append(ExportColumn(header: header) { attachments.documentCell($0.itemID, kind) })
    }
    for header in extras.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      let shown = ColumnMapping.fillsField(header) ? ColumnMapping.keptPrefix + header : header
      columns.append(ExportColumn(header: shown) { $0.extra[header] ?? "" })
    }
    return columns
  }

  // MARK: Other tools

  private static func boolean(_ field: PossessionField, _ header: String) -> ExportColumn {
    // Homebox takes `yes` for false.
    ExportColumn(header: header, isText: false) { $0.boolean(field).map { $0 ? "true" : "false" } ?? "" }
  }

  /// Only full days: other tools read no partial date.
  private static func day(_ field: PossessionField, _ header: String) -> ExportColumn {
    ExportColumn(header: header, isText: false) { possession in
      possession.date(field).flatMap { $0.day == nil ? nil : $0.description } ?? ""
    }
  }

  private static func extra(_ header: String, _ shown: String? = nil) -> ExportColumn {
    ExportColumn(header: shown ?? header) { $0.extra[header] ?? "" }
  }

  /// The order of Homebox's own export (`io_row.go`).
  private static func homebox(_ used: Set<PossessionField>, _ extras: Set<String>) -> [ExportColumn] {
    var columns: [ExportColumn] = [
      day(.purchaseDate, "HB.purchase_date"), day(.warrantyUntil, "HB.warranty_expires"),
      day(.soldDate, "HB.sold_date"), ExportColumn(header: "HB.import_ref") { $0.itemID },
      extra("HB.parent_import_ref"), extra("HB.url"), field(.name, "HB.name"),
      field(.description, "HB.description"), field(.notes, "HB.notes"),
      field(.purchasePlace, "HB.purchase_from"), field(.brand, "HB.manufacturer"),
      field(.model, "HB.model_number"), field(.serialNumber, "HB.serial_number"),
      extra("HB.warranty_details"), field(.soldTo, "HB.sold_to"), extra("HB.sold_notes"),
      field(.room, "HB.location"), field(.category, "HB.tags"), field(.assetTag, "HB.asset_id"),
      field(.quantity, "HB.quantity"), field(.purchasePrice, "HB.purchase_price"),
      field(.soldPrice, "HB.sold_price"), boolean(.archived, "HB.archived"),
      boolean(.scheduled, "HB.insured"), extra("HB.lifetime_warranty"),
    ]
    let covered: Set<PossessionField> = [
      .purchaseDate, .warrantyUntil, .soldDate, .name, .description, .notes, .purchasePlace, .brand, .model,
      .serialNumber, .soldTo, .room, .category, .assetTag, .quantity, .purchasePrice, .soldPrice, .archived,
      .scheduled,
    ]
    for field in PossessionField.allCases where used.contains(field) && !covered.contains(field) {
      columns.append(.field(field, "HB.field.\(field.rawValue)"))
    }
    let written = Set(columns.map(\.header))
    for header in extras.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    where !written.contains(header) {
      columns.append(extra(header, header.hasPrefix("HB.") ? header : "HB.field.\(header)"))
    }
    return columns
  }

  /// Columns of Snipe-IT's asset import; it maps them by these names.
  private static func snipeIT(_ used: Set<PossessionField>, _ extras: Set<String>) -> [ExportColumn] {
    var columns: [ExportColumn] = [
      field(.owner, "Company"), field(.name, "Item Name"), ExportColumn(header: "Asset Tag") { $0.itemID },
      field(.category, "Category"), field(.purchasePlace, "Supplier"), field(.brand, "Manufacturer"),
      field(.room, "Location"), field(.model, "Model Number"), field(.serialNumber, "Serial Number"),
      field(.notes, "Asset Notes"), day(.purchaseDate, "Purchase Date"),
      field(.purchasePrice, "Purchase Cost"), field(.quantity, "Quantity"),
    ]
    let covered: Set<PossessionField> = [
      .owner, .name, .category, .purchasePlace, .brand, .room, .model, .serialNumber, .notes, .purchaseDate,
      .purchasePrice, .quantity, .assetTag,
    ]
    for field in PossessionField.allCases where used.contains(field) && !covered.contains(field) {
      columns.append(.field(field))
    }
    let written = Set(columns.map(\.header))
    for header in extras.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    where !written.contains(header) {
      columns.append(extra(header))
    }
    return columns
  }

  /// Columns of Shelf's import. One header that it does not know refuses its whole file, so all else is custom fields.
  private static func shelf(_ used: Set<PossessionField>, _ extras: Set<String>) -> [ExportColumn] {
    let known: Set<String> = [
      "kit", "tags", "bookable", "imageUrl", "barcode_Code128", "barcode_Code39", "barcode_DataMatrix",
      "barcode_ExternalQR", "barcode_EAN13", "type", "minQuantity", "unitOfMeasure", "consumptionType",
    ]
    var columns: [ExportColumn] = [
      ExportColumn(header: "id") { $0.itemID }, field(.name, "title"), field(.description, "description"),
      field(.category, "category"), field(.room, "location"), field(.owner, "custodian"),
      field(.replacementCost, "valuation"), field(.assetTag, "qrId"), field(.model, "assetModel"),
      field(.quantity, "quantity"),
    ]
    let covered: Set<PossessionField> = [
      .name, .description, .category, .room, .owner, .replacementCost, .assetTag, .model, .quantity,
    ]
    for field in PossessionField.allCases where used.contains(field) && !covered.contains(field) {
      columns.append(.field(field, "cf:\(field.rawValue),type:text"))
    }
    for header in extras.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      columns.append(
        extra(header, known.contains(header) || header.hasPrefix("cf:") ? header : "cf:\(header),type:text"))
    }
    return columns
  }
}
