import PossessionsCore
import Running

/// `work`: the worker that runs start for themselves.
enum WorkCommand: Command {
  static let definition = CommandDefinition(
    name: "work",
    summary: "do jobs: lines of JSON in, lines of JSON out",
    details: "Started by import and render for themselves. Reads job lines from standard input.",
    options: [OptionDefinition(name: "pipe", help: "serve job lines on standard input")],
    isHidden: true)

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    guard arguments.has("pipe") else {
      throw Failure(.usage, message: "work needs --pipe", remedy: "runs start their workers themselves")
    }
    try servePipe()
    return 0
  }
}
