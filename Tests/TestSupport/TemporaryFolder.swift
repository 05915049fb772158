import Foundation

/// A folder of its own for one test, removed with everything in it when the value goes.
public final class TemporaryFolder: Sendable {
  public let path: String

  public init(_ name: String = "possessions-test") throws {
    var template = Array((NSTemporaryDirectory() + "/\(name)-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: name])
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    _ = chmodTree(path)
    try? FileManager.default.removeItem(atPath: path)
  }

  public func file(_ relative: String) -> String { path + "/" + relative }

  /// Writes bytes at a relative path, making the folders on the way.
  @discardableResult
  public func write(_ bytes: some Sequence<UInt8>, to relative: String) throws -> String {
    let target = file(relative)
    let folder = (target as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(fileURLWithPath: target))
    return target
  }

  @discardableResult
  public func write(_ text: String, to relative: String) throws -> String {
    try write(text.utf8, to: relative)
  }

  /// Makes folders writable again, so that a read-only store can be removed.
  private func chmodTree(_ path: String) -> Bool {
    guard let all = FileManager.default.enumerator(atPath: path) else { return false }
    for case let relative as String in all {
      var isFolder: ObjCBool = false
      let full = path + "/" + relative
      if FileManager.default.fileExists(atPath: full, isDirectory: &isFolder), isFolder.boolValue {
        _ = chmod(full, 0o700)
      }
    }
    return true
  }
}
