import PossessionsCore
import Testing

/// A catalog's attachments in miniature: applies plans as recording does.
private struct Shelf {
  var attachments: [AttachmentRecord] = []
  var documents: [DocumentRecord] = []
  var runs = 0

  mutating func apply(_ plan: AttachmentPlan) {
    runs += 1
    for decision in plan.attachments {
      let match = decision.match
      let index = attachments.firstIndex {
        $0.itemID == match.itemID && $0.key == match.key && $0.supersededByRun == nil
      }
      switch decision.verb {
      case .supersede:
        #expect(index != nil)
        if let index { attachments[index].supersededByRun = "run\(runs)" }
      case .add:
        #expect(index == nil)
        attachments.append(record(match))
      case .change:
        #expect(index != nil)
        if let index { attachments[index] = record(match) }
      }
    }
    for decision in plan.documents {
      switch decision.verb {
      case .add:
        documents.append(
          DocumentRecord(
            itemID: decision.itemID, key: decision.key, kind: decision.kind,
            originalName: decision.originalName, mediaType: decision.mediaType))
      case .supersede:
        for index in documents.indices
        where documents[index].itemID == decision.itemID && documents[index].key == decision.key {
          documents[index].supersededByRun = "run\(runs)"
        }
      }
    }
  }

  func existing(_ replacedKeys: [ImageKey: ImageKey] = [:]) -> ExistingAttachments {
    ExistingAttachments(attachments: attachments, documents: documents, replacedKeys: replacedKeys)
  }

  private func record(_ match: PhotoMatch) -> AttachmentRecord {
    AttachmentRecord(
      itemID: match.itemID, key: match.key, position: match.position, isPrimary: match.isPrimary,
      caption: match.caption, matchedBy: match.matchedBy, matchedDetail: match.detail,
      recipe: match.recipe?.canonicalJSON)
  }

  /// `a* b c`: keys by the name given, in order, the primary one starred.
  func shown(_ item: String, _ names: [ImageKey: String]) -> String {
    attachments.filter { $0.itemID == item && $0.supersededByRun == nil }
      .sorted { $0.position < $1.position }
      .map { (names[$0.key] ?? "?") + ($0.isPrimary ? "*" : "") }.joined(separator: " ")
  }
}

@Suite struct AttachmentPlanningTests {
  private let names = Dictionary(
    uniqueKeysWithValues: "abcdefgh".map { (photo(BytePath("\($0).jpg")).key, String($0)) })

  private func row(
    _ id: String, _ photos: [String]? = nil, recipe: EditRecipe? = nil
  ) -> PossessionRow {
    PossessionRow(
      file: "items.csv", line: 2, itemID: id, photos: photos ?? [], namesPhotos: photos != nil, recipe: recipe
    )
  }

  /// Matches and plans a run over the shelf, and checks that the same run again has nothing to do.
  private func run(
    _ shelf: inout Shelf, _ paths: [BytePath], _ rows: [PossessionRow], manifest: [ManifestEntry] = [],
    edits: [ManifestEntry] = [], remembered: [BytePath] = [], newBytes: [ImageKey: ImageKey] = [:],
    replaces: Bool = false, blankClears: Bool = false
  ) -> [String] {
    let items = rows.map { item($0.itemID, photos: $0.photos, recipe: $0.recipe) }
    let photos = paths.map { photo($0) } + remembered.map { photo($0, isRemembered: true) }
    let result = match(photos: photos, items: items, manifest: manifest, edits: edits)
    func plan(_ newBytes: [ImageKey: ImageKey]) -> AttachmentPlan {
      planAttachments(
        result, rows: rows, existing: shelf.existing(newBytes), replaces: replaces, blankClears: blankClears)
    }
    let first = plan(newBytes)
    shelf.apply(first)
    #expect(plan([:]) == AttachmentPlan(), "a second run changes something")
    return first.attachments.compactMap { decision in
      decision.reason.map { "\(names[decision.match.key] ?? "?") \($0)" }
    }
  }

  @Test func columnOrderDecidesAndPicturesGoWhenNoLongerNamed() {
    var shelf = Shelf()
    let paths: [BytePath] = ["a.jpg", "b.jpg", "c.jpg"]
    _ = run(&shelf, paths, [row("x", ["c.jpg", "a.jpg"])])
    #expect(shelf.shown("x", names) == "c* a")
    _ = run(&shelf, paths, [row("x", ["a.jpg", "c.jpg", "b.jpg"])])
    #expect(shelf.shown("x", names) == "a* c b")
    #expect(run(&shelf, paths, [row("x", ["a.jpg", "b.jpg"])]) == ["c no longer named"])
    #expect(shelf.shown("x", names) == "a* b")
    // A blank cell and an absent column leave all as it is.
    #expect(run(&shelf, paths, [row("x", [])]) == [])
    #expect(run(&shelf, paths, [row("x")]) == [])
    #expect(shelf.shown("x", names) == "a* b")
    // An emptied inbox: the files are remembered, and even where they are not the cell still names them.
    #expect(run(&shelf, [], [row("x", ["a.jpg", "b.jpg"])], remembered: paths) == [])
    #expect(run(&shelf, [], [row("x", ["a.jpg", "b.jpg"])]) == [])
    #expect(shelf.shown("x", names) == "a* b")
    // Named again: back.
    _ = run(&shelf, paths, [row("x", ["c.jpg", "a.jpg", "b.jpg"])])
    #expect(shelf.shown("x", names) == "c* a b")
    #expect(run(&shelf, paths, [row("x", ["<clear>"])]).count == 3)
    #expect(shelf.shown("x", names) == "")
  }

