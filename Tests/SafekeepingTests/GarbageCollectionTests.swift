import Files
import Foundation
import Glibc
import PossessionsCore
import Recording
import Safekeeping
import TestSupport
import Testing

@Suite("gc")
struct GarbageCollectionTests {
  /// A household whose photo 0 was superseded in run 2 and is gone from its source, eight runs ago.
  func aged(photos: Int = 12, superseding: Range<Int> = 0..<1) throws -> Household {
    let household = try Household(photos: photos)
    try household.run("run-2") { recorder in
      var plan = ImportPlan()
      for number in superseding {
        plan.attachments.append(
          AttachmentDecision(
            verb: .supersede,
            match: PhotoMatch(
              itemID: "A\(number % 4)", key: household.keys[number], matchedBy: "folder", detail: ""),
            reason: "detached"))
        unlink(household.folder.file("photos/photo-\(number).jpg"))
      }
      try recorder.record(plan, now: Household.now)
    }
    for number in 3..<11 { try household.run("run-\(number)") { _ in } }
    return household
  }

  var today: Int { (PartialDate(iso: "2026-06-15").flatMap { dayNumber($0) }) ?? 0 }

  func plan(
    _ household: Household, _ change: (inout GarbageCollection) -> Void = { _ in }, today: Int? = nil
  ) throws -> GarbageCollection.Plan {
    var collection = GarbageCollection()
    collection.isForced = true
    change(&collection)
    return try collection.plan(
      try CatalogReader(snapshotOf: household.catalog), today: today ?? self.today)
  }

  @Test("only what was superseded long ago, by runs and by days, and is backed up")
  func candidates() throws {
    let household = try aged()
    #expect(try plan(household).originals.map(\.key) == [household.keys[0]])
    #expect(try plan(household, { $0.minimumRuns = 9 }).isEmpty)
    #expect(try plan(household, { $0.minimumDays = 100 }).isEmpty)
    // A clock ten years back or ahead: days alone never suffice, and negative ones are none.
    #expect(try plan(household, today: today - 3650).isEmpty)
    #expect(try plan(household, { $0.minimumRuns = 9 }, today: today + 3650).isEmpty)
    #expect(try plan(household, { $0.isForced = false }).kept == ["no backup was named": 1])
    let backups = BytePath(household.folder.file("backups"))
    _ = try Backup().run(
      household.catalog, lock: try household.catalog.lock(.shared), to: backups, name: "b")
    let inBackup = try plan(household) {
      $0.isForced = false
      $0.backup = backups.appending("b")
    }
    #expect(inBackup.originals.count == 1)
    try household.folder.write("the bytes of photo 0", to: "photos/photo-0.jpg")
    #expect(try plan(household).kept == ["still in a source folder": 1])
  }

