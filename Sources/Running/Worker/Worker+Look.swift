import Barcodes
import Darkroom
import Metadata
import PossessionsCore

extension Worker {
  /// Looks at one picture's pixels. What cannot be decoded has no codes and no hash: rendering tells what is wrong.
  func look(_ job: LookJob) -> LookedResult {
    LookedResult(
      id: job.id, codes: job.readsCodes ? codes(in: job) : nil,
      perceptualHash: job.hashes ? perceptualHash(of: job) : nil)
  }

  private func codes(in job: LookJob) -> [String] {
    var source = PictureSource.file(job.file)
    var mediaType = job.mediaType
    if mediaType == .raw {
      guard let preview = embeddedPreview(job.file) else { return [] }
      source = .bytes(preview)
      mediaType = .jpeg
    }
    guard let scanner, var looks = try? GrayLooks(source, as: mediaType, pixelLimit: job.pixelLimit) else {
      return []
    }
    return scanner.codes {
      guard let picture = try? looks.next() else { return nil }
      return (picture.pixels, picture.width, picture.height)
    }.map(\.text)
  }

  /// The same hash that rendering gives.
  private func perceptualHash(of job: LookJob) -> String? {
    Darkroom.render(
      RenderRequest(
        source: .file(job.file), mediaType: job.mediaType, subject: job.file.name.description,
        definitions: [], pixelLimit: job.pixelLimit)
    ) {
      embeddedPreview(job.file)
    }.perceptualHash
  }
}
