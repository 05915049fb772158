import PossessionsCore

/// What was typed after a command, checked against its table. Values stay bytes: a file name need not be text.
struct Arguments: Sendable {
  var command: CommandDefinition
  private var values: [String: [BytePath]] = [:]
  var operands: [BytePath] = []
  /// The words after the command, as typed.
  var words: [BytePath] = []

  init(command: CommandDefinition) { self.command = command }

  func has(_ option: String) -> Bool { values[option] != nil }
  func path(_ option: String) -> BytePath? { values[option]?.last }
  func paths(_ option: String) -> [BytePath] { values[option] ?? [] }

  /// The last value as text.
  /// - Throws: `.usage` where it is not UTF-8.
  func text(_ option: String) throws(Failure) -> String? {
    guard let value = values[option]?.last else { return nil }
    guard let text = value.text else {
      throw Failure(
        .usage, subject: "--\(option) \(value)", message: "the value is not UTF-8 text",
        remedy: "type it as UTF-8")
    }
    return text
  }

  func texts(_ option: String) throws(Failure) -> [String] {
    var texts: [String] = []
    for value in values[option] ?? [] {
      guard let text = value.text else {
        throw Failure(
          .usage, subject: "--\(option) \(value)", message: "the value is not UTF-8 text",
          remedy: "type it as UTF-8")
      }
      texts.append(text)
    }
    return texts
  }

  /// The last value as a whole number within a range.
  func number(_ option: String, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    guard let text = try text(option) else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Failure(
        .usage, subject: "--\(option) \(text)",
        message: "this is not a whole number from \(range.lowerBound) to \(range.upperBound)",
        remedy: "give such a number")
    }
    return number
  }

  /// The last value as a size in bytes: `512M`, `1GiB`, `1073741824`.
  func size(_ option: String) throws(Failure) -> Int64? {
    guard let text = try text(option) else { return nil }
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let unit = text.dropFirst(digits.count).uppercased()
    let factors: [String: Int64] = [
      "": 1, "K": 1 << 10, "KIB": 1 << 10, "M": 1 << 20, "MIB": 1 << 20, "G": 1 << 30, "GIB": 1 << 30,
    ]
    guard let count = Int64(digits), let factor = factors[unit], count > 0,
      !count.multipliedReportingOverflow(by: factor).overflow
    else {
      throw Failure(
        .usage, subject: "--\(option) \(text)", message: "this is not a size",
        remedy: "write a number with K, M or G, for instance 512M")
    }
    return count * factor
  }

  mutating func add(_ value: BytePath, for option: String) {
    values[option, default: []].append(value)
  }
}

