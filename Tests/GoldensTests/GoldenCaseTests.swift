import Foundation
import PossessionsCore
import Testing

@testable import Goldens

@Suite("Case files and tolerances")
struct GoldenCaseTests {
  @Test("a case written by hand needs little")
  func short() throws {
    let text = #"{"input": "inputs/a.png", "recipe": "crop=4:3"}"#
    let item = try GoldenCase(name: "a-crop", file: Array(text.utf8))
    #expect(item.stage == .edit && item.tolerance == Tolerance() && item.golden == nil && item.masks.isEmpty)
    #expect(item.recipe.text == "crop=4:3@center")
  }

  @Test("every part survives its file")
  func roundTrip() throws {
    var item = GoldenCase(
      name: "a.b_c-1", input: "inputs/a.png",
      recipe: try EditRecipe(parsing: "crop=1,2,30%,4;blur=0,0,5,5,1.5"),
      stage: .encode,
      rendition: try RenditionDefinition(parsing: "card=100x80,aspect-fill,webp,85"),
      tolerance: Tolerance(
        profile: .encode, exceptions: [.meanDifference: .init(limit: 4.25, reason: "grain \"is\" hard")]),
      masks: [Mask(name: "clock", area: PixelRectangle(x: 1, y: 2, width: 3, height: 4))], comment: "why\nnot"
    )
    #expect(try GoldenCase(name: "a.b_c-1", file: Array(item.fileText.utf8)) == item)
    let digest = SHA256Digest(bytes: Array(0..<32))
    item.golden = GoldenCase.Golden(
      inputDigest: digest, recipeDigest: digest, width: 100, height: 80, bands: 3, pixelDigest: digest,
      image: "a.b_c-1.png",
      producer: Producer(versions: ["libvips": "8.14.1"], vector: false, architecture: "x86_64"),
      approval: .init(by: "me", at: "2024-01-01T00:00:00Z", reason: "first"))
    #expect(try GoldenCase(name: "a.b_c-1", file: Array(item.fileText.utf8)) == item)
  }

  @Test(
    "what is not understood is refused and named",
    arguments: [
      (#"{"input": "inputs/a.png", "recipe": "crop=4:3", "tolerence": {}}"#, "did you mean tolerance?"),
      (#"{"input": "inputs/a.png", "recipe": "crop=4"}"#, "crop needs 4 numbers"),
      (#"{"input": "inputs/a.png"}"#, "there is no recipe"),
      (#"{"recipe": "crop=4:3"}"#, "input names no file"),
      (#"{"input": "../a.png", "recipe": "crop=4:3"}"#, "input names no file"),
      (#"{"input": "/a.png", "recipe": "crop=4:3"}"#, "input names no file"),
      (#"{"input": "a.png", "recipe": "", "case": "other"}"#, "not as its file"),
      (#"{"input": "a.png", "recipe": "", "stage": "thumbnail"}"#, "needs a rendition"),
      (#"{"input": "a.png", "recipe": "", "profile": "lax"}"#, "known are exact, default"),
      (#"{"input": "a.png", "recipe": "", "tolerance": {"max_code": {"limit": 9}}}"#, "no reason"),
      (
        #"{"input": "a.png", "recipe": "", "tolerance": {"max_code": {"limit": 9, "reason": ""}}}"#,
        "no reason"
      ),
      (
        #"{"input": "a.png", "recipe": "", "tolerance": {"de00max": {"limit": 9, "reason": "x"}}}"#,
        "de00_max"
      ),
      (
        #"{"input": "a.png", "recipe": "", "masks": [{"x": 1, "y": 1, "width": 1, "height": 1}]}"#,
        "lacks its name"
      ),
      (#"{"input": "a.png", "recipe": "", "schema": 2}"#, "schema 2 is unknown"),
      (#"{"input": "a.png", "recipe": "","#, "no valid JSON"),
      (#"{"input": "a.png", "recipe": "", "golden": {"width": 1}}"#, "approve the case anew"),
    ])
  func faults(text: String, words: String) {
    let failure = #expect(throws: Failure.self) { try GoldenCase(name: "a", file: Array(text.utf8)) }
    #expect(failure?.kind == .badData && failure?.subject == "a.json")
    #expect(failure?.description.contains(words) == true, "\(failure?.description ?? "")")
  }

  @Test(
    "names of cases are file names everywhere",
    arguments: [
      ("a", true), ("A-1_b.c", true), ("", false), (".a", false), ("-a", false), ("a/b", false), ("ä", false),
      ("a b", false), (String(repeating: "a", count: 101), false),
    ])
  func names(name: String, isValid: Bool) {
    #expect(GoldenCase.isValid(name: name) == isValid)
  }

  @Test("a limit holds at its value and not beyond; an exception says where it comes from")
  func verdicts() {
    func metrics(_ code: Int, _ maximum: Double, _ similarity: Double) -> DifferenceMetrics {
      DifferenceMetrics(
        maximumCode: code, maximumAlpha: 0, meanDifference: 0.05, percentile99: 1.2,
        maximumDifference: maximum,
        visibleShare: 0.5, meanSimilarity: 1, minimumSimilarity: similarity,
        densestWindow: .init(x: 0, y: 0, size: 16, meanDifference: 9), differingPixels: 1, countedPixels: 1)
    }
    func broken(_ tolerance: Tolerance, _ metrics: DifferenceMetrics) -> [GoldenMetric] {
      tolerance.verdicts(on: metrics).filter { !$0.holds }.map(\.metric)
    }
    #expect(broken(Tolerance(), metrics(1, 3, 0.98)).isEmpty)
    #expect(
      broken(Tolerance(), metrics(2, 3.001, 0.9799)) == [
        .maximumCode, .maximumDifference, .minimumSimilarity,
      ])
    let wide = Tolerance(exceptions: [.maximumCode: .init(limit: 5, reason: "dither")])
    #expect(broken(wide, metrics(5, 3, 0.98)).isEmpty)
    let verdict = wide.verdicts(on: metrics(6, 3, 0.98)).first { !$0.holds }
    #expect(verdict?.sentence == "largest code difference 6 is above 5 (exception: dither)")
    #expect(broken(Tolerance(profile: .exact), metrics(0, 0, 1)) == [.meanDifference, .percentile99])
  }

  @Test(
    "patterns of names",
    arguments: [
      ("a-crop", "*", true), ("a-crop", "a-*", true), ("a-crop", "b*", false), ("a1", "a?", true),
      ("a1", "a[2-9]", false),
    ])
  func patterns(name: String, pattern: String, isMatch: Bool) {
    #expect(matches(name, pattern) == isMatch)
  }
}
