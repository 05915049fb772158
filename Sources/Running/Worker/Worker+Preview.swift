import Darkroom
import FoundationEssentials
import Metadata
import PossessionsCore

extension Worker {
  /// Shows one photo small. What cannot be shown has no image; why is told when the photo is rendered.
  func preview(_ job: PreviewJob) -> PreviewedResult {
    let image = renderPreview(
      RenderRequest(
        source: .file(job.path), mediaType: job.mediaType, subject: job.path.name.description,
        definitions: [job.definition], pixelLimit: job.pixelLimit)
    ) {
      embeddedPreview(job.path)
    }
    return PreviewedResult(id: job.id, image: image.map { Data($0.bytes).base64EncodedString() })
  }
}
