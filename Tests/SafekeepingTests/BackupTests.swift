import Files
import Foundation
import Glibc
import PossessionsCore
import Recording
import Safekeeping
import TestSupport
import Testing

@Suite("backup and restore")
struct BackupTests {
  func backup(_ household: Household, _ name: String) throws -> BackupReport {
    try Backup().run(
      household.catalog, lock: try household.catalog.lock(.shared, timeout: 60),
      to: BytePath(household.folder.file("backups")), name: name)
  }

  func digest(_ catalog: CatalogFolder) throws -> SHA256Digest {
    try CatalogReader(snapshotOf: catalog).digest()
  }

  @Test("a set is a catalog folder that verifies, and restores to an equal one")
  func roundTrip() throws {
    let household = try Household()
    let before = try household.fingerprint()
    let report = try backup(household, "b1")
    #expect(report.originals == 12 && report.damages.isEmpty)
    #expect(report.copied + report.cloned == 12)
    #expect(try household.fingerprint() == before)
    let set = try #require(try Backup.sets(in: BytePath(household.folder.file("backups"))).last)
    let verified = try Verification(.deep).run(set, lock: try set.lock(.shared))
    #expect(verified.damages.filter { !$0.isHarmless } == [])
    #expect(verified.damages.allSatisfy { $0.kind == .derivative })

    let target = BytePath(household.folder.file("restored"))
    let restored = try Backup.restore(set, to: target)
    #expect(restored.isClean)
    let folder = try CatalogFolder.open(target, for: .writing)
    #expect(try digest(folder) == digest(household.catalog))
    #expect(try digest(folder) == report.digest)
    // And it can be worked with.
    let recorder = try Recorder(folder, lock: try folder.lock())
    try recorder.begin(RunRecord(id: "after", command: "import", startedAt: Household.now))
    try Household.fill(recorder, household.folder, photos: 12..<14)
    try Household.finish(recorder)
    #expect(try recorder.reader.originalCount() == 14)
  }

  @Test("sha256sum agrees with the manifest", .enabled(if: isOracleAvailable("sha256sum")))
  func manifest() throws {
    let household = try Household()
    let report = try backup(household, "b1")
    let answer = try runCommand(
      "sha256sum", ["--quiet", "-c", "SHA256SUMS"], folder: report.path.description)
    #expect(answer?.status == 0, "\(answer?.errors ?? "")")
  }

  @Test("a second set links what the first has")
  func incremental() throws {
    let household = try Household()
    _ = try backup(household, "b1")
    try household.run("run-2") { _ = try Household.fill($0, household.folder, photos: 12..<15) }
    let second = try backup(household, "b2")
    #expect(second.linked == 12)
    #expect(second.copied + second.cloned == 3)
    // A damaged file in the first set is not passed on.
    let sets = try Backup.sets(in: BytePath(household.folder.file("backups")))
    let path = try #require(try sets[0].original(of: household.keys[0]))
    try damage(sets[0].path(path).description) { $0[0] ^= 1 }
    let third = try backup(household, "b3")
    #expect(third.damages.isEmpty)
    let newest = try #require(try Backup.sets(in: BytePath(household.folder.file("backups"))).last)
    #expect(try Verification(.deep).run(newest, lock: try newest.lock(.shared)).isClean)
  }

  @Test("what is damaged in the catalog folder is told, and the rest is backed up")
  func damaged() throws {
    let household = try Household()
    try damage(try household.original(3)) { $0[0] ^= 1 }
    unlink(try household.original(4))
    let report = try backup(household, "b1")
    #expect(Set(report.damages.map(\.kind)) == [.corrupt, .missing])
    #expect(report.copied + report.cloned == 10)
  }

  @Test("waits for a run, or says that one is going on")
  func locked() throws {
    let household = try Household()
    let lock = try household.catalog.lock()
    #expect {
      _ = try household.catalog.lock(.shared)
    } throws: { error in
      (error as? Failure)?.kind == .tryAgain
    }
    withExtendedLifetime(lock) {}
  }

  @Test("a damaged set is not restored, and nothing is left of the attempt")
  func damagedSet() throws {
    let household = try Household()
    _ = try backup(household, "b1")
    let set = try #require(try Backup.sets(in: BytePath(household.folder.file("backups"))).last)
    let path = try #require(try set.original(of: household.keys[0]))
    try damage(set.path(path).description) { $0[0] ^= 1 }
    let target = household.folder.file("restored")
    #expect {
      _ = try Backup.restore(set, to: BytePath(target))
    } throws: { error in
      (error as? Failure)?.kind == .damage
    }
    #expect(access(target, F_OK) != 0)
  }

  @Test("restoring over something is refused")
  func occupied() throws {
    let household = try Household()
    _ = try backup(household, "b1")
    let set = try #require(try Backup.sets(in: BytePath(household.folder.file("backups"))).last)
    #expect {
      _ = try Backup.restore(set, to: household.catalog.root)
    } throws: { error in
      (error as? Failure)?.kind == .cannotCreate
    }
    #expect(try household.verify().isClean)
  }
}

