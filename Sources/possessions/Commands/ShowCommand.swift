import PossessionsCore
import Running

/// `show`: everything about one possession or one picture.
enum ShowCommand: Command {
  static let definition = CommandDefinition(
    name: "show",
    summary: "show one possession, or one picture by its image key",
    operands: "ITEM|KEY", operandCount: 1...1,
    options: [
      OptionDefinition(name: "history", help: "every change of the possession: which run, when, what")
    ],
    examples: [
      ("possessions show MIXER-01", "its fields, pictures with the rule that attached them, findings")
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let typed = arguments.operands[0].description
    let catalog = try CatalogView(catalogPath(arguments).absolute)
    let contents = try catalog.contents()
    if let possession = find(typed, in: contents.possessions) {
      let history = arguments.has("history") ? try catalog.history(of: possession.itemID) : []
      try show(possession, history: history, in: contents, console)
      return 0
    }
    if let key = ImageKey(typed), let picture = contents.pictures[key] {
      try show(picture, in: contents, console)
      return 0
    }
    let near = suggestion(for: typed, among: contents.possessions.map(\.itemID))
    throw Failure(
      .inputMissing, subject: typed, message: "no possession and no picture has this key",
      remedy: near.map { "did you mean \($0)?" } ?? "possessions list shows all of them")
  }

  /// By the exact key, else by case if that is unique.
  private static func find(_ typed: String, in possessions: [Possession]) -> Possession? {
    if let exact = possessions.first(where: { $0.itemID == typed }) { return exact }
    let near = possessions.filter { $0.itemID.lowercased() == typed.lowercased() }
    return near.count == 1 ? near[0] : nil
  }

  private static func show(
    _ possession: Possession, history: [(run: RunRecord?, change: ChangeRecord)],
    in contents: CatalogContents,
    _ console: Console
  ) throws {
    let attachments = contents.attachments.filter { $0.itemID == possession.itemID }
    let documents = contents.documents.filter { $0.itemID == possession.itemID }
    let findings = contents.findings.filter { $0.subject == possession.itemID }
    if console.isJSON {
      try console.writeJSON(
        ShownPossession(
          possession: possession, attachments: attachments, documents: documents, findings: findings,
          history: history.map { ShownChange(at: $0.run?.startedAt, change: $0.change) }))
      return
    }
    console.write(console.paint(printable(possession.name), .bold) + "\n")
    func row(_ name: String, _ value: String) {
      console.write("  \(padded(printable(name), 24)) \(printable(value))\n")
    }
    row("item_id", possession.itemID)
    if possession.status != .current { row("status", possession.status.rawValue) }
    for field in PossessionField.allCases where field != .name {
      guard let value = possession.fields[field] else { continue }
      var text = shownText(value, currency: possession.currency)
      if let source = possession.sourceText[field], source != text { text += "   as typed: \(source)" }
      row(field.rawValue, text)
    }
    for (header, value) in possession.extra.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
      row(header, value)
    }
    for attachment in attachments {
      let picture = contents.pictures[attachment.key]
      console.write("\npicture \(attachment.position)\(attachment.isPrimary ? " (primary)" : "")\n")
      row("key", attachment.key.text)
      if let picture { describe(picture, row) }
      row("matched by", "\(attachment.matchedBy): \(attachment.matchedDetail)")
      if let caption = attachment.caption { row("caption", caption) }
      if let recipe = attachment.recipe { row("edit", recipe) }
    }
    for document in documents {
      console.write("\ndocument (\(document.kind.rawValue))\n")
      row("key", document.key.text)
      row("name", document.originalName.description)
    }
    if attachments.isEmpty { console.write("\nno picture\n") }
    if !findings.isEmpty {
      console.write("\n")
      for finding in findings { console.write(console.line(for: finding) + "\n") }
    }
    if !history.isEmpty { console.write("\nhistory\n") }
    for entry in history {
      let change = entry.change
      console.write(
        "  \(entry.run?.startedAt ?? "") \(change.runID)  \(printable(change.field)): "
          + "\(printable(change.old ?? "(empty)")) → \(printable(change.new ?? "(empty)"))\n")
    }
  }

  private static func show(
    _ picture: PictureRecord, in contents: CatalogContents, _ console: Console
  ) throws {
    let attachments = contents.attachments.filter { $0.key == picture.key }
    let renditions = contents.renditions.filter { $0.key == picture.key }
    if console.isJSON {
      try console.writeJSON(ShownPicture(picture: picture, attachments: attachments, renditions: renditions))
      return
    }
    console.write(console.paint(picture.key.text, .bold) + "\n")
    func row(_ name: String, _ value: String) {
      console.write("  \(padded(name, 24)) \(printable(value))\n")
    }
    describe(picture, row)
    row("original", picture.original.description)
    row("sha-256", picture.sha256.hex)
    for attachment in attachments {
      row("belongs to", "\(attachment.itemID) by \(attachment.matchedBy): \(attachment.matchedDetail)")
    }
    for rendition in renditions {
      row("rendition \(rendition.name)", "\(rendition.width)x\(rendition.height)  \(rendition.path)")
    }
  }

  private static func describe(_ picture: PictureRecord, _ row: (String, String) -> Void) {
    row("file", picture.originalName.description)
    row("type", "\(picture.facts.mediaType.rawValue), \(picture.byteSize) bytes, \(picture.state.rawValue)")
    if let width = picture.facts.width, let height = picture.facts.height {
      row("size", "\(width)x\(height)")
    }
    if let time = picture.facts.capturedAt {
      row("captured", "\(time) as recorded by the camera")
    }
    let camera = [picture.facts.cameraMake, picture.facts.cameraModel].compactMap { $0 }
    if !camera.isEmpty { row("camera", camera.joined(separator: " ")) }
    if let latitude = picture.facts.latitude, let longitude = picture.facts.longitude {
      row("position", "\(latitude), \(longitude)")
    }
  }

  private static func shownText(_ value: FieldValue, currency: Currency?) -> String {
    switch value {
    case .text(let text): text
    case .money(let minor):
      currency.map { "\(Money(minor: minor, currency: $0).decimalText) \($0.code)" } ?? String(minor)
    case .date(let date): date.description
    case .integer(let number): String(number)
    case .decimal(let text): text
    case .boolean(let flag): flag ? "yes" : "no"
    }
  }
}

private struct ShownPossession: Encodable {
  var possession: Possession
  var attachments: [AttachmentRecord]
  var documents: [DocumentRecord]
  var findings: [Finding]
  var history: [ShownChange]
}

private struct ShownChange: Encodable {
  var at: String?
  var change: ChangeRecord
}

private struct ShownPicture: Encodable {
  var picture: PictureRecord
  var attachments: [AttachmentRecord]
  var renditions: [RenditionRecord]
}
