/// Rule 6: a QR code or barcode in the pixels whose text is an item's id, serial number or asset tag, or an address
/// that ends in one.
struct CodeMatcher: PhotoMatcher {
  static let rule = "code"

  private let photos: [MatchablePhoto]
  private let codes: CodeReader
  private let readsLeaders: Bool

  init(_ context: MatchContext) {
    photos = context.photos
    readsLeaders = context.options.readsLeaders
    codes = CodeReader(index: context.itemIndex)
  }

  func answer(for photo: Int) -> RuleAnswer {
    let reading = codes.read(photos[photo].facts.codes ?? [])
    guard !reading.items.isEmpty else { return .silent }
    guard reading.items.count == 1 else {
      return .ambiguous(items: reading.items, detail: reading.detail)
    }
    var claim = Claim(item: reading.items[0], detail: reading.detail)
    // The picture of a label opens a group: it shows the label and not the thing.
    claim.goesLast = readsLeaders
    return .items([claim])
  }
}

/// Ids of the items that each code names: several where it is ambiguous.
public func itemsNamed(byCodes codes: [String], among items: [MatchableItem]) -> [[String]] {
  let reader = CodeReader(index: ItemIndex(items))
  return codes.map { code in reader.read([code]).items.map { items[$0].itemID } }
}

/// Finds the items that codes name.
struct CodeReader: Sendable {
  let index: ItemIndex

  struct Reading: Sendable {
    var items: [Int] = []
    /// The codes that named them.
    var detail = ""
    /// A label of nobody known: a code that is no product number and names no item.
    var hasStranger = false
  }

  func read(_ codes: [String]) -> Reading {
    var reading = Reading()
    var seen: [String] = []
    for code in codes {
      let entries = entries(for: code)
      if entries.isEmpty {
        if !isProductNumber(code) { reading.hasStranger = true }
        continue
      }
      seen.append(code)
      for entry in entries where !reading.items.contains(entry.item) { reading.items.append(entry.item) }
    }
    reading.detail = seen.joined(separator: ", ")
    return reading
  }

  private func entries(for code: String) -> [ItemIndex.Entry] {
    guard let text = trimmed(code) else { return [] }
    let entries = index.identified(by: text)
    if !entries.isEmpty { return entries }
    // An address that names one item in its path and another in a parameter is ambiguous.
    return endings(of: text).flatMap(index.identified)
  }

  /// What an address ends in: the last name of its fragment and of its path, the values of its parameters.
  private func endings(of text: String) -> [String] {
    let lower = text.lowercased()
    guard text.contains("://") || lower.hasPrefix("urn:") || lower.hasPrefix("item:") else { return [] }
    var endings: [String] = []
    var rest = text[...]
    if let hash = rest.firstIndex(of: "#") {
      let fragment = rest[rest.index(after: hash)...]
      endings.append(String(fragment.split(separator: "/").last ?? ""))
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: "?") {
      for parameter in rest[rest.index(after: mark)...].split(separator: "&").reversed() {
        if let equals = parameter.firstIndex(of: "=") {
          endings.append(String(parameter[parameter.index(after: equals)...]))
        }
      }
      rest = rest[..<mark]
    }
    while rest.last == "/" { rest.removeLast() }
    if let cut = rest.lastIndex(where: { $0 == "/" || $0 == ":" }) {
      endings.append(String(rest[rest.index(after: cut)...]))
    }
    return endings.flatMap { [$0, percentDecoded($0)] }.filter { !$0.isEmpty }
  }

  /// EAN-8, UPC and EAN-13 and ITF-14 stand on the things themselves.
  private func isProductNumber(_ code: String) -> Bool {
    isDigits(code) && [8, 12, 13, 14].contains(code.utf8.count)
  }
}

/// `%20` and the like as the bytes that they mean; unchanged where they are no UTF-8.
func percentDecoded(_ text: String) -> String {
  guard text.utf8.contains(0x25) else { return text }
  let source = Array(text.utf8)
  var bytes: [UInt8] = []
  var index = 0
  while index < source.count {
    if source[index] == 0x25, index + 2 < source.count,
      let decoded = bytesOf(hex: String(decoding: source[(index + 1)...(index + 2)], as: UTF8.self))
    {
      bytes += decoded
      index += 3
    } else {
      bytes.append(source[index])
      index += 1
    }
  }
  return String(validating: bytes, as: UTF8.self) ?? text
}
