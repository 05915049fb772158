import Darkroom
import Files
public import PossessionsCore

/// Makes a first set of golden cases: input pictures, case files, and what the program makes of them now as approved.
///
/// Where an input is smaller than its photo, pixels of the recipe's rectangles and radii become smaller with it: the gate
/// guards the program, not the photo.
public struct GoldenInit: Sendable {
  public var goldens: BytePath
  public var entries: [Entry]
  public var stages: [GoldenCase.Stage]
  /// For stages `thumbnail` and `encode`.
  public var rendition: RenditionDefinition
  public var by: String

  /// One photo and one recipe.
  public struct Entry: Sendable {
    /// The photo as typed: the case is named after it.
    public var photo: String
    public var recipe: EditRecipe
    /// Gives the photo as an input; asked once for each photo.
    public var picture: @Sendable () throws(Failure) -> Result<Picture, Refusal>

    public init(
      photo: String, recipe: EditRecipe,
      picture: @escaping @Sendable () throws(Failure) -> Result<Picture, Refusal>
    ) {
      self.photo = photo
      self.recipe = recipe
      self.picture = picture
    }
  }

  /// A photo as an input: upright, in sRGB, without loss, perhaps smaller than the photo.
  public struct Picture: Sendable {
    /// A whole file.
    public var png: [UInt8]
    /// The photo's own size as shown upright, in px.
    public var photoWidth: Int
    public var photoHeight: Int

    public init(png: [UInt8], photoWidth: Int, photoHeight: Int) {
      self.png = png
      self.photoWidth = photoWidth
      self.photoHeight = photoHeight
    }
  }

  /// Why a photo cannot be an input.
  public struct Refusal: Error, Sendable {
    public var finding: Finding

    public init(_ finding: Finding) {
      self.finding = finding
    }
  }

  public init(
    goldens: BytePath, entries: [Entry], stages: [GoldenCase.Stage] = [.edit],
    rendition: RenditionDefinition = RenditionDefinition(
      name: "thumb", width: 320, height: 320, mode: .aspectFit), by: String
  ) {
    self.goldens = goldens
    self.entries = entries
    self.stages = stages
    self.rendition = rendition
    self.by = by
  }

  public struct Outcome: Sendable {
    /// Names of cases that were made.
    public var made: [String] = []
    /// Names of cases that were there already and stay as they are.
    public var kept: [String] = []
    /// Entries that no case could be made of.
    public var findings: [Finding] = []
  }

  /// - Parameter now: UTC, RFC 3339.
  /// - Throws: faults of reading and writing the goldens folder.
  public func run(now: String) throws(Failure) -> Outcome {
    ImagingLibrary.usesVectorCode = false
    try makeFolder(goldens.appending("inputs"))
    var taken = Set(try GoldenFolder(goldens).cases.map(\.name))
    var inputs: [String: Input] = [:]
    var outcome = Outcome()
    var made = Set<String>()
    for entry in entries {
      let stem = Self.word(entry.photo)
      let input: Input
      if let known = inputs[entry.photo] {
        input = known
      } else {
        let picture: Picture
        switch try entry.picture() {
        case .success(let given): picture = given
        case .failure(let refusal):
          outcome.findings.append(refusal.finding)
          continue
        }
        do throws(ImagingError) {
          input = try Input(picture, named: free(stem, inputs.values.map(\.name)))
        } catch {
          outcome.findings.append(
            Finding(
              .photoUndecodable, subject: entry.photo, message: "cannot be decoded: \(error)",
              remedy: "save it as PNG or JPEG"))
          continue
        }
        inputs[entry.photo] = input
        let path = goldens.appending("inputs").appending(input.name + ".png")
        // An input that is there already stays: other cases read it.
        if try !writeDurably(input.bytes, to: path, mode: nil, replacing: .never) {
          let file = try FileDescriptor.reading(path)
          if try file.readToEnd() != input.bytes {
            outcome.findings.append(
              Finding(
                .fileIgnored, subject: entry.photo,
                message: "inputs/\(input.name).png is there already and shows something else",
                remedy: "rename the photo, or delete that input"))
            inputs[entry.photo] = nil
            continue
          }
        }
      }
      for stage in stages {
        var item = GoldenCase(
          name: stem, input: BytePath("inputs/\(input.name).png"), recipe: input.shrunken(entry.recipe),
          stage: stage)
        let words = entry.recipe.operations.map(\.word.rawValue)
        item.name = ([input.name] + words.prefix(4) + (stage == .edit ? [] : [stage.rawValue])).joined(
          separator: "-")
        if stage != .edit { item.rendition = rendition }
        item.tolerance.profile = profile(of: item, input)
        if taken.contains(item.name), !made.contains(item.name) {
          outcome.kept.append(item.name)
          continue
        }
        item.name = free(item.name, taken)
        let picture: MadePicture
        do throws(MakingFault) {
          picture = try item.made(of: input.bytes, beforeEncoding: true)
          if stage == .encode { item.tolerance.widen(for: try item.made(of: input.bytes), of: picture) }
        } catch {
          guard case .refused(let words) = error else { preconditionFailure("there is one fault") }
          outcome.findings.append(
            Finding(
              .editRefused, subject: entry.photo, message: words, remedy: "correct \(entry.recipe.text)"))
          continue
        }
        taken.insert(item.name)
        made.insert(item.name)
        item.golden = GoldenCase.Golden(
          inputDigest: sha256(of: input.bytes), recipeDigest: sha256(of: item.recipeText.utf8),
          width: picture.pixels.width, height: picture.pixels.height, bands: picture.bands,
          pixelDigest: picture.digest, image: BytePath(item.name + ".png"), producer: .current,
          approval: GoldenCase.Approval(by: by, at: now, reason: "first set"))
        let png: [UInt8]
        do throws(ImagingError) {
          png = try picture.png()
        } catch {
          throw Failure(.internalError, subject: item.name, message: "its golden cannot be encoded: \(error)")
        }
        try GoldenFolder.write(item, picture: png, to: goldens)
        outcome.made.append(item.name)
      }
    }
    return outcome
  }

