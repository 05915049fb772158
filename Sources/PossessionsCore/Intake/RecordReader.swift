/// Cuts UTF-8 text into records and cells after RFC 4180, byte by byte and in bounded memory.
///
/// Doubled quotes become one, line breaks inside quotes stay, and CRLF, LF or CR ends a record. A quote inside a
/// cell that did not begin with one is text, as in `12" screen`. What makes the borders of records doubtful
/// (a quote that never closes, text after a closing quote, a NUL) is a fault of the file and kept in `faults`:
/// such a file is refused whole, because rows would merge or vanish. Characters are never looked at: a combining
/// mark after a delimiter or after CR LF does not swallow it.
struct RecordReader {
  /// Damage that makes the borders of rows doubtful.
  struct Fault: Hashable {
    enum Kind: Hashable { case unclosedQuote, textAfterQuote, nul }
    var kind: Kind
    var line: Int
    /// Counted from 1.
    var column: Int
  }

  /// Where a cell stands in `bytes`, quotes not included.
  struct CellBounds {
    var start: Int
    var end: Int
    var isQuoted: Bool
  }

  /// Holds the current record, and what was read ahead.
  private(set) var bytes: [UInt8] = []
  /// The cells of the current record.
  private(set) var cells: [CellBounds] = []
  /// The line where the current record begins, from 1.
  private(set) var line = 1
  /// Every fault met so far, the first hundred of them.
  private(set) var faults: [Fault] = []

  private let pull: TableSource.Pull
  private let delimiter: UInt8
  private var filled = 0
  private var position = 0
  private var nextLine = 1
  private var reachedEnd = false
  private static let chunk = 1 << 18

  /// - Parameter pull: gives UTF-8.
  init(pull: @escaping TableSource.Pull, delimiter: UInt8) {
    self.pull = pull
    self.delimiter = delimiter
  }

  /// Whether every cell of the record is empty and the record is one cell: an empty line.
  var isEmptyLine: Bool {
    cells.count == 1 && cells[0].start == cells[0].end && !cells[0].isQuoted
  }

  /// The text of a cell of the current record.
  func text(_ index: Int) -> String {
    let cell = cells[index]
    return String(decoding: bytes[cell.start..<cell.end], as: UTF8.self)
  }

  /// Goes to the next record; false at the end. Empty lines are records of one empty cell.
  mutating func next() throws -> Bool {
    while true {
      line = nextLine
      if position < filled || !reachedEnd {
        if scan() { return true }
        if reachedEnd { return false }
      } else {
        return false
      }
      try refill()
    }
  }

  /// Moves what is left of the buffer to its front and reads on; a record longer than the buffer doubles it.
  private mutating func refill() throws {
    let left = filled - position
    var fresh: [UInt8] = []
    fresh.reserveCapacity(left + RecordReader.chunk)
    fresh.append(contentsOf: bytes[position..<filled])
    let wanted = max(RecordReader.chunk, left)
    while fresh.count < left + wanted {
      let more = try pull(left + wanted - fresh.count)
      if more.isEmpty {
        reachedEnd = true
        break
      }
      fresh.append(contentsOf: more)
    }
    bytes = fresh
    filled = fresh.count
    position = 0
  }

