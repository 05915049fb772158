// The folder around the catalog: its layout, and where each file of it lies. The layout is a format
// (docs/catalog.md): it is added to, never changed.
import CLinux
import Glibc
public import PossessionsCore

/// An open catalog folder. It holds a descriptor of its root, so that a mount that vanishes or a folder that is
/// swapped under its name cannot make one run write into two places.
///
/// Opened by `CatalogFolder.open` (see `CatalogFolder+Opening.swift`).
public final class CatalogFolder: Sendable {
  /// Absolute.
  public let root: BytePath
  /// Whether this call made it.
  public let wasCreated: Bool
  let descriptor: FileDescriptor

  init(root: BytePath, descriptor: consuming FileDescriptor, wasCreated: Bool) {
    self.root = root
    self.descriptor = descriptor
    self.wasCreated = wasCreated
  }

  /// The version of the layout that this program writes and reads.
  public static let formatVersion = 1
  static let formatName = BytePath("FORMAT")
  static let lockName = BytePath("LOCK")
  static let recoveryName = BytePath("RECOVERY.txt")
  /// The owner's own files beside the catalog: they are only read, and every backup has them.
  package static let ownersFiles: [BytePath] = ["settings.json", "policy.json", "life-table.csv"]
  package static let folderNames = Set(folders.map { BytePath($0) })
  static let folders = [
    "originals", "renditions", "reports", "exports", "runs", "staging", "trash", "quarantine",
  ]

  /// A path below the root, as an absolute one.
  public func path(_ relative: BytePath) -> BytePath { root.appending(relative) }

  public var catalogPath: BytePath { path("catalog.sqlite") }
  public var reportsPath: BytePath { path("reports") }

  /// `originals/ab/KEY.ext`, relative to the root.
  ///
  /// - Parameter fileExtension: by content: `MediaType.fileExtension`.
  public static func originalPath(_ key: ImageKey, fileExtension: String) -> BytePath {
    BytePath("originals/\(key.fanOut)/\(key.text).\(fileExtension)")
  }

  /// `renditions/NAME/ab/KEY.ext`, or `KEY-DIGEST8.ext` where there is a recipe; relative to the root.
  ///
  /// - Parameter recipeDigest: empty without a recipe, else 64 digits of which the first 8 are in the name.
  public static func renditionPath(
    _ definition: RenditionDefinition, key: ImageKey, recipeDigest: String
  ) -> BytePath {
    let edited = recipeDigest.isEmpty ? "" : "-" + recipeDigest.prefix(8)
    return BytePath(
      "renditions/\(definition.name)/\(key.fanOut)/\(key.text)\(edited).\(definition.format.fileExtension)")
  }

