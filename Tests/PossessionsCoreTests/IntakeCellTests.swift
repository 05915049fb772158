import PossessionsCore
import Testing

/// One column, one cell, and what the row says of one field.
struct CellCase: Sendable, CustomTestStringConvertible {
  var header: String
  var cell: String
  var field: PossessionField
  var expected: Cell?
  /// The code of a finding about it.
  var code: Finding.Code?
  var isRefused = false

  init(
    _ header: String, _ cell: String, _ field: PossessionField, _ expected: Cell?,
    _ code: Finding.Code? = nil,
    refused: Bool = false
  ) {
    self.header = header
    self.cell = cell
    self.field = field
    self.expected = expected
    self.code = code
    isRefused = refused
  }

  var testDescription: String { "\(header): \(cell)" }
}

@Suite("Cells")
struct IntakeCellTests {
  static let booleans: [CellCase] =
    ["yes", "YES", "y", "true", "True", "t", "1"].map {
      CellCase("business_use", $0, .businessUse, .value(.boolean(true), source: $0))
    }
    + ["no", "No", "n", "false", "F", "0"].map {
      CellCase("business_use", $0, .businessUse, .value(.boolean(false), source: $0))
    }
    + ["maybe", "2", "oui", "-"].map {
      CellCase("business_use", $0, .businessUse, .unreadable(source: $0), .cellInvalid)
    } + [CellCase("business_use", "", .businessUse, .blank)]

  static let quantities: [CellCase] =
    [("1", 1), ("2.0", 2), ("2,0", 2), ("007", 7), ("12", 12)].map {
      CellCase("quantity", $0.0, .quantity, .value(.integer(Int64($0.1)), source: $0.0))
    }
    + ["0", "2.5", "-1", "two", "1e3", "1,000", "1.", "99999999999999999999", "<clear>"].map {
      CellCase("quantity", $0, .quantity, nil, .quantityInvalid, refused: true)
    } + [CellCase("quantity", "", .quantity, .blank)]

  static let decimals: [CellCase] = [
    CellCase("tax_rate", "0.0825", .taxRate, .value(.decimal("0.0825"), source: "0.0825")),
    CellCase("tax_rate", "8.25%", .taxRate, .value(.decimal("0.0825"), source: "8.25%")),
    CellCase("tax_rate", "0,19", .taxRate, .value(.decimal("0.19"), source: "0,19")),
    CellCase("tax_rate", "0.30", .taxRate, .value(.decimal("0.3"), source: "0.30")),
    CellCase("tax_rate", "0.31", .taxRate, .unreadable(source: "0.31"), .cellInvalid),
    CellCase("tax_rate", "19", .taxRate, .unreadable(source: "19"), .cellInvalid),
    CellCase("Age (yrs)", "2.50", .ageYears, .value(.decimal("2.5"), source: "2.50")),
    CellCase("Age (yrs)", "007", .ageYears, .value(.decimal("7"), source: "007")),
    CellCase("Age (yrs)", "-1", .ageYears, .unreadable(source: "-1"), .cellInvalid),
    CellCase("Age (yrs)", "old", .ageYears, .unreadable(source: "old"), .cellInvalid),
    CellCase("useful_life_years", "0", .usefulLifeYears, .unreadable(source: "0"), .cellInvalid),
    CellCase("useful_life_years", "10", .usefulLifeYears, .value(.decimal("10"), source: "10")),
  ]

  static let texts: [CellCase] = [
    CellCase("serial_number", "000123", .serialNumber, .value(.text("000123"), source: "000123")),
    CellCase("S/N", "1.23E+15", .serialNumber, .unreadable(source: "1.23E+15"), .serialDamaged),
    CellCase("S/N", "1E+15", .serialNumber, .unreadable(source: "1E+15"), .serialDamaged),
    CellCase("S/N", "4,55E+11", .serialNumber, .unreadable(source: "4,55E+11"), .serialDamaged),
    CellCase("S/N", "1E5", .serialNumber, .value(.text("1E5"), source: "1E5")),
    CellCase("Model No.", "1E5", .model, .value(.text("1E5"), source: "1E5")),
    CellCase(
      "serial", "1234567890123450000", .serialNumber,
      .value(.text("1234567890123450000"), source: "1234567890123450000"), .cellInvalid),
    CellCase("room", "Hall / Closet", .room, .value(.text("Hall / Closet"), source: "Hall / Closet")),
    CellCase("room", "  Hall  ", .room, .value(.text("Hall"), source: "Hall")),
    CellCase("room", "<CLEAR>", .room, .clear), CellCase("room", "", .room, .blank),
    CellCase("notes", "'=1+1", .notes, .value(.text("=1+1"), source: "=1+1")),
    CellCase("notes", "''-x", .notes, .value(.text("'-x"), source: "'-x")),
    CellCase("notes", "'tis", .notes, .value(.text("'tis"), source: "'tis")),
    CellCase("notes", "cafe\u{301}", .notes, .value(.text("caf\u{E9}"), source: "caf\u{E9}")),
    CellCase("valuation", "none", .valuation, .value(.text("none"), source: "none")),
    CellCase("Item Name", "<clear>", .name, nil, .rowRejected, refused: true),
    CellCase("Item Name", String(repeating: "x", count: 201), .name, nil, .rowRejected, refused: true),
    CellCase("currency", "euros", .currency, nil, .moneyInvalid, refused: true),
  ]

