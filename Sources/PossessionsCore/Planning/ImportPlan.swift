/// Everything that a run will change in the catalog: a pure value, made from rows, matches and the catalog
/// as it stands. `plan` shows it; recording applies exactly it.
public struct ImportPlan: Sendable, Hashable, Codable {
  public var rows: [RowDecision]
  public var attachments: [AttachmentDecision]
  public var documents: [DocumentDecision]
  /// Phone edits: the original's key, and the key of the edited picture that is shown for it.
  public var phoneEdits: [ImageKey: ImageKey]
  public var findings: [Finding]

  public init(
    rows: [RowDecision] = [], attachments: [AttachmentDecision] = [], documents: [DocumentDecision] = [],
    phoneEdits: [ImageKey: ImageKey] = [:], findings: [Finding] = []
  ) {
    self.rows = rows
    self.attachments = attachments
    self.documents = documents
    self.phoneEdits = phoneEdits
    self.findings = findings
  }
}

/// What happens to one possession.
public struct RowDecision: Sendable, Hashable, Codable {
  public enum Verb: String, Sendable, Codable {
    case create, update, unchanged, remove
  }
  public var verb: Verb
  /// The possession as it will be. For `unchanged` only the key counts.
  public var possession: Possession
  /// Old → new, a line for each field; empty for `create` and `unchanged`.
  public var changes: [FieldChange]
  public var place: Finding.Place?

  public init(
    verb: Verb, possession: Possession, changes: [FieldChange] = [], place: Finding.Place? = nil
  ) {
    self.verb = verb
    self.possession = possession
    self.changes = changes
    self.place = place
  }
}

public struct FieldChange: Sendable, Hashable, Codable {
  /// The field's canonical name, or an extra column's header.
  public var field: String
  public var old: String?
  public var new: String?

  public init(field: String, old: String?, new: String?) {
    self.field = field
    self.old = old
    self.new = new
  }
}

/// What happens to one attachment.
public struct AttachmentDecision: Sendable, Hashable, Codable {
  public enum Verb: String, Sendable, Codable {
    case add
    /// Position, primary, caption or recipe changed.
    case change
    case supersede
  }
  public var verb: Verb
  /// As it will be (`add`, `change`) or as it was (`supersede`).
  public var match: PhotoMatch
  /// Why, for `supersede`: `replaced`, `no longer named`, `new bytes at the same path`, `detached`,
  /// `settled by a manifest`.
  public var reason: String?

  public init(verb: Verb, match: PhotoMatch, reason: String? = nil) {
    self.verb = verb
    self.match = match
    self.reason = reason
  }
}

/// What happens to one document.
public struct DocumentDecision: Sendable, Hashable, Codable {
  public enum Verb: String, Sendable, Codable {
    case add, supersede
  }
  public var verb: Verb
  public var itemID: String
  public var key: ImageKey
  public var kind: NamedDocument.Kind
  public var originalName: BytePath
  public var mediaType: MediaType

  public init(
    verb: Verb, itemID: String, key: ImageKey, kind: NamedDocument.Kind, originalName: BytePath,
    mediaType: MediaType
  ) {
    self.verb = verb
    self.itemID = itemID
    self.key = key
    self.kind = kind
    self.originalName = originalName
    self.mediaType = mediaType
  }
}
