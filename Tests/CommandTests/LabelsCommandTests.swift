import Foundation
import PossessionsCore
import Reporting
import TestSupport
import Testing

/// Labels as they come out of the printer: the pages are drawn at 300 dpi and read by another reader than ours.
@Suite("labels")
struct LabelsCommandTests {
  let folder: TemporaryFolder
  private let ids = [
    "237", "2372", "2372_a", "007", "12.3.4", "K-17-1", "Büro 4", "loc/9",
    "A very long id of a thing, 40 letters",
    "&<>\"'%20",
  ]

  init() throws {
    folder = try TemporaryFolder()
    let rows = ids.enumerated().map { number, id in
      "\"\(id.replacing("\"", with: "\"\""))\",Thing \(number),\(number % 2 == 0 ? "House / Kitchen" : "Attic"),SN-\(number),1\n"
    }
    try folder.write("item_id,name,room,serial_number,quantity\n" + rows.joined(), to: "items.csv")
    let made = try runCommand(
      builtProgram(), ["import", "-i", "items.csv", "-c", "cat", "--report", "none", "-q"],
      folder: folder.path)
    #expect(made?.status == 0, "\(made?.errors ?? "")")
  }

  private func labels(_ arguments: String...) throws -> CommandResult {
    try #require(
      try runCommand(
        builtProgram(), ["labels", "-c", "cat", "-o", "labels.pdf"] + arguments, folder: folder.path))
  }

  /// The codes of each page, in order. Each label is cut out of its page: a picture of a whole sheet is more than
  /// readers are made for.
  private func read(_ name: String = "L7160") throws -> [[String]] {
    let sheet = try #require(LabelSheet.named(name))
    for old in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where old.hasPrefix("page") || old.hasPrefix("label-") {
      try FileManager.default.removeItem(atPath: folder.file(old))
    }
    let drawn = try runCommand("pdftoppm", ["-r", "300", "-gray", "labels.pdf", "page"], folder: folder.path)
    #expect(drawn?.status == 0)
    let pages = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasPrefix("page")
    }
    return try pages.sorted().map { page in
      func pixels(_ millimetres: Double) -> Int { Int((millimetres / 25.4 * 300).rounded()) }
      let corner = sheet.corner(of: 0)
      let width = pixels(Double(sheet.columns) * (sheet.width + sheet.gap))
      let height = pixels(Double(sheet.rows) * sheet.height)
      let cut = try runCommand(
        "convert",
        [
          page, "-bordercolor", "white", "-border", "300", "-crop",
          "\(width)x\(height)+\(300 + pixels(corner.x - sheet.gap / 2))+\(300 + pixels(corner.y))", "+repage",
          "-crop", "\(sheet.columns)x\(sheet.rows)@", "+repage", "label-%03d.pgm",
        ], folder: folder.path)
      #expect(cut?.status == 0, "\(cut?.errors ?? "")")
      let labels = (0..<sheet.count).map { number in
        "label-" + String("00\(number)".suffix(3)) + ".pgm"
      }
      let seen = try #require(
        try runCommand(
          "zbarimg", ["-q", "--raw", "-Sdisable", "-Sqrcode.enable"] + labels, folder: folder.path))
      return seen.output.split(separator: "\n").map(String.init)
    }
  }

  private static let oracles = isOracleAvailable("pdftoppm") && isOracleAvailable("zbarimg")

  @Test(.enabled(if: oracles), arguments: LabelSheet.all.map(\.name))
  func everyLabelIsReadBack(sheet: String) throws {
    let made = try labels("--sheet", sheet, "--text", "name,id,serial,room")
    #expect(made.status == 0, "\(made.errors)")
    #expect(try read(sheet).flatMap { $0 }.sorted() == ids.sorted())
  }

  @Test(.enabled(if: oracles)) func fullSheetsAndTheRest() throws {
    let rows = (0..<130).map { "N-\($0),Thing,Cellar,,1\n" }
    try folder.write("item_id,name,room,serial_number,quantity\n" + rows.joined(), to: "more.csv")
    _ = try runCommand(
      builtProgram(), ["import", "-i", "more.csv", "-c", "cat", "--report", "none", "-q"], folder: folder.path
    )
    let made = try labels("--room", "Cellar", "--sheet", "L7651", "--start", "64")
    #expect(made.output == "130 labels on 3 sheets L7651: labels.pdf\n")
    let pages = try read("L7651")
    #expect(pages.map(\.count) == [2, 65, 63])
    #expect(pages.flatMap { $0 } == (0..<130).map { "N-\($0)" }.sorted())
  }

  @Test(.enabled(if: oracles)) func selectionAndAddress() throws {
    _ = try labels("--room", "house / kitchen")
    #expect(try read().flatMap { $0 }.count == 5)
    _ = try labels("loc/9", "Büro 4", "--address", "https://home.example/i/", "--outline")
    #expect(try read() == [["https://home.example/i/loc%2F9", "https://home.example/i/B%C3%BCro%204"]])
  }

  /// Where the sheets' makers say the labels are, to a tenth of a millimetre.
  @Test(
    arguments: [
      ("L7160", 7.2, 15.1), ("L7159", 7.2, 12.9), ("L7163", 4.7, 15.1), ("5160", 4.8, 12.7),
      ("5163", 4.0, 12.7),
      ("5162", 4.0, 21.2), ("5167", 7.1, 12.7),
    ] as [(String, Double, Double)])
  func marginsAreThePublishedOnes(name: String, left: Double, top: Double) throws {
    let sheet = try #require(LabelSheet.named(name))
    let corner = sheet.corner(of: 0)
    #expect(abs(corner.x - left) < 0.07 && abs(corner.y - top) < 0.07, "\(corner)")
    let last = sheet.corner(of: sheet.count - 1)
    #expect(abs(last.x + sheet.width + corner.x - sheet.paper.width) < 0.001)
    #expect(abs(last.y + sheet.height + corner.y - sheet.paper.height) < 0.001)
  }

  @Test func whatCannotBePrintedIsSaid() throws {
    let fine = try labels(
      "--sheet", "5167", "A very long id of a thing, 40 letters", "--address",
      "https://home.example/" + String(repeating: "item/", count: 40))
    #expect(fine.status == 65)
    #expect(fine.errors.contains("would be too fine to read on labels 5167"))
    let unknown = try labels("2373")
    #expect(unknown.status == 64)
    #expect(unknown.errors.contains("there is no such possession"))
    #expect(try labels("--start", "22").status == 64)
    #expect(try labels("--room", "Moon").status == 64)
    #expect(!FileManager.default.fileExists(atPath: folder.file("labels.pdf")))
  }

  @Test func aLabelThatIsNotItsOwnIsTold() throws {
    try folder.write("item_id,name,serial_number,quantity\nX1,One,,1\nX2,Two,X1,1\n", to: "more.csv")
    _ = try runCommand(
      builtProgram(), ["import", "-i", "more.csv", "-c", "cat", "--report", "none", "-q"], folder: folder.path
    )
    let made = try labels("X1", "X2")
    #expect(made.status == 0)
    #expect(made.errors.contains("the label of X1 does not name it alone"))
    #expect(!made.errors.contains("the label of X2"))
  }
}
