import PossessionsCore

func readFacts(_ path: BytePath, mediaType: MediaType) -> PhotoFacts { PhotoFacts(mediaType: mediaType) }
func embeddedPreview(_ path: BytePath) -> [UInt8]? { nil }
let metadataLibraryVersion = "?"
struct FileRole { func finding(subject: String) -> Finding? { nil } }
func classify(name: BytePath) -> FileRole { FileRole() }
struct RowPlanningOptions { var prunes: Bool; var blank: IntakeOptions.BlankPolicy; var now: String }
func planRows(
  _ rows: [PossessionRow], existing: [String: Possession], existingIDs: [String], options: RowPlanningOptions
) throws(Failure) -> (decisions: [RowDecision], findings: [Finding]) {
  (
    rows.map { row in
      var p = Possession(itemID: row.itemID)
      for (f, c) in row.cells { if case .value(let v, let s) = c { p.fields[f] = v; p.sourceText[f] = s } }
      return RowDecision(verb: existing[row.itemID] == nil ? .create : .unchanged, possession: p)
    }, []
  )
}
struct ExistingAttachments {
  var attachments: [AttachmentRecord]; var documents: [DocumentRecord]; var replacedKeys: [ImageKey: ImageKey]
}
func planAttachments(
  matches: [PhotoMatch], rows: [PossessionRow], existing: ExistingAttachments,
  pictures: [ImageKey: PictureRecord], replaces: Bool
) -> (attachments: [AttachmentDecision], documents: [DocumentDecision], findings: [Finding]) {
  let old = Set(existing.attachments.map { $0.itemID + $0.key.text })
  return (
    matches.filter { !old.contains($0.itemID + $0.key.text) }.map {
      AttachmentDecision(verb: .add, match: $0)
    }, [], []
  )
}
