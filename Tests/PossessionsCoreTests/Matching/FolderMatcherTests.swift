import PossessionsCore
import Testing

@Suite struct FolderMatcherTests {
  static let items = [
    item("A12", name: "Stand mixer", serial: "SN-5", tag: "000-77", room: "House / Kitchen"),
    item("A13", name: "Lamp", room: "House / Kitchen"), item("A14", name: "Lamp", room: "House / Attic"),
    item("237", name: "Sofa", room: "Living room"), item("2019", name: "Chair"), item("5", name: "Desk"),
    item("12.3.4", name: "Camera"), item("Büro-3", name: "TV stand"), item("TV", name: "Television"),
    item("A15", name: "Kitchen"), item("A/16", name: "Bike"),
  ]

  @Test(
    arguments: [
      ("A12/IMG_1.jpg", "A12"), ("a12/IMG_1.jpg", "A12"), ("x/y/A12/z/IMG_1.jpg", "A12"),
      ("SN-5/IMG_1.jpg", "A12"),
      ("000-77/IMG_1.jpg", "A12"), ("Kitchen/Stand mixer/IMG_1.jpg", "A12"), ("stand MIXER/IMG_1.jpg", "A12"),
      ("Kitchen/Lamp/IMG_1.jpg", "A13"), ("House/Attic/lamp/IMG_1.jpg", "A14"), ("237/IMG_1.jpg", "237"),
      ("237 Sofa/IMG_1.jpg", "237"), ("A12 - Stand mixer/IMG_1.jpg", "A12"), ("A12_photos/IMG_1.jpg", "A12"),
      ("12.3.4/IMG_1.jpg", "12.3.4"), ("Bu\u{308}ro-3/IMG_1.jpg", "Büro-3"),
      ("A12/DCIM/100APPLE/IMG_1.jpg", "A12"),
      ("TV stand/IMG_1.jpg", "Büro-3"), ("TV/IMG_1.jpg", "TV"), ("5/IMG_1.jpg", "5"),
      ("A_16/IMG_1.jpg", "A/16"),
      ("2024/237/IMG_1.jpg", "237"), ("Bike (2)/A12/IMG_1.jpg", "A12"),
    ] as [(String, String)])
  func findsFolder(path: String, id: String) {
    #expect(outcome(BytePath(path), Self.items) == "\(id) by folder")
  }

  @Test(arguments: [
    "2019/IMG_1.jpg", "2019/05/IMG_1.jpg", "2024/5/IMG_1.jpg", "2019-05-03/IMG_1.jpg", "2019-05/IMG_1.jpg",
    "Camera/IMG_1.jpg", "DCIM/Camera/IMG_1.jpg", "Kitchen/IMG_1.jpg", "100APPLE/IMG_1.jpg", "A1/IMG_1.jpg",
    "A123/IMG_1.jpg", "5 bedrooms/IMG_1.jpg", "TV set/IMG_1.jpg", "IMG_1.jpg", "20190503/IMG_1.jpg",
  ])
  func neverGuesses(path: String) {
    #expect(outcome(BytePath(path), Self.items) == "-")
  }

  @Test(
    arguments: [
      ("Lamp/IMG_1.jpg", "A13 A14"), ("House/Lamp/IMG_1.jpg", "A13 A14"),
      // One item of the name, and the folder says that it is in another room.
      ("Attic/Stand mixer/IMG_1.jpg", "A12"),
    ] as [(String, String)])
  func tellsAmbiguous(path: String, ids: String) {
    #expect(outcome(BytePath(path), Self.items) == "? \(ids) by folder")
  }

  /// A year or a program's folder counts where its neighbours show that folders are named after items.
  @Test func neighboursTell() {
    #expect(outcome("2019/IMG_1.jpg", Self.items, others: ["237/IMG_2.jpg"]) == "2019 by folder")
    let named: [BytePath] = ["Sofa/IMG_2.jpg", "Desk/IMG_3.jpg"]
    #expect(outcome("Camera/IMG_1.jpg", Self.items, others: named) == "12.3.4 by folder")
  }

  /// A weaker rule settles what the folder leaves open, but only among its candidates.
  @Test func fileNameSettlesTheFolder() {
    #expect(outcome("Lamp/A14_2.jpg", Self.items) == "A14 by file-name")
    #expect(outcome("Lamp/237.jpg", Self.items) == "? A13 A14 by folder")
    #expect(outcome("A12/237.jpg", Self.items) == "A12 by folder")
  }

  @Test func receiptsFolder() {
    #expect(outcome("A12/receipts/IMG_1.jpg", Self.items) == "A12 by folder as receipt")
    #expect(outcome("A12/IMG_1-receipt.jpg", Self.items) == "A12 by folder as receipt")
  }
}
