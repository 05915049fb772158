// restore --from-export: the catalog is gone or beyond repair, the originals and the exports are there. The last whole
// export gives every row back; the originals are hashed to see which of them are there.
public import Files
public import PossessionsCore
import Recording

/// What rebuilding a catalog found.
public struct RebuildReport: Sendable, Hashable, Codable {
  /// The export used, relative to the catalog folder.
  public var export: BytePath
  /// Equal to the export's.
  public var digest: SHA256Digest
  /// Originals that the export names: there with the right bytes, and not.
  public var present: Int
  public var missing: [BytePath]
  public var corrupt: [BytePath]
  /// Originals newer than the export: importing the same sources again links them, under the same keys.
  public var newer: [BytePath]
}

public enum Rebuilding {
  /// Rebuilds `catalog.sqlite` from an export. A catalog that is there goes to `quarantine` first.
  ///
  /// - Parameters:
  ///   - lock: exclusive.
  ///   - export: relative to the catalog folder; nil for the newest that is whole.
  ///   - run: the run that rebuilds, with its start.
  ///   - finishedAt: asked at the end: UTC, RFC 3339.
  /// - Throws: `inputMissing` without a whole export; `badData` where it cannot be read.
  public static func fromExport(
    _ catalog: CatalogFolder, lock: CatalogLock, export: BytePath? = nil, run: RunRecord,
    finishedAt: () -> String
  ) throws(Failure) -> RebuildReport {
    var chosen = export
    if chosen == nil { chosen = try newestWhole(catalog) }
    guard let chosen, let said = try TextExport.readDigest(catalog, chosen) else {
      throw Failure(
        .inputMissing, subject: catalog.path("exports").description, message: "there is no whole export",
        remedy: "restore from a backup, or import all sources into a new catalog: the keys will be the same")
    }
    try setAside(catalog, run: run.id)
    let reader = LineReader(try catalog.open(chosen.appending("catalog.jsonl")))
    let digest = try rebuildCatalog(in: catalog, lock: lock, run: run, expected: said.catalog) {
      () throws(Failure) in
      try reader.next().map { String(decoding: $0, as: UTF8.self) }
    }
    let recorder = try Recorder(catalog, lock: lock)
    try recorder.resume(run)
    var report = RebuildReport(
      export: chosen, digest: digest, present: 0, missing: [], corrupt: [], newer: [])
    var found = try catalog.originalsOnDisk()
    try recorder.reader.forEachOriginal { (_, sha256, _, path, trash) throws(Failure) in
      let place = catalog.place(of: path, trash: trash)
      found.remove(path)
      if trash?.deletedByRun != nil { return }
      guard catalog.size(of: place) != nil else {
        report.missing.append(place)
        return
      }
      if try catalog.hash(place).digest == sha256 {
        report.present += 1
      } else {
        report.corrupt.append(place)
      }
    }
    report.newer = found.sorted()
    let isWhole = report.missing.isEmpty && report.corrupt.isEmpty
    try recorder.finish(
      .finished, exitCode: isWhole ? 0 : Int(Failure.Kind.damage.rawValue),
      counts: [
        "originals.present": report.present, "originals.missing": report.missing.count,
        "originals.corrupt": report.corrupt.count, "originals.newer": report.newer.count,
      ], finishedAt: finishedAt())
    return report
  }

  /// The newest export whose dump has the SHA-256 that its DIGEST says.
  ///
  /// The newest is the one that no other names as the one before; only then does the name decide, since it is a time
  /// and a clock may have been wrong.
  private static func newestWhole(_ catalog: CatalogFolder) throws(Failure) -> BytePath? {
    let exports = try TextExport.exports(catalog, knownTo: nil)
    var followed: Set<BytePath> = []
    for export in exports {
      if let previous = try TextExport.readDigest(catalog, export)?.previous.split(separator: " ").last {
        followed.insert(BytePath(String(previous)))
      }
    }
    let ordered =
      exports.filter { followed.contains($0.name) } + exports.filter { !followed.contains($0.name) }
    for export in ordered.reversed() {
      let dump = export.appending("catalog.jsonl")
      guard catalog.contains(dump), let said = try TextExport.readDigest(catalog, export),
        try catalog.hash(dump).digest == said.catalog
      else { continue }
      return export
    }
    return nil
  }

  private static func setAside(_ catalog: CatalogFolder, run: String) throws(Failure) {
    for name in ["catalog.sqlite", "catalog.sqlite-journal", "catalog.sha256"] as [BytePath]
    where catalog.contains(name) {
      _ = try catalog.move(name, to: BytePath("quarantine/\(run)").appending(name))
    }
  }
}
