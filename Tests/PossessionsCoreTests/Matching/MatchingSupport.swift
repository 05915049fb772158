import PossessionsCore

/// A photo by its path; the key derives from the path, or from `bytes` where several files are to be one picture.
func photo(
  _ path: BytePath, bytes: String? = nil, root: BytePath = "photos", type: MediaType = .jpeg,
  taken: String? = nil, camera: String? = "iPhone", codes: [String]? = nil, keywords: [String] = [],
  title: String? = nil, caption: String? = nil, isRemembered: Bool = false
) -> MatchablePhoto {
  var facts = PhotoFacts(mediaType: type)
  facts.capturedAt = taken.map { CaptureTime(wallClock: $0) }
  facts.cameraModel = camera
  facts.codes = codes
  facts.keywords = keywords
  facts.title = title
  facts.caption = caption
  return MatchablePhoto(
    root: root, path: path, key: key(bytes.map { Array($0.utf8) } ?? root.bytes + [0] + path.bytes),
    facts: facts,
    isRemembered: isRemembered)
}

/// A key that stands for some bytes: two rounds of FNV-1a, good enough to tell test photos apart.
func key(_ bytes: [UInt8]) -> ImageKey {
  var digest: [UInt8] = []
  for seed: UInt64 in [0xcbf2_9ce4_8422_2325, 0x8422_2325_cbf2_9ce4] {
    var hash = seed
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for shift in stride(from: 56, through: 0, by: -8) {
      digest.append(UInt8(truncatingIfNeeded: hash >> shift))
    }
  }
  return ImageKey(version5Hash: digest)
}

func key(_ bytes: String) -> ImageKey { key(Array(bytes.utf8)) }

func item(
  _ id: String, name: String? = nil, serial: String? = nil, tag: String? = nil, room: String? = nil,
  photos: [String] = [], documents: [NamedDocument] = [], imageKey: String? = nil, recipe: EditRecipe? = nil
) -> MatchableItem {
  MatchableItem(
    itemID: id, name: name, serialNumber: serial, assetTag: tag, room: room, photos: photos,
    documents: documents, imageKey: imageKey, recipe: recipe,
    place: Finding.Place(file: "items.csv", line: 2, column: "photos"))
}

/// One line for each photo: `path → A12 by folder`, `path ? A12 A13 by file-name`, `path -`.
func outcome(_ result: MatchResult, of photo: MatchablePhoto, among photos: [MatchablePhoto]) -> String {
  guard let index = photos.firstIndex(of: photo) else { return "no such photo" }
  switch result.decisions[index].verdict {
  case .unmatched: return "-"
  case .leftOut: return "left out"
  case .ambiguous(let rule, let items): return "? " + items.sorted().joined(separator: " ") + " by " + rule
  case .matched:
    let original = result.phoneEdits.first { $0.value == photo.key }?.key ?? photo.key
    return result.matches.filter { $0.key == original }
      .map { "\($0.itemID) by \($0.matchedBy)" + ($0.documentKind.map { " as \($0.rawValue)" } ?? "") }
      .joined(separator: ", ")
  }
}

/// What becomes of one photo among items.
func outcome(_ path: BytePath, _ items: [MatchableItem], others: [BytePath] = []) -> String {
  let one = photo(path)
  let all = [one] + others.map { photo($0) }
  return outcome(match(photos: all, items: items), of: one, among: all)
}
