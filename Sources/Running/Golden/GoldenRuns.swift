// The golden commands, as far as they touch the world: the library started, photos found and decoded, the clock.
import Darkroom
import Files
package import Goldens
package import PossessionsCore
import Recording

/// `golden check`.
package func runGoldenCheck(
  _ check: GoldenCheck, _ environment: RunEnvironment,
  progress: @escaping @Sendable (_ done: Int, _ total: Int) -> Void
) throws(Failure) -> GoldenReport {
  try ImagingLibrary.start()
  return try check.run(now: environment.now(), progress: progress)
}

/// `golden approve`.
package func runGoldenApproval(
  _ approval: GoldenApproval, _ environment: RunEnvironment
) throws(Failure) -> [GoldenApproval.Approved] {
  try ImagingLibrary.start()
  ImagingLibrary.usesVectorCode = false
  return try approval.approve(now: environment.now())
}

/// What `golden init` makes cases of.
package struct GoldenInitRequest {
  package enum Source {
    /// A folder of photos, and a table or JSON of edits.
    case photos(BytePath, recipes: BytePath)
    /// Every picture of a catalog that has a recipe.
    case catalog(BytePath)
  }
  package var source: Source
  package var goldens: BytePath
  package var stages: [GoldenCase.Stage]
  package var rendition: RenditionDefinition
  /// Inputs have no longer side, px; 0 for the photos' own size.
  package var largestSide: Int
  package var by: String

  package init(
    source: Source, goldens: BytePath, stages: [GoldenCase.Stage], rendition: RenditionDefinition,
    largestSide: Int, by: String
  ) {
    self.source = source
    self.goldens = goldens
    self.stages = stages
    self.rendition = rendition
    self.largestSide = largestSide
    self.by = by
  }
}

/// `golden init`.
package func runGoldenInit(
  _ request: GoldenInitRequest, _ environment: RunEnvironment
) throws(Failure) -> GoldenInit.Outcome {
  try ImagingLibrary.start()
  var findings: [Finding] = []
  var entries: [GoldenInit.Entry] = []
  let inputs = GoldenInputs(program: environment.program, largestSide: request.largestSide)
  func add(_ photo: String, _ path: BytePath, _ recipe: EditRecipe) {
    entries.append(
      GoldenInit.Entry(photo: photo, recipe: recipe) { () throws(Failure) in
        try inputs.picture(path, subject: photo)
      })
  }
  switch request.source {
  case .photos(let folder, let recipes):
    let source = try SourceFolder(folder)
    let listing = try source.list()
    let file = try FileDescriptor.reading(recipes)
    let bytes = try file.readToEnd(limit: 1 << 28)
    let intake: ManifestIntake
    do {
      intake = try readEdits(bytes, file: recipes.description)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(.internalError, subject: recipes.description, message: "it cannot be read: \(error)")
    }
    findings += intake.findings
    for entry in intake.entries {
      guard let recipe = entry.recipe else { continue }
      switch photoNamed(entry.photo, in: listing) {
      case .success(let path): add(entry.photo, folder.appending(path), recipe)
      case .failure(let refusal): findings.append(refusal.finding)
      }
    }
  case .catalog(let catalog):
    let folder = try CatalogFolder.open(catalog, for: .reading)
    let contents = try CatalogReader(snapshotOf: folder).contents()
    for attachment in contents.attachments {
      guard let json = attachment.recipe, let picture = contents.pictures[attachment.key] else { continue }
      add(
        picture.originalName.name.description, folder.path(picture.original),
        try EditRecipe(canonicalJSON: json))
    }
  }
  guard !entries.isEmpty else {
    let failure = Failure(
      .badData, message: "there is no edit to make a golden case of",
      remedy: "name photos and edits that fit together", findings: findings)
    throw failure
  }
  var outcome = try GoldenInit(
    goldens: request.goldens, entries: entries, stages: request.stages, rendition: request.rendition,
    by: request.by
  ).run(now: environment.now())
  outcome.findings = findings + outcome.findings
  return outcome
}

/// A photo by its path in the folder, or by a name that only one has.
private func photoNamed(_ typed: String, in listing: FolderListing) -> Result<BytePath, GoldenInit.Refusal> {
  let files = listing.entries.filter { $0.kind == .file || $0.kind == .linkedFile }.map(\.path)
  if files.contains(BytePath(typed)) { return .success(BytePath(typed)) }
  let lowered = typed.lowercased()
  let same = files.filter { $0.name.description.lowercased() == lowered }
  if same.count == 1 { return .success(same[0]) }
  return .failure(
    GoldenInit.Refusal(
      same.isEmpty
        ? Finding(
          .photoMissing, subject: typed, message: "no photo in the folder has this name",
          remedy: "correct the name, or add the photo")
        : Finding(
          .photoAmbiguous, subject: typed, message: "\(same.count) photos have this name",
          remedy: "write the path from the folder on")))
}
