import PossessionsCore
import Testing

private func takeManifest(_ text: String) throws(Failure) -> ManifestIntake {
  try readManifest(Array(text.utf8), file: "manifest.csv")
}

@Suite("Tables about photos")
struct IntakeManifestTests {
  @Test("a manifest says where photos go")
  func manifest() throws {
    let intake = try takeManifest(
      """
      photo,item_id,position,primary,edit,caption
      a.jpg,A1,1,yes,"crop=0,0,10,10","from the left, closed"
      dir/b.jpg,A1,2,no,,
      8c6f9616-0095-518d-a48d-2db0ffee0b53,A2,,,<clear>,

      """)
    #expect(intake.findings == [])
    #expect(intake.entries.map(\.photo) == ["a.jpg", "dir/b.jpg", "8c6f9616-0095-518d-a48d-2db0ffee0b53"])
    #expect(intake.entries[0].position == 1)
    #expect(intake.entries[0].isPrimary == true)
    #expect(intake.entries[0].recipe?.operations.count == 1)
    #expect(intake.entries[0].caption == "from the left, closed")
    #expect(intake.entries[1].recipe == nil)
    #expect(intake.entries[2].recipe == EditRecipe())
    #expect(intake.entries[2].place == Finding.Place(file: "manifest.csv", line: 4, column: "photo"))
  }

  @Test("an edits table names photos alone, or with their item")
  func edits() throws {
    let intake = try takeManifest("Photo;Edit\r\na.jpg;rotate=90\r\nb.jpg;\"grayscale;sharpen\"\r\n")
    #expect(intake.entries.map(\.itemID) == [nil, nil])
    #expect(intake.entries[1].recipe?.operations.count == 2)
  }

  @Test(
    "bad cells are told, with line, column and cell",
    arguments: [
      ("photo,item_id\n,A1\n", Finding.Code.rowRejected, 1), ("photo,item_id\na.jpg,A,b\n", .rowRejected, 1),
      ("photo,item_id,position\na.jpg,A1,first\n", .cellInvalid, 0),
      ("photo,item_id,primary\na.jpg,A1,maybe\n", .cellInvalid, 0),
      ("photo,edit\na.jpg,rotate=45\n", .editRefused, 0), ("photo,item_id,edit\na.jpg\n", .rowShort, 0),
      ("photo,item_id,size\na.jpg,A1,3\n", .columnIgnored, 0),
    ])
  func faults(text: String, code: Finding.Code, rejected: Int) throws {
    let intake = try takeManifest(text)
    #expect(intake.findings.map(\.code) == [code])
    #expect(intake.rejected == rejected)
    #expect(intake.rows == intake.entries.count + intake.rejected)
  }

  @Test(
    "what is no such table is refused",
    arguments: [
      "item_id,edit\nA,x\n", "photo\na.jpg\n", "photo,image,edit\na,b,c\n", "photo,photo,edit\na,b,c\n", "",
      "photo,edit\na,\"b\n",
    ])
  func refused(text: String) throws {
    // `image` is another word for the photo, and gives way to it.
    if text.hasPrefix("photo,image") {
      #expect(try takeManifest(text).entries.first?.photo == "a")
      return
    }
    let failure = #expect(throws: Failure.self) { try takeManifest(text) }
    #expect(failure?.kind == .badData)
  }
}

@Suite("Exports and explanations")
struct ItemsExportTests {
  func catalog(_ possessions: [Possession]) -> [String: Possession] {
    possessions.reduce(into: [:]) { $0[$1.itemID] = $1 }
  }

