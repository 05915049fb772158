import Files
import Foundation
import Glibc
import PossessionsCore
import Recording
import Safekeeping
import TestSupport
import Testing

@Suite("repair")
struct RepairTests {
  func repair(_ household: Household, backup: CatalogFolder? = nil) throws -> RepairPlan {
    let report = try household.verify()
    return try household.run("repair", export: false) { recorder in
      let plan = try Repair.plan(report, recorder.reader, backup: backup)
      try Repair.perform(plan, recorder, backup: backup) { _ in }
      return plan
    }
  }

  @Test("planning changes nothing")
  func dry() throws {
    let household = try Household()
    try damage(try household.original(3)) { $0[0] ^= 1 }
    let before = try household.fingerprint()
    let reader = try CatalogReader(snapshotOf: household.catalog)
    #expect(try Repair.plan(try household.verify(), reader, backup: nil).acts.count == 1)
    #expect(try household.fingerprint() == before)
  }

  @Test("damage of two classes on one file is mended once")
  func twice() throws {
    let household = try Household()
    let path = try household.original(3)
    try damage(path) { $0[0] ^= 1 }
    chmod(path, 0o600)
    #expect(try repair(household).acts.count == 1)
    #expect(try household.verify().damages.map(\.kind) == [.missing])
  }

  @Test("sets a damaged original aside, and an import brings it back")
  func quarantine() throws {
    let household = try Household()
    let path = try household.original(3)
    try damage(path) { $0[0] ^= 1 }
    let plan = try repair(household)
    #expect(plan.left.map(\.kind) == [.corrupt])
    let aside = household.root + "/quarantine/repair" + path.dropFirst(household.root.count)
    #expect(FileManager.default.fileExists(atPath: String(aside)))
    #expect(FileManager.default.fileExists(atPath: household.root + "/quarantine/repair/catalog.sqlite"))
    #expect(try household.verify().damages.map(\.kind) == [.missing])
    try household.run("import-2") { _ = try Household.fill($0, household.folder, photos: 3..<4) }
    #expect(try household.verify().damages == [])
  }

  @Test("brings damaged and missing originals back from a backup, and completes the layout")
  func fromBackup() throws {
    let household = try Household()
    let backups = BytePath(household.folder.file("backups"))
    _ = try Backup().run(
      household.catalog, lock: try household.catalog.lock(.shared), to: backups, name: "b1")
    let set = try #require(try Backup.sets(in: backups).last)
    try damage(try household.original(3)) { $0[0] ^= 1 }
    unlink(try household.original(4))
    chmod(try household.original(5), 0o444)
    chmod(household.root + "/originals/00", 0o755)
    unlink(household.root + "/RECOVERY.txt")
    try Data("x".utf8).write(to: URL(fileURLWithPath: household.root + "/originals/ab/letter.txt"))
    #expect(try repair(household, backup: set).left.isEmpty)
    #expect(try household.verify().damages == [])
    let letter = household.root + "/quarantine/repair/originals/ab/letter.txt"
    #expect(FileManager.default.fileExists(atPath: letter))
  }

  @Test("a damaged rendition is set aside and is then work to do")
  func rendition() throws {
    let household = try Household()
    let thumb = RenditionDefinition.defaults[1]
    let path = CatalogFolder.renditionPath(thumb, key: household.keys[2], recipeDigest: "")
    try damage(household.root + "/" + path.description) { $0[0] ^= 1 }
    #expect(try repair(household).left.isEmpty)
    #expect(try household.verify().isClean)
    let reader = try CatalogReader(snapshotOf: household.catalog)
    #expect(try reader.missingRenditions([thumb]).map(\.key) == [household.keys[2]])
  }

  @Test("an original without a row is left for the import")
  func orphan() throws {
    let household = try Household()
    let bytes = Array("the bytes of photo 99".utf8)
    let original = CatalogFolder.originalPath(imageKey(of: sha256(of: bytes)), fileExtension: "jpg")
    try Data(bytes).write(to: URL(fileURLWithPath: household.root + "/" + original.description))
    chmod(household.root + "/" + original.description, 0o400)
    #expect(try repair(household).left.map(\.kind) == [.orphan])
    try household.run("import-2") { _ = try Household.fill($0, household.folder, photos: 99..<100) }
    #expect(try household.verify().damages == [])
  }
}
