/// Rule 3: the folder, named after an item's id, serial number, asset tag or name, at any depth; the innermost such
/// folder decides. Of items with one name the room's folder tells: `Kitchen/Lamp`.
///
/// Not taken for an item's: folders of a date tree (`2024/05`), of cameras and phones (`DCIM`, `Camera`), of rooms.
struct FolderMatcher: PhotoMatcher {
  static let rule = "folder"

  private var answers: [BytePath: RuleAnswer] = [:]
  private let photos: [MatchablePhoto]

  init(_ context: MatchContext) {
    photos = context.photos
    let tree = FolderTree(context)
    for photo in context.photos where answers[photo.path.folder] == nil {
      let folder = photo.path.folder
      answers[folder] = folder.bytes.isEmpty ? .silent : tree.answer(for: folder)
    }
  }

  func answer(for photo: Int) -> RuleAnswer { answers[photos[photo].path.folder] ?? .silent }
}

/// Reads folders with an eye on their neighbours.
private struct FolderTree {
  private let items: [MatchableItem]
  private let index: ItemIndex
  private let reader: NameReader
  /// Children of each folder that name an item, by the folder's path: how many, and whether one is a plain number.
  private var naming: [String: Int] = [:]
  private var hasNumbered: Set<String> = []

  init(_ context: MatchContext) {
    items = context.items
    index = context.itemIndex
    reader = NameReader(index: context.itemIndex)
    var seen: Set<String> = []
    for photo in context.photos {
      var parent = ""
      for component in photo.path.folder.components.map(nameText) {
        let path = parent + "/" + component
        if seen.insert(path).inserted {
          let ids = index.identified(by: component)
          if !ids.isEmpty || !index.named(component).isEmpty { naming[parent, default: 0] += 1 }
          if !ids.isEmpty, isDigits(component), component.utf8.count > 2, !isYearText(component) {
            hasNumbered.insert(parent)
          }
        }
        parent = path
      }
    }
  }

  func answer(for folder: BytePath) -> RuleAnswer {
    let names = folder.components.map(nameText)
    for depth in names.indices.reversed() {
      let outer = Array(names[..<depth])
      let answer = self.answer(for: names[depth], outer: outer)
      if case .silent = answer { continue }
      return answer
    }
    return .silent
  }

  private func answer(for name: String, outer: [String]) -> RuleAnswer {
    let parent = outer.map { "/" + $0 }.joined()
    if !isOfDates(name, outer: outer, parent: parent) {
      let ids = index.identified(by: name)
      if !ids.isEmpty { return settled(ids.map(\.item), seen: name) }
    }
    if let answer = byName(name, outer: outer, parent: parent) { return answer }
    guard !isDated(name) else { return .silent }
    guard case .items(let found, let text, let isWhole, _) = reader.read(name), !isWhole else {
      return .silent
    }
    // "A12 Stand mixer" says it by itself; "2 bedrooms" or "TV stand" only where the item's name comes with it.
    let tellsAlone = !isNumeric(text) && text.contains { $0.isNumber }
    let confirmed = found.filter { item in
      guard let own = trimmed(items[item].name) else { return false }
      return folded(name).contains(folded(own))
    }
    if confirmed.count == 1 { return settled(confirmed, seen: name) }
    return tellsAlone ? settled(found, seen: name) : .silent
  }

  private func settled(_ found: [Int], seen: String) -> RuleAnswer {
    found.count == 1
      ? .items([Claim(item: found[0], detail: seen)]) : .ambiguous(items: found, detail: seen)
  }

  private func byName(_ name: String, outer: [String], parent: String) -> RuleAnswer? {
    let found = index.named(name).map(\.item)
    guard !found.isEmpty, !index.rooms.contains(folded(name)) else { return nil }
    if genericFolders.contains(folded(name)), naming[parent, default: 0] < 3 { return nil }
    if isDated(name) || isCameraName(name), naming[parent, default: 0] < 3 { return nil }
    return settledByRoom(found, items: items, index: index, folders: outer, seen: name)
  }

  /// Whether a number is the year, month or day of a date tree.
  private func isOfDates(_ name: String, outer: [String], parent: String) -> Bool {
    guard isNumeric(name) else { return false }
    if isDigits(name), isYearText(name) { return !hasNumbered.contains(parent) }
    if isDigits(name), name.utf8.count <= 2 { return outer.contains { isYearText($0) || isDated($0) } }
    return isDated(name)
  }

  /// Whether a name begins with a date: `2024-05`, `2024-05-03 Party`, `20240503`.
  private func isDated(_ name: String) -> Bool {
    let words = nameWords(name)
    guard let first = words.first else { return false }
    if isYearText(first), words.count > 1, words[1].utf8.count == 2, let month = Int(words[1]) {
      return (1...12).contains(month)
    }
    return first.utf8.count == 8 && isDigits(first) && isCameraName(first)
  }
}

/// Settles items of one name by the folders above: the item's room must be among them, and no other's.
func settledByRoom(
  _ found: [Int], items: [MatchableItem], index: ItemIndex, folders: [String], seen: String
) -> RuleAnswer {
  let around = Set(folders.map(folded))
  let knownRooms = around.intersection(index.rooms)
  func score(_ item: Int) -> Int {
    let parts = roomParts(items[item].room)
    guard let last = parts.last, around.contains(last) else { return 0 }
    return parts.count { around.contains($0) }
  }
  let scores = found.map { ($0, score($0)) }
  let best = scores.map(\.1).max() ?? 0
  let winners = scores.filter { $0.1 == best }.map(\.0)
  let detail = (folders + [seen]).joined(separator: "/")
  if best > 0, winners.count == 1 { return .items([Claim(item: winners[0], detail: detail)]) }
  // One item of the name: good, unless the folders say another room than its own.
  if found.count == 1 {
    let parts = Set(roomParts(items[found[0]].room))
    if parts.isEmpty || knownRooms.isEmpty || !parts.isDisjoint(with: knownRooms) {
      return .items([Claim(item: found[0], detail: seen)])
    }
  }
  return .ambiguous(items: best > 0 ? winners : found, detail: detail)
}

/// Folders that programs make: the thing of that name is not meant.
private let genericFolders: Set<String> = [
  "dcim", "camera", "camera roll", "camera uploads", "pictures", "picture", "photos", "photo", "images",
  "image",
  "screenshots", "download", "downloads", "edited", "original", "originals", "export", "exports", "import",
  "google photos", "takeout", "whatsapp", "whatsapp images", "saved pictures", "new folder",
  "untitled folder",
  "misc", "other", "unsorted", "inbox", "phone", "iphone", "card", "sd card", "usb", "scans", "scanner",
  "desktop",
  "documents", "videos", "video", "movies", "media", "album", "albums", "kamera", "bilder", "fotos", "backup",
]
