import PossessionsCore
import Testing

@Suite struct NearDuplicatesTests {
  private func picture(
    _ name: String, _ hash: UInt64, width: Int = 4000, height: Int = 3000, bytes: Int64 = 1000,
    isWhole: Bool = true
  ) -> ComparablePicture {
    ComparablePicture(
      key: key(name), hash: hash, width: width, height: height, byteSize: bytes, isWhole: isWhole)
  }

  private func groups(_ pictures: [(name: String, picture: ComparablePicture)]) -> [[String]] {
    let names = Dictionary(uniqueKeysWithValues: pictures.map { ($0.picture.key, $0.name) })
    return nearDuplicates(pictures.map(\.picture)).map { $0.map { names[$0.key] ?? "" } }
  }

  private let base: UInt64 = 0x0F1E_2D3C_4B5A_6978

  @Test func theBestComesFirst() {
    let found = groups([
      ("small", picture("small", base, width: 1600, height: 1200, bytes: 900_000)),
      ("damaged", picture("damaged", base ^ 1, isWhole: false)),
      ("large", picture("large", base ^ 0b10, bytes: 500)),
      ("finer", picture("finer", base ^ 0b101, bytes: 800)),
      ("other", picture("other", ~base)),
    ])
    #expect(found == [["finer", "large", "small", "damaged"]])
  }

