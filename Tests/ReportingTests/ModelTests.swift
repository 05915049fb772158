import PossessionsCore
import Reporting
import Testing

/// What is in a report, what is left out, and what a copy does not show.
@Suite struct ModelTests {
  private func ids(_ model: ReportModel) -> [String] { model.ledgers.flatMap(\.allLines).map(\.item.itemID) }

  // MARK: Left out

  @Test func soldRemovedAndArchivedAreLeftOut() {
    var removed = item("removed", [.replacementCost: "1.00"])
    removed.status = .removed
    let model = ReportModel(
      catalog([
        item("kept", [.replacementCost: "1.00"]), removed,
        item("sold", [.replacementCost: "1.00", .soldDate: "2026-03-15"]),
        item("sold later", [.replacementCost: "1.00", .soldDate: "2026-03-16"]),
        item("sold some day", [.replacementCost: "1.00", .soldDate: "2026"]),
        item("sold to", [.replacementCost: "1.00", .soldTo: "a neighbour"]),
        item("sold for", [.replacementCost: "1.00", .soldPrice: "0.50"]),
        item("sold for nothing known", [.replacementCost: "1.00", .soldPrice: "0.00"]),
        item("archived", [.replacementCost: "1.00", .archived: "yes"]),
        item("not archived", [.replacementCost: "1.00", .archived: "no"]),
      ]), options: options())
    #expect(ids(model) == ["kept", "not archived", "sold for nothing known", "sold later"])
    #expect(model.excluded.count == 6)
    #expect(ReportWords(model).exclusions.count == 3)
  }

  // MARK: Claims

  private let lossItems = [
    item("a", [.replacementCost: "1.00", .lossStatus: "stolen", .room: "Home / Garage / Shelf"]),
    item("b", [.replacementCost: "2.00", .lossStatus: "no", .room: "Home / Garage"]),
    item("c", [.replacementCost: "4.00", .room: "Home / Garages"]),
    item("d", [.replacementCost: "8.00", .lossStatus: "Damaged", .room: "home / garage"]),
  ]

  @Test(arguments: [
    (ReportOptions.Lost.asRecorded, ["a", "d"]), (.all, ["a", "b", "c", "d"]),
    (.room("home/garage"), ["a", "b", "d"]), (.items(["c", "a"]), ["a", "c"]), (.room("Attic"), []),
  ])
  func whatWasLost(_ lost: ReportOptions.Lost, _ expected: [String]) {
    var asked = options(.claim, on: "2026-01-02")
    asked.lost = lost
    let model = ReportModel(catalog(lossItems), options: asked)
    #expect(ids(model).sorted() == expected)
    #expect(model.excluded.count == 4 - expected.count)
  }

  @Test func aClaimIsValuedOnTheDayOfTheLoss() throws {
    var asked = options(.claim, on: "2025-03-20")
    asked.lost = .all
    let model = ReportModel(catalog(workedExample), options: asked)
    let line = try #require(model.ledgers[0].lines.first { $0.item.itemID == "1" })
    #expect(line.value.age?.months == 24)
    #expect(ReportWords(model).title == "Schedule of loss")
  }

  // MARK: Limits

