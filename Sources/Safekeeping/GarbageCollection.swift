// gc: sets aside what nothing uses any more, and later, on its own command, deletes it. Originals are evidence: one is a
// candidate only if it was attached once, was superseded long ago by two clocks (days and runs), is no longer in any
// source folder and is in a verified backup. A photo that was never attached is never a candidate.
import Files
public import PossessionsCore
public import Recording

public struct GarbageCollection: Sendable {
  /// What an original must have been superseded for: both, so that a clock that jumps deletes nothing.
  public var minimumRuns = 7
  public var minimumDays = 30
  /// A backup set that has the original, hashed again now. Nil with `isForced`.
  public var backup: BytePath?
  /// Without a backup.
  public var isForced = false
  /// More than this stops it: 100 files, or 5 % of all originals.
  public var maximumFiles = 100
  public var maximumPercent = 5

  public init() {}

  /// What may go.
  public struct Plan: Sendable, Hashable {
    /// Originals to move to the trash.
    public var originals: [Candidate]
    /// Renditions that no recipe or setting asks for any more, or that no row names: deleted, since they can be made
    /// again.
    public var renditions: [BytePath]
    /// Why superseded originals stay, by reason, with their number.
    public var kept: [String: Int]

    public var bytes: Int64 { originals.reduce(0) { $0 + $1.byteSize } }
    public var isEmpty: Bool { originals.isEmpty && renditions.isEmpty }
  }

  public struct Candidate: Sendable, Hashable {
    public var key: ImageKey
    public var path: BytePath
    public var byteSize: Int64
    public var sha256: SHA256Digest
  }

  /// Decides what may go; changes nothing.
  ///
  /// - Parameter today: days since 1970-01-01, for the age in days.
  /// - Throws: `gate` where it would be more than the caps allow; `damage` where the catalog is not well or older
  ///   than the folder, since then new photos could look unused.
  public func plan(_ reader: CatalogReader, today: Int) throws(Failure) -> Plan {
    let catalog = reader.catalog
    if let fault = try reader.faults().first {
      throw Failure(
        .damage, subject: catalog.catalogPath.description, message: "the catalog is not well: \(fault)",
        remedy: "run verify first: nothing is set aside by a damaged catalog")
    }
    guard try reader.isGenerationCurrent() else {
      throw Failure(
        .damage, subject: catalog.catalogPath.description, message: "the catalog is older than its folder",
        remedy: "import the same sources again first: an old catalog would make new photos look unused")
    }
    var backupFolder: CatalogFolder?
    if let backup { backupFolder = try CatalogFolder.open(backup, for: .reading, allowsUnsafe: true) }
    var plan = Plan(originals: [], renditions: [], kept: [:])
    func keep(_ reason: String) { plan.kept[reason, default: 0] += 1 }
    for unused in try reader.unusedOriginals() {
      guard unused.runsSince >= minimumRuns else {
        keep("superseded fewer than \(minimumRuns) runs ago")
        continue
      }
      guard let since = unused.supersededDay, today - since >= minimumDays else {
        keep("superseded less than \(minimumDays) days ago")
        continue
      }
      if unused.sources.contains(where: { isPresent($0) }) {
        keep("still in a source folder")
        continue
      }
      if let backupFolder {
        guard let there = try backupFolder.original(of: unused.key),
          try backupFolder.hash(there).digest == unused.sha256
        else {
          keep("not in the backup")
          continue
        }
      } else if !isForced {
        keep("no backup was named")
        continue
      }
      plan.originals.append(
        Candidate(key: unused.key, path: unused.path, byteSize: unused.byteSize, sha256: unused.sha256))
    }
    let total = try reader.originalCount()
    let limit = min(maximumFiles, max(1, total * maximumPercent / 100))
    if plan.originals.count > limit {
      throw Failure(
        .gate, subject: catalog.root.description,
        message: "\(plan.originals.count) of \(total) originals would go, and the limit is \(limit)",
        remedy: "see that this is meant, then raise the limit")
    }
    plan.renditions = try unusedRenditions(reader, going: Set(plan.originals.map(\.key)))
    return plan
  }

