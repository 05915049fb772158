/// What another tool calls its columns. Each dialect is a value; there is no code path of its own for any.
///
/// Headers are those that the tools write, as published in their sources (see `docs/items-csv.md`).
public struct CSVDialect: Sendable {
  /// What `--dialect` takes: `homebox`, `snipe-it`, …
  public let name: String
  /// What people call it.
  public let title: String
  let vocabulary: Vocabulary
  /// Headers that name the possession, best first; blank cells fall through to the next.
  let keyOrder: [String]
  /// Folded headers that no other tool has.
  let distinctive: Set<String>
  /// Beginnings of folded headers that no other tool has.
  var distinctivePrefixes: [String] = []
  /// Natural pairs: of these folded headers the first that is there fills the field, the others are kept.
  var pairs: [[String]] = []
  /// Recognised only by all of these.
  var fullHeaders: [String]?
  /// An amount of 0 means "not given".
  var zeroIsNotGiven = false
  /// Amounts always have a decimal point and no grouping, and zeros behind what the currency has: `149.000000`.
  var writesPlainDecimals = false
  /// The table has no header row: what its columns are, in order. Only by explicit choice.
  var positional: [String]?
  /// All amounts are in this currency, because a header says so.
  var currency: Currency?

  init(
    name: String, title: String, columns: [(String, ColumnRole)], keyOrder: [String] = [],
    distinctive: Set<String> = []
  ) {
    self.name = name
    self.title = title
    self.vocabulary = Vocabulary(columns)
    self.keyOrder = keyOrder.map(HeaderWords.folded)
    self.distinctive = distinctive
  }

  /// Every dialect that is known, our own first.
  public static let all: [CSVDialect] = [
    .own, .app, .homebox, .homebox2022, .homeboxBill, .snipeIT, .inventreeStock, .inventreePart, .shelf,
    .shelfDisplay, .partDB, .sortly, .koillection,
  ]

  /// By the name that `--dialect` takes; `shelf`, `inventree` and `homebox` stand for each form of theirs.
  public static func named(_ name: String) -> [CSVDialect] {
    let folded = name.lowercased()
    return all.filter { $0.name == folded || $0.family == folded }
  }

  var family: String {
    switch name {
    case "homebox-2022", "homebox-bill": "homebox"
    case "inventree-stock", "inventree-part": "inventree"
    case "shelf-display": "shelf"
    default: name
    }
  }

  /// How many of the folded headers only this tool writes.
  func marks(_ headers: [String]) -> Int {
    if let fullHeaders {
      let set = Set(headers)
      return fullHeaders.allSatisfy { set.contains(HeaderWords.folded($0)) } ? fullHeaders.count : 0
    }
    return headers.count { header in
      distinctive.contains(header) || distinctivePrefixes.contains { header.hasPrefix($0) }
    }
  }

  /// How many of the folded headers this tool writes.
  func known(_ headers: [String]) -> Int {
    headers.count { vocabulary.role(exactly: $0) != nil || distinctive.contains($0) }
  }

  // MARK: The dialects

  /// Our own columns and people's spreadsheets.
  static let own = CSVDialect(
    name: "own", title: "our own columns", columns: [("item_id", .key)], keyOrder: ["item_id"],
    distinctive: ["item_id"])

  /// The field names of the inventory app: a name, a serial number, a value in dollars, a day, an image key.
  static let app: CSVDialect = {
    var dialect = CSVDialect(
      name: "app", title: "the app's own field names",
      columns: [
        ("possessionName", .field(.name)), ("itemName", .field(.name)),
        ("serialNumber", .field(.serialNumber)), ("valueInDollars", .field(.replacementCost)),
        ("dateCreated", .field(.dateCreated)), ("imageKey", .imageKey),
      ],
      distinctive: ["valueindollars", "possessionname"])
    dialect.currency = .usd
    return dialect
  }()

  /// Homebox today and in the days of hay-kot.
  static let homebox: CSVDialect = {
    var dialect = CSVDialect(
      name: "homebox", title: "Homebox",
      columns: [
        ("HB.import_ref", .key), ("HB.parent_import_ref", .extra), ("HB.url", .extra),
        ("HB.name", .field(.name)), ("HB.description", .field(.description)),
        ("HB.notes", .field(.notes)), ("HB.purchase_from", .field(.purchasePlace)),
        ("HB.manufacturer", .field(.brand)), ("HB.model_number", .field(.model)),
        ("HB.serial_number", .field(.serialNumber)), ("HB.warranty_details", .extra),
        ("HB.warranty_expires", .field(.warrantyUntil)), ("HB.purchase_date", .field(.purchaseDate)),
        ("HB.purchase_time", .field(.purchaseDate)), ("HB.sold_date", .field(.soldDate)),
        ("HB.sold_time", .field(.soldDate)), ("HB.sold_to", .field(.soldTo)), ("HB.sold_notes", .extra),
        ("HB.location", .field(.room)), ("HB.tags", .tags), ("HB.labels", .tags), ("HB.label", .tags),
        ("HB.asset_id", .field(.assetTag)), ("HB.quantity", .field(.quantity)),
        ("HB.purchase_price", .field(.purchasePrice)), ("HB.sold_price", .field(.soldPrice)),
        ("HB.archived", .field(.archived)), ("HB.insured", .field(.scheduled)),
        ("HB.lifetime_warranty", .extra),
      ],
      keyOrder: ["HB.import_ref", "HB.asset_id", "HB.url"])
    dialect.distinctivePrefixes = ["hb."]
    dialect.zeroIsNotGiven = true
    return dialect
  }()

