// The catalog as text, for recovery by hand and by `restore --from-export`: written at the end of every run that
// changed something, each export whole under its final name or not there at all.
public import Files
public import PossessionsCore
public import Recording

/// `exports/RUN/`:
///
///     catalog.csv    possessions, as the import takes them back
///     images.csv     a line for each picture, each name it came under and each possession it belongs to
///     catalog.jsonl  everything the catalog says: the canonical dump
///     DIGEST         the SHA-256 of catalog.jsonl, and of the DIGEST of the export before
///     SHA256SUMS     originals and export for `sha256sum -c`, from the catalog folder
public enum TextExport {
  /// Exports kept; older ones are removed when a new one is written.
  public static let kept = 10

  /// A line of SHA256SUMS.
  package struct Sum: Sendable, Hashable {
    package var digest: SHA256Digest
    /// Relative to the catalog folder.
    package var path: BytePath
  }

  /// Gives bytes to a file in the making.
  public typealias Sink = ([UInt8]) throws(Failure) -> Void

  /// Writes the export of a run, where the catalog says something else than in the last export.
  ///
  /// - Parameters:
  ///   - recorder: of the run going on.
  ///   - items: writes the bytes of catalog.csv.
  /// - Returns: the export's folder relative to the catalog folder; nil where the last one says the same.
  public static func write(
    _ recorder: Recorder, items: (Sink) throws(Failure) -> Void
  ) throws(Failure) -> BytePath? {
    guard let run = recorder.run else { preconditionFailure("an export belongs to a run") }
    let catalog = recorder.catalog
    let reader = recorder.reader
    let digest = try recorder.digest()
    let earlier = try exports(catalog, knownTo: reader)
    if try isCurrent(recorder, last: earlier.last) { return nil }

    try removeUnfinished(catalog)
    let making = BytePath("exports/.\(run.id)")
    try makeFolder(catalog.path(making), mode: 0o700)
    let final = BytePath("exports/\(run.id)")
    var sums: [Sum] = []
    func file(_ name: String, _ body: (Sink) throws(Failure) -> Void) throws(Failure) {
      let written = try writeHashed(catalog.path(making.appending(name)), body)
      sums.append(Sum(digest: written, path: final.appending(name)))
    }
    try file("catalog.csv", items)
    try file("images.csv") { (sink) throws(Failure) in try writeImages(reader, sink) }
    try file("catalog.jsonl") { (sink) throws(Failure) in
      var block: [UInt8] = []
      try reader.dump { (line) throws(Failure) in
        block += line
        if block.count >= 1 << 16 {
          try sink(block)
          block = []
        }
      }
      try sink(block)
    }
    try file("DIGEST") { (sink) throws(Failure) in
      var previous = "none"
      if let last = earlier.last, catalog.contains(last.appending("DIGEST")) {
        previous = "\(try catalog.hash(last.appending("DIGEST"), fromDisk: false).digest) \(last.name)"
      }
      try sink(Array("catalog \(digest)\nprevious \(previous)\n".utf8))
    }
    _ = try writeHashed(catalog.path(making.appending("SHA256SUMS"))) { (sink) throws(Failure) in
      try reader.forEachOriginal { (_, sha256, _, path, trash) throws(Failure) in
        guard trash == nil else { return }
        try sink(Array("\(sha256)  ".utf8) + path.bytes + [0x0A])
      }
      for sum in sums { try sink(Array("\(sum.digest)  ".utf8) + sum.path.bytes + [0x0A]) }
    }
    guard try catalog.move(making, to: final) else {
      throw Failure(
        .internalError, subject: final.description, message: "the run has an export already",
        remedy: "report this with the command that did it")
    }
    try prune(catalog, earlier: earlier)
    return final
  }

  /// Whether the last export says what the catalog says.
  package static func isCurrent(_ recorder: Recorder) throws(Failure) -> Bool {
    try isCurrent(recorder, last: exports(recorder.catalog, knownTo: recorder.reader).last)
  }

  private static func isCurrent(_ recorder: Recorder, last: BytePath?) throws(Failure) -> Bool {
    guard let last else { return false }
    return try readDigest(recorder.catalog, last)?.catalog == recorder.digest()
  }

  // MARK: Reading

  /// Exports that the catalog knows the run of, the oldest first; those of unknown runs come before all.
  public static func exports(_ catalog: CatalogFolder, knownTo reader: CatalogReader?) throws(Failure)
    -> [BytePath]
  {
    let found = try catalog.entries(in: "exports").filter {
      $0.kind == .folder && $0.path.name.bytes.first != 0x2E
    }
    var order: [BytePath: Int] = [:]
    if let reader {
      for (number, run) in try reader.recordedRuns().enumerated() { order[BytePath(run.id)] = number }
    }
    return found.map(\.path).sorted {
      let (left, right) = (order[$0.name] ?? -1, order[$1.name] ?? -1)
      return left != right ? left < right : $0 < $1
    }
  }

  /// The digest that an export says; nil where its DIGEST is missing or unreadable.
  package static func readDigest(
    _ catalog: CatalogFolder, _ export: BytePath
  ) throws(Failure) -> (catalog: SHA256Digest, previous: String)? {
    let path = export.appending("DIGEST")
    guard catalog.contains(path) else { return nil }
    let file = try catalog.open(path)
    let lines = String(decoding: try file.readToEnd(limit: 4096), as: UTF8.self).split(separator: "\n")
    guard lines.count == 2, lines[0].hasPrefix("catalog "), lines[1].hasPrefix("previous "),
      let digest = SHA256Digest(hex: String(lines[0].dropFirst("catalog ".count)))
    else { return nil }
    return (digest, String(lines[1].dropFirst("previous ".count)))
  }

