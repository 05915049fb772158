import Glibc
public import PossessionsCore

extension CatalogFolder {
  /// Writes a whole file below the root durably, mode 0600 (a report, an export, a note).
  ///
  /// The folders on the way are made where they are missing.
  public func publish(_ bytes: some Sequence<UInt8>, at relative: BytePath) throws(Failure) {
    try publish([(Array(bytes), relative)])
  }

  /// Writes several files, such as all renditions of a picture: each whole, and all durable when the call returns.
  ///
  /// All are written before the first is synced, and all renamed before the first folder is, so that a journal that
  /// commits for one of them commits for all.
  /// - Throws: where one fails; those that have their names already stay, whole, and may not be durable.
  public func publish(_ files: [(bytes: [UInt8], path: BytePath)]) throws(Failure) {
    var parts: [Part] = []
    var unsynced: Set<BytePath> = []
    for (bytes, relative) in files {
      let folder = relative.folder.orDot
      let opened = try openOrMakeFolder(folder, unsynced: &unsynced)
      unsynced.insert(folder)
      let part = try Part(relative, shown: path(relative), folder: opened)
      parts.append(part)
      try part.write(bytes)
    }
    for part in parts { try part.sync() }
    for part in parts { try part.takeName() }
    try syncFolders(unsynced)
  }

  /// A file in the making beside its final name. Where it is dropped without that name, it is removed.
  private final class Part {
    let folder: FileDescriptor
    let file: FileDescriptor
    let temporaryName: BytePath
    let relative: BytePath
    let shown: BytePath
    var isPending = true

    init(_ relative: BytePath, shown: BytePath, folder: consuming FileDescriptor) throws(Failure) {
      let (name, number) = try createTemporary(in: folder, mode: 0o600, shown: shown)
      self.folder = folder
      file = FileDescriptor(owning: number, path: shown)
      temporaryName = name
      self.relative = relative
      self.shown = shown
    }

    deinit {
      if isPending { _ = temporaryName.withCString { unlinkat(folder.number, $0, 0) } }
    }

    /// Writes, and lets the kernel begin to put it on the disk.
    func write(_ bytes: [UInt8]) throws(Failure) {
      try file.write(bytes)
      try file.startWriteback()
    }

    func sync() throws(Failure) { try file.sync() }

    func takeName() throws(Failure) {
      _ = try rename(
        temporaryName, in: folder, to: relative.name, in: folder, replacing: .atomically, shown: shown)
      isPending = false
    }
  }
}
