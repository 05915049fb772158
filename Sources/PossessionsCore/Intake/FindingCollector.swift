/// Gathers findings so that a million bad cells cannot fill the memory: of one kind in one column the first ones
/// are told one by one, the rest is counted and told in one line.
struct FindingCollector {
  private struct Group: Hashable {
    var code: Finding.Code
    var column: String?
  }

  private(set) var findings: [Finding] = []
  private var counts: [Group: Int] = [:]
  private let limit: Int
  private let file: String

  init(file: String, limit: Int) {
    self.file = file
    self.limit = max(1, limit)
  }

  mutating func add(_ finding: Finding) {
    let finding = finding.withoutEcho
    let group = Group(code: finding.code, column: finding.place?.column)
    let count = counts[group, default: 0] + 1
    counts[group] = count
    if count <= limit { findings.append(finding) }
  }

  mutating func add(_ more: [Finding]) {
    for finding in more { add(finding) }
  }

  /// All that was gathered, with a line for each kind that was cut short.
  func finished() -> [Finding] {
    let cut = counts.filter { $0.value > limit }
      .sorted { ($0.key.code.rawValue, $0.key.column ?? "") < ($1.key.code.rawValue, $1.key.column ?? "") }
    return findings
      + cut.map { group, count in
        let column = group.column.map { " in column \"\(printable($0))\"" } ?? ""
        return Finding(
          group.code, subject: file,
          message: "\(file): \(count - limit) more of this kind\(column), \(count) in all",
          remedy: "mend the first \(limit) and read the file again",
          place: Finding.Place(file: file, column: group.column))
      }
  }
}

/// A message without the subject that stands before it wherever it is shown: `items.csv: line 3: …`.
func withoutEcho(_ message: String, of subject: String) -> String {
  guard message.hasPrefix(subject) else { return message }
  let rest = message.dropFirst(subject.count)
  if rest.hasPrefix(": ") || rest.hasPrefix(", ") { return String(rest.dropFirst(2)) }
  if rest.hasPrefix(" line ") { return String(rest.dropFirst()) }
  return rest.hasPrefix(" ") ? "the file" + rest : message
}

extension Finding {
  var withoutEcho: Finding {
    var finding = self
    finding.message = PossessionsCore.withoutEcho(message, of: subject)
    return finding
  }
}