  /// Homebox before 2023-02, recognised only by its full list of headers.
  static let homebox2022: CSVDialect = {
    var dialect = CSVDialect(
      name: "homebox-2022", title: "Homebox before 2023",
      columns: [
        ("ImportRef", .key), ("Location", .field(.room)), ("Labels", .tags),
        ("Quantity", .field(.quantity)), ("Name", .field(.name)), ("Description", .field(.description)),
        ("Insured", .field(.scheduled)), ("Serial Number", .field(.serialNumber)),
        ("Model Number", .field(.model)), ("Manufacturer", .field(.brand)), ("Notes", .field(.notes)),
        ("Purchase From", .field(.purchasePlace)), ("Purchased Price", .field(.purchasePrice)),
        ("Purchased Time", .field(.purchaseDate)), ("Lifetime Warranty", .extra),
        ("Warranty Expires", .field(.warrantyUntil)), ("Warranty Details", .extra),
        ("Sold To", .field(.soldTo)), ("Sold Price", .field(.soldPrice)),
        ("Sold Time", .field(.soldDate)), ("Sold Notes", .extra),
      ],
      keyOrder: ["ImportRef"])
    dialect.fullHeaders = [
      "ImportRef", "Location", "Labels", "Quantity", "Name", "Description", "Insured", "Serial Number",
      "Model Number", "Manufacturer", "Notes", "Purchase From", "Purchased Price", "Purchased Time",
      "Lifetime Warranty", "Warranty Expires", "Warranty Details", "Sold To", "Sold Price", "Sold Time",
      "Sold Notes",
    ]
    dialect.zeroIsNotGiven = true
    return dialect
  }()

  /// Homebox's bill of materials: no key, room or photo.
  static let homeboxBill: CSVDialect = {
    var dialect = CSVDialect(
      name: "homebox-bill", title: "Homebox bill of materials",
      columns: [
        ("Purchase Date", .field(.purchaseDate)), ("Name", .field(.name)),
        ("Description", .field(.description)), ("Manufacturer", .field(.brand)),
        ("Serial Number", .field(.serialNumber)), ("Model Number", .field(.model)),
        ("Quantity", .field(.quantity)), ("Price", .field(.purchasePrice)),
        ("Total Price", .field(.purchasePriceTotal)),
      ])
    dialect.fullHeaders = [
      "Purchase Date", "Name", "Description", "Manufacturer", "Serial Number", "Model Number", "Quantity",
      "Price", "Total Price",
    ]
    dialect.zeroIsNotGiven = true
    return dialect
  }()

