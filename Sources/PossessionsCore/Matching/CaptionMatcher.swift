/// Rule 5: title, caption or keywords in EXIF, IPTC or XMP that hold an item's id, serial number or asset tag.
///
/// A keyword or a whole caption may be any of them. Inside a sentence only a token with letters and digits counts,
/// or one marked as `#237`, `id 237`, `item: 237`: "bought in 2019" is not item 2019.
struct CaptionMatcher: PhotoMatcher {
  static let rule = "caption"

  private let photos: [MatchablePhoto]
  private let index: ItemIndex

  init(_ context: MatchContext) {
    photos = context.photos
    index = context.itemIndex
  }

  func answer(for photo: Int) -> RuleAnswer {
    let facts = photos[photo].facts
    var found: [Int] = []
    var seen: [String] = []
    func take(_ entries: [ItemIndex.Entry], _ text: String) {
      guard !entries.isEmpty else { return }
      let new = entries.map(\.item).filter { !found.contains($0) }
      if !new.isEmpty { seen.append(text) }
      found += new
    }
    for keyword in facts.keywords { take(whole(keyword), keyword) }
    for text in [facts.title, facts.caption] {
      guard let text else { continue }
      let entries = whole(text)
      if entries.isEmpty {
        for token in tokens(of: text) { take(index.identified(by: token), token) }
      } else {
        take(entries, text)
      }
    }
    guard !found.isEmpty else { return .silent }
    let detail = seen.joined(separator: ", ")
    return found.count == 1
      ? .items([Claim(item: found[0], detail: detail)]) : .ambiguous(items: found, detail: detail)
  }

  /// The text as it stands, or after `item:`, `id=` and the like.
  private func whole(_ text: String) -> [ItemIndex.Entry] {
    guard let text = trimmed(text), !isYearText(text) else { return [] }
    let entries = index.identified(by: text)
    if !entries.isEmpty { return entries }
    guard let mark = text.firstIndex(where: { $0 == ":" || $0 == "=" }),
      markers.contains(folded(trimmed(String(text[..<mark])) ?? "")),
      let rest = trimmed(String(text[text.index(after: mark)...]))
    else { return [] }
    return index.identified(by: rest)
  }

  private func tokens(of text: String) -> [String] {
    var found: [String] = []
    var previous = ""
    for piece in text.split(whereSeparator: { $0.isWhitespace || $0 == "," || $0 == ";" }) {
      var token = piece
      while let first = token.first, "([{\"'<".contains(first) { token.removeFirst() }
      while let last = token.last, ".:!?)]}\"'>".contains(last) { token.removeLast() }
      var isMarked = markers.contains(previous)
      if token.first == "#" {
        token.removeFirst()
        isMarked = true
      }
      if let mark = token.firstIndex(where: { $0 == ":" || $0 == "=" }),
        markers.contains(folded(String(token[..<mark])))
      {
        token = token[token.index(after: mark)...]
        isMarked = true
      }
      let hasBoth = token.contains { $0.isNumber } && token.contains { $0.isLetter }
      if !token.isEmpty, isMarked || hasBoth { found.append(String(token)) }
      previous = folded(String(piece.last == ":" ? piece.dropLast() : piece))
    }
    return found
  }
}

private let markers: Set<String> = [
  "id", "item", "item_id", "itemid", "item id", "asset", "asset id", "asset_id", "asset tag", "tag",
  "inventory",
  "inv", "inv.", "no", "no.", "nr", "nr.", "number", "serial", "s/n", "sn", "serial number", "possession",
]
