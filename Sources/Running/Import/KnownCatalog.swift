import Files
import PossessionsCore
import Recording

/// The catalog as an import finds it, kept up to date while files are taken in.
struct KnownCatalog {
  var possessions: [String: Possession] = [:]
  /// Ids in the catalog's order.
  var itemIDs: [String] = []
  var attachments: [AttachmentRecord] = []
  /// Attachments that were taken away: matching does not bring them back, only a table that names them does.
  var superseded: [AttachmentRecord] = []
  /// Those that were taken away as well, for the same reason.
  var documents: [DocumentRecord] = []
  var pictures: [ImageKey: PictureRecord] = [:]
  /// Remembered files by root and path joined.
  var files: [BytePath: SourceFileRecord] = [:]
  /// Findings of the last finished run: an error among them is not new.
  var lastFindings: [Finding] = []

  /// Pictures and documents that some possession holds.
  var heldKeys: Set<ImageKey> {
    Set(attachments.map(\.key)).union(documents.lazy.filter { $0.supersededByRun == nil }.map(\.key))
  }

  init() {}

  /// - Parameter before: the run going on, whose own findings are none of the last one's.
  init(_ reader: CatalogReader, before run: String? = nil) throws(Failure) {
    for possession in try reader.possessions() {
      possessions[possession.itemID] = possession
      itemIDs.append(possession.itemID)
    }
    for attachment in try reader.attachments(includingSuperseded: true) {
      if attachment.supersededByRun == nil {
        attachments.append(attachment)
      } else {
        superseded.append(attachment)
      }
    }
    documents = try reader.documents(includingSuperseded: true)
    pictures = try reader.pictures()
    var files: [BytePath: SourceFileRecord] = [:]
    try reader.forEachSourceFile { files[$0.root.appending($0.path)] = $0 }
    self.files = files
    lastFindings = try reader.lastFindings(before: run)
  }

  /// Files of earlier runs whose pictures are in the store, ordered by folder and path.
  ///
  /// - Parameter isAsked: by the whole path.
  func photos(where isAsked: (BytePath) -> Bool = { _ in true }) -> [MatchablePhoto] {
    files.filter { isAsked($0.key) }.values
      .compactMap { record in
        guard let key = record.key, let picture = pictures[key] else { return nil }
        return MatchablePhoto(picture, root: record.root, path: record.path, isRemembered: true)
      }
      .sorted { ($0.root, $0.path) < ($1.root, $1.path) }
  }
}
