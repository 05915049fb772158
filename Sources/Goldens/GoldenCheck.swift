import Darkroom
import Dispatch
import Files
public import PossessionsCore
import Synchronization

/// The gate: makes the output of every case anew and compares it with what was approved.
public struct GoldenCheck: Sendable {
  public var goldens: BytePath
  /// Where the run folder is made; nil for none.
  public var output: BytePath?
  /// Only cases whose names match one of these patterns (`*`, `?`, `[…]`); empty for all.
  public var patterns: [String]
  /// Leave vector code on.
  public var asProduction: Bool
  public var requiresLock: Bool
  /// Cases under way at a time.
  public var workers: Int

  public init(
    goldens: BytePath, output: BytePath? = nil, patterns: [String] = [], asProduction: Bool = false,
    requiresLock: Bool = false, workers: Int = 2
  ) {
    self.goldens = goldens
    self.output = output
    self.patterns = patterns
    self.asProduction = asProduction
    self.requiresLock = requiresLock
    self.workers = workers
  }

  /// Checks all selected cases and writes the run folder, `results.json` last. Goldens are never written.
  ///
  /// libvips must have been started; its vector code is switched for the whole process.
  /// - Parameters:
  ///   - now: UTC, RFC 3339.
  ///   - progress: is told how many cases are done, from any thread.
  /// - Throws: `inputMissing` where there is no goldens folder, `usage` where no case was selected, and faults of
  ///   writing the run folder.
  public func run(
    now: String, progress: @Sendable (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) throws(Failure) -> GoldenReport {
    let folder = try GoldenFolder(goldens)
    let selected = folder.cases.filter { item in isSelected(item.name) }
    let damaged = folder.damaged.filter { item in isSelected(item.name) }
    guard !selected.isEmpty || !damaged.isEmpty else {
      throw Failure(
        .usage, subject: patterns.isEmpty ? goldens.description : patterns.joined(separator: " "),
        message: folder.cases.isEmpty ? "there is no golden case here" : "no golden case has such a name",
        remedy: folder.cases.isEmpty
          ? "make some with golden init"
          : "known are \(folder.cases.prefix(5).map(\.name).joined(separator: ", "))")
    }
    let runFolder = try output.map { path throws(Failure) in try RunFolder(path) }
    ImagingLibrary.usesVectorCode = asProduction
    let producer = Producer.current

    let results = Mutex<[Result<CheckedCase, Failure>?]>(Array(repeating: nil, count: selected.count))
    let done = Mutex(0)
    let next = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: max(1, min(workers, selected.count))) { _ in
      while true {
        let index = next.withLock {
          $0 += 1; return $0 - 1
        }
        guard index < selected.count else { return }
        let result: Result<CheckedCase, Failure>
        do throws(Failure) {
          result = .success(try check(selected[index], in: folder, producer: producer, runFolder: runFolder))
        } catch {
          result = .failure(error)
        }
        results.withLock { $0[index] = result }
        progress(
          done.withLock {
            $0 += 1; return $0
          }, selected.count)
      }
    }

    var cases: [CheckedCase] = []
    for result in results.withLock({ $0 }) {
      switch result {
      case .success(let item)?: cases.append(item)
      case .failure(let failure)?: throw failure
      case nil: preconditionFailure("every case has a result")
      }
    }
    for item in damaged {
      cases.append(
        CheckedCase(
          name: item.name, status: .damaged, message: item.failure.message, remedy: item.failure.remedy))
    }
    if patterns.isEmpty {
      for path in folder.orphans {
        cases.append(
          CheckedCase(
            name: path.description, status: .orphaned, message: "no case has this picture",
            remedy: "golden prune deletes it"))
      }
    }
    cases.sort { ($0.passes ? 1 : 0, $0.name) < ($1.passes ? 1 : 0, $1.name) }
    let report = GoldenReport(
      cases: cases, isFiltered: !patterns.isEmpty, isAsProduction: asProduction, requiresLock: requiresLock,
      producer: producer, finishedAt: now)
    try runFolder?.finish(report)
    return report
  }

  private func isSelected(_ name: String) -> Bool {
    patterns.isEmpty || patterns.contains { matches(name, $0) }
  }
}

