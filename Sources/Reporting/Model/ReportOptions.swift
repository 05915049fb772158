public import PossessionsCore

/// What a report is to say and how it is to look. Every date comes in; there is no clock here.
public struct ReportOptions: Sendable {
  public enum Kind: String, Sendable, CaseIterable {
    /// Everything owned, before a loss.
    case inventory
    /// What was lost, on the date of the loss.
    case claim
  }

  /// Which possessions a claim is about.
  public enum Lost: Sendable, Hashable {
    /// Those whose row has a loss status.
    case asRecorded
    case all
    /// Everything at or below a location, as written: `Home / Kitchen`.
    case room(String)
    case items([String])
  }

  /// What a copy that is to be mailed leaves out.
  public enum Redaction: String, Sendable, CaseIterable {
    case serials, receipts, prices, address, owner, notes
  }

  public enum Paper: String, Sendable, CaseIterable {
    case a4, letter
  }

  /// How the HTML document has its pictures.
  public enum Pictures: Sendable, Hashable {
    /// Links to the catalog's renditions: the prefix leads from the document to the catalog folder (`../`).
    case linked(prefix: String)
    /// In the document itself up to `limit` bytes, beyond that in a folder beside it.
    case embedded(limit: Int)

    /// 25 MB, where mail servers stop.
    public static let embedded = Pictures.embedded(limit: 25_000_000)
  }

  public var kind: Kind
  /// The full day on which things are valued; for a claim, the loss date.
  public var valuationDate: PartialDate
  public var peril: String?
  public var lost: Lost
  /// Only these locations, at or below; empty is everywhere. Case is ignored.
  public var rooms: [String]
  /// Only these categories; empty is all. Case is ignored.
  public var categories: [String]
  /// Its own figures, where it has any, win over `rules` and `receiptThreshold`.
  public var policy: Policy {
    didSet {
      if let share = policy.maximumDepreciation { rules.maximumDepreciation = share }
      if let threshold = policy.receiptThreshold { receiptThreshold = threshold }
    }
  }
  public var rules: ValuationRules
  /// Receipts are asked for from this line value up, in whole currency units.
  public var receiptThreshold: Int64
  public var redactions: Set<Redaction>
  public var locale: ReportLocale
  public var paper: Paper
  public var pictures: Pictures
  /// CSV files begin with a byte order mark, without which Excel does not see UTF-8.
  public var marksForExcel = false
  /// For possessions without any amount, whose currency nobody gave.
  public var currency: Currency
  /// Of the program, as in `--version`.
  public var toolVersion: String
  /// Originals that are not in the store any more, or whose bytes have changed.
  public var damagedOriginals: Set<ImageKey>

  public init(kind: Kind = .inventory, valuationDate: PartialDate, toolVersion: String) {
    self.kind = kind
    self.valuationDate = valuationDate
    self.lost = .asRecorded
    rooms = []
    categories = []
    policy = Policy()
    rules = ValuationRules(valuationDate: valuationDate)
    receiptThreshold = 500
    redactions = []
    locale = .unitedStates
    paper = .letter
    pictures = .embedded
    currency = .usd
    self.toolVersion = toolVersion
    damagedOriginals = []
  }
}
