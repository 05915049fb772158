import Darkroom
import Files
public import PossessionsCore

/// Makes outputs of a finished run the new goldens. Nothing else writes goldens but `GoldenInit`.
public struct GoldenApproval: Sendable {
  public var run: BytePath
  public var goldens: BytePath
  /// Patterns of names; empty for all failing cases.
  public var patterns: [String]
  public var by: String
  public var reason: String

  public init(run: BytePath, goldens: BytePath, patterns: [String], by: String, reason: String) {
    self.run = run
    self.goldens = goldens
    self.patterns = patterns
    self.by = by
    self.reason = reason
  }

  /// One case that was approved.
  public struct Approved: Sendable {
    public var name: String
    public var before: CheckedCase.Shape?
    public var after: CheckedCase.Shape
    /// What the run said: limits that do not hold.
    public var message: String
  }

  /// Approves the selected cases among those that the run says are changed, resized, missing or stale, or whose golden is
  /// damaged. Passing cases are never touched.
  ///
  /// - Parameter now: UTC, RFC 3339.
  /// - Throws: `usage` where there is no reason or no such case, `badData` where the run is not finished or a case, its
  ///   input, its recipe or its new picture is not what the run saw: nothing is written then.
  public func approve(now: String) throws(Failure) -> [Approved] {
    guard !reason.allSatisfy(\.isWhitespace) else {
      throw Failure(
        .usage, message: "approving needs a reason",
        remedy: "add --reason with why the new pictures are right")
    }
    let results = try RunResults(run)
    let selected = results.cases.filter { item in
      patterns.isEmpty || patterns.contains { matches(item.name, $0) }
    }
    let candidates = selected.filter(\.isApprovable)
    guard !candidates.isEmpty else {
      throw Failure(
        .usage, subject: patterns.joined(separator: " "),
        message: selected.isEmpty
          ? "the run has no such case" : "none of these cases has anything to approve",
        remedy: "\(run.appending("results.json")) lists the cases")
    }
    let folder = try GoldenFolder(goldens)
    var approved: [Approved] = []
    var writes: [(item: GoldenCase, picture: [UInt8])] = []
    for candidate in candidates {
      let write = try prepared(candidate, results, folder, now: now)
      writes.append(write)
      guard let actual = candidate.actual else { preconditionFailure("candidates have a new picture") }
      approved.append(
        Approved(name: candidate.name, before: candidate.expected, after: actual, message: candidate.message))
    }
    // All or nothing was checked: now it is written.
    for write in writes { try folder.write(write.item, picture: write.picture) }
    return approved
  }

  private func prepared(
    _ candidate: RunResults.Case, _ results: RunResults, _ folder: GoldenFolder, now: String
  ) throws(Failure) -> (item: GoldenCase, picture: [UInt8]) {
    func moved(_ what: String) -> Failure {
      Failure(
        .badData, subject: candidate.name, message: "\(what) since the run; nothing was approved",
        remedy: "run golden check again and look at its pictures")
    }
    guard var item = folder.cases.first(where: { $0.name == candidate.name }) else {
      throw moved("the case went away or cannot be read")
    }
    guard sha256(of: try folder.read(item.input)) == candidate.inputDigest else {
      throw moved("the input \(item.input) changed")
    }
    guard sha256(of: item.recipeText.utf8) == candidate.recipeDigest else {
      throw moved("the recipe changed")
    }
    if let golden = item.golden, golden.producer.vector != results.producer.vector {
      throw Failure(
        .badData, subject: candidate.name,
        message:
          "the golden was approved with vector code \(golden.producer.vector ? "on" : "off"), the run had it "
          + (results.producer.vector ? "on" : "off"),
        remedy: "keep goldens of --as-production in a folder of their own")
    }
    guard let actual = candidate.actual, let path = candidate.picture else {
      throw moved("the run has no picture of it")
    }
    var picture: [UInt8]
    do {
      let file = try FileDescriptor.reading(run.appending(path))
      picture = try file.readToEnd(limit: 1 << 29)
      let made = try MadePicture(Image.open(.bytes(picture), as: .png))
      guard made.digest == actual.pixelDigest, made.bands == actual.bands else {
        throw moved("its new picture was altered")
      }
      if item.stage == .encode {
        // What is approved is the picture before encoding, which the run did not show.
        let before = try item.made(of: folder.read(item.input), beforeEncoding: true)
        picture = try before.png()
        item.golden = golden(item, candidate, CheckedCase.Shape(before), results, now: now)
        return (item, picture)
      }
      picture = try made.png()
    } catch let failure as Failure {
      throw failure
    } catch {
      throw moved("its new picture cannot be read")
    }
    item.golden = golden(item, candidate, actual, results, now: now)
    return (item, picture)
  }

