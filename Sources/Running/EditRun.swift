// `edit`: the recipe of one picture of a possession, set, cleared, undone; then what depends on it is rendered.
import Files
package import PossessionsCore
import Recording

/// What `edit` is asked to do.
package struct EditRequest {
  package enum Action {
    case set(EditRecipe)
    case clear
    /// Back to the recipe before.
    case undo
  }
  package var catalog: BytePath
  package var itemID: String
  /// A photo's name or an image key, as typed; nil is the primary photo.
  package var picture: String?
  package var action: Action
  package var workers = 1
  package var memory: Int64 = 1 << 30
  package var lockTimeout = 0.0

  package init(catalog: BytePath, itemID: String, picture: String?, action: Action) {
    self.catalog = catalog
    self.itemID = itemID
    self.picture = picture
    self.action = action
  }
}

/// A picture of a possession with its recipe.
package struct EditedPicture: Sendable, Encodable {
  package var item: String
  package var key: ImageKey
  package var photo: String
  /// As text; empty for none.
  package var recipe: String
  /// Pixels of the upright original and of the edited picture, where they are known.
  package var width: Int?
  package var height: Int?
  package var editedWidth: Int?
  package var editedHeight: Int?

  private enum CodingKeys: String, CodingKey {
    case item, key, photo, recipe, width, height
    case editedWidth = "edited_width"
    case editedHeight = "edited_height"
  }
}

package struct EditOutcome: Sendable, Encodable {
  package var picture: EditedPicture
  /// The recipe before, as text.
  package var before: String
  package var changed: Bool
  package var renditions = 0
  package var findings: [Finding] = []
  package var wasStopped = false

  package var exitCode: Int32 { wasStopped ? Failure.Kind.tryAgain.rawValue : 0 }

  private enum CodingKeys: String, CodingKey {
    case picture, before, changed, renditions, findings
  }
}

/// One step of a recipe's history, the oldest first.
package struct EditStep: Sendable, Encodable {
  package var at: String?
  package var run: String
  /// `import`, `edit`, `edit --undo`.
  package var command: String?
  /// As text; empty for none.
  package var before: String
  package var after: String
}

package func runEdit(_ request: EditRequest, _ environment: RunEnvironment) throws(Failure) -> EditOutcome {
  let settings = try Settings.read(catalog: request.catalog)
  let folder = try CatalogFolder.open(request.catalog, for: .writing)
  let command = if case .undo = request.action { undoCommand } else { "edit" }
  return try withRun(
    command, folder, lockTimeout: request.lockTimeout, environment
  ) { (recorder, run) throws(Failure) in
    let reader = recorder.reader
    let (attachment, picture) = try attachedPicture(request.itemID, request.picture, reader)
    let old = try recipe(of: attachment)
    let new: EditRecipe
    switch request.action {
    case .set(let recipe): new = recipe
    case .clear: new = EditRecipe()
    case .undo: new = try recipeBefore(attachment, reader)
    }
    var outcome = EditOutcome(
      picture: try edited(picture, attachment, new), before: old.text, changed: old != new)
    if let width = picture.facts.width, let height = picture.facts.height {
      do throws(EditRefusal) {
        outcome.findings = try new.resolved(
          width: width, height: height, subject: picture.originalName.description
        ).findings
      } catch {
        throw Failure(
          .badData, subject: error.finding.subject, message: error.finding.message,
          remedy: error.finding.remedy)
      }
    }
    if outcome.changed {
      let match = PhotoMatch(
        itemID: attachment.itemID, key: attachment.key, matchedBy: attachment.matchedBy,
        detail: attachment.matchedDetail, position: attachment.position, isPrimary: attachment.isPrimary,
        caption: attachment.caption, recipe: new)
      try recorder.record(
        ImportPlan(
          attachments: [AttachmentDecision(verb: .change, match: match)], findings: outcome.findings),
        now: environment.now())
    }
    let work = try reader.missingRenditions(mergedRenditions(settings.renditions)).filter {
      $0.key == attachment.key
    }
    if !work.isEmpty {
      let pool = makeWorkerPool(workers: request.workers, memory: request.memory, environment)
      defer { pool.close() }
      let counts = try renderMissing(
        work, pool: pool, recorder: recorder, catalog: folder.root, run: run.id,
        pixelLimit: settings.pixelLimit, observe: environment.observe,
        picture: { $0 == picture.key ? picture : nil })
      outcome.renditions = counts.made
      outcome.findings += counts.findings.filter { !outcome.findings.contains($0) }
      outcome.wasStopped = counts.wasStopped
    }
    return (
      outcome,
      RunEnd(
        status: outcome.wasStopped ? .stopped : .finished, exitCode: outcome.exitCode,
        counts: [
          "renditions.made": outcome.renditions, "changed": outcome.changed || outcome.renditions > 0 ? 1 : 0,
        ])
    )
  }
}

