/// The lines between a run and its workers: one JSON object a line, the same over a pipe and in files.
///
/// A worker turns each job line into exactly one result line with the job's `id`. Lines are a format:
/// fields are added, never renamed; readers skip what they do not know.

/// Work for one picture.
public enum Job: Sendable, Hashable {
  case takeIn(TakeInJob)
  case look(LookJob)
  case render(RenderJob)
  case preview(PreviewJob)

  public var id: Int {
    switch self {
    case .takeIn(let job): job.id
    case .look(let job): job.id
    case .render(let job): job.id
    case .preview(let job): job.id
    }
  }
}

/// Copy one file into the store under its key, and read its facts.
public struct TakeInJob: Sendable, Hashable, Codable {
  public var id: Int
  /// The photo folder, absolute.
  public var root: BytePath
  /// The file, relative to `root`, without `..`.
  public var path: BytePath
  /// The catalog folder, absolute.
  public var catalog: BytePath
  /// The run's id: names the folder under `staging`.
  public var run: String
  /// False: hash and read facts, store nothing (`plan`).
  public var store: Bool
  /// Do not parse metadata: a second try after a worker died of this file.
  public var careful: Bool

  public init(
    id: Int, root: BytePath, path: BytePath, catalog: BytePath, run: String, store: Bool,
    careful: Bool = false
  ) {
    self.id = id
    self.root = root
    self.path = path
    self.catalog = catalog
    self.run = run
    self.store = store
    self.careful = careful
  }
}

/// Look at one picture's pixels before it is decided where it belongs. All originals are safe by then.
public struct LookJob: Sendable, Hashable, Codable {
  public var id: Int
  /// Absolute: the original in the store; for a plan the photo itself.
  public var file: BytePath
  public var mediaType: MediaType
  /// Look for QR codes and barcodes.
  public var readsCodes: Bool
  /// Make the perceptual hash.
  public var hashes: Bool
  /// More pixels than this are refused before decoding.
  public var pixelLimit: Int

  public init(
    id: Int, file: BytePath, mediaType: MediaType, readsCodes: Bool, hashes: Bool, pixelLimit: Int
  ) {
    self.id = id
    self.file = file
    self.mediaType = mediaType
    self.readsCodes = readsCodes
    self.hashes = hashes
    self.pixelLimit = pixelLimit
  }
}

/// Make renditions of one stored picture: one decode, all of them.
public struct RenderJob: Sendable, Hashable, Codable {
  public var id: Int
  public var catalog: BytePath
  public var run: String
  public var key: ImageKey
  /// Relative to the catalog folder.
  public var original: BytePath
  public var mediaType: MediaType
  /// The canonical JSON of the recipe, where there is one.
  public var recipe: String?
  /// What to make, each with its place relative to the catalog folder.
  public var outputs: [Output]
  /// More pixels than this are refused before decoding.
  public var pixelLimit: Int

  public struct Output: Sendable, Hashable, Codable {
    public var definition: RenditionDefinition
    public var path: BytePath

    public init(definition: RenditionDefinition, path: BytePath) {
      self.definition = definition
      self.path = path
    }
  }

  public init(
    id: Int, catalog: BytePath, run: String, key: ImageKey, original: BytePath, mediaType: MediaType,
    recipe: String? = nil, outputs: [Output], pixelLimit: Int
  ) {
    self.id = id
    self.catalog = catalog
    self.run = run
    self.key = key
    self.original = original
    self.mediaType = mediaType
    self.recipe = recipe
    self.outputs = outputs
    self.pixelLimit = pixelLimit
  }
}

/// Show one photo small, from whatever is quickest; nothing is stored.
public struct PreviewJob: Sendable, Hashable, Codable {
  public var id: Int
  /// Absolute.
  public var path: BytePath
  public var mediaType: MediaType
  public var definition: RenditionDefinition
  /// More pixels than this are refused before decoding.
  public var pixelLimit: Int

  public init(
    id: Int, path: BytePath, mediaType: MediaType, definition: RenditionDefinition, pixelLimit: Int
  ) {
    self.id = id
    self.path = path
    self.mediaType = mediaType
    self.definition = definition
    self.pixelLimit = pixelLimit
  }
}

/// What became of a job.
public enum JobResult: Sendable, Hashable {
  case stored(StoredResult)
  case looked(LookedResult)
  case rendered(RenderedResult)
  case previewed(PreviewedResult)
  case failed(FailedResult)

  public var id: Int {
    switch self {
    case .stored(let result): result.id
    case .looked(let result): result.id
    case .rendered(let result): result.id
    case .previewed(let result): result.id
    case .failed(let result): result.id
    }
  }
}

/// The answer to a `take-in`: the original is durable under its final name before this line is written.
public struct StoredResult: Sendable, Hashable, Codable {
  public enum Outcome: String, Sendable, Codable {
    /// Published by this job.
    case stored
    /// The store had these bytes already.
    case present
    /// Read for a plan; nothing stored.
    case examined
    /// Not taken in, as `finding` says: empty, unreadable, unstable.
    case refused
    /// No picture and no document, as `finding` says.
    case ignored
  }
  public var id: Int
  public var outcome: Outcome
  public var stamp: FileStamp?
  public var sha256: SHA256Digest?
  public var key: ImageKey?
  public var byteSize: Int64?
  /// The original, relative to the catalog folder.
  public var original: BytePath?
  public var facts: PhotoFacts?
  public var findings: [Finding]

