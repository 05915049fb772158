import Files
import Glibc
import PossessionsCore
import TestSupport
import Testing

@testable import Recording

@Suite("Recording")
struct RecorderTests {
  @Test("files are stored, known or duplicates")
  func classes() throws {
    let bench = try Bench()
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
    _ = try bench.recorder.record([taken], now: now)
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
    let changes = try bench.recorder.record(plan, now: now)
    #expect(changes == PlanChanges(possessions: 1, attachments: 1, documents: 1))
    let digest = try bench.recorder.reader.digest()
    #expect(try bench.recorder.record(plan, now: "2027-01-01T00:00:00Z").isEmpty)
    #expect(try bench.recorder.reader.digest() == digest)

    let contents = try CatalogReader(snapshotOf: bench.catalog).contents()
    possession.fields[.dateCreated] = .text(now)
    #expect(contents.possessions == [possession])
    #expect(contents.attachments.map(\.isPrimary) == [true])
    #expect(contents.digest == digest)
  }

  @Test("a field of every kind goes in and comes out")
  func fields() throws {
    let bench = try Bench()
    var possession = Possession(itemID: "ä \u{301}' \"", extra: ["": "x", "Größe": "12\n13"])
    for field in PossessionField.allCases {
      switch field.kind {
      case .text: possession.fields[field] = .text("text of \(field.rawValue)")
      case .money: possession.fields[field] = .money(-9_007_199_254_740_993)
      case .date: possession.fields[field] = PartialDate(iso: "1999-12-31").map { .date($0) }
      case .integer: possession.fields[field] = .integer(.max)
      case .decimal: possession.fields[field] = .decimal("0.1")
      case .boolean: possession.fields[field] = .boolean(false)
      }
      possession.sourceText[field] = "1.234,50 €"
    }
    try bench.recorder.record(
      ImportPlan(rows: [RowDecision(verb: .create, possession: possession)]), now: now)
    #expect(try bench.reader.possessions() == [possession])
    #expect(try bench.reader.possession(possession.itemID) == possession)
    #expect(try bench.reader.possession("none") == nil)

    possession.fields = [:]
    possession.sourceText = [:]
    possession.extra = [:]
    try bench.recorder.record(
      ImportPlan(rows: [
        RowDecision(
          verb: .update, possession: possession,
          changes: [FieldChange(field: "name", old: "text of name", new: nil)])
      ]), now: "2027-01-01T00:00:00Z")
    possession.fields[.dateCreated] = .text("2027-01-01T00:00:00Z")
    #expect(try bench.reader.possessions() == [possession])
    #expect(
      try bench.reader.history(of: possession.itemID) == [
        ChangeRecord(
          runID: bench.recorder.runID(), itemID: possession.itemID, field: "name", old: "text of name",
          new: nil)
      ])
  }

  @Test("a picture goes in and comes out")
  func pictures() throws {
    let bench = try Bench()
    let taken = try bench.takeIn("b.jpg", "one")
    _ = try bench.recorder.record([taken], now: now)
    let key = try #require(taken.result.key)
    let picture = try #require(try bench.reader.picture(key))
    #expect(picture.facts == taken.result.facts)
    #expect(picture.sha256 == taken.result.sha256)
    #expect(picture.original == taken.result.original)
    #expect(picture.state == .unrendered)
    let source = try #require(try bench.reader.sourceFiles(root: bench.photos)["b.jpg"])
    #expect(source.stamp == taken.result.stamp)
    #expect(source.key == key)
    #expect(try bench.reader.sourceFiles(root: "/elsewhere").isEmpty)
  }

  @Test("refused and ignored files are remembered while they do not change")
  func refused() throws {
    let bench = try Bench()
    var refused = try bench.takeIn("b.jpg", "one")
    refused.result.outcome = .refused
    refused.result.findings = [Finding(.photoRefused, subject: "b.jpg", message: "m", remedy: "r")]
    var unseen = refused
    unseen.path = "c.jpg"
    unseen.result.stamp = nil
    #expect(
      try bench.recorder.record([refused, unseen], now: now).map(\.fileClass) == [.refused, .refused])
    let sources = try bench.reader.sourceFiles(root: bench.photos)
    #expect(sources.count == 1)
    #expect(sources["b.jpg"]?.key == nil)
    #expect(sources["b.jpg"]?.findings == refused.result.findings)
  }

  @Test("an original that was missing is told to be back")
  func restored() throws {
    let bench = try Bench()
    let first = try bench.takeIn("b.jpg", "one")
    #expect(try bench.recorder.record([first], now: now).map(\.isRestored) == [false])
    #expect(unlink(bench.catalog.path(try #require(first.result.original)).description) == 0)
    let again = try bench.takeIn("b.jpg", "one")
    #expect(try bench.recorder.record([again], now: now).map(\.isRestored) == [true])
  }

  @Test("one key with two contents stops the run")
  func twoContents() throws {
    let bench = try Bench()
    var taken = try bench.takeIn("b.jpg", "one")
    _ = try bench.recorder.record([taken], now: now)
    taken.result.sha256 = sha256(of: Array("other".utf8))
    #expect(kind { _ = try bench.recorder.record([taken], now: now) } == .damage)
  }

  @Test("superseding keeps the row, and a photo can come back")
  func supersede() throws {
    let bench = try Bench()
    let keys = try bench.record([("b.jpg", "one"), ("c.jpg", "two")])
    try bench.recorder.record(Bench.plan(item: "A1", key: keys[0]), now: now)
    var plan = Bench.plan(item: "A1", key: keys[1])
    var old = plan.attachments[0]
    old.verb = .supersede
    old.match.key = keys[0]
    old.reason = "replaced"
    plan.attachments.append(old)
    #expect(try bench.recorder.record(plan, now: now) == PlanChanges(attachments: 2))
    #expect(try bench.reader.attachments().map(\.key) == [keys[1]])
    #expect(try bench.reader.attachments(includingSuperseded: true).count == 2)
    #expect(
      try bench.recorder.record(Bench.plan(item: "A1", key: keys[0]), now: now)
        == PlanChanges(attachments: 1))
    let holding = try bench.reader.attachments()
    #expect(holding.count == 2)
    #expect(holding.filter(\.isPrimary).map(\.key) == [keys[0]])
  }

  @Test("nothing is recorded of a plan that cannot be recorded whole")
  func wholePlan() throws {
    let bench = try Bench()
    let unknown = try #require(ImageKey("00000000-0000-5000-8000-000000000000"))
    #expect(
      kind { try bench.recorder.record(Bench.plan(item: "A1", key: unknown), now: now) } == .internalError)
    #expect(try bench.reader.possessions().isEmpty)
  }

  @Test("an error is new until a whole run has ended with it")
  func newErrors() throws {
    let bench = try Bench()
    let error = Finding(.photoMissing, subject: "x.jpg", message: "m", remedy: "r")
    let warning = Finding(.rowShort, subject: "line 3", message: "m", remedy: "r")
    try bench.recorder.record([error, warning, error])
    let first = bench.recorder.runID()
    #expect(try bench.reader.findings(ofRun: first) == [error, warning])
    #expect(try bench.reader.newErrors(ofRun: first) == [error])
    // Interrupted: the error is still new in the next run.
    #expect(try bench.begin("run-2").map(\.id) == [first])
    #expect(try bench.reader.runs().map(\.status) == [.interrupted, .running])
    try bench.recorder.record([error])
    #expect(try bench.reader.newErrors(ofRun: "run-2") == [error])
    try bench.finish()
    try bench.begin("run-3", "attach")
    try bench.finish()
    try bench.begin("run-4")
    var other = error
    other.subject = "y.jpg"
    try bench.recorder.record([error, other])
    #expect(try bench.reader.newErrors(ofRun: "run-4") == [other])
    #expect(try bench.reader.lastFinishedRun()?.id == "run-2")
  }

  @Test("what is left to render")
  func missingRenditions() throws {
    let bench = try Bench()
    let keys = try bench.record([("b.jpg", "one"), ("c.jpg", "two")]).sorted()
    let recipe = EditRecipe([.rotate(degrees: 90)])
    try bench.recorder.record(Bench.plan(item: "A1", key: keys[1], recipe: recipe), now: now)
    let definitions = RenditionDefinition.defaults
    let missing = try bench.reader.missingRenditions(definitions)
    #expect(missing.map(\.key) == [keys[0], keys[1], keys[1]])
    #expect(missing.map(\.outputs.count) == [4, 4, 5])
    #expect(missing.map(\.recipe) == [nil, nil, recipe.canonicalJSON])
    #expect(missing[2].recipeDigest == recipeDigest(recipe.canonicalJSON))
    #expect(
      missing[2].outputs.allSatisfy {
        $0.path.description.contains("-" + missing[2].recipeDigest.prefix(8) + ".")
      })

    for work in missing {
      var rendered = RenderedResult(
        id: 1, key: work.key, state: .ok, width: 30, height: 40, perceptualHash: "1:0f")
      for output in work.outputs {
        try bench.catalog.publish(Array("x".utf8), at: output.path)
        rendered.renditions.append(
          RenderedResult.Rendered(
            name: output.definition.name, signature: output.definition.signature, path: output.path, width: 3,
            height: 4, byteSize: 1, sha256: sha256(of: Array("x".utf8))))
      }
      let job = RenderJob(
        id: 1, catalog: bench.catalog.root, run: "r", key: work.key, original: work.original,
        mediaType: work.mediaType, recipe: work.recipe, outputs: work.outputs, pixelLimit: 1)
      try bench.recorder.record([(job, rendered)])
    }
    #expect(try bench.reader.missingRenditions(definitions).isEmpty)
    #expect(try bench.reader.picture(keys[0])?.facts.width == 30)
    #expect(try bench.reader.renditions().count == 13)
    // Other settings, and a file that somebody removed.
    var changed = definitions
    changed[1].quality = 70
    #expect(try bench.reader.missingRenditions(changed).map(\.outputs.count) == [1, 1, 1])
    try bench.catalog.removeDerived(missing[0].outputs[0].path)
    #expect(try bench.reader.missingRenditions(definitions).map(\.outputs) == [[missing[0].outputs[0]]])
    #expect(try bench.reader.missingRenditions(definitions, checkingFiles: false).isEmpty)
  }
}
