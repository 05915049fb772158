import PossessionsCore
import Running

/// `list`: possessions, runs or findings, from a snapshot of the catalog.
enum ListCommand: Command {
  static let definition = CommandDefinition(
    name: "list",
    summary: "list possessions, past runs, findings, unmatched photos or twins",
    details: "Reads a snapshot of the catalog; a run may write beside it.",
    options: [
      OptionDefinition(name: "room", value: .text("ROOM"), help: "only possessions of this room or below it"),
      OptionDefinition(name: "category", value: .text("CATEGORY"), help: "only possessions of this category"),
      OptionDefinition(name: "runs", help: "past runs and what each did"),
      OptionDefinition(name: "findings", help: "all findings of the last finished run"),
      OptionDefinition(name: "unmatched", help: "pictures that belong to no possession"),
      OptionDefinition(name: "twins", help: "pictures that look alike, the best of each group first"),
    ],
    examples: [("possessions list --room Kitchen", "what is in the kitchen")])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let views = ["runs", "findings", "unmatched", "twins"].filter { arguments.has($0) }
    guard views.count <= 1 else {
      throw Failure(
        .usage, message: "--\(views[0]) and --\(views[1]) are two different lists",
        remedy: "ask for one of them")
    }
    let catalog = try CatalogView(catalogPath(arguments).absolute)
    switch views.first {
    case "runs": try listRuns(try catalog.runs(), console)
    case "findings": try listFindings(try catalog.findings(), console)
    case "unmatched": try listUnmatched(try catalog.contents(), console)
    case "twins": try listTwins(try catalog.contents(), console)
    default:
      try listPossessions(
        try catalog.contents(), room: try arguments.text("room"), category: try arguments.text("category"),
        console)
    }
    return 0
  }

  private static func listPossessions(
    _ contents: CatalogContents, room: String?, category: String?, _ console: Console
  ) throws {
    let pictures = contents.attachments.reduce(into: [String: Int]()) { $0[$1.itemID, default: 0] += 1 }
    let shown = contents.possessions.filter { possession in
      guard possession.status == .current else { return false }
      if let room, !isRoom(possession.text(.room) ?? "", within: room) { return false }
      if let category, possession.text(.category)?.lowercased() != category.lowercased() { return false }
      return true
    }
    if console.isJSON {
      try console.writeJSON(shown.map { ListedPossession($0, pictures: pictures[$0.itemID] ?? 0) })
      return
    }
    var table = TextTable([
      ("ITEM", .left), ("NAME", .left), ("ROOM", .left), ("QTY", .right), ("REPLACEMENT", .right),
      ("PAID", .right), ("PHOTOS", .right),
    ])
    for possession in shown {
      let count = pictures[possession.itemID] ?? 0
      table.add([
        possession.itemID, possession.name, possession.text(.room) ?? "", String(possession.quantity),
        amount(possession, .replacementCost), amount(possession, .purchasePrice),
        count == 0 ? "none" : String(count),
      ])
    }
    for line in table.lines() { console.write(line + "\n") }
  }

  private static func amount(_ possession: Possession, _ field: PossessionField) -> String {
    possession.money(field).map { "\($0.decimalText) \($0.currency.code)" } ?? ""
  }

  private static func listRuns(_ runs: [RunRecord], _ console: Console) throws {
    if console.isJSON {
      try console.writeJSON(runs)
      return
    }
    var table = TextTable([
      ("RUN", .left), ("COMMAND", .left), ("FINISHED", .left), ("STATUS", .left), ("EXIT", .right),
      ("DID", .left),
    ])
    for run in runs {
      let did = run.counts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      table.add([
        run.id, run.command, run.finishedAt ?? "", run.status.rawValue, run.exitCode.map(String.init) ?? "",
        did.joined(separator: ", "),
      ])
    }
    for line in table.lines() { console.write(line + "\n") }
  }

  private static func listFindings(_ findings: [Finding], _ console: Console) throws {
    if console.isJSON {
      try console.writeJSON(findings)
      return
    }
    for line in findingLines(findings, shown: .max, console) { console.write(line + "\n") }
  }

  private static func listTwins(_ contents: CatalogContents, _ console: Console) throws {
    let apart = Set(contents.documents.map(\.key) + contents.pictures.values.compactMap(\.editedKey))
    let items = contents.attachments.reduce(into: [ImageKey: [String]]()) {
      $0[$1.key, default: []].append($1.itemID)
    }
    let groups = nearDuplicates(
      contents.pictures.values.filter { !apart.contains($0.key) }.compactMap(ComparablePicture.init)
    ).map { group in
      group.map { picture in
        ListedTwin(
          key: picture.key, name: contents.pictures[picture.key]?.originalName.description ?? "",
          width: picture.width, height: picture.height, byteSize: picture.byteSize,
          items: items[picture.key] ?? [])
      }
    }
    if console.isJSON {
      try console.writeJSON(groups)
      return
    }
    var table = TextTable([
      ("GROUP", .right), ("KEY", .left), ("NAME", .left), ("SIZE", .left), ("BYTES", .right),
      ("ITEMS", .left),
    ])
    for (number, group) in groups.enumerated() {
      for twin in group {
        table.add([
          String(number + 1), twin.key.text, twin.name, "\(twin.width)x\(twin.height)", String(twin.byteSize),
          twin.items.joined(separator: ", "),
        ])
      }
    }
    for line in table.lines() { console.write(line + "\n") }
  }

  private static func listUnmatched(_ contents: CatalogContents, _ console: Console) throws {
    let used = Set(contents.attachments.map(\.key) + contents.documents.map(\.key))
    let edits = Set(contents.pictures.values.compactMap(\.editedKey))
    let free = contents.pictures.values.filter { !used.contains($0.key) && !edits.contains($0.key) }
      .sorted { $0.originalName < $1.originalName }
    if console.isJSON {
      try console.writeJSON(free)
      return
    }
    var table = TextTable([("KEY", .left), ("NAME", .left), ("CAPTURED", .left), ("SIZE", .left)])
    for picture in free {
      let size = picture.facts.width.flatMap { width in picture.facts.height.map { "\(width)x\($0)" } }
      table.add([
        picture.key.text, picture.originalName.description, picture.facts.capturedAt?.description ?? "",
        size ?? "",
      ])
    }
    for line in table.lines() { console.write(line + "\n") }
  }
}

/// One picture of a group of pictures that look alike.
private struct ListedTwin: Encodable {
  var key: ImageKey
  var name: String
  var width: Int
  var height: Int
  var byteSize: Int64
  var items: [String]

  enum CodingKeys: String, CodingKey {
    case key, name, width, height, items
    case byteSize = "byte_size"
  }
}

private struct ListedPossession: Encodable {
  var itemID: String
  var name: String
  var room: String?
  var category: String?
  var quantity: Int64
  var replacementCost: String?
  var purchasePrice: String?
  var currency: String?
  var pictures: Int

  enum CodingKeys: String, CodingKey {
    case name, room, category, quantity, currency, pictures
    case itemID = "item_id"
    case replacementCost = "replacement_cost"
    case purchasePrice = "purchase_price"
  }

  init(_ possession: Possession, pictures: Int) {
    itemID = possession.itemID
    name = possession.name
    room = possession.text(.room)
    category = possession.text(.category)
    quantity = possession.quantity
    replacementCost = possession.money(.replacementCost)?.decimalText
    purchasePrice = possession.money(.purchasePrice)?.decimalText
    currency = possession.currency?.code
    self.pictures = pictures
  }
}
