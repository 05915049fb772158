import Darkroom
import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Goldens

extension ProcessWide {
  @Suite("Approving, pruning, a first set")
  struct GoldenApprovalTests {
    private func approve(_ rig: GoldenRig, _ patterns: [String], reason: String = "new look") throws
      -> [GoldenApproval.Approved]
    {
      try GoldenApproval(run: rig.run, goldens: rig.goldens, patterns: patterns, by: "me", reason: reason)
        .approve(now: now)
    }

    @Test("a new recipe goes from stale to approved to identical; passing cases are not touched")
    func approving() throws {
      let rig = try GoldenRig()
      try rig.edit("shelf-brightness") { $0.recipe = EditRecipe([.brightness(1.3)]) }
      #expect(try rig.check().exitCode == 1)
      let crop = try rig.text("goldens/shelf-crop.json")
      let approved = try approve(rig, [])
      #expect(approved.map(\.name) == ["shelf-brightness"])
      #expect(approved[0].before != nil && approved[0].before != approved[0].after)
      #expect(try rig.text("goldens/shelf-crop.json") == crop)
      #expect(try rig.text("goldens/shelf-brightness.json").contains("new look"))
      let report = try rig.check()
      #expect(report.exitCode == 0 && report.cases.allSatisfy { $0.status == .identical })
      // Nothing is left to approve.
      #expect(#expect(throws: Failure.self) { try approve(rig, []) }?.kind == .usage)
    }

    @Test("a missing golden and a damaged one can be approved")
    func repairs() throws {
      let rig = try GoldenRig()
      try rig.folder.write(#"{"input": "inputs/shelf.png", "recipe": "flip=h"}"#, to: "goldens/new.json")
      try rig.folder.write("no picture", to: "goldens/shelf-crop.png")
      #expect(try rig.check().exitCode == 65)
      #expect(try approve(rig, ["new", "shelf-*"]).map(\.name) == ["new", "shelf-crop"])
      #expect(try rig.check().cases.allSatisfy { $0.status == .identical })
    }

    @Test("only a finished run, only with a reason, only what the run saw")
    func refusals() throws {
      let rig = try GoldenRig()
      #expect(#expect(throws: Failure.self) { try approve(rig, []) }?.kind == .badData)
      try rig.edit("shelf-brightness") { $0.recipe = EditRecipe([.brightness(1.3)]) }
      _ = try rig.check()
      #expect(#expect(throws: Failure.self) { try approve(rig, [], reason: "  ") }?.kind == .usage)
      #expect(#expect(throws: Failure.self) { try approve(rig, ["nothing"]) }?.kind == .usage)
      #expect(#expect(throws: Failure.self) { try approve(rig, ["shelf-crop"]) }?.kind == .usage)
      // The recipe moved on.
      let before = try rig.text("goldens/shelf-brightness.json")
      try rig.edit("shelf-brightness") { $0.recipe = EditRecipe([.brightness(1.4)]) }
      let failure = #expect(throws: Failure.self) { try approve(rig, []) }
      #expect(failure?.kind == .badData && failure?.message.contains("the recipe changed") == true)
      try rig.folder.write(before, to: "goldens/shelf-brightness.json")
      // Somebody painted in the run's picture.
      let painted = try Image(pixels: scene(64, 48, seed: 3).bytes, width: 64, height: 48, bands: 4)
      try rig.folder.write(try painted.png(compression: 6), to: "run/cases/shelf-brightness/actual.png")
      #expect(#expect(throws: Failure.self) { try approve(rig, []) }?.message.contains("altered") == true)
      // The run was not finished.
      _ = try rig.check()
      try FileManager.default.removeItem(atPath: rig.folder.file("run/results.json"))
      #expect(
        #expect(throws: Failure.self) { try approve(rig, []) }?.message.contains("no finished run") == true)
      #expect(try rig.text("goldens/shelf-brightness.json") == before)
    }

    @Test("goldens with vector code and without do not mix")
    func mixing() throws {
      let rig = try GoldenRig(["blur=0,0,40,40,3"])
      try rig.edit("shelf-blur") { $0.recipe = EditRecipe([.gamma(2)]) }
      _ = try GoldenCheck(goldens: rig.goldens, output: rig.run, asProduction: true).run(now: now)
      ImagingLibrary.usesVectorCode = false
      #expect(#expect(throws: Failure.self) { try approve(rig, []) }?.message.contains("vector code") == true)
    }

    @Test("pruning tells first, deletes what no case has, and refuses after a filtered run")
    func pruning() throws {
      let rig = try GoldenRig()
      try FileManager.default.removeItem(atPath: rig.folder.file("goldens/shelf-crop.json"))
      try rig.folder.write("x", to: "goldens/inputs/old.png")
      try rig.folder.write("x", to: "goldens/notes.txt")
      let tells = try GoldenPrune(goldens: rig.goldens, deletes: false).prune()
      #expect(tells == ["inputs/old.png", "shelf-crop.png"] && rig.exists("goldens/shelf-crop.png"))
      _ = try rig.check(["shelf-*"])
      let filtered = GoldenPrune(goldens: rig.goldens, run: rig.run, deletes: true)
      #expect(#expect(throws: Failure.self) { try filtered.prune() }?.kind == .usage)
      _ = try rig.check()
      #expect(try filtered.prune() == tells)
      #expect(!rig.exists("goldens/shelf-crop.png") && rig.exists("goldens/shelf-brightness.png"))
      #expect(rig.exists("goldens/notes.txt") && rig.exists("goldens/inputs/shelf.png"))
      // What a case that cannot be read needs is unknown.
      try rig.folder.write("{", to: "goldens/broken.json")
      #expect(
        #expect(throws: Failure.self) { try GoldenPrune(goldens: rig.goldens, deletes: true).prune() }?.kind
          == .badData)
    }

