/// A photo that is to find its possession: what the matchers may look at.
public struct MatchablePhoto: Hashable, Sendable {
  /// As given with `--photos`.
  public var root: BytePath
  /// Relative to `root`.
  public var path: BytePath
  public var key: ImageKey
  @Shared public var facts: PhotoFacts
  /// Taken in by an earlier run and not among the files of this one. Such a photo can be found by every rule;
  /// it takes no part in `--replace`.
  public var isRemembered: Bool

  public init(
    root: BytePath, path: BytePath, key: ImageKey, facts: PhotoFacts, isRemembered: Bool = false
  ) {
    self.root = root
    self.path = path
    self.key = key
    _facts = Shared(wrappedValue: facts)
    self.isRemembered = isRemembered
  }

  /// A file of a picture whose facts are known; they are shared.
  public init(_ picture: PictureRecord, root: BytePath, path: BytePath, isRemembered: Bool = false) {
    self.root = root
    self.path = path
    key = picture.key
    _facts = picture.$facts
    self.isRemembered = isRemembered
  }
}

/// A possession that photos may belong to: from the items table or already in the catalog.
public struct MatchableItem: Hashable, Sendable {
  public var itemID: String
  public var name: String?
  public var serialNumber: String?
  public var assetTag: String?
  public var room: String?
  /// Names in the row's photo columns, as typed.
  public var photos: [String]
  public var documents: [NamedDocument]
  public var imageKey: String?
  /// The recipe of the primary photo.
  public var recipe: EditRecipe?
  /// Where the row stands; nil for an item that only the catalog knows.
  public var place: Finding.Place?

  public init(
    itemID: String, name: String? = nil, serialNumber: String? = nil, assetTag: String? = nil,
    room: String? = nil, photos: [String] = [], documents: [NamedDocument] = [], imageKey: String? = nil,
    recipe: EditRecipe? = nil, place: Finding.Place? = nil
  ) {
    self.itemID = itemID
    self.name = name
    self.serialNumber = serialNumber
    self.assetTag = assetTag
    self.room = room
    self.photos = photos
    self.documents = documents
    self.imageKey = imageKey
    self.recipe = recipe
    self.place = place
  }
}

extension MatchableItem {
  /// A possession as the catalog has it.
  public init(_ possession: Possession) {
    self.init(
      itemID: possession.itemID, name: possession.text(.name), serialNumber: possession.text(.serialNumber),
      assetTag: possession.text(.assetTag), room: possession.text(.room))
  }
}

/// A row of a manifest or an edits table: what to do with one photo.
public struct ManifestEntry: Hashable, Sendable {
  /// As typed.
  public var photo: String
  /// Nil in an edits table that names only the photo; `-` says that the photo belongs to no possession.
  public var itemID: String?
  public var position: Int?
  public var isPrimary: Bool?
  public var recipe: EditRecipe?
  public var caption: String?
  /// The photo belongs to the items of the manifest alone, whatever the other rules say.
  public var isOnly: Bool
  public var place: Finding.Place

  public init(
    photo: String, itemID: String?, position: Int? = nil, isPrimary: Bool? = nil,
    recipe: EditRecipe? = nil, caption: String? = nil, isOnly: Bool = false, place: Finding.Place
  ) {
    self.photo = photo
    self.itemID = itemID
    self.position = position
    self.isPrimary = isPrimary
    self.recipe = recipe
    self.caption = caption
    self.isOnly = isOnly
    self.place = place
  }
}

/// That one photo belongs to one possession, and why.
public struct PhotoMatch: Hashable, Sendable, Codable {
  public var itemID: String
  public var key: ImageKey
  /// The stable name of the rule that won: `attach`, `photos-column`, `manifest`, `folder`, `file-name`, `caption`,
  /// `code`, `label-leader`.
  public var matchedBy: String
  /// What exactly it saw: the cell, the folder, the token.
  public var detail: String
  public var position: Int
  public var isPrimary: Bool
  public var caption: String?
  public var recipe: EditRecipe?
  /// Set where the photo goes in as a document and not as a picture.
  public var documentKind: NamedDocument.Kind?

  public init(
    itemID: String, key: ImageKey, matchedBy: String, detail: String, position: Int = 0,
    isPrimary: Bool = false, caption: String? = nil, recipe: EditRecipe? = nil,
    documentKind: NamedDocument.Kind? = nil
  ) {
    self.itemID = itemID
    self.key = key
    self.matchedBy = matchedBy
    self.detail = detail
    self.position = position
    self.isPrimary = isPrimary
    self.caption = caption
    self.recipe = recipe
    self.documentKind = documentKind
  }
}

