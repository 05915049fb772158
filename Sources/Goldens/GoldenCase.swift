public import PossessionsCore

/// One golden case: which picture, edited how, must give which pixels. A JSON file of the case's name, with a PNG beside.
///
/// The first half is written by people and may be edited; `golden`, its second half, is written by `init` and `approve` only.
public struct GoldenCase: Sendable, Hashable {
  /// The file's name without `.json`.
  public var name: String
  /// The picture that is edited: a PNG, relative to the goldens folder.
  public var input: BytePath
  public var recipe: EditRecipe
  public var stage: Stage
  /// What is made of the edited picture; nil for stage `edit`.
  public var rendition: RenditionDefinition?
  public var tolerance: Tolerance
  public var masks: [Mask]
  public var comment: String?
  /// Nil for a case that nothing was approved for yet.
  public var golden: Golden?

  public enum Stage: String, Sendable, Hashable, CaseIterable {
    /// The edited picture with its alpha.
    case edit
    /// A rendition before encoding.
    case thumbnail
    /// A rendition encoded and decoded again, against its pixels before.
    case encode
  }

  /// What was approved.
  public struct Golden: Sendable, Hashable {
    public var inputDigest: SHA256Digest
    public var recipeDigest: SHA256Digest
    /// Pixels.
    public var width: Int
    public var height: Int
    public var bands: Int
    /// Over 8-bit sRGB red, green, blue, alpha, row by row, upright.
    public var pixelDigest: SHA256Digest
    /// The PNG, relative to the goldens folder.
    public var image: BytePath
    /// Of the PNG's bytes, so that a check of equal pixels need not decode it; nil where an older program approved it.
    public var imageDigest: SHA256Digest?
    public var producer: Producer
    public var approval: Approval

    public init(
      inputDigest: SHA256Digest, recipeDigest: SHA256Digest, width: Int, height: Int, bands: Int,
      pixelDigest: SHA256Digest, image: BytePath, imageDigest: SHA256Digest? = nil, producer: Producer,
      approval: Approval
    ) {
      self.inputDigest = inputDigest
      self.recipeDigest = recipeDigest
      self.width = width
      self.height = height
      self.bands = bands
      self.pixelDigest = pixelDigest
      self.image = image
      self.imageDigest = imageDigest
      self.producer = producer
      self.approval = approval
    }
  }

  public struct Approval: Sendable, Hashable {
    public var by: String
    /// UTC, RFC 3339.
    public var at: String
    public var reason: String

    public init(by: String, at: String, reason: String) {
      self.by = by
      self.at = at
      self.reason = reason
    }
  }

  public init(
    name: String, input: BytePath, recipe: EditRecipe, stage: Stage = .edit,
    rendition: RenditionDefinition? = nil, tolerance: Tolerance = Tolerance(), masks: [Mask] = [],
    comment: String? = nil, golden: Golden? = nil
  ) {
    self.name = name
    self.input = input
    self.recipe = recipe
    self.stage = stage
    self.rendition = rendition
    self.tolerance = tolerance
    self.masks = masks
    self.comment = comment
    self.golden = golden
  }

  /// What decides the output apart from the input: its digest is `recipe_sha256`. The recipe's canonical JSON, and a line
  /// with the rendition's settings where there is one.
  public var recipeText: String {
    recipe.canonicalJSON + (rendition.map { "\n" + $0.signature } ?? "")
  }

  /// Whether a name can be one of a case: it is a file name on every system and a word in every report.
  public static func isValid(name: String) -> Bool {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, bytes.count <= 100, first != 0x2D, first != 0x2E else { return false }
    return bytes.allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        || $0 == 0x2E || $0 == 0x5F
    }
  }
}

/// What made an output: another producer is a note, not a fault.
public struct Producer: Sendable, Hashable {
  /// By library name.
  public var versions: [String: String]
  /// Whether libvips computed with vector instructions.
  public var vector: Bool
  public var architecture: String

  public init(versions: [String: String], vector: Bool, architecture: String) {
    self.versions = versions
    self.vector = vector
    self.architecture = architecture
  }
}
