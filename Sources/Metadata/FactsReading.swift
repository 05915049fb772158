import CGExiv2
import Files
public import PossessionsCore
import Synchronization

/// Exiv2's XMP part is not made for several threads, so one file is read at a time.
private let exiv2 = Mutex(())

/// Facts of a photo from its header and its metadata, without decoding a pixel.
///
/// - Parameters:
///   - path: absolute; `/proc/self/fd/N` for an open descriptor. Where it cannot be read, the type is all there is.
///   - careful: header only, by our own parsers. For a second try after a worker died of the metadata.
public func readFacts(_ path: BytePath, mediaType: MediaType, careful: Bool = false) -> PhotoFacts {
  guard let bytes = try? FileBytes(path: path) else { return PhotoFacts(mediaType: mediaType) }
  let header = PictureHeader(reading: bytes, as: mediaType)
  var facts = PhotoFacts(mediaType: mediaType, header: header)
  switch mediaType {
  case .pdf, .movie, .svg, .unknown, .bmp: return facts
  case .jpeg, .png, .webp, .gif, .tiff, .heic, .avif, .raw: break
  }
  if let place = header?.exif, let note = AppleMakerNote(bytes, exif: place) {
    facts.other["burst-id"] = note.burstID
    facts.other["content-id"] = note.contentID
  }
  guard !careful else { return facts }
  return exiv2.withLock { _ in
    let file = metadata(path, header: header, bytes: bytes)
    // One bad EXIF segment makes Exiv2 give up a JPEG whose other segments are good.
    if mediaType == .jpeg, !file.hasXMP, header?.exif == nil {
      file.add(file: jpegSegments(bytes))
    }
    var all = facts
    all.read(file)
    return all
  }
}

/// The largest JPEG that is embedded in a file: a raw file's preview, or a photo's own thumbnail. Nil where there is none.
///
/// - Parameter path: absolute.
public func embeddedPreview(_ path: BytePath) -> [UInt8]? {
  guard let bytes = try? FileBytes(path: path) else { return nil }
  let prefix = bytes.bytes(at: 0, count: MediaType.sniffLength)
  let mediaType = MediaType(sniffing: prefix, fileExtension: path.lowercasedExtension)
  let header = PictureHeader(reading: bytes, as: mediaType)
  return exiv2.withLock { _ in metadata(path, header: header, bytes: bytes).largestPreview() }
}

/// The file's metadata with what Exiv2 does not find by itself: the EXIF of a file that was cut, of old PNG, of an
/// unknown brand.
private func metadata(_ path: BytePath, header: PictureHeader?, bytes: any PictureBytes) -> MetadataFile {
  let file = MetadataFile(path: path)
  if !file.hasEXIF {
    if let block = header?.unpackedExif {
      file.add(exif: block)
    } else if let place = header?.exif, place.lowerBound > 0, place.count < 1 << 22 {
      file.add(exif: bytes.bytes(at: place.lowerBound, count: place.count))
    }
  }
  return file
}

/// Of libgexiv2, as it runs.
public var metadataLibraryVersion: String {
  let version = gexiv2_get_version()
  return "\(version / 10_000).\(version / 100 % 100).\(version % 100)"
}

/// A JPEG's segments with XMP and IPTC, as a file without EXIF and without pixels.
private func jpegSegments(_ source: any PictureBytes) -> [UInt8] {
  var file: [UInt8] = [0xFF, 0xD8]
  var offset = 2
  for _ in 0..<256 {
    let head = source.bytes(at: offset, count: 10)
    guard head.count == 10, head[0] == 0xFF, head[1] != 0xDA, head[1] != 0xD9 else { break }
    let length = Int(head[2]) << 8 | Int(head[3])
    guard length >= 2 else { break }
    let isEXIF = head[4..<8].elementsEqual("Exif".utf8)
    if head[1] == 0xE1 && !isEXIF || head[1] == 0xED { file += source.bytes(at: offset, count: length + 2) }
    offset += length + 2
  }
  return file.count > 2 ? file + [0xFF, 0xDA, 0x00, 0x02, 0xFF, 0xD9] : []
}

extension PhotoFacts {
  mutating func read(_ file: MetadataFile) {
    capturedAt = captureTime(file)
    cameraMake = file.text("Exif.Image.Make", limit: 100)
    cameraModel = file.text("Exif.Image.Model", limit: 100)
    cameraSerial = file.first(
      [
        "Exif.Photo.BodySerialNumber", "Exif.Image.CameraSerialNumber", "Xmp.aux.SerialNumber",
        "Exif.Canon.SerialNumber", "Exif.Nikon3.SerialNumber", "Exif.OlympusEq.SerialNumber",
        "Exif.Fujifilm.SerialNumber", "Exif.PentaxDng.SerialNumber", "Exif.Pentax.SerialNumber",
      ], limit: 100)
    lens = file.first(
      ["Exif.Photo.LensModel", "Xmp.exifEX.LensModel", "Xmp.aux.Lens"], limit: 200)
    readPosition(file)
    title = file.first(["Xmp.dc.title", "Iptc.Application2.ObjectName"], limit: 500)
    caption = file.first(
      [
        "Xmp.dc.description", "Iptc.Application2.Caption", "Exif.Image.ImageDescription",
        "Exif.Photo.UserComment",
      ], limit: 8000)
    keywords = file.texts("Xmp.dc.subject")
    if keywords.isEmpty { keywords = file.texts("Iptc.Application2.Keywords") }
    readOthers(file)
  }

