import PossessionsCore
import Testing

/// Text in the encodings that tables come in.
enum SampleEncoding: String, CaseIterable, Sendable {
  case utf8, utf8WithMark, utf16LittleWithMark, utf16BigWithMark, windows1252

  func bytes(_ text: String) -> [UInt8] {
    switch self {
    case .utf8: return Array(text.utf8)
    case .utf8WithMark: return [0xEF, 0xBB, 0xBF] + text.utf8
    case .utf16LittleWithMark:
      return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case .utf16BigWithMark: return [0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    case .windows1252:
      return text.unicodeScalars.map { scalar in
        switch scalar {
        case "€": 0x80
        case "\u{2019}": 0x92
        default: UInt8(scalar.value)
        }
      }
    }
  }
}

@Suite("Opening a table")
struct IntakeOpeningTests {
  static let rows: [[String]] = [
    ["item_id", "name", "Room", "Purchase Price", "notes"],
    ["A1", "Röhrenradio", "Küche", "1250,50 €", "it\u{2019}s old, heavy; and \"loud\""],
    ["A2", "Stuhl", "", "75,00 €", "two\nlines"],
  ]

  static func table(_ delimiter: String, _ lineBreak: String) -> String {
    rows.map { row in
      row.map { cell in
        cell.contains(where: { ",;\t\"\n".contains($0) })
          ? "\"" + cell.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
            + "\"" : cell
      }.joined(separator: delimiter)
    }.joined(separator: lineBreak)
  }

  @Test(
    "the same rows from five encodings, three delimiters, three line ends",
    arguments: SampleEncoding.allCases,
    [",", ";", "\t"])
  func encodings(encoding: SampleEncoding, delimiter: String) throws {
    let expected = try readItems(Array(IntakeOpeningTests.table(";", "\n").utf8), file: "items.csv")
    for lineBreak in ["\n", "\r\n", "\r"] {
      for end in ["", lineBreak] {
        let bytes = encoding.bytes(IntakeOpeningTests.table(delimiter, lineBreak) + end)
        let intake = try readItems(bytes, file: "items.csv")
        #expect(intake.rows == expected.rows)
        #expect(intake.rows.count == 2)
        #expect(intake.findings.map(\.code) == (encoding == .windows1252 ? [.encodingAssumed] : []))
      }
    }
  }

  @Test("UTF-16 without a mark is seen by its zeros")
  func utf16WithoutMark() throws {
    for encoding in [SampleEncoding.utf16LittleWithMark, .utf16BigWithMark] {
      let bytes = Array(encoding.bytes(IntakeOpeningTests.table(",", "\r\n")).dropFirst(2))
      #expect(try readItems(bytes, file: "items.csv").rows.count == 2)
    }
  }

  @Test(
    "named encodings",
    arguments: [
      ("iso-8859-1", [0xE9] as [UInt8], "é"), ("latin1", [0xE9], "é"), ("windows-1251", [0xE6], "ж"),
      ("macroman", [0x8E], "é"), ("ISO_8859-15", [0xA4], "€"), ("cp850", [0x82], "é"),
      ("windows-1250", [0xF8], "ř"),
      ("koi8-r", [0xD6], "ж"), ("utf8", [0xC3, 0xA9], "é"),
    ])
  func named(name: String, bytes: [UInt8], text: String) throws {
    var options = IntakeOptions()
    options.encoding = name
    let intake = try readItems(Array("item_id,name\nA,".utf8) + bytes, file: "items.csv", options: options)
    #expect(intake.rows.first?.cells[.name] == .value(.text(text), source: text))
  }

  @Test("an encoding that is not known is a usage error")
  func unknownEncoding() {
    let failure = #expect(throws: Failure.self) {
      try take("item_id,name\nA,x\n") { $0.encoding = "klingon" }
    }
    #expect(failure?.kind == .usage)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    var bytes: [UInt8]
    var part: String
    var line: Int?

    init(_ bytes: [UInt8], _ part: String, _ line: Int? = nil) {
      self.bytes = bytes
      self.part = part
      self.line = line
    }

    init(_ text: String, _ part: String, _ line: Int? = nil) { self.init(Array(text.utf8), part, line) }

    var testDescription: String { part }
  }

