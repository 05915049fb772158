import CVips
import PossessionsCore

/// Opens one original in the way its header asks for: the right loader, the repair that new iPhone files need on old
/// libheif, colours that a file names by numbers, and how it is to be turned.
struct PictureDecoder {
  let source: PictureSource
  let mediaType: MediaType
  /// Nil where our parsers cannot read it; libvips may still.
  let header: PictureHeader?

  /// A turn that is known from elsewhere: a preview's, from the file it was in.
  private let givenTurn: Int?

  init(source: PictureSource, mediaType: MediaType, turnedBy turn: Int? = nil) {
    self.source = source
    self.mediaType = mediaType
    givenTurn = turn
    header = PictureHeader(reading: source.picture, as: mediaType)
  }

  /// More bytes than this are never read into memory for a repair.
  private static let repairLimit = 1 << 28

  /// What our parsers know of why it may not decode, in words for people; nil where they know nothing.
  var fault: String? {
    guard let heif = header?.heif else { return nil }
    let count = source.picture.count
    return heif.wholeLength > count
      ? "the file ends early: \(count) of \(heif.wholeLength) bytes are there" : nil
  }

  /// Not turned, colours as in the file; nothing but the header is read.
  ///
  /// - Parameter shrink: for JPEG alone.
  func open(tolerating tolerance: DamageTolerance, shrink: Int = 1) throws(ImagingError) -> Image {
    if mediaType == .bmp { return try Bitmap.decode(source.picture, tolerating: tolerance) }
    do throws(ImagingError) {
      return try coloured(Image.open(source, as: mediaType, tolerating: tolerance, shrink: shrink))
    } catch {
      guard let repaired = repairedContainer() else { throw error }
      return try coloured(Image.open(repaired, as: mediaType, tolerating: tolerance))
    }
  }

  /// libheif before 1.18 refuses item references of iOS 18 that have several targets. On a copy in memory those that say
  /// which metadata or auxiliary picture belongs to what are given a type that no reader knows: no length changes, and
  /// the pictures are found without them.
  private func repairedContainer() -> PictureSource? {
    guard let heif = header?.heif, !heif.repairs.isEmpty else { return nil }
    let picture = source.picture
    guard picture.count <= PictureDecoder.repairLimit else { return nil }
    var bytes = picture.bytes(at: 0, count: picture.count)
    for place in heif.repairs where place + 4 <= bytes.count {
      bytes.replaceSubrange(place..<(place + 4), with: HEIFContainer.unusedReference)
    }
    return .bytes(bytes)
  }

  /// With a profile where the file tells its colours in another way.
  private func coloured(_ image: Image) throws(ImagingError) -> Image {
    guard let header, vips_image_get_typeof(image.pointer, "icc-profile-data") == 0 else { return image }
    let profile: ICCProfile?
    if let colour = header.codedColour {
      profile = ICCProfile(colour: colour)
    } else {
      profile = header.isAdobeRGB ? .adobeRGB : nil
    }
    guard let profile, image.bands - (image.hasAlpha ? 1 : 0) == 3 else { return image }
    return try image.tagged(with: profile)
  }

  /// How the decoded picture is to be turned, as an EXIF orientation, by the header. The decoder turns HEIF by itself.
  var turn: Int {
    switch mediaType {
    case .heic, .avif: 1
    default: givenTurn ?? header?.orientation ?? 1
    }
  }

  /// The same where the header may be one that only libvips can read.
  func orientation(of image: Image) -> Int {
    header == nil && givenTurn == nil && mediaType != .heic && mediaType != .avif ? image.orientation : turn
  }

  /// A HEIF file as a source whose primary picture is its embedded thumbnail; nil where there is none.
  ///
  /// What was cut off the file is made up with zeros: the thumbnail usually stands in front and is whole.
  func thumbnailContainer() -> PictureSource? {
    guard let heif = header?.heif, let swap = heif.thumbnailSwap else { return nil }
    let picture = source.picture
    let length = max(picture.count, heif.wholeLength)
    guard length <= PictureDecoder.repairLimit else { return nil }
    var bytes = picture.bytes(at: 0, count: picture.count)
    bytes += [UInt8](repeating: 0, count: length - bytes.count)
    let repairs = heif.repairs.map {
      HEIFContainer.Patch(offset: $0, bytes: HEIFContainer.unusedReference)
    }
    for patch in swap + repairs where patch.offset + patch.bytes.count <= bytes.count {
      bytes.replaceSubrange(patch.offset..<(patch.offset + patch.bytes.count), with: patch.bytes)
    }
    return .bytes(bytes)
  }

  /// The largest of JPEG's scales that leaves a picture a fifth larger than `size` at least.
  ///
  /// - Parameter size: in the file's own orientation, pixels.
  func shrink(toward size: PixelSize) -> Int {
    guard mediaType == .jpeg, let coded = header?.coded else { return 1 }
    for shrink in [8, 4, 2] {
      // 6/5 in whole numbers.
      if coded.width * 5 >= size.width * shrink * 6, coded.height * 5 >= size.height * shrink * 6 {
        return shrink
      }
    }
    return 1
  }
}
