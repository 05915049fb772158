import Foundation
import PossessionsCore
import Reporting
import TestSupport
import Testing

/// Every format says the same to the smallest coin, and the same as arithmetic that is not ours: Python's fractions
/// over the input columns of the CSV.
@Suite(.enabled(if: isOracleAvailable("python3") && isOracleAvailable("pdftotext"))) struct FormatsAgreeTests
{
  /// Writes the formats of each catalog into a folder of its own and asks the oracle.
  private func compare(_ catalogs: [[Possession]], formats: [String], on date: String) throws -> CommandResult
  {
    let scratch = try TemporaryFolder("possessions-formats")
    for (index, items) in catalogs.enumerated() {
      let folder = scratch.file("\(index)")
      var asked = options(on: date)
      asked.rules.lifeTable = try LifeTable(csv: lifeTable)
      let model = ReportModel(catalog(items), options: asked)
      let sink = FileSink(folder)
      for name in formats {
        let format = try #require(ReportFormats.named(name))
        #expect(try format.write(model, name: "inventory", provider: { _ in [] }, to: sink).isEmpty)
      }
      try scratch.write(date, to: "\(index)/valuation-date")
    }
    try scratch.write(lifeTable, to: "life-table.csv")
    let oracle = (#filePath as NSString).deletingLastPathComponent + "/Oracles/report_oracle.py"
    return try #require(
      try runCommand("python3", [oracle, scratch.path, scratch.file("life-table.csv")]))
  }

  private let all = ReportFormats.all.map(\.name)
  /// The default table, and rows of which a share remains.
  private let lifeTable =
    LifeTable.defaultCSV + "fiction,,flat-percent,,60,no,test\ncrystal,,flat-percent,,33.5,no,test\n"

  @Test func theWorkedExample() throws {
    let result = try compare([workedExample], formats: all, on: "2026-03-15")
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  /// Months, clamps, leap days, currencies with 0 and 3 decimals, taxes on halves; more than one of everything.
  @Test(arguments: ["2026-03-15", "2024-02-29", "2025-02-28", "2026-12-31"])
  func boundaries(_ date: String) throws {
    let result = try compare(
      [boundaryItems, boundaryItems.filter { $0.currency?.code == "USD" }], formats: all, on: date)
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  /// Random catalogs. With POSSESSIONS_LONG_TESTS all 2,000 are written in every format; else some are.
  @Test func randomCatalogs() throws {
    let isLong = ProcessInfo.processInfo.environment["POSSESSIONS_LONG_TESTS"] != nil
    var random = Seeded(state: 20_260_315)
    let light = (0..<(isLong ? 0 : 150)).map { _ in randomCatalog(&random) }
    let full = (0..<(isLong ? 2000 : 15)).map { _ in randomCatalog(&random) }
    for (catalogs, formats) in [(light, ["csv", "json"]), (full, all)] where !catalogs.isEmpty {
      let result = try compare(catalogs, formats: formats, on: "2026-03-15")
      #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
  }
}

/// Lines add up to rooms, to categories and to the total, in 2,000 random catalogs.
@Suite struct TotalsFootTests {
  @Test func randomCatalogs() {
    var random = Seeded(state: 7)
    for _ in 0..<2000 {
      let model = ReportModel(catalog(randomCatalog(&random)), options: options())
      for ledger in model.ledgers {
        var lines = Totals()
        for line in ledger.lines { lines.add(line.value) }
        var rooms = Totals()
        var outermost = Totals()
        for room in ledger.rooms {
          rooms.add(room.own)
          if room.depth == 0 { outermost.add(room.withNested) }
        }
        var categories = Totals()
        for category in ledger.categories { categories.add(category.total) }
        #expect(lines == ledger.total)
        #expect(rooms == ledger.total)
        #expect(outermost == ledger.total)
        #expect(categories == ledger.total)
        for line in ledger.allLines {
          guard let cost = line.value.replacementCostValue, let cash = line.value.actualCashValue else {
            continue
          }
          #expect(line.value.depreciation.map { cash + $0 } == cost)
        }
      }
    }
  }
}

/// Cases at the edges of each rule, with more than one of everything.
let boundaryItems: [Possession] = {
  var items: [Possession] = []
  func add(_ cells: [PossessionField: String], _ currency: String = "USD") {
    var cells = cells
    cells[.name] = "Case \(items.count + 1)"
    if cells[.quantity] == nil { cells[.quantity] = String(2 + items.count % 5) }
    if cells[.room] == nil {
      cells[.room] = ["Attic", "House / Kitchen", "House / Kitchen / Shelf", "House"][items.count % 4]
    }
    let id = String(items.count + 1)
    items.append(item(String(repeating: "0", count: 3 - id.count) + id, currency: currency, cells))
  }
  for date in [
    "2024-02-29", "2024-02-28", "2024-01-31", "2025-01-30", "2025-08-31", "2020-02-29", "2026-03-14",
    "2026-03-16", "2023",
    "2023-02", "2026", "1999-12-31",
  ] {
    add([.category: "TV", .replacementCost: "333.33", .purchaseDate: date])
  }
  for years in ["0", "4.75", "4.8", "4.84", "6", "6.5", "60", "0.0833"] {
    add([.category: "TV", .replacementCost: "0.07", .ageYears: years])
  }
  for rate in ["0.0825", "0.005", "0.3", "0.07375", "0"] {
    add([.category: "jewellery", .replacementCost: "14.50", .taxRate: rate, .quantity: "12"])
  }
  for (currency, cost) in [
    ("JPY", "12345"), ("KWD", "12.345"), ("EUR", "0.01"), ("JPY", "1"), ("KWD", "0.005"),
  ] {
    add([.category: "linen", .replacementCost: cost, .ageYears: "2.5", .taxRate: "0.1"], currency)
  }
  add([.category: "furniture", .replacementCostTotal: "100.00", .ageYears: "1", .quantity: "3"])
  add([.category: "furniture", .replacementCost: "0.00", .ageYears: "1"])
  add([.category: "records", .replacementCost: "19.99", .ageYears: "1"])
  add([.category: "records", .replacementCost: "19.99", .ageYears: "1", .usefulLifeYears: "7.5"])
  add([.category: "TV", .replacementCost: "19.99", .valuation: "none"])
  add([.category: "TV", .replacementCost: "19.99"])
  add([.category: "art", .appraisalValue: "5000.00"])
  add([.category: "art", .appraisalValue: "5000.00", .replacementCost: "10.00"])
  add([.category: "art", .appraisalValue: "5000.00", .scheduled: "yes"])
  add([.category: "TV", .scheduled: "yes", .replacementCost: "800.00", .ageYears: "1"])
  add([.purchasePrice: "12.34"])
  add([.purchasePriceTotal: "10.00", .quantity: "3"])
  add([.replacementCost: "92233720368.54", .category: "cash", .quantity: "1000000"])
  add([.category: "tools"])
  // A life table may say what remains: 60 % of 12.35 are 7.41, and two thirds and a half are rounded.
  add([.category: "fiction", .replacementCost: "12.35"])
  add([.category: "Crystal", .replacementCost: "0.05", .quantity: "3"])
  add([.category: "crystal", .replacementCost: "7", .taxRate: "0.075"], "JPY")
  return items
}()

/// A generator whose numbers are the same in every run (SplitMix64).
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

func randomCatalog(_ random: inout Seeded) -> [Possession] {
  let rooms = [
    "Home / Living", "Home / Living / Shelf", "Home", "Garage", "", "Attic->Box 1", "Attic", "home",
  ]
  let categories = ["TV", "linen", "furniture", "jewellery", "records", "", "dishes", "tools", "Antiques"]
  let currencies = ["USD", "USD", "USD", "EUR", "JPY", "KWD"]
  let isMixed = Int.random(in: 0..<4, using: &random) == 0
  return (0..<Int.random(in: 1...14, using: &random)).map { index in
    let code = isMixed ? currencies.randomElement(using: &random) ?? "USD" : "USD"
    let decimals = Currency(code)?.decimals ?? 2
    func amount() -> String {
      decimalTextOf(minor: Int64.random(in: 0...9_999_999, using: &random), decimals: decimals)
    }
    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
    var cells: [PossessionField: String] = [
      .name: "Thing \(index)", .quantity: String(Int.random(in: 1...40, using: &random)),
    ]
    let room = rooms.randomElement(using: &random) ?? ""
    let category = categories.randomElement(using: &random) ?? ""
    if !room.isEmpty { cells[.room] = room }
    if !category.isEmpty { cells[.category] = category }
    if chance(85) { cells[.replacementCost] = amount() }
    if chance(30) { cells[.purchasePrice] = amount() }
    if chance(20) { cells[.taxRate] = ["0.0825", "0.2", "0.055", "0.00125"].randomElement(using: &random) }
    if chance(60) {
      let year = Int.random(in: 1990...2026, using: &random)
      let month = Int.random(in: 1...12, using: &random)
      let day = Int.random(in: 1...PartialDate.days(inMonth: month, of: year), using: &random)
      cells[.purchaseDate] = PartialDate(year: year, month: month, day: day)?.description
    } else if chance(50) {
      cells[.ageYears] = ["0.5", "3", "7.25", "11.9", "44"].randomElement(using: &random)
    }
    if chance(8) { cells[.usefulLifeYears] = ["2.5", "9", "30"].randomElement(using: &random) }
    if chance(8) {
      cells[.appraisalValue] = amount()
      if chance(60) { cells[.scheduled] = "yes" }
    }
    return item(String(1000 + index), currency: code, cells)
  }
}

/// Writes into a folder.
final class FileSink: ReportSink {
  private let folder: String
  private var handle: FileHandle?

  init(_ folder: String) { self.folder = folder }

  func begin(_ path: String) throws {
    let target = folder + "/" + path
    try FileManager.default.createDirectory(
      atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: target, contents: nil)
    handle = FileHandle(forWritingAtPath: target)
  }

  func write(_ bytes: [UInt8]) throws { try handle?.write(contentsOf: Data(bytes)) }

  func end() throws { try handle?.close() }
}