  static let refusals: [Refusal] = [
    Refusal("PK\u{3}\u{4}rest", "save as CSV UTF-8"),
    Refusal([0xD0, 0xCF, 0x11, 0xE0, 1, 2], "save as CSV UTF-8"),
    Refusal("", "is empty"), Refusal("%PDF-1.7", "a PDF"), Refusal("{\"items\": []}", "JSON"),
    Refusal("<!DOCTYPE html><table>", "web page"),
    Refusal("item_id,name\nA,x\nB,\"open\nC,y\n", "never closes", 3),
    Refusal("item_id,name\nA,x\nB,\"12\"\" screen\" wide\nC,y\n", "closing quote", 3),
    Refusal("item_id,name\nA,x\u{0}y\n", "NUL", 2),
    Refusal(Array("item_id,name\nA,".utf8) + [0x81, 0x0A], "0x81 is none of windows-1252", 2),
    Refusal([0xFF, 0xFE, 0x41], "utf-16le", 1), Refusal("colour,size\nred,3\n", "no header is known", 1),
    Refusal("name,room\nLamp,Hall\n", "no column names the possessions", 1),
    Refusal("item_id,name,Color,Color\nA,x,1,2\n", "have the same name", 1),
    Refusal("item_id,name,Notes,notes\nA,x,1,2\n", "both give notes", 1),
    Refusal("item_id,name,Cost,Original Cost\nA,x,1,2\n", "both give purchase_price", 1),
    Refusal("\n\n", "no rows"),
  ]

  @Test("what is no table is refused, with the line where there is one", arguments: refusals)
  func refused(_ example: Refusal) {
    let failure = #expect(throws: Failure.self) { try readItems(example.bytes, file: "items.csv") }
    #expect(failure?.kind == .badData)
    #expect(failure?.description.contains(example.part) == true, "\(String(describing: failure))")
    #expect(failure?.description.contains("items.csv") == true)
    #expect(failure?.findings.first?.place?.line == example.line)
  }

  @Test("all faults of a file come at once, those of rows too")
  func allFaults() {
    let text = """
      item_id,name,Cost,Original Cost,Date Purchased,Qty
      A,x,1,2,03/04/2021,0
      B,y,1,2,04/05/2021,1
      """
    let failure = #expect(throws: Failure.self) { try take(text) }
    #expect(failure?.findings.map(\.code) == [.columnConflict, .columnUndecided, .quantityInvalid])
  }

  @Test(
    "the delimiter is judged by structure",
    arguments: [
      // A long note full of commas in a semicolon file.
      ("item_id;name;notes\nA;Lamp;red, green, blue, and a long, long story\n", "semicolon"),
      ("item_id\tname\tnotes\nA\tLamp\ta, b; c\n", "tab"),
      ("item_id,name,notes\nA,Lamp,\"a;b;c;d\"\nB,x,\"e;f\"\n", "comma"),
      ("sep=;\nitem_id;name\nA;x\n", "semicolon"), ("sep=|\r\nitem_id|name\r\nA|x\r\n", "pipe"),
      ("\"sep=,\"\nitem_id,name\nA,x\n", "comma"), ("item_id\nA\n", "comma"),
    ])
  func delimiters(text: String, delimiter: String) throws {
    let intake: Intake
    if text == "item_id\nA\n" {
      intake = try take(text)
    } else {
      intake = try take(text)
      #expect(intake.rows[0].cells[.name] != nil)
    }
    #expect(intake.summary.delimiter == delimiter)
    #expect(intake.rows[0].itemID == "A")
  }

  @Test("lines count as editors count, a sep= line and line breaks in cells too")
  func lines() throws {
    let intake = try take("sep=;\n\nitem_id;name\nA;\"x\ny\r\nz\"\n\nB;w\n;nokey\n")
    #expect(intake.rows.map(\.line) == [4, 8])
    #expect(intake.findings.first?.place?.line == 9)
    #expect(intake.summary.blankRows == 1)
  }

  @Test("a tie between delimiters is refused")
  func tie() {
    let failure = #expect(throws: Failure.self) { try take("a,b;c\n1,2;3\n") }
    #expect(failure?.remedy.contains("--delimiter") == true)
  }

  @Test("a delimiter by option", arguments: ["|", "pipe"])
  func option(name: String) throws {
    #expect(try take("item_id|name\nA|x\n") { $0.delimiter = name }.rows.count == 1)
  }

  @Test("a table that comes in small pieces is the same table", arguments: [1, 2, 3, 7, 64])
  func pieces(size: Int) throws {
    let bytes = Array(IntakeOpeningTests.table(",", "\r\n").utf8)
    let source = TableSource {
      var position = 0
      return { _ in
        let end = min(bytes.count, position + size)
        defer { position = end }
        return Array(bytes[position..<end])
      }
    }
    #expect(try readItems(source, file: "items.csv").rows == readItems(bytes, file: "items.csv").rows)
  }

  @Test("a cell of ten million bytes is read, and rows after it")
  func hugeCell() throws {
    let bytes =
      Array("item_id,name,notes\nA,x,\"".utf8) + [UInt8](repeating: 0x61, count: 10_000_000)
      + Array("\"\nB,y,\n".utf8)
    let intake = try readItems(bytes, file: "items.csv")
    #expect(intake.rows.map(\.itemID) == ["A", "B"])
  }
}
