public import PossessionsCore

/// A page on which a person looks at what an import is going to do with every photo, and corrects it: each photo beside
/// the possession that it goes to, what is not clear first. The page writes the corrections as a manifest.
public struct ContactSheet: Sendable {
  public struct Item: Sendable {
    public var id: String
    public var name: String?
    public var room: String?

    public init(id: String, name: String?, room: String?) {
      self.id = id
      self.name = name
      self.room = room
    }
  }

  /// Where a photo goes.
  public enum Place: Sendable, Hashable {
    case item(String)
    /// It may belong to any of these.
    case open([String])
    case unmatched
    /// A person said that it belongs to none.
    case leftOut
  }

  public enum Thumbnail: Sendable {
    case none
    /// Relative to the page.
    case file(String)
    /// A JPEG in base64.
    case embedded(String)
  }

  /// One photo of one item. A photo that goes to two has two.
  public struct Card: Sendable {
    /// What a manifest's photo cell must say.
    public var cell: String
    /// For people.
    public var name: String
    public var place: Place
    /// How the place was found: `file name`.
    public var rule: String?
    /// What the rule saw.
    public var detail: String?
    public var isPrimary = false
    /// `receipt`, where it goes in as a document.
    public var document: String?
    /// As a manifest asks.
    public var position: Int?
    public var edit: String?
    public var caption: String?
    public var thumbnail = Thumbnail.none

    public init(cell: String, name: String, place: Place, rule: String? = nil, detail: String? = nil) {
      self.cell = cell
      self.name = name
      self.place = place
      self.rule = rule
      self.detail = detail
    }
  }

  public var items: [Item]
  /// In the order of the page: what is open first, then by item.
  public var cards: [Card]
  /// Files that are not taken in, and why.
  public var findings: [Finding]
  /// `possessions 1.0.0`.
  public var toolVersion: String
  /// Of the manifest that the page writes.
  public var manifestName: String

  public init(
    items: [Item], cards: [Card], findings: [Finding], toolVersion: String,
    manifestName: String = "manifest.csv"
  ) {
    self.items = items
    self.cards = cards
    self.findings = findings
    self.toolVersion = toolVersion
    self.manifestName = manifestName
  }

  /// The page's one script, for its digest: nothing else may run in it.
  public static var script: [UInt8] {
    Array(UnsafeBufferPointer(start: sheetScript.utf8Start, count: sheetScript.utf8CodeUnitCount))
  }

  /// Writes the page.
  ///
  /// - Parameter scriptDigest: SHA-256 of `script` in base64.
  public func write(scriptDigest: String, to sink: @escaping ([UInt8]) throws -> Void) throws {
    var html = HTMLWriter(to: sink)
    try ContactSheetBody(sheet: self).write(&html, scriptDigest: scriptDigest)
    try html.flush()
  }
}
