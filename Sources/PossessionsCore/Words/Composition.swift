// The standard library composes text for its own comparisons and shows that only under this name; the other
// way would be to load all of Foundation, or to carry Unicode's tables twice.
@_spi(_Unicode) import Swift

/// Text in Unicode's composed form (NFC): `e` with a combining acute becomes `é`, as keyboards type it.
///
/// Text of one byte a character comes back as it is, at no cost.
public func composed(_ text: String) -> String {
  if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
  var scalars = String.UnicodeScalarView()
  for scalar in text._nfc { scalars.append(scalar) }
  return String(scalars)
}
