// The one place that turns errno into a failure. Callers say what they were doing and to which file.
import CLinux
import Glibc
public import PossessionsCore

/// The failure that an errno means, for a call that was `act` ("open", "write", "sync") on `path`.
///
/// A full or failing disk is `inputOutput` and names the volume; a missing file is `inputMissing`;
/// a refusal is `permission`. Everything else is `inputOutput`: nothing is taken for harmless.
public func failure(errno code: Int32, act: String, path: BytePath) -> Failure {
  let subject = path.description
  switch code {
  case ENOSPC, EDQUOT:
    let volume = mountPoint(of: path)
    return Failure(
      .inputOutput, subject: subject,
      message: code == ENOSPC
        ? "cannot \(act): volume \(volume) is full" : "cannot \(act): the disk quota on \(volume) is used up",
      remedy: "make room there and run again: what is stored is untouched")
  case EIO:
    return Failure(
      .inputOutput, subject: subject, message: "cannot \(act): the device reports an I/O error",
      remedy: "check the disk (dmesg, smartctl) and run again")
  case EROFS:
    return Failure(
      .inputOutput, subject: subject,
      message: "cannot \(act): volume \(mountPoint(of: path)) is read-only",
      remedy: "mount it writable, or name a folder elsewhere")
  case EACCES, EPERM:
    return Failure(
      .permission, subject: subject, message: "cannot \(act): permission denied",
      remedy: "give this user access to it")
  case ENOENT:
    return Failure(
      .inputMissing, subject: subject, message: "cannot \(act): there is no such file or folder",
      remedy: "check the name")
  case ENOTDIR:
    return Failure(
      .inputMissing, subject: subject, message: "cannot \(act): a part of the path is no folder",
      remedy: "check the name")
  case EMFILE, ENFILE:
    return Failure(
      .inputOutput, subject: subject, message: "cannot \(act): too many open files",
      remedy: "raise the limit (ulimit -n) or use fewer --workers")
  default:
    return Failure(
      .inputOutput, subject: subject, message: "cannot \(act): \(errorText(code))",
      remedy: "check the disk and the path, then run again")
  }
}

/// The system's words for an errno, as a hint. Nothing is decided by them.
func errorText(_ code: Int32) -> String {
  var buffer = [CChar](repeating: 0, count: 256)
  // The POSIX form: fills the buffer.
  guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
  let text = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  return text.isEmpty ? "error \(code)" : text.lowercased()
}

extension BytePath {
  /// Calls with the path as a C string. A path with a NUL inside names no file: nil is passed, and the system
  /// call is answered with EINVAL without being made.
  func withCString(_ call: (UnsafePointer<CChar>) -> Int32) -> Int32 {
    guard !bytes.contains(0) else {
      errno = EINVAL
      return -1
    }
    return (bytes + [0]).withUnsafeBufferPointer { buffer in
      buffer.withMemoryRebound(to: CChar.self) { characters in
        guard let start = characters.baseAddress else { return -1 }
        return call(start)
      }
    }
  }

  /// Absolute, `.` and symbolic links kept as they are; relative paths are joined to the working folder.
  public var absolute: BytePath {
    if bytes.first == 0x2F { return self }
    guard let folder = getcwd(nil, 0) else { return self }
    defer { free(folder) }
    let bytes = Array(UnsafeBufferPointer(start: folder, count: strlen(folder))).map(UInt8.init(bitPattern:))
    return BytePath(bytes).appending(self)
  }

  /// The one spelling of a place that exists, whatever way it was typed: absolute, without `.`, `..`, doubled or
  /// trailing slashes, links resolved (realpath(3)). Nil where nothing is there or it may not be looked for.
  public var canonical: BytePath? { realPath(absolute) }
}

/// Retries a call that a signal interrupted; any other answer is returned as it is.
func retryingInterrupted(_ call: () -> Int) -> Int {
  while true {
    let answer = call()
    if answer == -1, errno == EINTR { continue }
    return answer
  }
}

/// The folder where the volume that holds `path` is mounted: the highest ancestor on the same device.
public func mountPoint(of path: BytePath) -> BytePath {
  var here = path.absolute
  var about = stat()
  // The file itself may not exist yet: start at the nearest ancestor that does.
  while here.withCString({ stat($0, &about) }) != 0 {
    if here.bytes.count <= 1 { return "/" }
    here = here.parentOrRoot
  }
  if let real = realPath(here) { here = real }
  let device = about.st_dev
  while here.bytes.count > 1 {
    let parent = here.parentOrRoot
    guard parent.withCString({ stat($0, &about) }) == 0, about.st_dev == device else { return here }
    here = parent
  }
  return here
}

/// The path with every link resolved; nil where it does not exist.
func realPath(_ path: BytePath) -> BytePath? {
  var answer: BytePath?
  _ = path.withCString { name in
    guard let real = realpath(name, nil) else { return -1 }
    defer { free(real) }
    answer = BytePath(
      Array(UnsafeBufferPointer(start: real, count: strlen(real))).map(UInt8.init(bitPattern:)))
    return 0
  }
  return answer
}

extension BytePath {
  /// The folder above, `/` above all, `.` for a bare name.
  var parentOrRoot: BytePath {
    let folder = self.folder
    if !folder.bytes.isEmpty { return folder }
    return bytes.first == 0x2F ? "/" : "."
  }
}
