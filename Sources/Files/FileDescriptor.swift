// One owner for an open file. All opening goes through here, so that every descriptor is closed on exec, no
// source is ever opened for writing, and nothing but a regular file is ever read.
import CLinux
import Glibc
public import PossessionsCore

/// An open file or folder, closed when the value goes.
///
/// Where an error of close(2) matters (a file just written), call `close()`, which reports it.
public struct FileDescriptor: ~Copyable, Sendable {
  /// The number, for a C library that reads from descriptors. It stays owned by this value; -1 once closed.
  public private(set) var number: Int32
  /// The name it was opened by, for messages.
  public let path: BytePath

  init(owning number: Int32, path: BytePath) {
    self.number = number
    self.path = path
  }

  deinit {
    if number >= 0 { _ = Glibc.close(number) }
  }

  /// Closes and reports: after a write, an error here means that the bytes may not be stored.
  public consuming func close() throws(Failure) {
    let closing = number
    number = -1
    // EINTR on Linux means closed, and closing again could hit another thread's file.
    if Glibc.close(closing) != 0, errno != EINTR { throw failure(errno: errno, act: "close", path: path) }
  }

  /// Opens a folder for reading its names and for calls beneath it.
  ///
  /// Absent, or no folder: `inputMissing`. Not allowed: `permission`.
  public static func folder(_ path: BytePath) throws(Failure) -> FileDescriptor {
    let number = path.withCString { clinux_openat(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    guard number >= 0 else { throw failure(errno: errno, act: "open the folder", path: path) }
    return FileDescriptor(owning: number, path: path)
  }

  /// Opens a regular file for reading, wherever it is; links are followed. For files that the user named
  /// on the command line; a file of a photo folder is opened beneath its root (`SourceFolder.open`).
  public static func reading(_ path: BytePath) throws(Failure) -> FileDescriptor {
    let number = path.withCString {
      clinux_openat(AT_FDCWD, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0)
    }
    guard number >= 0 else { throw failure(errno: errno, act: "open", path: path) }
    return try FileDescriptor(owning: number, path: path).requiringRegular()
  }

  /// Self, where it is a regular file; else `inputMissing` that says what it is.
  consuming func requiringRegular() throws(Failure) -> FileDescriptor {
    let about = try status()
    guard about.st_mode & S_IFMT == S_IFREG else {
      throw Failure(
        .inputMissing, subject: path.description,
        message: "this is \(EntryKind(mode: about.st_mode).words), not a file",
        remedy: "name a regular file")
    }
    return self
  }

  func status() throws(Failure) -> stat {
    var about = stat()
    guard fstat(number, &about) == 0 else { throw failure(errno: errno, act: "examine", path: path) }
    return about
  }

  /// Size, times and inode as the file has them now (fstat).
  public func stamp() throws(Failure) -> FileStamp {
    FileStamp(try status())
  }

  /// Reads on from where the descriptor stands into the buffer's start.
  ///
  /// - Returns: the bytes read; 0 at the end.
  public func read(into buffer: inout [UInt8]) throws(Failure) -> Int {
    let count = buffer.withUnsafeMutableBytes { bytes in
      retryingInterrupted { Glibc.read(number, bytes.baseAddress, bytes.count) }
    }
    guard count >= 0 else { throw failure(errno: errno, act: "read", path: path) }
    return count
  }

  /// The first bytes, at most `count`, without moving where reading stands.
  public func head(_ count: Int) throws(Failure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let more = bytes.withUnsafeMutableBytes { buffer in
        retryingInterrupted {
          pread(number, buffer.baseAddress?.advanced(by: filled), count - filled, off_t(filled))
        }
      }
      guard more >= 0 else { throw failure(errno: errno, act: "read", path: path) }
      if more == 0 { break }
      filled += more
    }
    bytes.removeLast(count - filled)
    return bytes
  }

  /// All bytes from where the descriptor stands.
  ///
  /// - Parameter limit: more bytes than this are refused (`badData`), so that no input fills the memory.
  public func readToEnd(limit: Int = 1 << 30) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    let expected = Int(clamping: try stamp().size)
    all.reserveCapacity(min(expected, limit))
    var block = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = try read(into: &block)
      if count == 0 { return all }
      guard all.count + count <= limit else {
        throw Failure(
          .badData, subject: path.description, message: "the file is larger than \(limit) bytes",
          remedy: "name a smaller file")
      }
      all.append(contentsOf: block[..<count])
    }
  }

  /// Writes all bytes, however many calls that takes.
  public func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
    if let failed = bytes.withContiguousStorageIfAvailable({
      writeAll(UnsafeRawBufferPointer($0), to: number)
    }) {
      if failed != 0 { throw failure(errno: failed, act: "write", path: path) }
      return
    }
    let failed = Array(bytes).withUnsafeBytes { writeAll($0, to: number) }
    if failed != 0 { throw failure(errno: failed, act: "write", path: path) }
  }

  /// Lets the kernel begin to put on the disk what was written, and waits for nothing. Only a hint: `sync` tells whether
  /// it arrived.
  func startWriteback() throws(Failure) {
    guard clinux_start_writeback(number) == 0 || errno == ENOSYS || errno == ESPIPE else {
      throw failure(errno: errno, act: "write", path: path)
    }
  }

  /// Makes the content durable (fsync). An error is final: it must not be tried again on this file, since
  /// the kernel forgets the lost pages once it has told of them.
  public func sync() throws(Failure) {
    let answer = retryingInterrupted { Int(fsync(number)) }
    guard answer == 0 else { throw failure(errno: errno, act: "sync", path: path) }
  }

  /// Sets the access mode, whatever the umask.
  func setMode(_ mode: mode_t) throws(Failure) {
    guard fchmod(number, mode) == 0 else { throw failure(errno: errno, act: "set the mode of", path: path) }
  }
}

extension FileStamp {
  init(_ about: stat) {
    func nanoseconds(_ time: timespec) -> Int64 {
      // Years beyond 2262 do not fit; such a time wraps, and still changes when the file does.
      Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
    self.init(
      size: Int64(about.st_size), modified: nanoseconds(about.st_mtim), changed: nanoseconds(about.st_ctim),
      inode: UInt64(about.st_ino))
  }
}

/// Writes all bytes, however many calls that takes.
///
/// - Returns: the errno of the write that failed, else 0.
func writeAll(_ bytes: UnsafeRawBufferPointer, to number: Int32) -> Int32 {
  var done = 0
  while done < bytes.count {
    let count = retryingInterrupted {
      Glibc.write(number, bytes.baseAddress?.advanced(by: done), bytes.count - done)
    }
    if count < 0 { return errno }
    if count == 0 { return EIO }
    done += count
  }
  return 0
}
