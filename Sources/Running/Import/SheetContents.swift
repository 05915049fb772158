import PossessionsCore
import Reporting

/// What stands on a contact sheet: every listed photo where the plan leaves it.
struct SheetContents {
  /// A card, the picture that it shows, and where it stands.
  struct Placed {
    var card: ContactSheet.Card
    var shown: ImageKey
    var position = 0
  }

  /// That an item has a picture, once the plan is carried out.
  private struct Holding {
    var rule: String?
    var detail: String?
    var position = 0
    var isPrimary = false
    var document: NamedDocument.Kind?
  }

  /// A file for each picture that may be shown.
  private(set) var files: [ImageKey: MatchablePhoto] = [:]
  /// Pictures in the order of the listing, each with its first file and what the matching said.
  private var pictures: [(key: ImageKey, name: String, verdict: PhotoDecision.Verdict)] = []
  private var holdings: [ImageKey: [String: Holding]] = [:]
  private var placements: [ImageKey: [String: (match: PhotoMatch, placement: Placement)]] = [:]
  private let shownFor: [ImageKey: ImageKey]
  private let cells: [ImageKey: String]
  private let standIns: [ImageKey: String]

  /// - Parameter standIns: for each picture that `--dedupe` leaves out, the name of the one that stands for it.
  init(
    photos: [MatchablePhoto], matched: MatchResult, standIns: [ImageKey: String], plan: ImportPlan,
    known: KnownCatalog
  ) {
    cells = matched.cells
    self.standIns = standIns
    shownFor = matched.phoneEdits
    var originalOf: [ImageKey: ImageKey] = [:]
    for (original, edited) in matched.phoneEdits { originalOf[edited] = original }
    var seen: Set<ImageKey> = []
    for (photo, decision) in zip(photos, matched.decisions) {
      if files[photo.key] == nil { files[photo.key] = photo }
      let key = originalOf[photo.key] ?? photo.key
      if seen.insert(key).inserted { pictures.append((key, photo.path.description, decision.verdict)) }
    }
    for (match, placement) in zip(matched.matches, matched.placements) {
      placements[match.key, default: [:]][match.itemID] = (match, placement)
    }
    for record in known.attachments {
      holdings[record.key, default: [:]][record.itemID] = Holding(
        rule: record.matchedBy, detail: record.matchedDetail, position: record.position,
        isPrimary: record.isPrimary)
    }
    for record in known.documents where record.supersededByRun == nil {
      holdings[record.key, default: [:]][record.itemID] = Holding(document: record.kind)
    }
    for decision in plan.attachments {
      let match = decision.match
      switch decision.verb {
      case .supersede: holdings[match.key]?[match.itemID] = nil
      case .add, .change:
        holdings[match.key, default: [:]][match.itemID] = Holding(
          rule: match.matchedBy, detail: match.detail, position: match.position, isPrimary: match.isPrimary)
      }
    }
    for decision in plan.documents {
      switch decision.verb {
      case .supersede: holdings[decision.key]?[decision.itemID] = nil
      case .add:
        let match = placements[decision.key]?[decision.itemID]?.match
        holdings[decision.key, default: [:]][decision.itemID] = Holding(
          rule: match?.matchedBy, detail: match?.detail, document: decision.kind)
      }
    }
  }

  /// What is open first, then by item.
  func cards(itemIDs: [String]) -> [Placed] {
    let numbers = Dictionary(itemIDs.enumerated().map { ($1, $0) }) { first, _ in first }
    var open: [Placed] = []
    var unmatched: [Placed] = []
    var placed: [(item: Int, card: Placed)] = []
    var leftOut: [Placed] = []
    for (key, name, verdict) in pictures {
      func card(_ place: ContactSheet.Place, rule: String? = nil, detail: String? = nil) -> Placed {
        let card = ContactSheet.Card(
          cell: cells[key] ?? key.text, name: name, place: place, rule: rule.map { words(forRule: $0) },
          detail: detail)
        return Placed(card: card, shown: shownFor[key] ?? key)
      }
      let items = (holdings[key] ?? [:]).compactMap { id, holding in numbers[id].map { ($0, id, holding) } }
      for (number, id, holding) in items {
        var entry = card(.item(id), rule: holding.rule, detail: holding.detail)
        entry.position = holding.document == nil ? holding.position : Int.max
        entry.card.isPrimary = holding.isPrimary
        entry.card.document = holding.document?.rawValue
        if let (match, placement) = placements[key]?[id] {
          entry.card.position = placement.position
          entry.card.caption = match.caption
          entry.card.edit = placement.recipe.map { $0.isEmpty ? "<clear>" : $0.text }
        }
        placed.append((number, entry))
      }
      guard items.isEmpty else { continue }
      switch verdict {
      case .ambiguous(let rule, let ids): open.append(card(.open(ids), rule: rule))
      case .unmatched: unmatched.append(card(.unmatched))
      case .leftOut: leftOut.append(card(.leftOut))
      case .matched:
        let ids = (placements[key] ?? [:]).keys.sorted().joined(separator: ", ")
        let detail = standIns[key].map { "it looks like \($0)" } ?? "taken away from \(ids) before"
        leftOut.append(card(.leftOut, detail: detail))
      }
    }
    placed.sort {
      ($0.item, $0.card.position, $0.card.card.name) < ($1.item, $1.card.position, $1.card.card.name)
    }
    return open + unmatched + placed.map(\.card) + leftOut
  }
}
