public import PossessionsCore

/// The report as HTML: the accessible master, and the page that people show.
///
/// One file where that is reasonable. A report with very many lines or photos becomes an index and pages of
/// rooms; embedded pictures beyond the limit go into a folder beside it. No script, no request to anywhere.
public struct HTMLReport {
  let model: ReportModel
  let words: ReportWords
  let provider: PictureProvider
  /// Without extension: `inventory`.
  let name: String
  let pages: [HTMLPagePlan]
  let rooms: [Currency: HTMLRooms]
  var pictures: HTMLPictures
  var isSplit: Bool { pages.count > 1 || pages[0].path != "\(name).html" }

  /// Lines and exhibits that one page holds before the report is split.
  static let mostLines = 1500
  static let mostExhibits = 3000

  /// - Parameter name: of the document without extension: `inventory`, `claim`.
  public init(_ model: ReportModel, name: String, provider: @escaping PictureProvider) {
    self.model = model
    self.name = name
    self.provider = provider
    words = ReportWords(model)
    pages = HTMLPagePlan.plan(for: model, name: name)
    rooms = Dictionary(uniqueKeysWithValues: model.ledgers.map { ($0.currency, HTMLRooms($0)) })
    pictures = .embedded
  }

  /// Writes the report; gives what could not be shown, one finding each.
  public func write(to sink: any ReportSink) throws -> [Finding] {
    var copy = self
    copy.pictures = HTMLPictures.choose(for: self)
    var missing = MissingPictures()
    // The index comes last: where it stands, everything that it leads to does.
    if copy.pictures == .beside { try copy.writePicturesBeside(to: sink, missing: &missing) }
    if copy.isSplit {
      for position in pages.indices {
        sink.progress(done: position, of: pages.count)
        try copy.writePage(position, to: sink, missing: &missing)
      }
    }
    try copy.writeIndex(to: sink, missing: &missing)
    return missing.findings
  }

  // MARK: Pages

  private func writeIndex(to sink: any ReportSink, missing: inout MissingPictures) throws {
    try sink.begin("\(name).html")
    var html = HTMLWriter(to: sink.write)
    var body = HTMLBody(report: self, page: nil, missing: missing)
    try body.document(&html, title: words.title) { html, body in
      try body.index(&html, ledgers: true)
      try html.element("main", [.init("id", "main")]) { html in
        try body.cover(&html)
        for ledger in model.ledgers { try body.totals(&html, ledger) }
        if !isSplit {
          for ledger in model.ledgers { try body.schedule(&html, ledger, lines: ledger.lines) }
        }
        for ledger in model.ledgers where !ledger.scheduled.isEmpty { try body.scheduled(&html, ledger) }
        for ledger in model.ledgers where !ledger.limits.isEmpty { try body.limits(&html, ledger) }
        try body.gaps(&html, lines: model.ledgers.flatMap(\.allLines), most: isSplit ? 500 : nil)
        if !isSplit { try body.photos(&html, exhibits: model.exhibits.indices) }
        try body.method(&html)
        try body.attestation(&html)
        if !isSplit { try body.manifest(&html, exhibits: model.exhibits.indices) }
        try body.documents(&html)
        body.footer(&html)
      }
    }
    try html.flush()
    try sink.end()
    missing = body.missing
  }

  private func writePage(_ position: Int, to sink: any ReportSink, missing: inout MissingPictures) throws {
    let page = pages[position]
    let ledger = model.ledgers[page.ledger]
    let lines = Array(page.isScheduled ? ledger.scheduled[page.lines] : ledger.lines[page.lines])
    let first = lines.first?.exhibits.lowerBound ?? 0
    let last = lines.last?.exhibits.upperBound ?? 0
    try sink.begin(page.path)
    var html = HTMLWriter(to: sink.write)
    var body = HTMLBody(report: self, page: page, missing: missing)
    try body.document(&html, title: "\(words.title), page \(position + 1)") { html, body in
      try body.index(&html, ledgers: false, lines: lines)
      try html.element("main", [.init("id", "main")]) { html in
        try body.pager(&html, position)
        html.element("h1", [.init("class", "small")], page.title)
        try body.schedule(&html, ledger, lines: lines, isScheduled: page.isScheduled)
        try body.gaps(&html, lines: lines, most: nil)
        try body.photos(&html, exhibits: first..<last)
        try body.manifest(&html, exhibits: first..<last)
        try body.pager(&html, position)
        body.footer(&html)
      }
    }
    try html.flush()
    try sink.end()
    missing = body.missing
  }

  private func writePicturesBeside(to sink: any ReportSink, missing: inout MissingPictures) throws {
    for exhibit in model.exhibits {
      if exhibit.number.isMultiple(of: 200) { sink.progress(done: exhibit.number, of: model.exhibits.count) }
      for use in HTMLPictures.Use.allCases {
        guard let rendition = use.rendition(of: exhibit) else { continue }
        guard let bytes = try missing.bytes(of: rendition, exhibit: exhibit, from: provider) else { continue }
        try sink.begin(pictures.besidePath(name, exhibit, use, rendition))
        try sink.write(bytes)
        try sink.end()
      }
    }
  }
}

