/// Which column is for what: the dialect that was recognised, and a role for every header.
struct ColumnMapping {
  struct Column {
    /// As typed, trimmed.
    var header: String
    var role: ColumnRole
    /// How sure the role is; the strongest of several columns for one field wins.
    var strength: Int
    /// Rank in the dialect's key order.
    var keyRank: Int?
    /// Order within a numbered family such as Photo1 … Photo8.
    var familyNumber: Int?
    /// No header: kept only where it has cells.
    var isNameless = false
  }

  var dialect: CSVDialect
  var columns: [Column]
  /// Columns that name the possession, best first.
  var keyColumns: [Int] = []
  /// The columns of `--key`, which go before all others.
  var chosenKey: [Int] = []
  var faults: [Finding] = []
  var notes: [Finding] = []

  func column(of field: PossessionField) -> Int? {
    columns.firstIndex { $0.role == .field(field) }
  }

  // MARK: Making

  init(headers: [String], file: String, line: Int, options: IntakeOptions) {
    let folded = headers.map(HeaderWords.folded)
    var faults: [Finding] = []
    dialect = ColumnMapping.recognise(folded, file: file, options: options, faults: &faults)
    columns = []
    for (index, header) in headers.enumerated() {
      columns.append(ColumnMapping.column(header, folded[index], position: index + 1, in: dialect))
    }
    self.faults = faults
    settlePairs(folded)
    settleConflicts(file: file, line: line)
    findDuplicateHeaders(file: file, line: line)
    settleKeys(folded, file: file, options: options)
    if faults.isEmpty, columns.allSatisfy({ $0.role == .extra }), chosenKey.isEmpty {
      self.faults.append(
        Finding(
          .tableDamaged, subject: file,
          message: "\(file) line \(line): no header is known: \(ColumnMapping.quoted(headers))",
          remedy:
            "the first row must name the columns, such as item_id,name,room,serial_number,purchase_price",
          place: Finding.Place(file: file, line: line)))
    }
  }

  private static func quoted(_ headers: [String]) -> String {
    let shown = headers.prefix(12).map { "\"" + printable($0.prefix(40)) + "\"" }.joined(separator: ", ")
    return headers.count > 12 ? shown + ", …" : shown
  }

  private static func column(
    _ header: String, _ folded: String, position: Int, in dialect: CSVDialect
  ) -> Column {
    if folded.isEmpty {
      return Column(header: "column \(position)", role: .extra, strength: 0, isNameless: true)
    }
    let typed = trimmedHeader(header)
    // Our export marks a kept column whose name would else fill a field.
    if folded.hasPrefix(keptPrefix), folded.utf8.count > keptPrefix.utf8.count {
      let name = trimmedHeader(String(typed.dropFirst(keptPrefix.count)))
      return Column(header: name, role: .extra, strength: 0)
    }
    let bare = HeaderWords.bare(folded)
    func found(_ folded: String, _ bare: String) -> (ColumnRole, Int)? {
      if let role = dialect.vocabulary.role(exactly: folded) { return (role, 5) }
      if let role = Vocabulary.canonical.role(exactly: folded) { return (role, 5) }
      if let role = Vocabulary.synonyms.role(exactly: folded) { return (role, 3) }
      guard !bare.isEmpty else { return nil }
      if let role = Vocabulary.canonical.role(bare: bare) { return (role, 4) }
      if let role = dialect.vocabulary.role(bare: bare) { return (role, 3) }
      if let role = Vocabulary.synonyms.role(bare: bare) { return (role, 2) }
      return nil
    }
    // Our fields that Homebox has no column for travel as custom fields.
    if dialect.family == "homebox", folded.hasPrefix("hb.field."),
      let role = Vocabulary.canonical.role(exactly: String(folded.dropFirst(9)))
    {
      return Column(header: typed, role: role, strength: 3)
    }
    if let (role, strength) = found(folded, bare) {
      return Column(header: typed, role: role, strength: strength, familyNumber: role == .photos ? 0 : nil)
    }
    if let (stem, number) = HeaderWords.numbered(bare), let (role, strength) = found(stem, stem) {
      switch role {
      case .photos, .document:
        return Column(header: typed, role: role, strength: strength, familyNumber: number)
      default: break
      }
    }
    return Column(header: typed, role: .extra, strength: 0)
  }

