import PossessionsCore
import Testing

@Suite struct MediaSniffingTests {
  struct Case: Sendable, CustomStringConvertible {
    var name: String
    var bytes: [UInt8]
    var type: MediaType
    var description: String { name }
  }

  static func text(_ text: String, _ more: [UInt8] = []) -> [UInt8] { Array(text.utf8) + more }

  static func brands(_ major: String, _ others: [String] = []) -> [UInt8] {
    let size = UInt8(16 + 4 * others.count)
    return [0, 0, 0, size] + text("ftyp" + major, [0, 0, 0, 0]) + others.flatMap { text($0) }
  }

  /// A TIFF of one directory with LONG entries.
  static func tiff(_ entries: [(Int, Int)], little: Bool = true) -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(value >> (8 * $0) & 255) }
      return little ? bytes : bytes.reversed()
    }
    var bytes = text(little ? "II" : "MM") + number(42, 2) + number(8, 4) + number(entries.count, 2)
    for (tag, value) in entries { bytes += number(tag, 2) + number(4, 2) + number(1, 4) + number(value, 4) }
    return bytes + number(0, 4)
  }

  static let cases: [Case] = [
    Case(name: "photo.jpg", bytes: [0xFF, 0xD8, 0xFF, 0xE0], type: .jpeg),
    Case(name: "named.png", bytes: [0xFF, 0xD8, 0xFF, 0xE1], type: .jpeg),
    Case(name: "a.png", bytes: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], type: .png),
    Case(name: "a.gif", bytes: text("GIF89a"), type: .gif),
    Case(name: "old.gif", bytes: text("GIF87a"), type: .gif),
    Case(name: "a.webp", bytes: text("RIFF", [9, 0, 0, 0]) + text("WEBP"), type: .webp),
    Case(name: "a.avi", bytes: text("RIFF", [9, 0, 0, 0]) + text("AVI "), type: .movie),
    Case(name: "a.heic", bytes: brands("heic", ["mif1", "heic"]), type: .heic),
    Case(name: "samsung.heic", bytes: brands("mif1", ["mif1", "heic"]), type: .heic),
    Case(name: "ten-bit.heic", bytes: brands("heix", ["mif1"]), type: .heic),
    Case(name: "a.heif", bytes: brands("msf1", ["hevc"]), type: .heic),
    Case(name: "a.avif", bytes: brands("avif", ["mif1", "miaf"]), type: .avif),
    Case(name: "mif.avif", bytes: brands("mif1", ["miaf", "avif"]), type: .avif),
    Case(name: "a.mp4", bytes: brands("isom", ["iso2", "avc1"]), type: .movie),
    Case(name: "a.mov", bytes: brands("qt  "), type: .movie),
    Case(name: "a.3gp", bytes: brands("3gp4", ["isom"]), type: .movie),
    Case(name: "old.mov", bytes: [0, 0, 0, 9] + text("moov"), type: .movie),
    Case(name: "a.cr3", bytes: brands("crx ", ["isom"]), type: .raw),
    Case(name: "a.mkv", bytes: [0x1A, 0x45, 0xDF, 0xA3], type: .movie),
    Case(name: "a.tif", bytes: tiff([(0x100, 4), (0x101, 4)]), type: .tiff),
    Case(name: "big-endian.tif", bytes: tiff([(0x100, 4), (0x101, 4)], little: false), type: .tiff),
    Case(name: "big.tif", bytes: text("II", [43, 0, 8, 0, 0, 0]), type: .tiff),
    // A raw file is told by its tags even under another name; by its name where tags say nothing.
    Case(name: "renamed.tif", bytes: tiff([(0xFE, 1), (0x100, 160), (0xC612, 4)]), type: .raw),
    Case(name: "renamed-too.tif", bytes: tiff([(0xFE, 1), (0x10F, 0), (0x14A, 0)]), type: .raw),
    Case(name: "DSC_1.NEF", bytes: tiff([(0x100, 160)], little: false), type: .raw),
    Case(name: "IMG_1.CR2", bytes: text("II", [42, 0, 16, 0, 0, 0]) + text("CR", [2, 0]), type: .raw),
    Case(name: "DSC00001.ARW", bytes: tiff([(0xFE, 1)]), type: .raw),
    Case(name: "DSCF1.RAF", bytes: text("FUJIFILMCCD-RAW 0201"), type: .raw),
    Case(name: "P1.ORF", bytes: text("IIRO", [8, 0, 0, 0]), type: .raw),
    Case(name: "P1.RW2", bytes: text("II", [0x55, 0, 24, 0]), type: .raw),
    Case(name: "a.pdf", bytes: text("%PDF-1.7\n"), type: .pdf),
    Case(name: "mail.pdf", bytes: text("\n\n%PDF-1.4\n"), type: .pdf),
    Case(name: "a.svg", bytes: text("<svg xmlns=\"http://www.w3.org/2000/svg\">"), type: .svg),
    Case(
      name: "prolog.svg", bytes: text("\u{FEFF}<?xml version=\"1.0\"?>\n<!-- drawn -->\n<svg>"), type: .svg),
    Case(
      name: "a.bmp",
      bytes: text("BM", [UInt8](repeating: 0, count: 12) + [40] + [UInt8](repeating: 0, count: 20)),
      type: .bmp),
    Case(name: "letter.jpg", bytes: text("BMW owners, take note of this long enough text"), type: .unknown),
    Case(name: "text.jpg", bytes: text("not a picture"), type: .unknown),
    Case(name: "page.html", bytes: text("<html><body>"), type: .unknown),
    Case(name: "empty.jpg", bytes: [], type: .unknown),
    Case(name: "one-byte.jpg", bytes: [0xFF], type: .unknown),
  ]

  @Test(arguments: cases) func tells(_ row: Case) {
    #expect(
      MediaType(sniffing: row.bytes, fileExtension: BytePath(row.name).lowercasedExtension) == row.type)
  }

  @Test func everyPrefixOfEveryMarkIsReadWithoutHarm() {
    for row in MediaSniffingTests.cases {
      for count in 0...row.bytes.count {
        _ = MediaType(sniffing: Array(row.bytes.prefix(count)), fileExtension: "tif")
      }
    }
  }
}
