// What looking after a catalog folder needs: walking it, moving a file aside within it, copying between two of them.
// Nothing here deletes, but `deleteFromTrash`.
import CLinux
import Glibc
package import PossessionsCore

/// One entry of a catalog folder as it lies there (lstat).
package struct StoredEntry: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case file, folder, other
  }
  /// Relative to the root.
  package var path: BytePath
  package var kind: Kind
  /// The twelve mode bits.
  package var mode: UInt32
  /// Bytes.
  package var size: Int64
  package var owner: UInt32
  package var linkCount: Int
}

extension CatalogFolder {
  /// The entries of one folder, ordered by bytes; none where there is no such folder.
  ///
  /// - Parameter folder: relative to the root; empty for the root itself.
  package func entries(in folder: BytePath) throws(Failure) -> [StoredEntry] {
    let place = folder.orDot
    let number = resolve(place, flags: O_RDONLY | O_DIRECTORY)
    guard number >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return [] }
      throw failure(errno: errno, act: "open the folder", path: path(folder))
    }
    var entries: [StoredEntry] = []
    try forEachName(inOpen: number, shown: path(folder)) { name in
      var about = stat()
      guard name.withCString({ fstatat(number, $0, &about, AT_SYMLINK_NOFOLLOW) }) == 0 else { return }
      let kind: StoredEntry.Kind =
        switch about.st_mode & S_IFMT {
        case S_IFREG: .file
        case S_IFDIR: .folder
        default: .other
        }
      entries.append(
        StoredEntry(
          path: folder.bytes.isEmpty ? name : folder.appending(name), kind: kind,
          mode: about.st_mode & 0o7777, size: Int64(about.st_size), owner: about.st_uid,
          linkCount: Int(about.st_nlink)))
    }
    return entries.sorted { $0.path.bytes.precedes($1.path.bytes) }
  }

  /// One entry; nil where there is none.
  package func entry(_ relative: BytePath) throws(Failure) -> StoredEntry? {
    try entries(in: relative.folder).first { $0.path == relative }
  }

  /// Calls `body` with everything below a folder, folders before what is in them. Links are entries and are not
  /// followed.
  package func walk(
    _ folder: BytePath, _ body: (StoredEntry) throws(Failure) -> Void
  ) throws(Failure) {
    for entry in try entries(in: folder) {
      try body(entry)
      if entry.kind == .folder { try walk(entry.path, body) }
    }
  }

  /// The SHA-256 and size of a file below the root.
  ///
  /// - Parameter fromDisk: asks the kernel to forget what it has in memory of the file, so that the disk is read.
  ///   Pages that were never written back stay.
  package func hash(
    _ relative: BytePath, fromDisk: Bool = true
  ) throws(Failure) -> (digest: SHA256Digest, size: Int64) {
    let file = try open(relative)
    if fromDisk { _ = posix_fadvise(file.number, 0, 0, POSIX_FADV_DONTNEED) }
    return try sha256(of: file)
  }

  /// Moves a file within the catalog folder, never over another, durable in both folders.
  ///
  /// - Returns: false where the new name is taken.
  package func move(_ from: BytePath, to: BytePath) throws(Failure) -> Bool {
    let source = try openFolder(from.folder.orDot)
    let target = try openOrMakeFolder(to.folder.orDot)
    guard
      try rename(from.name, in: source, to: to.name, in: target, replacing: .never, shown: path(to))
    else { return false }
    try target.sync()
    try source.sync()
    return true
  }

  /// Sets the mode of an entry that is no link.
  package func setMode(_ relative: BytePath, _ mode: UInt32) throws(Failure) {
    // fchmodat follows links; a link is refused by opening without following.
    let number = resolve(relative, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    if number >= 0 {
      let file = FileDescriptor(owning: number, path: path(relative))
      return try file.setMode(mode)
    }
    // Without the right to read it cannot be opened, and its owner may change the mode all the same.
    var about = stat()
    guard relative.withCString({ fstatat(descriptor.number, $0, &about, AT_SYMLINK_NOFOLLOW) }) == 0,
      about.st_mode & S_IFMT != S_IFLNK,
      relative.withCString({ fchmodat(descriptor.number, $0, mode, 0) }) == 0
    else { throw failure(errno: errno, act: "set the mode of", path: path(relative)) }
  }

  /// Deletes a file below `trash` for good. The only deletion of what may be an original.
  package func deleteFromTrash(_ relative: BytePath) throws(Failure) {
    precondition(relative.components.first == "trash", "only what is in the trash is ever deleted")
    guard relative.withCString({ unlinkat(descriptor.number, $0, 0) }) == 0 || errno == ENOENT else {
      throw failure(errno: errno, act: "remove", path: path(relative))
    }
    try openFolder(relative.folder).sync()
  }

  /// Removes an empty folder below `trash`; one that is not empty stays.
  package func removeEmptyTrashFolder(_ relative: BytePath) {
    precondition(relative.components.first == "trash", "only folders of the trash are removed")
    _ = relative.withCString { unlinkat(descriptor.number, $0, AT_REMOVEDIR) }
  }

  // MARK: Between two catalog folders

  /// How a file came into another catalog folder.
  package enum Transfer: Sendable, Hashable {
    case cloned, copied, linked
  }

  /// Copies a file of another catalog folder to the same place here: shared extents where the file system can,
  /// else block by block. Durable, never over another file.
  ///
  /// - Parameter mode: access mode of the copy.
  /// - Returns: the digest of the bytes copied, or nil where the name is taken.
  package func copy(
    _ relative: BytePath, from other: CatalogFolder, mode: UInt32
  ) throws(Failure) -> (digest: SHA256Digest, size: Int64, transfer: Transfer)? {
    let source = try other.open(relative)
    let folder = try openOrMakeFolder(relative.folder.orDot)
    let (name, number) = try createTemporary(in: folder, mode: mode | 0o200, shown: path(relative))
    let target = FileDescriptor(owning: number, path: path(relative))
    do throws(Failure) {
      var transfer = Transfer.copied
      let digest: SHA256Digest
      let size: Int64
      if clinux_ficlone(target.number, source.number) == 0 {
        transfer = .cloned
        (digest, size) = try sha256(of: target)
      } else {
        var hasher = SHA256Hasher()
        var block = [UInt8](repeating: 0, count: copyBlock)
        var total: Int64 = 0
        while true {
          let count = try source.read(into: &block)
          if count == 0 { break }
          hasher.update(block[..<count])
          try target.write(block[..<count])
          total += Int64(count)
        }
        digest = hasher.finish()
        size = total
      }
      try target.setMode(mode)
      try target.sync()
      guard
        try rename(
          name, in: folder, to: relative.name, in: folder, replacing: .never, shown: path(relative))
      else {
        _ = name.withCString { unlinkat(folder.number, $0, 0) }
        return nil
      }
      return (digest, size, transfer)
    } catch {
      _ = name.withCString { unlinkat(folder.number, $0, 0) }
      throw error
    }
  }

  /// Gives a file of another catalog folder on the same file system a second name here.
  ///
  /// - Returns: false where that cannot be (another file system, too many links): copy it then.
  package func link(_ relative: BytePath, from other: CatalogFolder) throws(Failure) -> Bool {
    let folder = try openOrMakeFolder(relative.folder.orDot)
    let source = other.descriptor.number
    return relative.withCString { old in
      relative.name.withCString { new in linkat(source, old, folder.number, new, 0) }
    } == 0
  }

  /// Makes all names below a folder durable: after many copies into it.
  package func syncFolders(below folder: BytePath) throws(Failure) {
    try openFolder(folder.orDot).sync()
    for entry in try entries(in: folder) where entry.kind == .folder { try syncFolders(below: entry.path) }
  }
}

