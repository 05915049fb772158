import Darkroom
import Files
import PossessionsCore

/// The folder that a check leaves behind: pictures of failing cases, `index.html`, `junit.xml` and, last of all, `results.json`:
/// where that is, the run was finished.
struct RunFolder: Sendable {
  let path: BytePath
  static let resultsName: BytePath = "results.json"
  private static let roles = ["expected", "actual", "diff", "panel"]

  /// Makes the folder, or empties one of an earlier run.
  ///
  /// - Throws: `cannotCreate` where the place holds something else.
  init(_ path: BytePath) throws(Failure) {
    self.path = path
    try makeFolder(path)
    let listing = try SourceFolder(path).list()
    let isRun = listing.entries.contains { $0.path == Self.resultsName || $0.path == "unfinished" }
    guard isRun || listing.entries.isEmpty else {
      throw Failure(
        .cannotCreate, subject: path.description, message: "the folder holds something else than a run",
        remedy: "name a new folder with --output")
    }
    try writeDurably([], to: path.appending("unfinished"), mode: nil)
    for entry in listing.entries {
      let parts = entry.path.components
      let isPicture =
        parts.count == 3 && parts[0] == "cases"
        && Self.roles.contains(where: { parts[2] == BytePath($0 + ".png") })
      let isPage = parts.count == 1 && ["index.html", "junit.xml", "results.json"].contains(entry.path)
      guard isPicture || isPage else { continue }
      try removeFile(path.appending(entry.path))
      if isPicture { removeEmptyFolder(path.appending(entry.path.folder)) }
    }
    try makeFolder(path.appending("cases"))
  }

  /// Writes the pictures of one case and notes them in its result.
  func write(
    _ result: inout CheckedCase, expected: MadePicture?, actual: MadePicture, difference: Difference?,
    compareTo item: GoldenCase
  ) throws(Failure) {
    let folder = BytePath("cases").appending(BytePath(item.name))
    try makeFolder(path.appending(folder))
    var pictures: [(role: String, bytes: [UInt8])] = []
    do throws(ImagingError) {
      pictures.append(("actual", try actual.png(compression: 2)))
      if let expected {
        pictures.append(("expected", try expected.png(compression: 2)))
        var row = [expected.pixels, actual.pixels]
        if let difference {
          let map = DifferencePictures.heatMap(expected.pixels, difference, masks: item.masks)
          pictures.append(("diff", try map.png()))
          row.append(map)
        }
        pictures.append(("panel", try DifferencePictures.panel(row).png()))
      }
    } catch {
      throw Failure(
        .internalError, subject: item.name, message: "its pictures cannot be made: \(error)",
        remedy: "report this with the case")
    }
    for picture in pictures {
      let file = folder.appending(picture.role + ".png")
      try writeDurably(picture.bytes, to: path.appending(file), mode: nil)
      result.pictures[picture.role] = file
    }
  }

  /// Writes the pages, and `results.json` when everything else is there.
  func finish(_ report: GoldenReport) throws(Failure) {
    try writeDurably(
      GoldenPage(report: report, run: path).html().utf8, to: path.appending("index.html"), mode: nil)
    try writeDurably(junit(report, run: path).utf8, to: path.appending("junit.xml"), mode: nil)
    try writeDurably(
      report.json.prettyText(order: GoldenReport.keyOrder).utf8, to: path.appending(Self.resultsName),
      mode: nil)
    try removeFile(path.appending("unfinished"))
  }
}

extension RGBAPixels {
  /// Without alpha: these pictures are opaque.
  fileprivate func png() throws(ImagingError) -> [UInt8] {
    var rgb: [UInt8] = []
    rgb.reserveCapacity(count * 3)
    for start in stride(from: 0, to: bytes.count, by: 4) {
      rgb.append(bytes[start])
      rgb.append(bytes[start + 1])
      rgb.append(bytes[start + 2])
    }
    return try Image(pixels: rgb, width: width, height: height, bands: 3).png(compression: 2)
  }
}
