import PossessionsCore
import Testing

@Suite("Keys and rows")
struct IntakeKeyTests {
  @Test("a repeated key is never merged: the first row stands, the others are refused")
  func repeatedKey() throws {
    let intake = try take("item_id,name\nA,x\nB,y\nA,z\nA,w\n")
    #expect(intake.rows.map(\.line) == [2, 3])
    #expect(intake.findings.map(\.code) == [.rowDuplicateID, .rowDuplicateID])
    #expect(intake.findings[0].message.contains("lines 2, 4 and 5"))
    #expect(intake.rejected == 2)
  }

  @Test("composed and decomposed spellings are one key")
  func twins() throws {
    let intake = try take("item_id,name\ncaf\u{E9},x\ncafe\u{301},y\n")
    #expect(intake.rows.count == 1)
    #expect(intake.findings.map(\.code) == [.rowDuplicateID])
  }

  @Test("a blank key in a row with a unique serial: the serial is the key")
  func serialFallback() throws {
    let intake = try take("item_id,name,serial\nA,x,S1\n,y,S2\n,z,S3\n,w,S3\n,v,\n,u,1.2E+12\n")
    #expect(intake.rows.map(\.itemID) == ["A", "S2"])
    #expect(intake.rows[1].keySource == .serialNumber)
    #expect(intake.rejected == 4)
    #expect(intake.summary.rows == 6)
  }

  @Test("no key column: serial numbers are the keys")
  func serialOnly() throws {
    let intake = try take("Serial No.,Item\nS1,x\nS2,y\n")
    #expect(intake.rows.map(\.itemID) == ["S1", "S2"])
    #expect(intake.rows[0].cells[.serialNumber] == .value(.text("S1"), source: "S1"))
  }

  @Test("--key takes headers and field names")
  func chosenKey() throws {
    let intake = try take("Item,Location,Qty\nLamp,Hall,1\nLamp,Attic,1\nLamp,,1\nLamp,Hall,2\n") {
      $0.keyColumns = ["name", "Location"]
    }
    #expect(intake.rows.map(\.itemID) == ["Lamp | Hall", "Lamp | Attic"])
    #expect(intake.rows[0].keySource == .chosenColumns)
    #expect(intake.findings.map(\.code) == [.rowRejected, .rowDuplicateID])
    let failure = #expect(throws: Failure.self) {
      try take("Item,Location\nLamp,Hall\n") { $0.keyColumns = ["colour"] }
    }
    #expect(failure?.kind == .badData)
  }

  @Test("one serial on two items is told once")
  func sharedSerial() throws {
    let intake = try take("item_id,name,serial\nA,x,S1\nB,y,S1\nC,z,S2\n")
    #expect(intake.rows.count == 3)
    #expect(intake.findings.map(\.code) == [.serialOnTwoItems])
  }

  @Test("a long row is refused alone, a short one is padded")
  func ragged() throws {
    let intake = try take("item_id,name,room,notes\nA,x,Hall,red, warm\nB,y\nC,z,Hall,\n")
    #expect(intake.rows.map(\.itemID) == ["B", "C"])
    #expect(intake.findings.map(\.code) == [.rowRejected, .rowShort])
    #expect(intake.findings[0].message.contains("5 cells, 4 were expected"))
    #expect(intake.findings[0].place?.line == 2)
    #expect(intake.rows[0].cells[.room] == nil)
  }

  @Test("what is blank stays blank, whatever stood above")
  func filledBlankFilled() throws {
    let intake = try take("item_id,name,Colour,room\nA,x,red,Hall\nB,y,,\nC,z,blue,Attic\n")
    #expect(intake.rows[1].extra == [:])
    #expect(intake.rows[1].cells[.room] == .blank)
  }

  @Test("a shifted row names row, column and value")
  func shifted() throws {
    let intake = try take("item_id,name,room,purchase_price\nA,x,Hall,12.00\nB,y,12.00,Hall\n")
    #expect(
      intake.findings.first?.message
        == "items.csv line 3, column \"purchase_price\": \"Hall\" is not an amount")
  }

  @Test("--strict refuses the file for one bad row")
  func strict() {
    let failure = #expect(throws: Failure.self) {
      try take("item_id,name,quantity\nA,x,1\nB,y,0\n") { $0.isStrict = true }
    }
    #expect(failure?.kind == .badData)
    #expect(failure?.findings.map(\.code) == [.quantityInvalid])
  }

  @Test("an over-long serial goes in, an over-long key does not")
  func long() throws {
    let long = String(repeating: "9", count: 532)
    let intake = try take("item_id,name,serial\nA,x,\(long)a\n\(long),y,S\n")
    #expect(intake.rows.map(\.itemID) == ["A"])
    #expect(intake.rejected == 1)
  }

  @Test("a canonical header beats a synonym, which is kept")
  func competing() throws {
    let intake = try take("item_id,ID,name,Location,room\nA,7,x,Loft,Hall\n")
    #expect(intake.rows[0].itemID == "A")
    #expect(intake.rows[0].cells[.room] == .value(.text("Hall"), source: "Hall"))
    #expect(intake.rows[0].extra == ["ID": "7", "Location": "Loft"])
    #expect(intake.findings.map(\.code) == [.columnIgnored, .columnIgnored])
  }

  @Test("tags fill the category only where each cell holds one")
  func tags() throws {
    #expect(try take("item_id,name,Tags\nA,x,lamps\n").rows[0].cells[.category] != nil)
    let several = try take("item_id,name,Tags\nA,x,lamps\nB,y,\"lamps, brass\"\n")
    #expect(several.rows[0].cells[.category] == nil)
    #expect(several.rows[0].extra == ["Tags": "lamps"])
    #expect(several.findings.map(\.code) == [.columnIgnored])
  }

  @Test("a valuation of amounts is refused, not guessed")
  func valuation() {
    let failure = #expect(throws: Failure.self) { try take("item_id,name,valuation\nA,x,120.00\n") }
    #expect(failure?.findings.first?.code == .columnUndecided)
  }

  @Test("thousands of faults of one kind are grouped")
  func grouped() throws {
    var text = "item_id,name,quantity\n"
    for number in 0..<3000 { text += "A\(number),x,0\n" }
    let intake = try take(text)
    #expect(intake.rejected == 3000)
    #expect(intake.findings.count == 1001)
    #expect(intake.findings.last?.message.contains("2000 more of this kind") == true)
  }
}
