/// What a person means who names an item or a picture on the command line.

public enum Named<Thing: Sendable & Hashable>: Sendable, Hashable {
  case one(Thing)
  /// Several fit: whoever asked must say which.
  case several([Thing])
  case none
}

/// The item of an id, serial number or asset tag, in this order; case counts only where it tells items apart.
///
/// - Returns: an index into `items`.
public func itemNamed(_ text: String, among items: [MatchableItem]) -> Named<Int> {
  let known = ItemIndex(items).identified(by: text)
  let ids = known.filter { $0.kind == .id }
  let found = (ids.isEmpty ? known : ids).map(\.item)
  switch found.count {
  case 0: return .none
  case 1: return .one(found[0])
  default: return .several(found)
  }
}

/// Items that may be meant by a text that is no identifier: those of this name, or with an id near it.
public func itemsNear(_ text: String, among items: [MatchableItem]) -> [MatchableItem] {
  let named = ItemIndex(items).named(text)
  if !named.isEmpty { return named.map { items[$0.item] } }
  let near = suggestion(for: text, among: items.map(\.itemID))
  return items.filter { $0.itemID == near }
}

/// The picture that a text names: by its key, any name or path it came under, or the beginning of its key.
///
/// - Parameter files: the names of the pictures that may be meant; one picture may have several.
public func pictureNamed(
  _ text: String, among files: [MatchablePhoto], absoluteRoots: [BytePath: BytePath] = [:]
) -> Named<ImageKey> {
  if let key = ImageKey(text), files.contains(where: { $0.key == key }) { return .one(key) }
  let pictures = Pictures(files, phoneEdits: [:])
  let index = PhotoIndex(
    files, pictureOf: pictures.numberOf, absoluteRoots: absoluteRoots, hasPatterns: false)
  var found: Set<ImageKey> = []
  switch index.answer(to: text) {
  case .photos(let photos), .ambiguous(let photos): found = Set(photos.map { files[$0].key })
  case .missing, .outside, .address: break
  }
  let start = text.lowercased()
  if start.utf8.count >= shortestKeyStart {
    found.formUnion(files.map(\.key).filter { $0.text.hasPrefix(start) })
  }
  if found.count > 1 { return .several(found.sorted()) }
  return found.first.map { .one($0) } ?? .none
}

/// Fewer characters of a key name no picture.
private let shortestKeyStart = 4

/// The kind of document that a photo goes in as when it is given to an item; nil for a picture of the thing itself.
public func documentKind(
  of path: BytePath, mediaType: MediaType, for item: MatchableItem
) -> NamedDocument.Kind? {
  documentKind(of: nameText(path), mediaType: mediaType, identifiers: item.identifiers)
}

extension MatchableItem {
  /// What a file name may hold of the item, beside words that say what the file is.
  var identifiers: [String] { [itemID, serialNumber, assetTag, name].compactMap { $0 } }
}