  /// Zone and fraction that XMP gives for a shot at the very same clock.
  private func completed(_ time: CaptureTime, _ file: MetadataFile) -> CaptureTime {
    guard time.zoneMinutes == nil else { return time }
    for tag in ["Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate"] {
      if let text = file.text(tag, limit: 40), let other = CaptureTime(metadata: text),
        other.zoneMinutes != nil,
        other.wallClock.prefix(19) == time.wallClock.prefix(19)
      {
        return CaptureTime(wallClock: time.wallClock, zoneMinutes: other.zoneMinutes)
      }
    }
    return time
  }

  /// DateTimeOriginal, then the time of digitising, then XMP and IPTC, then the time of the last change.
  private func captureTime(_ file: MetadataFile) -> CaptureTime? {
    let changed = file.text("Exif.Image.DateTime", limit: 40)
    let changedZone = file.text("Exif.Photo.OffsetTime", limit: 20)
    for (name, suffix) in [("DateTimeOriginal", "Original"), ("DateTimeDigitized", "Digitized")] {
      guard let text = file.text("Exif.Photo." + name, limit: 40) else { continue }
      // A zone that is written for the last change holds for the shot where both have the same clock.
      let zone =
        file.text("Exif.Photo.OffsetTime" + suffix, limit: 20) ?? (changed == text ? changedZone : nil)
      let fraction = file.first(
        ["Exif.Photo.SubSecTime" + suffix, "Xmp.exif.SubSecTime" + suffix], limit: 20)
      if let time = CaptureTime(metadata: text, fraction: fraction, zone: zone) {
        return completed(time, file)
      }
    }
    for tag in ["Xmp.exif.DateTimeOriginal", "Xmp.photoshop.DateCreated", "Xmp.xmp.CreateDate"] {
      if let text = file.text(tag, limit: 40), let time = CaptureTime(metadata: text) { return time }
    }
    if let date = file.text("Iptc.Application2.DateCreated", limit: 20),
      let clock = file.text("Iptc.Application2.TimeCreated", limit: 20),
      let time = CaptureTime(metadata: date + " " + clock)
    {
      return time
    }
    return changed.flatMap {
      CaptureTime(
        metadata: $0, fraction: file.text("Exif.Photo.SubSecTime", limit: 20), zone: changedZone)
    }
  }

  /// Both or none. EXIF, else XMP.
  private mutating func readPosition(_ file: MetadataFile) {
    func exif(_ name: String, limit: Double) -> Double? {
      guard let text = file.text("Exif.GPSInfo." + name, limit: 100) else { return nil }
      return Coordinate.degrees(
        exif: text, hemisphere: file.text("Exif.GPSInfo.\(name)Ref", limit: 8), limit: limit)
    }
    func xmp(_ name: String, limit: Double) -> Double? {
      file.text("Xmp.exif." + name, limit: 100).flatMap { Coordinate.degrees(xmp: $0, limit: limit) }
    }
    var latitude = exif("GPSLatitude", limit: 90)
    var longitude = exif("GPSLongitude", limit: 180)
    if latitude == nil || longitude == nil {
      latitude = xmp("GPSLatitude", limit: 90)
      longitude = xmp("GPSLongitude", limit: 180)
    }
    if let latitude, let longitude {
      // A hundred-millionth of a degree is a millimetre; the digits beyond are noise of the division.
      self.latitude = (latitude * 1e8).rounded() / 1e8
      self.longitude = (longitude * 1e8).rounded() / 1e8
    }
    if let text = file.first(["Exif.GPSInfo.GPSAltitude", "Xmp.exif.GPSAltitude"], limit: 100),
      let metres = Coordinate.fraction(text), abs(metres) < 100_000
    {
      let reference = file.first(["Exif.GPSInfo.GPSAltitudeRef", "Xmp.exif.GPSAltitudeRef"], limit: 8)
      altitude = reference == "1" ? -metres : metres
    }
  }

  private mutating func readOthers(_ file: MetadataFile) {
    other["software"] = file.first(["Exif.Image.Software", "Xmp.xmp.CreatorTool"], limit: 200)
    other["exposure"] = file.text("Exif.Photo.ExposureTime", limit: 40)
    other["iso"] = file.text("Exif.Photo.ISOSpeedRatings", limit: 40)
    other["artist"] = file.first(["Exif.Image.Artist", "Xmp.dc.creator"], limit: 200)
    other["copyright"] = file.first(["Exif.Image.Copyright", "Xmp.dc.rights"], limit: 200)
    func number(_ tag: String) -> String? {
      guard let value = file.text(tag, limit: 40).flatMap(Coordinate.fraction), value > 0, value < 100_000
      else {
        return nil
      }
      let tenths = (value * 10).rounded() / 10
      return tenths == tenths.rounded() ? String(Int(tenths)) : String(tenths)
    }
    other["f-number"] = number("Exif.Photo.FNumber")
    other["focal-length"] = number("Exif.Photo.FocalLength")
    if other["burst-id"] == nil { other["burst-id"] = file.text("Xmp.GCamera.BurstID", limit: 100) }
    if file.first(["Xmp.GCamera.MotionPhoto", "Xmp.GCamera.MicroVideo"], limit: 8) == "1" {
      other["motion-photo"] = "yes"
    }
  }
}
