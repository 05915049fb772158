import PossessionsCore
import Testing

/// What one column of amounts becomes.
enum MoneyOutcome: Sendable, Equatable, CustomStringConvertible {
  /// Minor units and currency of the first row.
  case minor(Int64, String)
  /// The first row has no amount.
  case notGiven
  /// The first row is refused with this code; the message holds the text.
  case rowRefused(String)
  /// The whole file is refused; the message holds the text.
  case fileRefused(String)

  var description: String {
    switch self {
    case .minor(let minor, let code): "\(minor) \(code)"
    case .notGiven: "not given"
    case .rowRefused(let text): "row refused: \(text)"
    case .fileRefused(let text): "file refused: \(text)"
    }
  }
}

struct MoneyCase: Sendable, CustomTestStringConvertible {
  var cell: String
  var others: [String]
  var currency: String?
  var locale: String?
  var outcome: MoneyOutcome

  init(
    _ cell: String, with others: [String] = [], currency: String? = "USD", locale: String? = nil,
    _ outcome: MoneyOutcome
  ) {
    self.cell = cell
    self.others = others
    self.currency = currency
    self.locale = locale
    self.outcome = outcome
  }

  var testDescription: String { "\(cell) with \(others) in \(currency ?? "none") gives \(outcome)" }
}

