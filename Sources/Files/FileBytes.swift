import Glibc
public import PossessionsCore

/// An open file as bytes to look at anywhere (pread), for the header parsers. Small reads come from a window of what
/// was read last; where reading stands in the descriptor does not move.
///
/// Not Sendable: one parser at a time.
public final class FileBytes: PictureBytes {
  private let descriptor: FileDescriptor
  private var window = ReadWindow()
  public let count: Int

  /// Takes over the descriptor.
  public init(_ descriptor: consuming FileDescriptor) throws(Failure) {
    count = Int(clamping: try descriptor.stamp().size)
    self.descriptor = descriptor
  }

  /// Opens a regular file, as `FileDescriptor.reading` does.
  public convenience init(path: BytePath) throws(Failure) {
    try self.init(FileDescriptor.reading(path))
  }

  public func bytes(at offset: Int, count wanted: Int) -> [UInt8] {
    window.bytes(at: offset, count: wanted, of: count) { readFully(at: $0, count: $1) }
  }

  /// Fewer bytes where the file has become shorter or a read fails.
  private func readFully(at offset: Int, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let done = filled
        let more = retryingInterrupted {
          pread(
            descriptor.number, buffer.baseAddress?.advanced(by: done), count - done, off_t(offset + done))
        }
        if more <= 0 { break }
        filled += more
      }
    }
  }
}