  @Test func aLineCountsAgainstItsFirstLimit() throws {
    var asked = options()
    asked.policy.limits = [
      Policy.Limit(name: "Business", categories: [], includesBusinessUse: true, amount: 100),
      Policy.Limit(name: "Jewellery", categories: ["Jewelry"], amount: 500),
      Policy.Limit(name: "Records", categories: ["RECORDS"], peril: "fire", amount: 1),
    ]
    let ledger = try #require(
      ReportModel(
        catalog([
          item("1", [.category: "jewellery", .replacementCost: "10.00", .businessUse: "yes"]),
          item("2", [.category: "watches", .replacementCost: "20.00"]),
          item("3", [.category: "records", .replacementCost: "30.00"]),
          item("4", [.category: "jewellery", .appraisalValue: "99.00", .scheduled: "yes"]),
        ]), options: asked
      ).ledgers.first)
    #expect(ledger.limits.map(\.group.replacementCostValue) == [1000, 2000, 3000])
    #expect(ledger.limited(by: nil).replacementCostValue == 6000 - 900 - 1500)
    #expect(ledger.limited(by: "Fire").replacementCostValue == 6000 - 900 - 1500 - 2999)
  }

  // MARK: Rooms and currencies

  @Test func roomsNestAlongTheirPaths() throws {
    let ledger = try #require(
      ReportModel(
        catalog([
          item("1", [.room: "Home/Living", .replacementCost: "1.00"]),
          item("2", [.room: " Home -> Living -> Shelf ", .replacementCost: "2.00"]),
          item("3", [.room: "Home", .replacementCost: "4.00"]),
          item("4", [.room: "Home Office", .replacementCost: "8.00"]),
          item("5", [.room: " / ", .replacementCost: "16.00"]), item("6", [.replacementCost: "32.00"]),
        ]), options: options()
      ).ledgers.first)
    #expect(
      ledger.rooms.map(\.text) == [
        "Home", "Home / Living", "Home / Living / Shelf", "Home Office", "Unassigned",
      ])
    #expect(ledger.rooms.map { Int($0.withNested.replacementCostValue) } == [700, 300, 200, 800, 4800])
    #expect(ledger.rooms.map { Int($0.own.replacementCostValue) } == [400, 100, 200, 800, 4800])
  }

  @Test func currenciesAreKeptApart() {
    let model = ReportModel(
      catalog([
        item("1", [.replacementCost: "1.00"]), item("2", currency: "EUR", [.replacementCost: "2.00"]),
        item("3", currency: "EUR", [.replacementCost: "3.00"]),
        item("4", currency: "JPY", [.replacementCost: "500"]),
        item("5", currency: nil, [:]),
      ]), options: options())
    #expect(model.ledgers.map(\.currency.code) == ["EUR", "JPY", "USD"])
    #expect(model.ledgers.map { Int($0.total.replacementCostValue) } == [500, 500, 100])
    // Without any amount, the commonest currency's list takes it, as a line that is not valued.
    #expect(model.ledgers[0].lines.map(\.item.itemID) == ["2", "3", "5"])
  }

  @Test func selectionSaysWhatItLeavesOut() {
    var asked = options()
    asked.rooms = ["living"]
    asked.categories = ["tv"]
    let model = ReportModel(catalog(workedExample), options: asked)
    #expect(ids(model) == ["1"])
    #expect(model.outsideSelection == 6)
    #expect(
      ReportWords(model).coverFields.contains {
        $0.label == "Limited to" && $0.value.contains("6 other items")
      })
  }

  // MARK: Prices only

  @Test func pricesAloneAreStillAReport() throws {
    let items = [item("1", [.purchasePrice: "10.00", .quantity: "3"]), item("2", [.purchasePrice: "5.00"])]
    let model = ReportModel(catalog(items), options: options())
    let ledger = try #require(model.ledgers.first)
    #expect(ledger.total.paid == 3500)
    #expect(ledger.total.valuedLines == 0)
    let words = ReportWords(model)
    #expect(words.leads(withPaid: ledger))
    #expect(words.remedy(for: ledger)?.contains("replacement_cost") == true)
    var asked = options()
    asked.rules.usesPurchasePrice = true
    let standing = try #require(ReportModel(catalog(items), options: asked).ledgers.first)
    #expect(standing.total.replacementCostValue == 3500)
    #expect(
      standing.lines.allSatisfy {
        $0.value.costSource == .purchasePrice && $0.gaps.contains { $0.code == .noReplacementCost }
      })
  }

  // MARK: Pictures

  @Test func theEditedPictureIsShownAndSaysSo() throws {
    let key = try #require(ImageKey("b116ff0b-2ecd-50e0-94f2-000000000001"))
    let phone = try #require(ImageKey("b116ff0b-2ecd-50e0-94f2-000000000002"))
    let digest = String(repeating: "a", count: 64)
    var contents = catalog([item("1", [.replacementCost: "1.00"])])
    contents.pictures = [key: picture(key, taken: nil), phone: picture(phone, taken: nil)]
    contents.attachments = [attachment("1", key)]
    contents.renditions = [
      rendition(key, "thumb", path: "renditions/thumb/plain.jpg"),
      rendition(key, "thumb", path: "renditions/thumb/recipe.jpg", recipeDigest: digest),
      rendition(phone, "thumb", path: "renditions/thumb/phone.jpg"),
    ]
    func shown(_ contents: CatalogContents) throws -> (BytePath?, Bool) {
      let exhibit = try #require(ReportModel(contents, options: options()).exhibits.first)
      return (exhibit.rendition("thumb")?.path, exhibit.isEdited)
    }
    #expect(try shown(contents) == ("renditions/thumb/plain.jpg", false))
    contents.pictures[key]?.editedKey = phone
    #expect(try shown(contents) == ("renditions/thumb/phone.jpg", true))
    contents.attachments = [attachment("1", key, recipeDigest: digest)]
    #expect(try shown(contents) == ("renditions/thumb/recipe.jpg", true))
    // Where the edited rendition is missing, the unedited one must not stand in: it may show what was redacted.
    contents.renditions.remove(at: 1)
    #expect(try shown(contents) == (nil, true))
  }

  // MARK: Redaction

  @Test func redactedCopiesDoNotShowIt() throws {
    let key = try #require(ImageKey("b116ff0b-2ecd-50e0-94f2-000000000001"))
    var contents = catalog([
      item(
        "SN-7781-Q",
        [
          .name: "Camera SN-7781-Q", .serialNumber: "sn-7781-q", .description: "body sn-7781-q",
          .replacementCost: "1234.56",
          .purchasePrice: "987.65", .purchasePlace: "Kamerahaus", .owner: "Zoe Zebra", .notes: "secret-note",
          .category: "cameras",
          .quantity: "3", .taxRate: "0.1",
        ])
    ])
    contents.pictures = [key: picture(key, taken: "2024-02-01T10:00:00", name: "SN-7781-Q.jpg")]
    contents.attachments = [attachment("SN-7781-Q", key)]
    contents.documents = [
      DocumentRecord(
        itemID: "SN-7781-Q", key: key, kind: .receipt, originalName: "rechnung.pdf", mediaType: .pdf)
    ]
    var asked = options()
    asked.policy = Policy(owners: ["Zoe Zebra"], premises: "9 Hidden Lane", currency: .usd, limits: [])
    asked.redactions = Set(ReportOptions.Redaction.allCases)
    let model = ReportModel(contents, options: asked)
    let sink = MemorySink()
    for format in ReportFormats.all where format.name != "pdf" && format.name != "xlsx" {
      _ = try format.write(model, name: "inventory", provider: { _ in [] }, to: sink)
    }
    for (path, bytes) in sink.files {
      let text = String(decoding: bytes, as: UTF8.self).lowercased()
      for secret in [
        "sn-7781-q", "1,234.56", "1234.56", "987.65", "3,703.68", "3703.68", "4,074.05", "4074.05",
        "kamerahaus", "zoe zebra",
        "hidden lane", "secret-note", "rechnung",
      ] {
        #expect(!text.contains(secret), "\(path) shows \(secret)")
      }
    }
    #expect(String(decoding: sink.files["inventory.html"] ?? [], as: UTF8.self).contains("withheld"))
  }
}
