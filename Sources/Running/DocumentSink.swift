// Files of a document, each written under another name, synced, and put in its place whole.
import Files
import PossessionsCore
import Reporting

final class DocumentSink: ReportSink {
  private let folder: BytePath
  private let isPrivate: Bool
  private let observe: (Event) -> Void
  private var pending: [UInt8] = []
  private var path = ""
  private var written: Set<String> = []
  private var madeFolders: Set<BytePath> = []
  private var file: DurableFileBox?
  /// Files in folders, the pictures and pages of a document, are synced together before the document that leads to them.
  private var hasUnsynced = false
  /// What was written at the top, in order: the documents themselves.
  private(set) var documents: [BytePath] = []

  init(folder: BytePath, isPrivate: Bool, observe: @escaping (Event) -> Void) throws(Failure) {
    self.folder = folder
    self.isPrivate = isPrivate
    self.observe = observe
    try makeFolder(folder, mode: isPrivate ? 0o700 : nil)
    madeFolders = [folder]
  }

  var temporaryFolder: String { folder.text ?? "/tmp" }

  func progress(done: Int, of total: Int) {
    observe(.stepProgress(step: "report", done: done, total: total))
  }

  func begin(_ path: String) throws {
    precondition(file == nil, "one file at a time")
    let target = folder.appending(path)
    if madeFolders.insert(target.folder).inserted {
      try makeFolder(target.folder, mode: isPrivate ? 0o700 : nil)
    }
    file = DurableFileBox(try DurableFile(at: target, mode: isPrivate ? 0o600 : nil))
    self.path = path
  }

  func write(_ bytes: [UInt8]) throws {
    pending += bytes
    if pending.count > 1 << 18 { try flush() }
  }

  func end() throws {
    try flush()
    if path.utf8.contains(0x2F) {
      try file?.finishUnsynced()
      hasUnsynced = true
    } else {
      if hasUnsynced { try makeDurable(around: folder) }
      hasUnsynced = false
      try file?.finish()
      documents.append(folder.appending(path))
    }
    file = nil
    written.insert(path)
  }

  private func flush() throws {
    try file?.write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Removes numbered files that an earlier, longer document left in folders of ours: a page that nothing leads to any
  /// more would still show what somebody took out.
  func sweep(_ folders: [String]) throws {
    for name in folders {
      guard let names = try? namesInFolder(folder.appending(name)) else { continue }
      let others = names.compactMap(\.text).filter {
        !written.contains("\(name)/\($0)") && DocumentSink.isNumbered($0)
      }
      for file in others {
        try removeOutputFile(folder.appending(name).appending(file))
      }
    }
  }

  /// `0012.html`, `000012m.jpg`, `exhibit-0012.jpg`: names that only reports give.
  private static func isNumbered(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, ["html", "jpg", "jpeg", "png", "webp"].contains(parts[1]) else { return false }
    var stem = parts[0]
    if stem.hasPrefix("exhibit-") { stem = stem.dropFirst(8) }
    if let last = stem.last, "sml".contains(last) { stem = stem.dropLast() }
    return stem.count >= 4 && stem.allSatisfy { $0.isASCII && $0.isNumber }
  }
}

/// Holds the one open file of a sink, which is a value that cannot be copied.
private final class DurableFileBox {
  private var file: DurableFile?

  init(_ file: consuming DurableFile) { self.file = consume file }

  func write(_ bytes: [UInt8]) throws(Failure) { try file?.write(bytes) }

  func finish() throws(Failure) {
    guard let file = file.take() else { return }
    _ = try file.finish()
  }

  func finishUnsynced() throws(Failure) {
    guard let file = file.take() else { return }
    try file.finishUnsynced()
  }
}
