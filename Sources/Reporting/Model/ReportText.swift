import PossessionsCore

/// Text on one line that cannot reorder, hide or forge anything: controls become visible escapes, line breaks spaces.
func singleLine(_ text: String) -> String {
  clean(text, keepsLines: false)
}

/// As `singleLine`, but line breaks stay.
func multiLine(_ text: String) -> String {
  clean(text, keepsLines: true)
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
