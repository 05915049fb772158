// A folder of photos that somebody else owns: listed and read, never written. Nothing that a name or a link
// says leads out of it.
import CLinux
import Glibc
public import PossessionsCore

/// What an entry of a source folder is.
public enum EntryKind: String, Sendable, Hashable, CaseIterable {
  case file
  /// A symbolic link to a regular file inside the root; its stamp is the file's.
  case linkedFile = "linked-file"
  /// A symbolic link to a folder inside the root. It is not followed: that folder is listed under its own name.
  case linkedFolder = "linked-folder"
  /// A symbolic link that leads out of the root.
  case linkOutside = "link-outside"
  /// A symbolic link to nothing, or in a circle.
  case brokenLink = "broken-link"
  case pipe, socket, device
  /// Could not be examined.
  case unknown

  init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFIFO: self = .pipe
    case S_IFSOCK: self = .socket
    case S_IFCHR, S_IFBLK: self = .device
    default: self = .unknown
    }
  }

  /// For a message: "a named pipe".
  public var words: String {
    switch self {
    case .file: "a file"
    case .linkedFile: "a link to a file"
    case .linkedFolder: "a link to a folder"
    case .linkOutside: "a link that leads out of the photo folder"
    case .brokenLink: "a link to nothing"
    case .pipe: "a named pipe"
    case .socket: "a socket"
    case .device: "a device"
    case .unknown: "no file"
    }
  }
}

/// One entry of a source folder.
public struct ListedEntry: Sendable, Hashable {
  /// Relative to the root.
  public var path: BytePath
  public var kind: EntryKind
  /// Of the file itself, or of what a link inside the root leads to. All zero where it could not be examined.
  public var stamp: FileStamp

  public init(path: BytePath, kind: EntryKind, stamp: FileStamp) {
    self.path = path
    self.kind = kind
    self.stamp = stamp
  }
}

/// Everything below a source folder.
public struct FolderListing: Sendable {
  /// A sub-folder that could not be read, with the reason: what is in it stays unknown, the rest is listed.
  public struct Unreadable: Sendable, Hashable {
    public var path: BytePath
    public var failure: Failure
  }
  /// All entries but folders, ordered by the bytes of their paths.
  public var entries: [ListedEntry]
  public var unreadable: [Unreadable]

  public init(entries: [ListedEntry], unreadable: [Unreadable] = []) {
    self.entries = entries
    self.unreadable = unreadable
  }
}

/// An open photo folder. Files are opened beneath it: no `..`, no absolute path and no link leads out
/// (openat2 with RESOLVE_BENEATH); links inside the folder are followed.
public final class SourceFolder: Sendable {
  /// As given.
  public let root: BytePath
  private let descriptor: FileDescriptor

  /// - Throws: `inputMissing` where it is absent or no folder, `permission` where it may not be read.
  public init(_ root: BytePath) throws(Failure) {
    self.root = root
    descriptor = try FileDescriptor.folder(root)
  }

