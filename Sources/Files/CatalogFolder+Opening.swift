// Finding out whether a folder is a catalog folder that this program may use, and making a new one.
// When in doubt it refuses: an empty mount point must never become an empty catalog.
import CLinux
import Glibc
public import PossessionsCore

extension CatalogFolder {
  /// What to do where there is no catalog folder yet.
  public enum Creation: Sendable, Hashable {
    /// Make one where no folder exists; a folder without FORMAT is refused.
    case whereAbsent
    /// `--create`: also in an existing empty folder.
    case alsoInExisting
    /// `--existing`, and every command that only reads.
    case never
  }

  /// What the folder is opened for.
  public enum Purpose: Sendable, Hashable {
    case reading
    case writing
    /// By a worker that publishes files and does not touch the catalog: the store may be on a shared file system.
    case publishing
  }

  /// Opens a catalog folder, or makes it.
  ///
  /// - Parameters:
  ///   - path: as typed.
  ///   - allowsUnsafe: goes on where the file system is known not to keep a catalog safe.
  /// - Throws: `wrongCatalog` where it is none, of a newer layout, or on an unsafe file system; `permission`
  ///   where it cannot be read or others may write it; `cannotCreate`, `inputOutput`.
  public static func open(
    _ path: BytePath, for purpose: Purpose, creation: Creation = .never, allowsUnsafe: Bool = false
  ) throws(Failure) -> CatalogFolder {
    let root = trimmed(path.absolute)
    var wasCreated = false
    var descriptor = try existing(root)
    if descriptor == nil {
      guard creation != .never else {
        throw Failure(
          .wrongCatalog, subject: path.description, message: "there is no catalog folder",
          remedy: "check the name and whether its disk is mounted, or make one with import")
      }
      if !allowsUnsafe { try requireSafeFileSystem(of: root.parentOrRoot, shown: path) }
      wasCreated = try create(root)
      descriptor = try existing(root)
    }
    guard let found = descriptor.take() else {
      throw Failure(
        .wrongCatalog, subject: path.description, message: "the catalog folder vanished while it was made",
        remedy: "see whether something else removes it, and run again")
    }
    if !allowsUnsafe, purpose != .publishing { try requireSafeFileSystem(of: root, shown: path) }
    try requirePrivate(found, for: purpose, shown: path)
    let folder = CatalogFolder(root: root, descriptor: found, wasCreated: wasCreated)
    if !folder.contains(formatName), creation == .alsoInExisting {
      try folder.requireEmpty(shown: path)
      try folder.fill()
      return CatalogFolder(root: root, descriptor: try FileDescriptor.folder(root), wasCreated: true)
    }
    try folder.requireFormat(shown: path)
    return folder
  }

  /// Without trailing slashes.
  private static func trimmed(_ path: BytePath) -> BytePath {
    var bytes = path.bytes
    while bytes.count > 1, bytes.last == 0x2F { bytes.removeLast() }
    return BytePath(bytes)
  }

  private static func existing(_ root: BytePath) throws(Failure) -> FileDescriptor? {
    let number = root.withCString { clinux_openat(AT_FDCWD, $0, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) }
    if number >= 0 { return FileDescriptor(owning: number, path: root) }
    switch errno {
    case ENOENT: return nil
    case ENOTDIR:
      throw Failure(
        .wrongCatalog, subject: root.description, message: "this is a file, not a catalog folder",
        remedy: "name the catalog's folder with --catalog")
    default: throw failure(errno: errno, act: "open the catalog folder", path: root)
    }
  }

  /// Refuses a folder that strangers may change.
  private static func requirePrivate(
    _ folder: borrowing FileDescriptor, for purpose: Purpose, shown: BytePath
  ) throws(Failure) {
    let about = try folder.status()
    if about.st_mode & S_IWOTH != 0 {
      throw Failure(
        .permission, subject: shown.description, message: "everybody may write in this catalog folder",
        remedy: "take that away (chmod o-w) and check with verify that nothing was changed")
    }
    let user = geteuid()
    if purpose != .reading, about.st_uid != user, user != 0 {
      throw Failure(
        .permission, subject: shown.description,
        message: "this catalog folder belongs to another user (\(about.st_uid))",
        remedy: "run as that user")
    }
  }

