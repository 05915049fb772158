import PossessionsCore

/// Help texts, made from the same tables that parse.

/// `possessions --help`.
func overviewHelp(_ commands: [CommandDefinition]) -> String {
  var text = """
    possessions: attach photos to possessions, keep the originals, make an insurance report

    usage: possessions COMMAND [OPTION]...

    The main job:
      possessions import --photos DIR --items FILE.csv --catalog DIR

    Commands:

    """
  let shown = commands.filter { !$0.isHidden }
  let width = (shown.map(\.name.utf8.count).max() ?? 0) + 2
  for command in shown {
    text += "  " + padded(command.name, width) + command.summary + "\n"
  }
  text += "\nOptions everywhere:\n" + table(of: OptionDefinition.everywhere)
  text += """

    Exit codes: 0 complete, 1 a gate failed, 3 finished with new errors, 4 damage found, 64 usage, 65 bad data,
    66 input missing, 70 internal error, 73 cannot create, 74 I/O error, 75 run again, 77 permission, 78 wrong
    catalog folder. Any other code is a failure.

    possessions COMMAND --help tells more about one command.

    """
  return text
}

/// `possessions COMMAND --help`.
func help(for command: CommandDefinition) -> String {
  var text = "\(command.summary)\n\nusage: possessions \(command.name)"
  if !command.operands.isEmpty { text += " " + command.operands }
  text += " [OPTION]...\n"
  if !command.details.isEmpty { text += "\n" + wrapped(command.details, indent: "", width: 96) + "\n" }
  if !command.options.isEmpty { text += "\nOptions:\n" + table(of: command.options) }
  text += "\nOptions everywhere:\n" + table(of: OptionDefinition.everywhere)
  if !command.examples.isEmpty {
    text += "\nExamples:\n"
    for example in command.examples {
      text += "  " + example.line + "\n      " + example.meaning + "\n"
    }
  }
  return text
}

private func table(of options: [OptionDefinition]) -> String {
  let width = 32
  var text = ""
  for option in options {
    var head = "  " + (option.short.map { "-\($0), " } ?? "    ") + "--" + option.name
    if let placeholder = option.placeholder { head += " " + placeholder }
    let help = option.help + (option.isRepeatable ? " (repeatable)" : "")
    let body = wrapped(help, indent: String(repeating: " ", count: width), width: 98)
    if head.utf8.count > width - 2 {
      text += head + "\n" + body + "\n"
    } else {
      text += padded(head, width) + body.dropFirst(width) + "\n"
    }
  }
  return text
}

/// Text broken at spaces into lines of at most `width` columns, each after `indent`.
func wrapped(_ text: String, indent: String, width: Int) -> String {
  var lines: [String] = []
  for paragraph in text.split(separator: "\n", omittingEmptySubsequences: false) {
    var line = indent
    for word in paragraph.split(separator: " ") {
      if line.count + word.count + 1 > width, line != indent {
        lines.append(line)
        line = indent
      }
      line += (line == indent ? "" : " ") + word
    }
    lines.append(line)
  }
  return lines.joined(separator: "\n")
}

func padded(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
