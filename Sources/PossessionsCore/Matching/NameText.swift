/// Names as the matchers compare them.
///
/// Three forms, from strict to loose: the bytes as they are; canonical equivalence, which is Swift's own `==` of
/// strings (NFC and NFD are equal); and the same with case ignored. A looser form is asked only where a
/// stricter one has no answer, so that twins are never collapsed.

/// Text without regard to case. Canonically equivalent texts give equal strings.
func folded(_ text: String) -> String { text.lowercased() }

/// The text of a name: itself where it is UTF-8, else with its bad bytes as `\xNN`, the way findings print it.
func nameText(_ path: BytePath) -> String {
  path.text ?? printable(bytes: path.bytes)
}

/// Extensions that are taken off a name before ids are looked for: `12.3.4` has none, `12.3.4.jpg` has one.
private let knownExtensions: Set<String> = [
  "jpg", "jpeg", "jpe", "jfif", "png", "webp", "gif", "tif", "tiff", "heic", "heif", "hif", "avif", "bmp",
  "dng",
  "raw", "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "orf", "rw2", "raf", "pef", "srw", "rwl",
  "3fr",
  "iiq", "dcr", "kdc", "erf", "mrw", "x3f", "pdf", "svg", "mov", "mp4", "m4v", "avi", "mkv", "3gp", "mpg",
  "mpeg",
  "webm", "psd", "xcf", "jp2", "jxl", "ico",
]

/// The name without a known extension.
func nameStem(_ name: String) -> String {
  guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
  let ending = name[name.index(after: dot)...].lowercased()
  return knownExtensions.contains(ending) ? String(name[..<dot]) : name
}

/// Whether a text is ASCII digits and nothing else.
func isDigits(_ text: some StringProtocol) -> Bool {
  !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
}

/// What may stand between an id and its neighbours in a name.
func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar {
  case " ", "_", "-", ".", "(": true
  default: false
  }
}

/// The words of a name, cut at separators and brackets, with case ignored.
func nameWords(_ text: String) -> [String] {
  text.unicodeScalars
    .split { isSeparator($0) || $0 == ")" || $0 == "[" || $0 == "]" || $0 == "," || $0 == "~" || $0 == "+" }
    .map { folded(String($0)) }
}

/// Order in which people number things: runs of digits by their value, `_2` before `_10`; then by bytes.
func naturallyPrecedes(_ left: BytePath, _ right: BytePath) -> Bool {
  let a = left.bytes
  let b = right.bytes
  func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  func lower(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
  var i = 0
  var j = 0
  while i < a.count, j < b.count {
    if isDigit(a[i]), isDigit(b[j]) {
      while i < a.count, a[i] == 0x30 { i += 1 }
      while j < b.count, b[j] == 0x30 { j += 1 }
      let startA = i
      let startB = j
      while i < a.count, isDigit(a[i]) { i += 1 }
      while j < b.count, isDigit(b[j]) { j += 1 }
      if i - startA != j - startB { return i - startA < j - startB }
      for (x, y) in zip(a[startA..<i], b[startB..<j]) where x != y { return x < y }
    } else {
      let x = lower(a[i])
      let y = lower(b[j])
      if x != y { return x < y }
      i += 1
      j += 1
    }
  }
  if a.count - i != b.count - j { return a.count - i < b.count - j }
  return left < right
}

/// A number that counts the pictures of one thing: one or two digits, or three with a leading zero.
func isCounter(_ word: some StringProtocol) -> Bool {
  guard isDigits(word) else { return false }
  return word.utf8.count <= 2 || (word.utf8.count == 3 && word.utf8.first == 0x30)
}

/// Words that begin the names which cameras, phones and apps give by themselves. The numbers after them are the
/// camera's, never an item's.
private let cameraWords: Set<String> = [
  "img", "imge", "image", "images", "dsc", "dscn", "dscf", "dsc0", "pxl", "mvimg", "vid", "mov", "pano",
  "burst",
  "sam", "gopr", "dji", "wp", "cimg", "pict", "photo", "picture", "pic", "foto", "bild", "scan", "screenshot",
  "bildschirmfoto", "signal", "whatsapp", "received", "snapchat", "fb", "original", "kodak", "imag", "dcim",
]

/// Whether a name is one that a camera, a phone or an app gave: `IMG_0237`, `DSC00237`, `PXL_20240102_030405`,
/// `2024-01-02 03.04.05`, `20240102_030405`, `Screenshot …`.
func isCameraName(_ stem: String) -> Bool {
  let words = nameWords(stem)
  guard let first = words.first else { return false }
  if cameraWords.contains(first) { return words.count > 1 || !isDigits(first) }
  // Letters and digits in one: DSC00237, IMG20240102, P1010237, WA0001.
  let letters = first.prefix { !$0.isNumber }
  if !letters.isEmpty, letters.count < first.count, isDigits(first.dropFirst(letters.count)),
    first.count - letters.count >= 4, cameraWords.contains(String(letters)) || letters == "p"
  {
    return true
  }
  return beginsWithDate(words)
}

/// Whether words begin with a calendar date: `20240102` or `2024 01 02`.
private func beginsWithDate(_ words: [String]) -> Bool {
  guard let first = words.first, isDigits(first) else { return false }
  if first.utf8.count == 8 || first.utf8.count == 14 {
    let digits = first.utf8.prefix(8).map { Int($0 - 0x30) }
    let year = digits[0] * 1000 + digits[1] * 100 + digits[2] * 10 + digits[3]
    return isYear(year)
      && PartialDate(year: year, month: digits[4] * 10 + digits[5], day: digits[6] * 10 + digits[7]) != nil
  }
  guard words.count >= 3, first.utf8.count == 4, let year = Int(first), isYear(year),
    words[1].utf8.count == 2, words[2].utf8.count == 2, let month = Int(words[1]), let day = Int(words[2])
  else { return false }
  return PartialDate(year: year, month: month, day: day) != nil
}

/// Years in which household photos and things were made.
func isYear(_ number: Int) -> Bool { (1900...2099).contains(number) }

/// Whether a text is four digits that read as a year.
func isYearText(_ text: some StringProtocol) -> Bool {
  text.utf8.count == 4 && isDigits(text) && Int(text).map(isYear) == true
}
