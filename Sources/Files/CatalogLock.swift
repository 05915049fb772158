// One writer at a time: a kernel lock (flock(2)) on LOCK, which dies with its process, so a killed run leaves no
// lock behind. LOCK is never unlinked, else two processes could lock two files of one name.
import CLinux
import Glibc
public import PossessionsCore

/// A held lock on a catalog folder, freed when the last reference goes.
///
/// The recorder asks for one, so that nothing writes the catalog without it.
public final class CatalogLock: Sendable {
  public enum Mode: Sendable, Hashable {
    /// One run that writes.
    case exclusive
    /// Any number of `backup` and `verify`; keeps writers out.
    case shared
  }
  public let mode: Mode
  private let file: FileDescriptor

  fileprivate init(mode: Mode, file: consuming FileDescriptor) {
    self.mode = mode
    self.file = file
  }
}

extension CatalogFolder {
  /// Takes the lock.
  ///
  /// - Parameter timeout: how long to wait for another run, in seconds; 0 asks once.
  /// - Throws: `tryAgain` where another run holds it to the end of the wait.
  public func lock(_ mode: CatalogLock.Mode = .exclusive, timeout: Double = 0) throws(Failure) -> CatalogLock
  {
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
    var number = CatalogFolder.lockName.withCString { clinux_openat(descriptor.number, $0, flags, 0o600) }
    if number < 0, mode == .shared, [EROFS, EACCES, EPERM].contains(errno) {
      // A backup on a medium that cannot be written is read under a lock all the same.
      number = CatalogFolder.lockName.withCString {
        clinux_openat(descriptor.number, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0)
      }
    }
    guard number >= 0 else { throw failure(errno: errno, act: "open", path: path(CatalogFolder.lockName)) }
    let file = FileDescriptor(owning: number, path: path(CatalogFolder.lockName))
    let started = monotonicSeconds()
    while true {
      let operation = (mode == .exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB
      if flock(file.number, operation) == 0 { break }
      let code = errno
      guard code == EWOULDBLOCK || code == EINTR else {
        throw failure(errno: code, act: "lock", path: path(CatalogFolder.lockName))
      }
      if monotonicSeconds() - started >= timeout {
        throw Failure(
          .tryAgain, subject: root.description, message: "another run is working on this catalog",
          remedy: "run again when it has ended, or wait for it with --lock-timeout SECONDS")
      }
      usleep(50_000)
    }
    return CatalogLock(mode: mode, file: file)
  }
}

/// Seconds of the clock that no one sets.
package func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}
