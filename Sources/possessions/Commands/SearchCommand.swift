import PossessionsCore
import Running

/// `search`: possessions whose fields hold all of the words.
enum SearchCommand: Command {
  static let definition = CommandDefinition(
    name: "search",
    summary: "find possessions by words in any of their fields",
    details:
      "Every word must occur somewhere in the possession: its id, a field, a further column, a caption. Case does not count.",
    operands: "WORD...", operandCount: 1...64,
    examples: [("possessions search violin bow", "possessions that say both words")])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let words = arguments.operands.map { $0.description.lowercased() }
    let contents = try CatalogView(catalogPath(arguments).absolute).contents()
    let captions = Dictionary(grouping: contents.attachments, by: \.itemID)
      .mapValues { $0.compactMap(\.caption).joined(separator: "\n") }
    let found = contents.possessions.filter { possession in
      var texts = [possession.itemID, captions[possession.itemID] ?? ""]
      for value in possession.fields.values {
        if case .text(let text) = value { texts.append(text) }
      }
      texts += possession.sourceText.values
      texts += possession.extra.values
      let text = texts.joined(separator: "\n").lowercased()
      return words.allSatisfy { text.contains($0) }
    }
    if console.isJSON {
      try console.writeJSON(found)
      return 0
    }
    var table = TextTable([("ITEM", .left), ("NAME", .left), ("ROOM", .left), ("STATUS", .left)])
    for possession in found {
      table.add([
        possession.itemID, possession.name, possession.text(.room) ?? "", possession.status.rawValue,
      ])
    }
    if !table.isEmpty { for line in table.lines() { console.write(line + "\n") } }
    return 0
  }
}
