import PossessionsCore
import Testing

@Suite struct PhotosColumnMatcherTests {
  /// Paths of photos that a cell of item A finds, or the finding's code.
  private func find(
    _ cell: String, among paths: [BytePath], root: BytePath = "photos", absolute: BytePath? = nil
  ) -> [String] {
    let photos = paths.map { photo($0, root: root) }
    let options = MatchOptions(absoluteRoots: absolute.map { [root: $0] } ?? [:])
    let result = match(photos: photos, items: [item("row", photos: [cell])], options: options)
    let found = photos.filter { photo in result.matches.contains { $0.key == photo.key } }
    let codes = result.findings.filter { $0.code != .photoUnmatched }.map { $0.code.rawValue }
    return found.map { hexOrText($0.path) } + codes
  }

  private func hexOrText(_ path: BytePath) -> String { path.description }

  @Test(
    arguments: [
      ("IMG_1.jpg", "IMG_1.jpg"), ("Kitchen/IMG_1.jpg", "Kitchen/IMG_1.jpg"),
      ("./Kitchen/IMG_2.jpg", "Kitchen/IMG_2.jpg"),
      ("Kitchen\\IMG_2.jpg", "Kitchen/IMG_2.jpg"), ("kitchen/img_2.JPG", "Kitchen/IMG_2.jpg"),
      ("img_2.jpg", "Kitchen/IMG_2.jpg"), ("IMG_2", "Kitchen/IMG_2.jpg"),
      ("kitchen\\img_2", "Kitchen/IMG_2.jpg"),
      (" IMG_2.jpg ", "Kitchen/IMG_2.jpg"), ("Kitchen/../IMG_1.jpg", "IMG_1.jpg"),
      ("/home/me/photos/Kitchen/IMG_2.jpg", "Kitchen/IMG_2.jpg"),
      ("photos/Kitchen/IMG_2.jpg", "Kitchen/IMG_2.jpg"),
      ("Kitchen/IMG_1", "Kitchen/IMG_1.jpg"), ("12.3.4", "12.3.4.jpg"), ("a;b.jpg", "a;b.jpg"),
      ("x[1].jpg", "x[1].jpg"),
    ] as [(String, String)])
  func resolves(cell: String, path: String) {
    let paths: [BytePath] = [
      "IMG_1.jpg", "Kitchen/IMG_1.jpg", "Kitchen/IMG_2.jpg", "12.3.4.jpg", "a;b.jpg", "x[1].jpg", "x1.jpg",
    ]
    #expect(find(cell, among: paths, absolute: "/home/me/photos") == [path])
  }

  @Test(
    arguments: [
      ("IMG_1.jpg", ["a/IMG_1.jpg", "b/IMG_1.jpg"], "photo-ambiguous"),
      ("IMG_1", ["IMG_1.jpg", "IMG_1.png"], "photo-ambiguous"),
      ("img_1.jpg", ["IMG_1.jpg", "Img_1.jpg"], "photo-ambiguous"),
      ("nothing.jpg", ["IMG_1.jpg"], "photo-missing"),
      ("*.png", ["IMG_1.jpg"], "photo-missing"),
      ("../IMG_1.jpg", ["IMG_1.jpg"], "photo-refused"),
      ("/etc/passwd", ["IMG_1.jpg", "passwd"], "photo-refused"),
      ("C:\\Users\\me\\IMG_1.jpg", ["IMG_1.jpg"], "photo-refused"),
      ("Kitchen/../../IMG_1.jpg", ["IMG_1.jpg"], "photo-refused"),
      ("https://example.org/IMG_1.jpg", ["IMG_1.jpg"], "photo-missing"),
    ] as [(String, [String], String)])
  func reports(cell: String, paths: [String], code: String) {
    #expect(find(cell, among: paths.map { BytePath($0) }) == [code])
  }

  @Test func patternsAndFolders() {
    let paths: [BytePath] = ["A_2.jpg", "A_10.jpg", "A_1.JPG", "B/A_3.jpg", "B/c/d.jpg", "B/e.jpg"]
    #expect(find("A_*.jpg", among: paths) == ["A_2.jpg", "A_10.jpg", "B/A_3.jpg"])
    #expect(find("a_?.jpg", among: paths) == ["A_2.jpg", "A_1.JPG", "B/A_3.jpg"])
    #expect(find("B/*.jpg", among: paths) == ["B/A_3.jpg", "B/e.jpg"])
    #expect(find("B/**/*.jpg", among: paths) == ["B/A_3.jpg", "B/c/d.jpg", "B/e.jpg"])
    #expect(find("A_[12].jpg", among: paths) == ["A_2.jpg"])
    #expect(find("*_3.jpg", among: paths) == ["B/A_3.jpg"])
    #expect(find("B/", among: paths) == ["B/A_3.jpg", "B/c/d.jpg", "B/e.jpg"])
  }