  @Test(
    "any text comes back as it was, in both modes, and no cell begins a formula in the safe one",
    arguments: [
      "=1+1", "+49 30", "-5 °C probe", "@home", "'=1", "''=1", "'", "''", "'tis", "a,b", "a;b", "a\"b",
      "a\nb", "a\r\nb",
      "\"", "x'=1", "=cmd|' /C calc'!A0", "\u{301}x", "1E5", "0012",
    ])
  func texts(text: String) throws {
    var possession = Possession(itemID: text)
    possession.fields = [
      .name: .text(text), .notes: .text(text), .serialNumber: .text(text), .quantity: .integer(1),
    ]
    possession.extra = ["Colour": text, "=header": text, "name": text]
    let before = catalog([possession])
    for isSafe in [false, true] {
      let bytes = exportItems(contents(before), options: ItemsExportOptions(isSpreadsheetSafe: isSafe))
      let back = try readItems(bytes, file: "export.csv")
      let plan = planRows(back.rows, catalog: before)
      #expect(plan.decisions.map(\.verb) == [.unchanged], "\(plan.decisions.first?.changes ?? [])")
      if isSafe {
        let cells = String(decoding: bytes.dropFirst(3), as: UTF8.self)
        for line in cells.split(whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
          for cell in line.split(separator: ",") {
            let first = cell.drop { $0 == "\"" }.first
            // Cells that were cut at a comma or a line break of their own are no cells.
            if text.contains(where: { ",\n".contains($0) }) || text.contains("\r\n") { continue }
            #expect(first.map { !"=+-@".contains($0) } ?? true, "\(line)")
          }
        }
      }
    }
  }

  @Test("amounts are written exactly, in the currency's own decimals")
  func amounts() {
    let cases: [(String, Int64, String)] = [
      ("USD", 5, "0.05"), ("USD", 123_456_789, "1234567.89"), ("JPY", 1200, "1200"), ("KWD", 1, "0.001"),
      ("EUR", 0, "0.00"),
    ]
    for (code, minor, text) in cases {
      var possession = Possession(itemID: "A")
      possession.fields = [.name: .text("x"), .purchasePrice: .money(minor), .currency: .text(code)]
      let exported = String(decoding: exportItems(contents(catalog([possession]))), as: UTF8.self)
      #expect(exported == "item_id,name,purchase_price,currency\nA,x,\(text),\(code)\n")
    }
  }

  @Test("removed possessions stay behind, and an empty catalog has a header")
  func removed() {
    let gone = Possession(itemID: "A", fields: [.name: .text("x")], status: .removed)
    #expect(String(decoding: exportItems(contents(catalog([gone]))), as: UTF8.self) == "item_id,name\n")
  }

  @Test("a text that was no value goes back where it stood")
  func unreadable() throws {
    let before = applied(
      planRows(try take("item_id,name,purchase_date\nA,x,last summer\n").rows, catalog: [:]))
    let exported = exportItems(contents(before))
    #expect(String(decoding: exported, as: UTF8.self).contains("last summer"))
    let again = planRows(try readItems(exported, file: "export.csv").rows, catalog: before)
    #expect(again.decisions.map(\.verb) == [.unchanged])
  }

  @Test("an explanation names dialect, encoding, delimiter, columns, reasons and cells")
  func explanation() throws {
    let text = "item_id;name;Cost;Date Acquired;Colour\nA1;Lamp;1.250,50 €;24.12.2019;red\n"
    let explanation = try ItemsExplanation(TableSource(text), file: "items.csv")
    #expect(explanation.refusal == nil)
    let lines = explanation.lines.joined(separator: "\n")
    for part in [
      "our own columns", "utf-8", "semicolon",
      "\"Cost\" → purchase_price: amounts, decimal comma, shown by line 2",
      "\"1.250,50 €\" → 1250.50", "day first, shown by line 2 \"24.12.2019\"", "→ 2019-12-24",
      "\"Colour\" → kept as it is", "1: 1 accepted, 0 refused",
    ] { #expect(lines.contains(part), "\(part) is not in:\n\(lines)") }
  }

  @Test("a refused table is explained too, and one that cannot be opened")
  func refusedExplanation() throws {
    let undecided = try ItemsExplanation(TableSource("item_id,name,Cost\nA,x,\"3,250\"\n"), file: "items.csv")
    #expect(undecided.summary != nil)
    #expect(undecided.refusal?.contains("\"3,250\" may be thousands") == true)
    #expect(undecided.lines.contains { $0.hasPrefix("refused: ") })
    let workbook = try ItemsExplanation(TableSource("PK\u{3}\u{4}"), file: "items.xlsx")
    #expect(workbook.summary == nil)
    #expect(workbook.refusal != nil)
  }
}
