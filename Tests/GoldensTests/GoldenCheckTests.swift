import Darkroom
import Files
import Foundation
import PossessionsCore
import TestSupport
import Testing

@testable import Goldens

let now = "2024-05-01T12:00:00Z"

/// A goldens folder of its own with a few cases, for one test.
struct GoldenRig {
  let folder: TemporaryFolder
  var goldens: BytePath { BytePath(folder.file("goldens")) }
  var run: BytePath { BytePath(folder.file("run")) }

  init(_ recipes: [String] = ["brightness=1.1", "crop=10,5,40,30"]) throws {
    library
    folder = try TemporaryFolder()
    let picture = scene(64, 48)
    let png = try Image(pixels: picture.bytes, width: 64, height: 48, bands: 4).png(compression: 6)
    let entries = try recipes.map {
      GoldenInit.Entry(photo: "shelf.png", recipe: try EditRecipe(parsing: $0)) {
        .success(GoldenInit.Picture(png: png, photoWidth: 64, photoHeight: 48))
      }
    }
    let outcome = try GoldenInit(goldens: goldens, entries: entries, by: "tester").run(now: now)
    #expect(outcome.made.count == recipes.count && outcome.findings.isEmpty)
  }

  func check(_ patterns: [String] = [], output: Bool = true) throws -> GoldenReport {
    try GoldenCheck(goldens: goldens, output: output ? run : nil, patterns: patterns).run(now: now)
  }

  func status(of name: String, in report: GoldenReport) -> CheckedCase.Status? {
    report.cases.first { $0.name == name }?.status
  }

  func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: folder.file(path))), as: UTF8.self)
  }

  /// Rewrites a case file.
  func edit(_ name: String, _ change: (inout GoldenCase) -> Void) throws {
    var item = try GoldenCase(name: name, file: Array(try text("goldens/\(name).json").utf8))
    change(&item)
    try folder.write(item.fileText, to: "goldens/\(name).json")
  }

  func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: folder.file(path)) }
}

/// Suites that switch vector code for the whole process, and so may not run beside each other.
@Suite(.serialized) enum ProcessWide {}

extension ProcessWide {
  @Suite("The gate")
  struct GoldenCheckTests {
    @Test("what nobody touched is identical, and nothing is written but the run")
    func identical() throws {
      let rig = try GoldenRig()
      let before = try rig.text("goldens/shelf-crop.json")
      let report = try rig.check()
      #expect(report.exitCode == 0 && report.cases.map(\.status) == [.identical, .identical])
      #expect(report.cases.map(\.name) == ["shelf-brightness", "shelf-crop"])
      #expect(try rig.text("goldens/shelf-crop.json") == before)
      #expect(rig.exists("run/index.html") && rig.exists("run/junit.xml") && rig.exists("run/results.json"))
      #expect(!rig.exists("run/unfinished") && !rig.exists("run/cases/shelf-crop"))
    }

    /// Turns an approved picture into another one and gives it a matching digest: as if the program had changed.
    private func replaceGolden(
      _ rig: GoldenRig, _ name: String, bands: Int = 4, _ change: (RGBAPixels) -> RGBAPixels
    ) throws {
      let old = try MadePicture(Image.open(.file(rig.goldens.appending(name + ".png")), as: .png))
      let new = change(old.pixels)
      let bytes =
        bands == 4 ? new.bytes : new.bytes.enumerated().filter { $0.offset % 4 < 3 }.map(\.element)
      let image = try Image(pixels: bytes, width: new.width, height: new.height, bands: bands)
      try rig.folder.write(try image.png(compression: 6), to: "goldens/\(name).png")
      let made = try MadePicture(image)
      try rig.edit(name) { item in
        item.golden?.pixelDigest = made.digest
        item.golden?.width = new.width
        item.golden?.height = new.height
        item.golden?.bands = bands
      }
    }

    @Test("one code within limits passes; three codes fail, with pictures and numbers")
    func changes() throws {
      let rig = try GoldenRig()
      try replaceGolden(rig, "shelf-brightness") {
        changed($0) { x, y, colour in if x == y { colour[1] += 1 } }
      }
      #expect(rig.status(of: "shelf-brightness", in: try rig.check()) == .within)
      // A crop moves pixels only: not one code.
      try replaceGolden(rig, "shelf-crop") {
        changed($0) { x, y, colour in if x == 3 && y == 3 { colour[1] += 1 } }
      }
      let report = try rig.check()
      #expect(report.exitCode == 1)
      let crop = try #require(report.cases.first)
      #expect(
        crop.name == "shelf-crop" && crop.status == .changed && crop.hint == "differs only in 1x1 px at 3,3")
      #expect(crop.message.contains("largest code difference 1 is above 0 (profile exact)"))
      for role in ["expected", "actual", "diff", "panel"] {
        #expect(rig.exists("run/cases/shelf-crop/\(role).png"))
      }
      let page = try rig.text("run/index.html")
      #expect(page.contains("1 of 2 golden cases fails") && page.contains("differs only in 1x1 px at 3,3"))
      #expect(page.components(separatedBy: "data:image/png;base64,").count == 4)
      // A second run in the same folder leaves nothing of the first behind.
      try replaceGolden(rig, "shelf-crop") {
        changed($0) { x, y, colour in if x == 3 && y == 3 { colour[1] -= 1 } }
      }
      #expect(try rig.check().exitCode == 0)
      #expect(!rig.exists("run/cases/shelf-crop"))
    }

