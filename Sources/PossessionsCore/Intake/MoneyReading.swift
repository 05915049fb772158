/// Reading amounts by the evidence of a whole column (csv-style money, without floating point).
///
/// A cell alone often does not tell whether `3,250` is three thousand or three and a quarter. So each cell is first
/// cut into a `MoneyShape`, the column's shapes decide its style, and only then do cells become minor units.

/// What stands between whole units and their fraction.
public enum DecimalSign: String, Sendable, Hashable, Codable {
  case point = "."
  case comma = ","

  var grouping: DecimalSign { self == .point ? .comma : .point }

  /// The style of a locale such as `de_DE` or `en-US`; nil for one that is not known here.
  public init?(locale: String) {
    let parts = locale.split { $0 == "_" || $0 == "-" || $0 == "." }.map { $0.lowercased() }
    guard let language = parts.first else { return nil }
    let region = parts.dropFirst().first { $0.count == 2 }
    switch (language, region) {
    case ("c", _), ("posix", _): self = .point
    case ("de", "ch"), ("de", "li"), ("it", "ch"), ("rm", _), ("gsw", _): self = .point
    case ("en", "za"), ("en", "de"), ("en", "at"), ("en", "nl"), ("en", "se"), ("en", "dk"), ("en", "fi"),
      ("en", "be"), ("en", "si"):
      self = .comma
    case ("es", let region?)
    where ["mx", "us", "pr", "gt", "hn", "ni", "sv", "pa", "pe", "do", "cu", "bz"].contains(region):
      self = .point
    case (let language, _) where DecimalSign.pointLanguages.contains(language): self = .point
    case (let language, _) where DecimalSign.commaLanguages.contains(language): self = .comma
    default: return nil
    }
  }

  // CLDR 44, symbols of the default number system.
  private static let pointLanguages: Set<String> = [
    "en", "zh", "ja", "ko", "th", "he", "iw", "ms", "hi", "bn", "ta", "te", "ml", "kn", "gu", "mr", "pa",
    "ur",
    "ne", "si", "cy", "ga", "gd", "mt", "fil", "tl", "sw", "ha", "yo", "ig", "am", "km", "my", "bo", "so",
    "zu",
  ]
  private static let commaLanguages: Set<String> = [
    "de", "fr", "it", "es", "pt", "nl", "da", "sv", "nb", "no", "nn", "fi", "is", "fo", "pl", "cs", "sk",
    "sl",
    "hr", "sr", "bs", "hu", "ro", "bg", "ru", "uk", "be", "lt", "lv", "et", "el", "tr", "id", "vi", "ca",
    "gl",
    "eu", "ka", "hy", "az", "kk", "uz", "ky", "mk", "sq", "af", "lb", "fy",
  ]
}

/// A currency sign as it stands in a cell, and what money it can mean.
enum CurrencySign {
  /// Signs that mean one money.
  static let unambiguous: [String: String] = [
    "€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₪": "ILS", "₺": "TRY", "₴": "UAH", "₫": "VND",
    "฿": "THB",
    "₽": "RUB", "zł": "PLN", "kč": "CZK", "ft": "HUF", "r$": "BRL", "us$": "USD", "a$": "AUD", "au$": "AUD",
    "c$": "CAD", "ca$": "CAD", "nz$": "NZD", "hk$": "HKD", "s$": "SGD", "nt$": "TWD", "mx$": "MXN",
    "fr.": "CHF", "sfr.": "CHF", "sfr": "CHF", "₱": "PHP", "₦": "NGN", "₡": "CRC", "₲": "PYG", "₾": "GEL",
    "₸": "KZT", "₼": "AZN", "cn¥": "CNY", "jp¥": "JPY", "円": "JPY", "元": "CNY", "лв": "BGN", "лв.": "BGN",
  ]
  /// Signs that several moneys share.
  static let shared: [String: Set<String>] = [
    "$": [
      "USD", "AUD", "CAD", "NZD", "HKD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP", "UYU", "BSD", "BBD", "BMD",
      "BND", "BZD", "FJD", "GYD", "JMD", "KYD", "LRD", "NAD", "SBD", "SRD", "TTD", "XCD", "DOP", "CUP", "NIO",
    ],
    "¥": ["JPY", "CNY"], "￥": ["JPY", "CNY"],
    "kr": ["SEK", "NOK", "DKK", "ISK"], "kr.": ["SEK", "NOK", "DKK", "ISK"],
    "fr": ["CHF", "XOF", "XAF", "XPF"], "rs": ["INR", "PKR", "LKR", "NPR", "MUR"],
    "rs.": ["INR", "PKR", "LKR", "NPR", "MUR"], "r": ["ZAR"], "lei": ["RON", "MDL"],
    "din": ["RSD"], "rp": ["IDR"], "rm": ["MYR"],
  ]
}

