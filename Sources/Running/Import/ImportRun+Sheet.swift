// The contact sheet of a plan: what stands on it, a small picture for each photo, and the files it is made of.
import Files
import FoundationEssentials
import PossessionsCore
import Recording
import Reporting

extension ImportRun {
  /// Refuses a sheet in a folder of photos, where its own pictures would be photos of the next import, or in the
  /// catalog, where a plan writes nothing.
  func requireSheetApart() throws(Failure) {
    guard let sheet = request.sheet else { return }
    guard sheet.name.text != nil else {
      throw Failure(
        .usage, subject: "--html \(sheet)", message: "the name is not UTF-8 text", remedy: "give it another")
    }
    var place = sheet.folder
    while place.canonical == nil, place.bytes.count > 1 { place = place.folder }
    let folder = (place.canonical ?? "/").bytes + [0x2F]
    let others = inputs.sources.map { ("a photo folder", $0.root) } + [("the catalog", request.catalog)]
    for (words, root) in others where folder.starts(with: (root.canonical ?? root).bytes + [0x2F]) {
      throw Failure(
        .usage, subject: "--html \(sheet)", message: "this lies inside \(words)",
        remedy: "write the sheet into another folder")
    }
  }

  /// Thumbnails of pictures that the catalog has rendered, absolute.
  func knownThumbnails(_ reader: CatalogReader) throws(Failure) -> [ImageKey: BytePath] {
    guard request.sheet != nil else { return [:] }
    var paths: [ImageKey: BytePath] = [:]
    for rendition in try reader.renditions() where rendition.name == "thumb" && rendition.recipeDigest.isEmpty
    {
      paths[rendition.key] = request.catalog.appending(rendition.path)
    }
    return paths
  }

  /// Writes the sheet of a plan.
  ///
  /// - Parameter known: thumbnails that need not be made.
  func writeSheet(
    of plan: ImportPlan, _ pool: WorkerPool, thumbnails: [ImageKey: BytePath]
  ) throws(Failure) {
    guard let path = request.sheet, let matched else { return }
    let names = shownNames()
    let contents = SheetContents(
      photos: photos, matched: matched, standIns: leftOut.mapValues { names[$0] ?? $0.text }, plan: plan,
      known: known)
    let items = possessionsAfter(plan.rows).map(\.possession)
    var placed = contents.cards(itemIDs: items.map(\.itemID))
    do {
      let sink = try DocumentSink(folder: path.folder, isPrivate: false, observe: environment.observe)
      let name = path.name.text ?? "sheet.html"
      let files = "\(path.name.stem)-files"
      try addThumbnails(to: &placed, contents, pool, thumbnails: thumbnails, sink: sink, folder: files)
      let sheet = ContactSheet(
        items: items.map {
          ContactSheet.Item(id: $0.itemID, name: $0.text(.name), room: $0.text(.room))
        },
        cards: placed.map(\.card),
        findings: outcome.findings.filter {
          [.photoRefused, .fileIgnored, .mediaNotAPicture].contains($0.code)
        },
        toolVersion: "possessions \(environment.version)")
      let digest = Data(bytesOf(hex: sha256(of: ContactSheet.script).hex) ?? []).base64EncodedString()
      // The page comes last: where it stands, its pictures do.
      try sink.begin(name)
      try sheet.write(scriptDigest: digest) { try sink.write($0) }
      try sink.end()
      try sink.sweep([files])
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        .internalError, subject: path.description, message: "the sheet cannot be written: \(error)")
    }
    outcome.sheet = path
  }

  /// So many pictures are part of the page; more lie in a folder beside it.
  private static let mostEmbedded = 300

  /// What is shown of a photo on a sheet.
  private static let thumbnail = RenditionDefinition(
    name: "sheet", width: 320, height: 320, mode: .aspectFit, quality: 70)

  private func addThumbnails(
    to cards: inout [SheetContents.Placed], _ contents: SheetContents, _ pool: WorkerPool,
    thumbnails: [ImageKey: BytePath], sink: DocumentSink, folder: String
  ) throws {
    var positions: [ImageKey: [Int]] = [:]
    var order: [ImageKey] = []
    for (position, card) in cards.enumerated() {
      if positions[card.shown] == nil { order.append(card.shown) }
      positions[card.shown, default: []].append(position)
    }
    let isEmbedded = order.count <= ImportRun.mostEmbedded
    let prefix = percentEncoded(folder.utf8) + "/"
    func place(_ image: [UInt8], number: Int) throws {
      let thumbnail: ContactSheet.Thumbnail
      if isEmbedded {
        thumbnail = .embedded(Data(image).base64EncodedString())
      } else {
        let digits = String(number + 1)
        let file = String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".jpg"
        try sink.begin("\(folder)/\(file)")
        try sink.write(image)
        try sink.end()
        thumbnail = .file(prefix + file)
      }
      for position in positions[order[number]] ?? [] { cards[position].card.thumbnail = thumbnail }
    }

    var jobs: [WorkerPool.QueuedJob] = []
    for (number, key) in order.enumerated() {
      if let path = thumbnails[key], let image = try? FileDescriptor.reading(path).readToEnd(limit: 1 << 24) {
        try place(image, number: number)
        continue
      }
      guard let photo = contents.files[key], photo.facts.mediaType != .pdf else { continue }
      let cost = renderCost(of: photo.facts, isEdited: false)
      jobs.append(
        WorkerPool.QueuedJob(
          .preview(
            PreviewJob(
              id: number, path: photo.root.appending(photo.path), mediaType: photo.facts.mediaType,
              definition: ImportRun.thumbnail, pixelLimit: settings.pixelLimit)),
          memory: cost.memory, seconds: cost.seconds))
    }
    environment.observe(.stepStarted(step: "sheet", total: jobs.count))
    let isComplete = try pool.run(jobs) { done in
      environment.observe(.stepProgress(step: "sheet", done: done, total: jobs.count))
    } collect: { (answers) throws(Failure) in
      for (job, answer) in answers {
        // A worker that died of a photo shows nothing of it; the import will say so.
        guard case .result(.previewed(let result)) = answer, let text = result.image,
          let image = Data(base64Encoded: text)
        else { continue }
        do {
          try place(Array(image), number: job.id)
        } catch let failure as Failure {
          throw failure
        } catch {
          throw Failure(.internalError, message: "a preview cannot be written: \(error)")
        }
      }
    }
    outcome.wasStopped = outcome.wasStopped || !isComplete
  }
}