    @Test("a golden packed anew has the same pixels, an altered one is damaged", arguments: [true, false])
    func altered(knowsItsPicture: Bool) throws {
      let rig = try GoldenRig()
      if !knowsItsPicture {
        for name in ["shelf-brightness", "shelf-crop"] { try rig.edit(name) { $0.golden?.imageDigest = nil } }
      }
      let old = try MadePicture(Image.open(.file(rig.goldens.appending("shelf-crop.png")), as: .png))
      try rig.folder.write(try old.png(compression: 0), to: "goldens/shelf-crop.png")
      #expect(try rig.check().cases.map(\.status) == [.identical, .identical])
      var other = old
      other.pixels.bytes[0] ^= 1
      try rig.folder.write(try other.png(), to: "goldens/shelf-crop.png")
      #expect(rig.status(of: "shelf-crop", in: try rig.check()) == .damaged)
      #expect(try rig.text("goldens/shelf-brightness.json").contains("image_sha256") == knowsItsPicture)
    }

    @Test("another size, other channels")
    func resized() throws {
      let rig = try GoldenRig()
      try replaceGolden(rig, "shelf-crop") { old in
        pixels(old.width + 1, old.height) { x, y in
          let at = (y * old.width + min(x, old.width - 1)) * 4
          return old.bytes[at..<(at + 4)].map { Int($0) }
        }
      }
      try replaceGolden(rig, "shelf-brightness", bands: 3) { $0 }
      let report = try rig.check()
      #expect(report.cases.map(\.status) == [.resized, .resized] && report.exitCode == 1)
      #expect(report.cases[1].hint == "is 1 px narrower")
      #expect(report.cases[0].message == "it is 64x48 RGB and alpha, approved is 64x48 RGB")
    }