// MARK: Exports

extension CatalogFolder {
  /// Removes a file of an old or unfinished export; one that is not there is no error.
  package func removeExportFile(_ relative: BytePath) throws(Failure) {
    precondition(relative.components.first == "exports", "only exports are removed")
    guard relative.withCString({ unlinkat(descriptor.number, $0, 0) }) == 0 || errno == ENOENT else {
      throw failure(errno: errno, act: "remove", path: path(relative))
    }
  }

  package func removeExportFolder(_ relative: BytePath) throws(Failure) {
    precondition(relative.components.first == "exports", "only exports are removed")
    guard relative.withCString({ unlinkat(descriptor.number, $0, AT_REMOVEDIR) }) == 0 || errno == ENOENT
    else {
      throw failure(errno: errno, act: "remove", path: path(relative))
    }
  }
}

// MARK: Whole folders

extension CatalogFolder {
  /// A new catalog folder in the making, under a name that is not its last one.
  ///
  /// - Parameter replacing: removes the rest of an earlier attempt of that name first: the folder is ours alone.
  package static func makeDraft(at place: BytePath, replacing: Bool) throws(Failure) -> CatalogFolder {
    if replacing { try removeDraft(place) }
    try makeFolder(place.parentOrRoot)
    guard place.withCString({ mkdir($0, 0o700) }) == 0 else { throw creationFailure(errno, place) }
    let folder = CatalogFolder(root: place, descriptor: try FileDescriptor.folder(place), wasCreated: true)
    try folder.fill()
    return folder
  }

