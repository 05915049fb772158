import PossessionsCore

/// Text on one line that cannot reorder, hide or forge anything: controls become visible escapes, line breaks spaces.
func singleLine(_ text: String) -> String {
  clean(text, keepsLines: false)
}

/// As `singleLine`, but line breaks stay.
func multiLine(_ text: String) -> String {
  clean(text, keepsLines: true)
}

/// A text that is at most so many characters long, its end replaced by an ellipsis: for places such as a document's
/// properties, where the whole stands elsewhere.
func shortened(_ text: String, to limit: Int) -> String {
  text.count <= limit ? text : text.prefix(limit - 1) + "…"
}

/// Pieces of a text of about `size` bytes, cut after a line break or a space where there is one. Laying out one very long
/// paragraph takes time that grows with the square of its length.
func pieces(of text: String, size: Int = 2400) -> [String] {
  guard text.utf8.count > size else { return [text] }
  var pieces: [String] = []
  var begin = text.startIndex
  var cut: String.Index?
  var bytes = 0
  var index = begin
  while index < text.endIndex {
    let next = text.index(after: index)
    bytes += text[index..<next].utf8.count
    if text[index] == "\n" || text[index] == " " { cut = next }
    if bytes >= size {
      let end = cut ?? next
      pieces.append(String(text[begin..<end]))
      begin = end
      cut = nil
      bytes = text[begin..<next].utf8.count
    }
    index = next
  }
  if begin < text.endIndex { pieces.append(String(text[begin...])) }
  return pieces
}

private func clean(_ text: String, keepsLines: Bool) -> String {
  let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !isUnwelcome($0) }
  if isPlain { return text }
  var result = String.UnicodeScalarView()
  var wasReturn = false
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\r", "\n", "\u{2028}", "\u{2029}":
      if scalar == "\n" && wasReturn {
        wasReturn = false
        continue
      }
      result.append(keepsLines ? "\n" : " ")
    case "\t": result.append(" ")
    case _ where isUnwelcome(scalar):
      result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
    default: result.append(scalar)
    }
    wasReturn = scalar == "\r"
  }
  return String(result)
}

/// Also Unicode's noncharacters, which XML does not allow.
private func isUnwelcome(_ scalar: Unicode.Scalar) -> Bool {
  isUnprintable(scalar) || scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value)
}
