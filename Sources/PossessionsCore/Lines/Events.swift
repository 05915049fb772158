/// What a run tells while it goes: one JSON object a line on `--events`. Observers know nothing of how it is done.
public enum Event: Sendable, Hashable {
  case runStarted(run: String, command: String)
  /// A step of the way through begins: `take-in`, `match`, `record`, `render`, `report`.
  case stepStarted(step: String, total: Int)
  /// A file is in the store: the same facts as the row has.
  case picked(Picked)
  case rendered(RenderedResult)
  case attached(AttachmentDecision)
  case finding(Finding)
  case stepProgress(step: String, done: Int, total: Int)
  case reportWritten(path: BytePath, format: String)
  case runFinished(run: String, exitCode: Int32)

  /// The answer of the "picker": what was taken, from where, under which key.
  public struct Picked: Sendable, Hashable, Codable {
    /// The path as given: the photo folder and the file in it. The reference URL of the app.
    public var source: BytePath
    public var key: ImageKey
    public var sha256: SHA256Digest
    public var byteSize: Int64
    public var mediaType: MediaType
    /// The original in the store, relative to the catalog folder. The media URL of the app.
    public var original: BytePath
    /// Bytes that the store had already.
    public var isDuplicate: Bool
    public var facts: PhotoFacts?

    public init(
      source: BytePath, key: ImageKey, sha256: SHA256Digest, byteSize: Int64, mediaType: MediaType,
      original: BytePath, isDuplicate: Bool, facts: PhotoFacts?
    ) {
      self.source = source
      self.key = key
      self.sha256 = sha256
      self.byteSize = byteSize
      self.mediaType = mediaType
      self.original = original
      self.isDuplicate = isDuplicate
      self.facts = facts
    }
  }
}

extension Event: Encodable {
  private enum CodingKeys: String, CodingKey {
    case event, run, command, step, total, done, finding, picked, rendered, attached, path, format
    case exitCode = "exit"
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .runStarted(let run, let command):
      try container.encode("run-started", forKey: .event)
      try container.encode(run, forKey: .run)
      try container.encode(command, forKey: .command)
    case .stepStarted(let step, let total):
      try container.encode("step-started", forKey: .event)
      try container.encode(step, forKey: .step)
      try container.encode(total, forKey: .total)
    case .picked(let picked):
      try container.encode("picked", forKey: .event)
      try container.encode(picked, forKey: .picked)
    case .rendered(let result):
      try container.encode("rendered", forKey: .event)
      try container.encode(result, forKey: .rendered)
    case .attached(let decision):
      try container.encode("attached", forKey: .event)
      try container.encode(decision, forKey: .attached)
    case .finding(let finding):
      try container.encode("finding", forKey: .event)
      try container.encode(finding, forKey: .finding)
    case .stepProgress(let step, let done, let total):
      try container.encode("progress", forKey: .event)
      try container.encode(step, forKey: .step)
      try container.encode(done, forKey: .done)
      try container.encode(total, forKey: .total)
    case .reportWritten(let path, let format):
      try container.encode("report-written", forKey: .event)
      try container.encode(path, forKey: .path)
      try container.encode(format, forKey: .format)
    case .runFinished(let run, let exitCode):
      try container.encode("run-finished", forKey: .event)
      try container.encode(run, forKey: .run)
      try container.encode(exitCode, forKey: .exitCode)
    }
  }
}
