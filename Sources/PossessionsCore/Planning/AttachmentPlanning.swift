/// From matches and the catalog to what will change in it: attachments and documents to add, change or supersede.
///
/// Matching alone only adds. A picture goes when a photos cell no longer names it, when new bytes stand at its
/// source path, or by `--replace`; the row stays, superseded. What a person took away comes back only when a person
/// names it again. The same inputs over the result give no decision at all.

/// What the catalog has before a run.
public struct ExistingAttachments: Sendable {
  /// Superseded ones too: what a person took away is not brought back.
  public var attachments: [AttachmentRecord]
  /// Superseded ones too.
  public var documents: [DocumentRecord]
  /// For each source file whose content changed, its old key and its new one.
  public var replacedKeys: [ImageKey: ImageKey]
  /// By item, what a person takes away by `detach` or `attach --replace`, with the reason.
  public var takenAway: [String: [ImageKey: String]]

  public init(
    attachments: [AttachmentRecord] = [], documents: [DocumentRecord] = [],
    replacedKeys: [ImageKey: ImageKey] = [:], takenAway: [String: [ImageKey: String]] = [:]
  ) {
    self.attachments = attachments
    self.documents = documents
    self.replacedKeys = replacedKeys
    self.takenAway = takenAway
  }
}

/// What happens to attachments and documents, ordered by item id (bytes), then position.
public struct AttachmentPlan: Sendable, Hashable {
  public var attachments: [AttachmentDecision]
  public var documents: [DocumentDecision]

  public init(attachments: [AttachmentDecision] = [], documents: [DocumentDecision] = []) {
    self.attachments = attachments
    self.documents = documents
  }
}

/// - Parameters:
///   - result: of `match`, or made by `attach`.
///   - rows: the good rows of this run's items table.
///   - replaces: `--replace`: photos of this run take the place of what their item had.
///   - blankClears: `--blank clear`: a blank photos cell names nothing any more.
public func planAttachments(
  _ result: MatchResult, rows: [PossessionRow] = [], existing: ExistingAttachments, replaces: Bool = false,
  blankClears: Bool = false
) -> AttachmentPlan {
  var items: [String: ItemAttachments] = [:]
  // Keyed by the id as typed; ids that differ only in their Unicode form are one possession for the table as well.
  for (match, placement) in zip(result.matches, result.placements) {
    items[match.itemID, default: ItemAttachments()].matches.append((match, placement))
  }
  for record in existing.attachments {
    items[record.itemID, default: ItemAttachments()].records.append(record)
  }
  for record in existing.documents {
    items[record.itemID, default: ItemAttachments()].documents.append(record)
  }
  for row in rows { items[row.itemID, default: ItemAttachments()].row = row }
  var editsOf: [ImageKey: [FoundEdit]] = [:]
  for edit in result.edits { editsOf[edit.key, default: []].append(edit) }

  var plan = AttachmentPlan()
  for itemID in items.keys.sorted(by: { BytePath($0) < BytePath($1) }) {
    guard var item = items[itemID] else { continue }
    item.itemID = itemID
    item.replaces = replaces
    item.blankClears = blankClears
    item.newBytes = existing.replacedKeys
    item.takenAway = existing.takenAway[itemID] ?? [:]
    item.settled = result.settled
    item.plan(edits: editsOf, into: &plan)
  }
  return plan
}

/// The rules by which a person named photo and item; the others are found by the program.
let rulesOfPersons: Set<String> = [PhotosColumnMatcher.rule, ManifestMatcher.rule, AttachMatcher.rule]

/// What `matched_by` says of an attachment made by the command `attach`.
public let attachRule = "attach"

/// One item's share of the plan.
private struct ItemAttachments {
  var itemID = ""
  var row: PossessionRow?
  var matches: [(match: PhotoMatch, placement: Placement)] = []
  var records: [AttachmentRecord] = []
  var documents: [DocumentRecord] = []
  var replaces = false
  var blankClears = false
  var newBytes: [ImageKey: ImageKey] = [:]
  var takenAway: [ImageKey: String] = [:]
  /// Pictures that a manifest gives to certain items alone.
  var settled: Set<ImageKey> = []

