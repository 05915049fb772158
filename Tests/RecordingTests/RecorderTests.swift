import Files
import PossessionsCore
import TestSupport
import Testing

@testable import Recording

/// A catalog folder with a recorder, and photos to take in.
struct Bench {
  let folder: TemporaryFolder
  let catalog: CatalogFolder
  let recorder: Recorder

  init(run: String = "20260315T020000Z-0001") throws {
    folder = try TemporaryFolder()
    try folder.write("", to: "photos/.keep")
    catalog = try CatalogFolder.open(
      BytePath(folder.file("catalog")), for: .writing, creation: .whereAbsent)
    recorder = try Recorder(catalog, lock: try catalog.lock())
    try recorder.begin(RunRecord(id: run, command: "import", startedAt: "2026-03-15T02:00:00Z"))
  }

  var photos: BytePath { BytePath(folder.file("photos")) }

  /// Writes a photo and takes it in, as a worker does.
  func takeIn(_ name: String, _ bytes: String, run: String = "run") throws -> TakenIn {
    try folder.write(bytes, to: "photos/" + name)
    let source = try SourceFolder(photos)
    guard
      case .staged(let staged) = try catalog.stage(
        run: run, opening: { () throws(Failure) in try source.open(BytePath(name)) })
    else { throw Failure(.internalError, message: "not staged") }
    var result = StoredResult(id: 1, outcome: .stored)
    result.stamp = staged.stamp
    result.sha256 = staged.sha256
    result.key = staged.key
    result.byteSize = staged.byteSize
    var facts = PhotoFacts(mediaType: .jpeg)
    facts.width = 40
    facts.height = 30
    result.facts = facts
    let (original, outcome) = try staged.publish(fileExtension: "jpg")
    result.original = original
    result.outcome = outcome
    return TakenIn(root: photos, path: BytePath(name), result: result)
  }
}

@Suite("Recording")
struct RecorderTests {
  @Test("files are stored, known or duplicates")
  func classes() throws {
    let bench = try Bench()
    let now = "2026-03-15T02:00:00Z"
    let first = try bench.recorder.record(
      [try bench.takeIn("b.jpg", "one"), try bench.takeIn("c.jpg", "two")], now: now)
    #expect(first.map(\.fileClass) == [.stored, .stored])
    let second = try bench.recorder.record(
      [try bench.takeIn("b.jpg", "one"), try bench.takeIn("a.jpg", "one")], now: now)
    #expect(
      second.map(\.fileClass) == [.alreadyStored, .duplicate(of: bench.photos.appending("b.jpg"))])
    var names: [BytePath] = []
    try bench.recorder.reader.forEachPicture { names.append($0.originalName) }
    #expect(Set(names) == ["a.jpg", "c.jpg"])
  }

  @Test("recording the same plan again changes nothing")
  func idempotence() throws {
    let bench = try Bench()
    let taken = try bench.takeIn("b.jpg", "one")
    _ = try bench.recorder.record([taken], now: "2026-03-15T02:00:00Z")
    let key = try #require(taken.result.key)
    var possession = Possession(itemID: "A1")
    possession.fields = [
      .name: .text("Lamp"), .currency: .text("EUR"), .replacementCost: .money(12_345),
      .purchaseDate: .date(try #require(PartialDate(iso: "2020-05"))), .quantity: .integer(2),
      .taxRate: .decimal("7.5"), .scheduled: .boolean(true),
    ]
    possession.sourceText = [.replacementCost: "123,45 €"]
    possession.extra = ["Colour": "red"]
    let plan = ImportPlan(
      rows: [RowDecision(verb: .create, possession: possession)],
      attachments: [
        AttachmentDecision(
          verb: .add,
          match: PhotoMatch(
            itemID: "A1", key: key, matchedBy: "photos-column", detail: "b.jpg", position: 1, isPrimary: true,
            recipe: EditRecipe([.rotate(degrees: 90)])))
      ],
      documents: [
        DocumentDecision(
          verb: .add, itemID: "A1", key: key, kind: .receipt, originalName: "r.pdf", mediaType: .pdf)
      ])
    let changes = try bench.recorder.record(plan, now: "2026-03-15T02:00:00Z")
    #expect(changes == PlanChanges(possessions: 1, attachments: 1, documents: 1))
    let digest = try bench.recorder.reader.digest()
    #expect(try bench.recorder.record(plan, now: "2027-01-01T00:00:00Z").isEmpty)
    #expect(try bench.recorder.reader.digest() == digest)

    let contents = try CatalogReader(snapshotOf: bench.catalog).contents()
    possession.fields[.dateCreated] = .text("2026-03-15T02:00:00Z")
    #expect(contents.possessions == [possession])
    #expect(contents.attachments.map(\.isPrimary) == [true])
    #expect(contents.digest == digest)
  }
}
