import PossessionsCore
import Testing

@Suite struct FileNameMatcherTests {
  static let ids = [
    "237", "2372", "2372_a", "0042", "42", "2", "12.3.4", "ESCR-0004", "K-17", "stand mixer 9", "Büro-3",
    "a1", "A1",
    "X/5", "2019",
  ].map { item($0) }

  @Test(
    arguments: [
      ("237.jpg", "237"), ("2372.jpg", "2372"), ("2372_a.jpg", "2372_a"), ("2372_a_2.jpg", "2372_a"),
      ("2372_b.jpg", "2372"), ("237 (1).jpg", "237"), ("237(1).jpg", "237"), ("237-back.jpg", "237"),
      ("237_2.jpg", "237"), ("237_42.jpg", "237"), ("237.2.jpg", "237"), ("237.JPEG", "237"),
      ("0042.jpg", "0042"), ("42.jpg", "42"), ("0042_2.jpg", "0042"), ("12.3.4.jpg", "12.3.4"),
      ("12.3.4_2.jpg", "12.3.4"), ("12.3.4-back.heic", "12.3.4"), ("ESCR-0004_detail.jpg", "ESCR-0004"),
      ("escr-0004.jpg", "ESCR-0004"), ("K-17-2.jpg", "K-17"), ("k-17.jpg", "K-17"),
      ("stand mixer 9 back.jpg", "stand mixer 9"), ("Stand Mixer 9.jpg", "stand mixer 9"),
      ("Bu\u{308}ro-3_2.jpg", "Büro-3"), ("büro-3.jpg", "Büro-3"), ("a1.jpg", "a1"), ("A1_2.jpg", "A1"),
      ("X_5.jpg", "X/5"), ("X-5_2.jpg", "X/5"), ("mixer K-17.jpg", "K-17"), ("front (K-17).jpg", "K-17"),
      ("sofa 237.jpg", "237"), ("237_20240102.jpg", "237"), ("237 2019-05-03.jpg", "237"),
      ("IMG_K-17.jpg", "K-17"),
      ("sub/folder/237_3.jpg", "237"),
    ] as [(String, String)])
  func findsID(name: String, id: String) {
    #expect(outcome(BytePath(name), Self.ids) == "\(id) by file-name")
  }

  @Test(arguments: [
    "23.jpg", "237a.jpg", "237,2.jpg", "x237.jpg", "00042.jpg", "IMG_0042.jpg", "IMG_2372.HEIC",
    "DSC_0042.jpg",
    "DSC00237.jpg", "2019-05-03 12.30.11.jpg", "20190503_123011.jpg", "PXL_20190503_042.jpg", "photo 237.jpg",
    "mixer_2.jpg", "mixer 42.jpg", "12.3.jpg", "12.3.40.jpg", "ESCR-00041.jpg", "Büro-33.jpg",
  ])
  func neverGuesses(name: String) {
    #expect(outcome(BytePath(name), Self.ids) == "-")
  }

  @Test(
    arguments: [
      ("237_2372.jpg", "2372 237"), ("K-17 and ESCR-0004.jpg", "ESCR-0004 K-17"),
    ] as [(String, String)])
  func tellsAmbiguous(name: String, ids: String) {
    let expected = "? " + ids.split(separator: " ").map(String.init).sorted().joined(separator: " ")
    #expect(outcome(BytePath(name), Self.ids) == expected + " by file-name")
  }

  @Test func readsSerialsTagsAndNames() {
    let items = [
      item("1", name: "Stand mixer", serial: "SN-99A", tag: "000-123"),
      item("2", name: "Lamp", room: "Attic"),
      item("3", name: "Lamp", room: "House / Kitchen"), item("SN-77", name: "TV"), item("4", serial: "SN-77"),
    ]
    #expect(outcome("sn-99a_2.jpg", items) == "1 by file-name")
    #expect(outcome("000-123 (2).jpg", items) == "1 by file-name")
    #expect(outcome("Stand mixer_2.jpg", items) == "1 by file-name")
    #expect(outcome("stand mixer back.jpg", items) == "1 by file-name")
    #expect(outcome("Lamp.jpg", items) == "? 2 3 by file-name")
    #expect(outcome("Kitchen/Lamp.jpg", items) == "3 by file-name")
    #expect(outcome("SN-77.jpg", items) == "? 4 SN-77 by file-name")
  }

  @Test func takesReceiptsAsDocuments() {
    let items = [item("237", name: "Receipt printer")]
    #expect(outcome("237-receipt.jpg", items) == "237 by file-name as receipt")
    #expect(outcome("receipt 237.jpg", items) == "237 by file-name as receipt")
    #expect(outcome("237_Rechnung_2.jpg", items) == "237 by file-name as receipt")
    #expect(outcome("237-manual.jpg", items) == "237 by file-name as manual")
    #expect(outcome("receipt printer.jpg", items) == "237 by file-name")
    #expect(outcome("receipt printer front.jpg", items) == "237 by file-name")
    let pdf = photo("237.pdf", type: .pdf)
    #expect(outcome(match(photos: [pdf], items: items), of: pdf, among: [pdf]) == "237 by file-name as other")
  }
}
