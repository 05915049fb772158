import PossessionsCore

// Stand-ins until their rooms land: classes of file names, planning of attachments.
struct FileRole { func finding(subject: String) -> Finding? { nil } }
func classify(name: BytePath) -> FileRole { FileRole() }
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