  /// An input picture as it will lie in the folder.
  private struct Input {
    var name: String
    var bytes: [UInt8]
    /// How much smaller it is than the photo, 1 where it is as large.
    var horizontal = 1.0
    var vertical = 1.0
    /// Its colours go through an embedded profile, so that they may differ by a code elsewhere.
    var needsProfile = false

    init(_ picture: Picture, named name: String) throws(ImagingError) {
      self.name = name
      bytes = picture.png
      let image = try Image.open(.bytes(picture.png), as: .png)
      let isTurned = image.orientation >= 5
      needsProfile = image.needsProfile
      horizontal = Double(isTurned ? image.height : image.width) / Double(picture.photoWidth)
      vertical = Double(isTurned ? image.width : image.height) / Double(picture.photoHeight)
    }

    /// Pixels of rectangles and radii as they are in the smaller picture.
    func shrunken(_ recipe: EditRecipe) -> EditRecipe {
      if horizontal == 1 && vertical == 1 { return recipe }
      var (x, y) = (horizontal, vertical)
      return EditRecipe(
        recipe.operations.map { operation in
          switch operation {
          case .rotate(let degrees) where degrees != 180:
            swap(&x, &y)
            return operation
          case .crop(let area): return .crop(area.scaled(x, y))
          case .redact(let area): return .redact(area.scaled(x, y))
          case .blur(let area, let radius):
            return .blur(area.scaled(x, y), radius: radius.map { max(0.3, $0 * min(x, y)) })
          default: return operation
          }
        })
    }
  }

  private func profile(of item: GoldenCase, _ input: Input) -> ToleranceProfile {
    if item.stage == .encode { return .encode }
    if input.needsProfile { return .colourProfile }
    return item.stage == .edit && Self.isExact(item.recipe) ? .exact : .standard
  }

  /// Whether a recipe only moves pixels, so that not one code may differ. A smart crop's choice is libvips' own.
  static func isExact(_ recipe: EditRecipe) -> Bool {
    recipe.operations.allSatisfy { operation in
      switch operation {
      case .rotate, .flip, .crop, .redact: true
      case .cropToRatio(_, _, let gravity): gravity != .attention && gravity != .entropy
      default: false
      }
    }
  }

  /// A photo's name as a part of a case's name: without its extension, other characters than letters, digits, dots and
  /// underscores as dashes.
  static func word(_ photo: String) -> String {
    let stem = BytePath(photo).stem.description
    let word = String(
      stem.prefix(60).map { character in
        character.isASCII && (character.isLetter || character.isNumber || "._".contains(character))
          ? character : "-"
      })
    return GoldenCase.isValid(name: word) ? word : "photo" + word
  }

  private func free(_ name: String, _ taken: some Sequence<String>) -> String {
    let taken = Set(taken)
    if !taken.contains(name) { return name }
    return (2...).lazy.map { "\(name)-\($0)" }.first { !taken.contains($0) } ?? name
  }
}

extension Tolerance {
  /// Makes room for what an encoder does to this very picture, a quarter more than it does now: small detailed pictures lose
  /// more than others, and a first set holds.
  fileprivate mutating func widen(for encoded: MadePicture, of picture: MadePicture) {
    guard let difference = try? Difference(expected: picture.pixels, actual: encoded.pixels) else { return }
    for verdict in verdicts(on: difference.metrics) where !verdict.holds {
      let value = verdict.metric.isLowerBound ? 1 - (1 - verdict.value) * 1.25 : verdict.value * 1.25
      exceptions[verdict.metric] = Exception(
        limit: (value * 100).rounded(verdict.metric.isLowerBound ? .down : .up) / 100,
        reason: "the encoder gave \(decimal(verdict.value)) when the case was made")
    }
  }
}

extension EditRectangle {
  /// Pixels times the factors, at least one wide and high; percentages stay.
  fileprivate func scaled(_ horizontal: Double, _ vertical: Double) -> EditRectangle {
    func scaled(_ length: EditLength, _ factor: Double, _ least: Int) -> EditLength {
      guard case .pixels(let count) = length else { return length }
      return .pixels(max(least, Int((Double(count) * factor + 0.5).rounded(.down))))
    }
    return EditRectangle(
      x: scaled(x, horizontal, .min), y: scaled(y, vertical, .min), width: scaled(width, horizontal, 1),
      height: scaled(height, vertical, 1))
  }
}
