/// Bytes that can be read from their beginning as often as needed: a table is read once for its encoding, once
/// for what its columns show, and once for its rows, so that a million rows need little memory.
public struct TableSource: Sendable {
  /// Gives the next bytes, at most about as many as asked for; nothing at the end.
  public typealias Pull = (Int) throws -> [UInt8]

  private let start: @Sendable () throws -> Pull

  /// - Parameter open: begins at the first byte, each time it is called.
  public init(open: @escaping @Sendable () throws -> Pull) {
    start = open
  }

  /// Bytes that are in memory already.
  public init(_ bytes: [UInt8]) {
    start = {
      var position = 0
      return { wanted in
        let end = min(bytes.count, position + max(1, wanted))
        defer { position = end }
        return Array(bytes[position..<end])
      }
    }
  }

  public init(_ text: String) {
    self.init(Array(text.utf8))
  }

  /// A fresh reading from the first byte.
  public func open() throws -> Pull {
    try start()
  }
}
