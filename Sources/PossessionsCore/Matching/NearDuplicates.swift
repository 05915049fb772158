/// Finds pictures that look alike, by their perceptual hashes: the same picture scaled or saved again, the shots of a
/// burst. Equal bytes are one picture anyway and never come here twice.

/// What is compared of a picture.
public struct ComparablePicture: Sendable, Hashable {
  public var key: ImageKey
  /// The 64 bits of the hash.
  public var hash: UInt64
  /// Pixels as shown upright.
  public var width: Int
  public var height: Int
  public var byteSize: Int64
  /// Decoded whole and without damage.
  public var isWhole: Bool

  public init(key: ImageKey, hash: UInt64, width: Int, height: Int, byteSize: Int64, isWhole: Bool) {
    self.key = key
    self.hash = hash
    self.width = width
    self.height = height
    self.byteSize = byteSize
    self.isWhole = isWhole
  }

  /// Nil where there is no hash that this program can compare, or one that says too little: plain pictures and even
  /// shades are all alike.
  public init?(_ picture: PictureRecord) {
    guard let hash = picture.perceptualHash.flatMap({ hashBits($0) }),
      let width = picture.facts.width, let height = picture.facts.height, width > 0, height > 0
    else { return nil }
    self.init(
      key: picture.key, hash: hash, width: width, height: height, byteSize: picture.byteSize,
      isWhole: picture.state == .ok || picture.state == .unrendered)
  }

  /// Whole before damaged, then the most pixels, then the most bytes, then by key.
  fileprivate func isBetter(than other: ComparablePicture) -> Bool {
    if isWhole != other.isWhole { return isWhole }
    // Sides out of a damaged catalog may be anything: pixelCount ends at the largest number.
    let pixels = PixelSize(width: width, height: height).pixelCount
    let others = PixelSize(width: other.width, height: other.height).pixelCount
    if pixels != others { return pixels > others }
    return byteSize != other.byteSize ? byteSize > other.byteSize : key < other.key
  }

  /// Scaling keeps the shape up to the rounding of a side.
  fileprivate func hasShape(of other: ComparablePicture) -> Bool {
    let (left, right) = (Double(width) * Double(other.height), Double(height) * Double(other.width))
    return abs(left - right) <= 0.03 * max(left, right)
  }
}

/// The bits of a perceptual hash of the present version that says enough to be compared; nil for others.
func hashBits(_ text: String) -> UInt64? {
  guard text.hasPrefix("1:"), text.utf8.count == 18, let bits = UInt64(text.dropFirst(2), radix: 16) else {
    return nil
  }
  return (8...56).contains(bits.nonzeroBitCount) ? bits : nil
}

/// Bits in which two near-duplicates may differ.
public let nearDuplicateBits = 5

/// Groups of pictures that look alike, each with its best picture first and all others near that one, so that a row
/// of small steps does not join what is far apart. Pictures without a like are left out.
///
/// The cost is near-linear: an index gives the few that can be near, never all pairs.
public func nearDuplicates(_ pictures: [ComparablePicture]) -> [[ComparablePicture]] {
  let ordered = pictures.sorted { $0.isBetter(than: $1) }
  let index = HashIndex(ordered.map(\.hash))
  var isTaken = [Bool](repeating: false, count: ordered.count)
  var groups: [[ComparablePicture]] = []
  for (number, best) in ordered.enumerated() where !isTaken[number] {
    isTaken[number] = true
    var others: [Int] = []
    index.forEachNear(best.hash, within: nearDuplicateBits) { other in
      if !isTaken[other], best.hasShape(of: ordered[other]) { others.append(other) }
    }
    guard !others.isEmpty else { continue }
    for other in others { isTaken[other] = true }
    groups.append([best] + others.sorted().map { ordered[$0] })
  }
  return groups
}

/// Finds hashes that differ in few bits.
///
/// Of the four quarters of two hashes that differ in at most seven bits, one differs in at most one bit: so all that is
/// near lies under one of 17 values of one of four tables.
private struct HashIndex {
  private let hashes: [UInt64]
  /// For each quarter: where each value's entries begin, and the entries.
  private var starts: [[Int32]] = []
  private var entries: [[Int32]] = []

