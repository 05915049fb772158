/// A WebP file without its EXIF, XMP and ICC chunks: pixels and nothing else. libvips 8.14 writes a block of EXIF that it
/// makes itself, whatever it is told.
///
/// - Parameter file: one still picture. Given back as it is where it is no WebP.
public func strippedWebP(_ file: [UInt8]) -> [UInt8] {
  let source = MemoryBytes(file)
  guard source.hasText("RIFF", at: 0), source.hasText("WEBP", at: 8) else { return file }
  var kept: [(name: String, bytes: ArraySlice<UInt8>)] = []
  var at = 12
  while let name = source.fourCharacters(at: at), let length = source.little(4, at: at + 4) {
    let end = at + 8 + length + length & 1
    guard end <= file.count else { return file }
    if !["EXIF", "XMP ", "ICCP"].contains(name) { kept.append((name, file[at..<end])) }
    at = end
  }
  var body = Array("WEBP".utf8)
  for chunk in kept {
    guard chunk.name == "VP8X", chunk.bytes.count > 8 else {
      body += chunk.bytes
      continue
    }
    // The extended header says what else there is; without any of it the plain form will do.
    let flags = chunk.bytes[chunk.bytes.startIndex + 8] & ~0x2C
    if flags == 0 { continue }
    var header = Array(chunk.bytes)
    header[8] = flags
    body += header
  }
  let size = UInt32(body.count)
  return Array("RIFF".utf8) + (0..<4).map { UInt8(size >> UInt32(8 * $0) & 255) } + body
}