  @Test("planning changes nothing; stops at the cap")
  func cap() throws {
    let household = try aged(photos: 40, superseding: 0..<3)
    let before = try household.fingerprint()
    #expect {
      _ = try plan(household)
    } throws: { error in
      (error as? Failure)?.kind == .gate
    }
    #expect(try plan(household, { $0.maximumPercent = 10 }).originals.count == 3)
    #expect(try household.fingerprint() == before)
  }

  @Test("trash, back again when attached, deleted at last")
  func wholeLife() throws {
    let household = try aged()
    let path = try household.original(0)
    var collection = GarbageCollection()
    collection.isForced = true
    try household.run("gc-1", export: false) { recorder in
      try collection.perform(try collection.plan(recorder.reader, today: today), recorder)
      // Not in the run that put it there.
    }
    #expect(access(path, F_OK) != 0)
    #expect(try household.verify().damages == [])
    // Attached again: its file is back in its place.
    try household.run("run-20") { recorder in
      let match = PhotoMatch(itemID: "A0", key: household.keys[0], matchedBy: "manifest", detail: "")
      try recorder.record(
        ImportPlan(attachments: [AttachmentDecision(verb: .add, match: match)]), now: Household.now)
    }
    #expect(access(path, F_OK) == 0)
    #expect(try household.verify().damages.filter { !$0.isHarmless } == [])

    try household.run("run-21") { recorder in
      let match = PhotoMatch(itemID: "A0", key: household.keys[0], matchedBy: "manifest", detail: "")
      try recorder.record(
        ImportPlan(attachments: [AttachmentDecision(verb: .supersede, match: match)]), now: Household.now)
    }
    collection.minimumRuns = 0
    collection.minimumDays = 0
    try household.run("gc-2", export: false) { recorder in
      try collection.perform(try collection.plan(recorder.reader, today: today), recorder)
    }
    let recorder = try Recorder(household.catalog, lock: try household.catalog.lock())
    try recorder.begin(RunRecord(id: "gc-3", command: "gc", startedAt: Household.now))
    let trash = household.root + "/trash/gc-2"
    #expect(
      try GarbageCollection.deletable(recorder.reader, run: nil).map(\.key) == [household.keys[0]])
    #expect(try GarbageCollection.deletable(recorder.reader, run: "gc-2").isEmpty)
    #expect(access(trash, F_OK) == 0)
    #expect(try GarbageCollection.emptyTrash(recorder).map(\.key) == [household.keys[0]])
    #expect(access(trash, F_OK) != 0)
    // Deleted: attaching is refused, taking in makes it live again.
    let match = PhotoMatch(itemID: "A0", key: household.keys[0], matchedBy: "manifest", detail: "")
    let plan = ImportPlan(attachments: [AttachmentDecision(verb: .add, match: match)])
    #expect {
      try recorder.record(plan, now: Household.now)
    } throws: { error in
      (error as? Failure)?.kind == .badData
    }
    try Household.fill(recorder, household.folder, photos: 0..<1)
    try recorder.record(plan, now: Household.now)
    #expect(access(path, F_OK) == 0)
  }

  @Test("killed between the row and the move, or the row and the deletion, the next gc goes on")
  func interrupted() throws {
    let household = try aged()
    let path = try household.original(0)
    var collection = GarbageCollection()
    collection.isForced = true
    try household.run("gc-1", export: false) { recorder in
      try collection.perform(try collection.plan(recorder.reader, today: today), recorder)
    }
    let name = (path as NSString).lastPathComponent
    let trashed = household.root + "/trash/gc-1/" + name
    #expect(access(trashed, F_OK) == 0)

    #expect(rename(trashed, path) == 0)
    #expect(try household.verify().damages == [])
    let backups = BytePath(household.folder.file("backups"))
    let report = try Backup().run(
      household.catalog, lock: try household.catalog.lock(.shared), to: backups, name: "b")
    #expect(report.damages == [])
    try household.run("gc-2", export: false) { recorder in
      try collection.perform(try collection.plan(recorder.reader, today: today), recorder)
    }
    #expect(access(path, F_OK) != 0)
    #expect(access(trashed, F_OK) == 0)
    #expect(try household.verify().damages == [])

    let bytes = try Data(contentsOf: URL(fileURLWithPath: trashed))
    try household.run("gc-3", export: false) { recorder in
      let deleted = try GarbageCollection.emptyTrash(recorder)
      #expect(deleted.count == 1)
    }
    try household.folder.write(bytes, to: "again")
    #expect(mkdir(household.root + "/trash/gc-1", 0o700) == 0)
    #expect(rename(household.folder.file("again"), trashed) == 0)
    chmod(trashed, 0o400)
    #expect(try household.verify().damages == [])
    try household.run("gc-4", export: false) { recorder in
      let deleted = try GarbageCollection.emptyTrash(recorder)
      #expect(deleted.isEmpty)
    }
    #expect(access(trashed, F_OK) != 0)
  }

  @Test("renditions that nothing asks for go, others stay")
  func renditions() throws {
    let household = try Household()
    let stray = household.root + "/renditions/thumb/zz.jpg"
    try Data("x".utf8).write(to: URL(fileURLWithPath: stray))
    chmod(stray, 0o600)
    let plan = try plan(household)
    #expect(plan.renditions == ["renditions/thumb/zz.jpg"])
    try household.run("gc-1", export: false) { try GarbageCollection().perform(plan, $0) }
    #expect(access(stray, F_OK) != 0)
    #expect(try household.verify().damages == [])
  }

  @Test("an old catalog put back stops it: new photos would look unused")
  func oldCatalog() throws {
    let household = try Household()
    let path = household.root + "/catalog.sqlite"
    let old = try Data(contentsOf: URL(fileURLWithPath: path))
    try household.run("run-2") { _ = try Household.fill($0, household.folder, photos: 12..<13) }
    try old.write(to: URL(fileURLWithPath: path))
    #expect {
      _ = try plan(household)
    } throws: { error in
      (error as? Failure)?.kind == .damage
    }
  }
}
