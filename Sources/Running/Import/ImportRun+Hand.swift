// `attach` and `detach`: what a person named, found and refused where it is not clear, before anything is written.
import Files
import PossessionsCore
import Recording

extension ImportRun {
  /// - Throws: what cannot be done, with the candidates where a name fits several.
  func findNamed() throws(Failure) -> Hand {
    guard let request = request.hand else { preconditionFailure("only attach and detach name things") }
    var hand = Hand(request: request)
    guard let typed = request.item else { return hand }
    let items = known.itemIDs.compactMap { known.possessions[$0] }.filter { $0.status == .current }
      .map { matchable($0) }
    let item = try find(typed, among: items)
    hand.item = item
    switch request.verb {
    case .attach:
      try findPhotos(of: &hand, for: item)
    case .detach:
      if request.pictures.isEmpty {
        hand.going = try all(of: item, isSure: request.isSure)
      } else {
        for typed in request.pictures { hand.going.insert(try own(typed, of: item).key) }
      }
    }
    return hand
  }

  /// Findings of the last finished run of the same command: an error among them is not new.
  func findingsOfLastRun(_ reader: CatalogReader) throws(Failure) -> [Finding] {
    let last = try reader.recordedRuns(status: .finished).last { $0.command == request.command }
    return try last.map { run throws(Failure) in try reader.findings(ofRun: run.id) } ?? []
  }

  // MARK: The item

  private func find(_ typed: String, among items: [MatchableItem]) throws(Failure) -> MatchableItem {
    switch itemNamed(typed, among: items) {
    case .one(let index): return items[index]
    case .several(let found):
      throw Failure(
        .badData, subject: "--item \(printable(typed))", message: "several possessions have this number",
        remedy: "give the id of one: " + firstFive(found.map { shown(items[$0]) }))
    case .none:
      let near = itemsNear(typed, among: items)
      throw Failure(
        .badData, subject: "--item \(printable(typed))", message: "the catalog has no such possession",
        remedy: near.isEmpty
          ? "possessions list shows the item ids" : "give its id: " + firstFive(near.map { shown($0) }))
    }
  }

  private func shown(_ item: MatchableItem) -> String {
    let name = item.name.flatMap { $0 == item.itemID ? nil : " (\(printable($0)))" } ?? ""
    return printable(item.itemID) + name
  }

  // MARK: Photos to attach

  private func findPhotos(of hand: inout Hand, for item: MatchableItem) throws(Failure) {
    var documents: [(typed: BytePath, kind: NamedDocument.Kind)] = []
    for typed in hand.request.pictures {
      let path: BytePath
      let mediaType: MediaType
      let operand: Hand.Operand
      if let file = try file(typed) {
        path = file.path.name
        mediaType = file.mediaType
        operand = .file(file.path)
        if !hand.operands.contains(operand) { try add(file, typed: typed, to: &hand.sources) }
      } else {
        let key = try inCatalog(typed)
        guard let photo = known.photos(of: [key]).first else {
          preconditionFailure("a picture that was found has a name")
        }
        path = photo.path
        mediaType = photo.facts.mediaType
        operand = .picture(key)
      }
      let kind = hand.request.documentKind ?? documentKind(of: path, mediaType: mediaType, for: item)
      if let kind { documents.append((typed, kind)) }
      if !hand.operands.contains(operand) { hand.operands.append(operand) }
    }
    if let typed = hand.request.replaces {
      let old = try own(typed, of: item)
      let isPicture = (known.attachments + known.superseded).contains {
        $0.itemID == item.itemID && $0.key == old.key
      }
      if isPicture, let first = documents.first {
        throw Failure(
          .badData, subject: first.typed.description,
          message: "it would go in as \(words(first.kind)), and no document takes the place of a picture",
          remedy: "attach it without --replace, and detach the picture where it is wrong")
      }
      if !isPicture, hand.request.documentKind == nil {
        // What takes the place of a receipt is one.
        hand.request.documentKind =
          known.documents.first { $0.itemID == item.itemID && $0.key == old.key }?.kind
      }
      // Gone already: there is nothing to replace, and what took its place stays.
      if old.isHolding { hand.going = [old.key] }
    }
    if hand.request.isPrimary, let first = documents.first, first.typed == hand.request.pictures.first {
      throw Failure(
        .usage, subject: "--primary",
        message: "\(first.typed) goes in as \(words(first.kind)), and no document is the primary picture",
        remedy: "name a picture of the thing itself first, or leave --primary out")
    }
  }

  private func words(_ kind: NamedDocument.Kind) -> String {
    switch kind {
    case .appraisal: "an appraisal"
    case .other: "a document"
    case .receipt, .manual, .warranty: "a \(kind.rawValue)"
    }
  }

  private struct NamedFile {
    /// Canonical.
    var path: BytePath
    var entry: ListedEntry
    var mediaType: MediaType
  }