@Suite("Amounts by evidence")
struct IntakeMoneyTests {
  static let cases: [MoneyCase] = [
    // One separator and one or two digits: the decimal sign.
    MoneyCase("48.90", .minor(4890, "USD")), MoneyCase("48,90", .minor(4890, "USD")),
    MoneyCase("12,5", .minor(1250, "USD")), MoneyCase("12.5", .minor(1250, "USD")),
    MoneyCase(".50", .minor(50, "USD")), MoneyCase(",5", .minor(50, "USD")),
    MoneyCase("10,00", .minor(1000, "USD")), MoneyCase("4,20", .minor(420, "USD")),
    MoneyCase("151.97", currency: "EUR", locale: "de_DE", .minor(15197, "EUR")),
    // Two separators: the last one is the decimal sign.
    MoneyCase("2.345,67", .minor(234567, "USD")), MoneyCase("2,345.67", .minor(234567, "USD")),
    MoneyCase("2'345.67", .minor(234567, "USD")), MoneyCase("2\u{2019}345.67", .minor(234567, "USD")),
    MoneyCase("1.234.567,89", .minor(123_456_789, "USD")),
    MoneyCase("12,34,567.89", .minor(123_456_789, "USD")),
    // Spaces group.
    MoneyCase("7 890,10", .minor(789010, "USD")), MoneyCase("7\u{A0}890,10", .minor(789010, "USD")),
    MoneyCase("7\u{202F}890,10", .minor(789010, "USD")), MoneyCase("7 890", .minor(789000, "USD")),
    MoneyCase("1 234 567", .minor(123_456_700, "USD")), MoneyCase("78 90,10", .rowRefused("grouped")),
    // Used twice: grouping.
    MoneyCase("1,250,000", .minor(125_000_000, "USD")), MoneyCase("1.250.000", .minor(125_000_000, "USD")),
    // Codes and signs.
    MoneyCase("75 EUR", currency: nil, .minor(7500, "EUR")),
    MoneyCase("EUR 75.00", currency: nil, .minor(7500, "EUR")),
    MoneyCase("EUR75.00", currency: nil, .minor(7500, "EUR")),
    MoneyCase("75€", currency: nil, .minor(7500, "EUR")),
    MoneyCase("€ 1.250,00", currency: nil, .minor(125000, "EUR")),
    MoneyCase("£12.50", currency: nil, .minor(1250, "GBP")),
    MoneyCase("US$ 12.50", currency: nil, .minor(1250, "USD")),
    MoneyCase("$12.50 CAD", currency: nil, .minor(1250, "CAD")),
    MoneyCase("1 499 Kč", currency: nil, .minor(149900, "CZK")),
    MoneyCase("CHF 75.--", currency: nil, .minor(7500, "CHF")),
    MoneyCase("75,- €", currency: nil, .minor(7500, "EUR")),
    MoneyCase("Fr. 75.50", currency: nil, .minor(7550, "CHF")),
    MoneyCase("$75.00", currency: nil, .minor(7500, "USD")),
    MoneyCase("75.00", currency: nil, .minor(7500, "USD")),
    MoneyCase("¥75", currency: nil, .rowRefused("no currency is given")),
    MoneyCase("¥7500", currency: "JPY", .minor(7500, "JPY")),
    MoneyCase("$75.00", currency: "EUR", .rowRefused("none of EUR")),
    MoneyCase("75 EUR USD", currency: nil, .rowRefused("two currencies")),
    // Three digits after one separator: the column tells.
    MoneyCase("3,250", with: ["12.75"], .minor(325000, "USD")),
    MoneyCase("3,250", with: ["1,250,000"], .minor(325000, "USD")),
    MoneyCase("3,250", with: ["12,75"], .rowRefused("3 decimals")),
    MoneyCase("3,250", .fileRefused("--locale")),
    MoneyCase("1,000", .fileRefused("--locale")),
    MoneyCase("4,204", with: ["4,2"], .rowRefused("3 decimals")),
    MoneyCase("3.250", with: ["12,75"], .minor(325000, "USD")),
    MoneyCase("3,250", currency: "JPY", .minor(3250, "JPY")),
    MoneyCase("3,250", locale: "en_US", .minor(325000, "USD")),
    MoneyCase("3,250", locale: "de_DE", .rowRefused("3 decimals")),
    MoneyCase("3.250", locale: "de-DE", .minor(325000, "USD")),
    MoneyCase("3,250", with: ["12.75"], locale: "de_DE", .minor(325000, "USD")),
    MoneyCase("3,250", with: ["1234.567"], .minor(325000, "USD")),
    // Currencies without decimals and with three.
    MoneyCase("1200", currency: "JPY", .minor(1200, "JPY")),
    MoneyCase("1200.50", currency: "JPY", .rowRefused("2 decimals")),
    MoneyCase("3.250", with: ["1.5"], currency: "KWD", .minor(3250, "KWD")),
    MoneyCase("3.250", currency: "KWD", .fileRefused("--locale")),
    MoneyCase("0.125", currency: "KWD", .minor(125, "KWD")),
    MoneyCase("1.5", currency: "KWD", .minor(1500, "KWD")),
    MoneyCase("75 KWD", currency: nil, .minor(75000, "KWD")),
    // Disagreement.
    MoneyCase("12.75", with: ["12,75"], .fileRefused("decimal comma")),
    // Zero and nothing.
    MoneyCase("0", .minor(0, "USD")), MoneyCase("0.00", .minor(0, "USD")),
    MoneyCase("", with: ["1.00"], .notGiven),
    MoneyCase("  ", with: ["1.00"], .notGiven),
    // No amounts.
    MoneyCase("-15.00", .rowRefused("negative")), MoneyCase("(15.00)", .rowRefused("negative")),
    MoneyCase("\u{2212}15.00", .rowRefused("negative")), MoneyCase("$-15.00", .rowRefused("negative")),
    MoneyCase("15.00-", .rowRefused("negative")), MoneyCase("1.5E3", .rowRefused("exponent")),
    MoneyCase("1,5E+3", .rowRefused("exponent")), MoneyCase("free", .rowRefused("not an amount")),
    MoneyCase("about 40", .rowRefused("not an amount")), MoneyCase("40-50", .rowRefused("not an amount")),
    MoneyCase("1,2,3", .rowRefused("grouped")), MoneyCase("12.", .rowRefused("not an amount")),
    MoneyCase("1.2,3.4", .rowRefused("grouped")), MoneyCase("12.345,678.90", .rowRefused("grouped")),
    MoneyCase("99999999999999999999", .rowRefused("too large")),
    MoneyCase("9999999999999999", .rowRefused("too large")), MoneyCase("12.3456", .rowRefused("4 decimals")),
    MoneyCase("$", .rowRefused("not an amount")), MoneyCase("n/a", .rowRefused("not an amount")),
  ]

  @Test("a cell and what its column shows", arguments: cases)
  func amounts(_ example: MoneyCase) throws {
    var text = "item_id\tname\tpurchase_price\nA1\tLamp\t\(example.cell)\n"
    for (index, other) in example.others.enumerated() { text += "B\(index)\tChair\t\(other)\n" }
    #expect(try outcome(text, example) == example.outcome)
  }

