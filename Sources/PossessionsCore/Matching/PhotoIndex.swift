/// Finds photos by what people write in cells: names, relative and absolute paths, patterns, folders, image keys.
///
/// The spelling is taken as it stands first; then NFC for NFD, then another case, then without extension.
/// The first of these forms with an answer decides, and two different pictures in it are ambiguous.
struct PhotoIndex: Sendable {
  /// What a cell names.
  enum Answer: Sendable {
    /// One picture (with all names it has), or all that a pattern or a folder holds.
    case photos([Int])
    /// One name, several pictures.
    case ambiguous([Int])
    case missing
    /// A path that leaves every photo folder.
    case outside
    /// `https://…`: not a file.
    case address
  }

  /// How close a file comes to a spelling, best first.
  private enum Closeness: Int, Comparable {
    case exactPath, exactName, canonicalPath, canonicalName, foldedPath, foldedName

    static func < (left: Closeness, right: Closeness) -> Bool { left.rawValue < right.rawValue }
  }

  /// A spelling cut into names; where `root` is set, only a file of that root at that very path fits.
  private struct Spelling {
    var components: [[UInt8]]
    var root: BytePath?
  }

  private struct File: Sendable {
    var path: String
    var components: Int
    var stem: String
  }

  /// A photo folder under one of its spellings.
  private struct Root: Sendable {
    var given: BytePath
    var components: [[UInt8]]
    var isAbsolute: Bool
  }

  private let photos: [MatchablePhoto]
  private let files: [File]
  /// Photos with equal numbers are one picture.
  private let pictureOf: [Int]
  private let roots: [Root]
  private let byKey: [ImageKey: [Int]]
  private var byName: [String: [Int]] = [:]
  private var byTail: [String: [Int]] = [:]
  private var byStem: [String: [Int]] = [:]
  private var byStemTail: [String: [Int]] = [:]
  /// By folded path of the folder, those in folders below it too.
  private var byFolder: [String: [Int]] = [:]
  /// Folded names in order, for patterns; empty where no cell is one.
  private var sortedNames: [(name: String, numbers: [UInt32], photo: Int)] = []
  private var letters = Letters()

  /// - Parameters:
  ///   - pictureOf: for each photo, the number of its picture.
  ///   - hasPatterns: whether any cell may be a pattern.
  init(
    _ photos: [MatchablePhoto], pictureOf: [Int], absoluteRoots: [BytePath: BytePath], hasPatterns: Bool
  ) {
    self.photos = photos
    self.pictureOf = pictureOf
    var roots: Set<BytePath> = []
    var folders: [String: [Int]] = [:]
    var byKey: [ImageKey: [Int]] = [:]
    var files: [File] = []
    files.reserveCapacity(photos.count)
    for (index, photo) in photos.enumerated() {
      let path = nameText(photo.path)
      let names = path.split(separator: "/", omittingEmptySubsequences: true)
      let name = folded(names.last.map(String.init) ?? path)
      let stem = nameStem(name)
      files.append(File(path: path, components: names.count, stem: stem))
      byName[name, default: []].append(index)
      if stem != name { byStem[stem, default: []].append(index) }
      if names.count > 1 {
        let parent = folded(String(names[names.count - 2]))
        byTail[parent + "/" + name, default: []].append(index)
        if stem != name { byStemTail[parent + "/" + stem, default: []].append(index) }
      }
      byKey[photo.key, default: []].append(index)
      roots.insert(photo.root)
      folders[folded(names.dropLast().joined(separator: "/")), default: []].append(index)
    }
    self.files = files
    self.byKey = byKey
    self.roots = roots.sorted().flatMap { given in
      [given, absoluteRoots[given]].compactMap { $0 }.compactMap { spelling in
        guard let components = PhotoIndex.lexical(spelling.bytes), !components.isEmpty else { return nil }
        return Root(given: given, components: components, isAbsolute: spelling.bytes.first == 0x2F)
      }
    }
    for (folder, inside) in folders where !folder.isEmpty {
      var path = folder[...]
      while true {
        byFolder[String(path), default: []] += inside
        guard let slash = path.lastIndex(of: "/") else { break }
        path = path[..<slash]
      }
    }
    guard hasPatterns else { return }
    for file in files { _ = letters.learn(file.path) }
    for name in byName.keys.sorted() {
      let numbers = letters.learn(name)
      for photo in byName[name] ?? [] { sortedNames.append((name, numbers, photo)) }
    }
  }

