import Files
package import PossessionsCore
import Recording

/// A catalog to read from: one snapshot, beside which a run may write.
package struct CatalogView {
  private let reader: CatalogReader

  package init(_ catalog: BytePath) throws(Failure) {
    reader = try CatalogReader(snapshotOf: try CatalogFolder.open(catalog, for: .reading))
  }

  package func contents() throws(Failure) -> CatalogContents { try reader.contents() }

  /// Past runs, the oldest first.
  package func runs() throws(Failure) -> [RunRecord] { try reader.runs() }

  /// Findings of the last import that came to its end.
  package func findings() throws(Failure) -> [Finding] { try reader.lastFindings() }

  /// Every change of a possession with the run that made it, the oldest first.
  package func history(of itemID: String) throws(Failure) -> [(run: RunRecord?, change: ChangeRecord)] {
    let runs = try reader.recordedRuns().reduce(into: [String: RunRecord]()) { $0[$1.id] = $1 }
    return try reader.history(of: itemID).map { (runs[$0.runID], $0) }
  }
}