@Suite("text export")
struct TextExportTests {
  @Test("written when something changed, ten kept")
  func kept() throws {
    let household = try Household()
    try household.run("run-2") { _ in }
    #expect(try exports(household) == ["run-1"])
    for number in 3..<16 {
      try household.run("run-\(number)") {
        _ = try Household.fill($0, household.folder, photos: number + 20..<number + 21)
      }
    }
    #expect(try exports(household) == (6..<16).map { "run-\($0)" }.sorted())
    #expect(try household.verify().damages == [])
  }

  func exports(_ household: Household) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: household.root + "/exports").sorted()
  }

  @Test("sha256sum agrees, and so does the catalog's digest", .enabled(if: isOracleAvailable("sha256sum")))
  func sums() throws {
    let household = try Household()
    let answer = try runCommand(
      "sha256sum", ["--quiet", "-c", "exports/run-1/SHA256SUMS"], folder: household.root)
    #expect(answer?.status == 0, "\(answer?.errors ?? "")")
    let dump = try runCommand("sha256sum", [household.root + "/exports/run-1/catalog.jsonl"])
    let digest = try CatalogReader(snapshotOf: household.catalog).digest()
    #expect(dump?.output.hasPrefix(digest.hex) == true)
  }

  @Test("images.csv has every picture, name and item", .enabled(if: isOracleAvailable("python3")))
  func images() throws {
    let household = try Household()
    let script = """
      import csv, sys
      rows = list(csv.DictReader(open(sys.argv[1], newline='', encoding='utf-8')))
      for row in sorted(rows, key=lambda row: row['original_name']):
          print(row['original_name'], bytes.fromhex(row['original_name_hex']).decode(), row['item_id'], row['run'],
                row['image_key'], row['modified'][-1], row['size'])
      """
    let answer = try #require(
      try runCommand("python3", ["-c", script, household.root + "/exports/run-1/images.csv"]))
    let expected = (0..<12).map { number in
      let name = "photo-\(number).jpg"
      let size = "the bytes of photo \(number)".utf8.count
      return "\(name) \(name) A\(number % 4) run-1 \(household.keys[number]) Z \(size)"
    }
    #expect(answer.output.split(separator: "\n").map(String.init) == expected.sorted())
  }

  @Test(
    "the drill of RECOVERY.txt gives every original back under its name",
    .enabled(if: isOracleAvailable("bash") && isOracleAvailable("sha256sum")))
  func drill() throws {
    let household = try Household()
    // A name and an item that shells stumble over, and a photo of nothing.
    try household.run("run-2") { recorder in
      try household.folder.write("odd", to: "photos/-n, \"x\" $y é.jpg")
      try household.folder.write("alone", to: "photos/alone.jpg")
      let keys = try Household.takeIn(recorder, household.folder, ["-n, \"x\" $y é.jpg", "alone.jpg"])
      var possession = Possession(itemID: "a/b, \"c\"")
      possession.fields[.name] = .text("Odd")
      let match = PhotoMatch(itemID: possession.itemID, key: keys[0], matchedBy: "manifest", detail: "")
      try recorder.record(
        ImportPlan(
          rows: [RowDecision(verb: .create, possession: possession)],
          attachments: [AttachmentDecision(verb: .add, match: match)]), now: Household.now)
    }
    unlink(household.root + "/catalog.sqlite")
    let text = try String(contentsOfFile: household.root + "/RECOVERY.txt", encoding: .utf8)
    let script = text.split(separator: "\n").filter { $0.hasPrefix("      ") || $0.hasPrefix("    ") }
      .drop { !$0.contains("export LC_ALL") }.joined(separator: "\n")
    let answer = try #require(try runCommand("bash", ["-eu", "-c", script], folder: household.root))
    #expect(answer.status == 0 && answer.errors == "" && answer.output == "", "\(answer)")
    let recovered = household.root + "/recovered"
    let files = try FileManager.default.subpathsOfDirectory(atPath: recovered)
    for number in 0..<12 {
      let path = "A\(number % 4)/\(household.keys[number].text.prefix(8)) photo-\(number).jpg"
      let bytes = try Data(contentsOf: URL(fileURLWithPath: recovered + "/" + path))
      #expect(bytes == Data("the bytes of photo \(number)".utf8))
    }
    #expect(files.contains { $0.hasPrefix("unmatched/") && $0.hasSuffix(" alone.jpg") })
    #expect(files.contains { $0.hasPrefix("a_b, \"c\"/") && $0.hasSuffix(" -n, \"x\" $y é.jpg") })
    #expect(files.contains("catalog.csv"))
  }

  @Test("a catalog rebuilt from it says the same")
  func rebuild() throws {
    let household = try Household()
    try household.run("run-2") { recorder in
      var possession = Possession(itemID: "quote\" \\ \u{301}\t'", extra: ["a": "b\nc"], status: .removed)
      possession.fields = [
        .name: .text("Ü"), .currency: .text("EUR"), .replacementCost: .money(.max),
        .archived: .boolean(false),
        .dateCreated: .text("1999"),
      ]
      possession.sourceText = [.replacementCost: "1 €"]
      let recipe = EditRecipe([.straighten(degrees: 0.1), .grayscale])
      let match = PhotoMatch(
        itemID: "A0", key: household.keys[1], matchedBy: "manifest", detail: "", caption: "c\u{1}",
        recipe: recipe)
      let gone = PhotoMatch(itemID: "A0", key: household.keys[0], matchedBy: "folder", detail: "")
      try recorder.record(
        ImportPlan(
          rows: [RowDecision(verb: .create, possession: possession)],
          attachments: [
            AttachmentDecision(verb: .add, match: match),
            AttachmentDecision(verb: .supersede, match: gone, reason: "detached"),
          ],
          documents: [
            DocumentDecision(
              verb: .add, itemID: "A1", key: household.keys[2], kind: .receipt,
              originalName: BytePath([0xFF, 0x2E, 0x70]), mediaType: .pdf)
          ],
          phoneEdits: [household.keys[3]: household.keys[4], household.keys[5]: household.keys[0]]),
        now: Household.now)
    }
    let before = try CatalogReader(snapshotOf: household.catalog)
    let digest = try before.digest()
    let possessions = try before.possessions().count
    unlink(household.root + "/catalog.sqlite")
    unlink(try household.original(7))
    try damage(try household.original(8)) { $0[0] ^= 1 }
    let stray = Array("newer".utf8)
    let newer = CatalogFolder.originalPath(imageKey(of: sha256(of: stray)), fileExtension: "jpg")
    try Data(stray).write(to: URL(fileURLWithPath: household.root + "/" + newer.description))

    let report = try Rebuilding.fromExport(
      household.catalog, lock: try household.catalog.lock(),
      run: RunRecord(id: "rebuild", command: "restore", startedAt: Household.now),
      finishedAt: { Household.now })
    #expect(report.export == "exports/run-2")
    #expect(report.digest == digest)
    #expect(report.present == 10 && report.missing.count == 1 && report.corrupt.count == 1)
    #expect(report.newer == [newer])
    let after = try CatalogReader(snapshotOf: household.catalog)
    #expect(try after.digest() == digest)
    #expect(try after.possessions().count == possessions)
    #expect(try after.runs().map(\.id) == ["run-1", "run-2", "rebuild"])
    #expect(try after.faults().isEmpty)
    // The same sources again: the same keys, nothing new.
    try household.run("run-3") { recorder in
      try Household.fill(recorder, household.folder, photos: 7..<8)
    }
    #expect(
      access(
        household.root + "/"
          + CatalogFolder.originalPath(household.keys[7], fileExtension: "jpg").description, F_OK) == 0)
  }

  @Test("a damaged export is passed over for the one before")
  func damagedExport() throws {
    let household = try Household()
    try household.run("run-2") { _ = try Household.fill($0, household.folder, photos: 12..<13) }
    try damage(household.root + "/exports/run-2/catalog.jsonl") { $0[100] ^= 1 }
    unlink(household.root + "/catalog.sqlite")
    let report = try Rebuilding.fromExport(
      household.catalog, lock: try household.catalog.lock(),
      run: RunRecord(id: "rebuild", command: "restore", startedAt: Household.now),
      finishedAt: { Household.now })
    #expect(report.export == "exports/run-1")
    #expect(report.newer.count == 1)
  }

  @Test(
    "times as text",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (1_773_540_000_123_456_789, "2026-03-15T02:00:00.123456789Z"),
      (951_782_400_000_000_000, "2000-02-29T00:00:00Z"), (-1, "1969-12-31T23:59:59.999999999Z"),
    ] as [(Int64, String)])
  func times(nanoseconds: Int64, text: String) {
    #expect(utcText(nanoseconds: nanoseconds) == text)
  }
}
