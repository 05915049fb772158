import CLinux
import Glibc
public import PossessionsCore

extension CatalogFolder {
  /// The paths of all originals that are there, relative to the catalog folder, without looking into any file.
  public func originalsOnDisk() throws(Failure) -> Set<BytePath> {
    var paths: Set<BytePath> = []
    for folder in try entryNames(of: "originals") {
      let relative = BytePath("originals").appending(folder)
      for name in try entryNames(of: relative) { paths.insert(relative.appending(name)) }
    }
    return paths
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
