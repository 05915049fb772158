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
  var documents: [DocumentRecord] = []
  var pictures: [ImageKey: PictureRecord] = [:]
  /// Remembered files by root and path joined.
  var files: [BytePath: SourceFileRecord] = [:]
  /// Findings of the last finished run: an error among them is not new.
  var lastFindings: [Finding] = []

  init() {}

  init(_ reader: CatalogReader) throws(Failure) {
    let contents = try reader.contents()
    for possession in contents.possessions {
      possessions[possession.itemID] = possession
      itemIDs.append(possession.itemID)
    }
    attachments = contents.attachments
    superseded = try reader.attachments(includingSuperseded: true).filter { $0.supersededByRun != nil }
    documents = contents.documents
    pictures = contents.pictures
    lastFindings = contents.findings
    var remembered: [BytePath: SourceFileRecord] = [:]
    try reader.forEachSourceFile { remembered[$0.root.appending($0.path)] = $0 }
    files = remembered
  }
}
