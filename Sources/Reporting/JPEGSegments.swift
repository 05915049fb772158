// The few bytes of a JPEG that a report touches; its pixels pass through as they are.

/// The same JPEG without metadata: EXIF, XMP, IPTC, comments and whatever else an application put into it.
///
/// Our renditions have none; a report is where it would leak, so it is looked at once more. The JFIF header, colour
/// profiles and the Adobe marker stay, since they decide how the picture looks.
func jpegWithoutMetadata(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.starts(with: [0xFF, 0xD8]) else { return bytes }
  var kept: [UInt8]?
  var index = 2
  while index + 4 <= bytes.count, bytes[index] == 0xFF {
    let marker = bytes[index + 1]
    if marker == 0xFF {
      // A fill byte.
      index += 1
      kept?.append(0xFF)
      continue
    }
    // Scan data follows; nothing after it is a segment of the header.
    if marker == 0xDA || marker == 0xD9 { break }
    let end = index + 2 + Int(bytes[index + 2]) << 8 + Int(bytes[index + 3])
    guard end <= bytes.count, end > index + 3 else { break }
    if isMetadata(marker, bytes[(index + 4)..<end]) {
      if kept == nil { kept = Array(bytes[..<index]) }
    } else {
      kept?.append(contentsOf: bytes[index..<end])
    }
    index = end
  }
  guard var kept else { return bytes }
  kept.append(contentsOf: bytes[min(index, bytes.count)...])
  return kept
}

private func isMetadata(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> Bool {
  switch marker {
  case 0xE0: !content.starts(with: Array("JFIF\u{0}".utf8))
  case 0xE2: !content.starts(with: Array("ICC_PROFILE\u{0}".utf8))
  case 0xEE: !content.starts(with: Array("Adobe".utf8))
  case 0xE1...0xEF, 0xFE: true
  default: false
  }
}

/// The same JPEG with 96 dots an inch in its JFIF header: spreadsheets take the size of a picture from there, each
/// axis by itself.
func jpegAt96DotsPerInch(_ bytes: [UInt8]) -> [UInt8] {
  let density: [UInt8] = [1, 0, 96, 0, 96]
  let jfif = Array("JFIF\u{0}".utf8)
  if bytes.count > 20, bytes[2] == 0xFF, bytes[3] == 0xE0, Array(bytes[6..<11]) == jfif {
    return Array(bytes[..<13]) + density + Array(bytes[18...])
  }
  return Array(bytes[..<2]) + [0xFF, 0xE0, 0, 16] + jfif + [1, 1] + density + [0, 0] + Array(bytes[2...])
}
