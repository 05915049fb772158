// Which originals a verification hashes, how long, and where it stopped.
import Files
import PossessionsCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

struct HashingPlan {
  /// What a checkpoint file holds.
  private struct Checkpoint: Codable {
    var catalog: BytePath
    var depth: VerificationDepth
    var lastKey: ImageKey
    var hashed: Int
    var hashedBytes: Int64
    var corrupt: [Damage]
  }

  private let verification: Verification
  private let catalog: BytePath
  private let started = monotonicSeconds()
  private var lastSaved: (time: Double, hashed: Int)
  private var isStopped = false
  /// The key behind which hashing goes on.
  let resumeAfter: ImageKey?
  /// What was found up to there.
  let earlier: [Damage]
  let done: (hashed: Int, bytes: Int64)

  init(_ verification: Verification, catalog: BytePath) throws(Failure) {
    self.verification = verification
    self.catalog = catalog
    let checkpoint = try HashingPlan.read(verification.checkpoint)
    // One of another folder or of another way to look is not ours to go on with.
    if let checkpoint, checkpoint.catalog == catalog, checkpoint.depth == verification.depth {
      resumeAfter = checkpoint.lastKey
      earlier = checkpoint.corrupt
      done = (checkpoint.hashed, checkpoint.hashedBytes)
    } else {
      resumeAfter = nil
      earlier = []
      done = (0, 0)
    }
    lastSaved = (started, done.hashed)
  }

  private static func read(_ path: BytePath?) throws(Failure) -> Checkpoint? {
    guard let path else { return nil }
    let bytes: [UInt8]
    do throws(Failure) {
      let file = try FileDescriptor.reading(path)
      bytes = try file.readToEnd(limit: 1 << 28)
    } catch {
      guard error.kind == .inputMissing else { throw error }
      return nil
    }
    // An empty or damaged checkpoint only costs the time to begin anew.
    return try? JSONDecoder().decode(Checkpoint.self, from: Data(bytes))
  }

  /// Whether an earlier part hashed it.
  func isCovered(_ key: ImageKey) -> Bool { resumeAfter.map { key <= $0 } ?? false }

  /// Whether it is to be hashed at this depth.
  func wants(_ key: ImageKey) -> Bool {
    switch verification.depth {
    case .quick: return false
    case .deep: return true
    case .sample(let percent, let turn):
      let turns = max(1, 100 / max(1, percent))
      let number = bytesOf(hex: key.text.prefix(8))?.reduce(0) { $0 << 8 | Int($1) } ?? 0
      return number % turns == ((turn % turns) + turns) % turns
    }
  }

  mutating func isOver() -> Bool {
    if isStopped { return true }
    let isLate = verification.timeLimit.map { monotonicSeconds() - started >= $0 } ?? false
    if isLate || verification.shouldStop() { isStopped = true }
    return isStopped
  }

  /// Writes the checkpoint where it is due.
  mutating func save(_ report: VerificationReport) throws(Failure) {
    let now = monotonicSeconds()
    guard report.hashed - lastSaved.hashed >= 1_000 || now - lastSaved.time >= 300 else { return }
    lastSaved = (now, report.hashed)
    try write(report)
  }

  /// Writes the checkpoint of a part, or empties it after the whole.
  func finish(_ report: VerificationReport) throws(Failure) {
    guard let path = verification.checkpoint else { return }
    if report.isComplete { try writeDurably([], to: path) } else { try write(report) }
  }

  private func write(_ report: VerificationReport) throws(Failure) {
    guard let path = verification.checkpoint, let lastKey = report.lastKey else { return }
    let checkpoint = Checkpoint(
      catalog: catalog, depth: verification.depth, lastKey: lastKey, hashed: report.hashed,
      hashedBytes: report.hashedBytes,
      corrupt: report.damages.filter { $0.kind == .corrupt && ($0.key.map { $0 <= lastKey } ?? false) })
    do {
      try writeDurably(try JSONEncoder().encode(checkpoint), to: path)
    } catch let failure as Failure {
      throw failure
    } catch {
      preconditionFailure("a checkpoint has no JSON: \(error)")
    }
  }
}
