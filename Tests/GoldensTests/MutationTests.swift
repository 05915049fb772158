import Darkroom
import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Goldens

/// How many small faults the default profile catches: the figure of `docs/edit-regression.md`.
@Suite("Mutations")
struct MutationTests {
  @Test("at least 97 of 100 small faults are caught at the default profile, and the documents name the rest")
  func caught() throws {
    library
    let subjects = try Self.subjects()
    #expect(Mutation.all.count >= 40 && subjects.count >= 6)
    #expect(Set(Mutation.all.map(\.name)).count == Mutation.all.count)
    var (tried, missed) = (0, [(mutation: String, subject: String, metrics: DifferenceMetrics)]())
    for mutation in Mutation.all {
      var differs = false
      for subject in subjects {
        switch try outcome(mutation.approved(subject), mutation.made(subject)) {
        case .nothing: continue
        case .caught: break
        case .missed(let metrics): missed.append((mutation.name, subject.name, metrics))
        }
        differs = true
        tried += 1
      }
      #expect(differs, "\(mutation.name) changes no picture")
    }
    let share = Double(tried - missed.count) * 100 / Double(tried)
    print(
      "mutations: \(Mutation.all.count) faults on \(subjects.count) pictures, \(tried - missed.count) of \(tried) caught, "
        + "\(decimal((share * 10).rounded() / 10)) %; missed:")
    for miss in missed {
      print(
        "  \(miss.mutation), \(miss.subject): \(miss.metrics.maximumCode) codes, "
          + "mean \(decimal(miss.metrics.meanDifference))")
    }
    #expect(share >= 97)
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
      "../../docs/edit-regression.md")
    let lines = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
    for miss in missed {
      let isNamed = lines.contains { $0.hasPrefix("| \(miss.mutation) |") && $0.contains(miss.subject) }
      #expect(isNamed, "the documents do not name \(miss.mutation) on \(miss.subject)")
    }
  }

  private enum Outcome {
    /// The fault leaves this picture as it was.
    case nothing
    case caught
    case missed(DifferenceMetrics)
  }

  /// As the gate decides, steps 3 to 5.
  private func outcome(_ approved: Output, _ made: Output) throws -> Outcome {
    let (one, two) = (approved.pixels, made.pixels)
    if one.width != two.width || one.height != two.height || approved.bands != made.bands { return .caught }
    if one == two { return .nothing }
    let metrics = try Difference(expected: one, actual: two).metrics
    return Tolerance().verdicts(on: metrics).contains { !$0.holds } ? .caught : .missed(metrics)
  }

  /// Drawn ones of different kinds, and the photos of our own goldens.
  static func subjects() throws -> [Subject] {
    let (width, height) = (256, 192)
    var random = Generator(seed: 5)
    var subjects = [try Subject("soft shapes with grain", Output(scene(width, height), bands: 3))]
    func draw(_ name: String, bands: Int = 3, _ value: (Int, Int) -> [Int]) throws {
      subjects.append(try Subject(name, Output(pixels(width, height, value), bands: bands)))
    }
    try draw("a receipt") { x, y in
      let isInk = y % 16 < 9 && (x / 3 * 7 + y / 3 * 5 + x * y / 9) % 4 < 2 && x % 60 < 48
      return isInk ? [40, 38, 44] : [242, 240, 234]
    }
    try draw("a room at night") { x, y in
      let lamp = 190 * exp(-(pow(Double(x - 180), 2) + pow(Double(y - 60), 2)) / 900)
      let grain = Double(random.next(7))
      return [Int(12 + lamp + grain), Int(11 + lamp * 0.8 + grain), Int(15 + lamp * 0.45 + grain)]
    }
    try draw("leaves") { _, _ in
      let light = random.next(120)
      return [30 + light * 3 / 4, 50 + light, 20 + light / 3]
    }
    try draw("flat colours") { x, y in
      [[214, 40, 57], [31, 119, 180], [250, 204, 21], [22, 163, 74], [147, 51, 234], [245, 245, 245]][
        (x / 43 + y / 64 * 2) % 6]
    }
    try draw("fog") { x, y in
      let light = 168 + Int(6 * sin(Double(x + y) / 40)) + random.next(3)
      return [light, light, light + 1]
    }
    try draw("a cut-out", bands: 4) { x, y in
      let distance = hypot(Double(x - 128) / 110, Double(y - 96) / 80)
      return [
        90 + x / 3, 200 - y / 2, 60 + (x + y) / 4, Int(255 * min(1, max(0, (1.1 - distance) * 4))),
      ]
    }
    for photo in try goldenPhotos() { subjects.append(photo) }
    return subjects
  }

  private static func goldenPhotos() throws -> [Subject] {
    let inputs = ownGoldens.appendingPathComponent("inputs")
    let names = try FileManager.default.contentsOfDirectory(atPath: inputs.path).filter {
      $0.hasPrefix("photo-")
    }
    return try names.sorted().map { name in
      let png = try Data(contentsOf: inputs.appendingPathComponent(name))
      let image = try Image.open(.bytes(Array(png)), as: .png).inMemory()
      let size = PixelSize(width: 256, height: image.height * 256 / image.width / 2 * 2)
      return try Subject(name, Output(image.resized(to: size)))
    }
  }
}
