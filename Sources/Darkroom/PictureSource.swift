import CVips
public import PossessionsCore

/// Where a picture's encoded bytes are.
public enum PictureSource: Sendable {
  /// A file, by its path's bytes. Nothing in the name is taken for an option.
  case file(BytePath)
  case bytes([UInt8])

  /// The same bytes for the header parsers; empty where there is no such file.
  var picture: any PictureBytes {
    switch self {
    case .bytes(let bytes): MemoryBytes(bytes)
    case .file: (try? SourceBytes(OpenSource(self))) ?? MemoryBytes([])
    }
  }
}

/// An open VipsSource: one owned reference.
final class OpenSource {
  let pointer: UnsafeMutablePointer<VipsSource>

  init(_ source: PictureSource) throws(ImagingError) {
    let made: UnsafeMutablePointer<VipsSource>?
    switch source {
    case .file(let path):
      guard !path.bytes.contains(0) else { throw ImagingError("open", hint: "there is a NUL in the name") }
      made = (path.bytes + [0]).withUnsafeBytes { bytes in
        vips_source_new_from_file(bytes.assumingMemoryBound(to: CChar.self).baseAddress)
      }
    case .bytes(let bytes):
      let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, bytes.count), alignment: 16)
      memory.copyBytes(from: bytes)
      made = vips_source_new_from_memory(memory.baseAddress, bytes.count)
      keep(memory, with: made)
    }
    guard let made else { throw ImagingError(taking: "open") }
    pointer = made
  }

  deinit { cvips_unref(pointer) }
}

/// libvips only borrows memory: it is freed with the object that borrowed it, however many references that has by then
/// (g_object_set_data_full). Without an object it is freed at once.
func keep<Object>(_ memory: UnsafeMutableRawBufferPointer, with object: UnsafeMutablePointer<Object>?) {
  guard let object else { return memory.deallocate() }
  UnsafeMutableRawPointer(object).withMemoryRebound(to: GObject.self, capacity: 1) {
    g_object_set_data_full($0, "possessions-memory", memory.baseAddress) { $0?.deallocate() }
  }
}

/// A source to look at anywhere (vips_source_seek, vips_source_read), with a window of what was read last.
final class SourceBytes: PictureBytes {
  private let source: OpenSource
  private var window = ReadWindow()
  let count: Int

  init(_ source: OpenSource) {
    self.source = source
    count = max(0, Int(vips_source_length(source.pointer)))
  }

  func bytes(at offset: Int, count wanted: Int) -> [UInt8] {
    window.bytes(at: offset, count: wanted, of: count) { readFully(at: $0, count: $1) }
  }

  private func readFully(at offset: Int, count: Int) -> [UInt8] {
    guard vips_source_seek(source.pointer, gint64(offset), SEEK_SET) == gint64(offset) else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let more = vips_source_read(source.pointer, buffer.baseAddress?.advanced(by: filled), count - filled)
        if more <= 0 { break }
        filled += Int(more)
      }
    }
  }
}
