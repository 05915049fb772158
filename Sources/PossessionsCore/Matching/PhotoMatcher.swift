/// One way in which a photo can say to which possession it belongs. A new way is a new file with a type that
/// conforms, and a line in `photoMatchers`.
protocol PhotoMatcher: Sendable {
  /// The rule's stable name, as the catalog keeps it.
  static var rule: String { get }
  /// Whether a person named the photo and the possession. Such rules add to each other and may give one photo
  /// to several possessions; of the others the first with an answer decides.
  static var isExplicit: Bool { get }

  init(_ context: MatchContext)

  /// What it found wrong in its own inputs: cells and rows without an answer.
  var findings: [Finding] { get }

  /// What the rule says of one photo, by its index.
  func answer(for photo: Int) -> RuleAnswer
}

extension PhotoMatcher {
  static var isExplicit: Bool { false }
  var findings: [Finding] { [] }
}

/// The rules in order of authority. The order is their priority.
let photoMatchers: [any PhotoMatcher.Type] = [
  AttachMatcher.self,
  PhotosColumnMatcher.self,
  ManifestMatcher.self,
  FolderMatcher.self,
  FileNameMatcher.self,
  CaptionMatcher.self,
  CodeMatcher.self,
  LabelLeaderMatcher.self,
]

/// The rules' names in order of authority, for help and documents.
public let matchRules: [String] = photoMatchers.map { $0.rule }

/// What one rule says of one photo.
enum RuleAnswer: Sendable {
  case silent
  case items([Claim])
  /// Several possessions fit, and nothing tells them apart.
  case ambiguous(items: [Int], detail: String)
  /// It belongs to none: a person said so; `isOnly` whatever the other rules say.
  case leftOut(isOnly: Bool)
}

/// That a rule gives a photo to an item.
struct Claim: Sendable {
  /// Index of the item.
  var item: Int
  /// What the rule saw.
  var detail: String
  /// Where it stands among an item's pictures by the rule's own order; nil leaves that to the capture time.
  var order: Int?
  var documentKind: NamedDocument.Kind?
  /// From a manifest.
  var position: Int?
  var isPrimary: Bool?
  var caption: String?
  var recipe: EditRecipe?
  /// Behind all others of its item: the picture of a label that opens a group.
  var goesLast = false
  /// From a manifest: the photo belongs to its items alone.
  var isOnly = false

  init(item: Int, detail: String, order: Int? = nil, documentKind: NamedDocument.Kind? = nil) {
    self.item = item
    self.detail = detail
    self.order = order
    self.documentKind = documentKind
  }
}

/// Everything that the rules may look at, with the indexes that keep the whole near-linear.
struct MatchContext: Sendable {
  let photos: [MatchablePhoto]
  let items: [MatchableItem]
  let manifest: [ManifestEntry]
  let options: MatchOptions
  let itemIndex: ItemIndex
  let photoIndex: PhotoIndex
  /// For each photo, the number of its picture. Equal bytes are one picture however many names they have, and so
  /// are an original and the version of it that a phone edited.
  let pictureOf: [Int]

  /// "A12, A13 and 3 more", by item ids.
  func list(_ items: [Int]) -> String {
    listed(items.count, of: items.prefix(5).map { printable(self.items[$0].itemID) })
  }
}

/// "a, b, c, d, e and 3 more": the first five of a list for people, separated by commas alone.
public func firstFive(_ texts: [String]) -> String {
  texts.prefix(5).joined(separator: ", ") + (texts.count > 5 ? " and \(texts.count - 5) more" : "")
}

/// "a, b and 3 more": at most five names.
///
/// - Parameter first: the first five of them, or all where there are fewer.
func listed(_ count: Int, of first: [String]) -> String {
  if count <= 1 { return first.first ?? "" }
  if count <= 5 { return first.dropLast().joined(separator: ", ") + " and " + first[first.count - 1] }
  return first.prefix(4).joined(separator: ", ") + " and \(count - 4) more"
}
