import PossessionsCore
import Reporting
import Testing

@Suite struct WorkedExampleTests {
  let model = ReportModel(catalog(workedExample), options: options())

  @Test(arguments: [
    ("1", 129999, 66805, "48.6", 35), ("2", 17400, 3480, "80.0", 81), ("3", 185000, 103292, "44.2", 53),
    ("4", 17800, 13350, "25.0", 30), ("5", 260000, 260000, "0.0", nil),
  ])
  func line(_ id: String, _ cost: Int64, _ cash: Int64, _ depreciation: String, _ months: Int?) throws {
    let line = try #require(model.ledgers[0].lines.first { $0.item.itemID == id })
    #expect(line.value.replacementCostValue == cost)
    #expect(line.value.actualCashValue == cash)
    #expect(line.value.depreciationShare?.percentText() == depreciation)
    #expect(line.value.age?.months == months)
  }

  @Test func totals() throws {
    let ledger = try #require(model.ledgers.first)
    #expect(ledger.total.replacementCostValue == 610199)
    #expect(ledger.total.actualCashValue == 446927)
    #expect(ledger.total.depreciation == 163272)
    #expect(ledger.total.lines == 6)
    #expect(ledger.total.valuedLines == 5)
    #expect(ledger.total.paid == 30000)
    #expect(ledger.scheduledTotal.replacementCostValue == 640000)
    let rooms = Dictionary(uniqueKeysWithValues: ledger.rooms.map { ($0.text, $0.withNested) })
    #expect(rooms["Living"]?.replacementCostValue == 314999)
    #expect(rooms["Living"]?.actualCashValue == 170097)
    #expect(rooms["Bath"]?.actualCashValue == 3480)
    #expect(rooms["Kitchen"]?.actualCashValue == 13350)
    #expect(rooms["Bed"]?.replacementCostValue == 260000)
  }

  @Test func theftLimit() throws {
    var asked = options()
    asked.policy.limits = [
      Policy.Limit(name: "Jewellery", categories: ["jewelry"], peril: "theft", amount: 200000)
    ]
    let ledger = try #require(ReportModel(catalog(workedExample), options: asked).ledgers.first)
    #expect(ledger.limits[0].replacementCostExcess == 60000)
    let limited = ledger.limited(by: "theft")
    #expect(limited.replacementCostValue == 550199)
    #expect(limited.actualCashValue == 386927)
    #expect(ledger.limited(by: "fire").replacementCostValue == 610199)
  }

  @Test func htmlShowsTheFigures() throws {
    let sink = MemorySink()
    let report = HTMLReport(model, name: "inventory") { _ in [] }
    #expect(try report.write(to: sink).isEmpty)
    let html = String(decoding: try #require(sink.files["inventory.html"]), as: UTF8.self)
    for figure in ["6,101.99", "4,469.27", "1,632.72", "6,400.00", "668.05", "34.80", "1,032.92", "133.50"] {
      #expect(html.contains(figure), "\(figure) is not in the page")
    }
    #expect(!html.contains("6,401.99"))
  }
}