  private func golden(
    _ item: GoldenCase, _ candidate: RunResults.Case, _ shape: CheckedCase.Shape, _ results: RunResults,
    now: String
  ) -> GoldenCase.Golden {
    GoldenCase.Golden(
      inputDigest: candidate.inputDigest, recipeDigest: candidate.recipeDigest, width: shape.width,
      height: shape.height, bands: shape.bands, pixelDigest: shape.pixelDigest,
      image: BytePath(item.name + ".png"), producer: results.producer,
      approval: GoldenCase.Approval(by: by, at: now, reason: reason))
  }
}

/// What `results.json` says, as far as approving and pruning need it.
struct RunResults {
  var isFiltered: Bool
  var producer: Producer
  var cases: [Case]
  /// Paths of pictures that no case has.
  var orphans: [String]

  struct Case {
    var name: String
    var status: CheckedCase.Status
    var message: String
    var inputDigest: SHA256Digest
    var recipeDigest: SHA256Digest
    var expected: CheckedCase.Shape?
    var actual: CheckedCase.Shape?
    var picture: BytePath?

    var isApprovable: Bool {
      switch status {
      case .changed, .resized, .missing, .stale, .damaged: picture != nil
      case .identical, .within, .orphaned, .unmeasurable: false
      }
    }
  }

  /// - Throws: `badData` where the run was not finished.
  init(_ run: BytePath) throws(Failure) {
    let path = run.appending(RunFolder.resultsName)
    let bytes: [UInt8]
    do throws(Failure) {
      let file = try FileDescriptor.reading(path)
      bytes = try file.readToEnd(limit: 1 << 28)
    } catch  where error.kind == .inputMissing {
      throw Failure(
        .badData, subject: run.description, message: "this is no finished run of golden check",
        remedy: "name a folder that golden check --output wrote to its end")
    }
    do throws(Failure) {
      var members = try JSONMembers(JSONValue(parsing: bytes))
      guard try members.integer("schema") == GoldenReport.schema else {
        throw Failure(.badData, message: "the results have an unknown schema", remedy: "use the same version")
      }
      isFiltered = members.take("filtered") == .bool(true)
      producer = try Producer(json: members.take("producer") ?? .object([:]))
      guard case .array(let items)? = members.take("cases") else {
        throw Failure(.badData, message: "the results have no cases", remedy: "run golden check again")
      }
      cases = []
      orphans = []
      for item in items {
        var parts = try JSONMembers(item)
        if parts.rest["status"] == .string(CheckedCase.Status.orphaned.rawValue) {
          if let path = try parts.text("case") { orphans.append(path) }
          continue
        }
        guard let name = try parts.text("case"), let status: CheckedCase.Status = try parts.choice("status"),
          let input = try parts.digest("input_sha256"), let recipe = try parts.digest("recipe_sha256")
        else { continue }
        var entry = Case(
          name: name, status: status, message: try parts.text("message") ?? "", inputDigest: input,
          recipeDigest: recipe)
        if let shape = parts.take("expected") { entry.expected = try CheckedCase.Shape(json: shape) }
        if let shape = parts.take("actual") { entry.actual = try CheckedCase.Shape(json: shape) }
        if let pictures = parts.take("pictures") {
          var roles = try JSONMembers(pictures)
          // The path is built from the name, never taken from the file.
          if try roles.text("actual") != nil, GoldenCase.isValid(name: name) {
            entry.picture = BytePath("cases/\(name)/actual.png")
          }
        }
        cases.append(entry)
      }
    } catch {
      var failure = error
      failure.subject = path.description
      throw failure
    }
  }
}
