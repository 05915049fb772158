/// Rule 1: the photo, document and image-key cells of the items table.
///
/// It goes from cells to photos. A name that several pictures bear is settled only by the item's own folder or id:
/// `front.jpg` of item A12 is `A12/front.jpg` where there is one such file.
struct PhotosColumnMatcher: PhotoMatcher {
  static let rule = "photos-column"
  static let isExplicit = true

  private var claims: [Int: [Claim]] = [:]
  private(set) var findings: [Finding] = []

  init(_ context: MatchContext) {
    var answers: [[UInt8]: PhotoIndex.Answer] = [:]
    var own: [[UInt8]: [Int: [Int]]] = [:]
    var suggestions: NameSuggestions?
    let folders = FolderMatcher(context)
    let fileNames = FileNameMatcher(context)

    func answer(_ cell: String, for item: Int) -> PhotoIndex.Answer {
      // Keyed by bytes: a string as key would make one cell of an NFC and an NFD spelling.
      let key = Array(cell.utf8)
      let answer = answers[key] ?? context.photoIndex.answer(to: cell)
      answers[key] = answer
      guard case .ambiguous(let photos) = answer else { return answer }
      if own[key] == nil {
        var byItem: [Int: [Int]] = [:]
        for photo in photos {
          for matcher in [folders, fileNames] as [any PhotoMatcher] {
            guard case .items(let claims) = matcher.answer(for: photo) else { continue }
            for claim in claims { byItem[claim.item, default: []].append(photo) }
            break
          }
        }
        own[key] = byItem
      }
      let mine = own[key]?[item] ?? []
      return context.photoIndex.pictures(mine).count == 1 ? .photos(mine) : answer
    }

    func refuse(_ cell: String, _ answer: PhotoIndex.Answer, _ item: MatchableItem) {
      var place = item.place
      place?.cell = cell
      let subject = printable(cell)
      switch answer {
      case .photos: break
      case .ambiguous(let photos): findings.append(ambiguousCell(cell, photos, in: context, place: place))
      case .address:
        findings.append(
          Finding(
            .photoMissing, subject: subject,
            message: "item \(printable(item.itemID)) names an address and not a file",
            remedy: "save the picture into the photo folder and name the file", place: place))
      case .outside:
        let near = cell.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? cell
        findings.append(
          Finding(
            .photoRefused, subject: subject,
            message: "item \(printable(item.itemID)) names a file outside every photo folder",
            remedy: "copy it into the photo folder and write \(printable(near))", place: place))
      case .missing:
        if suggestions == nil { suggestions = NameSuggestions(context.photos) }
        let near = suggestions?.nearest(to: cell)
        findings.append(
          Finding(
            .photoMissing, subject: subject,
            message: "item \(printable(item.itemID)) names a photo that is in no photo folder",
            remedy: near.map { "did you mean \($0)" }
              ?? "add the file to a photo folder, or correct the cell",
            place: place))
      }
    }

    for (index, item) in context.items.enumerated() {
      var order = 0
      func claim(_ photos: [Int], _ cell: String, _ kind: NamedDocument.Kind?) {
        for photo in photos {
          order += 1
          claims[photo, default: []].append(
            Claim(item: index, detail: cell, order: order, documentKind: kind))
        }
      }
      for cell in item.photos where cell != "<clear>" {
        let found = answer(cell, for: index)
        if case .photos(let photos) = found { claim(photos, cell, nil) } else { refuse(cell, found, item) }
      }
      for document in item.documents where document.name != "<clear>" {
        let found = answer(document.name, for: index)
        if case .photos(let photos) = found {
          claim(photos, document.name, document.kind)
        } else {
          refuse(document.name, found, item)
        }
      }
      if let cell = trimmed(item.imageKey), cell != "<clear>" {
        let found = answer(cell, for: index)
        if case .photos(let photos) = found { claim(photos, cell, nil) } else { refuse(cell, found, item) }
      }
    }
  }

  func answer(for photo: Int) -> RuleAnswer {
    claims[photo].map { .items($0) } ?? .silent
  }
}