  @Test func blankClearsWhereAsked() {
    var shelf = Shelf()
    _ = run(&shelf, ["a.jpg"], [row("x", ["a.jpg"])])
    let reasons = run(&shelf, ["a.jpg"], [row("x", [])], blankClears: true)
    #expect(reasons == ["a no longer named"])
  }

  @Test func matchingOnlyAdds() {
    var shelf = Shelf()
    _ = run(&shelf, ["x/a.jpg"], [row("x")])
    _ = run(&shelf, ["x/b.jpg"], [row("x")])
    #expect(shelf.attachments.count == 2)
    #expect(shelf.attachments.map(\.supersededByRun) == [nil, nil])
    #expect(shelf.attachments.map(\.isPrimary) == [true, false])
  }

  @Test func whatAPersonTookAwayStaysAway() {
    var shelf = Shelf()
    _ = run(&shelf, ["x/a.jpg", "x/b.jpg"], [row("x")])
    shelf.attachments[0].supersededByRun = "detached"
    _ = run(&shelf, ["x/a.jpg", "x/b.jpg"], [row("x")])
    #expect(shelf.attachments.count { $0.supersededByRun == nil } == 1)
    #expect(shelf.attachments.first { $0.supersededByRun == nil }?.isPrimary == true)
    _ = run(&shelf, ["x/a.jpg", "x/b.jpg"], [row("x", ["a.jpg"])])
    #expect(shelf.attachments.count { $0.supersededByRun == nil } == 2)
  }

