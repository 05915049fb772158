// Twins: pictures that look alike, and pictures on two items.
import PossessionsCore

extension ImportRun {
  /// Groups among what is listed and what is attached, the best of each first. Receipts and other documents look alike
  /// by nature and are left out, and so is what a phone shows in place of an original.
  func nearDuplicateGroups() -> [[ComparablePicture]] {
    let keys = Set(photos.map(\.key)).union(known.attachments.map(\.key))
      .subtracting(known.documents.map(\.key)).subtracting(known.pictures.values.compactMap(\.editedKey))
      .subtracting(notCompared)
    return nearDuplicates(keys.compactMap { known.pictures[$0].flatMap(ComparablePicture.init) })
  }

  /// The hashes of new pictures are known once they are rendered.
  func noteNearDuplicates() {
    guard hand?.item == nil else { return }
    let names = shownNames()
    let findings = findingsForNearDuplicates(
      nearDuplicateGroups(), leftOut: leftOut, pictures: picturesAfter
    ) {
      names[$0] ?? $0.text
    }
    for finding in findings { note(finding) }
  }

  func noteOnTwoItems() {
    guard hand?.item == nil else { return }
    let names = shownNames()
    for finding in findingsForPicturesOnTwoItems(picturesAfter, name: { names[$0] ?? $0.text }) {
      note(finding)
    }
  }

  /// A picture's first path in this run, else its original name.
  func shownNames() -> [ImageKey: String] {
    let names = known.pictures.mapValues { $0.originalName.description }
    return photos.reversed().reduce(into: names) { $0[$1.key] = $1.path.description }
  }
}
