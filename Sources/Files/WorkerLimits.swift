import CLinux
import Glibc
public import PossessionsCore

/// Limits that a worker puts on itself before it reads anything that strangers made: what a decoder may cost is one
/// picture, not the machine.
public enum WorkerLimits {
  /// A single picture larger than the budget is decoded alone, up to this many bytes of its own memory.
  public static let largestPicture: Int64 = 2 << 30
  /// What the libraries need beside the picture.
  private static let overhead: Int64 = 512 << 20

  /// - Throws: `internalError` where the system refuses a limit.
  public static func apply() throws(Failure) {
    // RLIMIT_DATA counts private writable memory, not the address space that libraries map and never touch.
    try limit(__rlimit_resource_t(RLIMIT_DATA.rawValue), to: largestPicture + overhead, name: "RLIMIT_DATA")
    // A core file would hold somebody's photo.
    try limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), to: 0, name: "RLIMIT_CORE")
    // No decoder gets rights by starting a program.
    _ = clinux_set_no_new_privileges()
  }

  private static func limit(_ resource: __rlimit_resource_t, to value: Int64, name: String) throws(Failure) {
    var limits = rlimit()
    guard getrlimit(resource, &limits) == 0 else {
      throw failure(errno: errno, act: "read", path: BytePath(name))
    }
    limits.rlim_cur = min(rlim_t(value), limits.rlim_max)
    guard setrlimit(resource, &limits) == 0 else {
      throw failure(errno: errno, act: "set", path: BytePath(name))
    }
  }
}
