public import PossessionsCore

/// One kind of document. A new one is a type of its own and one line in `ReportFormats.all`.
public protocol ReportFormat: Sendable {
  /// What `--format` calls it.
  var name: String { get }
  /// For the help, without a full stop.
  var summary: String { get }
  /// Writes the document's files; gives what could not be shown, one finding each.
  ///
  /// - Parameters:
  ///   - name: of the document without extension: `inventory`, `claim`.
  ///   - provider: bytes of renditions by their path in the catalog folder.
  func write(
    _ model: ReportModel, name: String, provider: @escaping PictureProvider, to sink: any ReportSink
  ) throws -> [Finding]
}

/// Bytes of a file of the catalog folder by its path there.
public typealias PictureProvider = (BytePath) throws -> [UInt8]

/// The formats that there are, in the order of the help.
public enum ReportFormats {
  public static let all: [any ReportFormat] = [
    HTMLFormat(), PDFFormat(), XLSXFormat(), CSVFormat(), JSONFormat(),
  ]

  public static func named(_ name: String) -> (any ReportFormat)? { all.first { $0.name == name } }
}

struct HTMLFormat: ReportFormat {
  let name = "html"
  let summary = "one page that opens in any browser, with photos"

  func write(
    _ model: ReportModel, name: String, provider: @escaping PictureProvider, to sink: any ReportSink
  ) throws -> [Finding] {
    try HTMLReport(model, name: name, provider: provider).write(to: sink)
  }
}
