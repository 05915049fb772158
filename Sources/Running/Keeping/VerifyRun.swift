import Files
package import PossessionsCore
import Recording
package import Safekeeping

/// What `verify` is asked to do.
package struct VerifyRequest {
  /// How closely: `--quick`, `--sample P`, `--deep`.
  package enum Depth: Sendable, Hashable {
    case quick
    case sample(percent: Int)
    case deep
  }
  package var catalog: BytePath
  package var depth: Depth
  /// Seconds; nil for no limit.
  package var timeLimit: Double?
  package var checkpoint: BytePath?
  /// Seconds to wait for a run to end.
  package var lockTimeout: Double

  package init(
    catalog: BytePath, depth: Depth, timeLimit: Double? = nil, checkpoint: BytePath? = nil,
    lockTimeout: Double = 0
  ) {
    self.catalog = catalog
    self.depth = depth
    self.timeLimit = timeLimit
    self.checkpoint = checkpoint
    self.lockTimeout = lockTimeout
  }
}

/// Compares what a catalog says with what lies in its folder; changes nothing.
package func runVerify(
  _ request: VerifyRequest, _ environment: RunEnvironment
) throws(Failure) -> VerificationReport {
  let folder = try CatalogFolder.open(request.catalog, for: .reading, allowsUnsafe: true)
  let lock = try folder.lock(.shared, timeout: request.lockTimeout)
  let depth: VerificationDepth =
    switch request.depth {
    case .quick: .quick
    case .deep: .deep
    // Consecutive days look at different originals, and at all of them in turn.
    case .sample(let percent): .sample(percent: percent, turn: today(environment))
    }
  let verification = Verification(
    depth, timeLimit: request.timeLimit, checkpoint: request.checkpoint,
    progress: { done, _ in environment.observe(.stepProgress(step: "verify", done: done, total: 0)) },
    shouldStop: { StopSignals.isStopRequested })
  return try verification.run(folder, lock: lock)
}

/// Days since 1970-01-01.
func today(_ environment: RunEnvironment) -> Int {
  guard let date = PartialDate(iso: environment.now().prefix(10)), let day = dayNumber(date) else {
    preconditionFailure("the clock gives RFC 3339")
  }
  return day
}
