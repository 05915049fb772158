/// What the command line and `settings.json` say about an items table. Nothing here is ever taken from the
/// environment: cron and a shell give the same catalog.
public struct IntakeOptions: Sendable {
  public enum ValueBasis: String, Sendable, CaseIterable {
    case unit, line
  }

  public enum BlankPolicy: String, Sendable, CaseIterable {
    /// A blank cell keeps what is there.
    case keep
    /// A blank cell empties the field.
    case clear
  }

  /// A name of `CSVDialect.named(_:)`; nil recognises it.
  public var dialect: String?
  /// A name of `TextEncoding`; nil judges the bytes.
  public var encoding: String?
  /// One ASCII character, or `tab`, `comma`, `semicolon`, `pipe`; nil judges the structure.
  public var delimiter: String?
  /// Settles columns of amounts that show no decimal sign: `de_DE`.
  public var locale: String?
  /// For amounts without a currency of their own.
  public var currency: Currency?
  /// The same from the settings; yields to `currency`.
  public var settingsCurrency: Currency?
  /// Settles columns of dates: `dmy`, `MM/DD/YYYY`.
  public var dateFormat: String?
  /// Whether a bare `Value` or `Price` is for one piece or for the whole line.
  public var valueIs: ValueBasis?
  public var blank: BlankPolicy
  /// Headers or field names whose cells together name a possession; empty for `item_id`.
  public var keyColumns: [String]
  /// Any refused row refuses the file.
  public var isStrict: Bool
  /// At most so many findings of one kind in one column are told one by one; the rest is counted.
  public var findingsPerKind: Int

  public init(
    dialect: String? = nil, encoding: String? = nil, delimiter: String? = nil, locale: String? = nil,
    currency: Currency? = nil, settingsCurrency: Currency? = nil, dateFormat: String? = nil,
    valueIs: ValueBasis? = nil, blank: BlankPolicy = .keep, keyColumns: [String] = [],
    isStrict: Bool = false, findingsPerKind: Int = 1000
  ) {
    self.dialect = dialect
    self.encoding = encoding
    self.delimiter = delimiter
    self.locale = locale
    self.currency = currency
    self.settingsCurrency = settingsCurrency
    self.dateFormat = dateFormat
    self.valueIs = valueIs
    self.blank = blank
    self.keyColumns = keyColumns
    self.isStrict = isStrict
    self.findingsPerKind = findingsPerKind
  }
}