  /// Before the name of a column that is kept as it is.
  static let keptPrefix = "extra:"

  /// Whether a header of our own export would fill a field, and so needs `keptPrefix`.
  static func fillsField(_ header: String) -> Bool {
    let folded = HeaderWords.folded(header)
    return folded.isEmpty || folded.hasPrefix(keptPrefix)
      || column(header, folded, position: 1, in: .own).role != .extra
  }

  static func trimmedHeader(_ header: String) -> String {
    var bytes = Array(composed(header).utf8)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    let span = bytes.span
    let (start, end) = CellReading.trimmed(span, 0, span.count)
    let cell = span.extracting(start..<end)
    if CellReading.isNeutralised(cell) { return CellReading.string(cell.extracting(1..<cell.count)) }
    return CellReading.string(cell)
  }

  /// The dialect by option, or by headers that only one tool writes.
  private static func recognise(
    _ folded: [String], file: String, options: IntakeOptions, faults: inout [Finding]
  ) -> CSVDialect {
    var candidates = CSVDialect.all.filter { $0.positional == nil }
    if let name = options.dialect {
      let named = CSVDialect.named(name)
      if named.count == 1 { return named[0] }
      if !named.isEmpty { candidates = named }
    }
    let ranked = candidates.map { ($0, $0.marks(folded), $0.known(folded)) }
      .filter { $0.1 > 0 || (options.dialect != nil && $0.2 > 0) }
      .sorted { ($0.1 > 0 ? 1 : 0, $0.2, $0.1) > ($1.1 > 0 ? 1 : 0, $1.2, $1.1) }
    guard let best = ranked.first else {
      return options.dialect == nil ? .own : candidates[0]
    }
    // Our own key decides: what we wrote is never taken for another tool's.
    if ranked.contains(where: { $0.0.name == "own" }) { return .own }
    if ranked.count > 1, ranked[1].2 == best.2, ranked[1].1 == best.1 {
      faults.append(
        Finding(
          .columnUndecided, subject: file,
          message:
            "\(file): the headers are as much those of \(best.0.title) as of \(ranked[1].0.title)",
          remedy: "say which with --dialect \(best.0.name) or --dialect \(ranked[1].0.name)",
          place: Finding.Place(file: file, line: 1)))
    }
    return best.0
  }

  private mutating func settlePairs(_ folded: [String]) {
    for pair in dialect.pairs {
      let present = pair.compactMap { folded.firstIndex(of: $0) }
      for index in present.dropFirst() { columns[index].role = .extra }
    }
  }

  private mutating func settleConflicts(file: String, line: Int) {
    var byTarget: [String: [Int]] = [:]
    for (index, column) in columns.enumerated() {
      if let target = column.role.target { byTarget[target, default: []].append(index) }
    }
    for (target, indices) in byTarget.sorted(by: { $0.key < $1.key }) where indices.count > 1 {
      let best = indices.map { columns[$0].strength }.max() ?? 0
      let strongest = indices.filter { columns[$0].strength == best }
      // Several tag columns beside each other never fill a category.
      if strongest.count > 1, strongest.allSatisfy({ columns[$0].role != .tags }) {
        let names = strongest.map { "column \($0 + 1) \"\(printable(columns[$0].header))\"" }
        faults.append(
          Finding(
            .columnConflict, subject: columns[strongest[0]].header,
            message: "\(file) line \(line): \(names.joined(separator: " and ")) both give \(target)",
            remedy: "rename or remove one of them",
            place: Finding.Place(file: file, line: line, column: columns[strongest[0]].header)))
      }
      guard let winner = strongest.first else { continue }
      let single = strongest.count == 1
      for index in indices where !(single && index == winner) && (single || columns[index].role == .tags) {
        notes.append(
          Finding(
            .columnIgnored, subject: columns[index].header,
            message: "\(file): column \(index + 1) \"\(printable(columns[index].header))\" is kept as it is: "
              + (single
                ? "\(target) comes from column \(winner + 1) \"\(printable(columns[winner].header))\""
                : "several columns of tags cannot fill one \(target)"),
            remedy: "rename one of the two to choose otherwise",
            place: Finding.Place(file: file, line: line, column: columns[index].header)))
        columns[index].role = .extra
      }
    }
  }

