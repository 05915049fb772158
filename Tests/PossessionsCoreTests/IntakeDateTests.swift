import Foundation
import PossessionsCore
import TestSupport
import Testing

struct DateCase: Sendable, CustomTestStringConvertible {
  var cell: String
  var others: [String] = []
  var format: String?
  /// The day as text; nil: none, with a warning.
  var day: String?
  /// The file is refused and its message holds this.
  var refusal: String?

  init(_ cell: String, with others: [String] = [], format: String? = nil, _ day: String?) {
    self.cell = cell
    self.others = others
    self.format = format
    self.day = day
  }

  init(_ cell: String, with others: [String] = [], format: String? = nil, refused: String) {
    self.init(cell, with: others, format: format, nil)
    refusal = refused
  }

  var testDescription: String { "\(cell) with \(others) gives \(day ?? refusal ?? "nothing")" }
}

@Suite("Days by evidence")
struct IntakeDateTests {
  static let cases: [DateCase] = [
    DateCase("2024-03-05", "2024-03-05"), DateCase("2024/03/05", "2024-03-05"),
    DateCase("2024.3.5", "2024-03-05"),
    DateCase("2024-03-05T23:59:59-11:00", "2024-03-05"), DateCase("2024-03-05T00:00:00Z", "2024-03-05"),
    DateCase("2024-03-05 10:00:00", "2024-03-05"), DateCase("2024-03-05T00:00:00.000+14:00", "2024-03-05"),
    DateCase("13/04/2021", "2021-04-13"), DateCase("04/13/2021", "2021-04-13"),
    DateCase("13.04.2021", "2021-04-13"), DateCase("3-25-2021", "2021-03-25"),
    DateCase("03/04/2021", with: ["25/12/2020"], "2021-04-03"),
    DateCase("03/04/2021", with: ["12/25/2020"], "2021-03-04"),
    DateCase("03/04/2021", refused: "--date-format"),
    DateCase("03/04/2021", with: ["13/01/2020", "01/13/2020"], refused: "day first"),
    DateCase("03/04/2021", format: "dmy", "2021-04-03"),
    DateCase("03/04/2021", format: "MM/DD/YYYY", "2021-03-04"),
    DateCase("03/04/2021", format: "%d/%m/%Y", "2021-04-03"), DateCase("04/04/2021", "2021-04-04"),
    DateCase("13/04/2021", format: "mdy", refused: "--date-format"),
    DateCase("03/04/21", refused: "two digits"), DateCase("03/04/21", format: "dd/mm/yy", "2021-04-03"),
    DateCase("03/04/98", format: "%d/%m/%y", "1998-04-03"), DateCase("03/04/21", with: ["2020-01-01"], nil),
    DateCase("2021", "2021"), DateCase("2021-07", "2021-07"), DateCase("07/2021", "2021-07"),
    DateCase("5 Mar 2024", "2024-03-05"), DateCase("Mar 5, 2024", "2024-03-05"),
    DateCase("March 2024", "2024-03"),
    DateCase("05-Mar-2024", "2024-03-05"), DateCase("3/25/2024 10:30 PM", "2024-03-25"),
    DateCase("2024-02-29", "2024-02-29"), DateCase("2023-02-29", nil), DateCase("2024-13-01", nil),
    DateCase("31/04/2024", nil), DateCase("unknown", nil), DateCase("n/a", nil), DateCase("45356", nil),
    DateCase("0000-00-00", nil), DateCase("12/2024/03", nil), DateCase("last summer", nil),
    DateCase("1/2-2024", nil),
    DateCase("32/13/2024", nil), DateCase("20240305", nil),
  ]

  @Test("a cell and what its column shows", arguments: cases)
  func days(_ example: DateCase) throws {
    var text = "item_id;name;purchase_date\nA1;Lamp;\(example.cell)\n"
    for (index, other) in example.others.enumerated() { text += "B\(index);Chair;\(other)\n" }
    if let refusal = example.refusal {
      let failure = #expect(throws: Failure.self) { try take(text) { $0.dateFormat = example.format } }
      #expect(failure?.kind == .badData)
      #expect(failure?.description.contains(refusal) == true, "\(String(describing: failure))")
      return
    }
    let intake = try take(text) { $0.dateFormat = example.format }
    let row = try #require(intake.rows.first)
    if let day = example.day {
      #expect(
        row.cells[.purchaseDate] == .value(.date(try #require(PartialDate(iso: day))), source: example.cell))
      #expect(intake.findings.isEmpty)
    } else {
      #expect(row.cells[.purchaseDate] == .unreadable(source: example.cell))
      let finding = try #require(intake.findings.first)
      #expect(finding.code == .dateInvalid)
      #expect(
        finding.place
          == Finding.Place(file: "items.csv", line: 2, column: "purchase_date", cell: example.cell))
    }
  }

  @Test("a date format that is none is a usage error", arguments: ["dd", "ymdq", "", "d/m"])
  func badFormat(text: String) {
    let failure = #expect(throws: Failure.self) { try take("item_id,name\nA,x\n") { $0.dateFormat = text } }
    #expect(failure?.kind == .usage)
  }

  @Test("the time zone changes no day", arguments: ["Pacific/Kiritimati", "America/Los_Angeles", "UTC"])
  func zones(zone: String) throws {
    setenv("TZ", zone, 1)
    tzset()
    defer {
      unsetenv("TZ")
      tzset()
    }
    let intake = try take("item_id,name,purchase_date\nA,x,2024-01-01\nB,x,2024-01-01T00:30:00+01:00\n")
    for row in intake.rows {
      guard case .value(.date(let day), _)? = row.cells[.purchaseDate] else {
        Issue.record("no day")
        continue
      }
      #expect(day.description == "2024-01-01")
    }
  }
}
