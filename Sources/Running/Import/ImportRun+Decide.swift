// Match and plan: pure functions over rows, facts and the catalog. Nothing here touches a file.
import PossessionsCore

/// What the items tables come to.
struct PlannedTables {
  var rows: RowPlan
  /// Rows that name photos, documents or an edit: what attaching needs of them.
  var namingRows: [PossessionRow]
  /// Possessions that photos may belong to.
  var items: [MatchableItem]
}

extension ImportRun {
  /// The plan of this run. Counts rows, notes findings.
  func decide(_ tables: PlannedTables) -> ImportPlan {
    let rows = tables.rows
    for finding in inputs.findings + rows.findings { note(finding) }
    count(rows)
    if let hand { photos = hand.inOrder(photos, known) }
    var matched = matchPhotos(tables.items)
    notCompared = Set(matched.phoneEdits.values)
      .union(matched.matches.filter { $0.documentKind != nil }.map(\.key))
    if request.dedupes {
      leftOut = matched.keepBest(
        of: nearDuplicateGroups(), attached: request.replaces ? [] : known.attachments)
    }
    self.matched = matched
    countMatching(matched)
    let attachments = planAttachments(
      matched, rows: tables.namingRows,
      existing: ExistingAttachments(
        attachments: known.attachments + known.superseded, documents: known.documents,
        replacedKeys: replacedKeys, takenAway: hand?.takenAway(photos) ?? [:]),
      replaces: request.replaces, blankClears: request.intake.blank == .clear)
    for finding in matched.findings { note(finding) }
    var plan = ImportPlan(
      rows: rows.decisions, attachments: attachments.attachments, documents: attachments.documents,
      phoneEdits: matched.phoneEdits.filter { known.pictures[$0.key]?.editedKey != $0.value })
    plan.findings = outcome.findings
    let after = itemsAfter(plan)
    possessionCount = after.items.count
    picturesAfter = after.pictures
    let isAsked: (Possession) -> Bool = { [self] in request.hand == nil || $0.itemID == hand?.item?.itemID }
    for finding in findingsForItemsWithoutPhoto(after.items.filter(isAsked), pictures: after.pictures) {
      note(finding)
    }
    for finding in hand?.findings(photos, known) ?? [] { note(finding) }
    noteOnTwoItems()
    for finding in pictureFindings() { note(finding) }
    outcome.attachmentsAdded = plan.attachments.count { $0.verb == .add }
    outcome.attachmentsSuperseded = plan.attachments.count { $0.verb == .supersede }
    outcome.documentsAdded = plan.documents.count { $0.verb == .add }
    outcome.documentsSuperseded = plan.documents.count { $0.verb == .supersede }
    return plan
  }

  /// The decisions about all rows, and of the rows that name photos, documents or an edit what attaching needs.
  func planTables() throws(Failure) -> PlannedTables {
    var planner = RowPlanner(
      catalog: known.possessions, blank: request.intake.blank, prune: request.prunes,
      refusedRows: inputs.rowsRejected)
    var decisions: [RowDecision] = []
    var namingRows: [PossessionRow] = []
    for table in inputs.tables {
      _ = try readRows(of: table) { row in
        if let decision = planner.decide(row) { decisions.append(decision) }
        if row.namesFilesOrEdits { namingRows.append(row.withoutCells) }
      }
    }
    let rows = planner.finished(with: decisions)
    return PlannedTables(
      rows: rows, namingRows: namingRows, items: matchableItems(rows.decisions, namingRows))
  }

  /// Asks all rules about all photos, with what is known of them so far.
  func matchPhotos(_ items: [MatchableItem]) -> MatchResult {
    match(
      photos: request.hand == nil ? photos + rememberedPhotos() : photos, items: items,
      manifest: inputs.manifest, edits: inputs.edits,
      options: MatchOptions(
        readsLeaders: request.leader, absoluteRoots: inputs.absoluteRoots,
        attachedKeys: known.heldKeys, attachment: hand?.attachment(of: photos, known),
        givesCells: request.sheet != nil))
  }

  private func count(_ rows: RowPlan) {
    outcome.rows.rejected = inputs.rowsRejected + rows.rejected
    for decision in rows.decisions {
      switch decision.verb {
      case .create: outcome.rows.created += 1
      case .update: outcome.rows.updated += 1
      case .unchanged: outcome.rows.unchanged += 1
      case .remove: continue
      }
    }
    outcome.rows.found = inputs.rowsAccepted + inputs.rowsRejected
  }