  /// Refuses what is no catalog folder of this layout.
  private func requireFormat(shown: BytePath) throws(Failure) {
    let text: String
    do throws(Failure) {
      let file = try open(CatalogFolder.formatName)
      text = String(decoding: try file.readToEnd(limit: 65_536), as: UTF8.self)
    } catch {
      guard error.kind == .inputMissing else { throw error }
      throw Failure(
        .wrongCatalog, subject: shown.description,
        message: "this folder is not a catalog folder: it has no FORMAT",
        remedy: "check the name and whether its disk is mounted; --create makes a catalog in an empty folder")
    }
    let lines = text.split(separator: "\n")
    guard lines.first == "possessions catalog folder", lines.count > 1,
      lines[1].hasPrefix("format "), let version = Int(lines[1].dropFirst("format ".count))
    else {
      throw Failure(
        .wrongCatalog, subject: shown.description, message: "its FORMAT is not one of a catalog folder",
        remedy: "check the name, or restore FORMAT from a backup")
    }
    guard version <= CatalogFolder.formatVersion else {
      throw Failure(
        .wrongCatalog, subject: shown.description,
        message:
          "its layout has version \(version), and this program knows up to \(CatalogFolder.formatVersion)",
        remedy: "use a newer version of possessions")
    }
  }

  private func requireEmpty(shown: BytePath) throws(Failure) {
    // What an interrupted attempt of ours left counts as empty; so does a fresh disk's lost+found.
    let ours = Set(
      (CatalogFolder.folders + ["LOCK", "RECOVERY.txt", "lost+found"]).map { BytePath($0) })
    let others = try names(in: ".").map(\.name).filter { name in
      !ours.contains(name) && !(name.bytes.first == 0x2E && name.lowercasedExtension == "part")
    }
    guard let first = others.first else { return }
    throw Failure(
      .wrongCatalog, subject: shown.description,
      message: "the folder is not empty (it has \(first)), so no catalog is made in it",
      remedy: "name a folder that is empty or does not exist")
  }

  // MARK: Making one

  /// Makes a catalog folder under another name and renames it, so that FORMAT is there from its first moment.
  ///
  /// - Returns: false where another process was faster.
  private static func create(_ root: BytePath) throws(Failure) -> Bool {
    let parent = root.parentOrRoot
    try makeFolder(parent)
    let parentDescriptor = try FileDescriptor.folder(parent)
    // One process at a time sweeps and makes, else one would sweep away what another has just begun.
    waitForTurn(in: parentDescriptor)
    if try existing(root) != nil { return false }
    let prefix = Array(".".utf8) + root.name.bytes + Array(".making-".utf8)
    sweepUnfinished(parent, prefix: prefix)
    let temporary = try makeUnfinished(in: parentDescriptor, prefix: prefix, shown: root)
    let place = parent.appending(temporary)
    do throws(Failure) {
      let folder = CatalogFolder(root: place, descriptor: try FileDescriptor.folder(place), wasCreated: true)
      try folder.fill()
      if try rename(
        temporary, in: parentDescriptor, to: root.name, in: parentDescriptor, replacing: .never, shown: root)
      {
        try parentDescriptor.sync()
        return true
      }
      removeUnfinished(place)
      return false
    } catch {
      removeUnfinished(place)
      throw error
    }
  }