  private func isPresent(_ path: BytePath) -> Bool {
    (try? FileDescriptor.reading(path)) != nil
  }

  private func unusedRenditions(
    _ reader: CatalogReader, going: Set<ImageKey>
  ) throws(Failure) -> [BytePath] {
    let used = try reader.usedRenditionPaths(except: going)
    var unused: [BytePath] = []
    try reader.catalog.walk("renditions") { (entry) throws(Failure) in
      if entry.kind == .file, entry.path.lowercasedExtension != "part", !used.contains(entry.path) {
        unused.append(entry.path)
      }
    }
    return unused
  }

  /// Writes down that the candidates go to `trash/RUN/`, and moves them there, durably; deletes unused renditions.
  ///
  /// - Parameter recorder: of the run going on.
  public func perform(_ plan: Plan, _ recorder: Recorder) throws(Failure) {
    guard let run = recorder.run else { preconditionFailure("gc belongs to a run") }
    let catalog = recorder.catalog
    try GarbageCollection.finishInterrupted(recorder)
    for candidate in plan.originals {
      let target = BytePath("trash/\(run.id)").appending(candidate.path.name)
      try recorder.recordTrashed(candidate.key, at: target) { () throws(Failure) in
        guard try catalog.move(candidate.path, to: target) else {
          throw Failure(
            .damage, subject: target.description, message: "something lies in its place in the trash",
            remedy: "run verify")
        }
      }
    }
    for path in plan.renditions { try catalog.removeDerived(path) }
    try recorder.forgetUnusedRenditions()
  }

  /// Deletes for good what an earlier run moved to the trash, unless it is used again. The folder must verify
  /// clean first.
  ///
  /// - Returns: what was deleted.
  public static func emptyTrash(_ recorder: Recorder) throws(Failure) -> [Disposal] {
    guard let run = recorder.run else { preconditionFailure("gc belongs to a run") }
    let catalog = recorder.catalog
    let report = try Verification(.quick).run(catalog, lock: recorder.lock)
    // The run going on has no end yet, and its log is known: only damage of before counts.
    if let damage = report.damages.first(where: { !$0.isHarmless }) {
      throw Failure(
        .damage, subject: damage.path.description, message: "the folder is not well: \(damage.message)",
        remedy: "run verify and repair first: nothing is deleted from a damaged folder")
    }
    try finishInterrupted(recorder)
    let gone = try deletable(recorder.reader, run: run.id)
    for disposal in gone {
      try recorder.recordDeleted(disposal.key) { () throws(Failure) in
        try catalog.deleteFromTrash(disposal.path)
      }
    }
    for folder in try catalog.entries(in: "trash") where folder.kind == .folder {
      for file in try catalog.entries(in: folder.path) where file.kind == .file {
        // Taken in again since it was set aside: the store has it, and this copy is one too many.
        guard let key = ImageKey(file.path.stem.text ?? ""),
          let original = try catalog.original(of: key),
          try catalog.hash(original).digest == catalog.hash(file.path).digest
        else { continue }
        try catalog.deleteFromTrash(file.path)
      }
      catalog.removeEmptyTrashFolder(folder.path)
    }
    return gone
  }

  /// What lies in the trash and may be deleted: set aside by an earlier run than `run`, and not used again since.
  public static func deletable(_ reader: CatalogReader, run: String?) throws(Failure) -> [Disposal] {
    var gone: [Disposal] = []
    for disposal in try reader.disposals()
    where disposal.deletedByRun == nil && disposal.trashedByRun != run {
      if try reader.isUsed(disposal.key) { continue }
      gone.append(disposal)
    }
    return gone
  }
}
