// A plan, recorded: possessions, attachments, documents and phone edits, in one transaction, so that a stop leaves
// all of it or nothing.
import Files
public import PossessionsCore

/// What recording a plan changed. All zero when it was recorded before.
public struct PlanChanges: Sendable, Hashable, Encodable {
  public var possessions = 0
  public var attachments = 0
  public var documents = 0
  public var phoneEdits = 0
  public var isEmpty: Bool { possessions + attachments + documents + phoneEdits == 0 }
}

/// A line of a run's log: a plan is in the catalog.
private struct RecordedLine: Encodable {
  var recorded: PlanChanges
}

extension Recorder {
  /// Records a plan and its findings.
  ///
  /// - Parameter now: UTC, RFC 3339: the date of creation of a new possession that has none of its own.
  @discardableResult
  public func record(_ plan: ImportPlan, now: String) throws(Failure) -> PlanChanges {
    try bringBackFromTrash(plan)
    let changes = try connection.transaction { () throws(Failure) in
      var changes = PlanChanges()
      for row in plan.rows where try apply(row, now: now) { changes.possessions += 1 }
      // What goes makes room first.
      for decision in plan.attachments where decision.verb == .supersede {
        if try supersede(decision) { changes.attachments += 1 }
      }
      for decision in plan.attachments where decision.verb != .supersede {
        if try hold(decision.match) { changes.attachments += 1 }
      }
      for decision in plan.documents where try apply(decision) { changes.documents += 1 }
      for (original, edited) in plan.phoneEdits {
        changes.phoneEdits += try change(
          "UPDATE image SET edited_image_key = ?1 WHERE image_key = ?2 AND edited_image_key IS NOT ?1",
          [.text(edited.text), .text(original.text)])
      }
      try insert(plan.findings)
      return changes
    }
    try acknowledge(RecordedLine(recorded: changes))
    return changes
  }

  /// A picture in the trash that is attached again goes back to its place first, so that the row never names a file
  /// that is not there.
  private func bringBackFromTrash(_ plan: ImportPlan) throws(Failure) {
    let disposals = try reader.disposals()
    guard !disposals.isEmpty else { return }
    var wanted: Set<ImageKey> = Set(plan.attachments.filter { $0.verb != .supersede }.map(\.match.key))
    wanted.formUnion(plan.documents.filter { $0.verb != .supersede }.map(\.key))
    for disposal in disposals where wanted.contains(disposal.key) {
      guard let picture = try reader.picture(disposal.key) else { continue }
      if !catalog.contains(picture.original) {
        guard disposal.deletedByRun == nil, catalog.contains(disposal.path) else {
          throw Failure(
            .badData, subject: picture.originalName.description,
            message: "this photo was deleted by gc and cannot be attached",
            remedy: "import its file again first")
        }
        _ = try catalog.move(disposal.path, to: picture.original)
      }
      try change("DELETE FROM disposal WHERE image_key = ?", [.text(disposal.key.text)])
    }
  }

  // MARK: Possessions

  private func apply(_ row: RowDecision, now: String) throws(Failure) -> Bool {
    switch row.verb {
    case .unchanged: return false
    case .create, .update:
      guard try upsert(row.possession, now: now) else { return false }
    case .remove:
      let removed = try change(
        "UPDATE possession SET status = 'removed', changed_by_run = ? WHERE item_id = ? AND status <> 'removed'",
        [.text(runID()), .text(row.possession.itemID)])
      guard removed > 0 else { return false }
      try insertChange(row.possession.itemID, FieldChange(field: "status", old: "current", new: "removed"))
    }
    for change in row.changes { try insertChange(row.possession.itemID, change) }
    return true
  }

  private func insertChange(_ itemID: String, _ change: FieldChange) throws(Failure) {
    try connection.run(
      "INSERT INTO change (run_id, item_id, field, old, new) VALUES (?, ?, ?, ?, ?)",
      [
        .text(runID()), .text(itemID), .text(change.field), SQLValue(change.old), SQLValue(change.new),
      ])
  }

  /// Writes a possession where it differs from what is there.
  private func upsert(_ possession: Possession, now: String) throws(Failure) -> Bool {
    let given = possession.text(.dateCreated)
    let known = try connection.first(
      "SELECT date_created, date_created_is_assumed FROM possession WHERE item_id = ?",
      [.text(possession.itemID)]
    ) { (row) throws(Failure) in (date: row.text(0), isAssumed: row.integer(1) != 0) }
    // An assumed date stays assumed while nobody gives another, also where a plan carries it along.
    let date: (text: String, isAssumed: Bool) =
      switch (given, known) {
      case (nil, nil): (now, true)
      case (nil, .some(let known)): (known.isAssumed ? known.date : now, true)
      case (.some(let given), .some(let known)) where known.isAssumed && known.date == given: (given, true)
      case (.some(let given), _): (given, false)
      }
    let names =
      ["status"] + plainFields.map(\.column)
      + ["date_created", "date_created_is_assumed", "source_text", "extra"]
    var values: [SQLValue] = [.text(possession.status.rawValue)]
    values += plainFields.map { $0.sqlValue(possession.fields[$0]) }
    values += [
      .text(date.text), SQLValue(date.isAssumed), .text(canonicalJSON(possession.sourceText)),
      .text(canonicalJSON(possession.extra)),
    ]
    if known == nil {
      let marks = Array(repeating: "?", count: names.count + 3).joined(separator: ", ")
      try change(
        """
        INSERT INTO possession (item_id, \(names.joined(separator: ", ")), created_by_run, changed_by_run)
        VALUES (\(marks))
        """,
        [.text(possession.itemID)] + values + [.text(runID()), .text(runID())])
      return true
    }
    let columns = names.enumerated()
    let changed = try change(
      """
      UPDATE possession SET \(columns.map { "\($1) = ?\($0 + 3)" }.joined(separator: ", ")), changed_by_run = ?2
      WHERE item_id = ?1 AND (\(names.joined(separator: ", ")))
        IS NOT (\(columns.map { "?\($0.offset + 3)" }.joined(separator: ", ")))
      """, [.text(possession.itemID), .text(runID())] + values)
    return changed > 0
  }

