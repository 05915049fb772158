/// Whether a location path is a room or lies below it: `Kitchen` holds `Kitchen / Pantry`. Case does not count.
package func isRoom(_ path: String, within room: String) -> Bool {
  let parts = locationParts(path)
  let wanted = locationParts(room)
  return parts.count >= wanted.count && zip(parts, wanted).allSatisfy { $0.lowercased() == $1.lowercased() }
}

private func locationParts(_ path: String) -> [String] {
  path.split(separator: "/").map { part in
    var part = part
    while part.first == " " { part.removeFirst() }
    while part.last == " " { part.removeLast() }
    return String(part)
  }
}
