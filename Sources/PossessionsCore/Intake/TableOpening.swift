/// Opens a table: decides its encoding and its delimiter, with the reason, and refuses what is no table.
struct TableOpening {
  var encoding: TextEncoding
  var encodingReason: String
  var delimiter: UInt8
  var delimiterReason: String
  /// An Excel `sep=` line stands before the header.
  var hasSeparatorLine = false
  var notes: [Finding] = []

  private static let sampleSize = 1 << 20
  private static let sampleRecords = 500

  /// - Throws: `Failure` with exit 65 for what is no table, 64 for an option that is none.
  init(_ source: TableSource, file: String, options: IntakeOptions) throws {
    let survey = try Survey(source)
    if survey.isEmpty {
      throw TableOpening.refusal(
        file, message: "\(file) is empty", remedy: "export the table again as CSV UTF-8")
    }
    if let kind = survey.foreignKind {
      throw TableOpening.refusal(
        file, message: "\(file) is \(kind), not CSV",
        remedy: "open it in the program that made it and save as CSV UTF-8")
    }
    (encoding, encodingReason) = try TableOpening.judgeEncoding(survey, file: file, options: options)
    delimiter = 0x2C
    delimiterReason = ""
    if encodingReason == "assumed" {
      encodingReason = "no byte order mark, and not valid as UTF-8"
      notes.append(
        Finding(
          .encodingAssumed, subject: file,
          message: "\(file) has no byte order mark and is no UTF-8; it was read as \(encoding)",
          remedy: "save as CSV UTF-8, or name its encoding with --encoding",
          place: Finding.Place(file: file)))
    }
    try checkDecoding(source, file: file)
    let sample = try sampleText(source)
    try judgeDelimiter(sample, file: file, options: options)
  }

  static func refusal(_ file: String, message: String, remedy: String, line: Int? = nil) -> Failure {
    let message = withoutEcho(message, of: file)
    return Failure(
      .badData, subject: file, message: message, remedy: remedy,
      findings: [
        Finding(
          .tableDamaged, subject: file, message: message, remedy: remedy,
          place: Finding.Place(file: file, line: line))
      ])
  }

  // MARK: Encoding

  /// What a first reading of all bytes shows.
  private struct Survey {
    var isEmpty = true
    var head: [UInt8] = []
    var isUTF8 = true
    /// NUL bytes at even and odd offsets.
    var evenZeros = 0
    var oddZeros = 0
    var count = 0

    init(_ source: TableSource) throws {
      let pull = try source.open()
      var decoder = TextDecoder(.utf8)
      while true {
        let bytes = try pull(1 << 18)
        if bytes.isEmpty { break }
        isEmpty = false
        if head.count < 4096 { head.append(contentsOf: bytes.prefix(4096 - head.count)) }
        if isUTF8 {
          do { _ = try decoder.decode(bytes, last: false) } catch { isUTF8 = false }
        }
        bytes.withUnsafeBufferPointer { bytes in
          var even = 0
          var odd = 0
          let offset = count & 1
          for index in bytes.indices where bytes[index] == 0 {
            if (index + offset) & 1 == 0 { even += 1 } else { odd += 1 }
          }
          evenZeros += even
          oddZeros += odd
        }
        count += bytes.count
      }
      if isUTF8 {
        do { _ = try decoder.decode([], last: true) } catch { isUTF8 = false }
      }
    }

