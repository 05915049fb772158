import Darkroom
import Foundation
import PossessionsCore

/// Pictures made in code, as files: four quarters of different colours show size, turn and mirror at once.
enum Original {
  static let red: [UInt8] = [192, 32, 32]
  static let green: [UInt8] = [32, 160, 32]
  static let blue: [UInt8] = [32, 48, 192]
  static let light: [UInt8] = [224, 224, 224]

  /// Red and green above, blue and light below.
  static func quarter(_ x: Int, _ y: Int, of size: PixelSize) -> [UInt8] {
    switch (x < size.width / 2, y < size.height / 2) {
    case (true, true): red
    case (false, true): green
    case (true, false): blue
    case (false, false): light
    }
  }

  static func pixels(_ size: PixelSize, _ colour: (Int, Int) -> [UInt8]) -> [UInt8] {
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width { pixels += colour(x, y) }
    }
    return pixels
  }

  /// Quarters that are shown upright with `orientation`, as a picture that is stored turned.
  static func stored(shown: PixelSize, orientation: Int) -> (pixels: [UInt8], size: PixelSize) {
    let size = orientation >= 5 ? shown.transposed : shown
    var stored = [UInt8](repeating: 0, count: size.pixelCount * 3)
    for y in 0..<shown.height {
      for x in 0..<shown.width {
        // Where the shown pixel stands in the file (EXIF 2.32, 4.6.4 A, Orientation).
        let place: (x: Int, y: Int)
        switch orientation {
        case 2: place = (size.width - 1 - x, y)
        case 3: place = (size.width - 1 - x, size.height - 1 - y)
        case 4: place = (x, size.height - 1 - y)
        case 5: place = (y, x)
        case 6: place = (y, size.height - 1 - x)
        case 7: place = (size.width - 1 - y, size.height - 1 - x)
        case 8: place = (size.width - 1 - y, x)
        default: place = (x, y)
        }
        let at = (place.y * size.width + place.x) * 3
        stored.replaceSubrange(at..<(at + 3), with: quarter(x, y, of: shown))
      }
    }
    return (stored, size)
  }

  static func jpeg(_ size: PixelSize, bands: Int = 3, quality: Int = 95, _ colour: (Int, Int) -> [UInt8])
    throws
    -> [UInt8]
  {
    try Image(pixels: pixels(size, colour), width: size.width, height: size.height, bands: bands)
      .encoded(as: .jpeg, quality: quality)
  }

  static func quarters(_ width: Int, _ height: Int, as format: RenditionFormat = .jpeg) throws -> [UInt8] {
    let size = PixelSize(width: width, height: height)
    return try Image(
      pixels: pixels(size) { quarter($0, $1, of: size) }, width: width, height: height, bands: 3
    ).encoded(as: format, quality: 95)
  }

  // MARK: Parts of files

  /// An EXIF block of one SHORT, its orientation.
  static func exif(orientation: Int) -> [UInt8] {
    MediaBytes.tiff([(0x0112, 3, 1, orientation)], little: false)
  }

  /// A JPEG with segments put in after its start.
  static func inserting(_ segments: [(marker: UInt8, body: [UInt8])], into jpeg: [UInt8]) -> [UInt8] {
    var bytes = Array(jpeg[..<2])
    for segment in segments {
      let length = segment.body.count + 2
      bytes += [0xFF, segment.marker, UInt8(length >> 8), UInt8(length & 255)] + segment.body
    }
    return bytes + jpeg[2...]
  }

  static func jpeg(_ jpeg: [UInt8], exif block: [UInt8]) -> [UInt8] {
    inserting([(0xE1, Array("Exif\0\0".utf8) + block)], into: jpeg)
  }

  static func jpeg(_ jpeg: [UInt8], profile: [UInt8]) -> [UInt8] {
    let size = 65_000
    let count = (profile.count + size - 1) / size
    return inserting(
      (0..<count).map { index in
        let part = profile[(index * size)..<min(profile.count, (index + 1) * size)]
        return (0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(index + 1), UInt8(count)] + part)
      }, into: jpeg)
  }

  /// A RIFF WebP with EXIF, by way of the extended header.
  static func webp(_ webp: [UInt8], size: PixelSize, exif block: [UInt8]) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 255) } }
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(body.count, 4) + body + (body.count % 2 == 1 ? [0] : [])
    }
    let head = chunk("VP8X", [0x08, 0, 0, 0] + little(size.width - 1, 3) + little(size.height - 1, 3))
    let body = Array("WEBP".utf8) + head + webp[12...] + chunk("EXIF", block)
    return Array("RIFF".utf8) + little(body.count, 4) + body
  }
}