/// Where the rooms of a ledger are, so that a link to one is not looked for through all lines.
struct HTMLRooms {
  /// From 1, in the order of the totals.
  private(set) var numbers: [[String]: Int] = [:]
  /// Position of the first line in a room or nested in it.
  private(set) var firstLines: [[String]: Int] = [:]

  init(_ ledger: Ledger) {
    for (position, room) in ledger.rooms.enumerated() { numbers[room.path] = position + 1 }
    for (position, line) in ledger.lines.enumerated()
    where position == 0 || ledger.lines[position - 1].room != line.room {
      for depth in 1...line.room.count {
        let path = Array(line.room.prefix(depth))
        if firstLines[path] == nil { firstLines[path] = position }
      }
    }
  }
}

/// Which lines stand on which page of a split report.
struct HTMLPagePlan {
  var path: String
  var title: String
  /// Position in the model's ledgers, and of lines in it.
  var ledger: Int
  var isScheduled: Bool
  var lines: Range<Int>
  var numbers: ClosedRange<Int>

  static func plan(for model: ReportModel, name: String) -> [HTMLPagePlan] {
    let single = HTMLPagePlan(
      path: "\(name).html", title: "", ledger: 0, isScheduled: false, lines: 0..<0,
      numbers: 1...max(1, model.lineCount))
    guard model.lineCount > HTMLReport.mostLines || model.exhibits.count > HTMLReport.mostExhibits else {
      return [single]
    }
    var plans: [HTMLPagePlan] = []
    func add(_ ledger: Int, _ isScheduled: Bool, _ all: [ReportLine], _ range: Range<Int>) {
      guard let first = all[range].first, let last = all[range].last else { return }
      let number = String(plans.count + 1)
      let padded = String(repeating: "0", count: max(0, 4 - number.count)) + number
      let place = first.room == last.room ? first.roomText : "\(first.roomText) to \(last.roomText)"
      plans.append(
        HTMLPagePlan(
          path: "\(name)-pages/\(padded).html", title: isScheduled ? "Scheduled items" : place,
          ledger: ledger,
          isScheduled: isScheduled, lines: range, numbers: first.number...last.number))
    }
    for (position, ledger) in model.ledgers.enumerated() {
      for (isScheduled, all) in [(false, ledger.lines), (true, ledger.scheduled)] {
        var begin = 0
        var exhibits = 0
        for index in all.indices {
          let fresh = index > begin && all[index].room != all[index - 1].room
          let isFull = index - begin >= 400 || exhibits >= 600
          if (fresh && (index - begin >= 150 || exhibits >= 250)) || isFull {
            add(position, isScheduled, all, begin..<index)
            begin = index
            exhibits = 0
          }
          exhibits += all[index].exhibits.count
        }
        add(position, isScheduled, all, begin..<all.count)
      }
    }
    return plans
  }
}

/// How the pictures reach the page.
enum HTMLPictures: Equatable {
  case linked(prefix: String)
  case embedded
  /// In a folder beside the document.
  case beside

  /// Where a picture is shown, and by which rendition.
  enum Use: String, CaseIterable {
    case small = "s"
    case sheet = "m"
    case large = "l"

    func rendition(of exhibit: Exhibit) -> RenditionRecord? {
      switch self {
      case .small: exhibit.rendition("thumb", "page", "icon")
      case .sheet: exhibit.rendition("page", "display", "thumb")
      case .large: exhibit.rendition("display", "edited", "page")
      }
    }
  }

  static func choose(for report: HTMLReport) -> HTMLPictures {
    switch report.model.options.pictures {
    case .linked(let prefix): return .linked(prefix: prefix)
    case .embedded(let limit):
      if report.isSplit { return .beside }
      // A thumbnail in the schedule and a larger one on the contact sheet, as base64.
      let bytes = report.model.exhibits.reduce(Int64(0)) { sum, exhibit in
        sum + (Use.sheet.rendition(of: exhibit)?.byteSize ?? 0)
          + (exhibit.isPrimary ? Use.small.rendition(of: exhibit)?.byteSize ?? 0 : 0)
      }
      return bytes * 4 / 3 > Int64(limit) ? .beside : .embedded
    }
  }

  func besidePath(_ name: String, _ exhibit: Exhibit, _ use: Use, _ rendition: RenditionRecord) -> String {
    let number = String(exhibit.number)
    let padded = String(repeating: "0", count: max(0, 6 - number.count)) + number
    let suffix = rendition.path.lowercasedExtension
    return "\(name)-files/\(padded)\(use.rawValue).\(suffix.isEmpty ? "jpg" : suffix)"
  }
}