    @Test("a first set: names, sizes, what is there already stays")
    func firstSet() throws {
      library
      let folder = try TemporaryFolder()
      let goldens = BytePath(folder.file("goldens"))
      let small = try Image(pixels: scene(300, 150).bytes, width: 300, height: 150, bands: 4).png(
        compression: 6)
      func entry(_ photo: String, _ recipe: String, _ png: [UInt8]?) throws -> GoldenInit.Entry {
        GoldenInit.Entry(photo: photo, recipe: try EditRecipe(parsing: recipe)) {
          guard let png else {
            return .failure(
              GoldenInit.Refusal(Finding(.photoUndecodable, subject: photo, message: "is broken", remedy: ""))
            )
          }
          return .success(GoldenInit.Picture(png: png, photoWidth: 1200, photoHeight: 600))
        }
      }
      let entries = [
        try entry("IMG 1.jpg", "crop=600,0,300,600;rotate=90", small),
        try entry("IMG 1.jpg", "blur=0,0,120,120,12", small), try entry("bad.png", "rotate=90", nil),
        try entry("worse.png", "rotate=90", [1, 2, 3]),
      ]
      let setup = GoldenInit(goldens: goldens, entries: entries, by: "me")
      let outcome = try setup.run(now: now)
      #expect(outcome.made == ["IMG-1-crop-rotate", "IMG-1-blur"])
      #expect(outcome.findings.map(\.code) == [.photoUndecodable, .photoUndecodable])
      let report = try GoldenCheck(goldens: goldens).run(now: now)
      #expect(
        report.exitCode == 0
          && report.cases.map(\.recipe) == [
            "blur=0,0,30,30,3", "crop=150,0,75,150;rotate=90",
          ])
      #expect(report.cases[1].actual.map { $0.width == 150 && $0.height == 75 } == true)
      let again = try setup.run(now: "2030-01-01T00:00:00Z")
      #expect(again.made.isEmpty && again.kept == outcome.made)
      #expect(
        try String(
          decoding: Data(contentsOf: URL(fileURLWithPath: folder.file("goldens/IMG-1-blur.json"))),
          as: UTF8.self
        )
        .contains(now))
    }
  }
}
