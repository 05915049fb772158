import Files
import Foundation
import Glibc
import PossessionsCore
import Recording
import Safekeeping
import TestSupport
import Testing

@Suite("verify")
struct VerificationTests {
  @Test("a folder that is well is clean and stays as it is", arguments: [VerificationDepth.quick, .deep])
  func clean(depth: VerificationDepth) throws {
    let household = try Household()
    let before = try household.fingerprint()
    let report = try household.verify(depth)
    #expect(report.damages == [])
    #expect(report.isClean && report.isComplete)
    #expect(report.originals == 12)
    #expect(report.hashed == (depth == .deep ? 12 : 0))
    #expect(report.renditions == 12)
    #expect(try household.fingerprint() == before)
  }

  /// One kind of damage: how it is done, and what must be said.
  struct Planted: Sendable, CustomTestStringConvertible {
    var name: String
    var kind: Damage.Kind
    var isSeenQuickly: Bool
    var isHarmless = false
    var plant: @Sendable (Household) throws -> String
    var testDescription: String { name }
  }

  static let planted: [Planted] = [
    Planted(name: "one bit of an original", kind: .corrupt, isSeenQuickly: false) { household in
      let path = try household.original(3)
      try damage(path) { $0[5] ^= 1 }
      return path
    },
    Planted(name: "an original cut short", kind: .corrupt, isSeenQuickly: true) { household in
      let path = try household.original(3)
      try damage(path) { $0.removeLast() }
      return path
    },
    Planted(name: "an original gone", kind: .missing, isSeenQuickly: true) { household in
      let path = try household.original(3)
      unlink(path)
      return path
    },
    Planted(name: "two originals swapped", kind: .corrupt, isSeenQuickly: false) { household in
      let (one, two) = (try household.original(3), try household.original(4))
      rename(one, one + "x")
      rename(two, one)
      rename(one + "x", two)
      return one
    },
    Planted(name: "a stranger among the originals", kind: .orphan, isSeenQuickly: true) { household in
      let path = household.root + "/originals/ab/letter.txt"
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
      return path
    },
    Planted(name: "an original without a row", kind: .orphan, isSeenQuickly: true) { household in
      let bytes = Array("nobody's".utf8)
      let original = CatalogFolder.originalPath(imageKey(of: sha256(of: bytes)), fileExtension: "jpg")
      let path = household.root + "/" + original.description
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      chmod(path, 0o400)
      return path
    },
    Planted(name: "the rest of a copy", kind: .staleTemporary, isSeenQuickly: true, isHarmless: true) {
      household in
      let path = household.root + "/staging/.1-1.part"
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
      return path
    },
    Planted(name: "a rendition gone", kind: .derivative, isSeenQuickly: true, isHarmless: true) { household in
      let path = CatalogFolder.renditionPath(
        RenditionDefinition.defaults[1], key: household.keys[2], recipeDigest: "")
      unlink(household.root + "/" + path.description)
      return path.description
    },
    Planted(name: "one bit of a rendition", kind: .derivative, isSeenQuickly: false) { household in
      let path = CatalogFolder.renditionPath(
        RenditionDefinition.defaults[1], key: household.keys[2], recipeDigest: "")
      try damage(household.root + "/" + path.description) { $0[0] ^= 1 }
      return path.description
    },
    Planted(name: "an original that others may write", kind: .mode, isSeenQuickly: true) { household in
      let path = try household.original(3)
      chmod(path, 0o466)
      return path
    },
    Planted(name: "a folder that others may read", kind: .mode, isSeenQuickly: true) { household in
      chmod(household.root + "/originals", 0o755)
      return "originals"
    },
    Planted(name: "no RECOVERY.txt", kind: .format, isSeenQuickly: true) { household in
      unlink(household.root + "/RECOVERY.txt")
      return "RECOVERY.txt"
    },
    Planted(name: "an export changed", kind: .derivative, isSeenQuickly: false) { household in
      let path = household.root + "/exports/run-1/catalog.jsonl"
      try damage(path) { $0[40] ^= 1 }
      return path
    },
    Planted(name: "a row edited", kind: .catalog, isSeenQuickly: true) { household in
      let edit = "UPDATE possession SET name = 'Other' WHERE item_id = 'A1'"
      _ = try runCommand("sqlite3", [household.root + "/catalog.sqlite", edit])
      return "catalog.sqlite"
    },
    Planted(name: "a rendition row edited", kind: .catalog, isSeenQuickly: true) { household in
      let edit = "UPDATE rendition SET width = 4"
      _ = try runCommand("sqlite3", [household.root + "/catalog.sqlite", edit])
      return "catalog.sqlite"
    },
    Planted(name: "a page of the catalog", kind: .catalog, isSeenQuickly: true) { household in
      let path = household.root + "/catalog.sqlite"
      try damage(path) { bytes in for offset in 8192..<8300 { bytes[offset] ^= 0x55 } }
      return "catalog.sqlite"
    },
    Planted(name: "an unused bit of the catalog", kind: .catalog, isSeenQuickly: true) { household in
      // The last page's free space, which SQLite's own check does not look at.
      let path = household.root + "/catalog.sqlite"
      try damage(path) { bytes in bytes[bytes.count / 4096 * 4096 - 4096 + 1_000] ^= 1 }
      return "catalog.sqlite"
    },
    Planted(name: "the catalog gone", kind: .catalog, isSeenQuickly: true) { household in
      unlink(household.root + "/catalog.sqlite")
      return "catalog.sqlite"
    },
    Planted(name: "an older catalog put back", kind: .catalog, isSeenQuickly: true) { household in
      let path = household.root + "/catalog.sqlite"
      let old = try Data(contentsOf: URL(fileURLWithPath: path))
      try household.run("run-2") { _ = try Household.fill($0, household.folder, photos: 12..<13) }
      try old.write(to: URL(fileURLWithPath: path))
      chmod(path, 0o600)
      return "catalog.sqlite"
    },
  ]

