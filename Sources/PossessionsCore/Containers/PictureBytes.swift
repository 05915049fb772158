/// Bytes that a parser may look at anywhere: a file, or memory. What lies beyond the end is simply not there, so a
/// parser of damaged files never has to ask for permission.
public protocol PictureBytes {
  /// All bytes there are.
  var count: Int { get }
  /// The bytes from `offset`, at most `count`; fewer or none where the source ends. Reading errors end it too.
  func bytes(at offset: Int, count: Int) -> [UInt8]
}

/// Bytes in memory.
public struct MemoryBytes: PictureBytes, Sendable {
  private let storage: ArraySlice<UInt8>

  public init(_ bytes: [UInt8]) { storage = bytes[...] }
  public init(_ bytes: ArraySlice<UInt8>) { storage = bytes }

  public var count: Int { storage.count }

  public func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < storage.count, count > 0 else { return [] }
    let start = storage.startIndex + offset
    return Array(storage[start..<(start + min(count, storage.count - offset))])
  }
}

/// A part of another source, as a source of its own that starts at 0.
struct ByteWindow: PictureBytes {
  let base: any PictureBytes
  let start: Int
  let count: Int

  /// Cut to what the base has.
  init(_ base: any PictureBytes, start: Int, count: Int) {
    self.base = base
    self.start = max(0, min(start, base.count))
    self.count = max(0, min(count, base.count - self.start))
  }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    guard offset >= 0, offset < self.count, count > 0 else { return [] }
    return base.bytes(at: start + offset, count: min(count, self.count - offset))
  }
}

extension PictureBytes {
  /// Exactly `count` bytes, or nil.
  func exactly(_ count: Int, at offset: Int) -> [UInt8]? {
    let found = bytes(at: offset, count: count)
    return found.count == count ? found : nil
  }

  /// An unsigned number of 1 to 8 bytes, the most significant first; nil beyond the end or beyond `Int`.
  func big(_ count: Int, at offset: Int) -> Int? {
    exactly(count, at: offset).flatMap { number($0) }
  }

  /// The same, the least significant byte first.
  func little(_ count: Int, at offset: Int) -> Int? {
    exactly(count, at: offset).flatMap { number($0.reversed()) }
  }

  func hasText(_ text: StaticString, at offset: Int) -> Bool {
    let wanted = Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    return exactly(wanted.count, at: offset) == wanted
  }

  /// Four characters as text; bytes that are no ASCII make it nil.
  func fourCharacters(at offset: Int) -> String? {
    guard let code = exactly(4, at: offset), code.allSatisfy({ (0x20...0x7E).contains($0) }) else {
      return nil
    }
    return String(decoding: code, as: UTF8.self)
  }

  private func number(_ bytes: some Sequence<UInt8>) -> Int? {
    let value = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }
}
