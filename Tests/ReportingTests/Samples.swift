import PossessionsCore
import Reporting

/// A possession by its cells, as a test writes them: dates, decimals and amounts as text.
func item(_ id: String, currency: String? = "USD", _ cells: [PossessionField: String]) -> Possession {
  var possession = Possession(itemID: id)
  let money = currency.flatMap { Currency($0) }
  if let money { possession.fields[.currency] = .text(money.code) }
  for (field, text) in cells {
    let value: FieldValue?
    switch field.kind {
    case .text: value = .text(text)
    case .money: value = money.flatMap { minor(text, $0) }.map(FieldValue.money)
    case .date: value = PartialDate(iso: text).map(FieldValue.date)
    case .integer: value = Int64(text).map(FieldValue.integer)
    case .decimal: value = .decimal(text)
    case .boolean: value = .boolean(text == "yes")
    }
    precondition(value != nil, "the test's own cell \(field.rawValue) \(text) is not readable")
    possession.fields[field] = value
  }
  return possession
}

/// `1299.99` as minor units of a currency.
func minor(_ text: String, _ currency: Currency) -> Int64? {
  guard let amount = Rational(decimal: text), let factor = Rational(Int128(currency.minorUnits), over: 1),
    let scaled = amount.times(factor), scaled.denominator == 1
  else { return nil }
  return Int64(exactly: scaled.numerator)
}

let noDigest = SHA256Digest(bytes: [UInt8](repeating: 0xAB, count: 32))

func day(_ text: String) -> PartialDate {
  guard let date = PartialDate(iso: text) else { preconditionFailure("not a date: \(text)") }
  return date
}

func options(_ kind: ReportOptions.Kind = .inventory, on date: String = "2026-03-15") -> ReportOptions {
  ReportOptions(kind: kind, valuationDate: day(date), toolVersion: "possessions 0.0 (test)")
}

func catalog(_ items: [Possession]) -> CatalogContents {
  CatalogContents(
    digest: noDigest, possessions: items.sorted { $0.itemID.utf8.lexicographicallyPrecedes($1.itemID.utf8) })
}

/// The worked example of `docs/reports.md`.
let workedExample: [Possession] = [
  item(
    "1",
    [
      .name: "Television", .room: "Living", .category: "TV", .quantity: "1", .replacementCost: "1299.99",
      .purchaseDate: "2023-03-20",
    ]),
  item(
    "2",
    [
      .name: "Towels", .room: "Bath", .category: "linen", .quantity: "12", .replacementCost: "14.50",
      .purchaseDate: "2019-06-01",
    ]),
  item(
    "3",
    [
      .name: "Sofa", .room: "Living", .category: "furniture", .quantity: "1", .replacementCost: "1850.00",
      .purchaseDate: "2021-09-30",
    ]),
  item(
    "4",
    [
      .name: "Plates", .room: "Kitchen", .category: "dishes", .quantity: "8", .replacementCost: "22.25",
      .ageYears: "2.5",
    ]),
  item(
    "5",
    [
      .name: "Ring", .room: "Bed", .category: "jewellery", .quantity: "1", .replacementCost: "2600.00",
    ]),
  item(
    "6",
    [
      .name: "Necklace", .room: "Bed", .category: "jewellery", .quantity: "1", .appraisalValue: "6400.00",
      .appraisalDate: "2024-11-02", .scheduled: "yes",
    ]),
  item(
    "7",
    [.name: "Records", .room: "Bed", .category: "records", .quantity: "1", .purchasePrice: "300.00"]),
]