  static let snipeIT: CSVDialect = {
    var dialect = CSVDialect(
      name: "snipe-it", title: "Snipe-IT",
      columns: [
        ("Asset Tag", .field(.assetTag)),
        ("Item Name", .field(.name)), ("Asset Name", .field(.name)), ("Accessory Name", .field(.name)),
        ("Consumable Name", .field(.name)), ("Component Name", .field(.name)), ("Name", .field(.name)),
        ("Category", .field(.category)), ("Supplier", .field(.purchasePlace)),
        ("Manufacturer", .field(.brand)), ("Location", .field(.room)), ("Parent Location", .extra),
        ("Company", .field(.owner)), ("Order Number", .extra), ("Model", .field(.model)),
        ("Model Name", .field(.model)), ("Model Notes", .extra),
        ("Model Number", .field(.model)), ("Model No", .field(.model)), ("Model No.", .field(.model)),
        ("Model Num", .field(.model)), ("Model Num.", .field(.model)),
        ("Asset Notes", .field(.notes)), ("Notes", .field(.notes)),
        ("Item Number", .extra), ("Item No.", .extra), ("Item #", .extra),
        ("Serial", .field(.serialNumber)), ("Serial Number", .field(.serialNumber)),
        ("Serial No.", .field(.serialNumber)), ("Serial No", .field(.serialNumber)),
        ("Product Key", .field(.serialNumber)), ("Key", .field(.serialNumber)),
        ("Purchase Date", .field(.purchaseDate)), ("Purchase Cost", .field(.purchasePrice)),
        ("Warranty", .warrantyMonths), ("Warranty Months", .warrantyMonths),
        ("QTY", .field(.quantity)), ("Quantity", .field(.quantity)),
        ("Image", .photos), ("Image Filename", .photos), ("Status", .extra), ("Asset EOL Date", .extra),
        ("EOL Date", .extra), ("EOL", .extra), ("EOL Months", .extra), ("Expiration Date", .extra),
        ("Termination Date", .extra), ("Requestable", .extra), ("BYOD", .extra),
        ("Checkout Type", .extra), ("Checked Out To: Username", .extra),
        ("Checked Out To: First Name", .extra), ("Checked Out To: Last Name", .extra),
        ("Checked Out To: Email", .extra), ("Checked Out To: Location", .extra),
        ("Checkout to Location", .extra), ("Last Checkin Date", .extra), ("Checkout Date", .extra),
        ("Expected Checkin Date", .extra), ("Last Audit", .extra), ("Next Audit Date", .extra),
        ("Min Amount", .extra), ("Minimum Amount", .extra), ("Min Quantity", .extra),
        ("Minimum Quantity", .extra), ("Purchase Order", .extra),
      ],
      keyOrder: ["Asset Tag"], distinctive: ["asset tag", "checkout type", "byod", "requestable"])
    dialect.distinctivePrefixes = ["checked out to:"]
    dialect.pairs = [
      [
        "model number", "model no.", "model no", "model num.", "model num", "model name", "model",
      ]
    ]
    return dialect
  }()

  static let inventreeStock: CSVDialect = {
    var dialect = CSVDialect(
      name: "inventree-stock", title: "InvenTree stock",
      columns: [
        ("pk", .key), ("part_detail.name", .field(.name)),
        ("part_detail.description", .field(.description)), ("part", .extra),
        ("quantity", .field(.quantity)), ("serial", .field(.serialNumber)), ("batch", .extra),
        ("location_detail.pathstring", .field(.room)), ("location_detail.name", .extra),
        ("location", .extra), ("expiry_date", .extra), ("link", .field(.replacementSource)),
        ("notes", .field(.notes)), ("owner", .field(.owner)), ("packaging", .extra), ("status", .extra),
        ("status_custom_key", .extra), ("supplier_part", .extra),
        ("purchase_price", .field(.purchasePrice)), ("purchase_price_currency", .field(.currency)),
        ("part_detail.IPN", .field(.model)), ("part_detail.revision", .extra),
        ("part_detail.pricing_min", .extra), ("part_detail.pricing_max", .extra),
        ("supplier_part_detail.SKU", .extra), ("supplier_part_detail.MPN", .extra),
      ],
      keyOrder: ["pk"], distinctive: ["purchase_price_currency", "status_custom_key", "supplier_part"])
    dialect.distinctivePrefixes = ["part_detail.", "location_detail.", "supplier_part_detail."]
    dialect.writesPlainDecimals = true
    return dialect
  }()

  static let inventreePart = CSVDialect(
    name: "inventree-part", title: "InvenTree part",
    columns: [
      ("pk", .key), ("name", .field(.name)), ("description", .field(.description)),
      ("IPN", .field(.assetTag)), ("category_name", .field(.category)), ("category", .extra),
      ("default_location", .field(.room)), ("default_expiry", .extra), ("keywords", .extra),
      ("link", .field(.replacementSource)), ("minimum_stock", .extra), ("notes", .field(.notes)),
      ("revision", .extra), ("units", .extra), ("image", .photos), ("existing_image", .extra),
      ("remote_image", .extra), ("active", .extra), ("trackable", .extra), ("virtual", .extra),
      ("tags", .extra),
    ],
    keyOrder: ["pk"], distinctive: ["category_name", "default_expiry", "existing_image", "remote_image"])

  static let shelf: CSVDialect = {
    var dialect = CSVDialect(
      name: "shelf", title: "Shelf",
      columns: [
        ("id", .key), ("title", .field(.name)), ("description", .field(.description)),
        ("category", .field(.category)), ("kit", .extra), ("tags", .extra), ("location", .field(.room)),
        ("custodian", .field(.owner)), ("bookable", .extra), ("imageUrl", .extra),
        ("valuation", .field(.replacementCost)), ("qrId", .field(.assetTag)),
        ("barcode_Code128", .extra), ("barcode_Code39", .extra), ("barcode_DataMatrix", .extra),
        ("barcode_ExternalQR", .extra), ("barcode_EAN13", .extra), ("assetModel", .field(.model)),
        ("type", .extra), ("quantity", .field(.quantity)), ("minQuantity", .extra),
        ("unitOfMeasure", .extra), ("consumptionType", .extra),
      ],
      keyOrder: ["id", "qrId"],
      distinctive: ["qrid", "bookable", "imageurl", "assetmodel", "consumptiontype", "unitofmeasure"])
    dialect.distinctivePrefixes = ["cf:", "barcode_"]
    return dialect
  }()

