/// Where a document's files go. One file is open at a time; a path is relative to the report's folder.
///
/// Reporting opens no file by itself: who calls it publishes what comes here, durably and all or nothing.
public protocol ReportSink: AnyObject {
  /// Begins a file: `inventory.html`, `inventory-files/0001.jpg`. Plain ASCII, no `..`.
  func begin(_ path: String) throws
  func write(_ bytes: [UInt8]) throws
  func end() throws
  /// Told now and then while a long document is made.
  func progress(done: Int, of total: Int)
  /// Where a library may keep nameless temporary files of the document.
  var temporaryFolder: String { get }
}

extension ReportSink {
  public var temporaryFolder: String { "/tmp" }
  public func progress(done: Int, of total: Int) {}
}

/// Keeps files in memory: for tests, and for documents that are small.
public final class MemorySink: ReportSink {
  public private(set) var files: [String: [UInt8]] = [:]
  private var open = ""

  public init() {}

  public func begin(_ path: String) {
    precondition(open.isEmpty, "one file at a time")
    open = path
    files[path] = []
  }

  public func write(_ bytes: [UInt8]) {
    files[open]?.append(contentsOf: bytes)
  }

  public func end() { open = "" }
}
