import PossessionsCore

/// `manual`: the manual page, made from the option tables (roff, man(7)).
enum ManualCommand: Command {
  static let definition = CommandDefinition(
    name: "manual", summary: "print the manual page", details: "For man: possessions manual | man -l -",
    isHidden: true)

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    console.write(manualPage(allCommands.map { $0.definition }.filter { !$0.isHidden }))
    return 0
  }
}

func manualPage(_ commands: [CommandDefinition]) -> String {
  var page = """
    .TH POSSESSIONS 1 "" "possessions \(programVersion)" "User Commands"
    .SH NAME
    possessions \\- attach photos to possessions, keep the originals, make an insurance report
    .SH SYNOPSIS
    .B possessions
    .I COMMAND
    .RI [ OPTION ]...
    .SH DESCRIPTION
    Reads folders of photos and a CSV of possessions, gives every picture a UUID image key, attaches pictures to
    possessions, keeps the originals untouched, renders thumbnails and edited crops, writes an SQLite catalog and an
    image store, and ends with an insurance report. Sources are only read. Nothing prompts.
    .SH COMMANDS

    """
  for command in commands {
    page +=
      ".SS \"possessions \(roff(command.name))\(command.operands.isEmpty ? "" : " " + roff(command.operands))\"\n"
    page += roff(command.summary.prefix(1).uppercased() + command.summary.dropFirst()) + ".\n"
    if !command.details.isEmpty { page += ".PP\n" + roff(command.details) + "\n" }
    page += command.options.map(entry).joined()
    for example in command.examples {
      page += ".PP\n.EX\n" + roff(example.line) + "\n.EE\n" + roff(example.meaning) + "\n"
    }
  }
  page += ".SH OPTIONS EVERYWHERE\n" + OptionDefinition.everywhere.map(entry).joined()
  page += ".SH EXIT STATUS\n"
  let codes: [(Int, String)] = [
    (0, "complete"), (1, "a gate failed, or a failure without a better code"),
    (3, "finished, with errors that did not stand in the last finished run"),
    (4, "damage found, or a metric could not be computed"), (64, "usage"), (65, "bad data, nothing written"),
    (66, "an input is missing"), (70, "internal error"), (73, "output cannot be created"),
    (74, "input or output failed: a full disk, a failed fsync"),
    (75, "locked by another run, or interrupted: run again"), (77, "permission denied"),
    (78, "not a catalog folder, wrong format version, or an unsafe file system"),
  ]
  for (code, meaning) in codes { page += ".TP\n.B \(code)\n\(roff(meaning))\n" }
  page += "Any other code is a failure.\n.SH ENVIRONMENT\n"
  page += ".TP\n.B POSSESSIONS_CATALOG\nthe catalog folder where \\-\\-catalog is not given\n"
  page += ".TP\n.B NO_COLOR\nno colours\n"
  return page
}

private func entry(_ option: OptionDefinition) -> String {
  var head = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
  head += "\\fB\\-\\-\(roff(option.name))\\fR"
  if let placeholder = option.placeholder { head += " \\fI\(roff(placeholder))\\fR" }
  return ".TP\n\(head)\n\(roff(option.help))\(option.isRepeatable ? " (repeatable)" : "")\n"
}

/// Text for roff: dashes that are dashes, no line that is taken for a request.
private func roff(_ text: some StringProtocol) -> String {
  var escaped = ""
  for character in text {
    switch character {
    case "\\": escaped += "\\e"
    case "-": escaped += "\\-"
    case "'": escaped += "\\(aq"
    default: escaped.append(character)
    }
  }
  return escaped.hasPrefix(".") ? "\\&" + escaped : escaped
}
