/// Decompresses a zlib stream (RFC 1950, RFC 1951) of bounded size: for the old way of keeping EXIF in PNG text.
/// Plain and slow; nothing larger than metadata goes through it.
func inflated(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
  // Method 8, and the two header bytes divide by 31. No preset dictionary.
  guard bytes.count > 2, bytes[0] & 15 == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0,
    bytes[1] & 0x20 == 0
  else { return nil }
  var inflater = Inflater(bytes: bytes, index: 2, limit: limit)
  return inflater.run() ? inflater.output : nil
}

private struct Inflater {
  let bytes: [UInt8]
  var index: Int
  let limit: Int
  var output: [UInt8] = []
  private var hold = 0
  private var held = 0

  init(bytes: [UInt8], index: Int, limit: Int) {
    self.bytes = bytes
    self.index = index
    self.limit = limit
  }

  mutating func run() -> Bool {
    while true {
      guard let last = take(1), let kind = take(2) else { return false }
      switch kind {
      case 0: guard stored() else { return false }
      case 1:
        let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
        guard block(Huffman(lengths: lengths), Huffman(lengths: [Int](repeating: 5, count: 30))) else {
          return false
        }
      case 2:
        guard let tables = readTables(), block(tables.0, tables.1) else { return false }
      default: return false
      }
      if last == 1 { return true }
    }
  }

  private mutating func take(_ count: Int) -> Int? {
    while held < count {
      guard index < bytes.count else { return nil }
      hold |= Int(bytes[index]) << held
      index += 1
      held += 8
    }
    defer {
      hold >>= count
      held -= count
    }
    return hold & ((1 << count) - 1)
  }

  private mutating func stored() -> Bool {
    hold = 0
    held = 0
    guard let length = take(16), let check = take(16), length == check ^ 0xFFFF,
      index + length <= bytes.count,
      output.count + length <= limit
    else { return false }
    output += bytes[index..<(index + length)]
    index += length
    return true
  }

  private mutating func readTables() -> (Huffman, Huffman)? {
    guard let literals = take(5), let distances = take(5), let codes = take(4) else { return nil }
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    var lengths = [Int](repeating: 0, count: 19)
    for place in order.prefix(codes + 4) {
      guard let length = take(3) else { return nil }
      lengths[place] = length
    }
    let code = Huffman(lengths: lengths)
    let wanted = literals + 257 + distances + 1
    var all: [Int] = []
    while all.count < wanted {
      guard let symbol = symbol(code) else { return nil }
      switch symbol {
      case 16:
        guard let previous = all.last, let more = take(2) else { return nil }
        all += [Int](repeating: previous, count: more + 3)
      case 17:
        guard let more = take(3) else { return nil }
        all += [Int](repeating: 0, count: more + 3)
      case 18:
        guard let more = take(7) else { return nil }
        all += [Int](repeating: 0, count: more + 11)
      default: all.append(symbol)
      }
    }
    guard all.count == wanted else { return nil }
    return (
      Huffman(lengths: Array(all[..<(literals + 257)])), Huffman(lengths: Array(all[(literals + 257)...]))
    )
  }

  private mutating func symbol(_ code: Huffman) -> Int? {
    var value = 0
    var first = 0
    var start = 0
    for length in 1...15 {
      guard let bit = take(1) else { return nil }
      value = value << 1 | bit
      let count = code.counts[length]
      if value - first < count { return code.symbols[start + value - first] }
      start += count
      first = (first + count) << 1
    }
    return nil
  }

  private static let lengthBase = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
    227, 258,
  ]
  private static let lengthExtra = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distanceBase = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073,
    4097, 6145,
    8193, 12289, 16385, 24577,
  ]

  private mutating func block(_ literals: Huffman, _ distances: Huffman) -> Bool {
    while true {
      guard let found = symbol(literals) else { return false }
      if found == 256 { return true }
      if found < 256 {
        guard output.count < limit else { return false }
        output.append(UInt8(found))
        continue
      }
      let entry = found - 257
      guard entry < Inflater.lengthBase.count, let extra = take(Inflater.lengthExtra[entry]),
        let far = symbol(distances), far < Inflater.distanceBase.count,
        let more = take(far < 2 ? 0 : far / 2 - 1)
      else { return false }
      let length = Inflater.lengthBase[entry] + extra
      let distance = Inflater.distanceBase[far] + more
      guard distance <= output.count, output.count + length <= limit else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
  }
}

/// A canonical code: how many codes of each length, and their symbols in order.
private struct Huffman {
  var counts = [Int](repeating: 0, count: 16)
  var symbols: [Int]

  init(lengths: [Int]) {
    for length in lengths { counts[length] += 1 }
    counts[0] = 0
    var offsets = [Int](repeating: 0, count: 16)
    for length in 1..<15 { offsets[length + 1] = offsets[length] + counts[length] }
    symbols = [Int](repeating: 0, count: lengths.count)
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[offsets[length]] = symbol
      offsets[length] += 1
    }
  }
}