/// Reads a command line by GNU's rules: `--opt value`, `--opt=value`, `-o value`, `-ovalue`, `--` ends options.
///
/// - Parameter words: everything after the program's name, as bytes.
/// - Throws: `.usage` with a suggestion for a misspelt word.
func parseArguments(_ words: [BytePath], commands: [CommandDefinition]) throws(Failure) -> Arguments {
  guard let (command, rest) = try commandNamed(words, among: commands) else {
    throw Failure(.usage, message: "no command given", remedy: "possessions --help lists them")
  }
  var arguments = Arguments(command: command)
  arguments.words = Array(rest)
  let options = command.options + OptionDefinition.everywhere
  var index = rest.startIndex
  var onlyOperands = false
  while index < rest.endIndex {
    let word = rest[index]
    index += 1
    if onlyOperands || word.bytes.first != 0x2D || word.bytes == [0x2D] {
      arguments.operands.append(word)
    } else if word.bytes == [0x2D, 0x2D] {
      onlyOperands = true
    } else if word.bytes.starts(with: [0x2D, 0x2D]) {
      let body = word.bytes.dropFirst(2)
      let equals = body.firstIndex(of: 0x3D)
      let name = String(decoding: body[..<(equals ?? body.endIndex)], as: UTF8.self)
      guard let option = options.first(where: { $0.name == name }) else {
        throw unknownOption(name, among: options, command: command)
      }
      let attached = equals.map { BytePath(Array(body[($0 + 1)...])) }
      try take(option, attached: attached, typed: "--\(name)")
    } else {
      // A bundle of short flags, the last of which may take the rest as its value.
      var letters = word.bytes.dropFirst()
      while let letter = letters.popFirst() {
        let character = Character(Unicode.Scalar(letter))
        guard let option = options.first(where: { $0.short == character }) else {
          throw Failure(
            .usage, subject: "-\(printable(String(character)))", message: "there is no such option",
            remedy: "possessions \(command.name) --help lists them")
        }
        if case .none = option.value {
          try take(option, attached: nil, typed: "-\(character)")
        } else {
          let attached = letters.isEmpty ? nil : BytePath(Array(letters))
          letters = []
          try take(option, attached: attached, typed: "-\(character)")
        }
      }
    }
  }

  func take(_ option: OptionDefinition, attached: BytePath?, typed: String) throws(Failure) {
    if case .none = option.value {
      guard attached == nil else {
        throw Failure(.usage, subject: typed, message: "this option takes no value", remedy: "leave it out")
      }
      arguments.add(BytePath([]), for: option.name)
      return
    }
    let value: BytePath
    if let attached {
      value = attached
    } else {
      guard index < rest.endIndex else {
        throw Failure(
          .usage, subject: typed, message: "the value is missing",
          remedy: "write \(typed) \(option.placeholder ?? "")")
      }
      value = rest[index]
      index += 1
    }
    if case .choice(let words) = option.value, !words.contains(value.text ?? "") {
      let near = suggestion(for: value.text ?? "", among: words).map { "did you mean \($0)? " } ?? ""
      throw Failure(
        .usage, subject: "\(typed) \(value)", message: "there is no such choice",
        remedy: near + "choose one of " + words.joined(separator: ", "))
    }
    if !option.isRepeatable, arguments.has(option.name) {
      throw Failure(.usage, subject: typed, message: "this option came twice", remedy: "give it once")
    }
    arguments.add(value, for: option.name)
  }

  // --help and --version win over everything else that is missing.
  if arguments.has("help") || arguments.has("version") { return arguments }
  let count = arguments.operands.count
  if count > command.operandCount.upperBound {
    throw Failure(
      .usage, subject: arguments.operands[command.operandCount.upperBound].description,
      message: command.operands.isEmpty
        ? "\(command.name) takes no operands" : "there are too many operands",
      remedy: "possessions \(command.name) --help shows the usage")
  }
  if count < command.operandCount.lowerBound {
    throw Failure(
      .usage, message: "\(command.name) needs \(command.operands)",
      remedy: "possessions \(command.name) --help shows the usage")
  }
  return arguments
}

private func commandNamed(
  _ words: [BytePath], among commands: [CommandDefinition]
) throws(Failure) -> (CommandDefinition, ArraySlice<BytePath>)? {
  guard let first = words.first else { return nil }
  if let word = first.text, let command = commands.first(where: { $0.name == word }) {
    return (command, words.dropFirst())
  }
  // A family: golden check.
  let family = commands.filter { $0.name.hasPrefix((first.text ?? "") + " ") }
  if !family.isEmpty {
    let second = words.dropFirst().first?.text ?? ""
    if let command = family.first(where: { $0.name == "\(first.text ?? "") \(second)" }) {
      return (command, words.dropFirst(2))
    }
    let names = family.map(\.name).joined(separator: ", ")
    throw Failure(
      .usage, subject: "\(first) \(printable(second))".trimmed, message: "this is no command",
      remedy: "choose one of " + names)
  }
  let names = commands.filter { !$0.isHidden }.flatMap {
    [$0.name] + $0.name.split(separator: " ").map(String.init)
  }
  let near = suggestion(for: first.text ?? "", among: names)
  throw Failure(
    .usage, subject: first.description, message: "there is no such command",
    remedy: near.map { "did you mean \($0)?" } ?? "possessions --help lists them")
}

private func unknownOption(
  _ name: String, among options: [OptionDefinition], command: CommandDefinition
) -> Failure {
  let near = suggestion(for: name, among: options.map(\.name))
  return Failure(
    .usage, subject: "--\(printable(name))", message: "\(command.name) has no such option",
    remedy: near.map { "did you mean --\($0)?" } ?? "possessions \(command.name) --help lists them")
}

extension String {
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