  init(_ hashes: [UInt64]) {
    self.hashes = hashes
    for quarter in 0..<4 {
      var starts = [Int32](repeating: 0, count: 1 << 16 + 1)
      for hash in hashes { starts[HashIndex.value(hash, quarter) + 1] += 1 }
      for value in 1..<starts.count { starts[value] += starts[value - 1] }
      var next = starts
      var entries = [Int32](repeating: 0, count: hashes.count)
      for (number, hash) in hashes.enumerated() {
        let value = HashIndex.value(hash, quarter)
        entries[Int(next[value])] = Int32(number)
        next[value] += 1
      }
      self.starts.append(starts)
      self.entries.append(entries)
    }
  }

  private static func value(_ hash: UInt64, _ quarter: Int) -> Int {
    Int(hash >> (UInt64(quarter) * 16) & 0xFFFF)
  }

  /// Gives each hash within `distance` bits once, itself too.
  ///
  /// - Parameter distance: 7 at most.
  func forEachNear(_ hash: UInt64, within distance: Int, _ body: (Int) -> Void) {
    for quarter in 0..<4 {
      let own = HashIndex.value(hash, quarter)
      for flipped in -1..<16 {
        let value = flipped < 0 ? own : own ^ (1 << flipped)
        for place in starts[quarter][value]..<starts[quarter][value + 1] {
          let other = Int(entries[quarter][Int(place)])
          let difference = hash ^ hashes[other]
          guard difference.nonzeroBitCount <= distance else { continue }
          // Found before under an earlier quarter?
          let isKnown = (0..<quarter).contains { HashIndex.value(difference, $0).nonzeroBitCount <= 1 }
          if !isKnown { body(other) }
        }
      }
    }
  }
}

extension MatchResult {
  /// Keeps of each group of near-duplicates that the program found for one item the best alone. What a person named,
  /// and what the item has already, always stays.
  ///
  /// - Parameters:
  ///   - groups: of `nearDuplicates`.
  ///   - attached: holding attachments of the catalog.
  /// - Returns: the pictures left out, each with the one that stands for it.
  public mutating func keepBest(
    of groups: [[ComparablePicture]], attached: [AttachmentRecord]
  ) -> [ImageKey: ImageKey] {
    struct Choice: Hashable {
      var itemID: String
      var group: Int
    }
    var places: [ImageKey: (group: Int, rank: Int)] = [:]
    for (number, group) in groups.enumerated() {
      for (rank, picture) in group.enumerated() { places[picture.key] = (number, rank) }
    }
    func choice(_ itemID: String, _ key: ImageKey) -> Choice? {
      places[key].map { Choice(itemID: itemID, group: $0.group) }
    }
    var staying: [Choice: ImageKey] = [:]
    func stay(_ itemID: String, _ key: ImageKey) {
      guard let choice = choice(itemID, key), staying[choice] == nil else { return }
      staying[choice] = key
    }
    var held: [String: Set<ImageKey>] = [:]
    for record in attached {
      held[record.itemID, default: []].insert(record.key)
      stay(record.itemID, record.key)
    }
    func isFixed(_ match: PhotoMatch) -> Bool {
      match.documentKind != nil || rulesOfPersons.contains(match.matchedBy)
        || held[match.itemID]?.contains(match.key) == true
    }
    for match in matches where match.documentKind == nil && isFixed(match) { stay(match.itemID, match.key) }
    let free = matches.filter { !isFixed($0) && places[$0.key] != nil }
    for match in free.sorted(by: { (places[$0.key]?.rank ?? 0) < (places[$1.key]?.rank ?? 0) }) {
      stay(match.itemID, match.key)
    }
    var leftOut: [ImageKey: ImageKey] = [:]
    let kept = matches.indices.filter { index in
      let match = matches[index]
      guard !isFixed(match), let stays = choice(match.itemID, match.key).flatMap({ staying[$0] }),
        stays != match.key
      else { return true }
      leftOut[match.key] = stays
      return false
    }
    placements = kept.map { placements[$0] }
    matches = kept.map { matches[$0] }
    return leftOut
  }
}
