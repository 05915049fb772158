/// Finds what a file is from its first bytes. The name is asked for one thing alone: which of the TIFF-like files are
/// a camera's raw files, where the first bytes leave it open.

extension MediaType {
  /// How many bytes from the start of a file `init(sniffing:)` can make use of.
  public static let sniffLength = 4096

  /// - Parameters:
  ///   - prefix: the first bytes of the file, `sniffLength` of them or all there are.
  ///   - fileExtension: in lower case, without its dot; may be empty.
  public init(sniffing prefix: [UInt8], fileExtension: String = "") {
    self = prefix.withUnsafeBytes { Sniffer(bytes: $0).mediaType(fileExtension: fileExtension) }
  }

  /// Extensions of camera raw files that are built as TIFF. A TIFF under such a name is taken for one.
  static let tiffRawExtensions: Set<String> = [
    "dng", "nef", "nrw", "arw", "sr2", "srf", "cr2", "pef", "3fr", "fff", "iiq", "erf", "mef", "mos", "dcr",
    "kdc", "k25", "srw", "rwl", "gpr",
  ]
}

private struct Sniffer {
  let bytes: UnsafeRawBufferPointer

  func mediaType(fileExtension: String) -> MediaType {
    if starts([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if starts([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if starts("GIF87a") || starts("GIF89a") { return .gif }
    if starts("RIFF"), has("WEBP", at: 8) { return .webp }
    if starts("RIFF"), has("AVI ", at: 8) { return .movie }
    if has("ftyp", at: 4) { return baseMedia() }
    // QuickTime files from before `ftyp`.
    if has("moov", at: 4) || has("mdat", at: 4) || has("wide", at: 4) { return .movie }
    if starts("%PDF-") || pdfAfterJunk() { return .pdf }
    if starts([0x49, 0x49, 0x2A, 0x00]) || starts([0x4D, 0x4D, 0x00, 0x2A]) {
      return isRawTIFF(fileExtension: fileExtension) ? .raw : .tiff
    }
    // BigTIFF.
    if starts([0x49, 0x49, 0x2B, 0x00, 0x08, 0x00]) || starts([0x4D, 0x4D, 0x00, 0x2B, 0x00, 0x08]) {
      return .tiff
    }
    // Olympus, Panasonic and Leica, Fujifilm, Minolta, Sigma, Canon's CRW.
    if starts("IIRO") || starts("IIRS") || starts("MMOR") || starts([0x49, 0x49, 0x55, 0x00])
      || starts("FUJIFILMCCD-RAW") || starts([0x00, 0x4D, 0x52, 0x4D]) || starts("FOVb")
      || (starts("II") && has("HEAPCCDR", at: 6))
    {
      return .raw
    }
    if starts("BM"), isBitmap { return .bmp }
    if starts([0x1A, 0x45, 0xDF, 0xA3]) { return .movie }  // Matroska, WebM
    if isSVG { return .svg }
    return .unknown
  }

  // MARK: Families

  /// ISO base media files: the brands of `ftyp` decide.
  private func baseMedia() -> MediaType {
    let major = text(at: 8, count: 4)
    let size = Int(UInt32(big(at: 0, count: 4)))
    var brands = [major]
    var offset = 16
    while offset + 4 <= min(size, bytes.count), brands.count < 64 {
      brands.append(text(at: offset, count: 4))
      offset += 4
    }
    let heic: Set<String> = ["heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs"]
    if major == "crx " { return .raw }  // Canon's CR3
    if major == "avif" || major == "avis" { return .avif }
    if heic.contains(major) { return .heic }
    // A generic image brand leaves the coding to the others.
    if major == "mif1" || major == "msf1" || major == "mif2" || major == "miaf" {
      if brands.contains("avif") || brands.contains("avis") { return .avif }
      return .heic
    }
    if brands.dropFirst().contains("crx ") { return .raw }
    if brands.dropFirst().contains("avif") { return .avif }
    if brands.dropFirst().contains(where: heic.contains) { return .heic }
    return .movie
  }

  /// Whether a TIFF is a camera's raw file: a DNGVersion tag, Canon's mark, or a raw file's name together with a make
  /// tag or a small first picture.
  private func isRawTIFF(fileExtension: String) -> Bool {
    if has("CR", at: 8), bytes.count > 10, bytes[10] <= 3 { return true }
    if MediaType.tiffRawExtensions.contains(fileExtension) { return true }
    let little = bytes[0] == 0x49
    func number(_ offset: Int, _ count: Int) -> Int? {
      guard offset >= 0, offset + count <= bytes.count else { return nil }
      return little ? Int(self.little(at: offset, count: count)) : Int(big(at: offset, count: count))
    }
    guard let directory = number(4, 4), let entries = number(directory, 2) else { return false }
    var hasMake = false
    var hasSubdirectories = false
    var isReduced = false
    for index in 0..<min(entries, 256) {
      let entry = directory + 2 + index * 12
      guard let tag = number(entry, 2) else { break }
      switch tag {
      case 0xC612: return true  // DNGVersion
      case 0x00FE: isReduced = number(entry + 8, 4) == 1  // NewSubfileType: a reduced picture
      case 0x010F: hasMake = true
      case 0x014A: hasSubdirectories = true
      default: break
      }
    }
    // A reduced first picture of a camera with more pictures below it (NEF, ARW under another name).
    return isReduced && hasMake && hasSubdirectories
  }

  /// A Windows bitmap has a plausible header size; "BM" alone starts many a text.
  private var isBitmap: Bool {
    guard bytes.count >= 26 else { return false }
    return [12, 40, 52, 56, 64, 108, 124].contains(Int(little(at: 14, count: 4)))
  }

  /// Some writers put a few bytes before the mark; PDF readers look for it in the first 1,024.
  private func pdfAfterJunk() -> Bool {
    guard bytes.count > 5 else { return false }
    return (0..<min(1024, bytes.count - 4)).contains { has("%PDF-", at: $0) }
  }

  private var isSVG: Bool {
    var start = 0
    if starts([0xEF, 0xBB, 0xBF]) { start = 3 }
    while start < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[start]) { start += 1 }
    guard start < bytes.count, bytes[start] == 0x3C else { return false }
    let window = min(1024, bytes.count)
    return (start..<max(start, window - 3)).contains { has("<svg", at: $0) }
  }

  // MARK: Bytes

  private func starts(_ mark: String) -> Bool { has(mark, at: 0) }

  private func starts(_ mark: [UInt8]) -> Bool {
    bytes.count >= mark.count && mark.indices.allSatisfy { bytes[$0] == mark[$0] }
  }

  private func has(_ mark: String, at offset: Int) -> Bool {
    let mark = mark.utf8
    guard offset >= 0, offset + mark.count <= bytes.count else { return false }
    return zip(mark, bytes[offset...]).allSatisfy { $0 == $1 }
  }

  private func text(at offset: Int, count: Int) -> String {
    guard offset + count <= bytes.count else { return "" }
    return String(decoding: bytes[offset..<offset + count], as: UTF8.self)
  }

  /// 0 where the bytes end before.
  private func big(at offset: Int, count: Int) -> UInt {
    guard offset + count <= bytes.count else { return 0 }
    return bytes[offset..<offset + count].reduce(0) { $0 << 8 | UInt($1) }
  }

  private func little(at offset: Int, count: Int) -> UInt {
    guard offset + count <= bytes.count else { return 0 }
    return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | UInt($1) }
  }
}
