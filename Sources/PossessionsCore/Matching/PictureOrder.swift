/// Orders the pictures of each item: as a manifest says, else as the photos column lists them, else by capture time.
/// Receipts, manuals and PDFs go in as documents and are never primary.
struct PictureOrder {
  private struct Entry {
    var picture: Int
    var photo: Int
    var rule: String
    var claim: Claim
    /// A person said that it is a document; else its name or type may.
    var isGivenAsDocument: Bool
  }

  private let context: MatchContext
  private let pictures: Pictures
  private var entries: [Int: [Entry]] = [:]

  init(_ context: MatchContext, pictures: Pictures) {
    self.context = context
    self.pictures = pictures
  }

  mutating func add(_ claim: Claim, of picture: Int, rule: String) {
    let photo = pictures.members[picture][0]
    var claim = claim
    let isGivenAsDocument = claim.documentKind != nil
    if !isGivenAsDocument {
      let path = context.photos[photo].path
      claim.documentKind = documentKind(
        of: nameText(path), mediaType: context.photos[photo].facts.mediaType,
        identifiers: context.items[claim.item].identifiers)
    }
    entries[claim.item, default: []].append(
      Entry(
        picture: picture, photo: photo, rule: rule, claim: claim, isGivenAsDocument: isGivenAsDocument))
  }

  /// Writes matches and placements, ordered by item id (bytes), then position, documents behind.
  func place(into result: inout MatchResult) {
    let order = entries.keys.sorted {
      BytePath(context.items[$0].itemID) < BytePath(context.items[$1].itemID)
    }
    for item in order {
      let all = entries[item] ?? []
      let shown = positioned(all.filter { $0.claim.documentKind == nil })
      let primary = shown.first { $0.claim.isPrimary == true } ?? shown.first { $0.claim.isPrimary != false }
      for (index, entry) in shown.enumerated() {
        let isPrimary = entry.picture == primary?.picture
        append(entry, position: index + 1, isPrimary: isPrimary, to: &result)
      }
      for entry in sorted(all.filter { $0.claim.documentKind != nil }) {
        append(entry, position: 0, isPrimary: false, to: &result)
      }
    }
  }

  private func append(_ entry: Entry, position: Int, isPrimary: Bool, to result: inout MatchResult) {
    let photo = context.photos[entry.photo]
    let item = context.items[entry.claim.item]
    let members = pictures.members[entry.picture]
    result.matches.append(
      PhotoMatch(
        itemID: item.itemID, key: photo.key, matchedBy: entry.rule, detail: entry.claim.detail,
        position: position, isPrimary: isPrimary, caption: entry.claim.caption,
        recipe: entry.claim.recipe ?? (isPrimary ? item.recipe : nil),
        documentKind: entry.claim.documentKind))
    result.placements.append(
      Placement(
        position: entry.claim.position, isPrimary: entry.claim.isPrimary, recipe: entry.claim.recipe,
        isNamed: entry.rule == PhotosColumnMatcher.rule
          || (entry.rule == AttachMatcher.rule && entry.isGivenAsDocument),
        isRemembered: members.allSatisfy { context.photos[$0].isRemembered },
        path: photo.path, mediaType: photo.facts.mediaType))
  }

  /// In order, with those that ask for a position at it.
  private func positioned(_ entries: [Entry]) -> [Entry] {
    let asking = entries.filter { $0.claim.position != nil }
      .sorted {
        ($0.claim.position ?? 0, $0.claim.order ?? 0) < ($1.claim.position ?? 0, $1.claim.order ?? 0)
      }
    return placed(
      sorted(entries.filter { $0.claim.position == nil }),
      asking: asking.map { ($0.claim.position ?? 1, $0) })
  }

  private func sorted(_ entries: [Entry]) -> [Entry] {
    let ranks = Dictionary(uniqueKeysWithValues: matchRules.enumerated().map { ($1, $0) })
    func group(_ entry: Entry) -> Int {
      if entry.claim.goesLast { return Int.max }
      return entry.claim.order == nil ? matchRules.count : ranks[entry.rule] ?? 0
    }
    return entries.sorted { left, right in
      let groups = (group(left), group(right))
      if groups.0 != groups.1 { return groups.0 < groups.1 }
      if let a = left.claim.order, let b = right.claim.order, a != b { return a < b }
      return precedes(context.photos[left.photo], context.photos[right.photo])
    }
  }

  /// Capture time, then folder and name without extension, so that `237` stands before `237-back`.
  private func precedes(_ left: MatchablePhoto, _ right: MatchablePhoto) -> Bool {
    switch (left.facts.capturedAt, right.facts.capturedAt) {
    case (let a?, let b?) where a != b: return a < b
    case (_?, nil): return true
    case (nil, _?): return false
    default: break
    }
    if left.path.folder != right.path.folder { return naturallyPrecedes(left.path.folder, right.path.folder) }
    if left.path.stem != right.path.stem { return naturallyPrecedes(left.path.stem, right.path.stem) }
    if left.path != right.path { return left.path < right.path }
    return left.root < right.root
  }
}

/// A list with those that ask for a position at it, counted from 1; who asks for a place that is taken comes next.
///
/// - Parameter asking: ordered by position.
func placed<Element>(_ rest: [Element], asking: [(position: Int, element: Element)]) -> [Element] {
  var list = rest
  var next = 0
  for (position, element) in asking {
    next = min(max(position - 1, next), list.count)
    list.insert(element, at: next)
    next += 1
  }
  return list
}

/// Finds the photos of edits tables and gives their recipes to the matches that they mean.
func resolve(
  _ edits: [ManifestEntry], in context: MatchContext, _ pictures: Pictures, into result: inout MatchResult
) {
  var matchesOf: [ImageKey: [Int]] = [:]
  for (index, match) in result.matches.enumerated() { matchesOf[match.key, default: []].append(index) }
  for entry in edits {
    guard let recipe = entry.recipe else { continue }
    let found: [Int]
    switch context.photoIndex.answer(to: entry.photo) {
    case .photos(let photos): found = photos
    case .ambiguous(let photos):
      result.findings.append(ambiguousCell(entry.photo, photos, in: context, place: entry.place))
      continue
    case .missing, .outside, .address:
      result.findings.append(
        Finding(
          .photoMissing, subject: printable(entry.photo), message: "no photo has this name",
          remedy: "correct the name in the edits table", place: entry.place))
      continue
    }
    var itemID = entry.itemID
    if let named = entry.itemID {
      let known = context.itemIndex.identified(by: named)
      guard known.count == 1 else {
        result.findings.append(
          Finding(
            .editRefused, subject: printable(entry.photo), message: "there is no item \(printable(named))",
            remedy: "correct the item id in the edits table", place: entry.place))
        continue
      }
      itemID = context.items[known[0].item].itemID
    }
    let keys = Set(found.map { context.photos[pictures.members[context.pictureOf[$0]][0]].key })
    for key in keys.sorted() {
      result.edits.append(FoundEdit(key: key, itemID: itemID, recipe: recipe, place: entry.place))
      for index in matchesOf[key] ?? [] where itemID == nil || result.matches[index].itemID == itemID {
        result.matches[index].recipe = recipe
      }
    }
  }
}

/// The finding for a cell that names several pictures.
func ambiguousCell(
  _ cell: String, _ photos: [Int], in context: MatchContext, place: Finding.Place?
) -> Finding {
  Finding(
    .photoAmbiguous, subject: printable(cell),
    message:
      "it may be \(listed(photos.count, of: photos.prefix(5).map { context.photos[$0].path.description }))",
    remedy: "write the path from the photo folder on, exactly as the file is called", place: place)
}