  /// One picture on its way to its place.
  private struct Entry {
    var key: ImageKey
    var record: AttachmentRecord?
    var match: PhotoMatch?
    var placement: Placement?
    var isNamed: Bool { placement?.isNamed == true }
  }

  func plan(edits: [ImageKey: [FoundEdit]], into plan: inout AttachmentPlan) {
    planDocuments(into: &plan)
    let holding = records.filter { $0.supersededByRun == nil }.sorted { $0.position < $1.position }
    let shown = matches.filter { $0.match.documentKind == nil }
    if holding.isEmpty, shown.isEmpty { return }

    var reasons: [ImageKey: String] = [:]
    for record in holding {
      reasons[record.key] = reasonToSupersede(record, shown: shown)
    }
    let gone = Set(records.filter { $0.supersededByRun != nil }.map(\.key))
    let restored = Set(newBytes.values)
    let matchOf = Dictionary(shown.map { ($0.match.key, $0) }) { first, _ in first }

    var kept: [Entry] = []
    for record in holding where reasons[record.key] == nil {
      let found = matchOf[record.key]
      kept.append(
        Entry(key: record.key, record: record, match: found?.match, placement: found?.placement))
    }
    let firstNamedBefore = kept.first(where: \.isNamed)?.key
    let known = Set(holding.map(\.key))
    let added = shown.filter { match, placement in
      guard !known.contains(match.key) else { return false }
      return !gone.contains(match.key) || rulesOfPersons.contains(match.matchedBy)
        || restored.contains(match.key) || (replaces && !placement.isRemembered)
    }
    .map { Entry(key: $0.match.key, record: nil, match: $0.match, placement: $0.placement) }

    let places = Dictionary(holding.enumerated().map { ($1.key, $0) }) { first, _ in first }
    let heirs = Dictionary(
      newBytes.compactMap { old, new in places[old].map { (new, $0) } }, uniquingKeysWith: min)
    let ordered = ordered(kept, adding: added, heirs: heirs)
    let primary = primary(of: ordered, holding: holding, firstNamedBefore: firstNamedBefore)

    for record in holding {
      guard let reason = reasons[record.key] else { continue }
      plan.attachments.append(
        AttachmentDecision(verb: .supersede, match: record.asMatch, reason: reason))
    }
    for (index, entry) in ordered.enumerated() {
      let decided = decide(
        entry, position: index + 1, isPrimary: entry.key == primary, edits: edits[entry.key] ?? [],
        holding: holding)
      if let decided { plan.attachments.append(decided) }
    }
  }

  private func reasonToSupersede(
    _ record: AttachmentRecord, shown: [(match: PhotoMatch, placement: Placement)]
  ) -> String? {
    if let reason = takenAway[record.key] { return reason }
    if isGivenAway(record.key) { return "settled by a manifest" }
    let found = shown.first { $0.match.key == record.key }
    let isNamedNow = found.map { rulesOfPersons.contains($0.match.matchedBy) } ?? false
    if isNamedNow { return nil }
    let asDocument = matches.first { $0.match.key == record.key && $0.match.documentKind != nil }
    if let asDocument,
      asDocument.match.matchedBy == AttachMatcher.rule
        || (asDocument.placement.isNamed && !rulesOfPersons.contains(record.matchedBy))
    {
      return "now a document"
    }
    if record.matchedBy == PhotosColumnMatcher.rule, let row, row.namesPhotos {
      let clears = row.photos.isEmpty ? blankClears : row.photos.allSatisfy { $0 == "<clear>" }
      if clears { return "no longer named" }
      if !row.photos.isEmpty {
        let isStillThere = row.photos.contains { $0.utf8.elementsEqual(record.matchedDetail.utf8) }
        if !isStillThere { return "no longer named" }
        // The same cell, and another picture under it: unless a pattern, which names many.
        let successor = shown.first { $0.placement.isNamed && $0.match.detail == record.matchedDetail }
        if let successor, successor.match.key != record.key, !Glob.isPattern(record.matchedDetail),
          newBytes[record.key] != nil || found == nil
        {
          return "new bytes at the same path"
        }
      }
    }
    if found == nil, let new = newBytes[record.key], shown.contains(where: { $0.match.key == new }) {
      return "new bytes at the same path"
    }
    if replaces, found?.placement.isRemembered != false,
      shown.contains(where: { !$0.placement.isRemembered && $0.match.key != record.key })
    {
      return "replaced"
    }
    return nil
  }

