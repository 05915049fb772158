import CVips
import PossessionsCore

/// How well a picture can be shown: whole, else what can be decoded of it, else a preview that is embedded in it, else
/// nothing. Refuses from the header what would be too large. The original is kept whatever comes of it.
struct Ladder {
  let source: PictureSource
  let mediaType: MediaType
  let subject: String
  let pixelLimit: Int

  typealias Work = (_ decoder: PictureDecoder, _ tolerance: DamageTolerance) throws(ImagingError) -> Rendering

  func climb(preview: () -> [UInt8]?, work: Work) -> Rendering {
    // Text of the picture before is not this one's.
    vips_error_clear()
    switch mediaType {
    case .pdf, .movie: return Rendering(state: .notAPicture)
    // Called a photo, and taken in for that: damage to its first bytes would look like this.
    case .svg, .unknown: return undecodable(size: nil, "is none of the picture formats that are decoded")
    case .jpeg, .png, .webp, .gif, .tiff, .heic, .avif, .bmp, .raw: break
    }
    let decoder = PictureDecoder(source: source, mediaType: mediaType)
    if let header = decoder.header, let refusal = refusal(of: header) { return refusal }
    var rendering =
      mediaType == .raw
      ? shownByPreview(of: decoder, reason: nil, preview, work) : decoded(decoder, preview, work)
    // The header knows the original's size best: decoding at a scale rounds.
    if let header = decoder.header { rendering.size = header.shown }
    if let header = decoder.header, header.hasOrientationConflict {
      rendering.findings.append(conflict(header))
    }
    return rendering
  }

  // MARK: Gate

  /// libheif's own limit for a side.
  private static let heifSideLimit = 16_384

  private func refusal(of header: PictureHeader) -> Rendering? {
    let size = header.coded
    let isHEIF = mediaType == .heic || mediaType == .avif
    if size.pixelCount > pixelLimit {
      return tooLarge(
        header, "has \(size) = \(size.pixelCount) pixels, more than the limit of \(pixelLimit)")
    }
    if isHEIF, max(size.width, size.height) > Ladder.heifSideLimit {
      return tooLarge(header, "is \(size): HEIF sides are decoded up to \(Ladder.heifSideLimit) px")
    }
    if mediaType == .jpeg, header.bitsPerChannel != 8 {
      return undecodable(
        size: header.shown, "is a JPEG of \(header.bitsPerChannel) bits, which is not decoded")
    }
    return nil
  }

  private func tooLarge(_ header: PictureHeader, _ message: String) -> Rendering {
    Rendering(
      state: .tooLarge, size: header.shown,
      findings: [
        Finding(
          .photoTooLarge, subject: subject, message: message + "; it is stored, but not rendered",
          remedy: "raise --pixel-limit, or add a smaller copy of the photo")
      ])
  }

  // MARK: Steps

  private func decoded(_ decoder: PictureDecoder, _ preview: () -> [UInt8]?, _ work: Work) -> Rendering {
    let first: ImagingError
    do throws(ImagingError) {
      if let refusal = try gate(decoder) { return refusal }
      var rendering = try work(decoder, .none)
      // libjpeg counts stray bytes and broken blocks as warnings. Other decoders warn of what is no damage (a profile).
      if mediaType == .jpeg, rendering.decoderWarned, !(decoder.header?.hasStrayBytes ?? false) {
        rendering.state = .degraded
        rendering.findings.insert(
          Finding(
            .photoDegraded, subject: subject,
            message: "has stray or damaged bytes among its pixels: it is shown as decoded",
            remedy: "look at it, and take the photo from another copy if something is missing"), at: 0)
      }
      return rendering
    } catch {
      first = error
    }
    do throws(ImagingError) {
      var rendering = try work(decoder, .all)
      rendering.state = .degraded
      rendering.findings.insert(
        Finding(
          .photoDegraded, subject: subject,
          message: "is damaged: what can be decoded is shown (\(first.reason))",
          remedy: "look at it, and take the photo from another copy if something is missing"), at: 0)
      return rendering
    } catch {
      return shownByPreview(of: decoder, reason: decoder.fault ?? first.reason, preview, work)
    }
  }

  /// A header that only libvips can read is held to the limit as well.
  private func gate(_ decoder: PictureDecoder) throws(ImagingError) -> Rendering? {
    guard decoder.header == nil else { return nil }
    let image = try decoder.open(tolerating: .all)
    return refusal(of: PictureHeader(mediaType: mediaType, coded: image.size))
  }

  /// - Parameter reason: why the picture itself is not shown; nil for a raw file, where it never is.
  private func shownByPreview(
    of decoder: PictureDecoder, reason: String?, _ preview: () -> [UInt8]?, _ work: Work
  ) -> Rendering {
    for source in previews(decoder, preview) {
      let inner = PictureDecoder(source: source.0, mediaType: source.1, turnedBy: source.2)
      guard let header = inner.header, header.coded.pixelCount <= pixelLimit,
        var rendering = try? work(inner, .none)
      else { continue }
      rendering.state = .previewOnly
      let message =
        reason.map { "cannot be decoded (\($0)): the small preview in the file is shown" }
        ?? "is a raw file: the preview in the file is shown, \(header.shown)"
      rendering.findings.insert(
        Finding(
          .photoDegraded, subject: subject, message: message,
          remedy: reason == nil
            ? "add a JPEG of it where more detail is wanted" : "take the photo from another copy"),
        at: 0)
      return rendering
    }
    return undecodable(
      size: decoder.header?.shown,
      reason.map { "cannot be decoded: \($0)" } ?? "is a raw file without a preview")
  }

  /// Previews, the best first, each with the turn that is still to be made.
  private func previews(
    _ decoder: PictureDecoder, _ preview: () -> [UInt8]?
  ) -> [(PictureSource, MediaType, Int?)] {
    var found: [(PictureSource, MediaType, Int?)] = []
    if let thumbnail = decoder.thumbnailContainer() { found.append((thumbnail, mediaType, nil)) }
    if let bytes = preview() {
      // A preview without EXIF of its own is turned like its file.
      let own = PictureHeader(reading: MemoryBytes(bytes), as: .jpeg)?.orientation
      found.append(
        (.bytes(bytes), .jpeg, own ?? decoder.header?.heif?.orientation ?? decoder.header?.orientation))
    }
    return found
  }

  private func undecodable(size: PixelSize?, _ message: String) -> Rendering {
    Rendering(
      state: .undecodable, size: size,
      findings: [
        Finding(
          .photoUndecodable, subject: subject, message: message + "; it is stored all the same",
          remedy: "open it in another program, save it as JPEG and add that")
      ])
  }

  private func conflict(_ header: PictureHeader) -> Finding {
    Finding(
      .orientationConflict, subject: subject,
      message:
        "says two things of which way is up (EXIF orientation \(header.orientation ?? 1), container "
        + "\(header.heif?.orientation ?? 1)): the container is followed, as the format says",
      remedy: "look at it, and turn it with an edit (rotate=90) if it lies on its side")
  }
}

extension ImagingError {
  /// For people, inside a sentence.
  fileprivate var reason: String { hint.isEmpty ? "\(operation) failed" : hint }
}
