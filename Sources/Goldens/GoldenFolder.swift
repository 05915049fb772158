import Files
import Glibc
public import PossessionsCore

/// A folder of golden cases: `CASE.json` and `CASE.png` for each, input pictures in `inputs/`. There is no list to merge.
public struct GoldenFolder: Sendable {
  public let root: BytePath
  /// Cases that could be read, by name.
  public private(set) var cases: [GoldenCase] = []
  /// Case files that could not.
  public private(set) var damaged: [(name: String, failure: Failure)] = []
  /// PNG files at the top that no case has, and inputs that no case reads; relative to `root`.
  public private(set) var orphans: [BytePath] = []

  /// Reads all case files.
  ///
  /// - Throws: `inputMissing` where there is no such folder.
  public init(_ root: BytePath) throws(Failure) {
    self.root = root
    let listing = try SourceFolder(root).list()
    if let unreadable = listing.unreadable.first { throw unreadable.failure }
    var pictures: Set<BytePath> = []
    for entry in listing.entries where entry.kind == .file {
      let path = entry.path
      guard path.name.bytes.first != 0x2E else { continue }
      if path.lowercasedExtension == "png", path.folder.bytes.isEmpty || path.folder == "inputs" {
        pictures.insert(path)
      }
      guard path.lowercasedExtension == "json", path.folder.bytes.isEmpty else { continue }
      let name = path.stem.description
      do throws(Failure) {
        let file = try FileDescriptor.reading(root.appending(path))
        cases.append(try GoldenCase(name: name, file: try file.readToEnd(limit: 1 << 20)))
      } catch  where error.kind == .badData {
        damaged.append((name, error))
      }
    }
    for item in cases {
      pictures.remove(item.input)
      pictures.remove(item.golden?.image ?? BytePath(item.name + ".png"))
    }
    // A case that cannot be read may own pictures: nothing can be called an orphan of it.
    for item in damaged { pictures.remove(BytePath(item.name + ".png")) }
    orphans = damaged.isEmpty ? pictures.sorted() : pictures.filter { $0.folder.bytes.isEmpty }.sorted()
    cases.sort { $0.name < $1.name }
  }

  /// The bytes of a file of the folder.
  public func read(_ path: BytePath) throws(Failure) -> [UInt8] {
    let file = try FileDescriptor.reading(root.appending(path))
    return try file.readToEnd(limit: 1 << 29)
  }

  /// Writes an approved picture, then its case: a stop in between leaves a picture that does not match its case, which
  /// `check` tells.
  func write(_ item: GoldenCase, picture: [UInt8]) throws(Failure) {
    try Self.write(item, picture: picture, to: root)
  }

  static func write(_ item: GoldenCase, picture: [UInt8], to root: BytePath) throws(Failure) {
    var item = item
    item.golden?.imageDigest = sha256(of: picture)
    guard let golden = item.golden else { preconditionFailure("an approved case has a golden") }
    try writeDurably(picture, to: root.appending(golden.image), mode: nil)
    try writeDurably(item.fileText.utf8, to: root.appending(item.name + ".json"), mode: nil)
  }
}

/// Whether a name matches a pattern with `*`, `?` and `[…]` (fnmatch).
func matches(_ name: String, _ pattern: String) -> Bool {
  pattern.withCString { pattern in name.withCString { fnmatch(pattern, $0, 0) == 0 } }
}

/// Deletes a file; one that is not there is fine.
func removeFile(_ path: BytePath) throws(Failure) {
  let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
  guard unlink(name) == 0 || errno == ENOENT else {
    throw failure(errno: errno, act: "delete", path: path)
  }
}

/// Deletes a folder if it is empty.
func removeEmptyFolder(_ path: BytePath) {
  _ = rmdir(path.bytes.map { CChar(bitPattern: $0) } + [0])
}