  public init(id: Int, outcome: Outcome, findings: [Finding] = []) {
    self.id = id
    self.outcome = outcome
    self.findings = findings
  }
}

/// The answer to a `look`. A picture that cannot be decoded has no codes and no hash.
public struct LookedResult: Sendable, Hashable, Codable {
  public var id: Int
  /// Texts of the codes seen, each once, in order; nil where they were not asked for.
  public var codes: [String]?
  /// As in `RenderedResult`.
  public var perceptualHash: String?

  public init(id: Int, codes: [String]? = nil, perceptualHash: String? = nil) {
    self.id = id
    self.codes = codes
    self.perceptualHash = perceptualHash
  }
}

/// The answer to a `render`: every file named is durable under its final name.
public struct RenderedResult: Sendable, Hashable, Codable {
  public var id: Int
  public var key: ImageKey
  public var state: PictureState
  /// The upright original's size in px, where it could be decoded.
  public var width: Int?
  public var height: Int?
  /// 16 hexadecimal digits, and the version of the way it is made: `1:0f0f…`.
  public var perceptualHash: String?
  public var renditions: [Rendered]
  public var findings: [Finding]

  public struct Rendered: Sendable, Hashable, Codable {
    public var name: String
    /// The definition's signature at the time.
    public var signature: String
    public var path: BytePath
    public var width: Int
    public var height: Int
    public var byteSize: Int64
    public var sha256: SHA256Digest

    public init(
      name: String, signature: String, path: BytePath, width: Int, height: Int, byteSize: Int64,
      sha256: SHA256Digest
    ) {
      self.name = name
      self.signature = signature
      self.path = path
      self.width = width
      self.height = height
      self.byteSize = byteSize
      self.sha256 = sha256
    }
  }

  public init(
    id: Int, key: ImageKey, state: PictureState, width: Int? = nil, height: Int? = nil,
    perceptualHash: String? = nil, renditions: [Rendered] = [], findings: [Finding] = []
  ) {
    self.id = id
    self.key = key
    self.state = state
    self.width = width
    self.height = height
    self.perceptualHash = perceptualHash
    self.renditions = renditions
    self.findings = findings
  }
}

/// The answer to a `preview`.
public struct PreviewedResult: Sendable, Hashable, Codable {
  public var id: Int
  /// A whole file in base64; nil where nothing can be shown.
  public var image: String?

  public init(id: Int, image: String?) {
    self.id = id
    self.image = image
  }
}

/// The store itself failed (a full disk, a failed fsync): the run ends, nothing is retried.
public struct FailedResult: Sendable, Hashable, Codable {
  public var id: Int
  public var exitCode: Int32
  public var subject: String
  public var message: String
  public var remedy: String

  public init(id: Int, failure: Failure) {
    self.id = id
    exitCode = failure.kind.rawValue
    subject = failure.subject
    message = failure.message
    remedy = failure.remedy
  }
}

extension Job: Codable {
  private enum CodingKeys: String, CodingKey { case job }
  private enum Kind: String, Codable {
    case takeIn = "take-in"
    case look, render, preview
  }

  public init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .job)
    switch kind {
    case .takeIn: self = .takeIn(try TakeInJob(from: decoder))
    case .look: self = .look(try LookJob(from: decoder))
    case .render: self = .render(try RenderJob(from: decoder))
    case .preview: self = .preview(try PreviewJob(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .takeIn(let job):
      try container.encode(Kind.takeIn, forKey: .job)
      try job.encode(to: encoder)
    case .look(let job):
      try container.encode(Kind.look, forKey: .job)
      try job.encode(to: encoder)
    case .render(let job):
      try container.encode(Kind.render, forKey: .job)
      try job.encode(to: encoder)
    case .preview(let job):
      try container.encode(Kind.preview, forKey: .job)
      try job.encode(to: encoder)
    }
  }
}

extension JobResult: Codable {
  private enum CodingKeys: String, CodingKey { case result }
  private enum Kind: String, Codable { case stored, looked, rendered, previewed, failed }

  public init(from decoder: any Decoder) throws {
    let kind = try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .result)
    switch kind {
    case .stored: self = .stored(try StoredResult(from: decoder))
    case .looked: self = .looked(try LookedResult(from: decoder))
    case .rendered: self = .rendered(try RenderedResult(from: decoder))
    case .previewed: self = .previewed(try PreviewedResult(from: decoder))
    case .failed: self = .failed(try FailedResult(from: decoder))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .stored(let result):
      try container.encode(Kind.stored, forKey: .result)
      try result.encode(to: encoder)
    case .looked(let result):
      try container.encode(Kind.looked, forKey: .result)
      try result.encode(to: encoder)
    case .rendered(let result):
      try container.encode(Kind.rendered, forKey: .result)
      try result.encode(to: encoder)
    case .previewed(let result):
      try container.encode(Kind.previewed, forKey: .result)
      try result.encode(to: encoder)
    case .failed(let result):
      try container.encode(Kind.failed, forKey: .result)
      try result.encode(to: encoder)
    }
  }
}