  /// Opens a file below the root for reading. Nothing in the catalog folder is a link, and none is followed.
  public func open(_ relative: BytePath) throws(Failure) -> FileDescriptor {
    let number = resolve(relative, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
    guard number >= 0 else { throw failure(errno: errno, act: "open", path: path(relative)) }
    return try FileDescriptor(owning: number, path: path(relative)).requiringRegular()
  }

  /// Whether something is there under the name.
  public func contains(_ relative: BytePath) -> Bool {
    var about = stat()
    return relative.withCString { fstatat(descriptor.number, $0, &about, AT_SYMLINK_NOFOLLOW) } == 0
  }

  /// The size in bytes of a file below the root; nil where there is none.
  public func size(of relative: BytePath) -> Int64? {
    var about = stat()
    guard relative.withCString({ fstatat(descriptor.number, $0, &about, AT_SYMLINK_NOFOLLOW) }) == 0,
      about.st_mode & S_IFMT == S_IFREG
    else { return nil }
    return Int64(about.st_size)
  }

  func resolve(_ relative: BytePath, flags: Int32) -> Int32 {
    relative.withCString { name in
      Int32(
        retryingInterrupted {
          Int(
            clinux_openat2(
              descriptor.number, name, flags | O_CLOEXEC, 0,
              CLINUX_RESOLVE_BENEATH | CLINUX_RESOLVE_NO_SYMLINKS | CLINUX_RESOLVE_NO_MAGICLINKS))
        })
    }
  }

  func openFolder(_ relative: BytePath) throws(Failure) -> FileDescriptor {
    let number = resolve(relative, flags: O_RDONLY | O_DIRECTORY)
    guard number >= 0 else {
      throw failure(errno: errno, act: "open the folder", path: path(relative))
    }
    return FileDescriptor(owning: number, path: path(relative))
  }

  /// Opens a folder below the root; one that is missing is made (0700), with its parents, each durable in its own.
  func openOrMakeFolder(_ relative: BytePath) throws(Failure) -> FileDescriptor {
    var unsynced: Set<BytePath> = []
    let folder = try openOrMakeFolder(relative, unsynced: &unsynced)
    try syncFolders(unsynced)
    return folder
  }

  /// The same, where making it durable is left to the caller.
  ///
  /// - Parameter unsynced: gets the folders in which a name is new.
  func openOrMakeFolder(
    _ relative: BytePath, unsynced: inout Set<BytePath>
  ) throws(Failure) -> FileDescriptor {
    let number = resolve(relative, flags: O_RDONLY | O_DIRECTORY)
    if number >= 0 { return FileDescriptor(owning: number, path: path(relative)) }
    guard errno == ENOENT else {
      throw failure(errno: errno, act: "open the folder", path: path(relative))
    }
    let folder = relative.folder.orDot
    let parent = try openOrMakeFolder(folder, unsynced: &unsynced)
    let made = relative.name.withCString { mkdirat(parent.number, $0, 0o700) }
    if made != 0, errno != EEXIST { throw creationFailure(errno, path(relative)) }
    let opened = try openFolder(relative)
    if made == 0 { try opened.setMode(0o700) }
    // Also where another process made it a moment ago: it may not have synced it yet.
    unsynced.insert(folder)
    return opened
  }

  /// Makes the names in folders below the root durable.
  func syncFolders(_ folders: Set<BytePath>) throws(Failure) {
    for folder in folders.sorted() { try openFolder(folder).sync() }
  }
}

// MARK: Files of the catalog folder

extension CatalogFolder {
  /// Removes a file that can be made again: one below `renditions` or `staging`, or a note in `runs`, but never a log. One
  /// that is not there is no error.
  public func removeDerived(_ relative: BytePath) throws(Failure) {
    let top = relative.components.first
    let isNote = top == "runs" && relative.lowercasedExtension == "json"
    precondition(top == "renditions" || top == "staging" || isNote, "only derived files are ever removed")
    guard relative.withCString({ unlinkat(descriptor.number, $0, 0) }) == 0 || errno == ENOENT else {
      throw failure(errno: errno, act: "remove", path: path(relative))
    }
  }

  /// The names of the logs in `runs`, in the order of bytes.
  public func runLogs() throws(Failure) -> [BytePath] {
    guard contains("runs") else { return [] }
    return try names(in: "runs").map(\.name).filter { $0.lowercasedExtension == "jsonl" }
  }

  /// The log of one run: `runs/RUN.jsonl`, one line for each acknowledged item. Lines are only added.
  public func runLog(_ run: String) throws(Failure) -> RunLog {
    try RunLog(self, run: run)
  }

  /// Removes what earlier runs left in `staging`, which nothing refers to.
  ///
  /// Only for the holder of the lock.
  /// - Parameter run: the folder that stays: that of the run now going on.
  /// - Returns: the number of unfinished files removed.
  @discardableResult
  public func cleanStaging(except run: String?) throws(Failure) -> Int {
    try removeContents(of: "staging", except: run.map { BytePath($0) })
  }

  private func removeContents(of folder: BytePath, except kept: BytePath?) throws(Failure) -> Int {
    var removed = 0
    for (name, mode) in try names(in: folder) where name != kept {
      let relative = folder.appending(name)
      let isFolder = mode & S_IFMT == S_IFDIR
      if isFolder { removed += try removeContents(of: relative, except: nil) }
      let gone = relative.withCString { unlinkat(descriptor.number, $0, isFolder ? AT_REMOVEDIR : 0) } == 0
      guard gone || errno == ENOENT else {
        throw failure(errno: errno, act: "remove", path: path(relative))
      }
      if !isFolder { removed += 1 }
    }
    return removed
  }