    @Test("missing, stale, orphaned are told apart")
    func others() throws {
      let rig = try GoldenRig(["brightness=1.1", "crop=10,5,40,30", "rotate=90"])
      try rig.folder.write(#"{"input": "inputs/shelf.png", "recipe": "flip=h"}"#, to: "goldens/new.json")
      try FileManager.default.removeItem(atPath: rig.folder.file("goldens/shelf-rotate.png"))
      try rig.edit("shelf-crop") { $0.recipe = EditRecipe([.rotate(degrees: 90)]) }
      try rig.folder.write("x", to: "goldens/left-over.png")
      try rig.folder.write("x", to: "goldens/README.md")
      let report = try rig.check()
      #expect(report.exitCode == 1)
      #expect(rig.status(of: "new", in: report) == .missing)
      #expect(rig.status(of: "shelf-rotate", in: report) == .missing)
      #expect(rig.status(of: "shelf-crop", in: report) == .stale)
      #expect(rig.status(of: "left-over.png", in: report) == .orphaned)
      #expect(rig.status(of: "shelf-brightness", in: report) == .identical)
      // Other input, same recipe.
      let other = try Image(pixels: scene(64, 48, seed: 9).bytes, width: 64, height: 48, bands: 4)
      try rig.folder.write(try other.png(compression: 6), to: "goldens/inputs/shelf.png")
      #expect(rig.status(of: "shelf-brightness", in: try rig.check()) == .stale)
    }

    @Test("damage is 65 and beats a change; a metric that cannot be computed is 4")
    func damage() throws {
      let rig = try GoldenRig(["brightness=1.1", "gamma=2"])
      try replaceGolden(rig, "shelf-gamma") { changed($0) { _, _, colour in colour[0] += 9 } }
      #expect(try rig.check().exitCode == 1)
      try rig.edit("shelf-gamma") {
        $0.masks = [Mask(name: "all", area: PixelRectangle(x: 0, y: 0, width: 64, height: 48))]
      }
      let unmeasured = try rig.check()
      #expect(unmeasured.exitCode == 4 && unmeasured.cases.map(\.status) == [.unmeasurable, .identical])
      // A picture that is not the one of its digest.
      let other = try Image(pixels: scene(64, 48, seed: 4).bytes, width: 64, height: 48, bands: 4)
      try rig.folder.write(try other.png(compression: 6), to: "goldens/shelf-brightness.png")
      let damaged = try rig.check()
      #expect(damaged.exitCode == 65 && rig.status(of: "shelf-brightness", in: damaged) == .damaged)
      try rig.folder.write("no picture", to: "goldens/shelf-brightness.png")
      #expect(rig.status(of: "shelf-brightness", in: try rig.check()) == .damaged)
      try rig.folder.write("{", to: "goldens/shelf-gamma.json")
      #expect(rig.status(of: "shelf-gamma", in: try rig.check()) == .damaged)
      try FileManager.default.removeItem(atPath: rig.folder.file("goldens/inputs/shelf.png"))
      #expect(try rig.check().cases.allSatisfy { $0.status == .damaged })
    }

    @Test("a recipe that cannot be applied is damage, not a change")
    func refusedRecipe() throws {
      let rig = try GoldenRig()
      try rig.folder.write(
        #"{"input": "inputs/shelf.png", "recipe": "crop=900,900,5,5"}"#, to: "goldens/far.json")
      let report = try rig.check()
      #expect(
        report.exitCode == 65 && report.cases[0].message.contains("wholly outside the picture of 64x48 px"))
    }

    @Test("selecting cases; none is a fault of usage")
    func selection() throws {
      let rig = try GoldenRig()
      let report = try rig.check(["*-crop"])
      #expect(report.cases.map(\.name) == ["shelf-crop"] && report.isFiltered)
      #expect(#expect(throws: Failure.self) { try rig.check(["nothing*"]) }?.kind == .usage)
      let empty = GoldenCheck(goldens: BytePath(rig.folder.file("absent")))
      #expect(#expect(throws: Failure.self) { try empty.run(now: now) }?.kind == .inputMissing)
      // A folder that holds something else is not taken for a run.
      try rig.folder.write("x", to: "other/file")
      let other = GoldenCheck(goldens: rig.goldens, output: BytePath(rig.folder.file("other")))
      #expect(#expect(throws: Failure.self) { try other.run(now: now) }?.kind == .cannotCreate)
    }

    @Test("another environment is a note, and a fault under a lock")
    func environment() throws {
      let rig = try GoldenRig()
      try rig.edit("shelf-crop") { $0.golden?.producer.versions["libvips"] = "8.0.0" }
      var check = GoldenCheck(goldens: rig.goldens)
      #expect(try check.run(now: now).exitCode == 0)
      #expect(try check.run(now: now).cases.compactMap(\.environment).count == 1)
      check.requiresLock = true
      #expect(try check.run(now: now).exitCode == 1)
      check.requiresLock = false
      check.asProduction = true
      #expect(
        try check.run(now: now).cases.allSatisfy {
          $0.environment?.contains("vector code off, here on") == true
        })
      ImagingLibrary.usesVectorCode = false
    }

    @Test("the answer does not depend on how many cases run at a time")
    func workers() throws {
      let rig = try GoldenRig([
        "brightness=1.1", "rotate=90", "blur=0,0,30,30,3", "sharpen", "straighten=5", "gamma=2",
      ])
      for workers in [1, 2, 4] {
        let report = try GoldenCheck(goldens: rig.goldens, workers: workers).run(now: now)
        #expect(report.cases.allSatisfy { $0.status == .identical })
      }
    }

    @Test("thumbnails and encodings are cases, too")
    func stages() throws {
      library
      let folder = try TemporaryFolder()
      let goldens = BytePath(folder.file("goldens"))
      let png = try Image(pixels: scene(96, 64).bytes, width: 96, height: 64, bands: 4).png(compression: 6)
      let entry = GoldenInit.Entry(photo: "a.png", recipe: try EditRecipe(parsing: "crop=1:1")) {
        .success(GoldenInit.Picture(png: png, photoWidth: 96, photoHeight: 64))
      }
      let outcome = try GoldenInit(
        goldens: goldens, entries: [entry], stages: [.edit, .thumbnail, .encode],
        rendition: try RenditionDefinition(parsing: "card=48x48,aspect-fit,jpeg,90"), by: "tester"
      ).run(now: now)
      #expect(outcome.made == ["a-crop", "a-crop-thumbnail", "a-crop-encode"])
      let run = BytePath(folder.file("run"))
      let report = try GoldenCheck(goldens: goldens, output: run).run(now: now)
      #expect(report.exitCode == 0, "\(report.cases.map(\.message))")
      #expect(report.cases.map(\.status) == [.identical, .within, .identical])
      #expect(report.cases[1].metrics.map { $0.meanSimilarity > 0.93 && $0.maximumCode > 0 } == true)
    }
  }
}
