// Taking one original into the store, in the only legal order: copy while hashing, see that the source stood still,
// make the copy durable, derive the key, publish without replacing, make the folder durable. Whoever gets an
// answer from `publish` may commit a row that names the file.
import CLinux
import Glibc
public import PossessionsCore

/// The copy of a source in `staging`, complete, durable and read-only, but not yet under its key.
///
/// Where it is dropped without `publish`, the copy is removed.
public struct StagedOriginal: ~Copyable {
  /// The source as it was read: the same before and after.
  public let stamp: FileStamp
  public let sha256: SHA256Digest
  public let key: ImageKey
  /// Bytes.
  public let byteSize: Int64
  private let catalog: CatalogFolder
  private let part: BytePath
  private let file: FileDescriptor
  private var isPending = true

  fileprivate init(
    stamp: FileStamp, sha256: SHA256Digest, byteSize: Int64, catalog: CatalogFolder, part: BytePath,
    file: consuming FileDescriptor
  ) {
    self.stamp = stamp
    self.sha256 = sha256
    self.key = imageKey(of: sha256)
    self.byteSize = byteSize
    self.catalog = catalog
    self.part = part
    self.file = file
  }

  deinit {
    if isPending { _ = part.withCString { unlinkat(catalog.descriptor.number, $0, 0) } }
  }

  /// The first bytes of the copy, for finding out what it is: the copy cannot change any more.
  public func head(_ count: Int) throws(Failure) -> [UInt8] { try file.head(count) }

  /// Publishes the copy under its key, or finds that the store has these bytes already, under any extension.
  ///
  /// - Parameter fileExtension: by content: `MediaType.fileExtension`.
  /// - Returns: the original's path relative to the catalog folder, durable; and whether this call put it there.
  /// - Throws: `damage` where a file of this key has other bytes: nothing is replaced.
  public consuming func publish(
    fileExtension: String
  ) throws(Failure) -> (original: BytePath, outcome: StoredResult.Outcome) {
    let target = CatalogFolder.originalPath(key, fileExtension: fileExtension)
    let folder = try catalog.openOrMakeFolder(target.folder)
    if let present = try catalog.original(of: key) {
      try catalog.requireSame(present, sha256: sha256, byteSize: byteSize)
      return (present, .present)
    }
    let staging = try catalog.openFolder(part.folder)
    let isPublished = try rename(
      part.name, in: staging, to: target.name, in: folder, replacing: .never, shown: catalog.path(target))
    guard isPublished else {
      // Another worker took in equal bytes a moment ago.
      try catalog.requireSame(target, sha256: sha256, byteSize: byteSize)
      return (target, .present)
    }
    isPending = false
    try folder.sync()
    return (target, .stored)
  }
}

/// What reading a source for the store gave.
public enum Staging: ~Copyable {
  case staged(StagedOriginal)
  /// It changed each time while it was read; nothing is stored.
  case unstable
  /// It has no bytes; nothing is stored.
  case empty
  /// It could be opened but not read; nothing is stored. The store itself is well.
  case unreadable(Failure)
}

extension CatalogFolder {
  /// Copies a source into `staging/RUN`, hashing what is copied.
  ///
  /// A source that changes while it is read is tried again, three times in all.
  /// - Parameters:
  ///   - run: names the folder below `staging`.
  ///   - attempt: opens the source anew; called once for each try.
  public func stage(
    run: String, opening attempt: () throws(Failure) -> FileDescriptor
  ) throws(Failure) -> Staging {
    for _ in 0..<3 {
      let source = try attempt()
      let before = try source.stamp()
      if before.size == 0 { return .empty }
      let (part, number) = try createPart(run: run)
      let file = FileDescriptor(owning: number, path: path(part))
      do throws(Failure) {
        let copied = try copy(source, to: file)
        if case .sourceFailed(let failure) = copied {
          _ = part.withCString { unlinkat(descriptor.number, $0, 0) }
          return .unreadable(failure)
        }
        guard case .done(let digest, let size) = copied, size == before.size, try source.stamp() == before
        else {
          _ = part.withCString { unlinkat(descriptor.number, $0, 0) }
          continue
        }
        try file.setMode(0o400)
        try file.sync()
        return .staged(
          StagedOriginal(
            stamp: before, sha256: digest, byteSize: size, catalog: self, part: part, file: file))
      } catch {
        _ = part.withCString { unlinkat(descriptor.number, $0, 0) }
        throw error
      }
    }
    return .unstable
  }

