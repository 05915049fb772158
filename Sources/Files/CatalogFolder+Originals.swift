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
