public import PossessionsCore

/// Everything that a report says, computed once: the documents only lay it out, so they cannot disagree.
///
/// It is a function of the catalog's contents and the options; no file, clock or environment is asked.
public struct ReportModel: Sendable {
  public let options: ReportOptions
  public let catalogDigest: SHA256Digest
  /// One for each currency, in order of code.
  public private(set) var ledgers: [Ledger] = []
  public private(set) var exhibits: [Exhibit] = []
  public private(set) var documents: [DocumentExhibit] = []
  /// What is left out, and by which rule, in order of item id.
  public private(set) var excluded: [ExcludedItem] = []
  /// Possessions outside the asked-for rooms and categories.
  public private(set) var outsideSelection = 0
  /// Pictures of the catalog that belong to no possession.
  public private(set) var unattachedPictures = 0
  /// Owners as the policy or the items name them, redaction applied.
  public private(set) var owners: [String] = []

  public var lineCount: Int { ledgers.reduce(0) { $0 + $1.lines.count + $1.scheduled.count } }
  public var gapCount: Int {
    ledgers.reduce(0) { $0 + $1.allLines.reduce(0) { $0 + $1.gaps.count } }
  }

  public init(_ contents: CatalogContents, options: ReportOptions) {
    self.options = options
    catalogDigest = contents.digest
    var rules = options.rules
    rules.valuationDate = options.valuationDate

    var chosen: [(item: Possession, room: [String])] = []
    for item in contents.possessions {
      let room = roomPath(item.text(.room))
      if let rule = exclusion(of: item, room: room) {
        excluded.append(ExcludedItem(item: item, rule: rule))
      } else if isSelected(item, room: room) {
        chosen.append((item, room))
      } else {
        outsideSelection += 1
      }
    }
    collectOwners(of: chosen.map(\.item))

    let byItem = Dictionary(grouping: contents.attachments, by: \.itemID)
    let documentsByItem = Dictionary(grouping: contents.documents, by: \.itemID)
    let shelf = RenditionShelf(contents.renditions)
    let used = Set(contents.attachments.map(\.key)).union(contents.documents.map(\.key))
    let phoneEdits = Set(contents.pictures.values.compactMap(\.editedKey))
    unattachedPictures = contents.pictures.keys.count { !used.contains($0) && !phoneEdits.contains($0) }

    // Ledgers, and in each the unscheduled lines by room and item id, then the scheduled ones.
    let fallback = commonCurrency(of: chosen.map(\.item)) ?? options.currency
    let byCurrency = Dictionary(grouping: chosen) { pair in
      LineValuation(of: pair.item, rules: rules).hasAmount ? pair.item.currency ?? fallback : fallback
    }
    var number = 0
    for currency in byCurrency.keys.sorted(by: { $0.code < $1.code }) {
      var ledger = Ledger(
        currency: currency, lines: [], scheduled: [], rooms: [], categories: [], total: Totals(),
        scheduledTotal: Totals(), limits: [])
      let sorted = (byCurrency[currency] ?? []).sorted { left, right in
        if left.room != right.room { return roomPrecedes(left.room, right.room) }
        return left.item.itemID.utf8.lexicographicallyPrecedes(right.item.itemID.utf8)
      }
      for scheduled in [false, true] {
        for (item, room) in sorted where (item.boolean(.scheduled) == true) == scheduled {
          number += 1
          let line = makeLine(
            number: number, item: item, room: room, currency: currency, rules: rules,
            attachments: byItem[item.itemID] ?? [],
            documents: documentsByItem[item.itemID] ?? [], pictures: contents.pictures, shelf: shelf)
          if scheduled { ledger.scheduled.append(line) } else { ledger.lines.append(line) }
        }
      }
      sum(&ledger)
      ledgers.append(ledger)
    }
    findGaps(contents)
    redact()
  }

  // MARK: Choosing

  private func exclusion(of item: Possession, room: [String]) -> ExcludedItem.Rule? {
    if item.status == .removed { return .removed }
    if let sold = item.date(.soldDate) {
      // Sold later: still owned on the valuation date.
      let first = (sold.year, sold.month ?? 1, sold.day ?? 1)
      let today = Age.day(of: options.valuationDate)
      if first <= today { return .sold }
    } else if item.text(.soldTo)?.isEmpty == false || (item.money(.soldPrice)?.minor ?? 0) > 0 {
      return .sold
    }
    if item.boolean(.archived) == true { return .archived }
    guard options.kind == .claim else { return nil }
    let isLost =
      switch options.lost {
      case .all: true
      case .asRecorded: item.text(.lossStatus).map(isLossStatus) ?? false
      case .room(let name): isAt(room, roomPath(name))
      case .items(let ids): ids.contains(item.itemID)
      }
    return isLost ? nil : .notLost
  }

