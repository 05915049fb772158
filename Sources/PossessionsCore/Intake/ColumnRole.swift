/// What a column of an items table is for.
public enum ColumnRole: Hashable, Sendable {
  /// Names the possession and says nothing else.
  case key
  case field(PossessionField)
  /// A bare `Value` or `Price`: a unit amount unless `--value-is line` says otherwise, and undecided where a
  /// quantity is above 1.
  case bareAmount(PossessionField)
  /// Several tags: they fill the category only where every cell holds one.
  case tags
  case photos
  case imageKey
  case document(NamedDocument.Kind)
  /// A receipt's file name, or a yes/no that claims one.
  case receipt
  case crop
  case rotate
  case edit
  /// A level of a location path, from 1; joined with ` / `.
  case roomLevel(Int)
  /// Sortly's `Entry Type`: only rows that say `Item` count.
  case entryType
  /// Snipe-IT's months of warranty, counted from the purchase.
  case warrantyMonths
  /// Kept with the possession under its header.
  case extra

  /// What two columns cannot both fill; nil where any number of columns may have the role.
  var target: String? {
    switch self {
    case .key: "item_id"
    case .field(let field), .bareAmount(let field): field.rawValue
    case .tags: "category"
    case .imageKey: "image_key"
    case .receipt: "receipt_file"
    case .crop: "crop"
    case .rotate: "rotate"
    case .edit: "edit"
    case .roomLevel(let level): "room, level \(level)"
    case .entryType: "entry type"
    case .warrantyMonths: "warranty months"
    case .photos, .document, .extra: nil
    }
  }
}

/// Headers as they are looked up.
enum HeaderWords {
  /// Trimmed, without byte order mark, lower case, inner runs of spaces made one.
  static func folded(_ header: String) -> String {
    var text = ""
    var pendingSpace = false
    for scalar in composed(header).unicodeScalars {
      switch scalar.value {
      case 0x20, 0x09, 0x0A, 0x0D, 0xA0, 0x202F, 0x2007: pendingSpace = !text.isEmpty
      case 0xFEFF, 0x200B: continue
      default:
        if pendingSpace {
          text.unicodeScalars.append(" ")
          pendingSpace = false
        }
        text += scalar.properties.lowercaseMapping
      }
    }
    return text
  }

  /// A folded header without punctuation and spaces. `#` stays a sign of its own: `Item #` is a key, `Item` a name.
  static func bare(_ folded: String) -> String {
    var text = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars {
      if scalar == "#" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        text.append(scalar)
      }
    }
    return String(text)
  }

  /// `photo12` gives ("photo", 12); nil where no number ends the header.
  static func numbered(_ bare: String) -> (stem: String, number: Int)? {
    let digits = bare.reversed().prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty, digits.count < 6, let number = Int(String(digits.reversed())) else { return nil }
    let stem = String(bare.dropLast(digits.count))
    return stem.isEmpty ? nil : (stem, number)
  }
}

/// A list of headers and what they are for, folded and bare.
struct Vocabulary: Sendable {
  private var foldedRoles: [String: ColumnRole] = [:]
  private var bareRoles: [String: ColumnRole] = [:]

  /// Earlier entries win where two bare spellings fall together.
  init(_ entries: [(String, ColumnRole)]) {
    for (header, role) in entries {
      let folded = HeaderWords.folded(header)
      if foldedRoles[folded] == nil { foldedRoles[folded] = role }
      let bare = HeaderWords.bare(folded)
      if bareRoles[bare] == nil { bareRoles[bare] = role }
    }
  }

  func role(exactly folded: String) -> ColumnRole? { foldedRoles[folded] }

  func role(bare: String) -> ColumnRole? { bareRoles[bare] }

  func role(_ folded: String) -> ColumnRole? {
    foldedRoles[folded] ?? bareRoles[HeaderWords.bare(folded)]
  }

  var count: Int { foldedRoles.count }