  @Test("finds and names damage, and changes nothing", arguments: planted)
  func finds(planted: Planted) throws {
    let household = try Household()
    let path = try planted.plant(household)
    let before = try household.fingerprint()
    let damages = try household.verify(.deep).damages
    let found = damages.filter { $0.kind == planted.kind && path.hasSuffix($0.path.description) }
    #expect(!found.isEmpty, "\(damages)")
    #expect(found.allSatisfy { $0.isHarmless == planted.isHarmless })
    let quick = try household.verify(.quick).damages.contains { $0.kind == planted.kind }
    #expect(quick == planted.isSeenQuickly)
    #expect(try household.verify(.deep).isClean == planted.isHarmless)
    #expect(try household.fingerprint() == before)
  }

  @Test("a sample hashes all in turn")
  func sample() throws {
    let household = try Household(photos: 40)
    var hashed = 0
    for turn in 0..<5 { hashed += try household.verify(.sample(percent: 20, turn: turn)).hashed }
    #expect(hashed == 40)
    try damage(try household.original(7)) { $0[0] ^= 1 }
    let found = try (0..<5).filter { try !household.verify(.sample(percent: 20, turn: 100 + $0)).isClean }
    #expect(found.count == 1)
  }

  @Test("goes on behind a checkpoint")
  func resumes() throws {
    let household = try Household(photos: 20)
    try damage(try household.original(7)) { $0[0] ^= 1 }
    let checkpoint = BytePath(household.folder.file("checkpoint"))
    let whole = try household.verify(.deep)
    var parts = 0
    var last: VerificationReport?
    while last?.isComplete != true, parts < 20 {
      parts += 1
      var asked = 0
      let verification = Verification(
        .deep, checkpoint: checkpoint,
        shouldStop: {
          asked += 1
          return asked > 4
        })
      last = try verification.run(household.catalog, lock: try household.catalog.lock(.shared))
    }
    #expect(parts == 5)
    #expect(last?.damages == whole.damages)
    #expect(last?.hashed == 20)
    #expect(try Data(contentsOf: URL(fileURLWithPath: checkpoint.description)).isEmpty)
  }

  @Test("200 damages, 200 found")
  func many() throws {
    let household = try Household(photos: 200)
    var planted: Set<ImageKey> = []
    for number in 0..<200 {
      let path = try household.original(number)
      switch number % 4 {
      case 0: try damage(path) { $0[number % $0.count] ^= UInt8(1 << (number % 8)) }
      case 1: try damage(path) { $0.removeLast(1 + number % 5) }
      case 2: unlink(path)
      default: try damage(path) { $0.append(0) }
      }
      planted.insert(household.keys[number])
    }
    #expect(Set(try household.verify().damages.compactMap(\.key)) == planted)
  }
}
