import Files
import Foundation
import Glibc
import PossessionsCore
import Recording
import Safekeeping
import TestSupport
import Testing

/// A catalog folder with a household in it: twelve photos on four items, renditions, an export, closed.
struct Household {
  let folder: TemporaryFolder
  let catalog: CatalogFolder
  /// Ordered by name: photo 0 to 11.
  let keys: [ImageKey]

  static let now = "2026-03-15T02:00:00Z"

  init(photos: Int = 12) throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "photos/.keep")
    catalog = try CatalogFolder.open(
      BytePath(folder.file("catalog")), for: .writing, creation: .whereAbsent)
    let recorder = try Recorder(catalog, lock: try catalog.lock(timeout: 60))
    try recorder.begin(RunRecord(id: "run-1", command: "import", startedAt: Household.now))
    keys = try Household.fill(recorder, folder, photos: 0..<photos)
    try Household.finish(recorder)
  }

  var root: String { folder.file("catalog") }

  /// Takes photos in, attaches each to one of four items and makes a rendition of it.
  @discardableResult
  static func fill(
    _ recorder: Recorder, _ folder: TemporaryFolder, photos: Range<Int>
  ) throws -> [ImageKey] {
    let catalog = recorder.catalog
    let names = photos.map { "photo-\($0).jpg" }
    for number in photos {
      try folder.write("the bytes of photo \(number)", to: "photos/photo-\(number).jpg")
    }
    let keys = try takeIn(recorder, folder, names)
    var plan = ImportPlan()
    for (number, key) in zip(photos, keys) {
      var possession = Possession(itemID: "A\(number % 4)")
      possession.fields[.name] = .text("Item \(number % 4)")
      plan.rows.append(RowDecision(verb: .create, possession: possession))
      plan.attachments.append(
        AttachmentDecision(
          verb: .add,
          match: PhotoMatch(
            itemID: possession.itemID, key: key, matchedBy: "folder", detail: "photo-\(number).jpg")))
    }
    try recorder.record(plan, now: now)
    let thumb = RenditionDefinition.defaults[1]
    for work in try recorder.reader.missingRenditions([thumb]) {
      let bytes = Array("thumb of \(work.key)".utf8)
      try catalog.publish(bytes, at: work.outputs[0].path)
      let rendered = RenderedResult.Rendered(
        name: "thumb", signature: thumb.signature, path: work.outputs[0].path, width: 3, height: 4,
        byteSize: Int64(bytes.count), sha256: sha256(of: bytes))
      let job = RenderJob(
        id: 1, catalog: catalog.root, run: "r", key: work.key, original: work.original,
        mediaType: work.mediaType, outputs: work.outputs, pixelLimit: 1)
      try recorder.record([(job, RenderedResult(id: 1, key: work.key, state: .ok, renditions: [rendered]))])
    }
    return keys
  }

  /// Takes photos in as a worker does, and records them.
  static func takeIn(
    _ recorder: Recorder, _ folder: TemporaryFolder, _ names: [String]
  ) throws -> [ImageKey] {
    let root = BytePath(folder.file("photos"))
    let source = try SourceFolder(root)
    var keys: [ImageKey] = []
    for name in names {
      let staging = try recorder.catalog.stage(run: "r") { () throws(Failure) in
        try source.open(BytePath(name))
      }
      guard case .staged(let staged) = consume staging else {
        throw Failure(.internalError, message: "not staged")
      }
      var result = StoredResult(id: 1, outcome: .stored)
      result.stamp = staged.stamp
      result.sha256 = staged.sha256
      result.key = staged.key
      result.byteSize = staged.byteSize
      keys.append(staged.key)
      result.facts = PhotoFacts(mediaType: .jpeg)
      result.original = try staged.publish(fileExtension: "jpg").original
      _ = try recorder.record([TakenIn(root: root, path: BytePath(name), result: result)], now: now)
    }
    return keys
  }

  static func finish(_ recorder: Recorder, export: Bool = true) throws {
    if export {
      _ = try TextExport.write(recorder) { (sink) throws(Failure) in try sink(Array("item_id,name\n".utf8)) }
    }
    try recorder.finish(.finished, exitCode: 0, counts: [:], finishedAt: now)
  }

  /// Another run over the same catalog.
  @discardableResult
  func run<Value>(_ id: String, export: Bool = true, _ body: (Recorder) throws -> Value) throws -> Value {
    let recorder = try Recorder(catalog, lock: try catalog.lock(timeout: 60))
    try recorder.begin(RunRecord(id: id, command: "import", startedAt: Household.now))
    let value = try body(recorder)
    try Household.finish(recorder, export: export)
    return value
  }

  func verify(_ depth: VerificationDepth = .deep) throws -> VerificationReport {
    try Verification(depth).run(catalog, lock: try catalog.lock(.shared, timeout: 60))
  }

  func original(_ number: Int) throws -> String {
    root + "/" + (try #require(try catalog.original(of: keys[number]))).description
  }

  /// Every path with mode, size, times and bytes: equal before and after means that nothing was changed.
  func fingerprint() throws -> String? {
    try runCommand(
      "sh",
      [
        "-c",
        "cd \"$1\" && find . -printf '%p %m %s %T@ %y\\n' | sort && find . -type f -print0 | sort -z | xargs -0 sha256sum",
        "sh", root,
      ])?.output
  }
}

/// Changes bytes of a file whatever its mode, keeping that.
func damage(_ path: String, _ change: (inout [UInt8]) -> Void) throws {
  var about = stat()
  guard stat(path, &about) == 0 else { throw Failure(.internalError, message: "no \(path)") }
  chmod(path, 0o600)
  var bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  change(&bytes)
  let number = open(path, O_WRONLY | O_TRUNC)
  write(number, bytes, bytes.count)
  close(number)
  chmod(path, about.st_mode & 0o7777)
}
