// verify: compares what the catalog says with what lies in the folder, and changes nothing. Holds the shared lock, so
// that no run writes meanwhile. Hashing the originals is the long part; it can stop at a time and go on later.
public import Files
public import PossessionsCore
import Recording

/// How closely to look.
public enum VerificationDepth: Sendable, Hashable {
  /// Names, sizes, modes, and the catalog's own checks.
  case quick
  /// Also hashes this share of the originals, in percent. Runs with consecutive `turn`s hash different ones, and
  /// 100/percent of them all.
  case sample(percent: Int, turn: Int)
  /// Hashes everything.
  case deep
}

/// In JSON as `quick`, `deep` or `sample PERCENT TURN`.
extension VerificationDepth: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let words = try container.decode(String.self).split(separator: " ").map(String.init)
    switch words.first {
    case "quick" where words.count == 1: self = .quick
    case "deep" where words.count == 1: self = .deep
    case "sample" where words.count == 3:
      guard let percent = Int(words[1]), let turn = Int(words[2]) else { fallthrough }
      self = .sample(percent: percent, turn: turn)
    default:
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no depth of a verification")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .quick: try container.encode("quick")
    case .deep: try container.encode("deep")
    case .sample(let percent, let turn): try container.encode("sample \(percent) \(turn)")
    }
  }
}

/// What `verify` found, and how far it came.
public struct VerificationReport: Sendable, Hashable, Codable {
  public var depth: VerificationDepth
  /// Ordered by path.
  public var damages: [Damage]
  /// Originals compared, and of them hashed; renditions compared.
  public var originals: Int
  public var hashed: Int
  public var hashedBytes: Int64
  public var renditions: Int
  /// False where the time was up before all originals were hashed: go on with the same checkpoint.
  public var isComplete: Bool
  /// The last original hashed, for going on behind it.
  public var lastKey: ImageKey?

  private enum CodingKeys: String, CodingKey {
    case depth, damages, originals, hashed, renditions
    case hashedBytes = "hashed_bytes"
    case isComplete = "complete"
    case lastKey = "last_key"
  }

  /// Whether nothing is wrong: harmless things do not count.
  public var isClean: Bool { damages.allSatisfy(\.isHarmless) }
}

public struct Verification {
  public var depth: VerificationDepth
  /// Seconds after which hashing stops; nil for no limit.
  public var timeLimit: Double?
  /// A file outside the catalog folder that remembers how far hashing came: written every 1,000 originals and every
  /// five minutes, read at the start, emptied at the end.
  public var checkpoint: BytePath?
  /// Called with originals done and the bytes hashed so far.
  public var progress: (Int, Int64) -> Void
  /// Asked between two files: true ends as a time limit does.
  public var shouldStop: () -> Bool

  public init(
    _ depth: VerificationDepth, timeLimit: Double? = nil, checkpoint: BytePath? = nil,
    progress: @escaping (Int, Int64) -> Void = { _, _ in }, shouldStop: @escaping () -> Bool = { false }
  ) {
    self.depth = depth
    self.timeLimit = timeLimit
    self.checkpoint = checkpoint
    self.progress = progress
    self.shouldStop = shouldStop
  }

  /// Looks at a catalog folder.
  ///
  /// - Parameter lock: shared or exclusive, on the same folder.
  /// - Throws: only where the folder cannot be read at all; damage is in the report.
  public func run(_ catalog: CatalogFolder, lock: CatalogLock) throws(Failure) -> VerificationReport {
    defer { withExtendedLifetime(lock) {} }
    var inspection = try Inspection(catalog: catalog, verification: self)
    try inspection.layout()
    try inspection.catalogFile()
    try inspection.originals()
    try inspection.renditions()
    try inspection.exports()
    inspection.report.damages.sort { ($0.path, $0.kind.rawValue) < ($1.path, $1.kind.rawValue) }
    return inspection.report
  }
}