  /// Two kept columns of one name: one value would be lost.
  private mutating func findDuplicateHeaders(file: String, line: Int) {
    var first: [String: Int] = [:]
    for (index, column) in columns.enumerated() where column.role == .extra && !column.isNameless {
      guard let earlier = first[column.header] else {
        first[column.header] = index
        continue
      }
      faults.append(
        Finding(
          .columnConflict, subject: column.header,
          message:
            "\(file) line \(line): column \(earlier + 1) \"\(printable(columns[earlier].header))\" and "
            + "column \(index + 1) \"\(printable(column.header))\" have the same name",
          remedy: "rename or remove one of them",
          place: Finding.Place(file: file, line: line, column: column.header)))
    }
  }

  private mutating func settleKeys(_ folded: [String], file: String, options: IntakeOptions) {
    for typed in options.keyColumns {
      let wanted = HeaderWords.folded(typed)
      let byHeader = folded.firstIndex(of: wanted)
      let byField = columns.firstIndex { column in
        column.role.target.map { $0 == wanted || HeaderWords.bare($0) == HeaderWords.bare(wanted) } ?? false
      }
      if let index = byHeader ?? byField {
        chosenKey.append(index)
      } else {
        faults.append(
          Finding(
            .columnUndecided, subject: typed,
            message: "\(file): --key names \"\(printable(typed))\", and no column is called so",
            remedy: "name headers of the file: \(ColumnMapping.quoted(columns.map(\.header)))",
            place: Finding.Place(file: file, line: 1)))
      }
    }
    guard options.keyColumns.isEmpty else { return }
    var keys = columns.indices.filter { columns[$0].role == .key && !dialect.keyOrder.contains(folded[$0]) }
    // A canonical `item_id` goes before the dialect's own order, other words for it after.
    let own = keys.filter { folded[$0] == "item_id" }
    keys.removeAll { folded[$0] == "item_id" }
    keyColumns = own + dialect.keyOrder.compactMap { folded.firstIndex(of: $0) }.filter { !own.contains($0) }
    keyColumns += keys.filter { !keyColumns.contains($0) }
    for (rank, index) in keyColumns.enumerated() { columns[index].keyRank = rank }
    if keyColumns.isEmpty, column(of: .serialNumber) == nil, faults.isEmpty,
      !columns.allSatisfy({ $0.role == .extra })
    {
      faults.append(
        Finding(
          .tableDamaged, subject: file,
          message: "\(file): no column names the possessions: there is neither item_id nor a serial number",
          remedy: "add a column item_id, or choose columns that together are unique with --key name,room",
          place: Finding.Place(file: file, line: 1)))
    }
  }

  /// How many of the headers anything here knows; the delimiter is judged by it.
  static func knownHeaders(_ headers: [String]) -> Int {
    headers.count { header in
      let folded = HeaderWords.folded(header)
      if folded.isEmpty { return false }
      return Vocabulary.canonical.role(folded) != nil || Vocabulary.synonyms.role(folded) != nil
        || CSVDialect.all.contains { $0.vocabulary.role(exactly: folded) != nil }
        || folded.hasPrefix("hb.") || folded.hasPrefix("cf:")
        || ["photo", "item_id", "edit"].contains(folded)
    }
  }
}
