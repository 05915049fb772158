import Glibc
import PossessionsCore

/// Calls `body` with each name in an open folder but `.` and `..`, in the order of the file system.
///
/// - Parameters:
///   - number: a descriptor of the folder; taken over and closed, whatever happens. It stays open during `body`,
///     for `fstatat` and the like.
///   - shown: the folder, for messages.
func forEachName(
  inOpen number: Int32, shown: BytePath, _ body: (BytePath) throws(Failure) -> Void
) throws(Failure) {
  guard let stream = fdopendir(number) else {
    let code = errno
    _ = Glibc.close(number)
    throw failure(errno: code, act: "read the folder", path: shown)
  }
  defer { closedir(stream) }
  while true {
    errno = 0
    guard let entry = readdir(stream) else {
      if errno != 0 { throw failure(errno: errno, act: "read the folder", path: shown) }
      return
    }
    let name = BytePath(nameOf(entry))
    if name != ".", name != ".." { try body(name) }
  }
}