  /// `no`, `none`, `ok` and the like say that nothing happened to it.
  private func isLossStatus(_ text: String) -> Bool {
    let word = trimmed(text).lowercased()
    return ![
      "", "no", "n", "false", "0", "none", "ok", "not lost", "undamaged", "unharmed", "saved", "safe", "-",
    ].contains(word)
  }

  private func isAt(_ room: [String], _ place: [String]) -> Bool {
    room.count >= place.count && zip(room, place).allSatisfy { $0.lowercased() == $1.lowercased() }
  }

  private func isSelected(_ item: Possession, room: [String]) -> Bool {
    if !options.rooms.isEmpty, !options.rooms.contains(where: { isAt(room, roomPath($0)) }) { return false }
    if options.categories.isEmpty { return true }
    let category = trimmed(item.text(.category) ?? "Uncategorised").lowercased()
    return options.categories.contains { trimmed($0).lowercased() == category }
  }

  private func commonCurrency(of items: [Possession]) -> Currency? {
    var counts: [Currency: Int] = [:]
    for item in items {
      if let currency = item.currency { counts[currency, default: 0] += 1 }
    }
    return counts.max { ($0.value, $1.key.code) < ($1.value, $0.key.code) }?.key
  }

  private mutating func collectOwners(of items: [Possession]) {
    guard !options.redactions.contains(.owner) else { return }
    owners = options.policy.owners.map(singleLine)
    guard owners.isEmpty else { return }
    owners = Set(items.compactMap { $0.text(.owner).map { trimmed(singleLine($0)) } })
      .filter { !$0.isEmpty }.sorted(by: namePrecedes)
  }

  // MARK: Lines

  private mutating func makeLine(
    number: Int, item: Possession, room: [String], currency: Currency, rules: ValuationRules,
    attachments: [AttachmentRecord], documents files: [DocumentRecord],
    pictures: [ImageKey: PictureRecord], shelf: RenditionShelf
  ) -> ReportLine {
    let name = singleLine(item.name)
    let firstExhibit = exhibits.count
    // The primary picture leads, the others keep their order.
    let ordered = attachments.sorted {
      ($0.isPrimary ? 0 : 1, $0.position, $0.key.text) < ($1.isPrimary ? 0 : 1, $1.position, $1.key.text)
    }
    for attachment in ordered {
      guard let picture = pictures[attachment.key], picture.state != .notAPicture else { continue }
      exhibits.append(
        Exhibit(
          number: exhibits.count + 1, lineNumber: number, itemName: name,
          room: room.joined(separator: " / "),
          caption: attachment.caption.map { singleLine($0) }, isPrimary: attachment.isPrimary,
          picture: picture,
          isEdited: attachment.recipeDigest != nil || picture.editedKey != nil,
          renditions: shelf.renditions(of: attachment, editedKey: picture.editedKey),
          isDamaged: options.damagedOriginals.contains(attachment.key)))
    }
    let firstDocument = documents.count
    if !options.redactions.contains(.receipts) {
      for file in files {
        documents.append(
          DocumentExhibit(
            number: documents.count + 1, lineNumber: number, record: file,
            name: singleLine(file.originalName.description), picture: pictures[file.key]))
      }
    }
    let category = trimmed(singleLine(item.text(.category) ?? ""))
    return ReportLine(
      number: number, item: item, room: room, category: category.isEmpty ? "Uncategorised" : category,
      life: item.text(.category).flatMap { rules.lifeTable.row(for: $0) },
      value: LineValuation(of: item, rules: rules), ledgerCurrency: currency,
      isScheduled: item.boolean(.scheduled) == true,
      exhibits: firstExhibit..<exhibits.count, documents: firstDocument..<documents.count)
  }

  // MARK: Sums