  /// The lines of an export's SHA256SUMS.
  package static func sums(_ catalog: CatalogFolder, _ export: BytePath) throws(Failure) -> [Sum] {
    let path = export.appending("SHA256SUMS")
    let file = try catalog.open(path)
    let bytes = try file.readToEnd(limit: 1 << 30)
    var sums: [Sum] = []
    for line in bytes.split(separator: 0x0A) {
      let line = Array(line)
      guard line.count > 66, line[64] == 0x20, line[65] == 0x20,
        let digest = SHA256Digest(hex: String(decoding: line[..<64], as: UTF8.self))
      else {
        throw Failure(
          .badData, subject: path.description, message: "it is no list of SHA-256 sums",
          remedy: "use another export")
      }
      sums.append(Sum(digest: digest, path: BytePath(Array(line[66...]))))
    }
    return sums
  }

  // MARK: Writing

  private static func writeHashed(
    _ path: BytePath, _ body: (Sink) throws(Failure) -> Void
  ) throws(Failure) -> SHA256Digest {
    let file = try DurableFile(at: path)
    var hasher = SHA256Hasher()
    try body { (bytes) throws(Failure) in
      hasher.update(bytes)
      try file.write(bytes)
    }
    try file.finish(replacing: .never)
    return hasher.finish()
  }

  private static func writeImages(_ reader: CatalogReader, _ sink: Sink) throws(Failure) {
    var csv = CSVWriter(isSpreadsheetSafe: false)
    // Columns that never need quotes come first, so that cut(1) can read them.
    for name in [
      "image_key", "original", "sha256", "size", "modified", "run", "original_name_hex", "source_hex",
      "item_id_hex", "original_name", "source", "item_id",
    ] { csv.append(name, isText: false) }
    csv.endRow()
    var items: [ImageKey: [String]] = [:]
    for attachment in try reader.attachments() {
      items[attachment.key, default: []].append(attachment.itemID)
    }
    for document in try reader.documents() {
      if items[document.key]?.contains(document.itemID) != true {
        items[document.key, default: []].append(document.itemID)
      }
    }
    var sources: [ImageKey: [SourceFileRecord]] = [:]
    try reader.forEachSourceFile { (source) throws(Failure) in
      if let key = source.key { sources[key, default: []].append(source) }
    }
    try reader.forEachPicture { (picture) throws(Failure) in
      let names = sources[picture.key].map { $0.map { Optional($0) } } ?? [nil]
      for source in names {
        for item in items[picture.key] ?? [""] {
          let place = source.map { $0.root.appending($0.path) }
          let name = source?.path.name ?? picture.originalName
          for cell in [
            picture.key.text, picture.original.description, picture.sha256.hex, String(picture.byteSize),
            source.map { $0.stamp.modified == 0 ? "" : utcText(nanoseconds: $0.stamp.modified) } ?? "",
            picture.importedByRun, hexadecimal(name.bytes), place.map { hexadecimal($0.bytes) } ?? "",
            hexadecimal(item.utf8), name.description, place?.description ?? "", item,
          ] { csv.append(cell, isText: false) }
          csv.endRow()
        }
      }
      try sink(csv.taken())
    }
    try sink(csv.taken())
  }

  private static let names: [BytePath] = [
    "catalog.csv", "images.csv", "catalog.jsonl", "DIGEST", "SHA256SUMS",
  ]

  /// Removes exports that a killed run left half-written.
  private static func removeUnfinished(_ catalog: CatalogFolder) throws(Failure) {
    for entry in try catalog.entries(in: "exports")
    where entry.kind == .folder && entry.path.name.bytes.first == 0x2E {
      for file in try catalog.entries(in: entry.path) where file.kind == .file {
        try catalog.removeExportFile(file.path)
      }
      try catalog.removeExportFolder(entry.path)
    }
  }

  private static func prune(_ catalog: CatalogFolder, earlier: [BytePath]) throws(Failure) {
    for export in earlier.dropLast(kept - 1) {
      for name in names { try catalog.removeExportFile(export.appending(name)) }
      // A file that somebody put there keeps the folder.
      try? catalog.removeExportFolder(export)
    }
  }
}

/// `2026-03-15T02:00:00.123456789Z` of nanoseconds since 1970; the fraction is left out where it is zero.
package func utcText(nanoseconds: Int64) -> String {
  let perDay: Int64 = 86_400 * 1_000_000_000
  var days = nanoseconds / perDay
  var rest = nanoseconds % perDay
  if rest < 0 {
    rest += perDay
    days -= 1
  }
  // Civil date from a day count: Howard Hinnant, "chrono-compatible low-level date algorithms", civil_from_days.
  let z = days + 719_468
  let era = (z >= 0 ? z : z - 146_096) / 146_097
  let dayOfEra = z - era * 146_097
  let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let monthFromMarch = (5 * dayOfYear + 2) / 153
  let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
  let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
  let seconds = rest / 1_000_000_000
  let fraction = rest % 1_000_000_000
  return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
    + "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
    + (fraction == 0 ? "Z" : ".\(padded(fraction, 9))Z")
}
