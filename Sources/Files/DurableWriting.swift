// The only way files of ours come to be: bytes under a temporary name in the same folder, fsync, rename, fsync
// of the folder. Whatever happens in between, the final name holds all of the old or all of the new file. Only the
// parts of a document that can be made again are synced together (`makeDurable`).
// No step is tried again after a failed fsync.
import CLinux
import Glibc
public import PossessionsCore

/// Whether a file that stands at the final name may be replaced.
public enum Replacing: Sendable, Hashable {
  /// Never: an original, a run's export.
  case never
  /// Atomically: a report, a rendition.
  case atomically
}

/// A file in the making, invisible until `finish`.
///
/// Where it is dropped before that, the temporary file is removed.
public struct DurableFile: ~Copyable {
  private let folder: FileDescriptor
  private let file: FileDescriptor
  private let temporaryName: BytePath
  /// The final path, for messages.
  public let path: BytePath
  private var isPending = true

  /// Begins a file in an existing folder.
  ///
  /// - Parameters:
  ///   - path: the final path.
  ///   - mode: access mode, whatever the umask; nil for what the umask leaves of 0666 (output outside the
  ///     catalog folder).
  /// - Throws: `cannotCreate` where the folder is missing, `permission`, `inputOutput`.
  public init(at path: BytePath, mode: UInt32? = 0o600) throws(Failure) {
    let folder = try DurableFile.folder(of: path)
    let (name, number) = try createTemporary(in: folder, mode: mode, shown: path)
    self.init(folder: folder, file: FileDescriptor(owning: number, path: path), name: name, path: path)
  }

  private init(
    folder: consuming FileDescriptor, file: consuming FileDescriptor, name: BytePath, path: BytePath
  ) {
    self.folder = folder
    self.file = file
    temporaryName = name
    self.path = path
  }

  private static func folder(of path: BytePath) throws(Failure) -> FileDescriptor {
    let parent = path.parentOrRoot
    do throws(Failure) {
      return try FileDescriptor.folder(parent)
    } catch {
      guard error.kind == .inputMissing else { throw error }
      throw Failure(
        .cannotCreate, subject: path.description, message: "there is no folder \(parent) to write it in",
        remedy: "make the folder, or name another place")
    }
  }

  deinit {
    if isPending { _ = temporaryName.withCString { unlinkat(folder.number, $0, 0) } }
  }

  /// Adds bytes at the end.
  public func write(_ bytes: some Sequence<UInt8>) throws(Failure) {
    try file.write(bytes)
  }

  /// Makes the file durable under its final name.
  ///
  /// - Returns: false where `replacing` is `never` and the name is taken; nothing is changed then.
  @discardableResult
  public consuming func finish(replacing: Replacing = .atomically) throws(Failure) -> Bool {
    try file.sync()
    guard
      try rename(
        temporaryName, in: folder, to: path.name, in: folder, replacing: replacing, shown: path)
    else { return false }
    isPending = false
    try folder.sync()
    return true
  }
}

extension DurableFile {
  /// Puts the file in its place whole, and leaves it to `makeDurable(around:)` that it outlasts a power cut: for files
  /// by the thousand, such as the pictures of a document, before the one file that leads to them.
  public consuming func finishUnsynced() throws(Failure) {
    _ = try rename(
      temporaryName, in: folder, to: path.name, in: folder, replacing: .atomically, shown: path)
    isPending = false
  }
}

/// Makes everything durable that was written to the file system of a folder.
public func makeDurable(around folder: BytePath) throws(Failure) {
  let descriptor = try FileDescriptor.folder(folder)
  guard clinux_syncfs(descriptor.number) == 0 else { throw failure(errno: errno, act: "sync", path: folder) }
}

/// Writes a whole file durably: see `DurableFile`.
///
/// - Returns: false where `replacing` is `never` and the name is taken.
@discardableResult
public func writeDurably(
  _ bytes: some Sequence<UInt8>, to path: BytePath, mode: UInt32? = 0o600, replacing: Replacing = .atomically
) throws(Failure) -> Bool {
  let file = try DurableFile(at: path, mode: mode)
  try file.write(bytes)
  return try file.finish(replacing: replacing)
}