  /// A file on disk; nil where there is none of this name.
  private func file(_ typed: BytePath) throws(Failure) -> NamedFile? {
    guard let path = typed.canonical else { return nil }
    if (try? SourceFolder(path)) != nil {
      throw Failure(
        .usage, subject: typed.description, message: "this is a folder",
        remedy: "attach --from \(typed) takes the photos of a folder")
    }
    func refuse(_ message: String, _ remedy: String) -> Failure {
      Failure(.badData, subject: typed.description, message: message, remedy: remedy)
    }
    let head: [UInt8]
    let stamp: FileStamp
    do throws(Failure) {
      let file = try FileDescriptor.reading(path)
      head = try file.head(MediaType.sniffLength)
      stamp = try file.stamp()
    } catch {
      throw Failure(error.kind, subject: typed.description, message: error.message, remedy: error.remedy)
    }
    let mediaType = MediaType(sniffing: head, fileExtension: path.lowercasedExtension)
    if head.isEmpty {
      throw refuse("the file is empty", "copy it again from the camera or take the photo again")
    }
    switch mediaType {
    case .movie: throw refuse("this is a movie, not a picture", "attach a still picture of the thing")
    case .unknown where !isCalledPhoto(path), .svg where !isCalledPhoto(path):
      throw refuse("this is neither a picture nor a PDF", "attach a photo of the thing, or a PDF")
    default: break
    }
    return NamedFile(
      path: path, entry: ListedEntry(path: path.name, kind: .file, stamp: stamp), mediaType: mediaType)
  }

  private func add(
    _ file: NamedFile, typed: BytePath, to sources: inout [Inputs.Source]
  ) throws(Failure) {
    let root = file.path.folder.bytes.isEmpty ? "/" : file.path.folder
    if let index = sources.firstIndex(where: { $0.root == root }) {
      sources[index].listing.entries.append(file.entry)
    } else {
      sources.append(
        Inputs.Source(
          typed: typed.folder, root: root, folder: try SourceFolder(root),
          listing: FolderListing(entries: [file.entry])))
    }
  }

  /// A picture that the catalog has.
  private func inCatalog(_ typed: BytePath) throws(Failure) -> ImageKey {
    let files = known.photos(of: Set(known.pictures.keys))
    switch pictureNamed(typed.text ?? typed.description, among: files) {
    case .one(let key): return key
    case .several(let keys):
      throw Failure(
        .badData, subject: typed.description, message: "the catalog has several pictures of this name",
        remedy: "give the key of one: " + firstFive(keys.map { shown($0, among: files) }))
    case .none:
      throw Failure(
        .inputMissing, subject: typed.description,
        message: "there is no such file, and no such picture in the catalog",
        remedy: "give a file, the key of a picture or the name that it came under")
    }
  }

  // MARK: What an item has

  /// A picture or document of the item. One that was taken away before is found as well, behind those that hold.
  private func own(
    _ typed: BytePath, of item: MatchableItem
  ) throws(Failure) -> (key: ImageKey, isHolding: Bool) {
    let holding = keys(of: item, known.attachments, known.documents.filter { $0.supersededByRun == nil })
    let gone = keys(of: item, known.superseded, known.documents.filter { $0.supersededByRun != nil })
    let text = typed.text ?? typed.description
    let files = known.photos(of: holding)
    for (isHolding, files) in [(true, files), (false, known.photos(of: gone.subtracting(holding)))] {
      switch pictureNamed(text, among: files) {
      case .one(let key): return (key, isHolding)
      case .several(let keys):
        throw Failure(
          .badData, subject: typed.description,
          message: "\(printable(item.itemID)) has several pictures of this name",
          remedy: "give the key of one: " + firstFive(keys.map { shown($0, among: files) }))
      case .none: continue
      }
    }
    throw Failure(
      .badData, subject: typed.description, message: "\(printable(item.itemID)) has no such picture",
      remedy: holding.isEmpty
        ? "it has none at all" : "it has " + firstFive(holding.sorted().map { shown($0, among: files) }))
  }

  private func all(of item: MatchableItem, isSure: Bool) throws(Failure) -> Set<ImageKey> {
    let holding = keys(of: item, known.attachments, known.documents.filter { $0.supersededByRun == nil })
    guard isSure || holding.isEmpty else {
      throw Failure(
        .usage, subject: "--item \(printable(item.itemID))",
        message: "this takes away everything that it has: \(holding.count)",
        remedy: "add --yes, or name the pictures")
    }
    return holding
  }

  private func keys(
    of item: MatchableItem, _ attachments: [AttachmentRecord], _ documents: [DocumentRecord]
  ) -> Set<ImageKey> {
    Set(attachments.filter { $0.itemID == item.itemID }.map(\.key))
      .union(documents.filter { $0.itemID == item.itemID }.map(\.key))
  }

  private func shown(_ key: ImageKey, among files: [MatchablePhoto]) -> String {
    let name = files.first { $0.key == key }.map { " (\($0.path))" } ?? ""
    return key.text.prefix(8) + name
  }
}
