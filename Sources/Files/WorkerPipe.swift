import CLinux
import Glibc
public import PossessionsCore

/// A worker's end of the two pipes to its parent.
public final class WorkerPipe {
  private let output: Int32
  private var buffer: [UInt8] = []

  private init(output: Int32) { self.output = output }

  /// Takes standard input and output for the pipe, and gives libraries that print /dev/null instead.
  ///
  /// From here on the process gets SIGKILL when its parent dies.
  public static func takeOver() throws(Failure) -> WorkerPipe {
    _ = clinux_set_parent_death_signal(SIGKILL)
    let output = fcntl(1, F_DUPFD_CLOEXEC, 3)
    guard output >= 0 else { throw failure(errno: errno, act: "move the pipe", path: "standard output") }
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0, dup2(nowhere, 1) >= 0 else {
      throw failure(errno: errno, act: "open", path: "/dev/null")
    }
    _ = close(nowhere)
    return WorkerPipe(output: output)
  }

  /// The next line without its end; nil at the end of input.
  public func readLine() -> [UInt8]? {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        let line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        return line
      }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = read(0, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return nil }
      buffer += chunk[..<count]
    }
  }

  /// - Returns: false where the parent has gone.
  public func writeLine(_ line: [UInt8]) -> Bool {
    (line + [0x0A]).withUnsafeBytes { writeAll($0, to: output) } == 0
  }
}
