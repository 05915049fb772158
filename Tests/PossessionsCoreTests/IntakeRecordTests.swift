import Foundation
import TestSupport
import Testing

@testable import PossessionsCore

/// A seeded generator (SplitMix64), so that a failure can be had again.
struct Seeded: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Everything the reader says of some text.
struct Records: Equatable {
  var rows: [[[UInt8]]] = []
  var faults: [RecordReader.Fault.Kind] = []
}

func records(_ bytes: [UInt8], delimiter: UInt8 = 0x2C, piece: Int = .max) throws -> Records {
  var position = 0
  var reader = RecordReader(
    pull: { wanted in
      let end = min(bytes.count, position + min(wanted, piece))
      defer { position = end }
      return Array(bytes[position..<end])
    }, delimiter: delimiter)
  var all = Records()
  while try reader.next() {
    all.rows.append(reader.cells.map { Array(reader.bytes[$0.start..<$0.end]) })
  }
  all.faults = reader.faults.map(\.kind)
  return all
}

/// The same, told once more as plainly as can be: one state, one byte at a time.
func plainRecords(_ bytes: [UInt8], delimiter: UInt8 = 0x2C) -> Records {
  enum State { case cellStart, plain, quoted, afterQuote, junk }
  var all = Records()
  var row: [[UInt8]] = []
  var cell: [UInt8] = []
  var state = State.cellStart
  var index = 0
  var isOpen = false
  func endCell() {
    row.append(cell)
    cell = []
    state = .cellStart
  }
  func endRow() {
    endCell()
    all.rows.append(row)
    row = []
    isOpen = false
  }
  while index < bytes.count {
    let byte = bytes[index]
    index += 1
    if byte == 0, state == .quoted || state == .plain || state == .cellStart { all.faults.append(.nul) }
    isOpen = true
    if state == .quoted {
      if byte != 0x22 {
        cell.append(byte)
      } else if index < bytes.count, bytes[index] == 0x22 {
        cell.append(0x22)
        index += 1
      } else {
        state = .afterQuote
      }
    } else if byte == delimiter {
      endCell()
    } else if byte == 0x0A {
      endRow()
    } else if byte == 0x0D {
      if index < bytes.count, bytes[index] == 0x0A { index += 1 }
      endRow()
    } else if state == .cellStart, byte == 0x22 {
      state = .quoted
    } else if state == .afterQuote, byte == 0x20 {
      continue
    } else if state == .afterQuote {
      all.faults.append(.textAfterQuote)
      state = .junk
    } else if state != .junk {
      cell.append(byte)
      state = .plain
    }
  }
  if state == .quoted { all.faults.append(.unclosedQuote) }
  if isOpen {
    endCell()
    all.rows.append(row)
  }
  return all
}

/// The full measure runs only on request; see CONTRIBUTING.
private let isFull = ProcessInfo.processInfo.environment["POSSESSIONS_FULL"] == "1"

@Suite("Records")
struct IntakeRecordTests {
  /// What happens to text that is no RFC 4180.
  static let malformed: [(text: String, rows: [[String]], faults: [RecordReader.Fault.Kind])] = [
    ("a,b", [["a", "b"]], []), ("a,b\n", [["a", "b"]], []), ("a,", [["a", ""]], []), (",", [["", ""]], []),
    ("", [], []), ("\n", [[""]], []), ("\r\n\r\n", [[""], [""]], []), ("a\rb\rc", [["a"], ["b"], ["c"]], []),
    ("a\r\r\nb", [["a"], [""], ["b"]], []), ("\"a\"", [["a"]], []), ("\"\"", [[""]], []),
    ("\"\"\"\"", [["\""]], []), ("\"a\"\"b\",c", [["a\"b", "c"]], []),
    ("\"a\nb\",c\nd", [["a\nb", "c"], ["d"]], []),
    // A quote inside a cell that did not begin with one is text.
    ("12\" screen,x", [["12\" screen", "x"]], []), ("a\"b\"c,d", [["a\"b\"c", "d"]], []),
    (" \"a\",b", [[" \"a\"", "b"]], []),
    // Spaces behind a closing quote are dropped, anything else is a fault of the file.
    ("\"a\" ,b", [["a", "b"]], []), ("\"a\"b,c", [["a", "c"]], [.textAfterQuote]),
    ("\"12\" screen\" wide,c\nd,e", [["12", "c"], ["d", "e"]], [.textAfterQuote]),
    ("\"a", [["a"]], [.unclosedQuote]), ("a,\"b\nc,d\n", [["a", "b\nc,d\n"]], [.unclosedQuote]),
    ("a\u{0}b", [["a\u{0}b"]], [.nul]), ("\"a\u{0}\"", [["a\u{0}"]], [.nul]),
    // A combining mark takes neither delimiter nor line end nor quote with it.
    ("a,\u{301}b\r\n\u{301}c", [["a", "\u{301}b"], ["\u{301}c"]], []),
    ("\"a\"\"\u{301}\"", [["a\"\u{301}"]], []),
  ]

  @Test("what happens to malformed text", arguments: malformed.indices)
  func table(index: Int) throws {
    let example = IntakeRecordTests.malformed[index]
    for piece in [1, 2, Int.max] {
      let all = try records(Array(example.text.utf8), piece: piece)
      #expect(all.rows == example.rows.map { $0.map { Array($0.utf8) } })
      #expect(all.faults == example.faults)
    }
  }