    /// What the file is instead of a table, by its first bytes.
    var foreignKind: String? {
      if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
        return "an Excel or OpenDocument workbook (a ZIP file)"
      }
      if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) { return "an old Excel workbook" }
      if head.starts(with: Array("%PDF".utf8)) { return "a PDF" }
      if head.starts(with: [0x1F, 0x8B]) { return "a gzip file" }
      if head.starts(with: [0xFF, 0xD8, 0xFF]) || head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
        return "a picture"
      }
      if head.starts(with: Array("SQLite format 3".utf8)) { return "an SQLite database" }
      let text = head.prefix(200).drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
      let lower = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
      for start in ["<!doctype", "<html", "<?xml"] where lower.starts(with: Array(start.utf8)) {
        return "a web page or XML file"
      }
      if lower.first == 0x7B || lower.starts(with: Array("[{".utf8)) { return "a JSON file" }
      return nil
    }
  }

  private static func judgeEncoding(
    _ survey: Survey, file: String, options: IntakeOptions
  ) throws -> (TextEncoding, String) {
    if survey.head.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, "byte order mark") }
    if survey.head.starts(with: [0xFF, 0xFE, 0x00, 0x00]) || survey.head.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw refusal(file, message: "\(file) is UTF-32", remedy: "save it as CSV UTF-8")
    }
    if survey.head.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, "byte order mark") }
    if survey.head.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, "byte order mark") }
    if let name = options.encoding {
      guard let encoding = TextEncoding(name) else {
        throw Failure(
          .usage, subject: name, message: "the encoding \"\(printable(name))\" is not known here",
          remedy: "use one of \(TextEncoding.names.joined(separator: ", ")), or save the file as CSV UTF-8")
      }
      return (encoding, "--encoding")
    }
    let half = survey.count / 2
    // Latin text in UTF-16 has a zero in nearly every second byte, all on one side.
    if survey.count.isMultiple(of: 2), half > 0 {
      if survey.oddZeros * 4 >= half, survey.evenZeros * 20 <= survey.oddZeros {
        return (.utf16LittleEndian, "every second byte is zero")
      }
      if survey.evenZeros * 4 >= half, survey.oddZeros * 20 <= survey.evenZeros {
        return (.utf16BigEndian, "every second byte is zero")
      }
    }
    if survey.isUTF8 { return (.utf8, "every byte is valid") }
    return (.singleByte("windows-1252"), "assumed")
  }

  /// Finds bytes that the encoding does not explain before anything is read.
  private func checkDecoding(_ source: TableSource, file: String) throws {
    guard encodingReason != "every byte is valid" else { return }
    for countsLines in [false, true] {
      let pull = try source.open()
      var decoder = TextDecoder(encoding, countsLines: countsLines)
      do {
        while true {
          let bytes = try pull(1 << 18)
          _ = try decoder.decode(bytes, last: bytes.isEmpty)
          if bytes.isEmpty { break }
        }
        return
      } catch let fault as TextDecoder.Fault {
        // The second reading counts lines.
        if !countsLines { continue }
        throw TableOpening.refusal(
          file,
          message:
            "\(file) line \(fault.line): the byte 0x\(hexadecimal([fault.byte]).uppercased()) is none of \(encoding)",
          remedy: "name the file's encoding with --encoding, or save it as CSV UTF-8", line: fault.line)
      }
    }
  }

  private func sampleText(_ source: TableSource) throws -> [UInt8] {
    let pull = try source.open()
    var decoder = TextDecoder(encoding)
    var text: [UInt8] = []
    while text.count < TableOpening.sampleSize {
      let bytes = try pull(1 << 18)
      text += try decoder.decode(bytes, last: bytes.isEmpty)
      if bytes.isEmpty { break }
    }
    return text
  }

  // MARK: Delimiter

  static func name(ofDelimiter byte: UInt8) -> String {
    switch byte {
    case 0x2C: "comma"
    case 0x3B: "semicolon"
    case 0x09: "tab"
    case 0x7C: "pipe"
    default: String(UnicodeScalar(byte))
    }
  }

  private static func delimiter(named name: String) -> UInt8? {
    switch name.lowercased() {
    case "comma": return 0x2C
    case "semicolon": return 0x3B
    case "tab", "\\t", "tsv": return 0x09
    case "pipe": return 0x7C
    default:
      let bytes = Array(name.utf8)
      guard bytes.count == 1, bytes[0] != 0x22, bytes[0] != 0x0A, bytes[0] != 0x0D, bytes[0] != 0,
        !(0x30...0x39).contains(bytes[0]), !(0x61...0x7A).contains(bytes[0] | 0x20)
      else { return nil }
      return bytes[0]
    }
  }

  private mutating func judgeDelimiter(_ sample: [UInt8], file: String, options: IntakeOptions) throws {
    var text = sample[...]
    let firstLine = text.prefix { $0 != 0x0A && $0 != 0x0D }
    var line = Array(firstLine)
    if line.first == 0x22, line.last == 0x22, line.count > 2 { line = Array(line.dropFirst().dropLast()) }
    var declared: UInt8?
    if line.count == 5, String(decoding: line.prefix(4), as: UTF8.self).lowercased() == "sep=" {
      hasSeparatorLine = true
      declared = line[4]
      text = text.dropFirst(firstLine.count)
    }
    if let name = options.delimiter {
      guard let byte = TableOpening.delimiter(named: name) else {
        throw Failure(
          .usage, subject: name, message: "\"\(printable(name))\" is no delimiter",
          remedy: "use comma, semicolon, tab, pipe or one other sign")
      }
      delimiter = byte
      delimiterReason = "--delimiter"
      return
    }
    if let declared {
      delimiter = declared
      delimiterReason = "a sep= line"
      return
    }
    struct Score {
      var delimiter: UInt8
      var width: Int
      var known: Int
      var steady: Double
    }
    let sampleBytes = Array(text)
    var scores: [Score] = []
    for candidate: UInt8 in [0x2C, 0x3B, 0x09] {
      var position = 0
      var reader = RecordReader(
        pull: { wanted in
          let end = min(sampleBytes.count, position + wanted)
          defer { position = end }
          return Array(sampleBytes[position..<end])
        }, delimiter: candidate)
      var width = 0
      var known = 0
      var records = 0
      var steady = 0
      while records < TableOpening.sampleRecords, try reader.next() {
        if reader.isEmptyLine { continue }
        if width == 0 {
          width = reader.cells.count
          known = ColumnMapping.knownHeaders(reader.cells.indices.map { reader.text($0) })
          continue
        }
        records += 1
        if reader.cells.count == width { steady += 1 }
      }
      scores.append(
        Score(
          delimiter: candidate, width: width, known: known,
          steady: records == 0 ? 1 : Double(steady) / Double(records)))
    }
    let tables = scores.filter { $0.width > 1 }.sorted { ($0.known, $0.steady) > ($1.known, $1.steady) }
    guard let best = tables.first else {
      // One column, or no table at all; its header will tell.
      delimiterReason = "one column"
      return
    }
    if tables.count > 1, tables[1].known == best.known, tables[1].steady == best.steady {
      let one = TableOpening.name(ofDelimiter: best.delimiter)
      let other = TableOpening.name(ofDelimiter: tables[1].delimiter)
      let message = "the cells may be separated by \(one) or by \(other)"
      let remedy = "say which with --delimiter \(one) or --delimiter \(other)"
      throw Failure(
        .badData, subject: file, message: message, remedy: remedy,
        findings: [
          Finding(
            .columnUndecided, subject: file, message: message, remedy: remedy,
            place: Finding.Place(file: file, line: 1))
        ])
    }
    delimiter = best.delimiter
    delimiterReason =
      "\(best.width) cells a row, \(best.known) known header\(best.known == 1 ? "" : "s")"
  }
}
