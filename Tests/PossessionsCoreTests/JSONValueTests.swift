import Foundation
import PossessionsCore
import Testing

@Suite("JSON as a value")
struct JSONValueTests {
  @Test(
    "read and written in the canonical form",
    arguments: [
      (#" { "b" : 1.50 , "a" : [ true , null , -0 , 1e3 ] } "#, #"{"a":[true,null,0,1000],"b":1.5}"#),
      (#""\u20ac\ud83d\ude00\/\b\u0001\"""#, "\"€😀/\\b\\u0001\\\"\""),
      ("[]", "[]"), ("{}", "{}"), ("0.1", "0.1"), ("\u{FEFF}7", "7"),
    ])
  func reading(text: String, canonical: String) throws {
    let value = try JSONValue(parsing: text.utf8)
    #expect(value.canonicalText == canonical)
    #expect(try JSONValue(parsing: value.canonicalText.utf8) == value)
    #expect(try JSONValue(parsing: value.prettyText().utf8) == value)
  }

  @Test(
    "what is no JSON",
    arguments: [
      "", "{", "[1,]", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "01", "1.", "-", "+1", ".5", "1e", "nul", "'a'",
      "\"a", "\"\\x\"", "\"\\ud800\"", "\"\\udc00\"", "\"\n\"", "1 2", "{\"a\":1,\"a\":2}", "NaN", "1e999",
      String(repeating: "[", count: 1000),
    ])
  func faults(text: String) {
    #expect(throws: Failure.self) { try JSONValue(parsing: text.utf8) }
  }

  @Test("a fault says where")
  func place() {
    let failure = #expect(throws: Failure.self) { try JSONValue(parsing: "{\n  \"a\": x\n}".utf8) }
    #expect(failure?.message.contains("line 2, column 8") == true)
  }

  @Test("coded by other coders, it stays the same")
  func coding() throws {
    let value = try JSONValue(parsing: #"{"a":[true,null,1,1.25,"x"],"b":{}}"#.utf8)
    #expect(try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value)) == value)
  }
}
