/// Finds for every photo the possessions that it belongs to, and says by which rule.
///
/// A picture with several names (equal bytes, or an original with its edited version) is asked as one: the first
/// rule that any of its names answers decides. What stays ambiguous is told, never guessed. The work is
/// near-linear in photos and items.
///
/// - Parameters:
///   - photos: the files of this run.
///   - remembered: files of earlier runs that the catalog remembers; decisions about them follow those of `photos`.
///   - items: possessions of the items table and of the catalog, each id once.
///   - manifest: rows that give photos to items, and rows with an edit and no item, which count as `edits`.
///   - edits: rows of edits tables: recipes alone, they attach nothing.
public func match(
  photos: [MatchablePhoto], remembered: [MatchablePhoto] = [], items: [MatchableItem],
  manifest: [ManifestEntry] = [], edits: [ManifestEntry] = [], options: MatchOptions = MatchOptions()
) -> MatchResult {
  let photos =
    photos
    + remembered.map { photo in
      var photo = photo
      photo.isRemembered = true
      return photo
    }
  let edits = manifest.filter { $0.itemID == nil && $0.recipe != nil } + edits
  let manifest = manifest.filter { $0.itemID != nil || $0.recipe == nil }
  let phoneEdits = pairPhoneFiles(photos)
  let pictures = Pictures(photos, phoneEdits: phoneEdits)
  let context = MatchContext(
    photos: photos, items: items, manifest: manifest, options: options, itemIndex: ItemIndex(items),
    photoIndex: PhotoIndex(
      photos, pictureOf: pictures.numberOf, absoluteRoots: options.absoluteRoots,
      hasPatterns: items.contains { $0.photos.contains(where: Glob.isPattern) }
        || items.contains { $0.documents.contains { Glob.isPattern($0.name) } }
        || (manifest + edits).contains { Glob.isPattern($0.photo) }),
    pictureOf: pictures.numberOf)
  let matchers = photoMatchers.map { $0.init(context) }

  var result = MatchResult(phoneEdits: phoneEdits)
  result.findings = matchers.flatMap(\.findings)
  result.decisions = photos.indices.map { PhotoDecision(photo: $0, verdict: .unmatched) }
  var order = PictureOrder(context, pictures: pictures)

  for (number, members) in pictures.members.enumerated() {
    let verdict = decide(members, by: matchers)
    let first = members[0]
    let subject = photos[first].path.description
    switch verdict {
    case .claims(let claims):
      if claims.contains(where: \.claim.isOnly) { result.settled.insert(photos[first].key) }
      for (rule, claim) in claims { order.add(claim, of: number, rule: rule) }
    case .ambiguous(let rule, let found, let detail):
      result.findings.append(
        Finding(
          .photoAmbiguous, subject: subject,
          message:
            "by its \(words(forRule: rule)) (\(printable(detail))) it may belong to \(context.list(found))",
          remedy: "name it in the photos column of the right item, or give it to one with a manifest"))
    case .unmatched:
      if !options.attachedKeys.contains(photos[first].key) {
        result.findings.append(
          Finding(
            .photoUnmatched, subject: subject,
            message: "no rule finds an item for it" + strangers(members, photos),
            remedy: "put an item id into its name or folder, or name it in the photos column or a manifest"))
      }
    case .leftOut(let isOnly):
      if isOnly { result.settled.insert(photos[first].key) }
    }
    for photo in members { result.decisions[photo].verdict = verdict.published(items) }
  }
  order.place(into: &result)
  resolve(edits, in: context, pictures, into: &result)
  if options.givesCells {
    for members in pictures.members {
      let photo = photos[members[0]]
      result.cells[photo.key] = context.photoIndex.cell(naming: photo)
    }
  }
  return result
}

/// What the rules together say of one picture.
private enum PictureVerdict {
  case claims([(rule: String, claim: Claim)])
  case ambiguous(rule: String, items: [Int], detail: String)
  case unmatched
  case leftOut(isOnly: Bool)

  func published(_ items: [MatchableItem]) -> PhotoDecision.Verdict {
    switch self {
    case .claims: .matched
    case .ambiguous(let rule, let found, _): .ambiguous(rule: rule, itemIDs: found.map { items[$0].itemID })
    case .unmatched: .unmatched
    case .leftOut: .leftOut
    }
  }
}