  /// The names in a folder below the root with their modes (lstat), ordered by bytes.
  func names(in folder: BytePath) throws(Failure) -> [(name: BytePath, mode: mode_t)] {
    let number = resolve(folder, flags: O_RDONLY | O_DIRECTORY)
    guard number >= 0 else { throw failure(errno: errno, act: "open the folder", path: path(folder)) }
    var names: [(name: BytePath, mode: mode_t)] = []
    try forEachName(inOpen: number, shown: path(folder)) { name in
      var about = stat()
      guard name.withCString({ fstatat(number, $0, &about, AT_SYMLINK_NOFOLLOW) }) == 0 else { return }
      names.append((name, about.st_mode))
    }
    return names.sorted { $0.name < $1.name }
  }
}

/// Appends lines to `runs/RUN.jsonl`. One owner, closed when the value goes.
public final class RunLog: Sendable {
  private let file: FileDescriptor

  fileprivate init(_ catalog: CatalogFolder, run: String) throws(Failure) {
    let relative = BytePath("runs/\(run).jsonl")
    let folder = try catalog.openOrMakeFolder("runs")
    let number = BytePath("\(run).jsonl").withCString {
      clinux_openat(folder.number, $0, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard number >= 0 else { throw creationFailure(errno, catalog.path(relative)) }
    file = FileDescriptor(owning: number, path: catalog.path(relative))
    try file.setMode(0o600)
  }

  /// Adds one line; its end is added.
  ///
  /// - Parameter line: JSON, so that it has no line break of its own.
  public func append(_ line: [UInt8]) throws(Failure) {
    precondition(!line.contains(0x0A), "a line of a run log is one line")
    try file.write(line + [0x0A])
  }

  /// Makes all lines durable: at the end of the run.
  public func sync() throws(Failure) {
    try file.sync()
  }
}

// MARK: The catalog file

extension CatalogFolder {
  /// Whether any original is in the store.
  public func hasOriginals() throws(Failure) -> Bool {
    for (name, mode) in try names(in: "originals") {
      guard mode & S_IFMT == S_IFDIR else { return true }
      if try !names(in: BytePath("originals").appending(name)).isEmpty { return true }
    }
    return false
  }

  /// Makes the names in the root durable. SQLite syncs the folder of its journal as well, but says nothing where
  /// that fails.
  public func syncRoot() throws(Failure) { try descriptor.sync() }

  /// An empty private file in `staging` for a catalog in the making.
  ///
  /// - Returns: its path relative to the root.
  public func draftCatalog() throws(Failure) -> BytePath {
    let folder = try openOrMakeFolder("staging")
    let (name, number) = try createTemporary(in: folder, mode: 0o600, shown: catalogPath)
    _ = Glibc.close(number)
    return BytePath("staging").appending(name)
  }

  /// Removes a draft and the journal beside it.
  public func dropDraft(_ draft: BytePath) {
    _ = draft.withCString { unlinkat(descriptor.number, $0, 0) }
    _ = BytePath(draft.bytes + Array("-journal".utf8)).withCString { unlinkat(descriptor.number, $0, 0) }
  }

  /// Makes a finished draft the catalog: durable, and only where there is none.
  public func adoptCatalog(_ draft: BytePath) throws(Failure) {
    try open(draft).sync()
    // The journal of a closed draft is empty; none may stand beside the new catalog under its name.
    _ = BytePath(draft.bytes + Array("-journal".utf8)).withCString { unlinkat(descriptor.number, $0, 0) }
    let staging = try openFolder(draft.folder)
    let isAdopted = try rename(
      draft.name, in: staging, to: "catalog.sqlite", in: descriptor, replacing: .never, shown: catalogPath)
    if !isAdopted { dropDraft(draft) }
    try descriptor.sync()
  }
}

extension BytePath {
  /// As a path to open below a folder: where it is empty, that folder itself.
  var orDot: BytePath { bytes.isEmpty ? "." : self }
}
