import Files
public import PossessionsCore

/// Deletes what no case needs any more: goldens without a case, inputs that no case reads.
public struct GoldenPrune: Sendable {
  public var goldens: BytePath
  /// A finished run whose orphans alone are meant; nil for what the folder shows now.
  public var run: BytePath?
  /// False only tells.
  public var deletes: Bool

  public init(goldens: BytePath, run: BytePath? = nil, deletes: Bool) {
    self.goldens = goldens
    self.run = run
    self.deletes = deletes
  }

  /// - Returns: the files, relative to the goldens folder.
  /// - Throws: `usage` where the run was filtered, `badData` where a case cannot be read: what it needs is unknown.
  public func prune() throws(Failure) -> [BytePath] {
    let folder = try GoldenFolder(goldens)
    if let damaged = folder.damaged.first { throw damaged.failure }
    var orphans = folder.orphans
    if let run {
      let results = try RunResults(run)
      guard !results.isFiltered else {
        throw Failure(
          .usage, subject: run.description,
          message: "this run looked at some cases only and cannot tell what is left over",
          remedy: "run golden check without --case")
      }
      let known = Set(results.orphans)
      orphans = orphans.filter { known.contains($0.description) }
    }
    if deletes {
      for path in orphans { try removeFile(goldens.appending(path)) }
    }
    return orphans
  }
}
