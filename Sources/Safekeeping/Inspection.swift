// The steps of verify, one method each. They only read.
import Files
import PossessionsCore
import Recording

struct Inspection {
  let catalog: CatalogFolder
  let verification: Verification
  var report: VerificationReport
  /// The catalog's snapshot; nil where it cannot be read.
  private var reader: CatalogReader?
  /// The user that the folder belongs to.
  private var owner: UInt32?
  private var hashing: HashingPlan

  init(catalog: CatalogFolder, verification: Verification) throws(Failure) {
    self.catalog = catalog
    self.verification = verification
    hashing = try HashingPlan(verification, catalog: catalog.root)
    report = VerificationReport(
      depth: verification.depth, damages: hashing.earlier, originals: 0, hashed: hashing.done.hashed,
      hashedBytes: hashing.done.bytes, renditions: 0, isComplete: true, lastKey: hashing.resumeAfter)
  }

  private mutating func note(_ damage: Damage) { report.damages.append(damage) }

  // MARK: Layout

  private static let knownFiles = Set<BytePath>([
    "FORMAT", "LOCK", "RECOVERY.txt", "catalog.sqlite", "catalog.sqlite-journal", "catalog.sha256",
    "SHA256SUMS",
  ]).union(CatalogFolder.ownersFiles)

  mutating func layout() throws(Failure) {
    let entries = try catalog.entries(in: "")
    owner = entries.first { $0.path == "FORMAT" }?.owner
    let present = Set(entries.map(\.path))
    for entry in entries {
      let isFolder = CatalogFolder.folderNames.contains(entry.path)
      if isFolder ? entry.kind == .folder : entry.kind == .file && Inspection.knownFiles.contains(entry.path)
      {
        checkMode(entry, isFolder ? 0o700 : 0o600)
      } else if entry.path.lowercasedExtension == "part" {
        note(staleTemporary(entry.path))
      } else if entry.path != "lost+found" {
        note(
          Damage(
            .format, entry.path, message: "this is no part of a catalog folder",
            remedy: "move it elsewhere", isHarmless: true))
      }
    }
    for name in ["RECOVERY.txt", "LOCK"] as [BytePath] where !present.contains(name) {
      note(
        Damage(.format, name, message: "this file of the layout is missing", remedy: "run repair"))
    }
    for name in CatalogFolder.folderNames where !present.contains(name) {
      note(
        Damage(
          .format, name, message: "this folder of the layout is missing",
          remedy: "run repair, and see what else is missing"))
    }
    for folder in ["staging", "runs", "reports", "trash"] as [BytePath] {
      try catalog.walk(folder) { (entry) throws(Failure) in
        switch entry.kind {
        case .file where folder == "staging" || entry.path.lowercasedExtension == "part":
          note(staleTemporary(entry.path))
        case .file: checkMode(entry, folder == "trash" ? 0o400 : 0o600)
        case .folder: checkMode(entry, 0o700)
        case .other: note(noFile(entry.path))
        }
      }
    }
  }

  private func staleTemporary(_ path: BytePath) -> Damage {
    Damage(
      .staleTemporary, path, message: "the rest of something that was not finished",
      remedy: "nothing to do: the next run removes it", isHarmless: true)
  }

  private func noFile(_ path: BytePath) -> Damage {
    Damage(
      .format, path, message: "this is neither a file nor a folder",
      remedy: "see what put it there, and remove it")
  }

  private mutating func checkMode(_ entry: StoredEntry, _ expected: UInt32) {
    if entry.mode != expected {
      note(
        Damage(
          .mode, entry.path,
          message:
            "its mode is 0\(String(entry.mode, radix: 8)) and should be 0\(String(expected, radix: 8))",
          remedy: "run repair"))
    }
    if let owner, entry.owner != owner {
      note(
        Damage(
          .mode, entry.path, message: "it belongs to user \(entry.owner), and the catalog folder to \(owner)",
          remedy: "give it back (chown), and see which program put it there"))
    }
  }

  // MARK: The catalog