  /// A manifest settles whose the picture is, and this item is none of them.
  private func isGivenAway(_ key: ImageKey) -> Bool {
    settled.contains(key) && !matches.contains { $0.match.key == key }
  }

  /// Existing pictures keep their order; those the photos column names stand in its order in the places that such
  /// pictures hold; new ones follow their neighbour in the column or go to the end; a manifest's position wins.
  private func ordered(_ kept: [Entry], adding added: [Entry], heirs: [ImageKey: Int]) -> [Entry] {
    let order = Dictionary(matches.enumerated().map { ($1.match.key, $0) }) { first, _ in first }
    func orderOf(_ entry: Entry) -> Int { order[entry.key] ?? Int.max }
    var list = kept.filter { $0.placement?.position == nil }
    let slots = list.indices.filter { list[$0].isNamed }
    for (slot, entry) in zip(slots, slots.map { list[$0] }.sorted { orderOf($0) < orderOf($1) }) {
      list[slot] = entry
    }
    for entry in added where entry.placement?.position == nil {
      if let place = heirs[entry.key], !entry.isNamed {
        list.insert(entry, at: min(place, list.count))
      } else if entry.isNamed {
        let own = orderOf(entry)
        if let before = list.lastIndex(where: { $0.isNamed && orderOf($0) < own }) {
          list.insert(entry, at: before + 1)
        } else if let after = list.firstIndex(where: { $0.isNamed && orderOf($0) > own }) {
          list.insert(entry, at: after)
        } else {
          let chosen = list.lastIndex { $0.record?.isPrimary == true && isChosen($0) }
          list.insert(entry, at: chosen.map { $0 + 1 } ?? 0)
        }
      } else {
        list.append(entry)
      }
    }
    let asking = (kept + added).filter { $0.placement?.position != nil }.sorted {
      let places = ($0.placement?.position ?? 0, $1.placement?.position ?? 0)
      return places.0 != places.1 ? places.0 < places.1 : orderOf($0) < orderOf($1)
    }
    return placed(list, asking: asking.map { ($0.placement?.position ?? 1, $0) })
  }

  /// Whether a person chose the picture by itself, and not by the order of a column.
  private func isChosen(_ entry: Entry) -> Bool {
    entry.record.map { $0.matchedBy == attachRule || $0.matchedBy == ManifestMatcher.rule } ?? false
  }

  private func primary(
    of list: [Entry], holding: [AttachmentRecord], firstNamedBefore: ImageKey?
  ) -> ImageKey? {
    if let asked = list.first(where: { $0.placement?.isPrimary == true }) { return asked.key }
    let mayBe = list.filter { $0.placement?.isPrimary != false }
    let before = mayBe.first { $0.record?.isPrimary == true }
    if let before, isChosen(before) { return before.key }
    // The column's first, when it is another than it was; else whatever was primary stays so.
    let firstNamed = mayBe.filter(\.isNamed).first
    if let firstNamed {
      if let before, before.isNamed, firstNamed.key == firstNamedBefore { return before.key }
      return firstNamed.key
    }
    if let before { return before.key }
    if let old = holding.first(where: \.isPrimary), let heir = newBytes[old.key],
      mayBe.contains(where: { $0.key == heir })
    {
      return heir
    }
    return (mayBe.first ?? list.first)?.key
  }