  static let shelfDisplay = CSVDialect(
    name: "shelf-display", title: "Shelf, the list as shown",
    columns: [
      ("ID", .key), ("Asset ID", .field(.assetTag)), ("QR ID", .extra), ("Name", .field(.name)),
      ("Status", .extra), ("Description", .field(.description)), ("Value", .field(.replacementCost)),
      ("Total value", .field(.replacementCostTotal)), ("Available to book", .extra),
      ("Created at", .field(.dateCreated)), ("Updated at", .extra), ("Category", .field(.category)),
      ("Tags", .extra), ("Location", .field(.room)), ("Kit", .extra), ("Custody", .field(.owner)),
      ("Quantity", .field(.quantity)), ("Min quantity", .extra), ("Tracking method", .extra),
      ("Asset model", .field(.model)),
    ],
    keyOrder: ["ID", "Asset ID", "QR ID"],
    distinctive: ["qr id", "available to book", "tracking method", "custody"])

  static let partDB: CSVDialect = {
    var dialect = CSVDialect(
      name: "part-db", title: "Part-DB",
      columns: [
        ("name", .field(.name)), ("description", .field(.description)), ("notes", .field(.notes)),
        ("comment", .field(.notes)), ("category", .field(.category)), ("footprint", .extra),
        ("favorite", .extra), ("manufacturer", .field(.brand)),
        ("manufacturer_product_number", .field(.model)), ("mpn", .field(.model)),
        ("manufacturer_product_url", .field(.replacementSource)), ("manufacturing_status", .extra),
        ("needs_review", .extra), ("tags", .extra), ("mass", .extra), ("ipn", .field(.assetTag)),
        ("minamount", .extra), ("partUnit", .extra), ("storage_location", .field(.room)),
        ("storelocation", .field(.room)), ("amount", .field(.quantity)),
        ("quantity", .field(.quantity)), ("instock", .field(.quantity)),
        ("supplier", .field(.purchasePlace)), ("supplier_product_number", .extra),
        ("supplier_part_number", .extra), ("spn", .extra), ("price", .field(.purchasePrice)),
      ],
      keyOrder: ["ipn"],
      distinctive: [
        "manufacturer_product_number", "mpn", "manufacturing_status", "needs_review", "minamount",
        "partunit", "storelocation", "storage_location", "spn", "manufacturer_product_url",
      ])
    dialect.distinctivePrefixes = ["eda_info."]
    return dialect
  }()

  static let sortly: CSVDialect = {
    var dialect = CSVDialect(
      name: "sortly", title: "Sortly",
      columns: [
        ("Entry Type", .entryType), ("Entry Name", .field(.name)), ("Variant Details", .extra),
        ("SID", .key), ("Sortly ID (SID)", .key), ("Sortly ID", .key), ("Quantity", .field(.quantity)),
        ("Unit", .extra), ("Min Level", .extra), ("Price", .field(.purchasePrice)),
        // Price times quantity, as Sortly prints it.
        ("Value", .field(.purchasePriceTotal)), ("Sell price", .extra), ("Notes", .field(.notes)),
        ("Tags", .tags), ("Product Link", .field(.replacementSource)), ("Primary Folder", .roomLevel(1)),
        ("Subfolder-level1", .roomLevel(2)), ("Subfolder-level2", .roomLevel(3)),
        ("Subfolder-level3", .roomLevel(4)), ("Subfolder-level4", .roomLevel(5)),
        ("Barcode/QR1-Data", .field(.assetTag)), ("Barcode/QR1-Type", .extra),
        ("Barcode/QR2-Data", .extra), ("Barcode/QR2-Type", .extra), ("Item Group Name", .extra),
        ("Attribute 1 Name", .extra), ("Attribute 1 Option", .extra),
        ("Serial Number", .field(.serialNumber)), ("Purchase Date", .field(.purchaseDate)),
        ("Expiry Date", .extra),
      ],
      keyOrder: ["SID", "Sortly ID (SID)", "Sortly ID"],
      distinctive: ["entry type", "entry name", "sid", "sortly id (sid)", "sortly id", "primary folder"])
    dialect.distinctivePrefixes = ["subfolder-level", "barcode/qr"]
    return dialect
  }()

  /// Koillection exports no header row: item id, item name, collection title.
  static let koillection: CSVDialect = {
    var dialect = CSVDialect(
      name: "koillection", title: "Koillection",
      columns: [("item id", .key), ("item name", .field(.name)), ("collection", .field(.category))],
      keyOrder: ["item id"])
    dialect.positional = ["item id", "item name", "collection"]
    return dialect
  }()
}
