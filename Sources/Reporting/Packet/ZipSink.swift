/// Files as one ZIP archive, written straight through: nothing is held, and nothing is gone back to.
///
/// Sizes are not known beforehand, so they follow each file in a data descriptor. Entries are deflate streams of
/// stored blocks (RFC 1951, 3.2.4): pictures do not shrink any further, and readers that stream take a descriptor only
/// with deflate. Larger archives get the ZIP64 records (APPNOTE 4.3.14 and 4.5.3). Times are fixed.
final class ZipSink: ReportSink {
  private struct Entry {
    var name: [UInt8]
    var crc: UInt32 = 0
    var size: UInt64 = 0
    var stored: UInt64 = 0
    var offset: UInt64
  }

  private let output: any ReportSink
  private let time: (UInt16, UInt16)
  private var entries: [Entry] = []
  private var offset: UInt64 = 0
  private var pending: [UInt8] = []

  /// - Parameters:
  ///   - output: has the archive's file open.
  ///   - year, month, day: of every entry; from 1980.
  init(output: any ReportSink, year: Int, month: Int, day: Int) {
    self.output = output
    let years = UInt16(min(127, max(0, year - 1980)))
    time = (0, years << 9 | UInt16(month) << 5 | UInt16(day))
  }

  var temporaryFolder: String { output.temporaryFolder }
  func progress(done: Int, of total: Int) { output.progress(done: done, of: total) }

  func begin(_ path: String) throws {
    let name = Array(path.utf8)
    entries.append(Entry(name: name, offset: offset))
    var header = Bytes()
    header.add32(0x0403_4B50)
    // Version 4.5 knows ZIP64; bit 3: sizes follow; bit 11: names are UTF-8.
    header.add16(45, 0x0808, 8, time.0, time.1)
    header.add32(0, 0, 0)
    header.add16(UInt16(name.count), 0)
    try emit(header.bytes + name)
  }

  func write(_ bytes: [UInt8]) throws {
    let last = entries.count - 1
    entries[last].crc = crc32(bytes, after: entries[last].crc)
    entries[last].size += UInt64(bytes.count)
    pending += bytes
    var begin = 0
    while pending.count - begin >= 0xFFFF {
      try block(pending[begin..<begin + 0xFFFF], isLast: false)
      begin += 0xFFFF
    }
    if begin > 0 { pending.removeFirst(begin) }
  }

  func end() throws {
    try block(pending[...], isLast: true)
    pending.removeAll(keepingCapacity: true)
    let entry = entries[entries.count - 1]
    var descriptor = Bytes()
    descriptor.add32(0x0807_4B50, entry.crc)
    // Eight bytes each only where four do not hold them, as readers expect.
    if entry.size > 0xFFFF_FFFE || entry.stored > 0xFFFF_FFFE {
      descriptor.add64(entry.stored, entry.size)
    } else {
      descriptor.add32(UInt32(entry.stored), UInt32(entry.size))
    }
    try emit(descriptor.bytes)
  }

  private func block(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws {
    let length = UInt16(bytes.count)
    var head = Bytes()
    head.bytes.append(isLast ? 1 : 0)
    head.add16(length, ~length)
    entries[entries.count - 1].stored += UInt64(5 + bytes.count)
    try emit(head.bytes + bytes)
  }

  private func emit(_ bytes: [UInt8]) throws {
    offset += UInt64(bytes.count)
    try output.write(bytes)
  }

  /// Writes the directory; the archive is whole then.
  func finish() throws {
    let begin = offset
    for entry in entries { try emit(directoryEntry(entry)) }
    let size = offset - begin
    var end = Bytes()
    if entries.count > 0xFFFE || begin > 0xFFFF_FFFE || size > 0xFFFF_FFFE {
      let place = offset
      end.add32(0x0606_4B50)
      end.add64(44)
      end.add16(45, 45)
      end.add32(0, 0)
      end.add64(UInt64(entries.count), UInt64(entries.count), size, begin)
      end.add32(0x0706_4B50, 0)
      end.add64(place)
      end.add32(1)
    }
    end.add32(0x0605_4B50)
    let count = UInt16(clamping: entries.count)
    end.add16(0, 0, count, count)
    end.add32(UInt32(clamping: size), UInt32(clamping: begin))
    end.add16(0)
    try emit(end.bytes)
  }

  private func directoryEntry(_ entry: Entry) -> [UInt8] {
    var large = Bytes()
    if entry.size > 0xFFFF_FFFE { large.add64(entry.size) }
    if entry.stored > 0xFFFF_FFFE { large.add64(entry.stored) }
    if entry.offset > 0xFFFF_FFFE { large.add64(entry.offset) }
    var extra = Bytes()
    if !large.bytes.isEmpty {
      extra.add16(1, UInt16(large.bytes.count))
      extra.bytes += large.bytes
    }
    var header = Bytes()
    header.add32(0x0201_4B50)
    // Made by version 4.5 on Unix.
    header.add16(0x032D, 45, 0x0808, 8, time.0, time.1)
    header.add32(entry.crc, UInt32(clamping: entry.stored), UInt32(clamping: entry.size))
    header.add16(UInt16(entry.name.count), UInt16(extra.bytes.count), 0, 0, 0)
    // A regular file that everyone may read.
    header.add32(0o100644 << 16, UInt32(clamping: entry.offset))
    return header.bytes + entry.name + extra.bytes
  }
}

/// Little-endian numbers one after another.
private struct Bytes {
  var bytes: [UInt8] = []

  mutating func add16(_ values: UInt16...) {
    for value in values {
      bytes += [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
    }
  }

  mutating func add32(_ values: UInt32...) {
    for value in values {
      for shift in stride(from: 0, to: 32, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(shift)))
      }
    }
  }

  mutating func add64(_ values: UInt64...) {
    for value in values {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
      }
    }
  }
}

/// CRC-32 of ZIP (ISO 3309), going on after an earlier piece; 0 begins.
func crc32(_ bytes: [UInt8], after crc: UInt32 = 0) -> UInt32 {
  var value = ~crc
  bytes.withUnsafeBufferPointer { buffer in
    crcTable.withUnsafeBufferPointer { table in
      for byte in buffer { value = table[Int((value ^ UInt32(byte)) & 255)] ^ value >> 8 }
    }
  }
  return ~value
}

private let crcTable: [UInt32] = (0..<256).map { index in
  var value = UInt32(index)
  for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
  return value
}
