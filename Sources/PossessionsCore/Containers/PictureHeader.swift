/// What a picture's header says, read by our own parsers without decoding and without any C library: for the catalog's
/// facts, for refusing bombs, and for reckoning memory before a worker is trusted with the pixels.
public struct PictureHeader: Hashable, Sendable {
  public var mediaType: MediaType
  /// Pixels as coded, before any turn.
  public var coded: PixelSize
  /// Pixels as shown upright: after EXIF orientation, or after a HEIF container's transforms.
  public var shown: PixelSize
  /// The EXIF orientation as stored, where it is valid. Not applied to HEIF.
  public var orientation: Int?
  /// Top-level pictures, frames or pages; 1 for a plain picture.
  public var pageCount = 1
  public var bitsPerChannel = 8
  /// Channels as coded, alpha among them.
  public var channels = 3
  /// Progressive JPEG or interlaced PNG: the whole picture is held in memory.
  public var isProgressive = false
  /// Colour by numbers (ISO/IEC 23091-2), where the file has any: HEIF `nclx`, PNG `cICP`.
  public var codedColour: CodedColour?
  /// Adobe RGB by EXIF alone.
  public var isAdobeRGB = false
  /// A second picture in the file makes it brighter on other screens; the base picture is shown.
  public var hasGainMap = false
  /// Stray bytes between the header's segments: decoders step over them with a warning.
  public var hasStrayBytes = false
  /// HEIF alone.
  public var heif: HEIFContainer?
  /// Where the EXIF block's TIFF stands in the file.
  public var exif: Range<Int>?
  /// The EXIF block itself, starting with the TIFF mark, where the file holds it compressed (old PNG text).
  public var unpackedExif: [UInt8]?
  /// For JPEG the bytes that a progressive decoder keeps for each pixel.
  var coefficientBytes = 6.0

  public init(mediaType: MediaType, coded: PixelSize, orientation: Int? = nil) {
    self.mediaType = mediaType
    self.coded = coded
    self.orientation = orientation
    shown = (orientation ?? 1) >= 5 ? coded.transposed : coded
  }

  /// Light beyond what a plain screen shows: PQ or HLG.
  public var isHDR: Bool { codedColour?.isHDR ?? false }

  /// An EXIF orientation that contradicts what the HEIF container says. The container decides.
  public var hasOrientationConflict: Bool {
    guard let heif, let orientation else { return false }
    return orientation != heif.orientation
  }

  /// Reads the header of a picture of a known type. Nil where it cannot be read or claims no pixels.
  public init?(reading source: any PictureBytes, as mediaType: MediaType) {
    let header: PictureHeader?
    switch mediaType {
    case .jpeg: header = PictureHeader(jpeg: source)
    case .png: header = PictureHeader(png: source)
    case .webp: header = PictureHeader(webp: source)
    case .gif: header = PictureHeader(gif: source)
    case .bmp: header = PictureHeader(bmp: source)
    case .tiff: header = PictureHeader(tiff: source)
    case .raw: header = PictureHeader(raw: source)
    case .heic, .avif: header = PictureHeader(heif: source, as: mediaType)
    case .pdf, .movie, .svg, .unknown: header = nil
    }
    guard let header, header.coded.width > 0, header.coded.height > 0 else { return nil }
    self = header
  }

  /// Bytes that making renditions of it takes at its peak, above what an idle worker has. An estimate on the high side.
  ///
  /// - Parameter isEdited: a recipe works on all pixels at once.
  public func estimatedMemory(isEdited: Bool) -> Int {
    let pixels = Double(coded.pixelCount)
    let depth = bitsPerChannel > 8 ? 2.0 : 1.0
    // Levels of renditions, encoders, line buffers.
    var bytes = 40e6 + Double(coded.width) * 3000
    switch mediaType {
    case .jpeg: bytes += isProgressive ? pixels * coefficientBytes : 0
    case .png: bytes += isProgressive ? pixels * Double(channels) * depth : 0
    case .webp: bytes += pixels * 5
    case .gif, .bmp: bytes += pixels * 4
    case .tiff: bytes += pixels * Double(channels) * depth
    case .heic, .avif: bytes += pixels * 6 * depth * (depth > 1 ? 1.2 : 1)
    case .raw, .pdf, .movie, .svg, .unknown: break
    }
    if isEdited { bytes += pixels * 7 }
    return bytes < 9e18 ? Int(bytes) : .max
  }
}

/// Primaries, transfer and matrix by their numbers in ISO/IEC 23091-2 (H.273).
public struct CodedColour: Hashable, Sendable {
  public var primaries: Int
  public var transfer: Int
  public var matrix: Int

  public init(primaries: Int, transfer: Int, matrix: Int) {
    self.primaries = primaries
    self.transfer = transfer
    self.matrix = matrix
  }

  /// PQ (SMPTE ST 2084) or HLG.
  public var isHDR: Bool { transfer == 16 || transfer == 18 }
}
