public import PossessionsCore

/// What `golden check` found out about one case.
public struct CheckedCase: Sendable {
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// The same pixels.
    case identical
    /// Other pixels, all within limits.
    case within
    /// A limit does not hold.
    case changed
    /// Another size, or other channels.
    case resized
    /// Nothing was approved for this case yet.
    case missing
    /// The input or the recipe is not the one that was approved.
    case stale
    /// A picture that no case has.
    case orphaned
    /// A metric could not be computed.
    case unmeasurable
    /// The case, its golden or its input cannot be read, or the golden does not match its own digest.
    case damaged

    /// What it means for the exit code; nil where all is well.
    public var kind: Failure.Kind? {
      switch self {
      case .identical, .within: nil
      case .changed, .resized, .missing, .stale, .orphaned: .gate
      case .unmeasurable: .damage
      case .damaged: .badData
      }
    }
  }

  /// The case's name; an orphan's path.
  public var name: String
  public var status: Status
  public var stage: GoldenCase.Stage
  /// One sentence; empty where all is well.
  public var message: String
  /// What to do; empty where all is well.
  public var remedy: String
  /// What the change looks like, where that could be told: `looks moved 1 px left`.
  public var hint: String?
  public var metrics: DifferenceMetrics?
  public var verdicts: [Tolerance.Verdict]
  public var recipe: String
  public var inputDigest: SHA256Digest?
  public var recipeDigest: SHA256Digest?
  public var expected: Shape?
  public var actual: Shape?
  /// The golden came from another environment: what differs.
  public var environment: String?
  /// Files of the run folder, relative to it, by role: `expected`, `actual`, `diff`, `panel`.
  public var pictures: [String: BytePath]

  public struct Shape: Sendable, Hashable {
    /// Pixels.
    public var width: Int
    public var height: Int
    public var bands: Int
    public var pixelDigest: SHA256Digest

    public init(width: Int, height: Int, bands: Int, pixelDigest: SHA256Digest) {
      self.width = width
      self.height = height
      self.bands = bands
      self.pixelDigest = pixelDigest
    }

    public var description: String {
      let channels =
        [1: "gray", 2: "gray and alpha", 3: "RGB", 4: "RGB and alpha"][bands] ?? "\(bands) bands"
      return "\(width)x\(height) \(channels)"
    }
  }

  init(
    name: String, status: Status, stage: GoldenCase.Stage = .edit, message: String = "", remedy: String = ""
  ) {
    self.name = name
    self.status = status
    self.stage = stage
    self.message = message
    self.remedy = remedy
    verdicts = []
    recipe = ""
    pictures = [:]
  }

  public var passes: Bool { status.kind == nil }
}

/// What a whole run of `golden check` found out.
public struct GoldenReport: Sendable {
  /// Failures first, each group by name.
  public var cases: [CheckedCase]
  /// Only some cases were selected.
  public var isFiltered: Bool
  /// Vector code was left on.
  public var isAsProduction: Bool
  /// A changed environment fails.
  public var requiresLock: Bool
  public var producer: Producer
  /// UTC, RFC 3339.
  public var finishedAt: String

  /// Cases by status; every status has a count.
  public var counts: [(status: CheckedCase.Status, count: Int)] {
    CheckedCase.Status.allCases.map { status in (status, cases.count { $0.status == status }) }
  }

  /// Cases whose golden came from another environment.
  public var environmentChanges: Int { cases.count { $0.environment != nil } }

  /// Nil where all is well; else the most severe.
  public var kind: Failure.Kind? {
    let kinds = Set(cases.compactMap(\.status.kind))
    if kinds.contains(.badData) { return .badData }
    if kinds.contains(.damage) { return .damage }
    if kinds.contains(.gate) || requiresLock && environmentChanges > 0 { return .gate }
    return nil
  }

  public var exitCode: Int32 { kind?.rawValue ?? 0 }
}
