/// Tells by a file's name or type whether it is a receipt, a manual or another document of an item.

private let documentWords: [String: NamedDocument.Kind] = [
  "receipt": .receipt, "receipts": .receipt, "invoice": .receipt, "invoices": .receipt, "bill": .receipt,
  "rechnung": .receipt, "rechnungen": .receipt, "quittung": .receipt, "quittungen": .receipt,
  "beleg": .receipt,
  "belege": .receipt, "kassenbon": .receipt, "kassenzettel": .receipt, "kaufbeleg": .receipt,
  "facture": .receipt, "factura": .receipt, "recibo": .receipt, "ricevuta": .receipt, "fattura": .receipt,
  "manual": .manual, "manuals": .manual, "instructions": .manual, "anleitung": .manual, "handbuch": .manual,
  "bedienungsanleitung": .manual, "gebrauchsanweisung": .manual, "notice": .manual,
  "appraisal": .appraisal, "appraisals": .appraisal, "valuation": .appraisal, "gutachten": .appraisal,
  "warranty": .warranty, "warranties": .warranty, "guarantee": .warranty, "garantie": .warranty,
]

/// The kind of document that a photo of an item is; nil for a picture of the thing itself.
///
/// The telling word must end the name, or stand alone beside the id: `A12-receipt`, `A12_receipt_2`, `receipt A12`;
/// `receipt printer front` is a picture. A PDF without such a word is `other`.
///
/// - Parameters:
///   - path: relative to the photo folder; a folder `receipts` tells as well.
///   - identifiers: the item's id, serial number, asset tag and name, whose own words do not count.
func documentKind(of path: String, mediaType: MediaType, identifiers: [String]) -> NamedDocument.Kind? {
  var folders = path.split(separator: "/").map(String.init)
  let name = folders.popLast() ?? path
  var words = nameWords(nameStem(name))
  for identifier in identifiers { words = words.removing(nameWords(identifier)) }
  while let last = words.last, isCounter(last) || isNumeric(last) { words.removeLast() }
  if let last = words.last, let kind = documentWords[last] { return kind }
  words.removeAll { isNumeric($0) }
  if words.count == 1, let kind = documentWords[words[0]] { return kind }
  let own = Set(identifiers.map(folded))
  for folder in folders.reversed() {
    let folder = folded(folder)
    if let kind = documentWords[folder], !own.contains(folder) { return kind }
  }
  return mediaType == .pdf ? .other : nil
}

extension [String] {
  /// Without the first run of these words.
  fileprivate func removing(_ run: [String]) -> [String] {
    guard !run.isEmpty, run.count <= count else { return self }
    for start in 0...(count - run.count) where self[start..<start + run.count].elementsEqual(run) {
      return Array(self[..<start] + self[(start + run.count)...])
    }
    return self
  }
}