  /// Opens a regular file for reading.
  ///
  /// - Parameter path: relative to the root.
  /// - Throws: `permission` with "leads out of" where the path would leave the root; `inputMissing` where
  ///   nothing is there or it is a folder, pipe or device (which is never opened for reading).
  public func open(_ path: BytePath) throws(Failure) -> FileDescriptor {
    // O_NONBLOCK: a named pipe must not make us wait for a writer.
    let number = resolve(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    let shown = root.appending(path)
    guard number >= 0 else {
      if errno == EXDEV || path.bytes.first == 0x2F {
        throw Failure(
          .permission, subject: shown.description, message: "the path leads out of the photo folder",
          remedy: "copy the photo into the folder, or name its folder with --photos")
      }
      if errno == ELOOP {
        throw Failure(
          .inputMissing, subject: shown.description, message: "the link leads in a circle",
          remedy: "replace the link by the photo")
      }
      throw failure(errno: errno, act: "open", path: shown)
    }
    return try FileDescriptor(owning: number, path: shown).requiringRegular()
  }

  /// openat2 below the root. Answers -1 with errno EXDEV where the path would leave it.
  private func resolve(_ path: BytePath, flags: Int32) -> Int32 {
    path.withCString { name in
      Int32(
        retryingInterrupted {
          Int(
            clinux_openat2(
              descriptor.number, name, flags | O_CLOEXEC, 0,
              CLINUX_RESOLVE_BENEATH | CLINUX_RESOLVE_NO_MAGICLINKS))
        })
    }
  }

  /// Lists everything below the root, without opening any file.
  ///
  /// Real folders alone are entered, each once, so loops of links cannot trap the walk.
  /// - Throws: where the root itself cannot be read; a sub-folder that cannot is a value in the listing.
  public func list() throws(Failure) -> FolderListing {
    var listing = FolderListing(entries: [])
    // Folders still to be read, relative to the root; the root itself is the empty path.
    var pending: [BytePath] = [BytePath([])]
    while let folder = pending.popLast() {
      do throws(Failure) {
        try read(folder, into: &listing, folders: &pending)
      } catch {
        if folder.bytes.isEmpty { throw error }
        listing.unreadable.append(FolderListing.Unreadable(path: folder, failure: error))
      }
    }
    listing.entries.sort { $0.path.bytes.precedes($1.path.bytes) }
    listing.unreadable.sort { $0.path < $1.path }
    return listing
  }

  private func read(
    _ folder: BytePath, into listing: inout FolderListing, folders: inout [BytePath]
  ) throws(Failure) {
    let shown = folder.bytes.isEmpty ? root : root.appending(folder)
    let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
    let number = resolve(folder.orDot, flags: flags)
    guard number >= 0 else { throw failure(errno: errno, act: "open the folder", path: shown) }
    try forEachName(inOpen: number, shown: shown) { name in
      let path = folder.bytes.isEmpty ? name : folder.appending(name)
      var about = stat()
      let answer = name.withCString { fstatat(number, $0, &about, AT_SYMLINK_NOFOLLOW) }
      if answer != 0 {
        // Gone between reading the name and looking: it is not there any more.
        if errno == ENOENT { return }
        listing.entries.append(ListedEntry(path: path, kind: .unknown, stamp: .none))
        return
      }
      switch about.st_mode & S_IFMT {
      case S_IFDIR: folders.append(path)
      case S_IFLNK: listing.entries.append(examine(link: path))
      default:
        listing.entries.append(
          ListedEntry(path: path, kind: EntryKind(mode: about.st_mode), stamp: FileStamp(about)))
      }
    }
  }

  /// What a symbolic link leads to, found without opening it for reading.
  private func examine(link path: BytePath) -> ListedEntry {
    let target = resolve(path, flags: CLINUX_O_PATH)
    guard target >= 0 else {
      return ListedEntry(path: path, kind: errno == EXDEV ? .linkOutside : .brokenLink, stamp: .none)
    }
    defer { _ = Glibc.close(target) }
    var about = stat()
    guard fstat(target, &about) == 0 else {
      return ListedEntry(path: path, kind: .brokenLink, stamp: .none)
    }
    let kind: EntryKind =
      switch about.st_mode & S_IFMT {
      case S_IFREG: .linkedFile
      case S_IFDIR: .linkedFolder
      default: EntryKind(mode: about.st_mode)
      }
    return ListedEntry(path: path, kind: kind, stamp: FileStamp(about))
  }
}

/// The bytes of a folder entry's name.
func nameOf(_ entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
  withUnsafePointer(to: &entry.pointee.d_name) { tuple in
    let start = UnsafeRawPointer(tuple).assumingMemoryBound(to: UInt8.self)
    return Array(
      UnsafeBufferPointer(
        start: start, count: strlen(UnsafeRawPointer(tuple).assumingMemoryBound(to: CChar.self))))
  }
}

extension FileStamp {
  /// Of what could not be examined.
  static let none = FileStamp(size: 0, modified: 0, changed: 0, inode: 0)

  /// A moment, in nanoseconds since 1970-01-01T00:00:00Z, before which a stamp tells all changes up to now apart: the
  /// kernel's stamps step by up to 10 ms, and some file systems' by 2 s.
  public static func settled() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    return (Int64(now.tv_sec) - 2) * 1_000_000_000 + Int64(now.tv_nsec)
  }
}

extension [UInt8] {
  /// Order of bytes, by memcmp(3): 100,000 paths are sorted with it.
  func precedes(_ other: [UInt8]) -> Bool {
    let order = memcmp(self, other, Swift.min(count, other.count))
    return order != 0 ? order < 0 : count < other.count
  }
}
