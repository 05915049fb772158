public import PossessionsCore

/// SHA-256 in pieces, handed in, since hashing lives where files do.
public protocol ReportHasher: AnyObject {
  func update(_ bytes: [UInt8])
  func finish() -> SHA256Digest
}

/// Everything that is sent to an insurer, in one folder or one archive: the document to read (PDF), the one to reckon
/// with (XLSX), the tables that claims tools take, numbered JPEGs, what the originals hash to, and check sums of it all.
public struct Packet {
  let model: ReportModel
  let name: String
  let provider: PictureProvider
  let makeHasher: () -> any ReportHasher

  public init(
    _ model: ReportModel, name: String, provider: @escaping PictureProvider,
    makeHasher: @escaping () -> any ReportHasher
  ) {
    self.model = model
    self.name = name
    self.provider = provider
    self.makeHasher = makeHasher
  }

  /// Writes the files one by one.
  public func write(toFolder sink: any ReportSink) throws -> [Finding] {
    let hashing = HashingSink(inner: sink, makeHasher: makeHasher)
    var findings: [Finding] = []
    findings += try PDFFormat().write(model, name: name, provider: provider, to: hashing)
    findings += try XLSXFormat().write(model, name: name, provider: provider, to: hashing)
    _ = try CSVFormat(isForPacket: true).write(model, name: name, provider: provider, to: hashing)
    let tables = CSVTables(model: model, words: ReportWords(model))
    try tables.write("loss-schedule.csv", to: hashing, tables.lossSchedule)
    findings += try exhibits(to: hashing)
    try tables.write("manifest.csv", to: hashing, tables.manifest)
    try put("README.txt", readme, to: hashing)
    try put("SHA256SUMS", hashing.sums, to: sink)
    // A picture that is nowhere to be had is told once, not by every document.
    var seen: Set<Finding> = []
    return findings.filter { seen.insert($0).inserted }
  }

  /// Writes one archive under a name: `packet.zip`.
  public func write(toArchive path: String, sink: any ReportSink) throws -> [Finding] {
    let (year, month, day) = Age.day(of: model.options.valuationDate)
    try sink.begin(path)
    let archive = ZipSink(output: sink, year: year, month: month, day: day)
    let findings = try write(toFolder: archive)
    try archive.finish()
    try sink.end()
    return findings
  }

  private func exhibits(to sink: any ReportSink) throws -> [Finding] {
    var missing = MissingPictures()
    var unshown: [Finding] = []
    for exhibit in model.exhibits {
      if exhibit.number.isMultiple(of: 100) { sink.progress(done: exhibit.number, of: model.exhibits.count) }
      var shown = exhibit
      shown.renditions = exhibit.renditions.filter { ["jpg", "jpeg"].contains($0.path.lowercasedExtension) }
      guard let rendition = shown.rendition("display", "edited", "page", "thumb") else {
        unshown.append(
          Finding(
            .photoDegraded, subject: exhibit.picture.originalName.description,
            message:
              "there is no JPEG rendition of it, so the packet has no \(exhibitFileName(exhibit.number))",
            remedy: "run `possessions render` and make the packet again"))
        continue
      }
      guard let bytes = try missing.bytes(of: rendition, exhibit: exhibit, from: provider) else { continue }
      try sink.begin("exhibits/" + exhibitFileName(exhibit.number))
      try sink.write(bytes)
      try sink.end()
    }
    return missing.findings + unshown
  }

  private func put(_ path: String, _ text: String, to sink: any ReportSink) throws {
    try sink.begin(path)
    try sink.write(Array(text.utf8))
    try sink.end()
  }

  private var readme: String {
    let words = ReportWords(model)
    return """
      \(words.title)
      \(words.dateLine)

      \(name).pdf            the document to read, print and sign
      \(name).xlsx           the same figures with live totals
      \(name).csv            the schedule as a table
      loss-schedule.csv      the columns that contents claims tools take
      exhibits/              photos as numbered JPEGs, upright, without camera metadata
      manifest.csv           each exhibit's original: name, times, SHA-256
      SHA256SUMS             check sums of these files: sha256sum -c SHA256SUMS

      Made by \(singleLine(model.options.toolVersion)) from catalog snapshot \(model.catalogDigest.hex).

      """
  }
}

/// Hashes files on their way to another sink.
private final class HashingSink: ReportSink {
  private let inner: any ReportSink
  private let makeHasher: () -> any ReportHasher
  private var hasher: (any ReportHasher)?
  private var path = ""
  /// In the form of sha256sum(1).
  private(set) var sums = ""

  init(inner: any ReportSink, makeHasher: @escaping () -> any ReportHasher) {
    self.inner = inner
    self.makeHasher = makeHasher
  }

  var temporaryFolder: String { inner.temporaryFolder }
  func progress(done: Int, of total: Int) { inner.progress(done: done, of: total) }

  func begin(_ path: String) throws {
    self.path = path
    hasher = makeHasher()
    try inner.begin(path)
  }

  func write(_ bytes: [UInt8]) throws {
    hasher?.update(bytes)
    try inner.write(bytes)
  }

  func end() throws {
    try inner.end()
    if let digest = hasher?.finish() { sums += "\(digest.hex)  \(path)\n" }
    hasher = nil
  }
}
