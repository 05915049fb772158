/// A pattern of names in a photos cell: `*` and `?` within a name, `[abc]` and `[a-z]`, `**` for folders of any depth.
///
/// Without a slash it is compared with names alone, with one with whole paths or their last parts. Works on
/// characters, so that composed and decomposed forms are one.
struct Glob: Sendable {
  private enum Part: Hashable, Sendable {
    case anyDepth
    case name([Piece])
  }
  private enum Piece: Hashable, Sendable {
    case literal(Character)
    case anyOne
    case anyMany
    case oneOf([ClosedRange<Character>], negated: Bool)
  }

  private let parts: [Part]
  let hasFolders: Bool
  /// What every match of the last part begins with.
  let literalPrefix: String

  /// Nil where the text is no pattern.
  init?(_ text: String) {
    guard text.contains(where: { $0 == "*" || $0 == "?" || $0 == "[" }) else { return nil }
    var parts: [Part] = []
    for component in text.split(separator: "/") where component != "." {
      if component == "**" {
        if parts.last != .anyDepth { parts.append(.anyDepth) }
      } else {
        parts.append(.name(Glob.pieces(of: component)))
      }
    }
    guard !parts.isEmpty else { return nil }
    self.parts = parts
    hasFolders = parts.count > 1
    var prefix = ""
    if case .name(let pieces) = parts[parts.count - 1] {
      for case .literal(let scalar) in pieces.prefix(while: { if case .literal = $0 { true } else { false } })
      {
        prefix.append(scalar)
      }
    }
    literalPrefix = prefix
  }

  private static func pieces(of component: Substring) -> [Piece] {
    let scalars = Array(component)
    var pieces: [Piece] = []
    var index = 0
    while index < scalars.count {
      switch scalars[index] {
      case "*":
        if pieces.last != .anyMany { pieces.append(.anyMany) }
      case "?":
        pieces.append(.anyOne)
      case "[":
        if let (piece, end) = set(in: scalars, from: index) {
          pieces.append(piece)
          index = end
        } else {
          pieces.append(.literal("["))
        }
      default:
        pieces.append(.literal(scalars[index]))
      }
      index += 1
    }
    return pieces
  }

  /// Reads `[…]`; the index of its closing bracket comes with it.
  private static func set(in scalars: [Character], from open: Int) -> (Piece, Int)? {
    var index = open + 1
    var negated = false
    if index < scalars.count, scalars[index] == "!" || scalars[index] == "^" {
      negated = true
      index += 1
    }
    var ranges: [ClosedRange<Character>] = []
    while index < scalars.count {
      if scalars[index] == "]", !ranges.isEmpty { return (.oneOf(ranges, negated: negated), index) }
      let low = scalars[index]
      if index + 2 < scalars.count, scalars[index + 1] == "-", scalars[index + 2] != "]" {
        let high = scalars[index + 2]
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
  func matches(_ components: [String]) -> Bool {
    if !hasFolders {
      guard let name = components.last, case .name(let pieces) = parts[0] else { return !components.isEmpty }
      return Glob.fits(pieces, Array(name))
    }
    let names = components.map { Array($0) }
    return (0..<max(1, names.count)).contains { start in fits(names[start...]) }
  }

  /// Whether all of the names fit all of the parts: a row at a time, so that `**` costs no more than its length.
  private func fits(_ names: ArraySlice<[Character]>) -> Bool {
    // reachable[i]: the parts so far can end before names[start + i].
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
  private static func fits(_ pieces: [Piece], _ scalars: [Character]) -> Bool {
    var piece = 0
    var scalar = 0
    var starPiece: Int?
    var starScalar = 0
    while scalar < scalars.count {
      if piece < pieces.count, pieces[piece] == .anyMany {
        starPiece = piece
        starScalar = scalar
        piece += 1
      } else if piece < pieces.count, accepts(pieces[piece], scalars[scalar]) {
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

  private static func accepts(_ piece: Piece, _ scalar: Character) -> Bool {
    switch piece {
    case .literal(let own): own == scalar
    case .anyOne: true
    case .anyMany: false
    case .oneOf(let ranges, let negated): ranges.contains { $0.contains(scalar) } != negated
    }
  }
}
