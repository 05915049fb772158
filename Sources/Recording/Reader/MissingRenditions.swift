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
  /// What is missing of it. Where that is everything, all pictures share one array.
  public var definitions: [RenditionDefinition]

  /// The same with where each goes.
  public var outputs: [RenderJob.Output] {
    definitions.map {
      RenderJob.Output(
        definition: $0, path: CatalogFolder.renditionPath($0, key: key, recipeDigest: recipeDigest))
    }
  }
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
    let plain = definitions.filter { $0.mode != .own }
    let there = checkingFiles ? try catalog.renditionsOnDisk() : []
    var missing: [MissingRenditions] = []
    func note(
      _ row: Row, recipe: String?, digest: String, wanted: [RenditionDefinition], made: Int64
    ) throws(Failure) {
      guard let key = ImageKey(row.text(0)), let mediaType = MediaType(rawValue: row.text(2)),
        let state = PictureState(rawValue: row.text(3))
      else { throw row.damaged("image \(printable(row.text(0))) has a value that cannot be") }
      let present = made == wanted.count ? nil : try renditions(of: key, recipeDigest: digest)
      let lacking = wanted.filter { definition in
        let isMade = present?.contains(signed(definition)) ?? true
        return !isMade
          || checkingFiles
            && !there.contains(CatalogFolder.renditionPath(definition, key: key, recipeDigest: digest))
      }
      guard !lacking.isEmpty else { return }
      missing.append(
        MissingRenditions(
          key: key, original: row.path(1), mediaType: mediaType, state: state, recipe: recipe,
          recipeDigest: digest, definitions: lacking.count == wanted.count ? wanted : lacking))
    }
    let states = retryingFailures ? "('not-a-picture')" : "('not-a-picture', 'undecodable', 'too-large')"
    let live = "state NOT IN \(states) AND image_key NOT IN (SELECT image_key FROM disposal)"
    // SQLite counts what is there as it should be: of a picture that has everything no row comes up here.
    let marks = plain.map { _ in "?" }.joined(separator: ",")
    try connection.forEach(
      """
      SELECT image_key, path, media_type, state,
        (SELECT count(*) FROM rendition WHERE rendition.image_key = image.image_key AND recipe_digest = ''
          AND name || '=' || signature IN (\(marks)))
      FROM image WHERE \(live) ORDER BY image_key
      """, plain.map { .text(signed($0)) }
    ) { (row) throws(Failure) in
      try note(row, recipe: nil, digest: "", wanted: plain, made: row.integer(4))
    }
    try connection.forEach(
      """
      SELECT DISTINCT image_key, path, media_type, state, recipe, recipe_digest
      FROM attachment JOIN image USING (image_key)
      WHERE superseded_by_run IS NULL AND recipe IS NOT NULL AND \(live)
      ORDER BY image_key, recipe_digest
      """
    ) { (row) throws(Failure) in
      try note(row, recipe: row.text(4), digest: row.text(5), wanted: definitions, made: -1)
    }
    return missing.sorted { ($0.key, $0.recipeDigest) < ($1.key, $1.recipeDigest) }
  }

  private func renditions(of key: ImageKey, recipeDigest: String) throws(Failure) -> [String] {
    try connection.rows(
      "SELECT name || '=' || signature FROM rendition WHERE image_key = ? AND recipe_digest = ?",
      [.text(key.text), .text(recipeDigest)]
    ) { (row) throws(Failure) in row.text(0) }
  }

  /// A definition as the rows of `rendition` have it. Where its files lie follows from both.
  private func signed(_ definition: RenditionDefinition) -> String {
    definition.name + "=" + definition.signature
  }
}
