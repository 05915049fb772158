// repair: acts on what verify found. It never deletes: what is wrong is moved to `quarantine`, what is missing comes back
// from a backup. Planning and acting are two steps, so that a dry run is the plan alone.
public import Files
public import PossessionsCore
public import Recording

/// One thing that `repair` does.
public enum RepairAct: Sendable, Hashable {
  /// Moves a file to `quarantine/RUN/`, keeping its path below that.
  case quarantine(BytePath, why: String)
  /// Copies an original from a backup, if its bytes are the right ones.
  case bringBack(BytePath, key: ImageKey, sha256: SHA256Digest)
  case setMode(BytePath, UInt32)
  /// Writes RECOVERY.txt and makes missing folders.
  case completeLayout

  fileprivate func isQuarantine(of path: BytePath) -> Bool {
    if case .quarantine(path, _) = self { true } else { false }
  }

  /// For people: "set aside originals/…: its bytes are not those of its key".
  public var text: String {
    switch self {
    case .quarantine(let path, let why): "set aside \(path): \(why)"
    case .bringBack(let path, _, _): "bring back \(path) from the backup"
    case .setMode(let path, let mode): "set the mode of \(path) to 0\(String(mode, radix: 8))"
    case .completeLayout: "complete the folder's layout"
    }
  }
}

/// What `repair` will do, and what it cannot mend.
public struct RepairPlan: Sendable, Hashable {
  public var acts: [RepairAct]
  /// Damage that needs a person, a backup or the source.
  public var left: [Damage]
}

public enum Repair {
  /// Decides what to do about damage.
  ///
  /// - Parameters:
  ///   - report: of a verification of this folder under the same lock.
  ///   - backup: where missing and damaged originals may come back from.
  public static func plan(
    _ report: VerificationReport, _ reader: CatalogReader, backup: CatalogFolder?
  ) throws(Failure) -> RepairPlan {
    var plan = RepairPlan(acts: [], left: [])
    let catalog = reader.catalog
    var isLayoutIncomplete = false
    for damage in report.damages {
      switch damage.kind {
      case .corrupt:
        plan.acts.append(.quarantine(damage.path, why: damage.message))
        if let act = try bringingBack(damage, reader, backup) {
          plan.acts.append(act)
        } else {
          plan.left.append(damage)
        }
      case .missing:
        if let act = try bringingBack(damage, reader, backup) {
          plan.acts.append(act)
        } else {
          plan.left.append(damage)
        }
      case .orphan:
        // One whose bytes fit its key is a picture that an import takes up; anything else has no place here.
        if let key = damage.key, try contentKey(damage.path, catalog) == key {
          plan.left.append(damage)
        } else {
          plan.acts.append(.quarantine(damage.path, why: damage.message))
        }
      case .derivative where !damage.isHarmless && damage.path.components.first == "renditions":
        plan.acts.append(.quarantine(damage.path, why: damage.message))
      case .mode where plan.acts.contains(where: { $0.isQuarantine(of: damage.path) }):
        // Set aside already; what comes back has the right mode.
        break
      case .mode:
        if let entry = try catalog.entry(damage.path), let mode = properMode(entry), mode != entry.mode {
          plan.acts.append(.setMode(damage.path, mode))
        } else {
          plan.left.append(damage)
        }
      case .format where !damage.isHarmless && !catalog.contains(damage.path):
        isLayoutIncomplete = true
      case .staleTemporary
      where damage.path.components.first != "staging" && damage.path.components.count > 1:
        plan.acts.append(.quarantine(damage.path, why: damage.message))
      default:
        if !damage.isHarmless { plan.left.append(damage) }
      }
    }
    if isLayoutIncomplete { plan.acts.insert(.completeLayout, at: 0) }
    return plan
  }

  private static func bringingBack(
    _ damage: Damage, _ reader: CatalogReader, _ backup: CatalogFolder?
  ) throws(Failure) -> RepairAct? {
    guard let backup, let key = damage.key, let picture = try reader.picture(key),
      let there = try backup.original(of: key), try backup.hash(there).digest == picture.sha256,
      there == picture.original, damage.path == picture.original
    else { return nil }
    return .bringBack(picture.original, key: key, sha256: picture.sha256)
  }

  /// The key that a file's bytes give; nil where it is no file that can be read.
  private static func contentKey(_ path: BytePath, _ catalog: CatalogFolder) throws(Failure) -> ImageKey? {
    guard catalog.size(of: path) != nil else { return nil }
    return imageKey(of: try catalog.hash(path).digest)
  }

  /// What the mode of an entry should be; nil for what is neither a file nor a folder.
  private static func properMode(_ entry: StoredEntry) -> UInt32? {
    switch entry.kind {
    case .folder: return 0o700
    case .other: return nil
    case .file:
      let top = entry.path.components.first
      return top == "originals" || top == "trash" ? 0o400 : 0o600
    }
  }

  /// Does it. A copy of the catalog goes to `quarantine/RUN/` first.
  ///
  /// - Parameter observe: called before each act.
  public static func perform(
    _ plan: RepairPlan, _ recorder: Recorder, backup: CatalogFolder?, observe: (RepairAct) -> Void
  ) throws(Failure) {
    guard let run = recorder.run, !plan.acts.isEmpty else { return }
    let catalog = recorder.catalog
    let aside = BytePath("quarantine/\(run.id)")
    try makeFolder(catalog.path("quarantine"), mode: 0o700)
    try makeFolder(catalog.path(aside), mode: 0o700)
    try recorder.reader.writeCopy(to: catalog.path(aside.appending("catalog.sqlite")))
    for act in plan.acts {
      observe(act)
      switch act {
      case .quarantine(let path, _):
        guard try catalog.move(path, to: aside.appending(path)) else {
          throw Failure(
            .cannotCreate, subject: path.description, message: "it is in quarantine already",
            remedy: "see quarantine/\(run.id)")
        }
      case .bringBack(let path, let key, let sha256):
        guard let backup, let copied = try catalog.copy(path, from: backup, mode: 0o400) else {
          throw Failure(
            .cannotCreate, subject: path.description, message: "something lies in its place",
            remedy: "run verify again")
        }
        guard copied.digest == sha256, imageKey(of: copied.digest) == key else {
          throw Failure(
            .damage, subject: path.description, message: "the backup changed while it was read",
            remedy: "verify the backup")
        }
      case .setMode(let path, let mode): try catalog.setMode(path, mode)
      case .completeLayout: try catalog.completeLayout()
      }
    }
  }
}
