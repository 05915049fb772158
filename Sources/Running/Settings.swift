import Files
import FoundationEssentials
package import PossessionsCore

/// `settings.json` of a catalog folder: what holds for every run there. Arguments win over it, it wins over defaults.
package struct Settings: Sendable, Hashable {
  /// Added to or replacing the defaults, written as in `--rendition`.
  package var renditions: [RenditionDefinition] = []
  package var locale: String?
  package var currency: Currency?
  /// Formats of the report that `import` writes.
  package var report: [String]?
  /// The policy file and the life table of every report, absolute.
  package var policy: BytePath?
  package var lifeTable: BytePath?
  package var failOn: String?
  /// A picture with more pixels is kept and not decoded.
  package var pixelLimit = 268_402_689

  package init() {}

  /// - Throws: `.badData` naming the file and the key that is wrong.
  package static func read(catalog: BytePath) throws(Failure) -> Settings {
    let path = catalog.appending("settings.json")
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try FileDescriptor.reading(path).readToEnd(limit: 1 << 20)
    } catch  where error.kind == .inputMissing {
      return Settings()
    }
    func refuse(_ message: String) -> Failure {
      Failure(
        .badData, subject: path.description, message: message,
        remedy: "docs/settings.md shows every key with an example")
    }
    let file: SettingsFile
    do {
      file = try JSONDecoder().decode(SettingsFile.self, from: Data(bytes))
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      throw refuse("this is not JSON")
    } catch DecodingError.typeMismatch(_, let context) {
      throw refuse(
        "the key \(printable(context.codingPath.map(\.stringValue).joined(separator: "."))) has a value of the wrong kind"
      )
    } catch {
      throw refuse("it cannot be read: \(error)")
    }
    var settings = Settings()
    for (name, text) in (file.renditions ?? [:]).sorted(by: { $0.key < $1.key }) {
      settings.renditions.append(try RenditionDefinition(parsing: "\(name)=\(text)"))
    }
    settings.locale = file.locale
    if let code = file.currency {
      guard let currency = Currency(code) else {
        throw refuse("the currency \(printable(code)) is none of ISO 4217")
      }
      settings.currency = currency
    }
    settings.report = file.report
    // A name alone is a file of the catalog folder.
    func place(_ name: String?) -> BytePath? {
      name.map { $0.hasPrefix("/") ? BytePath($0) : catalog.appending($0) }
    }
    settings.policy = place(file.policy)
    settings.lifeTable = place(file.lifeTable)
    settings.failOn = file.failOn
    if let limit = file.pixelLimit {
      guard limit > 0 else { throw refuse("pixel_limit is not a number above 0") }
      settings.pixelLimit = limit
    }
    return settings
  }
}

private struct SettingsFile: Decodable {
  var renditions: [String: String]?
  var locale: String?
  var currency: String?
  var report: [String]?
  var policy: String?
  var lifeTable: String?
  var failOn: String?
  var pixelLimit: Int?

  enum CodingKeys: String, CodingKey {
    case renditions, locale, currency, report, policy
    case lifeTable = "life_table"
    case failOn = "fail_on"
    case pixelLimit = "pixel_limit"
  }
}