  private func outcome(_ text: String, _ example: MoneyCase) throws -> MoneyOutcome {
    let intake: Intake
    do {
      intake = try take(text) {
        $0.currency = example.currency.flatMap { Currency($0) }
        $0.locale = example.locale
      }
    } catch let failure as Failure {
      #expect(failure.kind == .badData)
      if case .fileRefused(let part) = example.outcome, failure.description.contains(part) {
        return example.outcome
      }
      return .fileRefused(failure.description)
    }
    #expect(intake.summary.rows == intake.rows.count + intake.rejected)
    guard let row = intake.rows.first(where: { $0.itemID == "A1" }) else {
      let finding = try #require(intake.findings.first { $0.subject == "A1" })
      #expect(finding.code == .moneyInvalid)
      #expect(finding.place?.cell == example.cell)
      #expect(finding.place?.line == 2)
      #expect(finding.message.contains("purchase_price"))
      if case .rowRefused(let part) = example.outcome, finding.message.contains(part) {
        return example.outcome
      }
      return .rowRefused(finding.message)
    }
    switch row.cells[.purchasePrice] {
    case .value(.money(let minor), let source):
      #expect(source == example.cell)
      guard case .value(.text(let code), _)? = row.cells[.currency] else { return .notGiven }
      return .minor(minor, code)
    case .blank: return .notGiven
    default: return .rowRefused("nothing")
    }
  }

  @Test("a code in the cell and the currency column must agree")
  func codeAndColumn() throws {
    let intake = try take(
      "item_id,name,purchase_price,currency\nA,x,75 EUR,USD\nB,x,75 EUR,EUR\nC,x,75,eur\nD,x,75,\n")
    #expect(intake.rows.map(\.itemID) == ["B", "C", "D"])
    #expect(intake.findings.first { $0.subject == "A" }?.code == .moneyInvalid)
    #expect(intake.findings.contains { $0.code == .currencyAssumed })
    #expect(intake.rows[1].cells[.currency] == .value(.text("EUR"), source: "eur"))
    #expect(intake.rows[2].currencySource == .assumed)
  }

  @Test("two amounts of a row are in one currency")
  func oneCurrency() throws {
    let intake = try take("item_id,name,purchase_price,replacement_cost\nA,x,75 EUR,80 USD\nB,x,75 EUR,80\n")
    #expect(intake.rows.map(\.itemID) == ["B"])
    #expect(intake.rows[0].cells[.currency] == .value(.text("EUR"), source: "EUR"))
  }

  @Test("settings and option, in this order of weight")
  func defaults() throws {
    let text = "item_id,name,purchase_price\nA,x,75\n"
    let bySettings = try take(text) { $0.settingsCurrency = Currency("CHF") }
    #expect(bySettings.rows[0].currencySource == .settings)
    let byOption = try take(text) {
      $0.settingsCurrency = Currency("CHF")
      $0.currency = Currency("JPY")
    }
    #expect(byOption.rows[0].cells[.purchasePrice] == .value(.money(75), source: "75"))
    #expect(!byOption.findings.contains { $0.code == .currencyAssumed })
  }

  @Test("a bare Value is per piece, and must say so beside a quantity above 1")
  func valueBasis() throws {
    #expect(try take("item_id,name,Value,Qty\nA,x,75.00,1\n").rows[0].cells[.replacementCost] != nil)
    let refused = #expect(throws: Failure.self) {
      try take("item_id,name,Price,Qty\nA,x,75.00,1\nB,x,80.00,3\n")
    }
    #expect(refused?.kind == .badData)
    #expect(refused?.findings.first?.place?.line == 3)
    #expect(refused?.remedy.contains("--value-is") == true)
    let unit = try take("item_id,name,Price,Qty\nA,x,80.00,3\n") { $0.valueIs = .unit }
    #expect(unit.rows[0].cells[.purchasePrice] == .value(.money(8000), source: "80.00"))
    let line = try take("item_id,name,Value,Qty\nA,x,80.00,3\n") { $0.valueIs = .line }
    #expect(line.rows[0].cells[.replacementCostTotal] == .value(.money(8000), source: "80.00"))
    #expect(line.rows[0].cells[.replacementCost] == nil)
  }

  @Test(
    "locales",
    arguments: [
      ("de_DE", DecimalSign.comma), ("de-AT", .comma), ("de_CH", .point), ("en_US.UTF-8", .point),
      ("fr_FR", .comma),
      ("en_ZA", .comma), ("es_MX", .point), ("es_ES", .comma), ("ja_JP", .point), ("C", .point),
      ("nl", .comma),
    ])
  func locales(name: String, sign: DecimalSign) {
    #expect(DecimalSign(locale: name) == sign)
  }

  @Test("an unknown locale is a usage error")
  func unknownLocale() {
    let failure = #expect(throws: Failure.self) { try take("item_id,name\nA,x\n") { $0.locale = "xx_YY" } }
    #expect(failure?.kind == .usage)
  }
}
