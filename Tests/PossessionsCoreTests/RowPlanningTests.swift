import PossessionsCore
import Testing

@Suite("Rows against the catalog")
struct RowPlanningTests {
  static let start = """
    item_id,name,room,quantity,purchase_price,currency,purchase_date,Colour,serial
    A,Lamp,Hall,1,10.00,EUR,2020,red,S1
    B,Chair,Attic,4,25.00,EUR,,,

    """

  func catalog(_ text: String = RowPlanningTests.start) throws -> [String: Possession] {
    applied(planRows(try take(text).rows, catalog: [:]))
  }

  /// Field changes of one item as `field: old → new`.
  func changes(
    _ text: String, _ id: String, from catalog: [String: Possession],
    blank: IntakeOptions.BlankPolicy = .keep,
    _ change: (inout IntakeOptions) -> Void = { _ in }
  ) throws -> [String] {
    let intake = try take(text) {
      $0.blank = blank
      change(&$0)
    }
    let plan = planRows(intake.rows, catalog: catalog, blank: blank, refusedRows: intake.rejected)
    let decision = plan.decisions.first { $0.possession.itemID == id }
    guard let decision else { return ["refused: \(plan.findings.first?.message ?? "")"] }
    if decision.verb == .unchanged { return ["unchanged"] }
    return decision.changes.map { "\($0.field): \($0.old ?? "–") → \($0.new ?? "–")" }
  }

  @Test("a new possession: fields, source text, quantity 1 said once")
  func create() throws {
    let plan = planRows(
      try take("item_id,name,purchase_price\nA,Lamp,\"1.250,5 €\"\nB,Chair,\n").rows, catalog: [:])
    let lamp = plan.decisions[0].possession
    #expect(lamp.fields[.quantity] == .integer(1))
    #expect(lamp.fields[.purchasePrice] == .money(125050))
    #expect(lamp.sourceText[.purchasePrice] == "1.250,5 €")
    #expect(lamp.sourceText[.currency] == "EUR")
    #expect(plan.findings.map(\.code) == [.quantityAssumed])
    #expect(plan.findings[0].message.contains("2 new possessions"))
  }

  @Test("a new possession needs a name", arguments: ["item_id,name\nA,\n", "item_id,room\nA,Hall\n"])
  func nameless(text: String) throws {
    let plan = planRows(try take(text).rows, catalog: [:])
    #expect(plan.rejected == 1)
    #expect(plan.decisions.isEmpty)
    #expect(plan.findings.map(\.code) == [.rowRejected])
  }

  @Test(
    "absent, blank and <clear> are three things",
    arguments: [
      ("item_id,room\nA,Den\n", IntakeOptions.BlankPolicy.keep, ["room: Hall → Den"]),
      ("item_id,room\nA,\n", .keep, ["unchanged"]), ("item_id,room\nA,\n", .clear, ["room: Hall → –"]),
      ("item_id,room\nA,<clear>\n", .keep, ["room: Hall → –"]), ("item_id\nA\n", .clear, ["unchanged"]),
      ("item_id,Colour\nA,\n", .keep, ["unchanged"]), ("item_id,Colour\nA,\n", .clear, ["Colour: red → –"]),
      ("item_id,Colour\nA,<clear>\n", .keep, ["Colour: red → –"]),
      ("item_id,Colour\nA,blue\n", .keep, ["Colour: red → blue"]),
      ("item_id,name\nA,\n", .keep, ["unchanged"]),
      ("item_id,name\nA,\n", .clear, ["refused: items.csv line 2: a blank cell cannot clear name"]),
      ("item_id,quantity\nA,\n", .keep, ["unchanged"]),
      ("item_id,quantity\nA,\n", .clear, ["refused: items.csv line 2: a blank cell cannot clear quantity"]),
      ("item_id,purchase_price\nA,12.50\n", .keep, ["purchase_price: 10.00 EUR → 12.50 EUR"]),
      ("item_id,purchase_date\nA,2020-05\n", .keep, ["purchase_date: 2020 → 2020-05"]),
      ("item_id,purchase_date\nA,soon\n", .keep, ["unchanged"]),
      ("item_id,purchase_price\nA,\"10,00\"\n", .keep, ["unchanged"]),
    ])
  func updates(text: String, blank: IntakeOptions.BlankPolicy, expected: [String]) throws {
    #expect(try changes(text, "A", from: catalog(), blank: blank) == expected)
  }