  /// Two names that Unicode calls equal are two files, and each is reached by its own bytes.
  @Test func twinsStayApart() {
    let composed = BytePath("K\u{FC}che.jpg")
    let decomposed = BytePath("Ku\u{308}che.jpg")
    let photos = [photo(composed), photo(decomposed)]
    for (cell, expected) in [("K\u{FC}che.jpg", composed), ("Ku\u{308}che.jpg", decomposed)] {
      let result = match(photos: photos, items: [item("row", photos: [cell])])
      #expect(result.matches.map(\.key) == [photo(expected).key])
    }
    #expect(find("k\u{FC}che.jpg", among: [composed, decomposed]) == ["photo-ambiguous"])
    #expect(find("K\u{FC}che.jpg", among: [decomposed]).count == 1)
    #expect(find("Ku\u{308}che.jpg", among: [composed]).count == 1)
    // Both cells in one table: the answers are kept apart as well.
    let both = match(
      photos: photos,
      items: [item("x", photos: ["K\u{FC}che.jpg"]), item("y", photos: ["Ku\u{308}che.jpg"])])
    #expect(both.matches.map(\.key) == [photos[0].key, photos[1].key])
  }

  @Test func namesThatAreNoText() {
    let bad = BytePath([0x4B, 0xFC, 0x2E, 0x6A, 0x70, 0x67])
    #expect(find("K\\xfc.jpg", among: [bad]) == ["K\\xfc.jpg"])
  }

  @Test func equalBytesAreNoAmbiguity() {
    let photos = [photo("day1/IMG_1.jpg", bytes: "same"), photo("day2/IMG_1.jpg", bytes: "same")]
    let result = match(photos: photos, items: [item("row", photos: ["IMG_1.jpg"])])
    #expect(result.matches.map(\.key) == [key("same")])
    #expect(result.findings.isEmpty)
  }

  @Test func ownFolderSettlesACommonName() {
    let photos = ["A12/front.jpg", "A13/front.jpg"].map { photo($0) }
    let result = match(
      photos: photos, items: [item("A12", photos: ["front.jpg"]), item("A13", photos: ["front.jpg"])])
    #expect(
      result.matches.map { "\($0.itemID) \($0.matchedBy)" } == ["A12 photos-column", "A13 photos-column"])
    #expect(result.matches.map(\.key) == photos.map(\.key))
    #expect(result.findings.isEmpty)
  }

  @Test func onePhotoForSeveralItems() {
    let result = match(
      photos: [photo("shelf.jpg")],
      items: [item("A", photos: ["shelf.jpg"]), item("B", photos: ["shelf.jpg"])])
    #expect(result.matches.map(\.itemID) == ["A", "B"])
  }

  @Test func imageKeyIsAKeyOrAName() {
    let one = photo("5F3A-stem.jpg")
    for cell in [one.key.text, one.key.text.uppercased(), "5F3A-stem"] {
      let result = match(photos: [one], items: [item("row", imageKey: cell)])
      #expect(result.matches.map(\.key) == [one.key], "\(cell)")
    }
  }

  @Test func suggestsTheNearestName() {
    let result = match(
      photos: [photo("Kitchen/IMG_0042.HEIC")],
      items: [item("row", photos: ["IMG_0042.jpg", "IMG_042.HEIC"])])
    let remedies = result.findings.filter { $0.code == .photoMissing }.map(\.remedy)
    #expect(remedies == Array(repeating: "did you mean Kitchen/IMG_0042.HEIC", count: 2))
  }

  @Test func documentsColumnMakesDocuments() {
    let photos = [photo("a.jpg"), photo("b.jpg"), photo("manual.pdf", type: .pdf)]
    let result = match(
      photos: photos,
      items: [
        item(
          "row", photos: ["a.jpg", "manual.pdf"], documents: [NamedDocument(kind: .receipt, name: "b.jpg")])
      ])
    #expect(result.matches.count == 3)
    #expect(result.matches.first { $0.key == photos[1].key }?.documentKind == .receipt)
    #expect(result.matches.first { $0.key == photos[2].key }?.documentKind == .manual)
    #expect(result.matches.first { $0.key == photos[0].key }?.isPrimary == true)
  }
}
