/// What the catalog holds, as values: the recorder writes these and readers get them, each one row of a table.
/// Times are UTC, RFC 3339, as text (`2026-03-15T02:00:00Z`).

/// A picture or document in the store: a row of table `image`.
public struct PictureRecord: Hashable, Sendable, Codable {
  public var key: ImageKey
  public var sha256: SHA256Digest
  public var byteSize: Int64
  /// With the media type, the size as shown upright, the capture time and the rest.
  @Shared public var facts: PhotoFacts
  /// The first name it came under.
  public var originalName: BytePath
  /// Relative to the catalog folder.
  public var original: BytePath
  public var state: PictureState
  /// See `RenderedResult.perceptualHash`.
  public var perceptualHash: String?
  /// A phone's own edited version of this picture, which is the one shown.
  public var editedKey: ImageKey?
  public var importedAt: String
  public var importedByRun: String

  public init(
    key: ImageKey, sha256: SHA256Digest, byteSize: Int64, facts: PhotoFacts, originalName: BytePath,
    original: BytePath, state: PictureState = .unrendered, perceptualHash: String? = nil,
    editedKey: ImageKey? = nil, importedAt: String, importedByRun: String
  ) {
    self.key = key
    self.sha256 = sha256
    self.byteSize = byteSize
    _facts = Shared(wrappedValue: facts)
    self.originalName = originalName
    self.original = original
    self.state = state
    self.perceptualHash = perceptualHash
    self.editedKey = editedKey
    self.importedAt = importedAt
    self.importedByRun = importedByRun
  }
}

/// A file that was seen in a source folder: a row of table `source_file`.
public struct SourceFileRecord: Hashable, Sendable {
  /// The photo folder as an absolute path, and the file relative to it.
  public var root: BytePath
  public var path: BytePath
  public var stamp: FileStamp
  /// Nil for a file that is not in the store (refused or ignored), so that it is not read again in vain.
  public var key: ImageKey?
  /// Findings about the file that stand as long as it does not change.
  public var findings: [Finding]

  public init(
    root: BytePath, path: BytePath, stamp: FileStamp, key: ImageKey?, findings: [Finding] = []
  ) {
    self.root = root
    self.path = path
    self.stamp = stamp
    self.key = key
    self.findings = findings
  }
}

/// That a picture belongs to a possession: a row of table `attachment`. Superseded rows stay.
public struct AttachmentRecord: Hashable, Sendable, Codable {
  public var itemID: String
  public var key: ImageKey
  /// From 1, within the possession.
  public var position: Int
  public var isPrimary: Bool
  public var caption: String?
  public var matchedBy: String
  public var matchedDetail: String
  /// Canonical JSON of the recipe; nil where there is none.
  public var recipe: String?
  /// SHA-256 of `recipe`, 64 hexadecimal digits.
  public var recipeDigest: String?
  /// The run that took it away; nil while it holds.
  public var supersededByRun: String?

  public init(
    itemID: String, key: ImageKey, position: Int, isPrimary: Bool, caption: String? = nil,
    matchedBy: String, matchedDetail: String, recipe: String? = nil, recipeDigest: String? = nil,
    supersededByRun: String? = nil
  ) {
    self.itemID = itemID
    self.key = key
    self.position = position
    self.isPrimary = isPrimary
    self.caption = caption
    self.matchedBy = matchedBy
    self.matchedDetail = matchedDetail
    self.recipe = recipe
    self.recipeDigest = recipeDigest
    self.supersededByRun = supersededByRun
  }
}

/// A receipt, manual or appraisal of a possession: a row of table `document`. Its file is an original.
public struct DocumentRecord: Hashable, Sendable, Codable {
  public var itemID: String
  public var key: ImageKey
  public var kind: NamedDocument.Kind
  public var originalName: BytePath
  public var mediaType: MediaType
  public var supersededByRun: String?

  public init(
    itemID: String, key: ImageKey, kind: NamedDocument.Kind, originalName: BytePath, mediaType: MediaType,
    supersededByRun: String? = nil
  ) {
    self.itemID = itemID
    self.key = key
    self.kind = kind
    self.originalName = originalName
    self.mediaType = mediaType
    self.supersededByRun = supersededByRun
  }
}

