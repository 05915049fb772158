/// Rule 2: the rows of a manifest, `photo,item_id[,position][,primary][,only][,edit][,caption]`. The item id `-` says that
/// the photo belongs to no possession. A row with `only` overrules what the other rules say of its photo.
struct ManifestMatcher: PhotoMatcher {
  static let rule = "manifest"
  static let isExplicit = true

  private var claims: [Int: [Claim]] = [:]
  private var leftOut: Set<Int> = []
  /// Photos with a row that overrules.
  private var settled: Set<Int> = []
  private(set) var findings: [Finding] = []

  init(_ context: MatchContext) {
    var suggestions: NameSuggestions?
    var order = 0
    for entry in context.manifest {
      guard let itemID = trimmed(entry.itemID) else {
        findings.append(
          Finding(
            .rowRejected, subject: printable(entry.photo), message: "the manifest gives it no item",
            remedy: "write an item id, or - where it belongs to none", place: entry.place))
        continue
      }
      let found: [Int]
      switch context.photoIndex.answer(to: entry.photo) {
      case .photos(let photos): found = photos
      case .ambiguous(let photos):
        findings.append(ambiguousCell(entry.photo, photos, in: context, place: entry.place))
        continue
      case .missing, .outside, .address:
        if suggestions == nil { suggestions = NameSuggestions(context.photos) }
        let near = suggestions?.nearest(to: entry.photo)
        findings.append(
          Finding(
            .photoMissing, subject: printable(entry.photo),
            message: "the manifest names a photo that is in no photo folder",
            remedy: near.map { "did you mean \($0)" } ?? "add the file to a photo folder, or correct the row",
            place: entry.place))
        continue
      }
      if entry.isOnly { settled.formUnion(found) }
      if itemID == "-" {
        leftOut.formUnion(found)
        continue
      }
      let known = context.itemIndex.identified(by: itemID)
      // An id is meant before a serial number of the same text.
      let ids = known.filter { $0.kind == .id }
      let items = ids.count == 1 ? ids : known
      guard items.count == 1 else {
        let message =
          items.isEmpty
          ? "the manifest gives it to \(printable(itemID)), and there is no such item"
          : "the manifest gives it to \(printable(itemID)), which \(context.list(items.map(\.item))) have"
        findings.append(
          Finding(
            .rowRejected, subject: printable(entry.photo), message: message,
            remedy: "write the item_id of one item", place: entry.place))
        continue
      }
      var pictures: [Int] = []
      for photo in found {
        order += 1
        // A pattern fills the positions from the given one on; names of one picture share theirs.
        let picture = context.pictureOf[photo]
        let offset = pictures.firstIndex(of: picture) ?? pictures.count
        if offset == pictures.count { pictures.append(picture) }
        let line = entry.place.line.map { ", line \($0)" } ?? ""
        var claim = Claim(item: items[0].item, detail: printable(entry.photo) + line, order: order)
        claim.position = entry.position.map { $0 + offset }
        claim.isPrimary = entry.isPrimary
        claim.caption = entry.caption
        claim.recipe = entry.recipe
        claims[photo, default: []].append(claim)
      }
    }
  }

  func answer(for photo: Int) -> RuleAnswer {
    let isOnly = settled.contains(photo)
    if let claims = claims[photo] {
      return .items(
        claims.map { claim in
          var claim = claim
          claim.isOnly = isOnly
          return claim
        })
    }
    return leftOut.contains(photo) ? .leftOut(isOnly: isOnly) : .silent
  }
}
