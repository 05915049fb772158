import PossessionsCore

let withheldText = "withheld"

/// A text with every occurrence of a serial number taken out, case ignored.
func withheld(_ serial: String, in text: String) -> String {
  // Shorter ones would blank out ordinary words.
  guard serial.utf8.count >= 4 else { return text == serial ? withheldText : text }
  let needle = Array(serial.lowercased())
  let lowered = Array(text.lowercased())
  let characters = Array(text)
  guard lowered.count == characters.count else {
    // A letter whose lower case is longer: matched exactly then.
    return text == serial ? withheldText : text
  }
  var result = ""
  var index = 0
  while index < characters.count {
    if index + needle.count <= lowered.count, Array(lowered[index..<index + needle.count]) == needle {
      result += withheldText
      index += needle.count
    } else {
      result.append(characters[index])
      index += 1
    }
  }
  return result
}

extension ReportLine {
  /// Takes out what this copy is not to show; gives the serial number that was hidden, if any.
  mutating func redact(_ redactions: Set<ReportOptions.Redaction>) -> String? {
    if redactions.contains(.owner) { item.fields[.owner] = nil }
    if redactions.contains(.notes) { item.fields[.notes] = nil }
    if redactions.contains(.receipts) { item.fields[.purchasePlace] = nil }
    guard redactions.contains(.serials) else { return nil }
    item.fields[.assetTag] = item.fields[.assetTag].map { _ in .text(withheldText) }
    guard let serial = item.text(.serialNumber), !serial.isEmpty else { return nil }
    item.fields[.serialNumber] = .text(withheldText)
    for field in [PossessionField.name, .description, .notes, .model] {
      if let text = item.text(field) { item.fields[field] = .text(withheld(serial, in: text)) }
    }
    item.itemID = withheld(serial, in: item.itemID)
    gaps = gaps.map { EvidenceGap($0.code, withheld(serial, in: $0.remedy)) }
    return serial
  }
}