  private func decide(
    _ entry: Entry, position: Int, isPrimary: Bool, edits: [FoundEdit],
    holding: [AttachmentRecord]
  ) -> AttachmentDecision? {
    let old = entry.record?.asMatch
    var new =
      old ?? entry.match
      ?? PhotoMatch(itemID: itemID, key: entry.key, matchedBy: attachRule, detail: "")
    new.position = position
    new.isPrimary = isPrimary
    new.documentKind = nil
    if let match = entry.match, let record = entry.record {
      let isUpgrade = rulesOfPersons.contains(match.matchedBy) && !rulesOfPersons.contains(record.matchedBy)
      if isUpgrade || (match.matchedBy == record.matchedBy && match.matchedBy == PhotosColumnMatcher.rule) {
        new.matchedBy = match.matchedBy
        new.detail = match.detail
      }
    }
    if let caption = entry.match?.caption {
      new.caption = caption.isEmpty ? nil : caption
    } else if entry.record == nil {
      // New bytes of the same picture keep what was written under it.
      new.caption = holding.first { newBytes[$0.key] == entry.key }?.caption
    }
    new.recipe = recipe(for: entry, isPrimary: isPrimary, edits: edits)
    guard let old else { return AttachmentDecision(verb: .add, match: new) }
    return new == old ? nil : AttachmentDecision(verb: .change, match: new)
  }

  /// An edits table's word first, then a manifest's, then the row's own for the primary picture; else as it was.
  private func recipe(for entry: Entry, isPrimary: Bool, edits: [FoundEdit]) -> EditRecipe? {
    let old = entry.record?.asMatch.recipe
    let asked =
      edits.last { $0.itemID == itemID }?.recipe ?? edits.last { $0.itemID == nil }?.recipe
      ?? entry.placement?.recipe
    if let asked { return asked.isEmpty ? nil : asked }
    if let own = row?.recipe {
      if isPrimary { return own.isEmpty ? nil : own }
      // It was the primary picture, and the row's edit went with it.
      if entry.record?.isPrimary == true, old == own { return nil }
    }
    return old
  }

  private func planDocuments(into plan: inout AttachmentPlan) {
    let holding = documents.filter { $0.supersededByRun == nil }
    let gone = Set(documents.filter { $0.supersededByRun != nil }.map(\.key))
    let restored = Set(newBytes.values)
    for (match, placement) in matches {
      guard let kind = match.documentKind else { continue }
      let held = holding.first { $0.key == match.key }
      // A kind that a column gives outranks one read from the name.
      if let held, held.kind == kind || !placement.isNamed { continue }
      if held == nil, gone.contains(match.key), !rulesOfPersons.contains(match.matchedBy),
        !restored.contains(match.key)
      {
        continue
      }
      if let held { plan.documents.append(held.decision(.supersede)) }
      plan.documents.append(
        DocumentDecision(
          verb: .add, itemID: itemID, key: match.key, kind: kind, originalName: placement.path.name,
          mediaType: placement.mediaType))
    }
    for record in holding {
      if takenAway[record.key] != nil || isGivenAway(record.key) {
        plan.documents.append(record.decision(.supersede))
        continue
      }
      guard let new = newBytes[record.key], matches.contains(where: { $0.match.key == new }) else { continue }
      guard !matches.contains(where: { $0.match.key == record.key }) else { continue }
      plan.documents.append(record.decision(.supersede))
    }
  }
}

extension AttachmentRecord {
  /// The record as a match, its recipe read back; a recipe that this program cannot read counts as none.
  fileprivate var asMatch: PhotoMatch {
    PhotoMatch(
      itemID: itemID, key: key, matchedBy: matchedBy, detail: matchedDetail, position: position,
      isPrimary: isPrimary, caption: caption, recipe: recipe.flatMap { try? EditRecipe(canonicalJSON: $0) })
  }
}

extension DocumentRecord {
  fileprivate func decision(_ verb: DocumentDecision.Verb) -> DocumentDecision {
    DocumentDecision(
      verb: verb, itemID: itemID, key: key, kind: kind, originalName: originalName, mediaType: mediaType)
  }
}