/// Writers of containers that nothing else here writes.
enum MediaBytes {
  static func big(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(value >> (8 * $0) & 255) }
  }

  /// A TIFF of one directory; entries are tag, type, count and the value or its offset.
  static func tiff(_ entries: [(Int, Int, Int, Int)], little: Bool = true, tail: [UInt8] = [], next: Int = 0)
    -> [UInt8]
  {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      little ? big(value, count).reversed() : big(value, count)
    }
    var bytes = Array((little ? "II" : "MM").utf8) + number(42, 2) + number(8, 4)
    bytes += directory(entries, little: little, next: next)
    return bytes + tail
  }

  static func directory(_ entries: [(Int, Int, Int, Int)], little: Bool = true, next: Int = 0) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      little ? big(value, count).reversed() : big(value, count)
    }
    var bytes = number(entries.count, 2)
    for (tag, type, count, value) in entries {
      bytes += number(tag, 2) + number(type, 2) + number(count, 4)
      let width = (type == 3 ? 2 : type == 1 ? 1 : 4) * count
      // A value of one or two bytes stands at the field's start.
      bytes += width >= 4 ? number(value, 4) : number(value, width) + [UInt8](repeating: 0, count: 4 - width)
    }
    return bytes + number(next, 4)
  }

  /// An uncompressed strip TIFF.
  ///
  /// - Parameter photometric: 1 gray, 2 RGB, 6 YCbCr.
  static func picture(
    _ size: PixelSize, samples: Int, bits: Int, photometric: Int, pixels: [UInt8],
    more: [(Int, Int, Int, Int)] = []
  ) -> [UInt8] {
    let entryCount = 10 + more.count
    // Bits of three samples do not fit their field.
    let tail = 8 + 2 + entryCount * 12 + 4
    let bitsField = samples <= 2 ? bits | (samples == 2 ? bits << 16 : 0) : tail
    let list = (0..<samples).flatMap { _ in [UInt8(bits & 255), UInt8(bits >> 8)] }
    let start = tail + list.count
    let entries: [(Int, Int, Int, Int)] =
      [
        (0x100, 4, 1, size.width), (0x101, 4, 1, size.height), (0x102, 3, samples, bitsField),
        (0x103, 3, 1, 1),
        (0x106, 3, 1, photometric), (0x111, 4, 1, start), (0x115, 3, 1, samples), (0x116, 4, 1, size.height),
        (0x117, 4, 1, pixels.count), (0x11C, 3, 1, 1),
      ] + more
    return tiff(entries.sorted { $0.0 < $1.0 }, tail: list + pixels)
  }

  // MARK: PNG

  static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + body
    var crc: UInt32 = 0xFFFF_FFFF
    for byte in content {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
    }
    return big(body.count, 4) + content + big(Int(crc ^ 0xFFFF_FFFF), 4)
  }

  /// zlib without compression.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var a = 1
    var b = 0
    for byte in bytes {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    var out: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let part = bytes[start..<min(bytes.count, start + 65_535)]
      start += part.count
      out += [start == bytes.count ? 1 : 0, UInt8(part.count & 255), UInt8(part.count >> 8)]
      out += [UInt8(~part.count & 255), UInt8((~part.count >> 8) & 255)] + part
    } while start < bytes.count
    return out + big(b << 16 | a, 4)
  }

  /// - Parameters:
  ///   - rows: packed rows without filter bytes.
  ///   - before: chunks between header and pixels.
  static func png(_ size: PixelSize, bits: Int, colourType: Int, rows: [[UInt8]], before: [UInt8] = [])
    -> [UInt8]
  {
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
      + chunk("IHDR", big(size.width, 4) + big(size.height, 4) + [UInt8(bits), UInt8(colourType), 0, 0, 0])
      + before + chunk("IDAT", stored(rows.flatMap { [0] + $0 })) + chunk("IEND", [])
  }
}

/// What a rendition or an original shows, decoded.
struct Shown {
  var size: PixelSize
  var bands: Int
  var pixels: [UInt8]

  init(_ image: Image) throws {
    size = image.size
    bands = image.bands
    pixels = try image.pixels()
  }

  init(_ bytes: [UInt8], as mediaType: MediaType = .jpeg) throws {
    try self.init(Image.open(.bytes(bytes), as: mediaType))
  }

  subscript(x: Int, y: Int) -> [Int] {
    let at = (y * size.width + x) * bands
    return pixels[at..<(at + bands)].map { Int($0) }
  }

  /// The colour in the middle of each quarter: upper left, upper right, lower left, lower right.
  var quarters: [[Int]] {
    [(1, 1), (3, 1), (1, 3), (3, 3)].map { self[size.width * $0.0 / 4, size.height * $0.1 / 4] }
  }

  var mean: Double { Double(pixels.reduce(0) { $0 + Int($1) }) / Double(pixels.count) }

  func difference(from other: Shown) -> Double {
    guard size == other.size, bands == other.bands else { return 255 }
    return Double(zip(pixels, other.pixels).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) })
      / Double(pixels.count)
  }
}

/// Largest difference of two colours' channels.
func distance(_ left: [Int], _ right: [UInt8]) -> Int {
  left.count == right.count ? zip(left, right).map { abs($0 - Int($1)) }.max() ?? 0 : 255
}

let uprightQuarters = [Original.red, Original.green, Original.blue, Original.light]

func isUpright(_ shown: Shown, within tolerance: Int = 12) -> Bool {
  zip(shown.quarters, uprightQuarters).allSatisfy { distance($0, $1) <= tolerance }
}

func box(_ name: String, _ width: Int, _ height: Int, _ mode: RenditionMode, _ format: RenditionFormat = .png)
  -> RenditionDefinition
{
  RenditionDefinition(name: name, width: width, height: height, mode: mode, format: format, quality: 80)
}

func rendered(
  _ bytes: [UInt8], as mediaType: MediaType,
  _ definitions: [RenditionDefinition] = RenditionDefinition.defaults,
  recipe: EditRecipe? = nil, limit: Int = RenderRequest.defaultPixelLimit, preview: [UInt8]? = nil
) -> Rendering {
  render(
    RenderRequest(
      source: .bytes(bytes), mediaType: mediaType, subject: "photo", recipe: recipe, definitions: definitions,
      pixelLimit: limit), preview: { preview })
}

extension Rendering {
  func shown(_ name: String) throws -> Shown {
    guard let image = images.first(where: { $0.definition.name == name }) else {
      throw ImagingError("find the rendition \(name)")
    }
    let types: [RenditionFormat: MediaType] = [.jpeg: .jpeg, .png: .png, .webp: .webp]
    return try Shown(image.bytes, as: types[image.definition.format] ?? .jpeg)
  }
}
