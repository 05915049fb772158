import PossessionsCore
import Running

/// `attach`: photos for items that the catalog has.
enum AttachCommand: Command {
  static let definition = CommandDefinition(
    name: "attach",
    summary: "give photos to possessions that the catalog has",
    details: """
      Takes the photos in as import does and gives them to one possession. A photo is a file, or a picture that the \
      catalog has: its image key, the first characters of the key, or a name that it came under. With --from every \
      photo of a folder finds its possession by the rules of import, or goes to the one of --item. Receipts, manuals \
      and PDFs go in as documents and are never the primary picture. The same command again changes nothing.
      """,
    operands: "[PHOTO|KEY]...",
    operandCount: 0...100_000,
    options: [
      OptionDefinition(
        name: "item", value: .text("ID"), help: "the possession: its id, serial number or asset tag"),
      OptionDefinition(
        name: "from", value: .text("DIR"), isRepeatable: true, help: "take all photos of this folder"),
      OptionDefinition(
        name: "replace", value: .text("PHOTO|KEY"),
        help: "the photo takes the place of this picture of the possession, which is superseded and kept"),
      OptionDefinition(
        name: "position", value: .text("N"), help: "where the first photo stands (default: behind the others)"
      ),
      OptionDefinition(name: "primary", help: "the first photo becomes the primary picture"),
      OptionDefinition(
        name: "as", value: .choice(NamedDocument.Kind.allCases.map(\.rawValue)),
        help: "the photos are documents of this kind, whatever their names say"),
      OptionDefinition(name: "dry-run", short: "n", help: "show what would be done and do nothing"),
    ]
      + importOptions.filter { ["codes", "leader", "rehash"].contains($0.name) } + handOptions,
    examples: [
      ("possessions attach IMG_0012.jpg IMG_0013.jpg --item LR-001", "two more pictures of a possession"),
      ("possessions attach new.jpg --item LR-001 --replace IMG_0012.jpg", "a better picture in its place"),
      ("possessions attach bill.jpg --item LR-001 --as receipt", "a receipt"),
      ("possessions attach --from /media/card/DCIM", "a card of photos named or labelled after possessions"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    var hand = HandRequest(.attach)
    hand.item = try arguments.text("item")
    hand.pictures = arguments.operands
    hand.replaces = arguments.path("replace")
    hand.position = try arguments.number("position", in: 1...999_999)
    hand.isPrimary = arguments.has("primary")
    hand.documentKind = try arguments.text("as").flatMap { NamedDocument.Kind(rawValue: $0) }
    try require(hand, folders: arguments.paths("from"))
    var request = try handRequest(hand, arguments)
    request.photos = arguments.paths("from")
    request.rehashes = arguments.has("rehash")
    request.readsCodes = arguments.has("codes")
    request.leader = arguments.has("leader")
    return try ImportCommand.execute(request, arguments, console)
  }

  /// - Throws: `.usage` where the words do not go together.
  private static func require(_ hand: HandRequest, folders: [BytePath]) throws(Failure) {
    func refuse(_ subject: String, _ message: String, _ remedy: String) -> Failure {
      Failure(.usage, subject: subject, message: message, remedy: remedy)
    }
    if hand.pictures.isEmpty, folders.isEmpty {
      throw refuse("", "there is nothing to attach", "name photos and --item ID, or --from DIR")
    }
    if !hand.pictures.isEmpty, !folders.isEmpty {
      throw refuse("--from", "photos are named as well", "give the one or the other")
    }
    if hand.item == nil {
      guard hand.pictures.isEmpty else {
        throw refuse("", "no possession is named", "add --item ID; possessions list shows the ids")
      }
      let given = [
        ("position", hand.position != nil), ("primary", hand.isPrimary), ("as", hand.documentKind != nil),
      ]
      if let (name, _) = given.first(where: { $0.1 }) {
        throw refuse(
          "--\(name)", "the photos of a folder find their possessions by themselves", "add --item ID")
      }
    }
    if hand.replaces != nil {
      guard hand.pictures.count == 1 else {
        throw refuse("--replace", "one photo takes the place of one", "name exactly one photo")
      }
      if hand.position != nil {
        throw refuse("--position", "with --replace the photo stands where the old one stood", "leave it out")
      }
    }
    if hand.isPrimary, hand.documentKind != nil {
      throw refuse("--primary", "no document is the primary picture", "leave --primary or --as out")
    }
  }
}

/// `detach`: pictures taken away from a possession.
enum DetachCommand: Command {
  static let definition = CommandDefinition(
    name: "detach",
    summary: "take pictures and documents away from a possession",
    details: """
      Nothing is deleted: the picture stays in the store and the catalog remembers that it was attached; attach brings \
      it back. Matching does not, unless an items table or a manifest names it. Without a photo everything goes that \
      the possession has, which needs --yes.
      """,
    operands: "[PHOTO|KEY]...",
    operandCount: 0...100_000,
    options: [
      OptionDefinition(
        name: "item", value: .text("ID"), help: "the possession: its id, serial number or asset tag"),
      OptionDefinition(name: "yes", short: "y", help: "take all of its pictures and documents away"),
      OptionDefinition(name: "dry-run", short: "n", help: "show what would be done and do nothing"),
    ] + handOptions,
    examples: [
      ("possessions detach IMG_0012.jpg --item LR-001", "a picture that shows something else"),
      ("possessions detach --item LR-001 --yes", "everything that it has"),
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    var hand = HandRequest(.detach)
    hand.item = try arguments.text("item")
    hand.pictures = arguments.operands
    hand.isSure = arguments.has("yes")
    guard hand.item != nil else {
      throw Failure(
        .usage, message: "no possession is named", remedy: "add --item ID; possessions list shows the ids")
    }
    return try ImportCommand.execute(try handRequest(hand, arguments), arguments, console)
  }
}

/// What `attach` and `detach` share with each other.
private let handOptions =
  importOptions.filter { ["workers", "memory"].contains($0.name) } + [
    OptionDefinition(
      name: "report", value: .text("FORMATS"),
      help: "formats of the report at the end, joined by commas, or none (default: html)"),
    OptionDefinition(
      name: "lock-timeout", value: .text("SECONDS"),
      help: "wait this long for another run to end (default: 0, leave with 75)"),
  ]

private func handRequest(_ hand: HandRequest, _ arguments: Arguments) throws(Failure) -> ImportRequest {
  var request = try runRequest(arguments)
  request.hand = hand
  request.mustExist = true
  request.isDryRun = arguments.has("dry-run")
  return request
}
