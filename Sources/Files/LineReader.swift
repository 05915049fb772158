public import PossessionsCore

/// The lines of a file, one at a time: for files too large to be read whole.
public final class LineReader {
  private let file: FileDescriptor
  private var buffer: [UInt8] = []
  private var start = 0
  private var isAtEnd = false
  private let limit: Int

  /// - Parameter limit: a longer line is refused (`badData`).
  public init(_ file: consuming FileDescriptor, limit: Int = 1 << 26) {
    self.file = file
    self.limit = limit
  }

  /// The next line without its line feed; nil at the end.
  public func next() throws(Failure) -> [UInt8]? {
    var searched = start
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { start = end + 1 }
        return Array(buffer[start..<end])
      }
      if isAtEnd {
        guard start < buffer.count else { return nil }
        defer { start = buffer.count }
        return Array(buffer[start...])
      }
      buffer.removeFirst(start)
      start = 0
      searched = buffer.count
      guard searched <= limit else {
        throw Failure(
          .badData, subject: file.path.description, message: "a line is longer than \(limit) bytes",
          remedy: "see whether it is the right file")
      }
      var block = [UInt8](repeating: 0, count: 1 << 16)
      let count = try file.read(into: &block)
      if count == 0 { isAtEnd = true } else { buffer += block[..<count] }
    }
  }
}