/// A new file under a name that nobody else has: `.NUMBER-COUNT.part`.
///
/// - Parameter mode: access mode, whatever the umask; nil for what the umask leaves of 0666.
/// - Returns: the name and an open descriptor for reading and writing, close-on-exec.
func createTemporary(
  in folder: borrowing FileDescriptor, mode: mode_t?, shown: BytePath
) throws(Failure) -> (name: BytePath, number: Int32) {
  let process = getpid()
  for attempt in 0..<10_000 {
    let name = BytePath(".\(process)-\(attempt).part")
    let number = name.withCString {
      clinux_openat(folder.number, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode ?? 0o666)
    }
    if number >= 0 {
      guard let mode, fchmod(number, mode) != 0 else { return (name, number) }
      let code = errno
      _ = Glibc.close(number)
      _ = name.withCString { unlinkat(folder.number, $0, 0) }
      throw failure(errno: code, act: "set the mode of", path: shown)
    }
    guard errno == EEXIST else { throw creationFailure(errno, shown) }
  }
  throw Failure(
    .cannotCreate, subject: shown.description, message: "its folder is full of unfinished files",
    remedy: "remove the files that end in .part there")
}

/// Like `failure(errno:act:path:)`; what cannot be created for no other reason is `cannotCreate`.
func creationFailure(_ code: Int32, _ path: BytePath) -> Failure {
  switch code {
  case ENOENT, ENOTDIR, EISDIR, ENAMETOOLONG, EINVAL, ELOOP:
    Failure(
      .cannotCreate, subject: path.description, message: "cannot create it: \(errorText(code))",
      remedy: "name another place")
  default: failure(errno: code, act: "create", path: path)
  }
}

/// Renames within one file system.
///
/// - Returns: false where `replacing` is `never` and the target exists.
func rename(
  _ from: BytePath, in fromFolder: borrowing FileDescriptor, to: BytePath,
  in toFolder: borrowing FileDescriptor, replacing: Replacing, shown: BytePath
) throws(Failure) -> Bool {
  let source = fromFolder.number
  let target = toFolder.number
  let answer = from.withCString { old in
    to.withCString { new in
      switch replacing {
      case .atomically: renameat(source, old, target, new)
      case .never: clinux_rename_noreplace(source, old, target, new)
      }
    }
  }
  if answer == 0 { return true }
  if replacing == .never {
    if errno == EEXIST { return false }
    // Some file systems know no RENAME_NOREPLACE (EINVAL): a hard link refuses to replace as well.
    if errno == EINVAL || errno == ENOSYS {
      let linked = from.withCString { old in to.withCString { new in linkat(source, old, target, new, 0) } }
      if linked == 0 {
        _ = from.withCString { unlinkat(source, $0, 0) }
        return true
      }
      if errno == EEXIST { return false }
    }
  }
  throw failure(errno: errno, act: "rename to", path: shown)
}

/// Makes a folder and its missing parents, each durable in its own parent.
///
/// - Parameter mode: of the last folder, whatever the umask; parents made on the way get 0777 less the umask,
///   as mkdir(1) -p does.
/// - Returns: whether it was made now.
@discardableResult
public func makeFolder(_ path: BytePath, mode: UInt32? = nil) throws(Failure) -> Bool {
  let answer = path.withCString { mkdir($0, mode ?? 0o777) }
  if answer == 0 {
    if let mode {
      let made = try FileDescriptor.folder(path)
      try made.setMode(mode)
      try made.sync()
    }
    let parent = try FileDescriptor.folder(path.parentOrRoot)
    try parent.sync()
    return true
  }
  switch errno {
  case EEXIST:
    var about = stat()
    guard path.withCString({ stat($0, &about) }) == 0, about.st_mode & S_IFMT == S_IFDIR else {
      throw Failure(
        .cannotCreate, subject: path.description, message: "there is a file of that name",
        remedy: "name another folder")
    }
    return false
  case ENOENT:
    let parent = path.parentOrRoot
    guard parent != path, parent != "." else { throw creationFailure(ENOENT, path) }
    try makeFolder(parent)
    return try makeFolder(path, mode: mode)
  default: throw creationFailure(errno, path)
  }
}
