import PossessionsCore
import Testing

@Suite struct CaptionMatcherTests {
  static let items = [item("A12", serial: "SN-5"), item("237"), item("2019"), item("TV"), item("K 7")]

  private func outcome(title: String? = nil, caption: String? = nil, keywords: [String] = []) -> String {
    let one = photo("IMG_1.jpg", keywords: keywords, title: title, caption: caption)
    return PossessionsCoreTests.outcome(match(photos: [one], items: Self.items), of: one, among: [one])
  }

  @Test(
    arguments: [
      ("A12", "A12"), ("a12", "A12"), ("the mixer, A12.", "A12"), ("Plate of SN-5", "A12"),
      ("item: 237", "237"),
      ("id 237", "237"), ("#237 sofa", "237"), ("sofa (id=237)", "237"), ("K 7", "K 7"), ("item: TV", "TV"),
    ] as [(String, String)])
  func findsInText(text: String, id: String) {
    #expect(outcome(title: text) == "\(id) by caption")
    #expect(outcome(caption: text) == "\(id) by caption")
  }

  @Test(arguments: ["bought in 2019", "237 euros", "2019", "old TV in the cellar", "A123", "the sofa", ""])
  func neverGuesses(text: String) {
    #expect(outcome(caption: text) == "-")
  }

  @Test func keywords() {
    #expect(outcome(keywords: ["kitchen", "A12"]) == "A12 by caption")
    #expect(outcome(keywords: ["item:237"]) == "237 by caption")
    #expect(outcome(keywords: ["2019"]) == "-")
    #expect(outcome(keywords: ["A12", "237"]) == "? 237 A12 by caption")
    #expect(outcome(caption: "A12 beside 237", keywords: ["A12"]) == "A12 by caption")
  }
}

@Suite struct CodeMatcherTests {
  static let items = [item("A12", serial: "4006381333931", tag: "T 1"), item("237"), item("X/5")]

  @Test(
    arguments: [
      ("A12", "A12"), (" a12 ", "A12"), ("4006381333931", "A12"), ("https://home.example/item/237", "237"),
      ("https://home.example/i?id=237", "237"), ("https://home.example/i?id=237&x=1", "237"),
      ("https://home.example/#/A12", "A12"), ("https://home.example/a#A12", "A12"),
      ("https://h.example/T%201/", "A12"),
      ("item:237", "237"), ("https://home.example/X%2F5", "X/5"), ("9780201379624", nil), ("23", nil),
      ("https://237.example/", nil), ("WIFI:S:237;;", nil),
    ] as [(String, String?)])
  func readsCode(code: String, id: String?) {
    let one = photo("IMG_1.jpg", codes: [code])
    let seen = outcome(match(photos: [one], items: Self.items), of: one, among: [one])
    #expect(seen == id.map { "\($0) by code" } ?? "-")
  }

  @Test func anAddressThatNamesTwoIsAmbiguous() {
    let one = photo("IMG_1.jpg", codes: ["https://home.example/i/A12?page=237"])
    #expect(
      outcome(match(photos: [one], items: Self.items), of: one, among: [one]) == "? 237 A12 by code")
  }

  @Test func aStrangersCodeIsTold() {
    let result = match(photos: [photo("IMG_1.jpg", codes: ["B 9"])], items: Self.items)
    #expect(result.findings.map(\.message) == ["no rule finds an item for it, and its code B 9 names none"])
  }

  @Test func twoLabelsAreAmbiguous() {
    let one = photo("IMG_1.jpg", codes: ["A12", "237"])
    #expect(
      outcome(match(photos: [one], items: Self.items), of: one, among: [one]) == "? 237 A12 by code")
  }
}

@Suite struct LabelLeaderMatcherTests {
  private func shots(_ list: [(name: String, time: String, codes: [String])]) -> [MatchablePhoto] {
    list.map { photo(BytePath($0.name), taken: "2024-01-02T" + $0.time, codes: $0.codes) }
  }

  private func outcomes(_ photos: [MatchablePhoto], leader: Bool = true) -> [String] {
    let result = match(
      photos: photos, items: [item("A"), item("B")], options: MatchOptions(readsLeaders: leader))
    return photos.map { outcome(result, of: $0, among: photos) }
  }

