// The noise study's own program: it links pixels and goldens alone, so that it runs on any libvips, whatever glib the other
// libraries of this machine want. `study` beside it drives it.
//
//   noise record INPUTS GOLDENS                      goldens of every operation on every PNG of a folder
//   noise check GOLDENS RUNS [vector] [threads=N]    the gate on them; a run folder for each set
//   noise digests FILE…                              what is decoded, and what is encoded, as digests
import Darkroom
import Files
import Glibc
import Goldens
import PossessionsCore

@main
enum Noise {
  /// Every operation of a recipe, and none: reading, turning upright and converting colours.
  static let recipes = [
    "", "rotate=90", "flip=horizontal", "crop=10%,10%,80%,70%", "crop=4:3@center", "crop=1:1@attention",
    "crop=1:1@entropy", "straighten=3.5", "brightness=1.15", "contrast=1.2", "saturation=1.3", "gamma=1.4",
    "autolevels", "grayscale", "sharpen", "redact=20%,20%,30%,20%", "blur=10%,10%,60%,60%,3",
    "blur=10%,10%,60%,60%,30",
  ]

  static let renditions = [
    "fit=320x320,aspect-fit", "icon=64x64,aspect-fit", "fill=200x200,aspect-fill",
    "scale=300x200,scale-to-fill",
    "enlarged=700x700,aspect-fill",
  ]

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.first {
      case "record" where words.count == 3: try record(BytePath(words[1]), BytePath(words[2]))
      case "check" where words.count >= 3: try check(words)
      case "digests": try digests(words.dropFirst())
      default:
        throw Failure(
          .usage, message: "record INPUTS GOLDENS, check GOLDENS RUNS, or digests FILE…", remedy: "")
      }
    } catch {
      print("noise: \(error)")
      exit(70)
    }
  }

  private static func record(_ inputs: BytePath, _ goldens: BytePath) throws {
    try ImagingLibrary.start()
    let photos = try SourceFolder(inputs).list().entries.map(\.path).filter {
      $0.lowercasedExtension == "png"
    }
    func run(_ set: String, _ recipes: [String], _ stage: GoldenCase.Stage, _ rendition: String) throws {
      var entries: [GoldenInit.Entry] = []
      for photo in photos.sorted() {
        let file = try FileDescriptor.reading(inputs.appending(photo))
        let png = try file.readToEnd(limit: 1 << 28)
        let image = try Image.open(.bytes(png), as: .png)
        let picture = GoldenInit.Picture(png: png, photoWidth: image.width, photoHeight: image.height)
        for recipe in recipes {
          entries.append(
            GoldenInit.Entry(photo: photo.description, recipe: try EditRecipe(parsing: recipe)) {
              .success(picture)
            })
        }
      }
      let outcome = try GoldenInit(
        goldens: goldens.appending(BytePath(set)), entries: entries, stages: [stage],
        rendition: RenditionDefinition(parsing: rendition), by: "study"
      ).run(now: "2000-01-01T00:00:00Z")
      for finding in outcome.findings { print("\(finding.subject): \(finding.message)") }
      print("\(set): \(outcome.made.count) goldens of \(photos.count) pictures")
    }
    try run("edit", recipes, .edit, renditions[0])
    for rendition in renditions {
      try run("thumbnail-\(rendition.prefix { $0 != "=" })", [""], .thumbnail, rendition)
    }
  }

  private static func check(_ words: [String]) throws {
    let threads = words.compactMap { $0.hasPrefix("threads=") ? Int($0.dropFirst(8)) : nil }.first ?? 1
    try ImagingLibrary.start(concurrency: threads)
    let goldens = BytePath(words[1])
    let runs = BytePath(words[2])
    try makeFolder(runs)
    let sets = Set(try SourceFolder(goldens).list().entries.map { $0.path.components[0] })
    for set in sets.sorted() {
      let report = try GoldenCheck(
        goldens: goldens.appending(set), output: runs.appending(set), asProduction: words.contains("vector"),
        workers: 1
      ).run(now: "2000-01-01T00:00:00Z")
      let counts = report.counts.filter { $0.count > 0 }.map { "\($0.count) \($0.status.rawValue)" }
      print("\(set): \(counts.joined(separator: ", ")); \(ImagingLibrary.versions)")
    }
  }

  /// One line for each file: its pixels as decoded, then bytes and pixels of each format it is encoded to.
  private static func digests(_ files: some Sequence<String>) throws {
    try ImagingLibrary.start()
    ImagingLibrary.usesVectorCode = false
    for name in files {
      let file = try FileDescriptor.reading(BytePath(name))
      let bytes = try file.readToEnd(limit: 1 << 28)
      let type = MediaType(
        sniffing: Array(bytes.prefix(MediaType.sniffLength)),
        fileExtension: BytePath(name).lowercasedExtension)
      guard let decoded = try? Image.open(.bytes(bytes), as: type).inMemory().in8Bits() else { continue }
      var words = ["decode=\(sha256(of: try decoded.rgbaPixels()).hex.prefix(16))"]
      let flat = try decoded.inSRGB().flattened().inMemory()
      for (format, mediaType) in [(RenditionFormat.jpeg, MediaType.jpeg), (.webp, .webp), (.png, .png)] {
        let made = try flat.encoded(as: format, quality: 82)
        let again = try Image.open(.bytes(made), as: mediaType).inMemory()
        words.append("\(format.rawValue)-bytes=\(sha256(of: made).hex.prefix(16))")
        words.append("\(format.rawValue)-pixels=\(sha256(of: try again.rgbaPixels()).hex.prefix(16))")
      }
      print(([BytePath(name).name.description] + words).joined(separator: " "))
    }
  }
}