  // MARK: Attachments

  private func supersede(_ decision: AttachmentDecision) throws(Failure) -> Bool {
    try change(
      """
      UPDATE attachment SET superseded_by_run = ?, superseded_reason = ?, is_primary = 0
      WHERE item_id = ? AND image_key = ? AND superseded_by_run IS NULL
      """,
      [
        .text(runID()), SQLValue(decision.reason), .text(decision.match.itemID),
        .text(decision.match.key.text),
      ]) > 0
  }

  /// Makes an attachment hold as given.
  private func hold(_ match: PhotoMatch) throws(Failure) -> Bool {
    let recipe = match.recipe.flatMap { $0.isEmpty ? nil : $0.canonicalJSON }
    let digest = recipe.map { recipeDigest($0) }
    let holding = try connection.first(
      """
      SELECT id, position, recipe FROM attachment
      WHERE item_id = ? AND image_key = ? AND superseded_by_run IS NULL
      """, [.text(match.itemID), .text(match.key.text)]
    ) { (row) throws(Failure) in (id: row.integer(0), position: row.int(1), recipe: row.optionalText(2)) }
    // No position given: behind the others, or where it is.
    var position = match.position
    if position < 1 {
      let behind = try connection.first(
        "SELECT coalesce(max(position), 0) + 1 FROM attachment WHERE item_id = ? AND superseded_by_run IS NULL",
        [.text(match.itemID)]
      ) { (row) throws(Failure) in row.int(0) }
      position = holding?.position ?? behind ?? 1
    }
    if match.isPrimary {
      try change(
        """
        UPDATE attachment SET is_primary = 0
        WHERE item_id = ? AND image_key <> ? AND is_primary = 1 AND superseded_by_run IS NULL
        """, [.text(match.itemID), .text(match.key.text)])
    }
    guard let holding else {
      try change(
        """
        INSERT INTO attachment (item_id, image_key, position, is_primary, caption, matched_by, matched_detail,
          recipe, recipe_digest, attached_by_run)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """,
        [
          .text(match.itemID), .text(match.key.text), SQLValue(position), SQLValue(match.isPrimary),
          SQLValue(match.caption), .text(match.matchedBy), .text(match.detail), SQLValue(recipe),
          SQLValue(digest), .text(runID()),
        ])
      return true
    }
    let changed = try change(
      """
      UPDATE attachment SET position = ?2, is_primary = ?3, caption = ?4, matched_by = ?5, matched_detail = ?6,
        recipe = ?7, recipe_digest = ?8
      WHERE id = ?1 AND (position, is_primary, caption, matched_by, matched_detail, recipe)
        IS NOT (?2, ?3, ?4, ?5, ?6, ?7)
      """,
      [
        .integer(holding.id), SQLValue(position), SQLValue(match.isPrimary), SQLValue(match.caption),
        .text(match.matchedBy), .text(match.detail), SQLValue(recipe), SQLValue(digest),
      ])
    if holding.recipe != recipe {
      try insertChange(
        match.itemID, FieldChange(field: "recipe of \(match.key)", old: holding.recipe, new: recipe))
    }
    return changed > 0
  }

  // MARK: Documents

  private func apply(_ decision: DocumentDecision) throws(Failure) -> Bool {
    switch decision.verb {
    case .add:
      return try change(
        """
        INSERT INTO document (item_id, image_key, kind, original_name, media_type, attached_by_run)
        SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM document
          WHERE item_id = ?1 AND image_key = ?2 AND kind = ?3 AND superseded_by_run IS NULL)
        """,
        [
          .text(decision.itemID), .text(decision.key.text), .text(decision.kind.rawValue),
          SQLValue(name: decision.originalName), .text(decision.mediaType.rawValue), .text(runID()),
        ]) > 0
    case .supersede:
      return try change(
        """
        UPDATE document SET superseded_by_run = ?
        WHERE item_id = ? AND image_key = ? AND kind = ? AND superseded_by_run IS NULL
        """,
        [
          .text(runID()), .text(decision.itemID), .text(decision.key.text), .text(decision.kind.rawValue),
        ]) > 0
    }
  }
}
