import Files
import PossessionsCore
import TestSupport

@testable import Recording

let now = "2026-03-15T02:00:00Z"

/// A catalog folder with a recorder, and photos to take in.
struct Bench {
  let folder: TemporaryFolder
  let catalog: CatalogFolder
  private(set) var recorder: Recorder

  init(run: String = "20260315T020000Z-0001") throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "photos/.keep")
    catalog = try CatalogFolder.open(
      BytePath(folder.file("catalog")), for: .writing, creation: .whereAbsent)
    recorder = try Recorder(catalog, lock: try catalog.lock(timeout: 60))
    try begin(run)
  }

  var photos: BytePath { BytePath(folder.file("photos")) }
  var database: String { folder.file("catalog/catalog.sqlite") }
  var reader: CatalogReader { recorder.reader }

  @discardableResult
  func begin(_ run: String, _ command: String = "import") throws -> [RunRecord] {
    try recorder.begin(RunRecord(id: run, command: command, startedAt: now))
  }

  func finish() throws {
    try recorder.finish(.finished, exitCode: 0, counts: ["files.stored": 1], finishedAt: now)
  }

  /// Takes photos in as a worker does, and records them.
  @discardableResult
  func record(_ photos: [(name: String, bytes: String)]) throws -> [ImageKey] {
    let taken = try photos.map { try takeIn($0.name, $0.bytes) }
    _ = try recorder.record(taken, now: now)
    return taken.compactMap(\.result.key)
  }

  /// Writes a photo and takes it in, as a worker does.
  func takeIn(_ name: String, _ bytes: String) throws -> TakenIn {
    try folder.write(bytes, to: "photos/" + name)
    let source = try SourceFolder(photos)
    let staging = try catalog.stage(run: "run") { () throws(Failure) in try source.open(BytePath(name)) }
    var result = StoredResult(id: 1, outcome: .stored)
    switch consume staging {
    case .staged(let staged):
      result.stamp = staged.stamp
      result.sha256 = staged.sha256
      result.key = staged.key
      result.byteSize = staged.byteSize
      let (original, outcome) = try staged.publish(fileExtension: "jpg")
      result.original = original
      result.outcome = outcome
    case .unstable: throw Failure(.internalError, message: "unstable")
    case .empty: throw Failure(.internalError, message: "empty")
    case .unreadable(let failure): throw failure
    }
    var facts = PhotoFacts(mediaType: .jpeg)
    facts.width = 40
    facts.height = 30
    facts.latitude = 48.2082
    facts.keywords = ["lamp", "Stehlampe"]
    facts.capturedAt = CaptureTime(wallClock: "2020-01-02T03:04:05", zoneMinutes: 60)
    result.facts = facts
    return TakenIn(root: photos, path: BytePath(name), result: result)
  }

  /// A plan with one possession that has one photo.
  static func plan(item: String, key: ImageKey, name: String = "Lamp", recipe: EditRecipe? = nil)
    -> ImportPlan
  {
    var possession = Possession(itemID: item)
    possession.fields[.name] = .text(name)
    return ImportPlan(
      rows: [RowDecision(verb: .create, possession: possession)],
      attachments: [
        AttachmentDecision(
          verb: .add,
          match: PhotoMatch(
            itemID: item, key: key, matchedBy: "photos-column", detail: "b.jpg", position: 1, isPrimary: true,
            recipe: recipe))
      ])
  }
}

func kind(_ body: () throws -> Void) -> Failure.Kind? {
  do {
    try body()
    return nil
  } catch { return (error as? Failure)?.kind }
}