extension GoldenCheck {
  /// One case, in the steps of `docs/edit-regression.md`.
  private func check(
    _ item: GoldenCase, in folder: GoldenFolder, producer: Producer, runFolder: RunFolder?
  ) throws(Failure) -> CheckedCase {
    var result = CheckedCase(name: item.name, status: .identical, stage: item.stage)
    result.recipe = item.recipe.text
    func damaged(_ message: String, _ remedy: String) -> CheckedCase {
      var result = result
      result.status = .damaged
      result.message = message
      result.remedy = remedy
      return result
    }

    let input: [UInt8]
    do throws(Failure) {
      input = try folder.read(item.input)
    } catch  where error.kind == .inputMissing {
      return damaged("its input \(item.input) is missing", "restore it, or delete the case")
    }
    let inputDigest = sha256(of: input)
    let recipeDigest = sha256(of: item.recipeText.utf8)
    result.inputDigest = inputDigest
    result.recipeDigest = recipeDigest
    let made: MadePicture
    do throws(MakingFault) {
      made = try item.made(of: input)
    } catch {
      guard case .refused(let words) = error else { preconditionFailure("there is one fault") }
      return damaged("nothing can be made of it: \(words)", "correct the recipe or the input")
    }
    result.actual = CheckedCase.Shape(made)

    // 1. Does the golden exist?
    guard let golden = item.golden else {
      result.status = .missing
      result.message = "nothing was approved for it yet"
      result.remedy = "look at the picture of a run with --output and approve it"
      try runFolder?.write(&result, expected: nil, actual: made, difference: nil, compareTo: item)
      return result
    }
    result.expected = CheckedCase.Shape(golden)
    let changes = golden.producer.differences(from: producer)
    result.environment = changes.isEmpty ? nil : changes.joined(separator: ", ")

    let expected: MadePicture
    do {
      let image = try folder.read(golden.image)
      // All as approved, and the picture that shows it untouched: there is nothing to decode.
      if golden.imageDigest == sha256(of: image), golden.inputDigest == inputDigest,
        golden.recipeDigest == recipeDigest, result.actual == result.expected
      {
        return result
      }
      expected = try MadePicture(Image.open(.bytes(image), as: .png))
    } catch let failure as Failure {
      if failure.kind != .inputMissing { throw failure }
      result.status = .missing
      result.message = "its golden \(golden.image) is missing"
      result.remedy = "restore it, or approve the case anew"
      try runFolder?.write(&result, expected: nil, actual: made, difference: nil, compareTo: item)
      return result
    } catch {
      var result = damaged(
        "its golden \(golden.image) cannot be decoded", "restore it, or approve the case anew")
      try runFolder?.write(&result, expected: nil, actual: made, difference: nil, compareTo: item)
      return result
    }
    guard expected.digest == golden.pixelDigest, expected.pixels.width == golden.width,
      expected.pixels.height == golden.height
    else {
      var result = damaged(
        "its golden \(golden.image) does not match its own digest", "restore it, or approve the case anew")
      try runFolder?.write(&result, expected: nil, actual: made, difference: nil, compareTo: item)
      return result
    }

    // 2. The same input and the same recipe?
    if golden.inputDigest != inputDigest || golden.recipeDigest != recipeDigest {
      result.status = .stale
      let changed =
        golden.inputDigest == inputDigest
        ? "recipe" : golden.recipeDigest == recipeDigest ? "input" : "input and its recipe"
      result.message = "its \(changed) changed since it was approved"
      result.remedy = "undo that, or look at the new picture and approve it"
      let difference = try? Difference(expected: expected.pixels, actual: made.pixels, masks: item.masks)
      try runFolder?.write(&result, expected: expected, actual: made, difference: difference, compareTo: item)
      return result
    }
    // 3. Size and channels.
    let sameSize = made.pixels.width == golden.width && made.pixels.height == golden.height
    guard sameSize, made.bands == golden.bands else {
      result.status = .resized
      result.message =
        "it is \(CheckedCase.Shape(made).description), approved is \(CheckedCase.Shape(golden).description)"
      result.remedy = "find what changed the \(sameSize ? "channels" : "size"), or approve it"
      result.hint = DifferenceHint.words(expected: expected.pixels, actual: made.pixels)
      let difference =
        sameSize ? try? Difference(expected: expected.pixels, actual: made.pixels, masks: item.masks) : nil
      try runFolder?.write(&result, expected: expected, actual: made, difference: difference, compareTo: item)
      return result
    }
    // 4. The same pixels.
    if made.digest == golden.pixelDigest { return result }

    // 5. Metrics, outside masks.
    let difference: Difference
    do throws(MeasuringFault) {
      difference = try Difference(expected: expected.pixels, actual: made.pixels, masks: item.masks)
    } catch {
      result.status = .unmeasurable
      result.message = error.message
      result.remedy = "correct the masks of the case"
      try runFolder?.write(&result, expected: expected, actual: made, difference: nil, compareTo: item)
      return result
    }
    result.metrics = difference.metrics
    result.verdicts = item.tolerance.verdicts(on: difference.metrics)
    let broken = result.verdicts.filter { !$0.holds }
    if broken.isEmpty {
      result.status = .within
      return result
    }
    // 6. What it looks like.
    result.status = .changed
    result.message = broken.map(\.sentence).joined(separator: "; ")
    result.remedy = "find what changed the pixels, or approve the new picture"
    result.hint =
      DifferenceHint.words(expected: expected.pixels, actual: made.pixels, metrics: difference.metrics)
    try runFolder?.write(&result, expected: expected, actual: made, difference: difference, compareTo: item)
    return result
  }
}

extension CheckedCase.Shape {
  init(_ made: MadePicture) {
    self.init(
      width: made.pixels.width, height: made.pixels.height, bands: made.bands, pixelDigest: made.digest)
  }

  init(_ golden: GoldenCase.Golden) {
    self.init(
      width: golden.width, height: golden.height, bands: golden.bands, pixelDigest: golden.pixelDigest)
  }
}

extension Tolerance.Verdict {
  /// `ΔE00 maximum 4.21 is above 3 (profile default)`.
  public var sentence: String {
    guard let limit, !holds else { return "\(metric.title) \(decimal(value))" }
    let relation = metric.isLowerBound ? "below" : "above"
    return "\(metric.title) \(decimal(value)) is \(relation) \(decimal(limit)) (\(origin))"
  }
}

extension Producer {
  /// What is not the same: `libvips 8.14.1, here 8.16.0`.
  func differences(from here: Producer) -> [String] {
    var changes: [String] = []
    for name in Set(versions.keys).union(here.versions.keys).sorted()
    where versions[name] != here.versions[name] {
      changes.append("\(name) \(versions[name] ?? "unknown"), here \(here.versions[name] ?? "unknown")")
    }
    if vector != here.vector {
      changes.append("vector code \(vector ? "on" : "off"), here \(here.vector ? "on" : "off")")
    }
    if architecture != here.architecture {
      changes.append("architecture \(architecture), here \(here.architecture)")
    }
    return changes
  }
}

/// A number with as many decimals as it needs, at most four.
func decimal(_ value: Double) -> String {
  guard value.isFinite else { return "not a number" }
  let parts = JSONValue.number((value * 10_000).rounded() / 10_000).canonicalText
  return parts
}