/// One money cell before its column is decided.
struct MoneyShape {
  enum Reading: Hashable {
    case blank
    /// No point and no comma.
    case whole
    /// The cell alone shows the decimal sign; `fraction` digits follow it.
    case shown(DecimalSign)
    /// One separator before exactly three digits: grouping or decimal sign.
    case ambiguous(DecimalSign)
    case bad(Fault)
  }

  enum Fault: Hashable {
    case negative, exponent, words, grouping, tooLarge, noDigits, twoCurrencies
  }

  var reading: Reading
  /// All digits, separators dropped.
  var digits: Int64 = 0
  /// Digits after the decimal sign; 3 where ambiguous and the separator turns out to be decimal.
  var fraction = 0
  /// A code, or a sign that means one money.
  var currency: Currency?
  /// A sign that several moneys share.
  var sharedSign: String?

  private static func bad(_ fault: Fault) -> MoneyShape { MoneyShape(reading: .bad(fault)) }

  /// Cuts one trimmed cell.
  init(_ cell: Span<UInt8>) {
    self = MoneyShape.plain(cell) ?? MoneyShape.decorated(cell)
  }

  private init(reading: Reading, digits: Int64 = 0, fraction: Int = 0) {
    self.reading = reading
    self.digits = digits
    self.fraction = fraction
  }

  /// The common case, quickly: digits and at most one separator. Nil for everything else.
  private static func plain(_ cell: Span<UInt8>) -> MoneyShape? {
    let count = cell.count
    if count == 0 { return MoneyShape(reading: .blank) }
    if count > 17 { return nil }
    var digits: Int64 = 0
    var separator = -1
    var sign = DecimalSign.point
    for index in 0..<count {
      let byte = cell[index]
      if byte >= 0x30, byte <= 0x39 {
        digits = digits * 10 + Int64(byte - 0x30)
      } else if byte == 0x2E || byte == 0x2C {
        if separator >= 0 || index == 0 { return nil }
        separator = index
        sign = byte == 0x2E ? .point : .comma
      } else {
        return nil
      }
    }
    if separator < 0 { return MoneyShape(reading: .whole, digits: digits) }
    let fraction = count - separator - 1
    if fraction == 0 || fraction == 3 || fraction > 3 { return nil }
    return MoneyShape(reading: .shown(sign), digits: digits, fraction: fraction)
  }

  private static func decorated(_ cell: Span<UInt8>) -> MoneyShape {
    let bytes = cell.withUnsafeBufferPointer { Array($0) }
    func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
    guard var first = bytes.firstIndex(where: isDigit), let lastDigit = bytes.lastIndex(where: isDigit) else {
      return bytes.isEmpty ? MoneyShape(reading: .blank) : bad(.noDigits)
    }
    var last = lastDigit
    // A separator that leads, as in `.50`.
    if first > 0, bytes[first - 1] == 0x2E || bytes[first - 1] == 0x2C {
      let before = first >= 2 ? bytes[first - 2] : 0x20
      // `Fr.50` and `Rs.50`: the point belongs to the sign.
      if !(before | 0x20 >= 0x61 && before | 0x20 <= 0x7A) { first -= 1 }
    }
    // `75,-` and `75.--`: no minor units.
    var dashed: DecimalSign?
    if last + 2 < bytes.count, bytes[last + 1] == 0x2C || bytes[last + 1] == 0x2E, bytes[last + 2] == 0x2D {
      dashed = bytes[last + 1] == 0x2E ? .point : .comma
      last += 2
      while last + 1 < bytes.count, bytes[last + 1] == 0x2D { last += 1 }
    }

    var shape = amount(Array(bytes[first...lastDigit]))
    if let dashed {
      switch shape.reading {
      case .whole: shape.reading = .shown(dashed)
      case .shown(let sign) where sign == dashed && shape.fraction == 0: break
      case .ambiguous(let sign) where sign != dashed: shape.reading = .shown(dashed)
      default: return bad(.grouping)
      }
      shape.fraction = 0
    }
    // What stands before and after.
    for affix in [bytes[..<first], bytes[(last + 1)...]] {
      let text = String(decoding: affix, as: UTF8.self)
      for token in text.split(whereSeparator: { isMoneySpace($0) }) {
        if let fault = shape.take(String(token), isPrefix: affix.startIndex == 0 && affix.endIndex == first) {
          return bad(fault)
        }
      }
    }
    return shape
  }

