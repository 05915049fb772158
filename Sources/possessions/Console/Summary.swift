import Foundation
import PossessionsCore
import Running

/// How many findings of one code are shown before the rest is counted.
private let findingsShown = 9

/// What became of photos that no rule attached.
private let undecidedKinds = ["unmatched", "ambiguous", "left-out", "near-duplicate"]

/// The end of an import or a plan, for people.
func printSummary(of outcome: ImportOutcome, request: ImportRequest, _ console: Console) {
  let planned = outcome.plan != nil
  for note in outcome.intakeNotes { console.say(printable(note)) }
  if let plan = outcome.plan { printPlan(plan, console) }
  if !outcome.intakeNotes.isEmpty || planned { console.say() }

  func row(_ name: String, _ text: String) {
    console.say(console.paint(padded(name, 11), .bold) + text)
  }
  let files = outcome.files
  if files.found > 0 || !request.photos.isEmpty {
    row(
      "files",
      "\(files.found) found: \(files.stored) \(planned ? "to store" : "stored"), "
        + "\(files.alreadyStored) already stored, \(files.duplicate) duplicate, \(files.refused) refused, "
        + "\(files.ignored) ignored")
  }
  let rows = outcome.rows
  if rows.found > 0 {
    row(
      "rows",
      "\(rows.found) found: \(rows.created) \(planned ? "to create" : "created"), "
        + "\(rows.updated) \(planned ? "to update" : "updated"), "
        + "\(rows.unchanged) unchanged, \(rows.rejected) rejected")
  }
  let rules = outcome.matching.filter { !undecidedKinds.contains($0.key) }
    .sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0.key) \($0.value)" }
  if !outcome.matching.isEmpty {
    var text = rules.isEmpty ? "none matched" : "matched by " + rules.joined(separator: ", ")
    for kind in undecidedKinds {
      if let count = outcome.matching[kind], count > 0 { text += "; \(count) \(kind)" }
    }
    row("photos", text)
  }
  let superseded = outcome.attachmentsSuperseded + outcome.documentsSuperseded
  if request.hand?.verb == .detach {
    if superseded > 0 {
      row(
        "detached",
        "\(counted(outcome.attachmentsSuperseded, "picture")), \(counted(outcome.documentsSuperseded, "document"))"
      )
    }
  } else if outcome.attachmentsAdded + outcome.documentsAdded + superseded > 0 {
    row(
      "attached",
      "\(counted(outcome.attachmentsAdded, "picture")), \(counted(outcome.documentsAdded, "document"))"
        + (superseded > 0 ? "; \(superseded) superseded" : ""))
  }
  if outcome.renditionsMade + outcome.renditionsFailed > 0 {
    row(
      "renditions",
      "\(outcome.renditionsMade) made"
        + (outcome.renditionsFailed > 0
          ? "; \(counted(outcome.renditionsFailed, "picture")) could not be shown" : ""))
  }
  let isQuietNight =
    !planned && !outcome.didChange && outcome.newErrors == 0 && outcome.failedGates.isEmpty
  printFindings(outcome, countsOnly: isQuietNight, console)
  for report in outcome.reports { row("report", shownPath(report)) }
  if let sheet = outcome.sheet { row("sheet", shownPath(sheet)) }
  for gate in outcome.failedGates { console.say(console.paint("gate failed", .red) + "  \(printable(gate))") }
  if outcome.wasStopped {
    console.say("stopped by a signal: what is listed above is safe; run the same command again to go on")
  } else if !planned, !outcome.didChange {
    console.say("nothing changed")
  } else if planned {
    console.say("a plan only: nothing was written")
  }
}

/// A path as a person would type it here: relative where it is below the working folder.
func shownPath(_ path: BytePath) -> String {
  let here = Array(FileManager.default.currentDirectoryPath.utf8) + [0x2F]
  guard here.count > 1, path.bytes.starts(with: here) else { return printable(path.description) }
  return printable(BytePath(Array(path.bytes.dropFirst(here.count))).description)
}

func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

/// Findings by severity, then code; what to do is said once where it is the same for all.
///
/// - Parameter countsOnly: where nothing happened, what stood before is counted and not told again.
private func printFindings(_ outcome: ImportOutcome, countsOnly: Bool, _ console: Console) {
  let counts = Finding.Severity.allCases.reversed().compactMap { severity -> String? in
    let count = outcome.findingCount(severity)
    guard count > 0 else { return nil }
    let text = counted(count, severity.rawValue)
    return severity == .error ? text + " (\(outcome.newErrors) new)" : text
  }
  guard !counts.isEmpty else { return }
  console.say(
    console.paint(padded("findings", 11), .bold) + counts.joined(separator: ", ")
      + (countsOnly ? ": list --findings shows them" : ""))
  guard !countsOnly else { return }
  for line in findingLines(outcome.findings, shown: findingsShown, console) { console.say("  " + line) }
}

/// Findings grouped by code, the gravest first.
///
/// - Parameter shown: of each group at most so many are shown and the rest counted; of notes a third of it.
func findingLines(_ findings: [Finding], shown: Int, _ console: Console) -> [String] {
  var lines: [String] = []
  let byCode = Dictionary(grouping: findings, by: \.code)
  let codes = byCode.keys.sorted { ($1.severity, $0.rawValue) < ($0.severity, $1.rawValue) }
  for code in codes {
    let group = byCode[code] ?? []
    let remedies = Set(group.map(\.remedy))
    let limit = code.severity == .note ? max(1, shown / 3) : shown
    lines.append(
      "\(console.paint(code.severity)) \(code.rawValue)" + (group.count > 1 ? " (\(group.count))" : ""))
    for finding in group.prefix(limit) {
      lines.append("  \(printable(finding.subject)): \(printable(finding.message))")
      if remedies.count > 1, !finding.remedy.isEmpty { lines.append("    → " + printable(finding.remedy)) }
    }
    if group.count > limit { lines.append("  and \(group.count - limit) more: list --findings shows all") }
    if remedies.count == 1, let remedy = remedies.first, !remedy.isEmpty {
      lines.append("  → " + printable(remedy))
    }
  }
  return lines
}

private func printPlan(_ plan: ImportPlan, _ console: Console) {
  for decision in plan.rows where decision.verb != .unchanged {
    let name = printable(decision.possession.name)
    console.say(
      "\(padded(decision.verb.rawValue, 10)) \(printable(decision.possession.itemID))"
        + (name == decision.possession.itemID ? "" : "  \(name)"))
    for change in decision.changes {
      console.say(
        "             \(printable(change.field)): \(shown(change.old)) → \(shown(change.new))")
    }
  }
  for decision in plan.attachments {
    let match = decision.match
    var text = "\(padded(decision.verb == .add ? "attach" : decision.verb.rawValue, 10)) "
    text +=
      "\(match.key.text.prefix(8)) \(decision.verb == .supersede ? "of" : "to") \(printable(match.itemID))"
    text += "  by \(match.matchedBy): \(printable(match.detail))"
    if match.isPrimary { text += " (primary)" }
    if let reason = decision.reason { text += "  because \(printable(reason))" }
    console.say(text)
  }
  for decision in plan.documents {
    console.say(
      "\(padded(decision.verb == .add ? "document" : "supersede", 10)) \(decision.originalName) "
        + "(\(decision.kind.rawValue)) to \(printable(decision.itemID))")
  }
}

private func shown(_ text: String?) -> String {
  text.map { "“\(printable($0))”" } ?? "(empty)"
}
