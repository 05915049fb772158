/// "Did you mean": the file that a cell without an answer most likely names.
///
/// Each search walks all names, so only a bounded number of them is made: a table of 10,000 wrong cells against
/// 100,000 photos must not take a minute to say so.
struct NameSuggestions {
  private let photos: [MatchablePhoto]
  private let names: [String]
  /// By letters and digits alone: `IMG 12` and `img_12.jpeg` are near.
  private var bySkeleton: [String: Int] = [:]
  private var budget = 1_000_000

  init(_ photos: [MatchablePhoto]) {
    self.photos = photos
    names = photos.map { folded(nameText($0.path.name)) }
    for (index, name) in names.enumerated() where bySkeleton[NameSuggestions.skeleton(name)] == nil {
      bySkeleton[NameSuggestions.skeleton(name)] = index
    }
  }

  private static func skeleton(_ name: String) -> String {
    String(nameStem(name).filter { $0.isLetter || $0.isNumber })
  }

  /// The nearest file's path as people read it; nil where nothing is near.
  mutating func nearest(to cell: String) -> String? {
    let text = folded(String(cell.split { $0 == "/" || $0 == "\\" }.last ?? ""))
    guard let text = trimmed(text) else { return nil }
    let skeleton = NameSuggestions.skeleton(text)
    if !skeleton.isEmpty, let index = bySkeleton[skeleton] { return photos[index].path.description }
    guard budget > 0 else { return nil }
    budget -= names.count
    let length = text.utf8.count
    let limit = max(1, length / 4)
    var best: (distance: Int, index: Int)?
    for (index, name) in names.enumerated() where abs(name.utf8.count - length) <= limit {
      let distance = editDistance(text, name)
      if distance <= limit, distance < best?.distance ?? Int.max { best = (distance, index) }
    }
    return best.map { photos[$0.index].path.description }
  }
}
