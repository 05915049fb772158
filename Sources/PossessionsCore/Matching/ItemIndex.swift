/// Finds possessions by what names them: id, serial number, asset tag, and for folders the name.
///
/// Case is ignored unless it is all that tells two of them apart.
struct ItemIndex: Sendable {
  enum Kind: Int, Sendable, Comparable {
    case id, serial, assetTag, name

    var word: String {
      switch self {
      case .id: "id"
      case .serial: "serial number"
      case .assetTag: "asset tag"
      case .name: "name"
      }
    }
    static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
  }

  struct Entry: Sendable {
    var item: Int
    var kind: Kind
    var text: String
  }

  /// By folded text. Names are apart: only folders and whole file names are compared with them.
  private var identifiers: [String: [Entry]] = [:]
  private var names: [String: [Entry]] = [:]
  /// Ids with characters that no file name can hold, as people write them instead: `A/12` as `A_12`.
  private var substitutes: [String: [Entry]] = [:]
  /// The most scalars of an identifier, so that longer pieces of a name need not be looked up.
  private(set) var longestIdentifier = 0
  /// Folded first words of identifiers: most words of a name begin none, and are left after one look.
  private(set) var firstWords: Set<String> = []
  private(set) var rooms: Set<String> = []

  init(_ items: [MatchableItem]) {
    for (index, item) in items.enumerated() {
      add(item.itemID, .id, index)
      if let serial = item.serialNumber { add(serial, .serial, index) }
      if let tag = item.assetTag { add(tag, .assetTag, index) }
      if let name = trimmed(item.name) {
        names[folded(name), default: []].append(Entry(item: index, kind: .name, text: name))
      }
      for part in roomParts(item.room) { rooms.insert(part) }
    }
  }

  private mutating func add(_ text: String, _ kind: Kind, _ item: Int) {
    guard let text = trimmed(text) else { return }
    let entry = Entry(item: item, kind: kind, text: text)
    identifiers[folded(text), default: []].append(entry)
    longestIdentifier = max(longestIdentifier, text.unicodeScalars.count)
    firstWords.insert(firstWord(of: folded(text)))
    let impossible: Set<Unicode.Scalar> = ["/", "\\", ":", "*", "?", "\"", "<", ">", "|"]
    guard text.unicodeScalars.contains(where: impossible.contains) else { return }
    for replacement in ["_", "-"] as [Unicode.Scalar] {
      var spelled = String.UnicodeScalarView()
      spelled.append(contentsOf: text.unicodeScalars.map { impossible.contains($0) ? replacement : $0 })
      let key = folded(String(spelled))
      substitutes[key, default: []].append(entry)
      firstWords.insert(firstWord(of: key))
    }
  }

  private func firstWord(of text: String) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: text.unicodeScalars.prefix { !isSeparator($0) && $0 != ")" && $0 != "]" })
    return String(view)
  }

  /// Possessions that the whole text names by id, serial number or asset tag; several where it is ambiguous.
  func identified(by text: String) -> [Entry] {
    let key = folded(text)
    if let entries = identifiers[key] { return narrowed(entries, to: text) }
    if let entries = substitutes[key] { return narrowed(entries, to: text) }
    return []
  }

  /// Possessions of that name.
  func named(_ text: String) -> [Entry] {
    narrowed(names[folded(text)] ?? [], to: text)
  }

  /// One entry for each item, and those alone that are spelled exactly so where case or form tells items apart.
  private func narrowed(_ entries: [Entry], to text: String) -> [Entry] {
    var best = onePerItem(entries)
    if best.count > 1 {
      let exact = entries.filter { $0.text.utf8.elementsEqual(text.utf8) }
      if !exact.isEmpty { best = onePerItem(exact) }
    }
    if best.count > 1 {
      let canonical = entries.filter { $0.text == text }
      if !canonical.isEmpty, canonical.count < entries.count {
        let narrowed = onePerItem(canonical)
        if narrowed.count < best.count { best = narrowed }
      }
    }
    return best
  }

  private func onePerItem(_ entries: [Entry]) -> [Entry] {
    guard entries.count > 1 else { return entries }
    var best: [Int: Entry] = [:]
    for entry in entries where best[entry.item].map({ entry.kind < $0.kind }) ?? true {
      best[entry.item] = entry
    }
    return best.values.sorted { $0.item < $1.item }
  }
}

/// A room as the names along its path, folded: `House / Kitchen` is `house` and `kitchen`.
func roomParts(_ room: String?) -> [String] {
  guard let room else { return [] }
  return room.split { $0 == "/" || $0 == ">" || $0 == "\\" }
    .compactMap { part in
      let text = part.hasSuffix("-") ? part.dropLast() : part
      return trimmed(String(text)).map(folded)
    }
}

/// The text without white space at its ends; nil where nothing is left.
func trimmed(_ text: String?) -> String? {
  guard let text else { return nil }
  var view = text[...]
  while let first = view.first, first.isWhitespace { view.removeFirst() }
  while let last = view.last, last.isWhitespace { view.removeLast() }
  return view.isEmpty ? nil : String(view)
}