  @Test func opensGroups() {
    let photos = shots([
      ("IMG_0001.jpg", "10:00:00", []), ("IMG_0002.jpg", "10:01:00", ["A"]), ("IMG_0003.jpg", "10:01:05", []),
      ("IMG_0004.jpg", "10:01:09", ["4006381333931"]), ("IMG_0005.jpg", "10:05:00", ["B"]),
      ("IMG_0006.jpg", "10:05:10", []), ("IMG_0007.jpg", "12:00:00", []),
    ])
    #expect(
      outcomes(photos) == [
        "-", "A by code", "A by label-leader", "A by label-leader", "B by code", "B by label-leader", "-",
      ])
    #expect(outcomes(photos, leader: false) == ["-", "A by code", "-", "-", "B by code", "-", "-"])
  }

  @Test func endsAtAStrangersLabel() {
    let photos = shots([
      ("IMG_0001.jpg", "10:00:00", ["A"]), ("IMG_0002.jpg", "10:00:10", ["C"]),
      ("IMG_0003.jpg", "10:00:20", []),
      ("IMG_0004.jpg", "10:00:30", ["A", "B"]), ("IMG_0005.jpg", "10:00:40", []),
    ])
    #expect(outcomes(photos) == ["A by code", "-", "-", "? A B by code", "-"])
  }

  /// A shot of an earlier run that was not looked at may be a label itself.
  @Test func endsWhereNobodyLookedForCodes() {
    var photos = shots([
      ("IMG_0001.jpg", "10:00:00", ["A"]), ("IMG_0002.jpg", "10:00:10", []),
      ("IMG_0003.jpg", "10:00:20", []), ("IMG_0004.jpg", "10:00:30", []),
    ])
    photos[2].facts.codes = nil
    #expect(outcomes(photos) == ["A by code", "A by label-leader", "-", "-"])
  }

  @Test func twoPhonesOfOneModelAreNotMixed() {
    let photos = shots([
      ("IMG_1001.jpg", "10:00:00", ["A"]), ("IMG_5001.jpg", "10:00:05", []), ("IMG_1002.jpg", "10:00:10", []),
    ])
    #expect(outcomes(photos) == ["A by code", "? A by label-leader", "? A by label-leader"])
  }

  @Test func theLabelIsNotThePrimaryPicture() {
    let photos = shots([("IMG_0001.jpg", "10:00:00", ["A"]), ("IMG_0002.jpg", "10:00:10", [])])
    let result = match(
      photos: photos, items: [item("A")], options: MatchOptions(readsLeaders: true))
    #expect(result.matches.map(\.key) == [photos[1].key, photos[0].key])
    #expect(result.matches.map(\.isPrimary) == [true, false])
  }
}

@Suite struct ManifestMatcherTests {
  private func entry(
    _ photo: String, _ id: String?, position: Int? = nil, isOnly: Bool = false
  ) -> ManifestEntry {
    ManifestEntry(
      photo: photo, itemID: id, position: position, isOnly: isOnly,
      place: Finding.Place(file: "manifest.csv", line: 2))
  }

  @Test(
    "a row with only overrules every other rule, the column as well",
    arguments: [
      ([("b.jpg", "A", true)], "A by manifest"),
      ([("b.jpg", "A", false)], "A by manifest, B by photos-column"),
      ([("b.jpg", "-", true)], "left out"), ([("b.jpg", "-", false)], "B by photos-column"),
      ([("b.jpg", "A", true), ("b.jpg", "B", true)], "A by manifest, B by photos-column"),
      ([("b.jpg", "A", true), ("b.jpg", "C", false)], "A by manifest, C by manifest"),
    ])
  func overrules(rows: [(String, String, Bool)], expected: String) {
    let photos = [photo("b.jpg")]
    let result = match(
      photos: photos, items: [item("A"), item("B", photos: ["b.jpg"]), item("C")],
      manifest: rows.map { entry($0.0, $0.1, isOnly: $0.2) })
    #expect(outcome(result, of: photos[0], among: photos) == expected)
    #expect(result.settled == (rows.contains { $0.2 } ? [photos[0].key] : []))
  }