  private func createPart(run: String) throws(Failure) -> (BytePath, Int32) {
    let folder = BytePath("staging").appending(BytePath(run))
    let opened = try openOrMakeFolder(folder)
    let (name, number) = try createTemporary(in: opened, mode: 0o600, shown: path(folder))
    return (folder.appending(name), number)
  }

  private enum Copying {
    case done(SHA256Digest, Int64)
    case sourceFailed(Failure)
  }

  /// Copies and hashes: shares the extents where the file system can and hashes the clone, else block by block.
  private func copy(
    _ source: borrowing FileDescriptor, to target: borrowing FileDescriptor
  ) throws(Failure) -> Copying {
    if clinux_ficlone(target.number, source.number) == 0 {
      let (digest, size) = try Files.sha256(of: target)
      return .done(digest, size)
    }
    var hasher = SHA256Hasher()
    var block = [UInt8](repeating: 0, count: copyBlock)
    var size: Int64 = 0
    var underWay: Int64 = 0
    while true {
      let count: Int
      do throws(Failure) {
        count = try source.read(into: &block)
      } catch {
        return .sourceFailed(error)
      }
      if count == 0 { return .done(hasher.finish(), size) }
      hasher.update(block[..<count])
      try target.write(block[..<count])
      size += Int64(count)
      // The disk works while the rest is read and hashed, so that the sync at the end has little left to wait for.
      if size - underWay >= 1 << 20 {
        try target.startWriteback()
        underWay = size
      }
    }
  }

  /// The file of a key in `originals`, under whatever extension; nil where there is none.
  public func original(of key: ImageKey) throws(Failure) -> BytePath? {
    // The usual extensions are asked for by name; only then is the folder read.
    for type in MediaType.allCases {
      let path = CatalogFolder.originalPath(key, fileExtension: type.fileExtension)
      if contains(path) { return path }
    }
    let folder = BytePath("originals/\(key.fanOut)")
    let prefix = Array(key.text.utf8) + [0x2E]
    return try names(in: folder).first { $0.name.bytes.starts(with: prefix) }
      .map { folder.appending($0.name) }
  }

  /// Sees that an original that is there has these bytes, and makes it durable: it may be the rest of a crash.
  func requireSame(_ original: BytePath, sha256 expected: SHA256Digest, byteSize: Int64) throws(Failure) {
    let file = try open(original)
    let (digest, size) = try Files.sha256(of: file)
    guard digest == expected, size == byteSize else {
      throw Failure(
        .damage, subject: path(original).description,
        message: "this original is damaged: its bytes are not those of its key",
        remedy: "run repair, which sets it aside, then import again: the photo at hand has the right bytes")
    }
    try file.sync()
    try openFolder(original.folder).sync()
  }
}

/// Hashes a source that is not stored, for a plan.
///
/// - Parameter attempt: opens the source anew; called once for each of at most three tries.
/// - Returns: nil where it changed each time while it was read.
public func examine(
  opening attempt: () throws(Failure) -> FileDescriptor
) throws(Failure) -> (stamp: FileStamp, sha256: SHA256Digest, key: ImageKey, byteSize: Int64)? {
  for _ in 0..<3 {
    let source = try attempt()
    let before = try source.stamp()
    let (digest, size) = try sha256(of: source)
    let after = try source.stamp()
    if after == before, size == before.size { return (before, digest, imageKey(of: digest), size) }
  }
  return nil
}