  /// Removes a draft with all that is in it.
  private static func removeDraft(_ place: BytePath) throws(Failure) {
    var about = stat()
    guard place.withCString({ lstat($0, &about) }) == 0 else { return }
    precondition(place.name.bytes.first == 0x2E, "only unfinished folders are removed")
    let draft = CatalogFolder(root: place, descriptor: try FileDescriptor.folder(place), wasCreated: false)
    try draft.removeAll(in: "")
    guard place.withCString({ rmdir($0) }) == 0 else {
      throw failure(errno: errno, act: "remove", path: place)
    }
  }

  private func removeAll(in folder: BytePath) throws(Failure) {
    for entry in try entries(in: folder) {
      if entry.kind == .folder { try removeAll(in: entry.path) }
      let flag = entry.kind == .folder ? AT_REMOVEDIR : 0
      guard entry.path.withCString({ unlinkat(descriptor.number, $0, flag) }) == 0 else {
        throw failure(errno: errno, act: "remove", path: path(entry.path))
      }
    }
  }

  /// Gives a finished draft its last name, durably.
  ///
  /// - Returns: false where something other than an empty folder has that name.
  package func takeName(_ final: BytePath) throws(Failure) -> Bool {
    let parent = try FileDescriptor.folder(root.parentOrRoot)
    // rename(2) itself replaces an empty folder and nothing else.
    let answer = root.withCString { old in final.withCString { new in Glibc.rename(old, new) } }
    guard answer == 0 else {
      if [EEXIST, ENOTEMPTY, ENOTDIR].contains(errno) { return false }
      throw failure(errno: errno, act: "rename to", path: final)
    }
    try parent.sync()
    return true
  }

  /// Moves a file to `quarantine`, keeping its path below that.
  package func quarantine(_ relative: BytePath) throws(Failure) {
    _ = try move(relative, to: BytePath("quarantine").appending(relative))
  }

  /// Makes what is missing of the layout.
  package func completeLayout() throws(Failure) {
    for name in CatalogFolder.folders { _ = try openOrMakeFolder(BytePath(name)) }
    try makeFanOut()
    if !contains(CatalogFolder.recoveryName) {
      try publish(Array(recoveryText.utf8), at: CatalogFolder.recoveryName)
    }
  }
}

/// The names of the folders in a folder.
package func folderNames(in path: BytePath) throws(Failure) -> [BytePath] {
  let folder = CatalogFolder(root: path, descriptor: try FileDescriptor.folder(path), wasCreated: false)
  return try folder.entries(in: "").filter { $0.kind == .folder }.map(\.path)
}