  mutating func catalogFile() throws(Failure) {
    do throws(Failure) {
      let opened = try CatalogReader(snapshotOf: catalog)
      reader = opened
      for fault in try opened.faults() {
        note(Damage(.catalog, "catalog.sqlite", message: fault, remedy: catalogRemedy))
      }
      if let fault = try opened.fileFault() {
        note(Damage(.catalog, "catalog.sqlite", message: fault, remedy: catalogRemedy))
      }
      if try !opened.isGenerationCurrent() {
        note(
          Damage(
            .catalog, "catalog.sqlite",
            message: "it is older than the folder: later runs left logs that it does not know",
            remedy:
              "see whether an old copy was put back; import the same sources again to bring it up to date"))
      }
    } catch {
      note(Damage(.catalog, "catalog.sqlite", message: error.message, remedy: catalogRemedy))
    }
  }

  private var catalogRemedy: String { "restore it from a backup, or rebuild it with restore --from-export" }

  // MARK: Originals

  mutating func originals() throws(Failure) {
    for number in 0..<256 {
      try originals(prefix: hexadecimal([UInt8(number)]))
    }
    // Whatever else lies in originals.
    for entry in try catalog.entries(in: "originals") {
      let name = entry.path.name.text ?? ""
      let isFanOut = name.utf8.count == 2 && bytesOf(hex: name) != nil && name == name.lowercased()
      if entry.kind == .folder && isFanOut {
        checkMode(entry, 0o700)
      } else {
        note(orphan(entry.path, "its place is not one of an original"))
        guard entry.kind == .folder else { continue }
        try catalog.walk(entry.path) { (inner) throws(Failure) in
          if inner.kind != .folder { note(orphan(inner.path, "its place is not one of an original")) }
        }
      }
    }
    try hashing.finish(report)
  }

  private mutating func originals(prefix: String) throws(Failure) {
    let folder = BytePath("originals/\(prefix)")
    var files: [BytePath: StoredEntry] = [:]
    for entry in try catalog.entries(in: folder) {
      if entry.kind == .file {
        files[entry.path] = entry
      } else {
        note(orphan(entry.path, "its place is not one of an original"))
      }
    }
    try reader?.forEachOriginal(prefix: prefix) { (key, sha256, byteSize, path, trash) throws(Failure) in
      report.originals += 1
      let file = files.removeValue(forKey: path)
      if let trash, file == nil {
        try inspect(trash, sha256: sha256, byteSize: byteSize)
        return
      }
      guard let file else {
        note(missing(key, path))
        return
      }
      checkMode(file, 0o400)
      try compare(file, key: key, sha256: sha256, byteSize: byteSize)
    }
    for (path, file) in files.sorted(by: { $0.key < $1.key }) {
      guard let key = ImageKey(path.stem.text ?? ""), key.fanOut == prefix else {
        note(orphan(path, "its name is not an image key"))
        continue
      }
      checkMode(file, 0o400)
      // Without a row its key alone says what its bytes must be.
      guard verification.depth != .quick else {
        note(orphan(path, "the catalog does not know it"))
        continue
      }
      let (digest, _) = try catalog.hash(path)
      note(
        imageKey(of: digest) == key
          ? orphan(path, "the catalog does not know it; its bytes are those of its key")
          : orphan(path, "the catalog does not know it, and its bytes are not those of its key"))
    }
  }

  private func orphan(_ path: BytePath, _ why: String) -> Damage {
    Damage(
      .orphan, path, key: ImageKey(path.stem.text ?? ""), message: why,
      remedy:
        "import its source again, which takes it up, or run repair, which sets aside what cannot be an original"
    )
  }

  private func missing(_ key: ImageKey, _ path: BytePath) -> Damage {
    Damage(
      .missing, path, key: key, message: "this original is missing",
      remedy: "import its photo again, or bring it back with repair --from BACKUP")
  }

  private func corrupt(_ path: BytePath, key: ImageKey, _ what: String) -> Damage {
    Damage(
      .corrupt, path, key: key, message: what,
      remedy: "run repair, which sets it aside, then import its photo again; or repair --from BACKUP")
  }