/// A file in `renditions/`: a row of table `rendition`.
public struct RenditionRecord: Hashable, Sendable, Codable {
  public var key: ImageKey
  /// Empty where there is no recipe.
  public var recipeDigest: String
  public var name: String
  /// `RenditionDefinition.signature` when it was made.
  public var signature: String
  /// Pixels.
  public var width: Int
  public var height: Int
  /// Relative to the catalog folder.
  public var path: BytePath
  public var byteSize: Int64
  public var sha256: SHA256Digest

  public init(
    key: ImageKey, recipeDigest: String, name: String, signature: String, width: Int, height: Int,
    path: BytePath, byteSize: Int64, sha256: SHA256Digest
  ) {
    self.key = key
    self.recipeDigest = recipeDigest
    self.name = name
    self.signature = signature
    self.width = width
    self.height = height
    self.path = path
    self.byteSize = byteSize
    self.sha256 = sha256
  }
}

/// One writing command: a row of table `run`, or, of a quiet run, its log alone.
public struct RunRecord: Hashable, Sendable, Codable {
  public enum Status: String, Sendable, Codable {
    case running, finished, failed
    /// Stopped at a picture boundary by a signal.
    case stopped
    /// Found unfinished by the next run: killed, or the power failed.
    case interrupted
  }
  /// `20260315T020000Z-1f3a`: sorts by time.
  public var id: String
  public var command: String
  public var startedAt: String
  public var finishedAt: String?
  public var status: Status
  public var exitCode: Int?
  /// Counts by name: `files.stored`, `rows.created`, `renditions.made`, …
  public var counts: [String: Int]
  /// Of the program and its libraries, by name.
  public var versions: [String: String]
  /// What the run's inputs were; an equal digest over an unchanged catalog means nothing to do.
  public var inputsDigest: String?
  /// The catalog's digest when the run ended, 64 hexadecimal digits.
  public var catalogDigest: String?
  /// Of a quiet run, which found nothing to do and has no row: the run whose outcome and findings were its own as well.
  public var repeats: String?

  public init(
    id: String, command: String, startedAt: String, finishedAt: String? = nil, status: Status = .running,
    exitCode: Int? = nil, counts: [String: Int] = [:], versions: [String: String] = [:],
    inputsDigest: String? = nil, catalogDigest: String? = nil, repeats: String? = nil
  ) {
    self.id = id
    self.command = command
    self.startedAt = startedAt
    self.finishedAt = finishedAt
    self.status = status
    self.exitCode = exitCode
    self.counts = counts
    self.versions = versions
    self.inputsDigest = inputsDigest
    self.catalogDigest = catalogDigest
    self.repeats = repeats
  }
}

/// One field of one possession that changed: a row of table `change`. Text as a person reads it.
public struct ChangeRecord: Hashable, Sendable, Codable {
  public var runID: String
  public var itemID: String
  public var field: String
  public var old: String?
  public var new: String?

  public init(runID: String, itemID: String, field: String, old: String?, new: String?) {
    self.runID = runID
    self.itemID = itemID
    self.field = field
    self.old = old
    self.new = new
  }
}

/// The catalog at one committed moment: what documents are made from, and nothing else is.
public struct CatalogContents: Sendable {
  /// SHA-256 over the canonical dump, run ids and times dropped.
  public var digest: SHA256Digest
  /// Ordered by item id, bytewise.
  public var possessions: [Possession]
  /// Holding ones only, ordered by item id, then position.
  public var attachments: [AttachmentRecord]
  public var documents: [DocumentRecord]
  public var pictures: [ImageKey: PictureRecord]
  public var renditions: [RenditionRecord]
  /// Findings of the last finished run.
  public var findings: [Finding]
  public var lastRun: RunRecord?

  public init(
    digest: SHA256Digest, possessions: [Possession] = [], attachments: [AttachmentRecord] = [],
    documents: [DocumentRecord] = [], pictures: [ImageKey: PictureRecord] = [:],
    renditions: [RenditionRecord] = [], findings: [Finding] = [], lastRun: RunRecord? = nil
  ) {
    self.digest = digest
    self.possessions = possessions
    self.attachments = attachments
    self.documents = documents
    self.pictures = pictures
    self.renditions = renditions
    self.findings = findings
    self.lastRun = lastRun
  }
}