  private static func isMoneySpace(_ character: Character) -> Bool {
    character == " " || character == "\u{A0}" || character == "\u{202F}" || character == "\u{2009}"
      || character == "\t"
  }

  /// Takes in a word beside the number.
  private mutating func take(_ token: String, isPrefix: Bool) -> Fault? {
    var token = token.lowercased()
    if let first = token.first, isPrefix, first == "-" || first == "\u{2212}" || first == "(" {
      return .negative
    }
    if token == "-" || token == "\u{2212}" || token == ")" || token.hasSuffix(")") { return .negative }
    if token == "+" { return nil }
    if let code = Currency(token) {
      if let currency, currency != code { return .twoCurrencies }
      currency = code
      return nil
    }
    if let code = CurrencySign.unambiguous[token] {
      if let currency, currency.code != code { return .twoCurrencies }
      currency = Currency(code)
      return nil
    }
    if CurrencySign.shared[token] != nil {
      sharedSign = token
      return nil
    }
    // A sign and a code written together: `$usd`, `usd$`.
    if token.hasSuffix("-") || token.hasSuffix("(") {
      token.removeLast()
      return CurrencySign.shared[token] != nil || CurrencySign.unambiguous[token] != nil
        || Currency(token) != nil ? .negative : .words
    }
    if token.hasPrefix("$"), let code = Currency(token.dropFirst()) {
      sharedSign = "$"
      currency = code
      return nil
    }
    if token.hasSuffix("$"), let code = Currency(token.dropLast()) {
      sharedSign = "$"
      currency = code
      return nil
    }
    if token.hasPrefix("e+") || token == "e" { return .exponent }
    return .words
  }

  /// Reads digits, points, commas, spaces and apostrophes, beginning with a digit or a separator.
  private static func amount(_ bytes: [UInt8]) -> MoneyShape {
    // Groups of digits and what stands between them: `.`, `,`, or `_` for a space or an apostrophe.
    var groups: [Int] = []
    var separators: [UInt8] = []
    var digits: Int64 = 0
    var length = 0
    var index = 0
    var digitCount = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte >= 0x30, byte <= 0x39 {
        let (product, over) = digits.multipliedReportingOverflow(by: 10)
        let (sum, over2) = product.addingReportingOverflow(Int64(byte - 0x30))
        if over || over2 { return bad(.tooLarge) }
        digits = sum
        digitCount += 1
        length += 1
        index += 1
        continue
      }
      groups.append(length)
      length = 0
      switch byte {
      case 0x2E, 0x2C:
        separators.append(byte)
        index += 1
      case 0x20, 0x27:
        separators.append(0x5F)
        index += 1
      case 0xC2 where index + 1 < bytes.count && bytes[index + 1] == 0xA0:
        separators.append(0x5F)
        index += 2
      case 0xE2
      where index + 2 < bytes.count && bytes[index + 1] == 0x80
        && [0xAF, 0x89, 0x87, 0x99].contains(bytes[index + 2]):
        // Narrow no-break, thin and figure space; right single quotation mark.
        separators.append(0x5F)
        index += 3
      case 0x65, 0x45: return bad(.exponent)
      case 0x2D: return bad(.words)
      default: return bad(.words)
      }
    }
    groups.append(length)
    if separators.isEmpty { return MoneyShape(reading: .whole, digits: digits) }

