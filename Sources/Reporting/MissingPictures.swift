import PossessionsCore

/// Renditions that were asked for and could not be had; each is told once.
struct MissingPictures {
  private(set) var findings: [Finding] = []
  private var told: Set<BytePath> = []

  /// Nil, and a finding, where the provider has none.
  mutating func bytes(
    of rendition: RenditionRecord, exhibit: Exhibit, from provider: PictureProvider
  ) throws -> [UInt8]? {
    if told.contains(rendition.path) { return nil }
    do {
      return jpegWithoutMetadata(try provider(rendition.path))
    } catch {
      told.insert(rendition.path)
      findings.append(
        Finding(
          .photoDegraded, subject: exhibit.picture.originalName.description,
          message: "its rendition \(rendition.path) cannot be read, so the report shows a placeholder",
          remedy: "run `possessions render` and make the report again"))
      return nil
    }
  }
}
