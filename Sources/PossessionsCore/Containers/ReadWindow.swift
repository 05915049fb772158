/// The part of a long source that was read last, so that the small reads of a header parser, one beside the other,
/// cost one read of the source.
public struct ReadWindow: Sendable {
  private var bytes: [UInt8] = []
  private var start = 0

  /// Bytes that a read takes at the least, and that a window keeps at the most.
  private static let least = 4096
  private static let most = 1 << 16

  public init() {}

  /// The bytes from `offset`, at most `wanted`; fewer or none where the source ends.
  ///
  /// - Parameters:
  ///   - total: bytes that the source has.
  ///   - read: reads the source itself at an offset; gives fewer bytes where it fails.
  public mutating func bytes(
    at offset: Int, count wanted: Int, of total: Int, read: (_ offset: Int, _ count: Int) -> [UInt8]
  ) -> [UInt8] {
    guard offset >= 0, offset < total, wanted > 0 else { return [] }
    let wanted = min(wanted, total - offset)
    if offset >= start, offset + wanted <= start + bytes.count {
      return Array(bytes[(offset - start)..<(offset - start + wanted)])
    }
    let fresh = read(offset, max(wanted, min(ReadWindow.least, total - offset)))
    if fresh.count <= ReadWindow.most {
      bytes = fresh
      start = offset
    }
    return Array(fresh.prefix(wanted))
  }
}
