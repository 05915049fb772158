// The trash, and what an interrupted gc leaves: a row says first that an original lies in the trash, and then it is moved
// there, so that at any moment it is in one of two places, both known.
import Files
import PossessionsCore
import Recording

extension CatalogFolder {
  /// Where an original lies: in the trash where a row says so, but still at its own place where the move was
  /// interrupted.
  ///
  /// - Parameter path: its own place, relative to the root.
  func place(of path: BytePath, trash: Disposal?) -> BytePath {
    guard let trash, contains(trash.path) || !contains(path) else { return path }
    return trash.path
  }
}

extension GarbageCollection {
  /// Goes on with what a killed gc began: moves what has a row already, deletes what is written down as deleted.
  static func finishInterrupted(_ recorder: Recorder) throws(Failure) {
    let catalog = recorder.catalog
    for disposal in try recorder.reader.disposals() {
      if disposal.deletedByRun != nil {
        if catalog.contains(disposal.path) { try catalog.deleteFromTrash(disposal.path) }
      } else if !catalog.contains(disposal.path), let picture = try recorder.reader.picture(disposal.key),
        catalog.contains(picture.original)
      {
        _ = try catalog.move(picture.original, to: disposal.path)
      }
    }
  }
}