  /// Scans one record from `position`; false where it is not complete and more may come, or nothing is left.
  private mutating func scan() -> Bool {
    cells.removeAll(keepingCapacity: true)
    let start = position
    let end = filled
    let delimiter = delimiter
    let reachedEnd = reachedEnd
    if start == end { return false }

    var index = start
    var linesWithin = 0
    var doubled = false
    var found: [Fault] = []
    var bounds = cells
    cells = []
    /// Nil: not complete.
    let next: Int? = bytes.withUnsafeBufferPointer { bytes -> Int? in
      while true {
        // One cell from `index`.
        if index < end, bytes[index] == 0x22 {
          let openLine = line + linesWithin
          index += 1
          let cellStart = index
          var cellEnd = index
          while true {
            while index < end, bytes[index] != 0x22 {
              let byte = bytes[index]
              if byte == 0x0A {
                linesWithin += 1
              } else if byte == 0x0D {
                if index + 1 < end {
                  if bytes[index + 1] != 0x0A { linesWithin += 1 }
                } else if reachedEnd {
                  linesWithin += 1
                }
              } else if byte == 0 {
                found.append(Fault(kind: .nul, line: line + linesWithin, column: bounds.count + 1))
              }
              index += 1
            }
            if index >= end {
              if !reachedEnd { return nil }
              found.append(Fault(kind: .unclosedQuote, line: openLine, column: bounds.count + 1))
              bounds.append(CellBounds(start: cellStart, end: end, isQuoted: true))
              return end
            }
            if index + 1 >= end, !reachedEnd { return nil }
            if index + 1 < end, bytes[index + 1] == 0x22 {
              doubled = true
              index += 2
              continue
            }
            cellEnd = index
            index += 1
            break
          }
          // Spaces after the closing quote are allowed and dropped.
          while index < end, bytes[index] == 0x20, delimiter != 0x20 { index += 1 }
          if index >= end, !reachedEnd { return nil }
          if index < end, bytes[index] != delimiter, bytes[index] != 0x0A, bytes[index] != 0x0D {
            found.append(
              Fault(kind: .textAfterQuote, line: line + linesWithin, column: bounds.count + 1))
            while index < end, bytes[index] != delimiter, bytes[index] != 0x0A, bytes[index] != 0x0D {
              index += 1
            }
            if index >= end, !reachedEnd { return nil }
          }
          bounds.append(CellBounds(start: cellStart, end: cellEnd, isQuoted: true))
        } else {
          let cellStart = index
          while index < end {
            let byte = bytes[index]
            if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
            if byte == 0 {
              found.append(Fault(kind: .nul, line: line + linesWithin, column: bounds.count + 1))
            }
            index += 1
          }
          if index >= end, !reachedEnd { return nil }
          bounds.append(CellBounds(start: cellStart, end: index, isQuoted: false))
        }
        // What ends the cell.
        if index >= end { return end }
        let byte = bytes[index]
        if byte == delimiter {
          index += 1
          if index >= end {
            if !reachedEnd { return nil }
            bounds.append(CellBounds(start: end, end: end, isQuoted: false))
            return end
          }
        } else if byte == 0x0A {
          linesWithin += 1
          return index + 1
        } else {
          if index + 1 >= end, !reachedEnd { return nil }
          linesWithin += 1
          return index + 1 < end && bytes[index + 1] == 0x0A ? index + 2 : index + 1
        }
      }
    }
    cells = bounds
    guard let next else { return false }
    if faults.count < 100 { faults.append(contentsOf: found.prefix(100 - faults.count)) }
    position = next
    nextLine = line + linesWithin
    if doubled { undouble() }
    return true
  }

  /// Makes doubled quotes one, in place: the record is complete and will not be scanned again.
  private mutating func undouble() {
    for number in cells.indices where cells[number].isQuoted {
      let cell = cells[number]
      var write = cell.start
      var read = cell.start
      while read < cell.end {
        let byte = bytes[read]
        bytes[write] = byte
        write += 1
        read += byte == 0x22 ? 2 : 1
      }
      cells[number].end = write
    }
  }
}

extension RecordReader {
  /// Text of a file in its encoding, cut into records.
  ///
  /// - Parameter source: the raw bytes.
  init(
    _ source: TableSource, encoding: TextEncoding, delimiter: UInt8, countsLines: Bool = false
  ) throws {
    let raw = try source.open()
    var decoder = TextDecoder(encoding, countsLines: countsLines)
    var isOver = false
    self.init(
      pull: { wanted in
        while !isOver {
          let bytes = try raw(wanted)
          isOver = bytes.isEmpty
          let text = try decoder.decode(bytes, last: isOver)
          if !text.isEmpty { return text }
        }
        return []
      }, delimiter: delimiter)
  }
}