  /// Our own columns: an exact one of these beats every synonym.
  static let canonical = Vocabulary(
    [("item_id", .key)]
      + PossessionField.allCases.map { ($0.rawValue, ColumnRole.field($0)) }
      + [
        ("photos", .photos), ("image_key", .imageKey), ("imageKey", .imageKey),
        ("receipt_file", .receipt), ("manual_file", .document(.manual)),
        ("appraisal_file", .document(.appraisal)), ("warranty_file", .document(.warranty)),
        ("document_file", .document(.other)), ("crop", .crop), ("rotate", .rotate), ("edit", .edit),
        // csv-headers says `serial`, the catalog `serial_number`.
        ("serial", .field(.serialNumber)), ("serialNumber", .field(.serialNumber)),
        ("possessionName", .field(.name)), ("dateCreated", .field(.dateCreated)),
      ])

  /// What people and spreadsheets call the same things.
  static let synonyms = Vocabulary([
    ("ID", .key), ("Item ID", .key), ("Asset ID", .key), ("Item #", .key), ("Item No", .key),
    ("Item No.", .key), ("Import Ref", .key), ("HB.import_ref", .key),
    ("Inventory Number", .key), ("Inventory No", .key), ("Inventory #", .key),
    ("Item", .field(.name)), ("Item Name", .field(.name)), ("Asset Name", .field(.name)),
    ("HB.name", .field(.name)), ("Title", .field(.name)), ("Possession", .field(.name)),
    ("Item Description", .field(.description)), ("Details", .field(.description)),
    ("Notes on item", .field(.description)), ("Desc", .field(.description)),
    ("Location", .field(.room)), ("Area", .field(.room)), ("HB.location", .field(.room)),
    ("Type", .field(.category)), ("Group", .field(.category)), ("Class", .field(.category)),
    ("CAT", .field(.category)), ("Tags", .tags), ("Tag", .tags), ("Labels", .tags), ("Label", .tags),
    ("Qty", .field(.quantity)), ("QTY lost", .field(.quantity)), ("Count", .field(.quantity)),
    ("HB.quantity", .field(.quantity)), ("Number of items", .field(.quantity)),
    ("Make", .field(.brand)), ("Manufacturer", .field(.brand)), ("HB.manufacturer", .field(.brand)),
    ("Brand or manufacturer", .field(.brand)),
    ("Model No", .field(.model)), ("Model No.", .field(.model)), ("Model Number", .field(.model)),
    ("Model #", .field(.model)), ("HB.model_number", .field(.model)), ("Model Name", .field(.model)),
    ("S/N", .field(.serialNumber)), ("SN", .field(.serialNumber)), ("Serial No", .field(.serialNumber)),
    ("Serial No.", .field(.serialNumber)), ("Serial #", .field(.serialNumber)),
    ("IMEI", .field(.serialNumber)), ("HB.serial_number", .field(.serialNumber)),
    ("Serial", .field(.serialNumber)),
    ("Asset Tag", .field(.assetTag)), ("Asset No", .field(.assetTag)), ("Asset Number", .field(.assetTag)),
    ("Asset #", .field(.assetTag)), ("Barcode", .field(.assetTag)), ("HB.asset_id", .field(.assetTag)),
    ("Date Acquired", .field(.purchaseDate)), ("Date Purchased", .field(.purchaseDate)),
    ("Acquired", .field(.purchaseDate)), ("Bought", .field(.purchaseDate)),
    ("Bought on", .field(.purchaseDate)), ("Year", .field(.purchaseDate)),
    ("Date of purchase", .field(.purchaseDate)), ("Purchased", .field(.purchaseDate)),
    ("Vendor", .field(.purchasePlace)), ("Store", .field(.purchasePlace)),
    ("Seller", .field(.purchasePlace)), ("Retailer", .field(.purchasePlace)),
    ("Supplier", .field(.purchasePlace)), ("Bought at", .field(.purchasePlace)),
    ("Purchased from", .field(.purchasePlace)), ("Purchase from", .field(.purchasePlace)),
    ("HB.purchase_from", .field(.purchasePlace)),
    ("Cost", .field(.purchasePrice)), ("Original Cost", .field(.purchasePrice)),
    ("Purchase Cost", .field(.purchasePrice)), ("Unit Price", .field(.purchasePrice)),
    ("Unit Cost", .field(.purchasePrice)), ("Price paid", .field(.purchasePrice)),
    ("HB.purchase_price", .field(.purchasePrice)), ("Purchased Price", .field(.purchasePrice)),
    ("Amount", .bareAmount(.purchasePrice)), ("Price", .bareAmount(.purchasePrice)),
    ("Total Price", .field(.purchasePriceTotal)), ("Total Cost", .field(.purchasePriceTotal)),
    ("Line Total", .field(.purchasePriceTotal)), ("Purchase Total", .field(.purchasePriceTotal)),
    ("Value", .bareAmount(.replacementCost)), ("valueInDollars", .field(.replacementCost)),
    ("Current Value", .bareAmount(.replacementCost)),
    ("RCV", .field(.replacementCost)), ("Replacement Value", .field(.replacementCost)),
    ("Current price", .field(.replacementCost)), ("Cost to replace", .field(.replacementCost)),
    ("Unit replacement cost", .field(.replacementCost)),
    ("Cost to replace pre-tax (each)", .field(.replacementCost)),
    ("Total value", .field(.replacementCostTotal)),
    ("Link", .field(.replacementSource)), ("URL", .field(.replacementSource)),
    ("Comparable", .field(.replacementSource)),
    ("Sales tax", .field(.taxRate)),
    ("Age", .field(.ageYears)), ("Item age", .field(.ageYears)), ("Age (yrs)", .field(.ageYears)),
    ("Age (years)", .field(.ageYears)),
    ("Cond.", .field(.condition)), ("State", .field(.condition)), ("Use", .field(.condition)),
    ("Condition/use", .field(.condition)),
    ("Life (yrs)", .field(.usefulLifeYears)), ("Life (years)", .field(.usefulLifeYears)),
    ("Useful life", .field(.usefulLifeYears)),
    ("Cur", .field(.currency)), ("Currency code", .field(.currency)),
    ("Belongs to", .field(.owner)),
    ("Business?", .field(.businessUse)),
    ("Insured", .field(.scheduled)), ("Rider", .field(.scheduled)), ("Floater", .field(.scheduled)),
    ("HB.insured", .field(.scheduled)),
    ("Policy item no.", .field(.scheduleRef)), ("Schedule number", .field(.scheduleRef)),
    ("Appraisal", .field(.appraisalValue)), ("Appraised value", .field(.appraisalValue)),
    ("Receipt", .receipt), ("Invoice", .receipt), ("Proof", .receipt), ("Has Receipt", .field(.hasReceipt)),
    ("Receipts", .receipt), ("Manual", .document(.manual)), ("Attachment", .document(.other)),
    ("Attachments", .document(.other)), ("Documents", .document(.other)),
    ("Image", .photos), ("Picture", .photos), ("Photo", .photos), ("Images", .photos),
    ("Pictures", .photos), ("Photo Files", .photos), ("Image Filename", .photos), ("Filename", .photos),
    ("Image Key", .imageKey),
    ("Warranty Expires", .field(.warrantyUntil)), ("Warranty until", .field(.warrantyUntil)),
    ("Warranty end", .field(.warrantyUntil)),
    ("Lost", .field(.lossStatus)), ("Damaged", .field(.lossStatus)), ("Stolen", .field(.lossStatus)),
    ("Sold Time", .field(.soldDate)), ("Sold on", .field(.soldDate)),
    ("Comments", .field(.notes)), ("Comment", .field(.notes)), ("Remarks", .field(.notes)),
    ("Note", .field(.notes)),
    ("Created", .field(.dateCreated)), ("Created at", .field(.dateCreated)),
    ("itemName", .field(.name)),
  ])
}