/// What an undo is called in a run's row: it takes steps back instead of adding them.
private let undoCommand = "edit --undo"

/// The recipe of a picture as it stands; nothing is written.
package func showEdit(
  catalog: BytePath, itemID: String, picture: String?
) throws(Failure) -> EditedPicture {
  let reader = try CatalogReader(snapshotOf: try CatalogFolder.open(catalog, for: .reading))
  let (attachment, record) = try attachedPicture(itemID, picture, reader)
  return try edited(record, attachment, try recipe(of: attachment))
}

/// Every recipe that a picture of a possession had.
package func editHistory(
  catalog: BytePath, itemID: String, picture: String?
) throws(Failure) -> [EditStep] {
  let reader = try CatalogReader(snapshotOf: try CatalogFolder.open(catalog, for: .reading))
  let (attachment, _) = try attachedPicture(itemID, picture, reader)
  return try steps(of: attachment, reader)
}

// MARK: Finding the picture

private func attachedPicture(
  _ itemID: String, _ typed: String?, _ reader: CatalogReader
) throws(Failure) -> (AttachmentRecord, PictureRecord) {
  guard try reader.possession(itemID) != nil else {
    throw Failure(
      .badData, subject: printable(itemID), message: "the catalog has no such possession",
      remedy: "possessions list shows the item ids")
  }
  let attachments = try reader.attachments(of: itemID)
  var found: [(AttachmentRecord, PictureRecord)] = []
  for attachment in attachments {
    guard let picture = try reader.picture(attachment.key) else { continue }
    found.append((attachment, picture))
  }
  guard !found.isEmpty else {
    throw Failure(
      .badData, subject: printable(itemID), message: "this possession has no picture",
      remedy: "attach one first")
  }
  guard let typed else { return found.first { $0.0.isPrimary } ?? found[0] }
  let key = ImageKey(typed.lowercased())
  let matches = found.filter { attachment, picture in
    let name = picture.originalName
    return attachment.key == key || name == BytePath(typed) || name.name == BytePath(typed)
      || name.name.description.lowercased() == typed.lowercased()
  }
  if matches.count == 1 { return matches[0] }
  let names = found.map(\.1.originalName.description).joined(separator: ", ")
  throw Failure(
    .badData, subject: printable(typed),
    message: matches.isEmpty
      ? "\(printable(itemID)) has no such picture" : "\(printable(itemID)) has several pictures of this name",
    remedy: matches.isEmpty
      ? "its pictures are \(names)" : "give the key: " + matches.map(\.0.key.text).joined(separator: ", "))
}

private func recipe(of attachment: AttachmentRecord) throws(Failure) -> EditRecipe {
  try attachment.recipe.map { text throws(Failure) in try EditRecipe(canonicalJSON: text) } ?? EditRecipe()
}

private func edited(
  _ picture: PictureRecord, _ attachment: AttachmentRecord, _ recipe: EditRecipe
) throws(Failure) -> EditedPicture {
  var result = EditedPicture(
    item: attachment.itemID, key: attachment.key, photo: picture.originalName.description,
    recipe: recipe.text, width: picture.facts.width, height: picture.facts.height)
  if let width = result.width, let height = result.height,
    let edits = try? recipe.resolved(width: width, height: height)
  {
    result.editedWidth = edits.width
    result.editedHeight = edits.height
  }
  return result
}

// MARK: History

private func steps(of attachment: AttachmentRecord, _ reader: CatalogReader) throws(Failure) -> [EditStep] {
  let runs = try reader.recordedRuns().reduce(into: [String: RunRecord]()) { $0[$1.id] = $1 }
  let field = "recipe of \(attachment.key)"
  var steps: [EditStep] = []
  for change in try reader.history(of: attachment.itemID) where change.field == field {
    func text(_ json: String?) -> String {
      json.map { json in (try? EditRecipe(canonicalJSON: json))?.text ?? json } ?? ""
    }
    let run = runs[change.runID]
    steps.append(
      EditStep(
        at: run?.startedAt, run: change.runID, command: run?.command, before: text(change.old),
        after: text(change.new)))
  }
  return steps
}

/// Steps that were not taken back form a stack; undoing goes to what the last of them replaced.
private func recipeBefore(
  _ attachment: AttachmentRecord, _ reader: CatalogReader
) throws(Failure) -> EditRecipe {
  var stack: [String] = []
  for step in try steps(of: attachment, reader) {
    if step.command == undoCommand { _ = stack.popLast() } else { stack.append(step.before) }
  }
  guard let before = stack.last else {
    throw Failure(
      .usage, subject: printable(attachment.itemID), message: "there is no edit to undo",
      remedy: "edit --history lists the steps")
  }
  return try EditRecipe(parsing: before)
}
