import Darkroom
import Files
import Metadata
import PossessionsCore

extension Worker {
  /// Decodes one original once and publishes all renditions asked for.
  ///
  /// - Throws: where the store fails. What is wrong with the picture is its state and its findings.
  func render(_ job: RenderJob) throws(Failure) -> RenderedResult {
    let catalog = try catalog(job.catalog)
    let original = catalog.path(job.original)
    var recipe: EditRecipe?
    if let text = job.recipe { recipe = try EditRecipe(canonicalJSON: text) }
    let rendering = Darkroom.render(
      RenderRequest(
        source: .file(original), mediaType: job.mediaType, subject: job.original.name.description,
        recipe: recipe, definitions: job.outputs.map(\.definition), pixelLimit: job.pixelLimit)
    ) {
      embeddedPreview(original)
    }
    var result = RenderedResult(
      id: job.id, key: job.key, state: rendering.state, width: rendering.size?.width,
      height: rendering.size?.height, perceptualHash: rendering.perceptualHash, findings: rendering.findings)
    var files: [(bytes: [UInt8], path: BytePath)] = []
    for image in rendering.images {
      guard let output = job.outputs.first(where: { $0.definition == image.definition }) else { continue }
      files.append((image.bytes, output.path))
      result.renditions.append(
        RenderedResult.Rendered(
          name: image.definition.name, signature: image.definition.signature, path: output.path,
          width: image.size.width, height: image.size.height, byteSize: Int64(image.bytes.count),
          sha256: sha256(of: image.bytes)))
    }
    try catalog.publish(files)
    return result
  }
}
