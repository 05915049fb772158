public import PossessionsCore

/// One line of the schedule: a possession with its figures, pictures and gaps.
public struct ReportLine: Sendable {
  /// From 1, through the whole report.
  public var number: Int
  /// As the catalog has it, less what the reader of this copy is not to see.
  public var item: Possession
  /// Parts of the location, outermost first; `["Unassigned"]` where none is given.
  public var room: [String]
  /// As typed; `Uncategorised` where none is given.
  public var category: String
  /// The life table's row for it; nil where it has none.
  public var life: LifeTable.Row?
  public var value: LineValuation
  /// Of the ledger that the line is in; a possession without any amount stands in the commonest one.
  public var ledgerCurrency: Currency
  public var isScheduled: Bool
  /// Positions in the report's exhibits.
  public var exhibits: Range<Int>
  /// Positions in the report's documents.
  public var documents: Range<Int>
  public var gaps: [EvidenceGap] = []
  /// What stands at risk by a gap: the replacement cost value, else the price paid.
  public var valueAtStake: Int64? { value.replacementCostValue ?? value.paid }

  public var roomText: String { room.joined(separator: " / ") }
}

/// A picture of a line, numbered through the report.
public struct Exhibit: Sendable {
  public var number: Int
  public var lineNumber: Int
  public var itemName: String
  public var room: String
  public var caption: String?
  public var isPrimary: Bool
  /// The original that the picture is made from.
  public var picture: PictureRecord
  /// An edited version is shown: by a recipe, or the phone's own.
  public var isEdited: Bool
  /// What can be shown, by rendition name.
  public var renditions: [RenditionRecord]
  public var isDamaged: Bool

  /// The first rendition that there is of the names, else the one nearest above 320 px, else any.
  public func rendition(_ names: String...) -> RenditionRecord? { rendition(names) }

  public func rendition(_ names: [String]) -> RenditionRecord? {
    for name in names {
      if let found = renditions.first(where: { $0.name == name }) { return found }
    }
    let bySize = renditions.sorted { max($0.width, $0.height) < max($1.width, $1.height) }
    return bySize.first { max($0.width, $0.height) >= 320 } ?? bySize.last
  }

  /// The camera's wall clock, day and minute: `2022-02-16 12:55`. Nil where the camera gave none.
  public var capturedText: String? {
    guard let clock = picture.facts.capturedAt?.wallClock else { return nil }
    let parts = clock.split(separator: "T")
    guard parts.count == 2 else { return singleLine(clock) }
    return singleLine("\(parts[0]) \(parts[1].prefix(5))")
  }

  /// Why there is a grey box in its place.
  public var whyNotShown: String {
    switch picture.state {
    case .undecodable: "Stored, but cannot be decoded"
    case .tooLarge: "Stored, but too large to be decoded"
    case .unrendered: "Stored, not yet rendered"
    default: "Picture not available"
    }
  }

  /// What a reader who does not see it is told.
  public var alternativeText: String { "\(itemName), exhibit \(number)" }
}

/// A receipt, appraisal or manual of a line.
public struct DocumentExhibit: Sendable {
  public var number: Int
  public var lineNumber: Int
  public var record: DocumentRecord
  public var name: String
  /// The stored file; nil where the catalog has no picture row for it.
  public var picture: PictureRecord?
}

/// A possession that is not in the report, and by which rule.
public struct ExcludedItem: Sendable {
  public enum Rule: String, Sendable, CaseIterable {
    case sold, removed, archived
    case notLost = "not-lost"

    public var text: String {
      switch self {
      case .sold: "sold on or before the valuation date, or with a buyer or a price received"
      case .removed: "no longer in the items file, marked by --prune"
      case .archived: "archived"
      case .notLost: "not among the things lost"
      }
    }
  }
  public var item: Possession
  public var rule: Rule
}

/// Something that a claims handler would ask for and the catalog does not have.
public struct EvidenceGap: Sendable, Hashable {
  public enum Code: String, Sendable, CaseIterable {
    case noPhoto = "E1"
    case photoDamaged = "E2"
    case photoWithoutDate = "E3"
    case photoDateOdd = "E4"
    case noReceipt = "E5"
    case noSerial = "E6"
    case scheduledWithoutAppraisal = "E7"
    case appraisalOld = "E8"
    case noReplacementCost = "E9"
    case noAge = "E10"
    case onTwoItems = "E11"
    case categoryUnmapped = "E12"

    public var meaning: String {
      switch self {
      case .noPhoto: "no photo"
      case .photoDamaged: "photo file absent or changed"
      case .photoWithoutDate: "photo without a camera date"
      case .photoDateOdd: "camera date after the loss or before the purchase"
      case .noReceipt: "no receipt"
      case .noSerial: "no serial number"
      case .scheduledWithoutAppraisal: "scheduled without an appraisal"
      case .appraisalOld: "appraisal older than 36 months"
      case .noReplacementCost: "no replacement cost"
      case .noAge: "no purchase date and no age"
      case .onTwoItems: "same serial or same photo on two items"
      case .categoryUnmapped: "category not in the life table"
      }
    }

    /// The finding that it is a label of, in the vocabulary of import and list; nil where the report alone sees it.
    public var finding: Finding.Code? {
      switch self {
      case .noPhoto: .itemWithoutPhoto
      case .photoDamaged: .photoMissing
      case .noReceipt: .receiptMissing
      case .scheduledWithoutAppraisal: .appraisalMissing
      case .appraisalOld: .appraisalOld
      case .noReplacementCost: .valueMissing
      case .onTwoItems: .serialOnTwoItems
      case .categoryUnmapped: .categoryUnmapped
      default: nil
      }
    }
  }
  public var code: Code
  /// What to add, as one sentence without a full stop.
  public var remedy: String

  public init(_ code: Code, _ remedy: String) {
    self.code = code
    self.remedy = remedy
  }
}