  private func countMatching(_ matched: MatchResult) {
    for decision in matched.decisions where decision.photo < photos.count {
      switch decision.verdict {
      case .matched: break
      case .ambiguous: outcome.matching["ambiguous", default: 0] += 1
      case .unmatched: outcome.matching["unmatched", default: 0] += 1
      case .leftOut: outcome.matching["left-out", default: 0] += 1
      }
    }
    let listed = Set(photos.map(\.key))
    let count = leftOut.keys.count { listed.contains($0) }
    if count > 0 { outcome.matching["near-duplicate"] = count }
    for match in matched.matches where listed.contains(match.key) {
      outcome.matching[match.matchedBy, default: 0] += 1
    }
  }

  private func matchableItems(_ decisions: [RowDecision], _ namingRows: [PossessionRow]) -> [MatchableItem] {
    // A row keyed by a serial number may name a possession of another id: its place tells which row it was.
    let byPlace = namingRows.reduce(into: [Finding.Place: PossessionRow]()) {
      $0[Finding.Place(file: $1.file, line: $1.line)] = $1
    }
    return possessionsAfter(decisions).map { possession, place in
      matchable(possession, place: place, row: place.flatMap { byPlace[$0] })
    }
  }

  func matchable(
    _ possession: Possession, place: Finding.Place? = nil, row: PossessionRow? = nil
  ) -> MatchableItem {
    var item = MatchableItem(possession)
    item.photos = row?.photos ?? []
    item.documents = row?.documents ?? []
    item.imageKey = row?.imageKey
    item.recipe = row?.recipe
    item.place = place
    return item
  }

  /// Files taken in earlier that are not listed now: a photos cell may still name them.
  private func rememberedPhotos() -> [MatchablePhoto] {
    let listed = Set(photos.map { $0.root.appending($0.path) })
    return known.photos { !listed.contains($0) }
  }

  /// Possessions that will hold, and the keys of the pictures that each will have.
  private func itemsAfter(_ plan: ImportPlan) -> (items: [Possession], pictures: [String: Set<ImageKey>]) {
    var pictures: [String: Set<ImageKey>] = [:]
    for attachment in known.attachments { pictures[attachment.itemID, default: []].insert(attachment.key) }
    for decision in plan.attachments {
      switch decision.verb {
      case .add: pictures[decision.match.itemID, default: []].insert(decision.match.key)
      case .change: continue
      case .supersede: pictures[decision.match.itemID]?.remove(decision.match.key)
      }
    }
    return (possessionsAfter(plan.rows).map(\.possession), pictures)
  }

  /// Possessions of the tables as they will be, with the places of their rows, then those that only the catalog
  /// knows; removed ones left out.
  func possessionsAfter(
    _ decisions: [RowDecision]
  ) -> [(possession: Possession, place: Finding.Place?)] {
    var possessions: [(possession: Possession, place: Finding.Place?)] = []
    var seen: Set<String> = []
    for decision in decisions {
      let id = decision.possession.itemID
      seen.insert(id)
      switch decision.verb {
      case .remove: continue
      case .unchanged: possessions.append((known.possessions[id] ?? decision.possession, decision.place))
      case .create, .update: possessions.append((decision.possession, decision.place))
      }
    }
    for id in known.itemIDs where !seen.contains(id) {
      if let possession = known.possessions[id] { possessions.append((possession, nil)) }
    }
    return possessions.filter { $0.possession.status == .current }
  }

  private func shownName(_ photo: MatchablePhoto) -> String { photo.path.description }

  /// Pictures known from earlier runs to be damaged, and names of equal bytes.
  private func pictureFindings() -> [Finding] {
    var findings: [Finding] = []
    var first: [ImageKey: String] = [:]
    for photo in photos {
      let name = shownName(photo)
      if let earlier = first[photo.key] {
        findings.append(
          Finding(
            .photoDuplicate, subject: name, message: "these are the bytes of \(earlier); one picture is kept",
            remedy: "nothing to do"))
        continue
      }
      first[photo.key] = name
      guard let picture = known.pictures[photo.key] else { continue }
      if let finding = finding(for: picture.state, name: name) { findings.append(finding) }
    }
    return findings
  }

  private func finding(for state: PictureState, name: String) -> Finding? {
    switch state {
    case .unrendered, .ok, .notAPicture:
      nil
    case .degraded:
      Finding(
        .photoDegraded, subject: name, message: "the file is damaged; what could be decoded is shown",
        remedy: "copy it again from the camera if that still has it")
    case .previewOnly:
      Finding(
        .photoDegraded, subject: name, message: "only the preview inside the file can be shown",
        remedy: "add a copy saved as JPEG to see it in full size")
    case .undecodable:
      Finding(
        .photoUndecodable, subject: name, message: "the file is kept but cannot be decoded",
        remedy: "open it in another program and add a copy saved as JPEG")
    case .tooLarge:
      Finding(
        .photoTooLarge, subject: name, message: "the file is kept but has more pixels than the limit",
        remedy: "raise pixel_limit in settings.json, or add a smaller copy")
    }
  }
}
