/// Rule 4: the file's name, with an id, serial number or asset tag in it as a whole token, or the whole name of one
/// item. Case is ignored unless it alone tells two ids apart.
struct FileNameMatcher: PhotoMatcher {
  static let rule = "file-name"

  private let photos: [MatchablePhoto]
  private let items: [MatchableItem]
  private let index: ItemIndex
  private let reader: NameReader

  init(_ context: MatchContext) {
    photos = context.photos
    items = context.items
    index = context.itemIndex
    reader = NameReader(index: context.itemIndex)
  }

  func answer(for photo: Int) -> RuleAnswer {
    let path = photos[photo].path
    let name = nameText(path.name)
    let stem = nameStem(name)
    var reading = reader.read(stem)
    if case .none = reading, stem != name, case .items(_, _, true, _) = reader.read(name) {
      // An id that ends like a file: `12.3.raw`.
      reading = reader.read(name)
    }
    let named = self.named(stem, path: path)
    guard case .items(let found, let text, let isWhole, _) = reading else { return named }
    if !isWhole, case .items(let claims) = named, !found.contains(claims[0].item) {
      return .ambiguous(items: found + [claims[0].item], detail: name)
    }
    return found.count == 1
      ? .items([Claim(item: found[0], detail: text)]) : .ambiguous(items: found, detail: name)
  }

  /// `Stand mixer.jpg`, `Stand mixer_2.jpg`, `Stand mixer back.jpg`, by the name of one item.
  private func named(_ stem: String, path: BytePath) -> RuleAnswer {
    guard !isCameraName(stem) else { return .silent }
    var text = Substring(stem)
    for _ in 0..<4 {
      let found = index.named(String(text)).map(\.item)
      if !found.isEmpty {
        return settledByRoom(
          found, items: items, index: index, folders: path.folder.components.map(nameText), seen: String(text)
        )
      }
      guard let shorter = withoutAddition(text) else { break }
      text = shorter
    }
    return .silent
  }

  /// Takes `_2`, ` (1)`, `-back` off the end.
  private func withoutAddition(_ text: Substring) -> Substring? {
    let scalars = text.unicodeScalars
    guard let cut = scalars.lastIndex(where: { isSeparator($0) }), cut != scalars.startIndex else {
      return nil
    }
    let word = nameWords(String(text[cut...])).first ?? ""
    guard word.isEmpty || isCounter(word) || usualWords.contains(word) || word.unicodeScalars.count == 1
    else {
      return nil
    }
    var rest = text[..<cut]
    while let last = rest.unicodeScalars.last, isSeparator(last) { rest = rest.dropLast() }
    return rest.isEmpty ? nil : rest
  }
}