  @Test("a second run changes nothing, also after saving again with other columns in another order")
  func idempotent() throws {
    let catalog = try catalog()
    #expect(
      try planRows(take(RowPlanningTests.start).rows, catalog: catalog).decisions.allSatisfy {
        $0.verb == .unchanged
      })
    let saved = "Colour;Purchase Price;NAME;Item ID\r\nred;10,00 EUR;Lamp;A\r\n;25,00 EUR;Chair;B\r\n"
    #expect(try planRows(take(saved).rows, catalog: catalog).decisions.allSatisfy { $0.verb == .unchanged })
  }

  @Test("a currency never changes under amounts that stay")
  func currency() throws {
    var catalog = try catalog()
    #expect(
      try changes("item_id,currency\nA,USD\n", "A", from: catalog)[0].contains("purchase_price would keep"))
    #expect(
      try changes("item_id,currency,purchase_price\nA,USD,11.00\n", "A", from: catalog)
        == ["purchase_price: 10.00 EUR → 11.00 USD", "currency: EUR → USD"])
    // Without a word, an amount is in the possession's own currency.
    #expect(
      try changes("item_id,replacement_cost\nA,30.00\n", "A", from: catalog)
        == ["replacement_cost: – → 30.00 EUR"])
    #expect(
      try changes("item_id,replacement_cost\nA,30.00\n", "A", from: catalog) { $0.currency = Currency("CHF") }
        == ["replacement_cost: – → 30.00 EUR"])
    #expect(try changes("item_id,currency\nA,<clear>\n", "A", from: catalog)[0].contains("to none"))
    // One that was only assumed gives way to an option.
    catalog = try self.catalog("item_id,name,purchase_price\nA,Lamp,10.00\n")
    #expect(
      try changes("item_id,purchase_price\nA,10.00\n", "A", from: catalog) { $0.currency = Currency("EUR") }
        == ["purchase_price: 10.00 USD → 10.00 EUR", "currency: USD → EUR"])
    // Another number of decimals: 1200 is 1200 yen, and 12.50 is none.
    catalog = try self.catalog("item_id,name,purchase_price,currency\nA,Lamp,1000,JPY\n")
    #expect(
      try changes("item_id,purchase_price\nA,1200\n", "A", from: catalog)
        == ["purchase_price: 1000 JPY → 1200 JPY"])
    #expect(
      try changes("item_id,purchase_price\nA,12.50\n", "A", from: catalog)[0].contains(
        "more decimals than JPY"))
  }

  @Test("a unit amount follows from a line total only where it divides evenly")
  func lineTotals() throws {
    let text = "item_id,name,Qty,Value\nA,x,3,100.00\nB,y,4,100.00\n"
    let intake = try take(text) { $0.valueIs = .line }
    let catalog = applied(planRows(intake.rows, catalog: [:]))
    #expect(catalog["A"]?.fields[.replacementCost] == nil)
    #expect(catalog["A"]?.fields[.replacementCostTotal] == .money(10000))
    #expect(catalog["B"]?.fields[.replacementCost] == .money(2500))
    // It moves with the quantity; one that was given does not.
    #expect(
      try changes("item_id,quantity\nB,5\n", "B", from: catalog)
        == ["quantity: 4 → 5", "replacement_cost: 25.00 USD → 20.00 USD"])
  }

  @Test("a row without a key finds its possession by a serial that only one has")
  func serials() throws {
    let catalog = try catalog()
    #expect(try changes("item_id,name,room,serial\n,,Den,S1\n", "A", from: catalog) == ["room: Hall → Den"])
    let twice = planRows(try take("item_id,name,serial\nA,Lamp,S1\n,x,S1b\n").rows, catalog: catalog)
    #expect(twice.decisions.map(\.verb) == [.unchanged, .create])
    var doubled = catalog
    doubled["B"]?.fields[.serialNumber] = .text("S1")
    let plan = planRows(try take("serial,name\nS1,x\n").rows, catalog: doubled)
    #expect(plan.rejected == 1)
    // A new possession with a serial that another has is told.
    let shared = planRows(try take("item_id,name,serial\nC,x,S1\n").rows, catalog: catalog)
    #expect(shared.findings.map(\.code) == [.serialOnTwoItems, .quantityAssumed])
  }

  @Test("two tables of one run with one key: the second row is refused")
  func twoTables() throws {
    let rows = try take("item_id,name\nA,x\n").rows + take("item_id,name\nA,y\n").rows
    let plan = planRows(rows, catalog: [:])
    #expect(plan.decisions.count == 1)
    #expect(plan.findings.map(\.code) == [.rowDuplicateID, .quantityAssumed])
  }

  @Test("pruning marks, never while a row was refused; a row brings a removed possession back")
  func pruning() throws {
    let catalog = try catalog()
    let rows = try take("item_id,name\nA,Lamp\n").rows
    #expect(planRows(rows, catalog: catalog).decisions.map(\.verb) == [.unchanged])
    let pruned = planRows(rows, catalog: catalog, prune: true)
    #expect(pruned.decisions.map(\.verb) == [.unchanged, .remove])
    #expect(pruned.decisions[1].possession.status == .removed)
    let careful = planRows(rows, catalog: catalog, prune: true, refusedRows: 1)
    #expect(careful.decisions.map(\.verb) == [.unchanged])
    #expect(careful.findings.map(\.code) == [.pruneSkipped])
    let after = applied(pruned, to: catalog)
    #expect(try changes("item_id,name\nB,Chair\n", "B", from: after) == ["status: removed → current"])
  }

  @Test("a cell that is no value keeps its text, and never takes a good value away")
  func unreadable() throws {
    let text = "item_id,name,purchase_date\nA,x,last summer\n"
    let catalog = try catalog(text)
    #expect(catalog["A"]?.fields[.purchaseDate] == nil)
    #expect(catalog["A"]?.sourceText[.purchaseDate] == "last summer")
    #expect(try changes(text, "A", from: catalog) == ["unchanged"])
    #expect(
      try changes("item_id,purchase_date\nA,2021\n", "A", from: catalog) == ["purchase_date: – → 2021"])
  }

  @Test("rows given = created + updated + unchanged + rejected")
  func accounting() throws {
    let text = "item_id,name,room\nA,Lamp,Den\nB,Chair,Attic\nC,,\nD,x,\n"
    let plan = planRows(try take(text).rows, catalog: try catalog())
    #expect(plan.decisions.map(\.verb) == [.update, .unchanged, .create])
    #expect(plan.decisions.count + plan.rejected == 4)
  }
}
