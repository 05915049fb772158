/// What the command `attach` asks: all photos given go to one item.
public struct HandAttachment: Hashable, Sendable {
  public var itemID: String
  /// Of the first of them; the others follow. Nil behind what the item has.
  public var position: Int?
  /// The first of them becomes the primary picture.
  public var isPrimary: Bool
  /// They go in as documents of this kind, whatever their names say.
  public var documentKind: NamedDocument.Kind?
  /// They stand as they were given; else by capture time.
  public var keepsOrder: Bool
  public var caption: String?

  public init(
    itemID: String, position: Int? = nil, isPrimary: Bool = false, documentKind: NamedDocument.Kind? = nil,
    keepsOrder: Bool = true, caption: String? = nil
  ) {
    self.itemID = itemID
    self.position = position
    self.isPrimary = isPrimary
    self.documentKind = documentKind
    self.keepsOrder = keepsOrder
    self.caption = caption
  }
}

/// The rule of `attach PHOTO… --item ID`: a person gave each photo of the run to one item.
struct AttachMatcher: PhotoMatcher {
  static let rule = attachRule
  static let isExplicit = true

  private var claims: [Int: Claim] = [:]

  init(_ context: MatchContext) {
    guard let hand = context.options.attachment,
      let item = context.items.firstIndex(where: { $0.itemID == hand.itemID })
    else { return }
    var offsets: [Int: Int] = [:]
    for (photo, picture) in context.pictureOf.enumerated() {
      // Names of one picture share its place.
      let offset = offsets[picture] ?? offsets.count
      offsets[picture] = offset
      var claim = Claim(
        item: item, detail: context.photos[photo].path.description,
        order: hand.keepsOrder ? offset + 1 : nil, documentKind: hand.documentKind)
      claim.position = hand.position.map { $0 + offset }
      claim.isPrimary = hand.isPrimary && offset == 0 ? true : nil
      claim.caption = hand.caption
      claims[photo] = claim
    }
  }

  func answer(for photo: Int) -> RuleAnswer {
    claims[photo].map { .items([$0]) } ?? .silent
  }
}
