import PossessionsCore
import Reporting
import Testing

/// The codes E1 to E12, each by a line that has exactly that gap besides those named.
@Suite struct EvidenceTests {
  private func gaps(
    _ cells: [PossessionField: String], others: [Possession] = [], taken: String?? = .none,
    receipt: Bool = true,
    kind: ReportOptions.Kind = .inventory, damaged: Bool = false, shared: Bool = false
  ) throws -> [EvidenceGap.Code] {
    var contents = catalog([item("1", cells)] + others)
    if case .some(let clock) = taken {
      let key = try #require(ImageKey("b116ff0b-2ecd-50e0-94f2-000000000001"))
      contents.pictures[key] = picture(key, taken: clock)
      contents.attachments.append(attachment("1", key))
      if shared { contents.attachments.append(attachment("2", key)) }
    }
    if receipt {
      let key = try #require(ImageKey("b116ff0b-2ecd-50e0-94f2-000000000009"))
      contents.documents.append(
        DocumentRecord(itemID: "1", key: key, kind: .receipt, originalName: "r.pdf", mediaType: .pdf))
    }
    var asked = options(kind)
    asked.lost = .all
    if damaged { asked.damagedOriginals = Set(contents.pictures.keys) }
    let model = ReportModel(contents, options: asked)
    return try #require(model.ledgers.flatMap(\.allLines).first { $0.item.itemID == "1" }).gaps.map(\.code)
  }

  private let complete: [PossessionField: String] = [
    .category: "TV", .replacementCost: "900.00", .purchaseDate: "2024-01-10", .serialNumber: "A-1",
  ]

  private func with(_ more: [PossessionField: String], without: PossessionField? = nil) -> [PossessionField:
    String]
  {
    var cells = complete.merging(more) { $1 }
    if let without { cells[without] = nil }
    return cells
  }

  @Test func aCompleteLineHasNone() throws {
    #expect(try gaps(complete, taken: "2024-02-01T10:00:00").isEmpty)
  }

  @Test func photos() throws {
    #expect(try gaps(complete) == [.noPhoto])
    #expect(try gaps(complete, taken: "2024-02-01T10:00:00", damaged: true) == [.photoDamaged])
    #expect(try gaps(complete, taken: .some(nil)) == [.photoWithoutDate])
    #expect(try gaps(complete, taken: "2024-01-09T23:59:59") == [.photoDateOdd])
    #expect(try gaps(complete, taken: "2024-01-10T00:00:00").isEmpty)
    // A purchase that is known to the year only began on its first day.
    #expect(try gaps(with([.purchaseDate: "2024"]), taken: "2024-01-01T00:00:00").isEmpty)
    // After the loss, which is the valuation date of a claim.
    #expect(try gaps(complete, taken: "2026-03-16T08:00:00", kind: .claim) == [.photoDateOdd])
    #expect(try gaps(complete, taken: "2026-03-15T23:00:00", kind: .claim).isEmpty)
    #expect(try gaps(complete, taken: "2026-03-16T08:00:00").isEmpty)
    #expect(try gaps(complete, taken: "not a date").isEmpty)
  }

  @Test func receipts() throws {
    #expect(try gaps(complete, taken: "2024-02-01T10:00:00", receipt: false) == [.noReceipt])
    #expect(
      try gaps(with([.replacementCost: "499.99"]), taken: "2024-02-01T10:00:00", receipt: false).isEmpty)
    #expect(
      try gaps(with([.replacementCost: "500.00"]), taken: "2024-02-01T10:00:00", receipt: false) == [
        .noReceipt
      ])
    // Said to exist is no proof.
    #expect(
      try gaps(with([.hasReceipt: "yes"]), taken: "2024-02-01T10:00:00", receipt: false) == [.noReceipt])
  }

  @Test func paperAndValues() throws {
    let taken = "2024-02-01T10:00:00"
    #expect(try gaps(with([:], without: .serialNumber), taken: taken) == [.noSerial])
    #expect(try gaps(with([.category: "linen"], without: .serialNumber), taken: taken).isEmpty)
    #expect(try gaps(with([.scheduled: "yes"]), taken: taken) == [.scheduledWithoutAppraisal])
    #expect(try gaps(with([:], without: .replacementCost), taken: taken) == [.noReplacementCost])
    #expect(try gaps(with([:], without: .purchaseDate), taken: taken) == [.noAge])
    #expect(try gaps(with([.ageYears: "2"], without: .purchaseDate), taken: taken).isEmpty)
    #expect(
      try gaps(with([.category: "gadgetry"], without: .serialNumber), taken: taken) == [.categoryUnmapped])
    #expect(try gaps(with([:], without: .category), taken: taken) == [.categoryUnmapped])
  }

  @Test(arguments: [
    ("2023-03-15", false), ("2023-03-14", true), ("2023-03-16", false), ("2020", true), ("2024-11-02", false),
  ])
  func appraisals(_ date: String, _ isOld: Bool) throws {
    let cells = with([.scheduled: "yes", .appraisalValue: "100.00", .appraisalDate: date])
    let found = try gaps(cells, taken: "2024-02-01T10:00:00")
    #expect(found == (isOld ? [.appraisalOld] : []))
  }

  @Test func onTwoItems() throws {
    let twin = item("2", with([.serialNumber: "a-1 "]))
    #expect(try gaps(complete, others: [twin], taken: "2024-02-01T10:00:00") == [.onTwoItems])
    let other = item("2", with([.serialNumber: "B"]))
    #expect(try gaps(complete, others: [other], taken: "2024-02-01T10:00:00", shared: true) == [.onTwoItems])
  }

  /// What is at stake decides the order; a line without any value comes last.
  @Test func sortedByWhatIsAtStake() throws {
    let model = ReportModel(
      catalog([
        item("a", [.replacementCost: "10.00"]), item("b", [:]),
        item("c", [.purchasePrice: "20.00", .quantity: "2"]),
        item("d", [.replacementCost: "30.00"]),
      ]), options: options())
    let order = ReportWords.byStake(model.ledgers.flatMap(\.allLines)).map(\.item.itemID)
    #expect(order == ["c", "d", "a", "b"])
  }
}

func picture(_ key: ImageKey, taken: String?, name: String = "IMG_1.jpg") -> PictureRecord {
  var facts = PhotoFacts(mediaType: .jpeg)
  facts.capturedAt = taken.map { CaptureTime(wallClock: $0) }
  return PictureRecord(
    key: key, sha256: noDigest, byteSize: 1000, facts: facts, originalName: BytePath(name),
    original: "originals/b1/x.jpg",
    state: .ok, importedAt: "2026-03-14T09:00:00Z", importedByRun: "run")
}

func attachment(
  _ itemID: String, _ key: ImageKey, position: Int = 1, recipeDigest: String? = nil
) -> AttachmentRecord {
  AttachmentRecord(
    itemID: itemID, key: key, position: position, isPrimary: position == 1, matchedBy: "column",
    matchedDetail: "",
    recipe: recipeDigest.map { _ in "{}" }, recipeDigest: recipeDigest)
}

func rendition(_ key: ImageKey, _ name: String, path: String, recipeDigest: String = "", bytes: Int = 100)
  -> RenditionRecord
{
  RenditionRecord(
    key: key, recipeDigest: recipeDigest, name: name, signature: "", width: 64, height: 48,
    path: BytePath(path),
    byteSize: Int64(bytes), sha256: noDigest)
}
