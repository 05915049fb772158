import PossessionsCore
import Testing

/// Reads a table given as text.
func take(_ text: String, _ change: (inout IntakeOptions) -> Void = { _ in }) throws -> Intake {
  var options = IntakeOptions()
  change(&options)
  return try readItems(Array(text.utf8), file: "items.csv", options: options)
}

@Suite("Items tables")
struct IntakeReadingTests {
  @Test("a plain table becomes rows")
  func plain() throws {
    let intake = try take(
      """
      item_id,name,Room,Qty,Purchase Price,Date Purchased,Colour,photos
      A1,"Lamp, brass",Hall,2,"1,250.50 EUR",2024-03-05,red,a.jpg;b.jpg
      A2,Chair,,1,12.75 EUR,13/04/2021,<clear>,
      """)
    #expect(intake.findings == [])
    #expect(intake.rows.count == 2)
    #expect(intake.rows[0].itemID == "A1")
    #expect(intake.rows[0].cells[.name] == .value(.text("Lamp, brass"), source: "Lamp, brass"))
    #expect(intake.rows[0].cells[.purchasePrice] == .value(.money(125050), source: "1,250.50 EUR"))
    #expect(intake.rows[0].cells[.currency] == .value(.text("EUR"), source: "EUR"))
    #expect(intake.rows[0].photos == ["a.jpg", "b.jpg"])
    #expect(intake.rows[0].extra == ["Colour": "red"])
    #expect(
      intake.rows[1].cells[.purchaseDate]
        == .value(.date(try #require(PartialDate(year: 2021, month: 4, day: 13))), source: "13/04/2021"))
    #expect(intake.rows[1].cells[.room] == .blank)
    #expect(intake.summary.leftOverColumns == ["Colour"])
    #expect(intake.summary.dialect == "own")
  }
}
