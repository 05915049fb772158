/// Something to tell the user about one input: a value, never thrown.
///
/// A finding names its subject as typed, says in one sentence what is wrong and in one what to do.
/// The run goes on; whether an error is new decides the exit code (contract: 3).
public struct Finding: Hashable, Sendable, Codable {
  public enum Severity: String, Sendable, Codable, CaseIterable, Comparable {
    case note, warning, error

    public static func < (left: Severity, right: Severity) -> Bool {
      left.rank < right.rank
    }
    private var rank: Int {
      switch self {
      case .note: 0
      case .warning: 1
      case .error: 2
      }
    }
  }

  /// The vocabulary of findings, one for import, list and report. Codes are never renamed.
  public enum Code: String, Sendable, Codable, CaseIterable {
    // error
    case photoRefused = "photo-refused"
    case photoMissing = "photo-missing"
    case photoAmbiguous = "photo-ambiguous"
    case photoUndecodable = "photo-undecodable"
    case photoTooLarge = "photo-too-large"
    case rowRejected = "row-rejected"
    case rowDuplicateID = "row-duplicate-id"
    case moneyInvalid = "money-invalid"
    case quantityInvalid = "quantity-invalid"
    case serialDamaged = "serial-damaged"
    /// A table is refused: a quote that never closes, bytes that no encoding explains, no usable header.
    case tableDamaged = "table-damaged"
    /// Two columns for one field.
    case columnConflict = "column-conflict"
    /// A number or date style, a meaning or a delimiter that the table does not settle.
    case columnUndecided = "column-undecided"
    // warning
    case photoUnmatched = "photo-unmatched"
    case photoDegraded = "photo-degraded"
    case photoNearDuplicate = "photo-near-duplicate"
    case photoOnTwoItems = "photo-on-two-items"
    case serialOnTwoItems = "serial-on-two-items"
    case dateInvalid = "date-invalid"
    case rowShort = "row-short"
    case cropClipped = "crop-clipped"
    case orientationConflict = "orientation-conflict"
    case itemWithoutPhoto = "item-without-photo"
    case receiptMissing = "receipt-missing"
    case appraisalMissing = "appraisal-missing"
    case appraisalOld = "appraisal-old"
    case valueMissing = "value-missing"
    case categoryUnmapped = "category-unmapped"
    case cellInvalid = "cell-invalid"
    case editRefused = "edit-refused"
    case glyphMissing = "glyph-missing"
    /// `--prune` removed nothing, because refused rows may name what seems missing.
    case pruneSkipped = "prune-skipped"
    // note
    case photoDuplicate = "photo-duplicate"
    case mediaNotAPicture = "media-not-a-picture"
    case fileIgnored = "file-ignored"
    case columnIgnored = "column-ignored"
    case currencyAssumed = "currency-assumed"
    case quantityAssumed = "quantity-assumed"
    case encodingAssumed = "encoding-assumed"
    case photoRestored = "photo-restored"

    public var severity: Severity {
      switch self {
      case .photoRefused, .photoMissing, .photoAmbiguous, .photoUndecodable, .photoTooLarge,
        .rowRejected, .rowDuplicateID, .moneyInvalid, .quantityInvalid, .serialDamaged, .tableDamaged,
        .columnConflict, .columnUndecided:
        .error
      case .photoUnmatched, .photoDegraded, .photoNearDuplicate, .photoOnTwoItems, .serialOnTwoItems,
        .dateInvalid, .rowShort, .cropClipped, .orientationConflict, .itemWithoutPhoto,
        .receiptMissing, .appraisalMissing, .appraisalOld, .valueMissing, .categoryUnmapped,
        .cellInvalid, .editRefused, .pruneSkipped, .glyphMissing:
        .warning
      case .photoDuplicate, .mediaNotAPicture, .fileIgnored, .columnIgnored, .currencyAssumed,
        .quantityAssumed, .encodingAssumed, .photoRestored:
        .note
      }
    }
  }

  /// Where in a table the fault stands. Lines count from 1, the header being line 1, as editors count.
  public struct Place: Hashable, Sendable, Codable {
    public var file: String
    public var line: Int?
    public var column: String?
    public var cell: String?

    public init(file: String, line: Int? = nil, column: String? = nil, cell: String? = nil) {
      self.file = file
      self.line = line
      self.column = column
      self.cell = cell
    }
  }

  public var code: Code
  /// The photo, item, row or column that it is about, as typed.
  public var subject: String
  /// One sentence: what is wrong. Lower case, no full stop, no exclamation.
  public var message: String
  /// One sentence: what to do.
  public var remedy: String
  public var place: Place?

  public var severity: Severity { code.severity }

  public init(
    _ code: Code, subject: String, message: String, remedy: String, place: Place? = nil
  ) {
    self.code = code
    self.subject = subject
    self.message = message
    self.remedy = remedy
    self.place = place
  }

  private enum CodingKeys: String, CodingKey {
    case code, severity, subject, message, remedy, place
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    code = try container.decode(Code.self, forKey: .code)
    subject = try container.decode(String.self, forKey: .subject)
    message = try container.decode(String.self, forKey: .message)
    remedy = try container.decode(String.self, forKey: .remedy)
    place = try container.decodeIfPresent(Place.self, forKey: .place)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(severity, forKey: .severity)
    try container.encode(subject, forKey: .subject)
    try container.encode(message, forKey: .message)
    try container.encode(remedy, forKey: .remedy)
    try container.encodeIfPresent(place, forKey: .place)
  }
}
