/// What a file of a photo folder is, by its name alone: enough to leave aside what no picture can be, never enough
/// to say that something is one. The content decides that later.
public enum FileRole: String, Sendable, Hashable, CaseIterable {
  /// Named like a picture.
  case picture
  /// Named like a PDF.
  case document
  /// A name that says nothing: the content is looked at.
  case unnamed
  case movie
  /// Belongs to a picture: a phone's edit list, XMP, a photo service's JSON.
  case sidecar
  /// Left by a system or a program: `Thumbs.db`, `._IMG_1.jpg`, anything hidden.
  case junk
  /// A table, which goes in by `--items` or `--manifest`.
  case table
  /// Something else by its name: text, sound, archive.
  case other

  /// Whether the file is taken in, its content then deciding.
  public var isCandidate: Bool {
    switch self {
    case .picture, .document, .unnamed: true
    case .movie, .sidecar, .junk, .table, .other: false
    }
  }

  /// What to tell of a file that is left aside; nil for what is taken in.
  public func finding(subject: String) -> Finding? {
    PossessionsCore.finding(for: self, subject: subject, picture: nil)
  }
}

/// One file of a listing with what it is, and what to tell of it where it is left aside.
public struct ClassifiedFile: Sendable, Hashable {
  public var path: BytePath
  public var role: FileRole
  /// `file-ignored` or `media-not-a-picture`; nil for what is taken in.
  public var finding: Finding?

  public init(path: BytePath, role: FileRole, finding: Finding? = nil) {
    self.path = path
    self.role = role
    self.finding = finding
  }
}

/// What a file is, by its path relative to the photo folder.
public func classify(_ path: BytePath) -> FileRole {
  for component in path.components where isJunk(component) { return .junk }
  let name = path.name
  let ending = name.lowercasedExtension
  if let role = rolesByExtension[ending] { return role }
  return .unnamed
}

/// Whether a file's name says that it is a photo, so that it is kept even where its content is unknown: it may be
/// damaged, or of a format that only a later version can show. A drawing (SVG) is none.
public func isCalledPhoto(_ path: BytePath) -> Bool {
  let ending = path.name.lowercasedExtension
  return rolesByExtension[ending] == .picture && ending != "svg"
}

/// Sorts the files of one photo folder, and names for movies and sidecars the picture that they belong to.
///
/// - Parameter paths: relative to the photo folder, in any order; the answer keeps it.
public func classify(_ paths: [BytePath]) -> [ClassifiedFile] {
  let roles = paths.map { classify($0) }
  var pictures: [BytePath: BytePath] = [:]
  for (path, role) in zip(paths, roles) where role == .picture {
    pictures[foldedKey(path.folder, path.stem)] = path
    // A photo service's sidecar carries the whole name: `IMG_1.HEIC.json`.
    pictures[foldedKey(path.folder, path.name)] = path
  }
  return zip(paths, roles).map { path, role in
    ClassifiedFile(
      path: path, role: role,
      finding: finding(
        for: role, subject: path.description, picture: owner(of: path, role, pictures: pictures)))
  }
}

private func foldedKey(_ folder: BytePath, _ name: BytePath) -> BytePath {
  BytePath(folder.appending(name).bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
}

/// The picture that a movie or a sidecar belongs to, by its name.
private func owner(of path: BytePath, _ role: FileRole, pictures: [BytePath: BytePath]) -> BytePath? {
  var stem = path.stem
  if let picture = pictures[foldedKey(path.folder, stem)] { return picture.name }
  guard role == .sidecar else { return nil }
  while stem.stem != stem {
    stem = stem.stem
    if let picture = pictures[foldedKey(path.folder, stem)] { return picture.name }
  }
  // A phone's edit list is named after the edit: `IMG_E1.AAE` belongs to `IMG_1.HEIC`.
  let text = nameText(path.stem)
  guard folded(text).hasPrefix("img_e") else { return nil }
  return pictures[foldedKey(path.folder, BytePath("IMG_" + text.dropFirst(5)))]?.name
}

private func finding(for role: FileRole, subject: String, picture: BytePath?) -> Finding? {
  switch role {
  case .picture, .document, .unnamed: nil
  case .movie:
    if let picture {
      Finding(
        .mediaNotAPicture, subject: subject, message: "it is the movie of the live photo \(picture)",
        remedy: "nothing: the picture itself is taken in, keep the movie where it is")
    } else {
      Finding(
        .mediaNotAPicture, subject: subject, message: "it is a movie and not a picture",
        remedy: "keep it elsewhere, or add a still picture of the item")
    }
  case .sidecar:
    Finding(
      .fileIgnored, subject: subject,
      message: "it goes with \(picture?.description ?? "a picture") and holds no picture",
      remedy: "nothing: it is not needed")
  case .junk:
    Finding(
      .fileIgnored, subject: subject, message: "it is a hidden file or one that a system left",
      remedy: "nothing, or give it another name where it is a photo of yours")
  case .table:
    Finding(
      .fileIgnored, subject: subject, message: "it is a table and not a picture",
      remedy: "name it with --items or --manifest where it is to be read")
  case .other:
    Finding(
      .fileIgnored, subject: subject, message: "by its name it is no picture",
      remedy: "give it a picture's extension where it is one")
  }
}

private func isJunk(_ component: BytePath) -> Bool {
  if component.bytes.first == 0x2E { return true }
  return junkNames.contains(folded(nameText(component)))
}

/// Hidden names are junk as well.
private let junkNames: Set<String> = [
  "thumbs.db", "ehthumbs.db", "ehthumbs_vista.db", "desktop.ini", "autorun.inf", "@eadir", "#recycle",
  "__macosx",
  "$recycle.bin", "recycler", "system volume information", "lost+found", "icon\r", "picasa.ini",
  "zbthumbnail.info",
  "synofile_thumb_m.jpg",
]

private let rolesByExtension: [String: FileRole] = {
  var roles: [String: FileRole] = [:]
  let lists: [(FileRole, String)] = [
    (
      .picture,
      """
      jpg jpeg jpe jfif png apng webp gif tif tiff heic heif hif heics avif bmp dib svg jp2 j2k jxl psd xcf ico
      dng raw cr2 cr3 crw nef nrw arw sr2 srf orf rw2 raf pef srw rwl 3fr iiq dcr kdc erf mrw x3f mef mos gpr
      """
    ),
    (.document, "pdf"),
    (.movie, "mov mp4 m4v avi mkv 3gp 3g2 mpg mpeg mts m2ts webm wmv insv lrv mp ogv"),
    (.sidecar, "aae xmp json thm pp3 dop cos on1 arp"),
    (.table, "csv tsv xlsx xls ods numbers"),
    (
      .other,
      """
      txt md rtf doc docx odt pages htm html xml log ini db sqlite sqlite3 zip gz tgz bz2 xz 7z rar tar dmg iso exe
      msi app apk sh bat py js css mp3 m4a wav aac ogg flac opus amr vcf ics eml pptx ppt odp key tmp part crdownload
      torrent lnk url webloc ds_store plist
      """
    ),
  ]
  for (role, names) in lists {
    for name in names.split(whereSeparator: { $0 == " " || $0 == "\n" }) { roles[String(name)] = role }
  }
  return roles
}()
