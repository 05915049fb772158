import PossessionsCore
import Testing

@Suite struct PolicyTests {
  @Test func readsAWholeFile() throws {
    let policy = try Policy(
      parsing: Array(
        """
        {"format": "possessions-policy/1", "owners": ["A", "B"], "premises": "1 Road", "insurer": "I",
         "policy_number": "P-1", "claim_number": "C-1", "currency": "KWD", "maximum_depreciation_percent": "75.5",
         "receipt_threshold": 250,
         "limits": [{"name": "Jewellery", "categories": ["jewellery"], "peril": "theft", "limit": "2000.125"},
                    {"name": "Business", "business_use": true, "limit": 3000}]}
        """.utf8), name: "policy.json")
    #expect(policy.owners == ["A", "B"])
    #expect(policy.limits.map(\.amount) == [2_000_125, 3_000_000])
    #expect(policy.limits[0].applies(to: "Theft"))
    #expect(!policy.limits[0].applies(to: "fire"))
    #expect(!policy.limits[0].applies(to: nil))
    #expect(policy.limits[1].applies(to: nil))
    #expect(policy.maximumDepreciation == Rational(755, over: 1000))
    #expect(policy.receiptThreshold == 250)
  }

  @Test(arguments: [
    ("[]", "no JSON object"), ("{}", "format is not"), ("{", "line 1"),
    (#"{"format":"possessions-policy/1","limts":[]}"#, "did you mean limits"),
    (
      #"{"format":"possessions-policy/1","limits":[{"name":"J","categories":["j"],"limit":"5"}]}"#,
      "need a currency"
    ),
    (
      #"{"format":"possessions-policy/1","currency":"USD","limits":[{"name":"J","limit":"5"}]}"#,
      "no categories"
    ),
    (
      #"{"format":"possessions-policy/1","currency":"USD","limits":[{"name":"J","categories":["j"],"limit":"5.005"}]}"#,
      "not an amount of USD"
    ),
    (
      #"{"format":"possessions-policy/1","currency":"USD","limits":[{"name":"J","categories":["j"],"limit":"-5"}]}"#,
      "not an amount"
    ),
    (#"{"format":"possessions-policy/1","currency":"XYZ"}"#, "none of ISO 4217"),
    (#"{"format":"possessions-policy/1","maximum_depreciation_percent":120}"#, "from 0 to 100"),
    (#"{"format":"possessions-policy/1","owners":"me"}"#, "list of texts"),
  ])
  func refuses(_ text: String, _ reason: String) {
    let failure = #expect(throws: Failure.self) { try Policy(parsing: Array(text.utf8), name: "p.json") }
    #expect(failure?.kind == .badData)
    #expect(failure?.description.contains(reason) == true, "\(failure?.description ?? "no failure")")
  }
}
