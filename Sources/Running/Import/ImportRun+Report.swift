import Files
import PossessionsCore
import Recording
import Reporting

extension ImportRun {
  /// The text export that the catalog can be rebuilt from by hand, written only where something changed.
  func writeExport(_ folder: CatalogFolder, _ recorder: Recorder, run: String) throws(Failure) {
  }

  /// The documents, written only where something changed or one is missing.
  func writeReports(_ folder: CatalogFolder, _ recorder: Recorder, run: RunRecord) throws(Failure) {
  }
}