  private func sum(_ ledger: inout Ledger) {
    var rooms: [[String]: RoomTotal] = [:]
    var categories: [String: CategoryTotal] = [:]
    ledger.limits = options.policy.limits.filter { _ in
      (options.policy.currency ?? options.currency) == ledger.currency
    }.map(LimitCheck.init)
    for line in ledger.lines {
      ledger.total.add(line.value)
      rooms[line.room, default: RoomTotal(path: line.room)].own.add(line.value)
      for depth in 1...line.room.count {
        let path = Array(line.room.prefix(depth))
        rooms[path, default: RoomTotal(path: path)].withNested.add(line.value)
      }
      categories[line.category, default: CategoryTotal(name: line.category)].total.add(line.value)
      // A line counts against the first limit whose group it is in, and against no other.
      if let position = ledger.limits.firstIndex(where: { isIn($0.limit, line) }) {
        ledger.limits[position].group.add(line.value)
      }
    }
    for line in ledger.scheduled { ledger.scheduledTotal.add(line.value) }
    ledger.rooms = rooms.values.sorted { roomPrecedes($0.path, $1.path) }
    ledger.categories = categories.values.sorted { namePrecedes($0.name, $1.name) }
  }

  private func isIn(_ limit: Policy.Limit, _ line: ReportLine) -> Bool {
    if limit.includesBusinessUse, line.item.boolean(.businessUse) == true { return true }
    return limit.categories.contains { name in
      if trimmed(name).lowercased() == line.category.lowercased() { return true }
      guard let life = line.life, let row = options.rules.lifeTable.row(for: name) else { return false }
      return life.category == row.category
    }
  }

  // MARK: Gaps and redaction

  private mutating func findGaps(_ contents: CatalogContents) {
    let finder = EvidenceFinder(
      options: options, exhibits: exhibits, documents: contents.documents,
      lines: ledgers.flatMap(\.allLines))
    for index in ledgers.indices {
      for position in ledgers[index].lines.indices {
        ledgers[index].lines[position].gaps = finder.gaps(of: ledgers[index].lines[position])
      }
      for position in ledgers[index].scheduled.indices {
        ledgers[index].scheduled[position].gaps = finder.gaps(of: ledgers[index].scheduled[position])
      }
    }
  }

  private mutating func redact() {
    guard !options.redactions.isEmpty else { return }
    for index in ledgers.indices {
      for position in ledgers[index].lines.indices {
        let serial = ledgers[index].lines[position].redact(options.redactions)
        hide(serial, of: ledgers[index].lines[position])
      }
      for position in ledgers[index].scheduled.indices {
        let serial = ledgers[index].scheduled[position].redact(options.redactions)
        hide(serial, of: ledgers[index].scheduled[position])
      }
    }
  }

  private mutating func hide(_ serial: String?, of line: ReportLine) {
    guard let serial else { return }
    for position in line.exhibits {
      exhibits[position].itemName = withheld(serial, in: exhibits[position].itemName)
      exhibits[position].caption = exhibits[position].caption.map { withheld(serial, in: $0) }
      let name = exhibits[position].picture.originalName.description
      exhibits[position].picture.originalName = BytePath(withheld(serial, in: name))
    }
    for position in line.documents {
      documents[position].name = withheld(serial, in: documents[position].name)
    }
  }
}

extension LineValuation {
  /// Whether there is any amount at all.
  var hasAmount: Bool { replacementCostValue != nil || paid != nil }
}

/// Renditions by the picture and recipe that they show.
struct RenditionShelf {
  private struct Place: Hashable {
    var key: ImageKey
    var recipeDigest: String
  }
  private var shelf: [Place: [RenditionRecord]] = [:]

  init(_ renditions: [RenditionRecord]) {
    for rendition in renditions {
      shelf[Place(key: rendition.key, recipeDigest: rendition.recipeDigest), default: []].append(rendition)
    }
  }

  /// With a recipe, the edited ones; else the phone's own edit; else those of the picture.
  func renditions(of attachment: AttachmentRecord, editedKey: ImageKey?) -> [RenditionRecord] {
    let keys = [editedKey, attachment.key].compactMap { $0 }
    if let digest = attachment.recipeDigest {
      for key in keys {
        if let found = shelf[Place(key: key, recipeDigest: digest)] { return found }
      }
      // Never the unedited picture instead: a redaction may be in the recipe.
      return []
    }
    for key in keys {
      if let found = shelf[Place(key: key, recipeDigest: "")] { return found }
    }
    return []
  }
}
