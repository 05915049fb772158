import Darkroom
import Files
import PossessionsCore

/// A picture as a case compares it, with what the comparison does not see.
struct MadePicture {
  var pixels: RGBAPixels
  /// Channels before they became four: 1 gray, 2 gray and alpha, 3 RGB, 4 RGB and alpha.
  var bands: Int
  var digest: SHA256Digest

  init(_ image: Image) throws(ImagingError) {
    let eight = try image.in8Bits()
    let bytes = try eight.rgbaPixels()
    pixels = RGBAPixels(width: eight.width, height: eight.height, bytes: bytes)
    bands = eight.bands
    digest = sha256(of: bytes)
  }

  /// As a PNG without loss that decodes to the same channels.
  func png(compression: Int = 6) throws(ImagingError) -> [UInt8] {
    var bytes = pixels.bytes
    if bands < 4 {
      let kept = bands == 1 ? [0] : bands == 2 ? [0, 3] : [0, 1, 2]
      bytes.removeAll(keepingCapacity: true)
      for start in stride(from: 0, to: pixels.bytes.count, by: 4) {
        for channel in kept { bytes.append(pixels.bytes[start + channel]) }
      }
    }
    return try Image(pixels: bytes, width: pixels.width, height: pixels.height, bands: bands).png(
      compression: compression)
  }
}

/// Why a case has no output to compare.
enum MakingFault: Error {
  /// The recipe cannot be applied to its input, or the input cannot be decoded.
  case refused(String)
}

extension GoldenCase {
  /// What the program makes of the case's input today.
  ///
  /// - Parameters:
  ///   - input: the input's bytes, a PNG.
  ///   - beforeEncoding: for stage `encode` the pixels that go into the encoder: they are the golden.
  func made(of input: [UInt8], beforeEncoding: Bool = false) throws(MakingFault) -> MadePicture {
    do throws(ImagingError) {
      switch stage {
      case .edit:
        let header = try Image.open(.bytes(input), as: .png)
        let orientation = header.orientation
        let picture = try header.decoded().inSRGB().upright(orientation: orientation).inMemory()
        let edited = try picture.applying(recipe, subject: name)
        if edited.isRefused { throw MakingRefusal.make(edited.findings) }
        return try MadePicture(edited.image)
      case .thumbnail, .encode:
        guard var definition = rendition else { preconditionFailure("these stages have a rendition") }
        if stage == .thumbnail || beforeEncoding { definition.format = .png }
        let rendering = render(
          RenderRequest(
            source: .bytes(input), mediaType: .png, subject: name, recipe: recipe.isEmpty ? nil : recipe,
            definitions: [definition]))
        guard rendering.state == .ok, let image = rendering.images.first,
          !rendering.findings.contains(where: { $0.code == .editRefused })
        else { throw MakingRefusal.make(rendering.findings) }
        let mediaType: MediaType =
          switch definition.format {
          case .jpeg: .jpeg
          case .png: .png
          case .webp: .webp
          }
        return try MadePicture(Image.open(.bytes(image.bytes), as: mediaType))
      }
    } catch {
      throw .refused(error.operation == MakingRefusal.word ? error.hint : error.description)
    }
  }
}

/// Carries a finding's words through a function that throws imaging errors.
private enum MakingRefusal {
  static let word = "recipe"

  static func make(_ findings: [Finding]) -> ImagingError {
    let words = findings.map { "\($0.message); \($0.remedy)" }.first ?? "nothing was made"
    return ImagingError(word, hint: words)
  }
}

extension Producer {
  /// This process.
  static var current: Producer {
    #if arch(x86_64)
      let architecture = "x86_64"
    #elseif arch(arm64)
      let architecture = "arm64"
    #else
      let architecture = "other"
    #endif
    return Producer(
      versions: ImagingLibrary.versions, vector: ImagingLibrary.usesVectorCode, architecture: architecture)
  }
}
