/// One option of the command line. The tables of these drive parsing, help, the manual page and completions.
struct OptionDefinition: Sendable {
  enum Value: Sendable {
    /// A flag: present or not.
    case none
    /// A value, shown in help under this name.
    case text(String)
    /// One of a few words.
    case choice([String])
  }

  /// Without the two dashes.
  var name: String
  /// One letter, for the common few.
  var short: Character?
  var value: Value = .none
  var isRepeatable = false
  var help: String

  /// What stands for the value in help: `DIR`, `auto|always|never`.
  var placeholder: String? {
    switch value {
    case .none: nil
    case .text(let name): name
    case .choice(let words): words.joined(separator: "|")
    }
  }
}

/// One command: its words in help, its operands and its options.
struct CommandDefinition: Sendable {
  /// One word, or two for a command of a family: `golden check`.
  var name: String
  /// One line.
  var summary: String
  /// What it does, in a few sentences.
  var details: String = ""
  /// As in the usage line: `ITEM [PHOTO|KEY] RECIPE`; empty where there are none.
  var operands: String = ""
  /// How many operands may come.
  var operandCount: ClosedRange<Int> = 0...0
  var options: [OptionDefinition] = []
  /// Whole command lines, each with what it shows.
  var examples: [(line: String, meaning: String)] = []
  /// Not in the list of `--help`: for machines only.
  var isHidden = false
}

extension OptionDefinition {
  /// Options of every command.
  static let everywhere: [OptionDefinition] = [
    OptionDefinition(
      name: "catalog", short: "c", value: .text("DIR"),
      help: "the catalog folder (default: $POSSESSIONS_CATALOG, else catalog)"),
    OptionDefinition(name: "json", help: "print one JSON document on standard output"),
    OptionDefinition(
      name: "events", value: .text("FILE"),
      help: "write events as JSON lines while it runs; - is standard output, not together with --json"),
    OptionDefinition(name: "quiet", short: "q", help: "print no summary and no findings, only failures"),
    OptionDefinition(
      name: "progress", value: .choice(["auto", "always", "never"]),
      help: "the progress bar on standard error (default: auto, only on a terminal)"),
    OptionDefinition(name: "no-color", help: "no colours; NO_COLOR in the environment does the same"),
    OptionDefinition(name: "help", short: "h", help: "show this help"),
    OptionDefinition(name: "version", short: "V", help: "show the versions of the program and its libraries"),
  ]
}