  @Test("any bytes: no trap, no row merged or dropped in silence")
  func anyBytes() throws {
    var random = Seeded(state: 20_260_315)
    let alphabet: [UInt8] = [
      0x22, 0x22, 0x22, 0x2C, 0x2C, 0x0A, 0x0D, 0x20, 0x61, 0x62, 0xCC, 0x81, 0xFF, 0x00, 0x3B,
    ]
    for _ in 0..<(isFull ? 100_000 : 4_000) {
      let length = Int.random(in: 0...40, using: &random)
      let bytes = (0..<length).map { _ in alphabet.randomElement(using: &random) ?? 0 }
      let expected = plainRecords(bytes)
      let piece = Int.random(in: 1...9, using: &random)
      let found = try records(bytes, piece: piece)
      #expect(found == expected, "\(bytes)")
      if found != expected { return }
      // The same bytes as a table: refused with a reason, or every row accounted for.
      do {
        let intake = try readItems(Array("item_id,name\n".utf8) + bytes, file: "items.csv")
        let header = plainRecords(Array("item_id,name\n".utf8) + bytes)
        let summary = intake.summary
        #expect(summary.rows + summary.blankRows == header.rows.count - 1 || summary.encoding != "utf-8")
        #expect(summary.rows == intake.rows.count + summary.rejectedRows)
      } catch let failure {
        #expect(failure.kind == .badData)
        #expect(!failure.findings.isEmpty)
      }
    }
  }

  /// Well-formed tables of random shape.
  static func wellFormed(_ count: Int, seed: UInt64) -> [(bytes: [UInt8], rows: [[String]])] {
    var random = Seeded(state: seed)
    let parts = [
      "a", "B", "7", " ", "é", "e\u{301}", "\u{301}", "🙂", "\"", "\"\"", ",", ",,", ";", "\t", "\n", "\r\n",
      "x y", "-",
      "\u{200D}", "\u{FE0F}", "ß", "=1+1", "'",
    ]
    return (0..<count).map { _ in
      let width = Int.random(in: 2...5, using: &random)
      let height = Int.random(in: 1...6, using: &random)
      let lineEnd = Bool.random(using: &random) ? "\n" : "\r\n"
      var rows: [[String]] = []
      var text = ""
      for row in 0..<height {
        var cells: [String] = []
        for column in 0..<width {
          var cell = ""
          for _ in 0..<Int.random(in: 0...4, using: &random) {
            cell += parts.randomElement(using: &random) ?? ""
          }
          cells.append(cell)
          if column > 0 { text += "," }
          let mustQuote = cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
          if mustQuote || Int.random(in: 0..<4, using: &random) == 0 {
            text += "\""
            for scalar in cell.unicodeScalars {
              if scalar == "\"" { text += "\"" }
              text.unicodeScalars.append(scalar)
            }
            text += "\""
          } else {
            text += cell
          }
        }
        rows.append(cells)
        if row < height - 1 || Bool.random(using: &random) { text += lineEnd }
      }
      return (Array(text.utf8), rows)
    }
  }

  private static func shown(_ rows: [[[UInt8]]]) -> String {
    rows.map { $0.map(hexadecimal).joined(separator: ",") }.joined(separator: ";")
  }

  @Test("well-formed tables come back as they were written")
  func written() throws {
    for (bytes, rows) in IntakeRecordTests.wellFormed(isFull ? 20_000 : 1_000, seed: 3) {
      let found = try records(bytes, piece: 5)
      #expect(found.faults == [])
      #expect(found.rows == rows.map { $0.map { Array($0.utf8) } })
    }
  }

  @Test("Python's csv reads the same cells", .enabled(if: isOracleAvailable("python3")))
  func python() throws {
    let tables = IntakeRecordTests.wellFormed(isFull ? 20_000 : 1_000, seed: 11)
    let folder = try TemporaryFolder("possessions-csv")
    var packed: [UInt8] = []
    for table in tables {
      packed += withUnsafeBytes(of: UInt32(table.bytes.count).littleEndian) { Array($0) } + table.bytes
    }
    let input = try folder.write(packed, to: "tables")
    let script = try folder.write(
      """
      import csv, io, struct, sys
      data = open(sys.argv[1], "rb").read()
      at = 0
      while at < len(data):
          (size,) = struct.unpack_from("<I", data, at)
          text = data[at + 4:at + 4 + size].decode("utf-8")
          at += 4 + size
          rows = csv.reader(io.StringIO(text, newline=""))
          print(";".join(",".join(cell.encode("utf-8").hex() for cell in row) for row in rows))
      """, to: "read.py")
    let result = try #require(try runCommand("python3", [script, input]))
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, table) in tables.enumerated() {
      #expect(try IntakeRecordTests.shown(records(table.bytes).rows) == lines[index])
    }
  }

  @Test("the sqlite3 shell imports the same cells", .enabled(if: isOracleAvailable("sqlite3")))
  func sqlite() throws {
    let tables = IntakeRecordTests.wellFormed(isFull ? 20_000 : 300, seed: 23)
    let folder = try TemporaryFolder("possessions-csv")
    var script = ".mode csv\n"
    for (index, table) in tables.enumerated() {
      let path = try folder.write(table.bytes, to: "\(index).csv")
      let columns = table.rows[0].indices.map { "c\($0)" }
      script += "CREATE TABLE t(\(columns.joined(separator: ", ")));\n.import \(path) t\n.mode list\n"
      let cells = columns.map { "lower(hex(\($0)))" }.joined(separator: " || ',' || ")
      script +=
        "SELECT coalesce(group_concat(r, ';'), '') FROM (SELECT \(cells) AS r FROM t ORDER BY rowid);\n"
      script += "DROP TABLE t;\n.mode csv\n"
    }
    let result = try #require(try runCommand("sqlite3", [":memory:"], input: Data(script.utf8)))
    #expect(result.status == 0, "\(result.errors)")
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, table) in tables.enumerated() {
      #expect(try IntakeRecordTests.shown(records(table.bytes).rows) == lines[index])
    }
  }
}