  private mutating func compare(
    _ file: StoredEntry, key: ImageKey, sha256: SHA256Digest, byteSize: Int64
  ) throws(Failure) {
    if file.size != byteSize {
      note(corrupt(file.path, key: key, "it has \(file.size) bytes and should have \(byteSize)"))
      return
    }
    if hashing.isCovered(key) { return }
    guard hashing.wants(key) else { return }
    if hashing.isOver() {
      report.isComplete = false
      return
    }
    do throws(Failure) {
      let (digest, _) = try catalog.hash(file.path)
      if digest != sha256 {
        note(corrupt(file.path, key: key, "its bytes are not those of its key"))
      }
    } catch {
      note(corrupt(file.path, key: key, error.message))
    }
    report.hashed += 1
    report.hashedBytes += file.size
    report.lastKey = key
    verification.progress(report.originals, report.hashedBytes)
    try hashing.save(report)
  }

  private mutating func inspect(
    _ trash: Disposal, sha256: SHA256Digest, byteSize: Int64
  ) throws(Failure) {
    guard trash.deletedByRun == nil else { return }
    guard let size = catalog.size(of: trash.path) else {
      note(missing(trash.key, trash.path))
      return
    }
    guard size == byteSize else {
      note(corrupt(trash.path, key: trash.key, "it has \(size) bytes and should have \(byteSize)"))
      return
    }
    if verification.depth == .deep, try catalog.hash(trash.path).digest != sha256 {
      note(corrupt(trash.path, key: trash.key, "its bytes are not those of its key"))
    }
  }

  // MARK: What is made from them

  mutating func renditions() throws(Failure) {
    guard let reader else { return }
    var expected: [BytePath: (size: Int64, sha256: SHA256Digest, key: ImageKey)] = [:]
    do throws(Failure) {
      for row in try reader.renditions() { expected[row.path] = (row.byteSize, row.sha256, row.key) }
    } catch {
      // Told already as a fault of the catalog.
      return
    }
    try catalog.walk("renditions") { (entry) throws(Failure) in
      switch entry.kind {
      case .folder: checkMode(entry, 0o700)
      case .other: note(noFile(entry.path))
      case .file:
        if entry.path.lowercasedExtension == "part" {
          note(staleTemporary(entry.path))
          return
        }
        checkMode(entry, 0o600)
        guard let row = expected.removeValue(forKey: entry.path) else {
          note(
            Damage(
              .derivative, entry.path, message: "no row names this rendition",
              remedy: "nothing to do: gc removes it", isHarmless: true))
          return
        }
        report.renditions += 1
        var isWrong = entry.size != row.size
        if !isWrong, verification.depth == .deep {
          isWrong = try catalog.hash(entry.path).digest != row.sha256
        }
        if isWrong {
          note(
            Damage(
              .derivative, entry.path, key: row.key, message: "this rendition has other bytes than were made",
              remedy: "run repair, then render"))
        }
      }
    }
    for (path, row) in expected {
      note(
        Damage(
          .derivative, path, key: row.key, message: "this rendition is missing", remedy: "run render",
          isHarmless: true))
    }
  }

  mutating func exports() throws(Failure) {
    for entry in try catalog.entries(in: "exports") {
      guard entry.kind == .folder else {
        note(entry.path.lowercasedExtension == "part" ? staleTemporary(entry.path) : noFile(entry.path))
        continue
      }
      checkMode(entry, 0o700)
      if entry.path.name.bytes.first == 0x2E {
        note(staleTemporary(entry.path))
        continue
      }
      for fault in try exportFaults(entry.path) {
        note(
          Damage(
            .derivative, fault.path, message: fault.message,
            remedy: "remove this export: the next run that changes something writes a new one"))
      }
      for file in try catalog.entries(in: entry.path) { checkMode(file, 0o600) }
    }
  }

  /// Files of an export that are missing or, looking deep, are not what its SHA256SUMS says.
  private func exportFaults(_ folder: BytePath) throws(Failure) -> [(path: BytePath, message: String)] {
    let sums: [TextExport.Sum]
    do throws(Failure) {
      sums = try TextExport.sums(catalog, folder)
    } catch {
      return [(folder, error.message)]
    }
    var faults: [(path: BytePath, message: String)] = []
    for sum in sums where sum.path.bytes.starts(with: folder.bytes + [0x2F]) {
      guard catalog.contains(sum.path) else {
        faults.append((sum.path, "this file of the export is missing"))
        continue
      }
      if verification.depth == .deep, try catalog.hash(sum.path).digest != sum.digest {
        faults.append((sum.path, "this file of the export has other bytes than were written"))
      }
    }
    return faults
  }
}
