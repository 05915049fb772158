public import PossessionsCore

/// How numbers are written and which paper is usual. The words of a report are English in every locale.
public struct ReportLocale: Sendable, Hashable {
  public var identifier: String
  public var decimalSign: String
  public var groupingSign: String
  public var paper: ReportOptions.Paper
  /// `€ 5.00` or `5,00 €`.
  public var putsSymbolFirst: Bool

  public static let unitedStates = ReportLocale(
    identifier: "en-US", decimalSign: ".", groupingSign: ",", paper: .letter, putsSymbolFirst: true)

  /// Nil where the identifier is not known: `en-GB`, `de`, `fr_CA`.
  public init?(_ identifier: String) {
    let parts = identifier.split { $0 == "-" || $0 == "_" || $0 == "." }.map(String.init)
    guard let language = parts.first?.lowercased(), language.utf8.count == 2 || language.utf8.count == 3
    else { return nil }
    let region = parts.count > 1 && parts[1].utf8.count == 2 ? parts[1].uppercased() : nil
    let space = "\u{202F}"
    let signs: (decimal: String, grouping: String, first: Bool)
    switch (language, region) {
    case (_, "CH"), (_, "LI"): signs = (".", "’", true)
    case ("de", "AT"): signs = (",", space, true)
    case ("es", "MX"), ("es", "US"): signs = (".", ",", true)
    case ("en", "ZA"): signs = (",", space, true)
    case ("en", _), ("zh", _), ("ja", _), ("ko", _), ("he", _), ("th", _): signs = (".", ",", true)
    case ("de", _), ("es", _), ("it", _), ("da", _), ("el", _), ("tr", _), ("id", _), ("hr", _),
      ("sl", _), ("ro", _), ("vi", _):
      signs = (",", ".", false)
    case ("pt", _), ("nl", _): signs = (",", ".", true)
    case ("fr", _), ("sv", _), ("nb", _), ("no", _), ("fi", _), ("pl", _), ("cs", _), ("sk", _),
      ("hu", _), ("bg", _), ("uk", _), ("ru", _), ("et", _), ("lv", _), ("lt", _):
      signs = (",", space, false)
    default: return nil
    }
    let letterRegions: Set<String> = [
      "US", "CA", "MX", "PH", "CL", "CO", "VE", "CR", "GT", "PA", "PR", "DO", "SV", "NI",
    ]
    let usesLetter = region.map { letterRegions.contains($0) } ?? (language == "en")
    self.init(
      identifier: region.map { "\(language)-\($0)" } ?? language, decimalSign: signs.decimal,
      groupingSign: signs.grouping, paper: usesLetter ? .letter : .a4, putsSymbolFirst: signs.first)
  }

  init(
    identifier: String, decimalSign: String, groupingSign: String, paper: ReportOptions.Paper,
    putsSymbolFirst: Bool
  ) {
    self.identifier = identifier
    self.decimalSign = decimalSign
    self.groupingSign = groupingSign
    self.paper = paper
    self.putsSymbolFirst = putsSymbolFirst
  }

  /// An amount of minor units, grouped, without its currency: `1,299.99`.
  public func amount(_ minor: Int128, _ currency: Currency) -> String {
    grouped(wideDecimalText(minor, decimals: currency.decimals))
  }

  /// With the currency's sign, or its code where the sign is not its own: `$1,299.99`, `CHF 40.00`.
  public func amountWithCurrency(_ minor: Int128, _ currency: Currency) -> String {
    let text = amount(minor, currency)
    let symbol = ReportLocale.symbols[currency.code] ?? currency.code
    if !putsSymbolFirst { return text + "\u{A0}" + symbol }
    return symbol + (symbol.utf8.count > 1 && symbol.first?.isLetter == true ? "\u{A0}" : "") + text
  }

  public func number(_ value: some BinaryInteger) -> String { grouped(String(value)) }

  /// Plain decimal text with this locale's signs.
  public func grouped(_ plain: String) -> String {
    let negative = plain.hasPrefix("-")
    let parts = plain.drop { $0 == "-" }.split(separator: ".", maxSplits: 1)
    guard let whole = parts.first else { return plain }
    var text = ""
    let count = whole.count
    for (index, digit) in whole.enumerated() {
      if index > 0, (count - index).isMultiple(of: 3) { text += groupingSign }
      text.append(digit)
    }
    if parts.count > 1 { text += decimalSign + parts[1] }
    // U+2212 would be finer and is not what a spreadsheet reads back.
    return negative ? "-" + text : text
  }

  private static let symbols = ["USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩"]
}

/// `15 March 2026`, `March 2026`, `2026`: the same to every reader.
func longDate(_ date: PartialDate) -> String {
  let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
    "November", "December",
  ]
  guard let month = date.month else { return date.description }
  let name = "\(months[month - 1]) \(date.description.prefix(4))"
  return date.day.map { "\($0) \(name)" } ?? name
}
