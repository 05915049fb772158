import Files
import PossessionsCore

/// What `attach` and `detach` name, found in the catalog and on disk.
struct Hand {
  enum Operand: Hashable {
    /// A file on disk, by its canonical path.
    case file(BytePath)
    /// A picture that the catalog has.
    case picture(ImageKey)
  }

  var request: HandRequest
  /// Nil where every rule is asked.
  var item: MatchableItem?
  /// In the order in which they were typed, each once.
  var operands: [Operand] = []
  /// The folders of the files, each with the files named and nothing else.
  var sources: [Inputs.Source] = []
  /// Pictures and documents of the item that go.
  var going: Set<ImageKey> = []

  var namesFiles: Bool { !operands.isEmpty }

  /// The photos of the operands, in their order; all of them where folders were given.
  func inOrder(_ photos: [MatchablePhoto], _ known: KnownCatalog) -> [MatchablePhoto] {
    guard namesFiles else { return photos }
    let byPath = Dictionary(photos.map { ($0.root.appending($0.path), $0) }) { first, _ in first }
    let keys = Set(operands.compactMap { if case .picture(let key) = $0 { key } else { nil } })
    let byKey = Dictionary(known.photos(of: keys).map { ($0.key, $0) }) { first, _ in first }
    return operands.compactMap { operand in
      switch operand {
      case .file(let path): return byPath[path]
      case .picture(let key):
        var photo = byKey[key]
        photo?.isRemembered = false
        return photo
      }
    }
  }

  /// What the photos are to become; nil where every rule is asked or nothing is given.
  func attachment(of photos: [MatchablePhoto], _ known: KnownCatalog) -> HandAttachment? {
    guard let item, request.verb == .attach else { return nil }
    var attachment = HandAttachment(
      itemID: item.itemID, position: request.position, isPrimary: request.isPrimary,
      documentKind: request.documentKind, keepsOrder: namesFiles)
    guard let old = going.first else { return attachment }
    let holding = known.attachments.filter { $0.itemID == item.itemID }
    // Its place, counted without the picture that takes it.
    let others = holding.filter { record in record.key == old || !photos.contains { $0.key == record.key } }
    if let place = others.firstIndex(where: { $0.key == old }) {
      attachment.position = place + 1
      attachment.isPrimary = attachment.isPrimary || others[place].isPrimary
      attachment.caption = others[place].caption
    }
    return attachment
  }

  /// What goes from which item, and why. A picture whose successor could not be read stays.
  func takenAway(_ photos: [MatchablePhoto]) -> [String: [ImageKey: String]] {
    guard let item, !going.isEmpty else { return [:] }
    switch request.verb {
    case .detach: return [item.itemID: Dictionary(uniqueKeysWithValues: going.map { ($0, "detached") })]
    case .attach:
      guard !photos.isEmpty else { return [:] }
      let old = going.filter { key in !photos.contains { $0.key == key } }
      return [item.itemID: Dictionary(uniqueKeysWithValues: old.map { ($0, "replaced") })]
    }
  }

  /// Pictures that another item has as well.
  func findings(_ photos: [MatchablePhoto], _ known: KnownCatalog) -> [Finding] {
    guard let item, request.verb == .attach else { return [] }
    var others: [ImageKey: [String]] = [:]
    for attachment in known.attachments where attachment.itemID != item.itemID {
      others[attachment.key, default: []].append(attachment.itemID)
    }
    return photos.compactMap { photo in
      guard let others = others[photo.key] else { return nil }
      return Finding(
        .photoOnTwoItems, subject: photo.path.description,
        message:
          "the same picture belongs to \(others.map { printable($0) }.joined(separator: ", ")) as well",
        remedy: "leave it so if it shows all of them, else detach it where it is wrong")
    }
  }
}

extension KnownCatalog {
  /// Every name under which pictures came, and under which they are shown where they have been edited by a phone.
  func photos(of keys: Set<ImageKey>) -> [MatchablePhoto] {
    guard !keys.isEmpty else { return [] }
    var originals: [ImageKey: ImageKey] = [:]
    for key in keys {
      if let edited = pictures[key]?.editedKey, !keys.contains(edited) { originals[edited] = key }
    }
    var found: [MatchablePhoto] = []
    for var photo in photos() {
      guard let key = keys.contains(photo.key) ? photo.key : originals[photo.key] else { continue }
      photo.key = key
      found.append(photo)
    }
    // A catalog that was put together again from its text export knows no source files.
    for key in keys.subtracting(found.map(\.key)).sorted() {
      guard let picture = pictures[key] else { continue }
      found.append(
        MatchablePhoto(picture, root: BytePath([]), path: picture.originalName, isRemembered: true))
    }
    return found
  }
}
