/// A pattern of names in a photos cell: `*` and `?` within a name, `[abc]` and `[a-z]`, `**` for folders of any depth.
///
/// Without a slash it is compared with names alone, with one with whole paths or their last parts. NFC and NFD are
/// one, since it works on numbers for characters (`Letters`) and not on bytes.
struct Glob: Sendable {
  private enum Part: Hashable, Sendable {
    case anyDepth
    case name([Piece])
  }
  private enum Piece: Hashable, Sendable {
    case literal(UInt32)
    case anyOne
    case anyMany
    case oneOf([ClosedRange<UInt32>], negated: Bool)
  }

  private let parts: [Part]
  let hasFolders: Bool
  /// What every match of the last part begins with.
  let literalPrefix: String

  /// Nil where the text is no pattern.
  init?(_ text: String, letters: Letters) {
    guard Glob.isPattern(text) else { return nil }
    var parts: [Part] = []
    var prefix = ""
    for component in text.split(separator: "/") where component != "." {
      if component == "**" {
        if parts.last != .anyDepth { parts.append(.anyDepth) }
        prefix = ""
      } else {
        parts.append(.name(Glob.pieces(of: letters.numbers(of: component))))
        prefix = String(component.prefix { $0 != "*" && $0 != "?" && $0 != "[" })
      }
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
    hasFolders = parts.count > 1
    literalPrefix = prefix
  }

  /// Whether a text holds a character that means others.
  static func isPattern(_ text: String) -> Bool {
    text.utf8.contains { $0 == 0x2A || $0 == 0x3F || $0 == 0x5B }
  }

  /// Whether a file's name fits the last part, whatever its folders are.
  func matches(name: [UInt32]) -> Bool {
    if case .name(let pieces)? = parts.last { Glob.fits(pieces, name) } else { true }
  }

  private static func pieces(of numbers: [UInt32]) -> [Piece] {
    var pieces: [Piece] = []
    var index = 0
    while index < numbers.count {
      switch numbers[index] {
      case 0x2A:
        if pieces.last != .anyMany { pieces.append(.anyMany) }
      case 0x3F:
        pieces.append(.anyOne)
      case 0x5B:
        if let (piece, end) = set(in: numbers, from: index) {
          pieces.append(piece)
          index = end
        } else {
          pieces.append(.literal(0x5B))
        }
      default:
        pieces.append(.literal(numbers[index]))
      }
      index += 1
    }
    return pieces
  }

  /// Reads `[…]`; the index of its closing bracket comes with it.
  private static func set(in numbers: [UInt32], from open: Int) -> (Piece, Int)? {
    let (closing, dash, bang, hat): (UInt32, UInt32, UInt32, UInt32) = (0x5D, 0x2D, 0x21, 0x5E)
    var index = open + 1
    var negated = false
    if index < numbers.count, numbers[index] == bang || numbers[index] == hat {
      negated = true
      index += 1
    }
    var ranges: [ClosedRange<UInt32>] = []
    while index < numbers.count {
      if numbers[index] == closing, !ranges.isEmpty { return (.oneOf(ranges, negated: negated), index) }
      let low = numbers[index]
      if index + 2 < numbers.count, numbers[index + 1] == dash, numbers[index + 2] != closing {
        let high = numbers[index + 2]
        guard low <= high else { return nil }
        ranges.append(low...high)
        index += 3
      } else {
        ranges.append(low...low)
        index += 1
      }
    }
    return nil
  }

  /// Whether the last names of a path fit, the file's own name at the end.
  ///
  /// - Parameter components: the numbers of each name.
  func matches(_ components: [[UInt32]]) -> Bool {
    guard let name = components.last, matches(name: name) else { return false }
    return !hasFolders || components.indices.contains { fits(components[$0...]) }
  }

  /// Whether all of the names fit all of the parts: a row at a time, so that `**` costs no more than its length.
  private func fits(_ names: ArraySlice<[UInt32]>) -> Bool {
    // reachable[i]: the parts so far can end before the name at i.
    var reachable = [Bool](repeating: false, count: names.count + 1)
    reachable[0] = true
    for part in parts {
      var next = [Bool](repeating: false, count: names.count + 1)
      switch part {
      case .anyDepth:
        var seen = false
        for index in reachable.indices {
          seen = seen || reachable[index]
          next[index] = seen
        }
      case .name(let pieces):
        for (index, name) in names.enumerated() where reachable[index] {
          next[index + 1] = Glob.fits(pieces, name)
        }
      }
      reachable = next
    }
    return reachable[names.count]
  }

  /// The usual walk with one point of return: at worst the product of both lengths.
  private static func fits(_ pieces: [Piece], _ numbers: [UInt32]) -> Bool {
    // What follows the last wild card first, from the end: most names differ there.
    for (piece, number) in zip(pieces.reversed(), numbers.reversed()) {
      guard case .literal(let own) = piece else { break }
      if own != number { return false }
    }
    var piece = 0
    var scalar = 0
    var starPiece: Int?
    var starScalar = 0
    while scalar < numbers.count {
      if piece < pieces.count, case .anyMany = pieces[piece] {
        starPiece = piece
        starScalar = scalar
        piece += 1
      } else if piece < pieces.count, accepts(pieces[piece], numbers[scalar]) {
        piece += 1
        scalar += 1
      } else if let star = starPiece {
        piece = star + 1
        starScalar += 1
        scalar = starScalar
      } else {
        return false
      }
    }
    return pieces[piece...].allSatisfy { $0 == .anyMany }
  }

  private static func accepts(_ piece: Piece, _ scalar: UInt32) -> Bool {
    switch piece {
    case .literal(let own): own == scalar
    case .anyOne: true
    case .anyMany: false
    case .oneOf(let ranges, let negated): ranges.contains { $0.contains(scalar) } != negated
    }
  }
}

/// Numbers for characters: ASCII by its code, every other by the order in which it was met. Canonically equivalent
/// characters have one number.
struct Letters: Sendable {
  private var others: [Character: UInt32] = [:]
  private static let unknown = UInt32.max

  /// Learns the characters of a text on the way.
  mutating func learn(_ text: some StringProtocol) -> [UInt32] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.map { UInt32($0) } }
    return text.map { character in
      if let code = character.asciiValue { return UInt32(code) }
      let number = others[character] ?? UInt32(0x80 + others.count)
      others[character] = number
      return number
    }
  }

  func numbers(of text: some StringProtocol) -> [UInt32] {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.map { UInt32($0) } }
    return text.map { character in
      character.asciiValue.map { UInt32($0) } ?? others[character] ?? Letters.unknown
    }
  }
}