private func decide(_ members: [Int], by matchers: [any PhotoMatcher]) -> PictureVerdict {
  var claims: [(rule: String, claim: Claim)] = []
  var open: (rule: String, items: [Int], detail: String)?
  var isLeftOut = false
  var isSettled = false
  for matcher in matchers {
    let rule = type(of: matcher).rule
    let isExplicit = type(of: matcher).isExplicit
    if !isExplicit, !claims.isEmpty || isLeftOut { break }
    var doubtful: [Int] = []
    var detail = ""
    var answered: [Claim] = []
    for photo in members {
      switch matcher.answer(for: photo) {
      case .silent: continue
      case .leftOut(let isOnly):
        isLeftOut = true
        isSettled = isSettled || isOnly
      case .ambiguous(let items, let seen):
        if doubtful.isEmpty { detail = seen }
        doubtful += items.filter { !doubtful.contains($0) }
      case .items(let found):
        for claim in found where !answered.contains(where: { $0.item == claim.item }) {
          answered.append(claim)
        }
      }
    }
    if !answered.isEmpty {
      // A weaker rule may settle what a stronger one left open, and never say something else.
      if let open, !answered.allSatisfy({ open.items.contains($0.item) }) { continue }
      for claim in answered {
        if let index = claims.firstIndex(where: { $0.claim.item == claim.item }) {
          claims[index].claim.take(from: claim)
        } else {
          claims.append((rule, claim))
        }
      }
    } else if !doubtful.isEmpty, open == nil {
      open = (rule, doubtful, detail)
    }
  }
  if isSettled || claims.contains(where: \.claim.isOnly) { claims.removeAll { !$0.claim.isOnly } }
  if !claims.isEmpty { return .claims(claims) }
  if isLeftOut { return .leftOut(isOnly: isSettled) }
  if let open { return .ambiguous(rule: open.rule, items: open.items, detail: open.detail) }
  return .unmatched
}

extension Claim {
  /// A manifest's wishes for a photo that the photos column names as well.
  fileprivate mutating func take(from other: Claim) {
    position = position ?? other.position
    isPrimary = isPrimary ?? other.isPrimary
    caption = caption ?? other.caption
    recipe = recipe ?? other.recipe
    documentKind = documentKind ?? other.documentKind
    isOnly = isOnly || other.isOnly
  }
}

/// ", and its code XY names none", where there is a code in the pixels.
private func strangers(_ members: [Int], _ photos: [MatchablePhoto]) -> String {
  let codes = members.flatMap { photos[$0].facts.codes ?? [] }
  guard let first = codes.first else { return "" }
  return codes.count == 1
    ? ", and its code \(printable(first)) names none" : ", and its \(codes.count) codes name none"
}

/// A rule's name in a sentence: "by its folder".
public func words(forRule rule: String) -> String {
  switch rule {
  case PhotosColumnMatcher.rule: "photos column"
  case AttachMatcher.rule: "hand"
  case FolderMatcher.rule: "folder"
  case FileNameMatcher.rule: "file name"
  case CaptionMatcher.rule: "caption or keywords"
  case CodeMatcher.rule: "code"
  case LabelLeaderMatcher.rule: "place after a label"
  default: rule
  }
}

/// The photos as pictures: equal keys are one, and so are an original and its edited version.
struct Pictures: Sendable {
  /// Files of each picture, those of the original first, in the photos' order.
  private(set) var members: [[Int]] = []
  private(set) var numberOf: [Int] = []

  init(_ photos: [MatchablePhoto], phoneEdits: [ImageKey: ImageKey]) {
    var originalOf: [ImageKey: ImageKey] = [:]
    for (original, edited) in phoneEdits { originalOf[edited] = original }
    var numbers: [ImageKey: Int] = [:]
    var edited: [[Int]] = []
    for (index, photo) in photos.enumerated() {
      let key = originalOf[photo.key] ?? photo.key
      let number = numbers[key] ?? members.count
      if number == members.count {
        numbers[key] = number
        members.append([])
        edited.append([])
      }
      if key == photo.key { members[number].append(index) } else { edited[number].append(index) }
      numberOf.append(number)
    }
    for number in members.indices { members[number] += edited[number] }
  }
}