  /// Photos of a picture by its key.
  func photos(of key: ImageKey) -> [Int] { byKey[key] ?? [] }

  /// Photos whose name without extension is this.
  func photos(stem: String) -> [Int] {
    (byStem[folded(stem)] ?? []) + (byName[folded(stem)] ?? [])
  }

  /// What a cell means.
  func answer(to cell: String) -> Answer {
    if let key = ImageKey(trimmed(cell) ?? ""), let known = byKey[key] { return .photos(known) }
    if let text = trimmed(cell) {
      let lower = text.lowercased()
      if lower.hasPrefix("http://") || lower.hasPrefix("https://") { return .address }
    }
    let (spellings, leaves) = self.spellings(of: cell)
    if let answer = best(spellings, stems: false) { return answer }
    if let answer = best(spellings, stems: true) { return answer }
    for spelling in spellings {
      if let answer = pattern(spelling) { return answer }
    }
    for spelling in spellings {
      if let answer = folder(spelling) { return answer }
    }
    return leaves && spellings.isEmpty ? .outside : .missing
  }

  /// What a cell must say so that a photo's picture and no other is meant: its path, else its key.
  func cell(naming photo: MatchablePhoto) -> String {
    // What a reader of tables would trim or take for a formula, and what a person could not type, goes by its key.
    guard let text = photo.path.text, trimmed(text) == text, printable(text) == text,
      let first = text.utf8.first, !"=+-@'\"".utf8.contains(first),
      case .photos(let found) = answer(to: text), pictures(found).count == 1,
      found.contains(where: { photos[$0].key == photo.key })
    else { return photo.key.text }
    return text
  }

  /// The different pictures among photos.
  func pictures(_ photos: [Int]) -> Set<Int> { Set(photos.map { pictureOf[$0] }) }

  // MARK: Spellings

  /// The ways to read a cell, and whether it leaves every photo folder in one of them.
  private func spellings(of cell: String) -> ([Spelling], leaves: Bool) {
    var texts = [cell]
    func add(_ text: String) {
      if !texts.contains(where: { $0.utf8.elementsEqual(text.utf8) }) { texts.append(text) }
    }
    if let text = trimmed(cell) { add(text) }
    for text in texts where text.utf8.contains(0x5C) {
      add(String(decoding: text.utf8.map { $0 == 0x5C ? 0x2F : $0 }, as: UTF8.self))
    }
    var spellings: [Spelling] = []
    var leaves = false
    for text in texts {
      let bytes = Array(text.utf8)
      guard let components = PhotoIndex.lexical(bytes) else {
        leaves = true
        continue
      }
      let isAbsolute = bytes.first == 0x2F || isDrive(bytes)
      if !isAbsolute, !components.isEmpty { spellings.append(Spelling(components: components)) }
      var isInside = false
      for root in roots {
        if root.isAbsolute == isAbsolute, components.starts(with: root.components) {
          isInside = true
          let rest = Array(components[root.components.count...])
          if !rest.isEmpty { spellings.append(Spelling(components: rest, root: root.given)) }
        } else if !isAbsolute, components.count > 1, components[0] == root.components.last {
          // `photos/a.jpg` where the folder given is `…/photos`.
          spellings.append(Spelling(components: Array(components[1...]), root: root.given))
        }
      }
      if isAbsolute, !isInside { leaves = true }
    }
    return (spellings, leaves)
  }

  private func isDrive(_ bytes: [UInt8]) -> Bool {
    bytes.count >= 3 && bytes[1] == 0x3A && (bytes[2] == 0x2F || bytes[2] == 0x5C)
      && ((0x41...0x5A).contains(bytes[0] & 0xDF))
  }

  /// The names of a path with `.` and `..` resolved; nil where `..` leaves its beginning.
  private static func lexical(_ bytes: [UInt8]) -> [[UInt8]]? {
    var components: [[UInt8]] = []
    for part in bytes.split(separator: 0x2F) {
      if part.elementsEqual([0x2E]) { continue }
      if part.elementsEqual([0x2E, 0x2E]) {
        guard components.popLast() != nil else { return nil }
        continue
      }
      components.append(Array(part))
    }
    return components
  }

