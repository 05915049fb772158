import Files
import FoundationEssentials
package import PossessionsCore

/// A plan on disk: what `plan --output` writes and `import --plan` applies, or refuses because something moved.
///
/// It keeps the command line it was made from, so that applying reads the same folders and tables, and the digests of
/// inputs and catalog, so that it applies to nothing else.
package struct PlanFile: Sendable, Codable {
  /// Of this format.
  package var format = 1
  package var program: String
  /// When the plan was made; `date_created` of new possessions.
  package var now: String
  package var workingFolder: BytePath
  /// The words after the command, as typed.
  package var arguments: [BytePath]
  package var inputsDigest: String
  /// Of the catalog as the plan found it; nil where there was none.
  package var catalogDigest: SHA256Digest?
  package var files: FileCounts
  package var rows: RowCounts
  package var plan: ImportPlan

  private enum CodingKeys: String, CodingKey {
    case format, program, now, arguments, files, rows, plan
    case workingFolder = "working_folder"
    case inputsDigest = "inputs_digest"
    case catalogDigest = "catalog_digest"
  }

  package func write(to path: BytePath) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(self)) + [0x0A]
    } catch {
      throw Failure(.internalError, message: "the plan cannot be written as JSON: \(error)")
    }
    try writeDurably(bytes, to: path.absolute, mode: nil)
  }

  package static func read(_ path: BytePath) throws(Failure) -> PlanFile {
    let bytes = try FileDescriptor.reading(path.absolute).readToEnd()
    do {
      let file = try JSONDecoder().decode(PlanFile.self, from: Data(bytes))
      guard file.format == 1 else {
        throw Failure(
          .badData, subject: "--plan \(path)",
          message: "the plan has format \(file.format), this program knows 1",
          remedy: "apply it with the program that made it")
      }
      return file
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        .badData, subject: "--plan \(path)", message: "this is no plan that plan --output wrote",
        remedy: "make it again with possessions plan --output FILE")
    }
  }
}

extension ImportRun {
  /// Stops where the plan to apply was made from other inputs.
  func requirePlannedInputs() throws(Failure) {
    guard let expected = request.expected else { return }
    if expected.inputsDigest != inputsDigest() {
      throw moved(
        "the photo folders, the tables or the options are not what they were when the plan was made")
    }
  }

  /// Stops where the catalog is not the one that the plan was made from.
  func requirePlannedCatalog(digest: SHA256Digest?) throws(Failure) {
    guard let expected = request.expected else { return }
    if expected.catalogDigest != digest {
      throw moved("the catalog is not what it was when the plan was made")
    }
  }

  /// Stops where deciding anew gives another plan.
  func requirePlanned(_ plan: ImportPlan) throws(Failure) {
    guard let expected = request.expected else { return }
    if expected.plan != plan { throw moved("what would be done now is not what the plan says") }
  }

  private func moved(_ message: String) -> Failure {
    Failure(.badData, subject: "--plan", message: message, remedy: "make a new plan and look at it again")
  }
}
