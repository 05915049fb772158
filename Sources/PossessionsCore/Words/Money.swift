/// An ISO 4217 currency and the number of its decimals.
public struct Currency: Hashable, Sendable, Codable, CustomStringConvertible {
  /// Three upper-case letters.
  public let code: String

  /// Nil unless `code` is an ISO 4217 code of money in use; lower case is raised.
  public init?(_ code: some StringProtocol) {
    let upper = code.uppercased()
    guard Currency.known.contains(upper) else { return nil }
    self.code = upper
  }

  private init(known code: String) { self.code = code }

  public static let usd = Currency(known: "USD")

  /// Digits after the decimal sign of the minor unit: 0 (JPY), 2 (USD), 3 (KWD).
  public var decimals: Int {
    if Currency.withoutDecimals.contains(code) { return 0 }
    if Currency.withThreeDecimals.contains(code) { return 3 }
    return 2
  }

  /// Minor units in one unit: 10 to the power of `decimals`.
  public var minorUnits: Int64 {
    switch decimals {
    case 0: 1
    case 3: 1000
    default: 100
    }
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let code = try container.decode(String.self)
    guard let currency = Currency(code) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown currency \(code)")
    }
    self = currency
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(code)
  }

  public var description: String { code }

  // ISO 4217, list one, as of 2024: active codes of money, without funds and metals.
  private static let known: Set<String> = Set(
    """
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD \
    CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ \
    GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR \
    LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN \
    PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB \
    TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG \
    HRK
    """.split(whereSeparator: \.isWhitespace).map(String.init))
  private static let withoutDecimals: Set<String> = [
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV", "XAF", "XOF",
    "XPF",
  ]
  private static let withThreeDecimals: Set<String> = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]
}

/// An exact amount: a whole number of a currency's minor unit.
public struct Money: Hashable, Sendable, Codable {
  /// In the minor unit (cents for USD, yen for JPY, fils for KWD).
  public var minor: Int64
  public var currency: Currency

  public init(minor: Int64, currency: Currency) {
    self.minor = minor
    self.currency = currency
  }

  /// Plain decimal text with a point and the currency's own number of decimals: `1234.50`, `-3.00`, `1200`.
  public var decimalText: String {
    decimalTextOf(minor: minor, decimals: currency.decimals)
  }
}

/// Plain decimal text of a scaled whole number, without grouping: (123450, 2) gives `1234.50`.
public func decimalTextOf(minor: Int64, decimals: Int) -> String {
  let sign = minor < 0 ? "-" : ""
  let digits = String(minor.magnitude)
  guard decimals > 0 else { return sign + digits }
  let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.utf8.count)) + digits
  return sign + padded.dropLast(decimals) + "." + padded.suffix(decimals)
}
