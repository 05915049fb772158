import Foundation

/// The folder of real test photos, where there is one: the environment names it. Its README says what each file shows.
enum SharedPhotos {
  struct Row: Sendable, CustomStringConvertible {
    var folder: String
    var name: String
    /// As the README has them: `4032x3024`, or `-`.
    var stored: String
    var shown: String
    var notes: String
    /// What libvips 8.14.1 does.
    var outcome: String

    var path: String { (SharedPhotos.folder ?? "") + "/" + folder + "/" + name }
    var description: String { "\(folder)/\(name)" }
  }

  static let folder = ProcessInfo.processInfo.environment["POSSESSIONS_TEST_PHOTOS"]

  static let rows: [Row] = {
    guard let folder, let text = try? String(contentsOfFile: folder + "/README.md", encoding: .utf8) else {
      return []
    }
    var rows: [Row] = []
    var section = ""
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") { section = line.dropFirst(3).replacingOccurrences(of: "/", with: "") }
      let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard cells.count == 9, !["file", "---"].contains(cells[1]) else { continue }
      rows.append(
        Row(
          folder: section, name: cells[1], stored: cells[4], shown: cells[5], notes: cells[6],
          outcome: cells[7]))
    }
    return rows
  }()
}
