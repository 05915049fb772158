import Files
package import PossessionsCore

/// What an import or a plan is asked to do: arguments, resolved.
package struct ImportRequest: Sendable {
  /// Photo folders, absolute.
  package var photos: [BytePath] = []
  /// Items tables, as typed.
  package var items: [BytePath] = []
  package var edits: [BytePath] = []
  package var manifests: [BytePath] = []
  /// Absolute.
  package var catalog: BytePath
  /// As typed, for messages.
  package var catalogAsTyped: BytePath
  /// A catalog may be made in a folder that exists.
  package var mayCreate = false
  /// A catalog must exist already.
  package var mustExist = false
  /// Decide and show; do nothing.
  package var isDryRun = false
  package var replaces = false
  package var prunes = false
  /// How to read the tables; the currency and the locale of the settings are added by the run.
  package var intake = IntakeOptions()
  package var rehashes = false
  /// Add to or replace in the defaults and the settings.
  package var renditions: [RenditionDefinition] = []
  package var workers: Int
  /// Bytes, all processes.
  package var memory: Int64 = 1 << 30
  package var lockTimeoutSeconds = 0
  package var gates: [Gate] = []
  /// Formats of the report at the end; empty for none, nil for what the settings say.
  package var reportFormats: [String]?
  /// The command line, kept in a plan file.
  package var words: [BytePath] = []
  package var workingFolder = BytePath(".").absolute
  /// Write the plan there.
  package var planOutput: BytePath?
  /// Apply exactly this plan, or stop.
  package var expected: PlanFile?
  package var readsCodes = false
  package var leader = false

  package init(catalog: BytePath, catalogAsTyped: BytePath, workers: Int) {
    self.catalog = catalog
    self.catalogAsTyped = catalogAsTyped
    self.workers = workers
  }
}

/// A limit that fails a nightly job: `item-without-photo>5%`, `photo-refused>0`.
package struct Gate: Sendable, Hashable {
  package var code: Finding.Code
  package var limit: Double
  /// Of the possessions or of the files, by what the code is about; else a count.
  package var isPercentage: Bool
  package var text: String

  /// Reads gates joined by commas.
  package static func parse(_ text: String) throws(Failure) -> [Gate] {
    var gates: [Gate] = []
    for part in text.split(separator: ",") {
      func refuse(_ message: String) -> Failure {
        Failure(
          .usage, subject: "--fail-on \(printable(part))", message: message,
          remedy: "write CODE>NUMBER or CODE>NUMBER%, for instance item-without-photo>5%")
      }
      let sides = part.split(separator: ">", omittingEmptySubsequences: false)
      guard sides.count == 2 else { throw refuse("there is not exactly one >") }
      let name = sides[0].filter { $0 != " " }
      guard let code = Finding.Code(rawValue: String(name)) else {
        let near = suggestion(for: String(name), among: Finding.Code.allCases.map(\.rawValue))
        throw refuse("there is no such finding" + (near.map { ", did you mean \($0)" } ?? ""))
      }
      var number = sides[1].filter { $0 != " " }
      let isPercentage = number.hasSuffix("%")
      if isPercentage { number.removeLast() }
      guard let limit = Double(number), limit >= 0 else { throw refuse("the limit is not a number") }
      gates.append(Gate(code: code, limit: limit, isPercentage: isPercentage, text: String(part)))
    }
    return gates
  }
}
