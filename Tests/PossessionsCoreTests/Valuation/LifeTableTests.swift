import PossessionsCore
import Testing

@Suite struct LifeTableTests {
  @Test(arguments: [
    ("TV", "televisions"), (" tv ", "televisions"), ("Jewelry", "jewellery"), ("linen", "linen"),
    ("dishes", "dishes"),
    ("furniture", "furniture"), ("Antiques", "antiques"),
  ])
  func findsCategories(_ name: String, _ category: String) {
    #expect(LifeTable.standard.row(for: name)?.category == category)
  }

  @Test(arguments: ["records", "", "tele vision", "things"])
  func guessesNothing(_ name: String) {
    #expect(LifeTable.standard.row(for: name) == nil)
  }

  @Test(arguments: ["jewellery", "art", "antiques", "collectibles", "cash"])
  func valuablesDoNotDepreciate(_ name: String) {
    #expect(LifeTable.standard.row(for: name)?.method == ValuationMethod.none)
  }

  @Test func everyRowSaysWhereItIsFrom() {
    #expect(LifeTable.standard.rows.count > 20)
    #expect(LifeTable.standard.rows.allSatisfy { !$0.provenance.isEmpty })
  }

  @Test func readsAnEditedTable() throws {
    let csv =
      "\u{FEFF}category,method,life_years,remaining_percent,provenance,synonyms\r\n"
      + "\"Hats, caps\",straight-line,2.5,,\"my \"\"own\"\" rule\",hats;caps\r\nbooks,flat-percent,,60,mine,\r\n"
    let table = try LifeTable(csv: csv)
    let hats = try #require(table.row(for: "Caps"))
    #expect(hats.category == "Hats, caps")
    #expect(hats.lifeYears == "2.5")
    #expect(hats.provenance == "my \"own\" rule")
    #expect(table.row(for: "books")?.remainingPercent == "60")
  }

  @Test(arguments: [
    ("", "empty"), ("category,method\nx,none", "no column provenance"),
    ("category,method,provenance\nx,magic,me", "none of straight-line"),
    ("category,method,life_years,provenance\nx,straight-line,0,me", "not a number above 0"),
    ("category,method,life_years,provenance\nx,straight-line,ten,me", "not a number above 0"),
    ("category,method,remaining_percent,provenance\nx,flat-percent,101,me", "from 0 to 100"),
    ("category,method,provenance\nx,none,me\nX,none,me", "on two lines"),
    ("category,method,provenance\n,none,me", "the category is blank"),
  ])
  func refuses(_ csv: String, _ reason: String) {
    let failure = #expect(throws: Failure.self) { try LifeTable(csv: csv, name: "lives.csv") }
    #expect(failure?.kind == .badData)
    #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "no failure")")
  }
}