  @Test func newBytesAtTheSamePathTakeThePlace() {
    var shelf = Shelf()
    let first = [photo("x_1.jpg"), photo("x_2.jpg", bytes: "old"), photo("x_3.jpg")]
    let second = [first[0], photo("x_2.jpg", bytes: "new"), first[2]]
    let items = [item("x")]
    func plan(_ photos: [MatchablePhoto], _ newBytes: [ImageKey: ImageKey]) -> AttachmentPlan {
      planAttachments(match(photos: photos, items: items), existing: shelf.existing(newBytes))
    }
    shelf.apply(plan(first, [:]))
    let change = plan(second, [key("old"): key("new")])
    #expect(change.attachments.map(\.verb) == [.supersede, .add])
    #expect(change.attachments.map(\.reason) == ["new bytes at the same path", nil])
    #expect(change.attachments[1].match.position == 2)
    shelf.apply(change)
    #expect(plan(second, [:]) == AttachmentPlan())
    // And the old bytes come back.
    shelf.apply(plan(first, [key("new"): key("old")]))
    #expect(
      shelf.attachments.filter { $0.supersededByRun == nil }.sorted { $0.position < $1.position }.map(\.key)
        == first.map(\.key))
  }

  @Test func newBytesUnderACellTakeThePlace() {
    var shelf = Shelf()
    let rows = [row("x", ["a.jpg"])]
    for bytes in ["old", "new"] {
      let result = match(photos: [photo("a.jpg", bytes: bytes)], items: [item("x", photos: ["a.jpg"])])
      shelf.apply(planAttachments(result, rows: rows, existing: shelf.existing()))
    }
    #expect(shelf.attachments.map(\.supersededByRun) == ["run2", nil])
    #expect(shelf.attachments[1].isPrimary)
  }

  @Test func replaceSupersedesWhatWasThere() {
    var shelf = Shelf()
    _ = run(&shelf, ["x/a.jpg", "y/b.jpg"], [row("x"), row("y")])
    let reasons = run(
      &shelf, ["x/c.jpg"], [row("x"), row("y")], remembered: ["x/a.jpg", "y/b.jpg"],
      replaces: true)
    #expect(reasons.count == 1)
    #expect(shelf.attachments.count { $0.itemID == "x" && $0.supersededByRun == nil } == 1)
    #expect(shelf.attachments.count { $0.itemID == "y" && $0.supersededByRun == nil } == 1)
    // The next plain run does not bring the old one back.
    _ = run(&shelf, ["x/c.jpg", "x/a.jpg"], [row("x"), row("y")])
    #expect(shelf.attachments.count { $0.itemID == "x" && $0.supersededByRun == nil } == 1)
  }

  @Test func choicesOfAPersonStay() {
    var shelf = Shelf()
    let paths: [BytePath] = ["a.jpg", "b.jpg", "c.jpg"]
    let entry = ManifestEntry(
      photo: "c.jpg", itemID: "x", position: 2, isPrimary: true, caption: "the plate",
      place: Finding.Place(file: "manifest.csv", line: 2))
    _ = run(&shelf, paths, [row("x", ["a.jpg", "b.jpg"])], manifest: [entry])
    #expect(shelf.shown("x", names) == "a c* b")
    #expect(run(&shelf, paths, [row("x", ["a.jpg", "b.jpg"])]) == [])
    #expect(shelf.shown("x", names) == "a c* b")
    _ = run(&shelf, paths, [row("x", ["b.jpg", "a.jpg"])])
    #expect(shelf.shown("x", names) == "b c* a")
    #expect(shelf.attachments.first { $0.isPrimary }?.caption == "the plate")
  }

  @Test func aSettledPictureLeavesItsFormerItem() {
    var shelf = Shelf()
    let paths: [BytePath] = ["x/a.jpg", "x/b.jpg", "x-receipt.jpg"]
    let rows = [row("x"), row("y")]
    _ = run(&shelf, paths, rows)
    let manifest = [("x/a.jpg", "y"), ("x-receipt.jpg", "-")].map {
      ManifestEntry(
        photo: $0, itemID: $1, isOnly: true, place: Finding.Place(file: "manifest.csv", line: 2))
    }
    _ = run(&shelf, paths, rows, manifest: manifest)
    func held(_ item: String) -> Int {
      shelf.attachments.count { $0.itemID == item && $0.supersededByRun == nil }
    }
    #expect(held("x") == 1)
    #expect(held("y") == 1)
    #expect(shelf.documents.allSatisfy { $0.supersededByRun != nil })
    #expect(run(&shelf, paths, rows, manifest: manifest) == [])
    // Without the manifest, matching does not bring back what was taken away.
    #expect(run(&shelf, paths, rows) == [])
  }

  @Test func editsGoToThePrimaryPicture() throws {
    var shelf = Shelf()
    let turn = try EditRecipe(parsing: "rotate=90")
    let crop = try EditRecipe(parsing: "crop=1,2,30,40")
    let paths: [BytePath] = ["a.jpg", "b.jpg"]
    _ = run(&shelf, paths, [row("x", ["a.jpg", "b.jpg"], recipe: turn)])
    #expect(shelf.attachments.map(\.recipe) == [turn.canonicalJSON, nil])
    let edit = ManifestEntry(
      photo: "b.jpg", itemID: nil, recipe: crop, place: Finding.Place(file: "edits.csv", line: 2))
    _ = run(&shelf, paths, [row("x", ["a.jpg", "b.jpg"])], edits: [edit])
    #expect(shelf.attachments.map(\.recipe) == [turn.canonicalJSON, crop.canonicalJSON])
    // The edit goes with the primary place; a cleared cell takes it away.
    _ = run(&shelf, paths, [row("x", ["b.jpg", "a.jpg"], recipe: turn)])
    #expect(shelf.attachments.map(\.recipe) == [nil, turn.canonicalJSON])
    _ = run(&shelf, paths, [row("x", ["b.jpg", "a.jpg"], recipe: EditRecipe())])
    #expect(shelf.attachments.map(\.recipe) == [nil, nil])
  }

  @Test func documentsAreNoPictures() {
    var shelf = Shelf()
    _ = run(&shelf, ["x-receipt.jpg", "x.jpg", "x-2.jpg"], [row("x")])
    #expect(shelf.documents.map(\.kind) == [.receipt])
    #expect(shelf.documents.map(\.originalName) == ["x-receipt.jpg"])
    #expect(shelf.attachments.count == 2)
    shelf.documents[0].supersededByRun = "detached"
    _ = run(&shelf, ["x-receipt.jpg", "x.jpg", "x-2.jpg"], [row("x")])
    #expect(shelf.documents.count == 1)
  }

  /// Whatever the history, a run over its own result changes nothing, positions are 1…n, and one picture is primary.
  @Test func anyHistoryIsStable() {
    var random = SplitMix(state: 7)
    for _ in 0..<40 {
      var shelf = Shelf()
      for _ in 0..<6 {
        let paths = "abcdefgh".filter { _ in random.next() % 3 != 0 }.map { BytePath("\($0).jpg") }
        let cells = "abcdefgh".filter { _ in random.next() % 2 == 0 }.map { "\($0).jpg" }
          .sorted { _, _ in random.next() % 2 == 0 }
        let manifest = paths.filter { _ in random.next() % 5 == 0 }.map {
          ManifestEntry(
            photo: $0.description, itemID: "x",
            position: random.next() % 2 == 0 ? Int(random.next() % 6) : nil,
            isPrimary: random.next() % 4 == 0 ? true : nil, place: Finding.Place(file: "m.csv", line: 2))
        }
        _ = run(
          &shelf, paths, [row("x", random.next() % 3 == 0 ? nil : cells)], manifest: manifest,
          replaces: random.next() % 4 == 0)
        let holding = shelf.attachments.filter { $0.supersededByRun == nil }
        #expect(holding.map(\.position).sorted() == Array(1..<(holding.count + 1)))
        #expect(holding.count { $0.isPrimary } == min(1, holding.count))
      }
    }
  }
}

/// A small generator, so that random tests repeat themselves.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
