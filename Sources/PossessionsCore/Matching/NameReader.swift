/// Reads ids, serial numbers and asset tags out of a name: as whole tokens, the longest first.
///
/// An id at the beginning decides: in `237_2` the `2` counts the pictures of 237, whether or not there is an item 2.
/// Elsewhere a token counts unless it looks like a counter, a date or a camera's own number.
struct NameReader: Sendable {
  enum Reading: Sendable {
    case none
    /// One item or, where it is ambiguous, several; `text` is what was seen.
    case items([Int], text: String, isWhole: Bool, isAnchored: Bool)
  }

  private struct Hit {
    var start: Int
    var end: Int
    var text: String
    var items: [Int]
  }

  let index: ItemIndex

  func read(_ stem: String) -> Reading {
    let scalars = Array(stem.unicodeScalars)
    let hits = self.hits(in: scalars, stem: stem)
    if let anchored = hits.filter({ $0.start == 0 }).max(by: { $0.end < $1.end }) {
      let isWhole = anchored.end == scalars.count
      let others = maximal(hits.filter { $0.start >= anchored.end && isTelling($0) })
      var items = anchored.items
      var text = anchored.text
      for other in others where !other.items.contains(where: anchored.items.contains) {
        items += other.items.filter { !items.contains($0) }
        text += " and " + other.text
      }
      return .items(items, text: text, isWhole: isWhole, isAnchored: true)
    }
    let telling = maximal(hits.filter(isTelling))
    guard let first = telling.first else { return .none }
    // Tokens that all fit one item name it, whatever else each of them fits.
    let common = telling.dropFirst().reduce(first.items) { kept, hit in kept.filter(hit.items.contains) }
    let all = telling.reduce(into: [Int]()) { all, hit in all += hit.items.filter { !all.contains($0) } }
    return .items(
      common.isEmpty ? all : common, text: telling.map(\.text).joined(separator: " and "), isWhole: false,
      isAnchored: false)
  }

  private func hits(in scalars: [Unicode.Scalar], stem: String) -> [Hit] {
    guard !scalars.isEmpty, index.longestIdentifier > 0 else { return [] }
    // A decomposed name is longer than the composed id.
    let longest = index.longestIdentifier * 2 + 4
    let starts = scalars.indices.filter { $0 == 0 || isSeparator(scalars[$0 - 1]) || opens(scalars[$0 - 1]) }
    var hits: [Hit] = []
    var isCamera: Bool?
    for start in starts {
      let wordEnd =
        scalars[start...].firstIndex { isSeparator($0) || $0 == ")" || $0 == "]" } ?? scalars.count
      guard index.firstWords.contains(folded(text(scalars[start..<wordEnd]))) else { continue }
      let closing = start > 0 ? closer(of: scalars[start - 1]) : nil
      var end = start + 1
      while end <= scalars.count, end - start <= longest {
        defer { end += 1 }
        guard end == scalars.count || isSeparator(scalars[end]) || scalars[end] == closing else { continue }
        let text = self.text(scalars[start..<end])
        let isWhole = start == 0 && end == scalars.count
        if !isWhole, isNumeric(text) {
          let camera = isCamera ?? isCameraName(stem)
          isCamera = camera
          if camera { continue }
        }
        if isDigits(text), continuesDotted(scalars[end...]) { continue }
        let entries = index.identified(by: text)
        guard !entries.isEmpty else { continue }
        hits.append(Hit(start: start, end: end, text: text, items: entries.map(\.item)))
      }
    }
    return hits
  }

  private func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  /// Whether a number goes on as a longer one: in `12.3.400` the `12` is no id with something after it.
  private func continuesDotted(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    var groups = 0
    var rest = rest
    while rest.first == "." {
      let digits = rest.dropFirst().prefix { ("0"..."9").contains($0) }
      guard !digits.isEmpty else { break }
      groups += 1
      rest = rest[digits.endIndex...]
    }
    return groups > 1
  }

  private func opens(_ scalar: Unicode.Scalar) -> Bool { scalar == "[" || scalar == "#" }

  private func closer(of scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar {
    case "(": ")"
    case "[": "]"
    default: nil
    }
  }

  /// Hits that lie in no longer one.
  private func maximal(_ hits: [Hit]) -> [Hit] {
    hits.filter { hit in
      !hits.contains {
        $0.start <= hit.start && $0.end >= hit.end && $0.end - $0.start > hit.end - hit.start
      }
    }
  }

  /// Whether a token away from the beginning names an item, or is one of the usual additions.
  private func isTelling(_ hit: Hit) -> Bool {
    let text = folded(hit.text)
    return !isCounter(text) && !isYearText(text) && text.unicodeScalars.count > 1
      && !usualWords.contains(text)
  }
}

/// Whether a text holds digits and separators alone.
func isNumeric(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy { ("0"..."9").contains($0) || isSeparator($0) }
}

/// What people write after an id: which side is seen, or what became of the picture.
let usualWords: Set<String> = [
  "front", "back", "rear", "side", "left", "right", "top", "bottom", "inside", "outside", "detail", "details",
  "closeup", "close", "up", "label", "plate", "serial", "sn", "box", "open", "closed", "on", "off", "new",
  "old",
  "edited", "edit", "copy", "crop", "cropped", "small", "large", "big", "full", "thumb", "hdr", "raw",
  "photo",
  "picture", "image", "img", "pic", "view", "and", "of", "with", "the", "no", "nr",
  "vorne", "hinten", "seite", "links", "rechts", "oben", "unten", "innen", "kopie", "etikett", "typenschild",
]