  // MARK: Names

  private func best(_ spellings: [Spelling], stems: Bool) -> Answer? {
    var bestRank: Closeness?
    var found: [Int] = []
    for spelling in spellings {
      let texts = spelling.components.map { String(decoding: $0, as: UTF8.self) }
      guard let name = texts.last else { continue }
      let candidates: [Int]?
      if texts.count > 1 {
        let tail = folded(texts[texts.count - 2]) + "/" + folded(name)
        candidates = stems ? byStemTail[tail] : byTail[tail]
      } else {
        candidates = stems ? byStem[folded(name)] : byName[folded(name)]
      }
      for photo in candidates ?? [] {
        guard let rank = closeness(of: photo, to: spelling, texts, stems: stems) else { continue }
        if let best = bestRank, rank > best { continue }
        if bestRank != rank { found = [] }
        bestRank = rank
        if found.last != photo { found.append(photo) }
      }
    }
    guard !found.isEmpty else { return nil }
    return pictures(found).count == 1 ? .photos(found) : .ambiguous(found)
  }

  private func closeness(
    of photo: Int, to spelling: Spelling, _ texts: [String], stems: Bool
  ) -> Closeness? {
    let file = files[photo]
    if let root = spelling.root {
      guard photos[photo].root == root, file.components == texts.count else { return nil }
    }
    guard file.components >= texts.count else { return nil }
    let isWhole = file.components == texts.count
    var path = photos[photo].path.bytes
    if stems {
      // The extension goes from the bytes as well.
      let name = photos[photo].path.name.bytes
      let kept = nameStem(nameText(BytePath(name))).utf8.count
      path.removeLast(min(path.count, nameText(BytePath(name)).utf8.count - kept))
    }
    let tail = path.split(separator: 0x2F).suffix(texts.count)
    if tail.elementsEqual(spelling.components, by: { $0.elementsEqual($1) }) {
      return isWhole ? .exactPath : .exactName
    }
    let tailTexts = tail.map { nameText(BytePath(Array($0))) }
    if tailTexts.elementsEqual(texts) { return isWhole ? .canonicalPath : .canonicalName }
    if zip(tailTexts, texts).allSatisfy({ folded($0) == folded($1) }) {
      return isWhole ? .foldedPath : .foldedName
    }
    return nil
  }

  // MARK: Patterns and folders

  private func pattern(_ spelling: Spelling) -> Answer? {
    let text = String(decoding: Array(spelling.components.joined(separator: [0x2F])), as: UTF8.self)
    guard let glob = Glob(folded(text), letters: letters), let exact = Glob(text, letters: letters) else {
      return nil
    }
    // Without case first; of what fits, that in the very case is meant where there is some.
    var low = 0
    var high = sortedNames.count
    while low < high {
      let middle = (low + high) / 2
      if sortedNames[middle].name < glob.literalPrefix { low = middle + 1 } else { high = middle }
    }
    var found: [Int] = []
    let isOpen = glob.literalPrefix.isEmpty
    for entry in sortedNames[low...] {
      guard isOpen || entry.name.hasPrefix(glob.literalPrefix) else { break }
      guard glob.matches(name: entry.numbers) else { continue }
      if let root = spelling.root, photos[entry.photo].root != root { continue }
      if glob.hasFolders, !glob.matches(numbers(of: folded(files[entry.photo].path))) { continue }
      found.append(entry.photo)
    }
    let sameCase = found.filter { exact.matches(numbers(of: files[$0].path)) }
    if !sameCase.isEmpty { found = sameCase }
    return found.isEmpty ? nil : .photos(inOrder(found))
  }

  private func numbers(of path: String) -> [[UInt32]] {
    path.split(separator: "/").map { letters.numbers(of: $0) }
  }

  private func folder(_ spelling: Spelling) -> Answer? {
    let texts = spelling.components.map { folded(String(decoding: $0, as: UTF8.self)) }
    guard var found = byFolder[texts.joined(separator: "/")] else { return nil }
    if let root = spelling.root { found = found.filter { photos[$0].root == root } }
    return found.isEmpty ? nil : .photos(inOrder(found))
  }

  private func inOrder(_ found: [Int]) -> [Int] {
    found.sorted { naturallyPrecedes(photos[$0].path, photos[$1].path) }
  }
}
