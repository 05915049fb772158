// What is left to render: a rendition is missing where it has no row, its row was made by other settings, or its
// file is gone. Never damage, always work.
import Files
public import PossessionsCore

/// The renditions that one picture, with one recipe or none, still needs.
public struct MissingRenditions: Sendable, Hashable {
  public var key: ImageKey
  /// Relative to the catalog folder.
  public var original: BytePath
  public var mediaType: MediaType
  public var state: PictureState
  /// Canonical JSON; nil without a recipe.
  public var recipe: String?
  /// Empty without a recipe.
  public var recipeDigest: String
  public var outputs: [RenderJob.Output]
}

extension CatalogReader {
  /// The renditions to make, ordered by key, then recipe digest.
  ///
  /// Every picture gets the plain renditions, and for each recipe that holds those of the edited picture as well.
  /// Pictures that could not be decoded are left out unless `retryingFailures`.
  /// - Parameter checkingFiles: also looks whether the file of each row is there.
  public func missingRenditions(
    _ definitions: [RenditionDefinition], retryingFailures: Bool = false, checkingFiles: Bool = true
  ) throws(Failure) -> [MissingRenditions] {
    var made: [String: [(name: String, signature: String, path: BytePath)]] = [:]
    try connection.forEach("SELECT image_key, recipe_digest, name, signature, path FROM rendition") {
      (row) throws(Failure) in
      made[row.text(0) + row.text(1), default: []].append((row.text(2), row.text(3), row.path(4)))
    }
    let plain = definitions.filter { $0.mode != .own }
    var missing: [MissingRenditions] = []
    func note(_ row: Row, recipe: String?, digest: String, wanted: [RenditionDefinition]) throws(Failure) {
      guard let key = ImageKey(row.text(0)), let mediaType = MediaType(rawValue: row.text(2)),
        let state = PictureState(rawValue: row.text(3))
      else { throw row.damaged("image \(printable(row.text(0))) has a value that cannot be") }
      let present = made[key.text + digest] ?? []
      let outputs = wanted.compactMap { definition -> RenderJob.Output? in
        let path = CatalogFolder.renditionPath(definition, key: key, recipeDigest: digest)
        let isMade = present.contains {
          $0.name == definition.name && $0.signature == definition.signature && $0.path == path
        }
        if isMade, !checkingFiles || catalog.contains(path) { return nil }
        return RenderJob.Output(definition: definition, path: path)
      }
      guard !outputs.isEmpty else { return }
      missing.append(
        MissingRenditions(
          key: key, original: row.path(1), mediaType: mediaType, state: state, recipe: recipe,
          recipeDigest: digest, outputs: outputs))
    }
    let states = retryingFailures ? "('not-a-picture')" : "('not-a-picture', 'undecodable', 'too-large')"
    let live = "state NOT IN \(states) AND image_key NOT IN (SELECT image_key FROM disposal)"
    try connection.forEach(
      "SELECT image_key, path, media_type, state FROM image WHERE \(live) ORDER BY image_key"
    ) { (row) throws(Failure) in
      try note(row, recipe: nil, digest: "", wanted: plain)
    }
    try connection.forEach(
      """
      SELECT DISTINCT image_key, path, media_type, state, recipe, recipe_digest
      FROM attachment JOIN image USING (image_key)
      WHERE superseded_by_run IS NULL AND recipe IS NOT NULL AND \(live)
      ORDER BY image_key, recipe_digest
      """
    ) { (row) throws(Failure) in
      try note(row, recipe: row.text(4), digest: row.text(5), wanted: definitions)
    }
    return missing.sorted { ($0.key, $0.recipeDigest) < ($1.key, $1.recipeDigest) }
  }
}
