import Foundation
import PossessionsCore
import Reporting
import Testing

/// The files in `docs/` that the help and the messages name are what the program reads and writes.
@Suite struct PublishedFilesTests {
  private static func published(_ name: String) throws -> [UInt8] {
    let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized
    return [UInt8](try Data(contentsOf: root.appendingPathComponent("docs/\(name)")))
  }

  private let policySchema: JSONSchema
  private let reportSchema: JSONSchema

  init() throws {
    policySchema = try JSONSchema(parsing: PublishedFilesTests.published("policy.schema.json"))
    reportSchema = try JSONSchema(parsing: PublishedFilesTests.published("report.schema.json"))
  }

  @Test func theLifeTableIsTheDefault() throws {
    let text = String(decoding: try PublishedFilesTests.published("life-table.csv"), as: UTF8.self)
    #expect(text == LifeTable.defaultCSV)
  }

  @Test func thePolicySampleIsReadWhole() throws {
    let bytes = try PublishedFilesTests.published("policy.example.json")
    #expect(policySchema.faults(of: try JSONValue(parsing: bytes)) == [])
    let policy = try Policy(parsing: bytes, name: "policy.example.json")
    #expect(policy.limits.map(\.amount) == [200_000, 300_000, 30_000, 300_000])
    #expect(policy.limits.map(\.peril) == ["theft", "theft", nil, nil])
    #expect(policy.limits.last?.includesBusinessUse == true)
    #expect(policy.maximumDepreciation == Rational(4, over: 5))
    #expect(policy.receiptThreshold == 500)
    #expect(policy.owners.count == 2 && policy.insurer != nil && policy.premises != nil)
  }

  /// What the schema takes the program takes, and what it refuses the program refuses.
  @Test(arguments: [
    (#"{"format": "possessions-policy/1"}"#, true),
    (#"{"format": "possessions-policy/2"}"#, false),
    (#"{}"#, false),
    (#"{"format": "possessions-policy/1", "insurrer": "x"}"#, false),
    (#"{"format": "possessions-policy/1", "premises": null, "owners": null}"#, true),
    (#"{"format": "possessions-policy/1", "owners": "Ada"}"#, false),
    (#"{"format": "possessions-policy/1", "owners": [1]}"#, false),
    (#"{"format": "possessions-policy/1", "maximum_depreciation_percent": 75.5}"#, true),
    (#"{"format": "possessions-policy/1", "maximum_depreciation_percent": -1}"#, false),
    (#"{"format": "possessions-policy/1", "receipt_threshold": "250"}"#, true),
    (
      #"{"format": "possessions-policy/1", "limits": [{"name": "a", "categories": ["b"], "limit": 1}]}"#,
      false
    ),
  ])
  func policies(_ text: String, _ isGood: Bool) throws {
    #expect(policySchema.faults(of: try JSONValue(parsing: Array(text.utf8))).isEmpty == isGood)
    #expect(((try? Policy(parsing: Array(text.utf8), name: "policy")) != nil) == isGood)
  }

  @Test(arguments: [
    (#"{"name": "a", "categories": ["b"], "limit": "200.00"}"#, true),
    (#"{"name": "a", "business_use": true, "limit": 200, "peril": "theft"}"#, true),
    (#"{"name": "a", "categories": [], "limit": 200}"#, false),
    (#"{"name": "a", "business_use": false, "limit": 200}"#, false),
    (#"{"name": "", "categories": ["b"], "limit": 200}"#, false),
    (#"{"categories": ["b"], "limit": 200}"#, false),
    (#"{"name": "a", "categories": ["b"]}"#, false),
    (#"{"name": "a", "categories": ["b"], "limit": "two"}"#, false),
    (#"{"name": "a", "categories": ["b"], "limit": "-2"}"#, false),
    (#"{"name": "a", "categories": "b", "limit": 2}"#, false),
    (#"{"name": "a", "categories": ["b"], "limit": 2, "perl": "theft"}"#, false),
  ])
  func limits(_ limit: String, _ isGood: Bool) throws {
    try policies(
      #"{"format": "possessions-policy/1", "currency": "USD", "limits": ["# + limit + "]}", isGood)
  }

  /// Every kind of report, with photos, documents, limits, gaps, several currencies, and nothing left out of it or much.
  @Test(arguments: [
    (ReportOptions.Kind.inventory, Set<ReportOptions.Redaction>()),
    (.claim, Set()), (.inventory, Set(ReportOptions.Redaction.allCases)),
  ])
  func reports(_ kind: ReportOptions.Kind, _ redactions: Set<ReportOptions.Redaction>) throws {
    var asked = options(kind)
    asked.lost = .all
    asked.peril = kind == .claim ? "theft" : nil
    asked.redactions = redactions
    asked.policy = try Policy(
      parsing: PublishedFilesTests.published("policy.example.json"), name: "policy.example.json")
    var contents = photographed(3)
    contents.possessions +=
      workedExample
      + boundaryItems.map { item in
        var other = item
        other.itemID = "case-" + item.itemID
        return other
      }
    contents.possessions.append(
      item("sold", [.name: "Sold", .soldDate: "2020-01-01", .serialNumber: "SERIAL-1"]))
    if let key = contents.pictures.keys.first {
      contents.documents.append(
        DocumentRecord(
          itemID: "1", key: key, kind: .receipt, originalName: BytePath("receipt.pdf"), mediaType: .pdf))
    }
    let sink = MemorySink()
    let format = try #require(ReportFormats.named("json"))
    _ = try format.write(
      ReportModel(contents, options: asked), name: "report", provider: { _ in [] }, to: sink)
    let document = try JSONValue(parsing: try #require(sink.files["report.json"]))
    #expect(reportSchema.faults(of: document) == [])
    // And the schema is strict enough to miss what is not there.
    guard case .object(var members) = document else { return }
    members["ledgers"] = nil
    members["ledger"] = .array([])
    #expect(reportSchema.faults(of: .object(members)).count == 2)
  }
}