  @Test("a cell of its kind", arguments: booleans + quantities + decimals + texts)
  func cells(_ example: CellCase) throws {
    let quoted = "\"" + example.cell + "\""
    let name = example.field == .name ? "" : ",name"
    let nameCell = example.field == .name ? "" : ",Lamp"
    let intake = try take("item_id\(name),\(example.header)\nA1\(nameCell),\(quoted)\nA2\(nameCell),\n")
    #expect(intake.findings.first { $0.subject == "A1" }?.code == example.code)
    if example.isRefused {
      #expect(intake.rejected == 1)
      #expect(intake.rows.map(\.itemID) == ["A2"])
    } else {
      #expect(intake.rows.first?.cells[example.field] == example.expected)
    }
    if let finding = intake.findings.first(where: { $0.subject == "A1" }) {
      // Every message names the file, the line, the column and the cell.
      #expect(finding.message.hasPrefix("items.csv line 2, column \"\(example.header)\": \""))
      #expect(finding.place?.cell?.hasPrefix(example.cell.prefix(20)) == true)
      #expect(!finding.remedy.isEmpty)
    }
  }

  @Test("bytes of a decomposed text become composed ones")
  func composition() throws {
    let intake = try take("item_id,name\nA\u{30A},cafe\u{301}\n")
    #expect(Array(intake.rows[0].itemID.utf8) == Array("\u{C5}".utf8))
  }

  @Test("lists of names split on semicolons and line breaks, not on commas")
  func lists() throws {
    let intake = try take(
      "item_id,name,Photo2,Photo10,Photo1,receipt_file\nA,x,b.jpg,c.jpg,\"a, left.jpg; a2.jpg\n\",\"r.pdf;;\"\n"
    )
    #expect(intake.rows[0].photos == ["a, left.jpg", "a2.jpg", "b.jpg", "c.jpg"])
    #expect(intake.rows[0].documents == [NamedDocument(kind: .receipt, name: "r.pdf")])
    #expect(intake.rows[0].namesPhotos)
  }

  @Test("a receipt cell of yes claims one, and a name is one")
  func receipts() throws {
    let intake = try take("item_id,name,Receipt\nA,x,yes\nB,x,scan 1.pdf\nC,x,\n")
    #expect(intake.rows[0].cells[.hasReceipt] == .value(.boolean(true), source: "yes"))
    #expect(intake.rows[0].documents == [])
    #expect(intake.rows[1].documents == [NamedDocument(kind: .receipt, name: "scan 1.pdf")])
    #expect(intake.rows[2].cells[.hasReceipt] == nil)
  }

  @Test("crop, rotate and edit make one recipe; a bad one is told and the row goes in")
  func recipes() throws {
    let intake = try take(
      "item_id,name,crop,rotate,edit\nA,x,\"0,0,100,100\",90,grayscale\nB,x,,,\nC,x,<clear>,,\nD,x,,45,\n")
    #expect(intake.rows.count == 4)
    #expect(intake.rows[0].recipe?.operations.count == 3)
    #expect(intake.rows[0].recipe?.operations.first == .rotate(degrees: 90))
    #expect(intake.rows[1].recipe == nil)
    #expect(intake.rows[2].recipe == EditRecipe())
    #expect(intake.rows[3].recipe == nil)
    let finding = try #require(intake.findings.first)
    #expect(finding.code == .editRefused)
    #expect(finding.place?.column == "rotate")
  }
}
