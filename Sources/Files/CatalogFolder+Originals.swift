import CLinux
import Glibc
public import PossessionsCore

extension CatalogFolder {
  /// The paths of all originals that are there, relative to the catalog folder, without looking into any file.
  public func originalsOnDisk() throws(Failure) -> Set<BytePath> {
    var paths: Set<BytePath> = []
    try collectFiles(below: "originals", levels: 1, into: &paths)
    return paths
  }

  /// The same of all renditions: reading a folder answers for all files in it.
  public func renditionsOnDisk() throws(Failure) -> Set<BytePath> {
    var paths: Set<BytePath> = []
    try collectFiles(below: "renditions", levels: 2, into: &paths)
    return paths
  }

  /// - Parameter levels: how many folders stand one in another between the folder and the files.
  private func collectFiles(
    below folder: BytePath, levels: Int, into paths: inout Set<BytePath>
  ) throws(Failure) {
    for name in try entryNames(of: folder) {
      let path = folder.appending(name)
      if levels == 0 {
        paths.insert(path)
      } else {
        try collectFiles(below: path, levels: levels - 1, into: &paths)
      }
    }
  }

  /// Whether a folder is there that says it is a catalog folder, of whatever version.
  public static func isPresent(at path: BytePath) -> Bool {
    path.absolute.appending(formatName).withCString { access($0, F_OK) } == 0
  }

  /// Names in a folder below the root, in no order; none where it is no folder.
  private func entryNames(of folder: BytePath) throws(Failure) -> [BytePath] {
    let number = resolve(folder, flags: O_RDONLY | O_DIRECTORY)
    guard number >= 0 else {
      if errno == ENOTDIR || errno == ENOENT { return [] }
      throw failure(errno: errno, act: "open the folder", path: path(folder))
    }
    var names: [BytePath] = []
    try forEachName(inOpen: number, shown: path(folder)) { names.append($0) }
    return names
  }
}

// MARK: Folders as they stand

extension CatalogFolder {
  /// SHA-256 over the names and stamps of all folders that hold originals, renditions and exports. The kernel stamps a
  /// folder anew whenever a name in it comes, goes or is replaced, so equal digests mean the same names: a few hundred
  /// calls instead of reading every name.
  ///
  /// - Returns: nil where a folder was changed so lately that one more change could leave the same stamp.
  public func folderDigest() throws(Failure) -> SHA256Digest? {
    var text: [UInt8] = []
    var newest: Int64 = 0
    func add(_ folder: BytePath, levels: Int) throws(Failure) {
      let number = resolve(folder, flags: O_RDONLY | O_DIRECTORY)
      guard number >= 0 else {
        if errno == ENOTDIR || errno == ENOENT {
          text += folder.bytes + [0]
          return
        }
        throw failure(errno: errno, act: "open the folder", path: path(folder))
      }
      let opened = FileDescriptor(owning: number, path: path(folder))
      let stamp = try opened.stamp()
      newest = max(newest, stamp.modified, stamp.changed)
      text += folder.bytes + [0]
      text += Array("\(stamp.modified) \(stamp.changed) \(stamp.inode)\n".utf8)
      guard levels > 0 else { return }
      for name in try entryNames(of: folder).sorted() { try add(folder.appending(name), levels: levels - 1) }
    }
    try add("originals", levels: 1)
    try add("renditions", levels: 2)
    try add("exports", levels: 0)
    return newest < FileStamp.settled() ? sha256(of: text) : nil
  }
}
