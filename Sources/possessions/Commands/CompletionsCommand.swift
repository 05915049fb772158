import PossessionsCore

/// `completions`: what a shell needs to complete commands and options, made from the option tables.
enum CompletionsCommand: Command {
  static let definition = CommandDefinition(
    name: "completions", summary: "print completions for a shell",
    details: "For bash: possessions completions bash > /etc/bash_completion.d/possessions",
    operands: "bash|zsh|fish",
    operandCount: 1...1, isHidden: true)

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let commands = allCommands.map { $0.definition }.filter { !$0.isHidden }
    switch arguments.operands[0].text {
    case "bash": console.write(bashCompletions(commands))
    case "zsh":
      console.write(
        "#compdef possessions\nautoload -U +X bashcompinit && bashcompinit\n" + bashCompletions(commands))
    case "fish": console.write(fishCompletions(commands))
    default:
      throw Failure(
        .usage, subject: arguments.operands[0].description, message: "no completions for this shell",
        remedy: "choose bash, zsh or fish")
    }
    return 0
  }
}

private func bashCompletions(_ commands: [CommandDefinition]) -> String {
  let names = Set(commands.map { String($0.name.prefix { $0 != " " }) }).sorted().joined(separator: " ")
  var text = """
    _possessions() {
      local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
      case "${COMP_WORDS[1]} ${COMP_WORDS[2]}" in

    """
  for command in commands where command.name.contains(" ") {
    text += "    \"\(command.name)\") command=\"\(command.name)\";;\n"
  }
  text += """
      esac
      if [ "$COMP_CWORD" = 1 ]; then
        COMPREPLY=($(compgen -W "\(names) --help --version" -- "$word")); return
      fi
      case "$previous" in

    """
  var choices: [String: [String]] = [:]
  for option in commands.flatMap(\.options) + OptionDefinition.everywhere {
    if case .choice(let words) = option.value { choices[option.name] = words }
  }
  for (name, words) in choices.sorted(by: { $0.key < $1.key }) {
    text +=
      "    --\(name)) COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")); return;;\n"
  }
  text +=
    "  esac\n  case \"$word\" in -*) ;; *) COMPREPLY=($(compgen -f -- \"$word\")); return;; esac\n  case \"$command\" in\n"
  for command in commands {
    let options = (command.options + OptionDefinition.everywhere).map { "--" + $0.name }.joined(
      separator: " ")
    text += "    \"\(command.name)\") COMPREPLY=($(compgen -W \"\(options)\" -- \"$word\"));;\n"
  }
  return text + "  esac\n}\ncomplete -o filenames -F _possessions possessions\n"
}

private func fishCompletions(_ commands: [CommandDefinition]) -> String {
  func quoted(_ text: String) -> String { "'" + text.map { $0 == "'" ? "\\'" : String($0) }.joined() + "'" }
  var text = ""
  for command in commands where !command.name.contains(" ") {
    text +=
      "complete -c possessions -n __fish_use_subcommand -f -a \(command.name) -d \(quoted(command.summary))\n"
  }
  for command in commands {
    let condition = quoted("__fish_seen_subcommand_from " + command.name.prefix { $0 != " " })
    for option in command.options {
      text += "complete -c possessions -n \(condition) -l \(option.name)"
      if let short = option.short { text += " -s \(short)" }
      switch option.value {
      case .none: break
      case .text: text += " -r"
      case .choice(let words): text += " -x -a \(quoted(words.joined(separator: " ")))"
      }
      text += " -d \(quoted(option.help))\n"
    }
  }
  for option in OptionDefinition.everywhere {
    text += "complete -c possessions -l \(option.name) -d \(quoted(option.help))\n"
  }
  return text
}