  /// Locks the folder in which a catalog folder is to be made, until the descriptor goes. Where that is not possible,
  /// as on some network file systems, or takes longer than making one ever does, it goes on without.
  private static func waitForTurn(in parent: borrowing FileDescriptor) {
    let started = monotonicSeconds()
    while flock(parent.number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR,
      monotonicSeconds() - started < 30
    {
      usleep(20_000)
    }
  }

  /// A new folder beside the place of the catalog folder, under a name that nobody else has.
  private static func makeUnfinished(
    in parent: borrowing FileDescriptor, prefix: [UInt8], shown: BytePath
  ) throws(Failure) -> BytePath {
    for attempt in 0..<1_000 {
      let name = BytePath(prefix + Array("\(getpid())-\(attempt)".utf8))
      if name.withCString({ mkdirat(parent.number, $0, 0o700) }) == 0 { return name }
      guard errno == EEXIST else { throw creationFailure(errno, shown) }
    }
    throw Failure(
      .cannotCreate, subject: shown.description, message: "its folder is full of unfinished catalog folders",
      remedy: "remove the folders whose names have .making- in them")
  }

  /// Writes everything that an empty catalog folder has, FORMAT last.
  func fill() throws(Failure) {
    try descriptor.setMode(0o700)
    let lock = CatalogFolder.lockName.withCString {
      clinux_openat(descriptor.number, $0, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    }
    guard lock >= 0 else { throw creationFailure(errno, path(CatalogFolder.lockName)) }
    let lockFile = FileDescriptor(owning: lock, path: path(CatalogFolder.lockName))
    // Held while the folder is made: a sweep for the rests of killed runs leaves it alone.
    _ = flock(lockFile.number, LOCK_EX | LOCK_NB)
    try lockFile.setMode(0o600)
    try lockFile.sync()
    for name in CatalogFolder.folders { try makeMissing(BytePath(name), in: descriptor) }
    try makeFanOut()
    try descriptor.sync()
    try publish(Array(recoveryText.utf8), at: CatalogFolder.recoveryName)
    try publish(Array(CatalogFolder.formatText.utf8), at: CatalogFolder.formatName)
  }

  /// Makes the 256 folders of `originals` that are missing, and makes them durable, so that publishing an original
  /// never depends on a folder that another process made a moment ago.
  ///
  /// Called by the holder of the lock before workers start.
  public func makeFanOut() throws(Failure) {
    let originals = try openOrMakeFolder("originals")
    var isChanged = false
    for number in 0..<256 {
      if try makeMissing(BytePath(hexadecimal([UInt8(number)])), in: originals) { isChanged = true }
    }
    if isChanged { try originals.sync() }
  }

  /// Makes a private folder where it is missing; the caller syncs the folder that it is in.
  ///
  /// - Returns: whether it was made now.
  @discardableResult
  private func makeMissing(
    _ name: BytePath, in parent: borrowing FileDescriptor
  ) throws(Failure) -> Bool {
    let number = parent.number
    if name.withCString({ mkdirat(number, $0, 0o700) }) != 0 {
      if errno == EEXIST { return false }
      throw creationFailure(errno, parent.path.appending(name))
    }
    // The umask may have taken rights away.
    guard name.withCString({ fchmodat(number, $0, 0o700, 0) }) == 0 else {
      throw failure(errno: errno, act: "set the mode of", path: parent.path.appending(name))
    }
    return true
  }

  static let formatText = """
    possessions catalog folder
    format \(formatVersion)
    keys UUID version 5 of the lower-case hexadecimal SHA-256 in name space b116ff0b-2ecd-50e0-94f2-31ffbc622611

    """

  /// Removes half-made folders of killed runs beside the place of the new one. Their LOCK is free.
  private static func sweepUnfinished(_ parent: BytePath, prefix: [UInt8]) {
    guard let names = try? namesInFolder(parent) else { return }
    for name in names where name.bytes.starts(with: prefix) {
      let place = parent.appending(name)
      let number = place.appending(lockName).withCString {
        clinux_openat(AT_FDCWD, $0, O_RDWR | O_CLOEXEC, 0)
      }
      guard number >= 0 else {
        // Not even a LOCK: it has nothing else in it, and rmdir removes nothing that has.
        _ = place.withCString { rmdir($0) }
        continue
      }
      if flock(number, LOCK_EX | LOCK_NB) == 0 { removeUnfinished(place) }
      _ = Glibc.close(number)
    }
  }

  /// Removes a half-made catalog folder: only the names that `fill` makes, and only empty sub-folders.
  private static func removeUnfinished(_ place: BytePath) {
    for number in 0..<256 {
      _ = place.appending("originals/\(hexadecimal([UInt8(number)]))").withCString { rmdir($0) }
    }
    for name in folders { _ = place.appending(name).withCString { rmdir($0) } }
    let files = (try? namesInFolder(place)) ?? []
    for name in files
    where [recoveryName, formatName, lockName].contains(name) || name.lowercasedExtension == "part" {
      _ = place.appending(name).withCString { unlink($0) }
    }
    _ = place.withCString { rmdir($0) }
  }
}

/// The names in a folder, in no order.
public func namesInFolder(_ path: BytePath) throws(Failure) -> [BytePath] {
  let folder = CatalogFolder(root: path, descriptor: try FileDescriptor.folder(path), wasCreated: false)
  return try folder.names(in: ".").map(\.name)
}
