import PossessionsCore
import Testing

/// The catalog after a plan, as the recorder would leave it.
func applied(_ plan: RowPlan, to catalog: [String: Possession] = [:]) -> [String: Possession] {
  var catalog = catalog
  for decision in plan.decisions where decision.verb != .unchanged {
    catalog[decision.possession.itemID] = decision.possession
  }
  return catalog
}

func contents(_ catalog: [String: Possession]) -> CatalogContents {
  CatalogContents(
    digest: SHA256Digest(bytes: [UInt8](repeating: 0, count: 32)),
    possessions: catalog.values.sorted { $0.itemID.utf8.lexicographicallyPrecedes($1.itemID.utf8) })
}

@Suite("Dialects")
struct IntakeDialectTests {
  /// One of the app's has an undecided column, which is told and not guessed.
  static let readable = DialectFixture.all.filter { !$0.keys.isEmpty }

  @Test("imported with no mapping, exported, imported again: no change", arguments: readable)
  func roundTrip(_ fixture: DialectFixture) throws {
    let intake = try take(fixture.text) { $0.dialect = fixture.option }
    #expect(intake.summary.dialect == fixture.dialect)
    #expect(intake.rows.map(\.itemID) == fixture.keys, "\(intake.findings)")
    #expect(intake.rejected == 0)
    #expect(
      intake.rows.first?.cells[.name] == .value(.text(fixture.firstName), source: fixture.firstName))
    let plan = planRows(intake.rows, catalog: [:])
    #expect(plan.rejected == 0)
    #expect(plan.decisions.allSatisfy { $0.verb == .create })
    let catalog = applied(plan)
    // The same file again.
    #expect(planRows(intake.rows, catalog: catalog).decisions.allSatisfy { $0.verb == .unchanged })
    for isSafe in [false, true] {
      let exported = exportItems(contents(catalog), options: ItemsExportOptions(isSpreadsheetSafe: isSafe))
      let back = try readItems(exported, file: "export.csv")
      #expect(back.summary.dialect == "own")
      #expect(back.rejected == 0)
      let again = planRows(back.rows, catalog: catalog)
      #expect(again.decisions.count == catalog.count)
      for decision in again.decisions { #expect(decision.verb == .unchanged, "\(decision.changes)") }
      // Into an empty catalog and out again: the same bytes.
      let fresh = applied(planRows(back.rows, catalog: [:]))
      #expect(
        exportItems(contents(fresh), options: ItemsExportOptions(isSpreadsheetSafe: isSafe)) == exported)
    }
  }

  @Test("every column is told, mapped or left over", arguments: readable)
  func everyColumn(_ fixture: DialectFixture) throws {
    let intake = try take(fixture.text) { $0.dialect = fixture.option }
    for column in intake.summary.columns where column.fills == nil {
      // What is left over is kept wherever it has a cell.
      if column.filledCells > 0 { #expect(intake.rows.contains { $0.extra[column.header] != nil }) }
    }
    for row in intake.rows {
      for header in row.extra.keys {
        #expect(intake.summary.columns.contains { $0.header == header })
      }
    }
  }

  @Test("InvenTree's six decimals are zeros that a euro does not need")
  func sixDecimals() throws {
    let fixture = try #require(DialectFixture.all.first { $0.text.contains("149.000000") })
    let intake = try take(fixture.text)
    #expect(intake.rows[0].cells[.purchasePrice] == .value(.money(14900), source: "149.000000"))
    let odd = try take(fixture.text.replacing("149.000000", with: "149.125000"))
    #expect(odd.findings.first?.code == .moneyInvalid)
  }

  @Test("the app's dollars are dollars, and a lone 1,250 is refused")
  func appDollars() throws {
    let fixtures = DialectFixture.all.filter { $0.dialect == "app" }
    #expect(throws: Failure.self) { try take(fixtures[0].text) }
    let intake = try take(fixtures[1].text)
    #expect(intake.rows[0].cells[.replacementCost] == .value(.money(5400), source: "54"))
    #expect(intake.rows[0].cells[.currency] == .value(.text("USD"), source: "USD"))
    #expect(intake.rows[0].imageKey == "8c6f9616-0095-518d-a48d-2db0ffee0b53")
    #expect(intake.rows[0].cells[.dateCreated] == .value(.text("2012-05-01"), source: "2012-05-01"))
    #expect(intake.findings == [])
  }

  @Test("Homebox: 0 is not given, insured, asset id and custom fields are kept")
  func homebox() throws {
    let intake = try take(try #require(DialectFixture.all.first).text)
    #expect(intake.rows[0].cells[.purchasePrice] == .value(.money(12990), source: "129.9"))
    #expect(intake.rows[1].cells[.purchasePrice] == .blank)
    #expect(intake.rows[0].cells[.soldPrice] == .blank)
    #expect(intake.rows[0].cells[.scheduled] == .value(.boolean(true), source: "true"))
    #expect(intake.rows[0].extra["HB.field.Colour"] == "green")
    #expect(intake.rows[1].keySource == .itemID)
    #expect(intake.rows[1].cells[.assetTag] == .value(.text("000-002"), source: "000-002"))
  }

  @Test("Snipe-IT: months of warranty count from the purchase, within the month")
  func warranty() throws {
    let fixture = try #require(DialectFixture.all.first { $0.text.contains("Model No.") })
    let intake = try take(fixture.text)
    let day = try #require(PartialDate(iso: "2024-02-29"))
    #expect(intake.rows[0].cells[.warrantyUntil] == .value(.date(day), source: "6 months from 2023-08-31"))
    #expect(intake.rows[0].extra["Warranty"] == "6")
    #expect(intake.rows[0].cells[.model] == .value(.text("EOS R6"), source: "EOS R6"))
    #expect(intake.rows[0].extra["Model Name"] == "EOS")
    #expect(intake.rows[0].photos == ["camera.jpg"])
  }

  @Test("Sortly: folders are skipped and counted, their levels are the room, photos keep their numbers")
  func sortly() throws {
    let intake = try take(try #require(DialectFixture.all.first { $0.dialect == "sortly" }).text)
    #expect(intake.summary.skippedRows == 1)
    #expect(intake.summary.rows == 2)
    #expect(intake.rows[0].cells[.room] == .value(.text("Home / Study"), source: "Home / Study"))
    #expect(intake.rows[0].photos == ["lamp.jpg", "side.jpg", "plug.jpg"])
    #expect(intake.rows[0].cells[.purchasePriceTotal] == .value(.money(7900), source: "79.00"))
    #expect(intake.rows[0].cells[.purchasePrice] == .value(.money(3950), source: "39.50"))
  }

  @Test("two equally good dialects are refused, and an unknown one is a usage error")
  func undecided() {
    #expect(throws: Failure.self) { try take("SID,Custody\nA,b\n") }
    let failure = #expect(throws: Failure.self) { try take("item_id\nA\n") { $0.dialect = "homebocks" } }
    #expect(failure?.kind == .usage)
    #expect(failure?.remedy.contains("homebox") == true)
  }

  @Test(
    "exports for other tools read back under the same keys", arguments: ItemsExportOptions.Dialect.allCases)
  func foreignExports(dialect: ItemsExportOptions.Dialect) throws {
    let fixture = try #require(DialectFixture.all.first { $0.dialect == "own" && $0.text.contains("A-001") })
    let catalog = applied(planRows(try take(fixture.text).rows, catalog: [:]))
    let exported = exportItems(contents(catalog), options: ItemsExportOptions(dialect: dialect))
    let back = try readItems(exported, file: "export.csv")
    #expect(back.summary.dialect == dialect.rawValue)
    #expect(back.rows.map(\.itemID) == ["A-001", "A-002"])
    #expect(back.rejected == 0)
    #expect(back.rows[0].cells[.name] == .value(.text("Lamp, \"brass\" one"), source: "Lamp, \"brass\" one"))
    // Each tool's own columns only: one header that Shelf does not know refuses its whole file.
    let header = String(decoding: exported.prefix { $0 != 0x0A }, as: UTF8.self)
    switch dialect {
    case .homebox: #expect(header.split(separator: ",").allSatisfy { $0.hasPrefix("HB.") })
    case .shelf: #expect(header.hasPrefix("id,title,description,category,location,custodian,valuation,qrId"))
    case .snipeIT: #expect(header.contains("Asset Tag"))
    case .own: #expect(header.hasPrefix("item_id,name"))
    }
  }
}
