import Foundation
import TestSupport
import Testing

/// Items tables through the whole program.
@Suite("import of items tables")
struct ItemsCommandTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  static let rows = [
    ["item_id", "name", "room", "purchase_price", "currency", "purchase_date"],
    ["A1", "Café; \"Lüster\"", "Hall", "1234.50", "EUR", "13/02/2020"],
    ["A2", "Stuhl, rot\nzwei Zeilen", "Küche", "3.50", "EUR", "01/03/2021"],
    ["003", "Bücher\tTeil 2", "Küche / Regal", "0", "EUR", "2019"],
  ]

  static func table(_ delimiter: String) -> String {
    rows.map { row in
      row.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
        .joined(separator: delimiter) + "\r\n"
    }
    .joined()
  }

  /// The digest of a catalog that a table with these bytes makes.
  func digest(_ bytes: Data, zone: String = "UTC") throws -> String {
    let name = UUID().uuidString
    try folder.write(bytes, to: name + ".csv")
    let run = try #require(
      try runCommand(
        builtProgram(), ["import", "--items", name + ".csv", "--catalog", name, "--report", "none"],
        environment: ["TZ": zone], folder: folder.path))
    #expect(run.status == 0, "\(run.output)\(run.errors)")
    let runs = try #require(
      try runCommand(builtProgram(), ["list", "--runs", "--json", "--catalog", name], folder: folder.path))
    struct Run: Decodable { var catalogDigest: String }
    return try #require(try JSONDecoder().decode([Run].self, from: Data(runs.output.utf8)).last)
      .catalogDigest
  }

  @Test("five encodings and three delimiters give one catalog")
  func encodings() throws {
    var digests: Set<String> = []
    for delimiter in [",", ";", "\t"] {
      let text = ItemsCommandTests.table(delimiter)
      let encoded: [Data?] = [
        Data(text.utf8), Data([0xEF, 0xBB, 0xBF] + Array(text.utf8)),
        text.data(using: .utf16LittleEndian).map { [0xFF, 0xFE] + $0 },
        text.data(using: .utf16BigEndian).map { [0xFE, 0xFF] + $0 }, text.data(using: .windowsCP1252),
      ]
      for bytes in encoded { digests.insert(try digest(try #require(bytes))) }
    }
    #expect(digests.count == 1)
    let other = ItemsCommandTests.table(",").replacingOccurrences(of: "3.50", with: "3.51")
    #expect(try !digests.contains(digest(Data(other.utf8))), "one cent makes another catalog")
  }

  @Test("the time zone changes nothing")
  func timeZones() throws {
    let bytes = Data(ItemsCommandTests.table(",").utf8)
    let digests = Set(
      try ["Pacific/Kiritimati", "America/Los_Angeles", "UTC"].map { try digest(bytes, zone: $0) })
    #expect(digests.count == 1)
  }
}
