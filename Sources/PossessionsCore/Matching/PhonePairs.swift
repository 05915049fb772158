/// Finds the files of a phone or camera that are one picture: the original and the version that is shown for it.
///
/// `IMG_E1234.JPG` is the edited `IMG_1234.HEIC`; `X-edited.jpg` and `X~2.jpg` the edited `X.jpg`; `X.JPG` beside
/// `X.DNG` is what the camera developed from it. Both files must stand in one folder, and where both have a capture
/// time it must be the same.
///
/// - Returns: the original's key, and the key of the picture that is shown for it.
public func pairPhoneFiles(_ photos: [MatchablePhoto]) -> [ImageKey: ImageKey] {
  struct Place: Hashable {
    var root: BytePath
    var folder: BytePath
    var stem: String
  }
  var byPlace: [Place: [Int]] = [:]
  var stems: [String] = []
  for (index, photo) in photos.enumerated() {
    let stem = folded(nameStem(nameText(photo.path.name)))
    stems.append(stem)
    byPlace[Place(root: photo.root, folder: photo.path.folder, stem: stem), default: []].append(index)
  }
  func areOneShot(_ left: MatchablePhoto, _ right: MatchablePhoto) -> Bool {
    guard left.key != right.key else { return false }
    guard let a = left.facts.capturedAt, let b = right.facts.capturedAt else { return true }
    return a.wallClock.prefix(19) == b.wallClock.prefix(19)
  }
  var pairs: [ImageKey: ImageKey] = [:]
  var shownFor: [ImageKey: ImageKey] = [:]
  func pair(_ original: Int, _ edited: Int) {
    let (from, to) = (photos[original].key, photos[edited].key)
    // The first pairing stands, and a picture is on one side only.
    guard pairs[from] == nil, shownFor[to] == nil, pairs[to] == nil, shownFor[from] == nil else { return }
    pairs[from] = to
    shownFor[to] = from
  }
  for (index, photo) in photos.enumerated() {
    guard let origin = originalStem(ofEdited: stems[index]) else { continue }
    let place = Place(root: photo.root, folder: photo.path.folder, stem: origin)
    let originals = (byPlace[place] ?? []).filter { areOneShot(photos[$0], photo) }
    // A RAW or HEIC before the JPEG made of it.
    if let original = originals.min(by: { rank(photos[$0]) < rank(photos[$1]) }) { pair(original, index) }
  }
  for (index, photo) in photos.enumerated() where photo.facts.mediaType == .raw {
    let place = Place(root: photo.root, folder: photo.path.folder, stem: stems[index])
    let developed = (byPlace[place] ?? []).filter {
      [.jpeg, .heic].contains(photos[$0].facts.mediaType) && areOneShot(photo, photos[$0])
    }
    if developed.count == 1 { pair(index, developed[0]) }
  }
  return pairs
}

private func rank(_ photo: MatchablePhoto) -> Int {
  switch photo.facts.mediaType {
  case .raw: 0
  case .heic: 1
  default: 2
  }
}

/// The folded stem of the original that an edited file's folded stem names; nil where it names none.
private func originalStem(ofEdited stem: String) -> String? {
  if stem.hasPrefix("img_e"), isDigits(stem.dropFirst(5)) { return "img_" + stem.dropFirst(5) }
  for ending in ["-edited", "-bearbeitet", "-modifié", "-editado", "-modificato", "-bewerkt", "-edytowane"]
  where stem.hasSuffix(ending) && stem.count > ending.count {
    return String(stem.dropLast(ending.count))
  }
  if let tilde = stem.lastIndex(of: "~"), isDigits(stem[stem.index(after: tilde)...]),
    tilde != stem.startIndex
  {
    return String(stem[..<tilde])
  }
  return nil
}