    func areGroups(_ groups: ArraySlice<Int>) -> Bool {
      guard let first = groups.first, groups.count > 1 else { return true }
      guard (1...3).contains(first) else { return false }
      let middle = groups.dropFirst().dropLast()
      guard groups.last == 3 else { return false }
      // Threes; or twos before the last three, as in India.
      return middle.allSatisfy { $0 == 3 } || (middle.allSatisfy { $0 == 2 } && first <= 2)
    }

    let kinds = Set(separators)
    guard let lastSeparator = separators.last else { return bad(.grouping) }
    let fraction = groups[groups.count - 1]
    let whole = groups.dropLast()
    if lastSeparator == 0x5F {
      // Spaces and apostrophes group, and nothing else may.
      guard kinds == [0x5F], areGroups(groups[...]) else { return bad(.grouping) }
      return MoneyShape(reading: .whole, digits: digits)
    }
    let sign: DecimalSign = lastSeparator == 0x2E ? .point : .comma
    if kinds.count > 2 { return bad(.grouping) }
    if kinds.count == 2 {
      // The last one is the decimal sign, so it may stand there once only.
      guard separators.count(where: { $0 == lastSeparator }) == 1, fraction > 0, areGroups(whole) else {
        return bad(.grouping)
      }
      return MoneyShape(reading: .shown(sign), digits: digits, fraction: fraction)
    }
    if separators.count > 1 {
      guard areGroups(groups[...]) else { return bad(.grouping) }
      return MoneyShape(reading: .shown(sign.grouping), digits: digits, fraction: 0)
    }
    if fraction == 0 { return bad(.grouping) }
    let front = groups[0]
    let startsWithZero = bytes.first == 0x30
    if fraction == 3, (1...3).contains(front), !startsWithZero {
      return MoneyShape(reading: .ambiguous(sign), digits: digits, fraction: 3)
    }
    return MoneyShape(reading: .shown(sign), digits: digits, fraction: fraction)
  }

  /// The cell in minor units, once its column's sign and the row's currency are known.
  ///
  /// - Parameter dropsZeros: zeros behind what the currency has are no fault.
  /// - Returns: nil where the cell is blank.
  func minor(decimals: Int, style: DecimalSign?, dropsZeros: Bool = false) throws(MoneyFault) -> Int64? {
    var fraction = 0
    var value = digits
    switch reading {
    case .blank: return nil
    case .bad(let fault): throw .shape(fault)
    case .whole: fraction = 0
    case .shown(let sign):
      // A sign that was shown twice by grouping has no fraction and cannot disagree here: the column decided.
      if let style, sign != style { throw .conflict }
      fraction = self.fraction
    case .ambiguous(let sign):
      if let style {
        fraction = sign == style ? 3 : 0
      } else {
        guard decimals == 0 else { throw .undecided }
        fraction = 0
      }
    }
    while dropsZeros, fraction > decimals, value.isMultiple(of: 10) {
      value /= 10
      fraction -= 1
    }
    if fraction > decimals { throw .decimals(fraction) }
    for _ in fraction..<decimals {
      let (product, over) = value.multipliedReportingOverflow(by: 10)
      if over { throw .shape(.tooLarge) }
      value = product
    }
    // A sum of a million lines must fit.
    if value > 1_000_000_000_000_000 { throw .shape(.tooLarge) }
    return value
  }
}

/// Why a money cell is none.
enum MoneyFault: Error, Hashable {
  case shape(MoneyShape.Fault)
  /// Reads the other way round than its column.
  case conflict
  case undecided
  /// So many digits follow the decimal sign, more than the currency has.
  case decimals(Int)

  var expectation: String {
    switch self {
    case .shape(.negative): "a negative amount"
    case .shape(.exponent): "a number with an exponent"
    case .shape(.words), .shape(.noDigits): "not an amount"
    case .shape(.grouping): "digits that are grouped in no known way"
    case .shape(.tooLarge): "an amount that is too large"
    case .shape(.twoCurrencies): "an amount in two currencies"
    case .conflict: "written the other way round than the rest of the column"
    case .undecided: "ambiguous: thousands or a decimal sign"
    case .decimals(let count): "an amount with \(count) decimals"
    }
  }
}
