import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Reporting

/// Text that somebody typed, a file name or what a camera wrote can do nothing in any document.
@Suite(.enabled(if: isOracleAvailable("python3") && isOracleAvailable("pdftotext"))) struct HostileTextTests {
  private static let seeds = [
    "<script>document.title='PWNED'</script>", "<img src=x onerror=\"document.title='PWNED'\">",
    "\"><svg onload=document.title='PWNED'>", "'><iframe src=javascript:alert(1)>",
    "</style><script>alert(1)</script>",
    "</title><base href=//evil.example/>", "<!-- ", "-->", "]]>", "&lt;script&gt;", "&#60;b&#62;",
    "<link rel=stylesheet href=http://evil.example/x.css>",
    "<img src=http://evil.example/p.png>", "javascript:document.title='PWNED'", "=1+1", "=cmd|' /C calc'!A0",
    "=HYPERLINK(\"http://evil.example\",\"x\")", "=WEBSERVICE(\"http://evil.example/\")", "+1+1",
    "-5 °C probe", "@SUM(1+1)",
    "\t=1+1", "\r=1+1", "'=1+1", "''=1+1", "=IMPORTXML(\"http://evil.example\",\"//a\")",
    "DDE(\"cmd\";\"/C calc\";\"!A0\")", "&P&N&\"Arial\"",
    "{=1+1}", "_x0041__x003D_1+1", "file:///etc/passwd", "url(http://evil.example/x)", "expression(alert(1))",
    "</td></tr></table>",
    "%00%0a", "line one\nline two", "line one\r\nline two", "tab\there", "quote\"comma,semi;colon",
    "back\\slash \\u202e",
    "\u{202E}reversed\u{202C}", "\u{2066}isolate\u{2069}", "\u{200F}mark", "\u{0}nul", "\u{1B}[31mred",
    "\u{7}bell\u{8}", "\u{85}nel\u{2028}ls",
    "\u{FEFF}bom", "\u{FFFE}non", "\u{E0001}tag", "e\u{301}\u{301}\u{301}\u{301}", "👩‍👩‍👧‍👦 🇺🇦", "掛け軸", "שלום עולם",
    "إبريق", "ＡＢＣ", "＝1+1",
    "(PDF) Tj ET \\) /JS (app.alert(1))", "<</S/JavaScript/JS(app.alert(1))>>", "../../etc/passwd", "*", "?",
    ">0", "<>", "~*", "=\"\"", "TRUE", "#REF!",
    "1E5", "00012", "2026-01-01", "1/2", " leading", "trailing ",
  ]

  /// The seeds as they are and some that are very long; with POSSESSIONS_LONG_TESTS 200, also with something before or
  /// after.
  static let payloads: [String] = {
    var all = seeds
    for seed in seeds { all.append("Lamp " + seed) }
    for seed in seeds { all.append(seed + " Lamp") }
    all.append(String(repeating: "x", count: 10_000))
    all.append(String(repeating: "long words in a row ", count: 500))
    all.append(String(repeating: "=1+1\n", count: 2000))
    all.append(String(repeating: "<b>", count: 4000))
    all.append(String(repeating: "掛", count: 4000))
    let isLong = ProcessInfo.processInfo.environment["POSSESSIONS_LONG_TESTS"] != nil
    return Array(all.suffix(5) + all.prefix(isLong ? 195 : seeds.count))
  }()

  func hostile(_ payloads: [String]) -> CatalogContents {
    var items: [Possession] = []
    var attachments: [AttachmentRecord] = []
    var documents: [DocumentRecord] = []
    var pictures: [ImageKey: PictureRecord] = [:]
    for (index, payload) in payloads.enumerated() {
      let id = "\(1000 + index)"
      var item = Possession(itemID: id)
      for field in PossessionField.allCases
      where field.kind == .text && ![.currency, .valuation, .soldTo].contains(field) {
        item.fields[field] = .text(payload)
      }
      // The loss of one letter in a location path would be no fault: it is a path, so it stays out of the way.
      item.fields[.room] = .text("Room \(index % 7) " + payload.filter { $0 != "/" && $0 != ">" }.prefix(60))
      item.fields[.currency] = .text("USD")
      item.fields[.replacementCost] = .money(500)
      item.fields[.quantity] = .integer(2)
      item.extra = [payload: payload]
      items.append(item)
      guard index % 4 == 0, let key = ImageKey("b116ff0b-2ecd-50e0-94f2-00000000\(1000 + index)") else {
        continue
      }
      var facts = PhotoFacts(mediaType: .jpeg)
      facts.capturedAt = CaptureTime(wallClock: payload)
      facts.caption = payload
      pictures[key] = PictureRecord(
        key: key, sha256: noDigest, byteSize: 1, facts: facts, originalName: BytePath(payload),
        original: "originals/x",
        state: .undecodable, importedAt: payload, importedByRun: payload)
      attachments.append(
        AttachmentRecord(
          itemID: id, key: key, position: 1, isPrimary: true, caption: payload, matchedBy: payload,
          matchedDetail: payload))
      documents.append(
        DocumentRecord(itemID: id, key: key, kind: .receipt, originalName: BytePath(payload), mediaType: .pdf)
      )
    }
    return CatalogContents(
      digest: noDigest, possessions: items, attachments: attachments, documents: documents, pictures: pictures
    )
  }

  func write(_ contents: CatalogContents, _ payload: String, to folder: String) throws {
    var asked = options()
    asked.policy = Policy(
      owners: [payload], premises: payload, insurer: payload, policyNumber: payload, claimNumber: payload,
      currency: .usd,
      limits: [Policy.Limit(name: payload, categories: ["TV"], peril: payload, amount: 100)])
    asked.toolVersion = payload
    let model = ReportModel(contents, options: asked)
    let sink = FileSink(folder)
    for format in ReportFormats.all {
      _ = try format.write(model, name: "inventory", provider: { _ in [] }, to: sink)
    }
  }

  @Test func everyFormatIsInert() throws {
    let scratch = try TemporaryFolder("possessions-hostile")
    try write(
      hostile(HostileTextTests.payloads), "<script>document.title='PWNED'</script>=1+1\u{202E}",
      to: scratch.file("hostile"))
    let list: [[String: Any]] = HostileTextTests.payloads.map { payload in
      // Fonts may lack a glyph and pdftotext orders what runs right to left as it sees fit.
      let isPlain = payload.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F }
      return ["text": payload, "shown": multiLine(payload), "plain": isPlain]
    }
    try scratch.write(try JSONSerialization.data(withJSONObject: list), to: "hostile/payloads.json")
    let oracle = (#filePath as NSString).deletingLastPathComponent + "/Oracles/inert_oracle.py"
    let result = try #require(
      try runCommand("python3", [oracle, scratch.file("hostile")]))
    #expect(result.status == 0, "\(result.output)\(result.errors)")
  }

  /// A cell holds 32,767 characters; the rest is on a sheet of its own, and nothing is lost.
  @Test func aTextThatNoCellHolds() throws {
    let scratch = try TemporaryFolder("possessions-long")
    let text = (0..<8000).map { "w\($0) " }.joined()
    let items = [item("1", [.name: "Lamp", .description: text, .replacementCost: "5.00"])]
    let format = try #require(ReportFormats.named("xlsx"))
    _ = try format.write(
      ReportModel(catalog(items), options: options()), name: "inventory", provider: { _ in [] },
      to: FileSink(scratch.path))
    let script = """
      import re, sys, zipfile
      book = zipfile.ZipFile(sys.argv[1])
      text = book.read("xl/worksheets/sheet9.xml").decode()
      print(len(re.findall('w[0-9]+ ', ''.join(re.findall('<c r=.C[0-9]+.*?<t[^>]*>([^<]*)</t>', text)))))
      """
    let result = try #require(try runCommand("python3", ["-c", script, scratch.file("inventory.xlsx")]))
    #expect(result.output == "8000\n", "\(result.errors)")
  }

  @Test(arguments: [
    ("a\u{202E}b", "a\\u{202e}b"), ("a\r\nb\rc\nd", "a\nb\nc\nd"), ("a\tb", "a b"), ("\u{0}", "\\u{0}"),
    ("\u{FFFF}", "\\u{ffff}"),
    ("naïve 👩‍👧", "naïve 👩‍👧"),
  ])
  func textIsMadeVisible(_ text: String, _ shown: String) {
    #expect(multiLine(text) == shown)
    #expect(singleLine(text) == shown.replacing("\n", with: " "))
  }
}
