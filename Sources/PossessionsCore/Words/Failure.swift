/// Why a command cannot go on: thrown, with the exit code that it means.
///
/// Findings are about one input and the run goes on; a failure ends it. A bug is neither: it traps.
public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exit codes of the contract, after sysexits(3). Any other code is a failure as well.
  public enum Kind: Int32, Sendable, CaseIterable {
    /// A gate failed, or any failure without a better code.
    case gate = 1
    /// `verify` found damage, or a metric could not be computed.
    case damage = 4
    case usage = 64
    /// Bad data, nothing written.
    case badData = 65
    /// An input is missing.
    case inputMissing = 66
    /// A fault of the program itself.
    case internalError = 70
    case cannotCreate = 73
    /// Input or output failed: a full disk, a failed fsync.
    case inputOutput = 74
    /// Locked by another run, interrupted, or shards still missing: run again.
    case tryAgain = 75
    case permission = 77
    /// Not a catalog folder, wrong format version, unsafe file system.
    case wrongCatalog = 78
  }

  public var kind: Kind
  /// What it is about, as typed; may be empty.
  public var subject: String
  /// One sentence: what happened.
  public var message: String
  /// One sentence: what to do.
  public var remedy: String
  /// Faults behind it, for instance all refused rows of a file.
  public var findings: [Finding]

  public init(
    _ kind: Kind, subject: String = "", message: String, remedy: String = "", findings: [Finding] = []
  ) {
    self.kind = kind
    self.subject = subject
    self.message = message
    self.remedy = remedy
    self.findings = findings
  }

  public var description: String {
    let head = subject.isEmpty ? message : "\(subject): \(message)"
    return remedy.isEmpty ? head : "\(head); \(remedy)"
  }
}