  @Test func aTurnedOrCutPictureIsAnother() {
    #expect(
      groups([
        ("a", picture("a", base)), ("turned", picture("turned", base, width: 3000, height: 4000)),
        ("cut", picture("cut", base, width: 3000, height: 3000)),
      ]).isEmpty)
    // The rounding of a side is no other shape.
    #expect(
      groups([("a", picture("a", base)), ("tiny", picture("tiny", base, width: 67, height: 50))]).count == 1)
  }

  @Test func sidesThatCannotBeAreCompared() {
    let huge = [
      ("a", picture("a", base, width: .max, height: .max)),
      ("b", picture("b", base, width: .max, height: .max)),
    ]
    #expect(groups(huge).count == 1)
  }

  @Test func smallStepsDoNotJoinWhatIsFarApart() {
    let pictures = (0..<4).map { step in
      (name: "\(step)", picture: picture("\(step)", base ^ (1 << (4 * step) - 1), bytes: Int64(100 - step)))
    }
    #expect(groups(pictures) == [["0", "1"], ["2", "3"]])
  }

  /// Against all pairs: each picture is a group's best or near one, as the definition says.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func agreesWithAllPairs(seed: UInt64) {
    var random = SplitMix(state: seed)
    var hashes: [UInt64] = []
    for _ in 0..<100 {
      var hash = random.next()
      hashes.append(hash)
      // Neighbours at 0 to 8 bits, some of them all in one quarter.
      for distance in 0..<9 {
        for _ in 0..<distance { hash ^= 1 << (random.next() % (distance % 2 == 0 ? 64 : 16)) }
        hashes.append(hash)
      }
    }
    let pictures = hashes.enumerated().map { picture("\($0)", $1, bytes: Int64(hashes.count - $0)) }
    var expected: [[ImageKey]] = []
    var taken: Set<ImageKey> = []
    for one in pictures where taken.insert(one.key).inserted {
      let others = pictures.filter {
        !taken.contains($0.key) && ($0.hash ^ one.hash).nonzeroBitCount <= nearDuplicateBits
      }
      taken.formUnion(others.map(\.key))
      if !others.isEmpty { expected.append([one.key] + others.map(\.key)) }
    }
    #expect(expected.count > 80)
    #expect(nearDuplicates(pictures.shuffled(using: &random)).map { $0.map(\.key) } == expected)
  }

  @Test(
    arguments: [
      ("1:0f1e2d3c4b5a6978", true), ("1:0000000000000000", false), ("1:ffffffffffffffff", false),
      ("1:8000000000000001", false), ("2:0f1e2d3c4b5a6978", false), ("1:0f1e", false), (nil, false),
    ] as [(String?, Bool)])
  func plainPicturesAreNotCompared(text: String?, isCompared: Bool) {
    var facts = PhotoFacts(mediaType: .jpeg)
    facts.width = 40
    facts.height = 30
    let record = PictureRecord(
      key: key("a"), sha256: SHA256Digest(bytes: [UInt8](repeating: 0, count: 32)), byteSize: 1, facts: facts,
      originalName: "a.jpg", original: "originals/a.jpg", perceptualHash: text, importedAt: "",
      importedByRun: "")
    #expect((ComparablePicture(record) != nil) == isCompared)
  }

  // MARK: --dedupe

  private func kept(
    _ found: [(id: String, name: String, rule: String)], attached: [(id: String, name: String)] = []
  ) -> (kept: [String], leftOut: Int) {
    var result = MatchResult()
    for (index, match) in found.enumerated() {
      result.matches.append(
        PhotoMatch(itemID: match.id, key: key(match.name), matchedBy: match.rule, detail: "\(index)"))
      result.placements.append(Placement(path: BytePath(match.name), mediaType: .jpeg))
    }
    let group = ["best", "good", "poor"].enumerated().map { picture($1, base, bytes: Int64(100 - $0)) }
    let leftOut = result.keepBest(
      of: [group],
      attached: attached.map {
        AttachmentRecord(
          itemID: $0.id, key: key($0.name), position: 1, isPrimary: true, matchedBy: "folder",
          matchedDetail: "")
      })
    #expect(result.placements.map { key($0.path.description) } == result.matches.map(\.key))
    return (
      result.matches.map { match in
        match.itemID + " " + (found.first { key($0.name) == match.key }?.name ?? "")
      }, leftOut.count
    )
  }

  @Test func theBestIsAttached() {
    let answer = kept([
      ("A", "poor", "folder"), ("A", "best", "folder"), ("A", "good", "file-name"), ("A", "else", "folder"),
      ("B", "good", "folder"),
    ])
    #expect(answer.kept == ["A best", "A else", "B good"])
    #expect(answer.leftOut == 2)
  }

  @Test func whatAPersonNamedStays() {
    let answer = kept([
      ("A", "poor", "photos-column"), ("A", "good", "manifest"), ("A", "best", "folder"),
    ])
    #expect(answer.kept == ["A poor", "A good"])
  }

  @Test func whatIsAttachedStays() {
    #expect(kept([("A", "best", "folder")], attached: [("A", "poor")]).kept == [])
    #expect(
      kept([("A", "best", "folder"), ("A", "poor", "folder")], attached: [("A", "poor")]).kept == ["A poor"])
    #expect(kept([("A", "best", "folder")], attached: [("B", "poor")]).kept == ["A best"])
  }

  // MARK: Findings

  @Test func findingsSayWhatToDo() {
    let names = Dictionary(uniqueKeysWithValues: ["a", "b", "c"].map { (key($0), $0 + ".jpg") })
    let groups = nearDuplicates([
      picture("a", base, bytes: 3), picture("b", base, bytes: 2), picture("c", base, bytes: 1),
    ])
    func messages(leftOut: [ImageKey: ImageKey], _ pictures: [String: Set<ImageKey>]) -> [String] {
      findingsForNearDuplicates(groups, leftOut: leftOut, pictures: pictures, name: { names[$0] ?? "" })
        .map { "\($0.code.rawValue) \($0.subject): \($0.message)" }
    }
    #expect(
      messages(leftOut: [:], ["A": [key("a"), key("b"), key("c")]]) == [
        "photo-near-duplicate a.jpg: b.jpg and c.jpg look like it"
      ])
    #expect(
      messages(leftOut: [key("c"): key("a")], ["A": [key("a")], "B": [key("b")]]) == [
        "photo-near-duplicate a.jpg: b.jpg looks like it; they belong to A and B",
        "photo-near-duplicate c.jpg: it looks like a.jpg and is not attached",
      ])
  }

  @Test func onePictureOnTwoItemsIsTold() {
    let findings = findingsForPicturesOnTwoItems(
      ["A": [key("a"), key("b")], "B": [key("b")], "C": [key("b")]], name: { $0 == key("b") ? "b.jpg" : "" })
    #expect(findings.map(\.subject) == ["b.jpg"])
    #expect(findings.map(\.message) == ["the same picture belongs to A, B and C"])
  }
}