  @Test("the cell for a picture names that picture and no other")
  func cells() throws {
    let photos = [
      photo("a.jpg"), photo("x/a.jpg"), photo("=1.jpg"), photo(" b.jpg"), photo(BytePath([0xFF, 0x2E])),
      photo("same.jpg", root: "one"), photo("same.jpg", root: "two"), photo("caf\u{E9}.jpg"),
      photo("cafe\u{301}.jpg"), photo("[1].jpg"), photo("1.jpg"), photo("twin.jpg", bytes: "t"),
      photo("y/twin.jpg", bytes: "t"), photo("new\nline.jpg"),
    ]
    let result = match(photos: photos, items: [item("Q-9")], options: MatchOptions(givesCells: true))
    let byPath = photos.filter { result.cells[$0.key] == $0.path.text }.map(\.path.description)
    #expect(
      byPath == ["a.jpg", "x/a.jpg", "café.jpg", "cafe\u{301}.jpg", "[1].jpg", "1.jpg", "twin.jpg"])
    for (key, cell) in result.cells {
      let again = match(photos: photos, items: [item("Q-9")], manifest: [entry(cell, "Q-9", isOnly: true)])
      #expect(again.matches.map(\.key) == [key], "\(cell)")
    }
  }

  @Test func winsOverNamesAndAddsToTheColumn() {
    let photos = [photo("A.jpg"), photo("b.jpg")]
    let result = match(
      photos: photos, items: [item("A"), item("B", photos: ["b.jpg"])],
      manifest: [entry("A.jpg", "B"), entry("b.jpg", "a")])
    #expect(outcome(result, of: photos[0], among: photos) == "B by manifest")
    #expect(outcome(result, of: photos[1], among: photos) == "A by manifest, B by photos-column")
  }

  @Test func leavesOut() {
    let photos = [photo("A.jpg")]
    let result = match(photos: photos, items: [item("A")], manifest: [entry("A.jpg", "-")])
    #expect(outcome(result, of: photos[0], among: photos) == "left out")
    #expect(result.findings.isEmpty)
  }

  @Test func tellsRowsWithoutAnswer() {
    let photos = [photo("A.jpg"), photo("x/1.jpg"), photo("y/1.jpg")]
    let result = match(
      photos: photos, items: [item("A")],
      manifest: [entry("B.jpg", "A"), entry("A.jpg", "nobody"), entry("1.jpg", "A"), entry("A.jpg", nil)])
    #expect(
      result.findings.map(\.code).filter { $0 != .photoUnmatched } == [
        .photoMissing, .rowRejected, .photoAmbiguous, .rowRejected,
      ])
    #expect(result.findings.allSatisfy { $0.code == .photoUnmatched || $0.place?.line == 2 })
  }

  @Test func positionsAndPatterns() {
    let photos = ["p1.jpg", "p2.jpg", "q.jpg"].map { photo($0) }
    let result = match(
      photos: photos, items: [item("A")],
      manifest: [entry("q.jpg", "A"), entry("p*.jpg", "A", position: 1)])
    #expect(result.matches.map(\.key) == photos.map(\.key))
    #expect(result.matches.map(\.position) == [1, 2, 3])
  }

  @Test func editsWithoutItem() throws {
    let photos = [photo("A.jpg")]
    var edit = entry("A.jpg", nil)
    edit.recipe = try EditRecipe(parsing: "rotate=90")
    for result in [
      match(photos: photos, items: [item("A")], edits: [edit]),
      match(photos: photos, items: [item("A")], manifest: [edit]),
    ] {
      #expect(result.matches.map(\.recipe) == [edit.recipe])
      #expect(result.edits.count == 1)
    }
  }
}

@Suite struct PhonePairTests {
  @Test(
    arguments: [
      ("IMG_1234.HEIC", "IMG_E1234.JPG", true), ("img_1234.heic", "IMG_E1234.jpg", true),
      ("IMG_1.jpg", "IMG_1-edited.jpg", true), ("IMG_1.jpg", "IMG_1-bearbeitet.jpg", true),
      ("PXL_1.jpg", "PXL_1~2.jpg", true), ("a/IMG_1.jpg", "b/IMG_E1.jpg", false),
      ("IMG_1.jpg", "IMG_E2.jpg", false),
      ("IMG_1.jpg", "IMG_1_2.jpg", false),
    ] as [(String, String, Bool)])
  func pairsByName(original: String, edited: String, isPair: Bool) {
    let photos = [
      photo(BytePath(edited), taken: "2024-01-02T10:00:00"),
      photo(BytePath(original), taken: "2024-01-02T10:00:00"),
    ]
    #expect(pairPhoneFiles(photos) == (isPair ? [photos[1].key: photos[0].key] : [:]))
  }

  @Test func anotherTimeIsAnotherShot() {
    let photos = [
      photo("IMG_1.HEIC", taken: "2024-01-02T10:00:00"), photo("IMG_E1.JPG", taken: "2024-01-02T10:00:01"),
    ]
    #expect(pairPhoneFiles(photos).isEmpty)
  }

  @Test func rawAndJPEG() {
    let photos = [photo("DSC_1.NEF", type: .raw), photo("DSC_1.JPG"), photo("DSC_2.JPG")]
    #expect(pairPhoneFiles(photos) == [photos[0].key: photos[1].key])
  }

  /// Original and edit are one picture: attached once, by whatever rule names either.
  @Test func attachAsOne() {
    let photos = [photo("A12/IMG_1.HEIC", type: .heic), photo("A12/IMG_E1.JPG")]
    for items in [[item("A12")], [item("x", photos: ["IMG_E1.JPG"])], [item("x", photos: ["IMG_1.HEIC"])]] {
      let result = match(photos: photos, items: items)
      #expect(result.matches.map(\.key) == [photos[0].key])
      #expect(result.decisions.map(\.verdict) == [.matched, .matched])
      #expect(result.findings.isEmpty)
    }
  }
}