/// What became of one photo in the matching.
public struct PhotoDecision: Hashable, Sendable {
  public enum Verdict: Hashable, Sendable {
    /// By the first rule that had an answer.
    case matched
    /// The rule that spoke first named several possessions, and none is guessed.
    case ambiguous(rule: String, itemIDs: [String])
    case unmatched
    /// A manifest says that it belongs to no possession.
    case leftOut
  }
  /// Index into the photos given.
  public var photo: Int
  public var verdict: Verdict

  public init(photo: Int, verdict: Verdict) {
    self.photo = photo
    self.verdict = verdict
  }
}

/// What a person asked for one match, before it is set beside what the catalog has.
public struct Placement: Hashable, Sendable {
  /// From a manifest; nil where the order decides.
  public var position: Int?
  /// From a manifest.
  public var isPrimary: Bool?
  /// From a manifest; the match's own recipe may be the item's, which goes with whatever is primary.
  public var recipe: EditRecipe?
  /// Named by a photos or documents cell of the items table, or given as a document by `attach`.
  public var isNamed: Bool
  /// Every file of the picture was taken in by an earlier run.
  public var isRemembered: Bool
  /// The picture's first file, for a document's name.
  public var path: BytePath
  public var mediaType: MediaType

  public init(
    position: Int? = nil, isPrimary: Bool? = nil, recipe: EditRecipe? = nil, isNamed: Bool = false,
    isRemembered: Bool = false, path: BytePath, mediaType: MediaType
  ) {
    self.position = position
    self.isPrimary = isPrimary
    self.recipe = recipe
    self.isNamed = isNamed
    self.isRemembered = isRemembered
    self.path = path
    self.mediaType = mediaType
  }
}

/// An edit of a manifest or an edits table, its photo found.
public struct FoundEdit: Hashable, Sendable {
  public var key: ImageKey
  /// Nil: wherever the picture is attached.
  public var itemID: String?
  public var recipe: EditRecipe
  public var place: Finding.Place

  public init(key: ImageKey, itemID: String?, recipe: EditRecipe, place: Finding.Place) {
    self.key = key
    self.itemID = itemID
    self.recipe = recipe
    self.place = place
  }
}

/// How to match.
public struct MatchOptions: Sendable {
  /// `--leader`: a picture of a label opens a group of the shots after it.
  public var readsLeaders: Bool
  /// The longest pause between two shots of one group, in seconds.
  public var leaderPause: Int
  /// A photo folder's absolute path, by the folder as given, so that absolute paths in cells can be told.
  public var absoluteRoots: [BytePath: BytePath]
  /// Pictures and documents that a possession holds already, so that none of them is told as unmatched.
  public var attachedKeys: Set<ImageKey>
  /// `attach --item`: what a person gave to one item; nil where the other rules are asked.
  public var attachment: HandAttachment?
  /// Also give `MatchResult.cells`.
  public var givesCells: Bool

  public init(
    readsLeaders: Bool = false, leaderPause: Int = 1800, absoluteRoots: [BytePath: BytePath] = [:],
    attachedKeys: Set<ImageKey> = [], attachment: HandAttachment? = nil, givesCells: Bool = false
  ) {
    self.readsLeaders = readsLeaders
    self.leaderPause = leaderPause
    self.absoluteRoots = absoluteRoots
    self.attachedKeys = attachedKeys
    self.attachment = attachment
    self.givesCells = givesCells
  }
}

/// Everything that the matching decided.
public struct MatchResult: Sendable {
  /// One for each photo given, in their order.
  public var decisions: [PhotoDecision]
  /// Ordered by item, then position.
  public var matches: [PhotoMatch]
  /// What was asked for each match, in the same order.
  public var placements: [Placement]
  /// Edits of the manifest and the edits tables, in the tables' order.
  public var edits: [FoundEdit]
  /// Phone edits and RAW with JPEG: the original's key, and the key of the picture that is shown for it.
  public var phoneEdits: [ImageKey: ImageKey]
  public var findings: [Finding]
  /// Pictures whose items a manifest settles: they belong to no other.
  public var settled: Set<ImageKey> = []
  /// What a manifest's photo cell must say so that this very picture is meant; only where it was asked for.
  public var cells: [ImageKey: String] = [:]

  public init(
    decisions: [PhotoDecision] = [], matches: [PhotoMatch] = [], placements: [Placement] = [],
    edits: [FoundEdit] = [], phoneEdits: [ImageKey: ImageKey] = [:], findings: [Finding] = []
  ) {
    self.decisions = decisions
    self.matches = matches
    self.placements = placements
    self.edits = edits
    self.phoneEdits = phoneEdits
    self.findings = findings
  }
}
