import Darkroom
import Files
import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Goldens

/// Our own edits as golden cases, in the source folder.
let ownGoldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")

extension ProcessWide {
  @Suite("Our own goldens")
  struct OwnGoldensTests {
    private let goldens = BytePath(ownGoldens.path)

    @Test("the gate holds on them")
    func gate() throws {
      library
      let report = try GoldenCheck(goldens: goldens).run(now: now)
      let failing = report.cases.filter { !$0.passes }
      #expect(report.exitCode == 0, "\(failing.map { "\($0.name) \($0.status): \($0.message)" })")
    }

    @Test("every operation is among them, and every kind of picture")
    func coverage() throws {
      let cases = try GoldenFolder(goldens).cases
      let words = Set(cases.flatMap { $0.recipe.operations.map(\.word) })
      #expect(words == Set(EditOperation.Word.allCases))
      #expect(Set(cases.map(\.stage)) == Set(GoldenCase.Stage.allCases))
      #expect(Set(cases.compactMap { $0.golden?.bands }) == [1, 2, 3, 4])
    }

    @Test("an operation that is off by one code fails, and not one case lets it pass")
    func oneCode() throws {
      library
      let folder = try TemporaryFolder()
      let copy = BytePath(folder.file("goldens"))
      try FileManager.default.copyItem(atPath: goldens.description, toPath: copy.description)
      let approved = try GoldenFolder(copy)
      for var item in approved.cases where item.stage == .edit {
        let golden = try #require(item.golden)
        var picture = try MadePicture(Image.open(.bytes(approved.read(golden.image)), as: .png))
        // As if the operation gave one code more than it did, or one less where there is no more.
        for index in picture.pixels.bytes.indices where index % 4 != 3 {
          let value = picture.pixels.bytes[index]
          picture.pixels.bytes[index] = value == 255 ? 254 : value + 1
        }
        item.golden?.pixelDigest = sha256(of: picture.pixels.bytes)
        try approved.write(item, picture: try picture.png())
      }
      let report = try GoldenCheck(goldens: copy).run(now: now)
      let unseen = report.cases.filter { $0.stage == .edit && $0.status != .changed }.map(\.name)
      #expect(unseen.isEmpty)
    }
  }
}
