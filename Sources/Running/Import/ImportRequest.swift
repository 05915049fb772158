import Files
package import PossessionsCore
import Recording

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
  /// Files that are older and not known yet are passed over; nil for none.
  package var since: Since?
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
  /// Write the contact sheet there, absolute.
  package var sheet: BytePath?
  /// Apply exactly this plan, or stop.
  package var expected: PlanFile?
  package var readsCodes = false
  package var leader = false
  /// Of near-duplicates found for one item, attach the best alone.
  package var dedupes = false
  /// Every finding is asked for in the outcome, also of a quiet run.
  package var wantsFindings = false
  /// `attach` or `detach`: what a person gives to an item or takes from it; nil for an import.
  package var hand: HandRequest?

  package init(catalog: BytePath, catalogAsTyped: BytePath, workers: Int) {
    self.catalog = catalog
    self.catalogAsTyped = catalogAsTyped
    self.workers = workers
  }
}

extension ImportRequest {
  /// What the run is called in its row.
  var command: String { hand?.verb.rawValue ?? "import" }
}

/// What `attach` and `detach` are asked to do.
package struct HandRequest: Sendable {
  package enum Verb: String, Sendable {
    case attach, detach
  }
  package var verb: Verb
  /// As typed: an id, serial number or asset tag. Nil with a folder: every rule is asked, as in an import.
  package var item: String?
  /// As typed: files, image keys or their beginnings, names of pictures in the catalog.
  package var pictures: [BytePath] = []
  /// As typed: the picture of the item that goes.
  package var replaces: BytePath?
  package var position: Int?
  package var isPrimary = false
  package var documentKind: NamedDocument.Kind?
  /// All pictures of an item may be taken away.
  package var isSure = false

  package init(_ verb: Verb) { self.verb = verb }
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

/// `--since`: a day, or hours or days before now.
package struct Since: Sendable, Hashable {
  /// As typed: what makes two runs with the same words equal.
  package var text: String
  /// Seconds since 1970-01-01T00:00:00Z.
  package var seconds: Int64

  /// - Parameter now: seconds since 1970-01-01T00:00:00Z.
  package static func parse(_ text: String, now: Int64) throws(Failure) -> Since {
    let seconds: Int64
    if let date = PartialDate(iso: text), let day = dayNumber(date) {
      seconds = Int64(day) * 86_400
    } else if let unit = ["h": Int64(3600), "d": 86_400][text.suffix(1)], let count = Int64(text.dropLast()),
      (1...100_000).contains(count)
    {
      seconds = now - count * unit
    } else {
      throw Failure(
        .usage, subject: "--since \(printable(text))", message: "this is neither a day nor hours or days",
        remedy: "write a day (2026-03-01, its beginning in UTC), hours (36h) or days (7d)")
    }
    return Since(text: text, seconds: seconds)
  }

  /// Whether a file is older: neither its bytes nor anything else about it was changed since. A photo that was copied
  /// here lately counts as new, however long ago it was taken.
  func isOlder(_ stamp: FileStamp) -> Bool { max(stamp.modified, stamp.changed) / 1_000_000_000 < seconds }
}
