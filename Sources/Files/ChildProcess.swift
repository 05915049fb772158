import CLinux
import Glibc
public import PossessionsCore

/// A worker process with a pipe to its standard input and one from its standard output.
///
/// Started by posix_spawn(3), never by fork: libraries with threads do not survive a fork. Every descriptor of ours
/// is close-on-exec, so the child gets its three standard ones and nothing else. One owner; the destructor closes
/// the pipes, which ends a well-behaved worker.
public struct ChildProcess: ~Copyable {
  public let identifier: Int32
  /// Where job lines go.
  public let input: Int32
  /// Where result lines come from; non-blocking.
  public let output: Int32

  /// - Parameters:
  ///   - program: absolute path.
  ///   - arguments: without the program's own name.
  ///   - environment: `NAME=value` lines; nothing else is passed on.
  /// - Throws: `.internalError` where the process cannot be started.
  public init(program: BytePath, arguments: [String], environment: [String]) throws(Failure) {
    var toChild: [Int32] = [-1, -1]
    var fromChild: [Int32] = [-1, -1]
    guard clinux_pipe(&toChild) == 0 else { throw ChildProcess.failure("pipe", errno) }
    guard clinux_pipe(&fromChild) == 0 else {
      let code = errno
      close(toChild[0])
      close(toChild[1])
      throw ChildProcess.failure("pipe", code)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
    posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A process group of its own: a Ctrl-C at the terminal reaches the parent, which stops at a picture boundary.
    posix_spawnattr_setpgroup(&attributes, 0)
    // SIGPIPE is ignored here; the child starts with its default.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF))

    let words = [program.bytes.map { CChar(bitPattern: $0) } + [0]] + arguments.map { Array($0.utf8CString) }
    let lines = environment.map { Array($0.utf8CString) }
    var child: pid_t = 0
    let path = program.bytes.map { CChar(bitPattern: $0) } + [0]
    let status = withPointers(to: words) { argv in
      withPointers(to: lines) { envp in
        posix_spawn(&child, path, &actions, &attributes, argv, envp)
      }
    }
    close(toChild[0])
    close(fromChild[1])
    guard status == 0 else {
      close(toChild[1])
      close(fromChild[0])
      throw ChildProcess.failure(program.description, status)
    }
    _ = clinux_fcntl_int(fromChild[0], F_SETFL, O_NONBLOCK)
    identifier = child
    input = toChild[1]
    output = fromChild[0]
  }

  deinit {
    close(input)
    close(output)
    var status: Int32 = 0
    // The owner has killed it or it ends with its input; either way it is reaped here.
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
  }

  /// Ends it at once.
  public func kill() {
    Glibc.kill(identifier, SIGKILL)
  }

  /// Resident memory in bytes; 0 where it is gone.
  public var residentBytes: Int64 {
    let fields = report("statm").split(separator: " ")
    guard fields.count > 1, let pages = Int64(fields[1]) else { return 0 }
    return pages * Int64(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Processor time that all its threads have used so far, in seconds; 0 where it is gone.
  public var processorSeconds: Double {
    // The name in parentheses may hold anything. Behind it the state is field 3; fields 14 and 15 count ticks.
    let text = report("stat")
    let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { return 0 }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// The line of a file that the kernel keeps of it; empty where it is gone.
  private func report(_ name: String) -> String {
    guard let file = fopen("/proc/\(identifier)/\(name)", "re") else { return "" }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 1024)
    guard fgets(&line, Int32(line.count), file) != nil else { return "" }
    return String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private static func failure(_ subject: String, _ code: Int32) -> Failure {
    Failure(
      .internalError, subject: subject,
      message: "a worker cannot be started: \(String(cString: strerror(code)))",
      remedy: "look at the limits on processes and memory (ulimit -a)")
  }
}

/// Calls `body` with a null-terminated array of pointers to null-terminated texts, valid during the call.
private func withPointers<Result>(
  to texts: [[CChar]], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var storage = texts.flatMap { $0 }
  let offsets = texts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1.count) }
  return storage.withUnsafeMutableBufferPointer { buffer in
    var pointers: [UnsafeMutablePointer<CChar>?] = texts.indices.map { index in
      buffer.baseAddress.map { $0 + offsets[index] }
    }
    pointers.append(nil)
    return pointers.withUnsafeMutableBufferPointer { list in
      guard let base = list.baseAddress else { preconditionFailure("the list has at least its end mark") }
      return body(base)
    }
  }
}

// MARK: Talking to it

extension ChildProcess {
  /// Writes a line, its end added, whole.
  ///
  /// A job line is far smaller than a pipe holds and a worker has one job at a time, so this does not block.
  /// - Returns: false where the child has gone.
  public func send(line: [UInt8]) -> Bool {
    (line + [0x0A]).withUnsafeBytes { writeAll($0, to: input) } == 0
  }

  /// What there is to read now.
  public enum Reading: Sendable {
    case bytes([UInt8])
    case nothingYet
    /// The child closed its output or died.
    case ended
  }

  public func receive() -> Reading {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count > 0 { return .bytes(Array(buffer[..<count])) }
      if count == 0 { return .ended }
      if errno == EINTR { continue }
      return errno == EAGAIN ? .nothingYet : .ended
    }
  }
}

/// Waits until one of the descriptors can be read, the time is over, or a signal comes.
///
/// - Parameter milliseconds: at most this long.
/// - Returns: the descriptors that can be read or have ended; empty after a time-out or a signal.
public func waitForInput(_ descriptors: [Int32], milliseconds: Int) -> [Int32] {
  var polled = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
  let count = poll(&polled, nfds_t(polled.count), Int32(clamping: milliseconds))
  guard count > 0 else { return [] }
  return polled.filter { $0.revents != 0 }.map(\.fd)
}
