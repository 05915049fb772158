import Files
import Foundation
import PossessionsCore
import Running

/// The program: words to arguments, arguments to a command, its outcome to an exit code. One switch, here.
@main
enum Main {
  static func main() {
    StopSignals.catch()
    let words = CommandLine.bytes.dropFirst()
    exit(run(Array(words)))
  }

  static func run(_ words: [BytePath]) -> Int32 {
    let definitions = allCommands.map { $0.definition }
    do {
      switch words.first?.text {
      case nil where words.isEmpty, "--help", "-h", "help":
        return try showHelp(for: words.dropFirst().first, definitions: definitions, isAsked: !words.isEmpty)
      case "--version", "-V":
        Console().write(versionText())
        return 0
      default:
        break
      }
      let arguments = try parseArguments(words, commands: definitions)
      let console = try Console(arguments)
      if arguments.has("help") {
        console.write(help(for: arguments.command))
        return 0
      }
      if arguments.has("version") {
        console.write(versionText())
        return 0
      }
      do {
        guard let command = allCommands.first(where: { $0.definition.name == arguments.command.name }) else {
          preconditionFailure("every definition comes from a command")
        }
        return try command.run(arguments, console)
      } catch let failure as Failure {
        console.report(failure)
        if console.isJSON { try? console.writeJSON(FailureDocument(failure)) }
        return failure.kind.rawValue
      }
    } catch let failure as Failure {
      Console().report(failure)
      return failure.kind.rawValue
    } catch {
      Console().report(
        Failure(.internalError, message: "\(error)", remedy: "report this with the command line"))
      return Failure.Kind.internalError.rawValue
    }
  }

  private static func showHelp(
    for topic: BytePath?, definitions: [CommandDefinition], isAsked: Bool
  ) throws -> Int32 {
    if let topic {
      let arguments = try parseArguments([topic, "--help"], commands: definitions)
      Console().write(help(for: arguments.command))
      return 0
    }
    guard isAsked else {
      Console().warn(overviewHelp(definitions))
      return Failure.Kind.usage.rawValue
    }
    Console().write(overviewHelp(definitions))
    return 0
  }
}

/// What `--json` prints where a command failed.
struct FailureDocument: Encodable {
  struct Body: Encodable {
    var subject: String
    var message: String
    var remedy: String
    var findings: [Finding]
  }
  var exit: Int32
  var failure: Body

  init(_ failure: Failure) {
    exit = failure.kind.rawValue
    self.failure = Body(
      subject: failure.subject, message: failure.message, remedy: failure.remedy, findings: failure.findings)
  }
}

/// `possessions 0.1.0`, then a line for each library.
func versionText() -> String {
  let versions = libraryVersions()
  var text = "possessions \(programVersion)\n"
  for (name, version) in versions.sorted(by: { $0.key < $1.key }) {
    text += "\(name) \(version)\n"
  }
  return text
}

let programVersion = "0.1.0"

extension CommandLine {
  /// The arguments as bytes: a file name on the command line need not be UTF-8.
  static var bytes: [BytePath] {
    (0..<Int(argc)).compactMap { index in
      guard let pointer = unsafeArgv[index] else { return nil }
      return BytePath(
        UnsafeBufferPointer(start: pointer, count: strlen(pointer)).map(UInt8.init(bitPattern:)))
    }
  }
}

extension RunEnvironment {
  /// The real world: the clock, the process id, the variables that workers may see.
  static func real(observe: @escaping (Event) -> Void) -> RunEnvironment {
    RunEnvironment(
      now: { utcText() },
      runID: {
        let stamp = utcText().filter { $0 != "-" && $0 != ":" }
        var random = SystemRandomNumberGenerator()
        return stamp + "-" + hexadecimal((0..<3).map { _ in UInt8.random(in: 0...255, using: &random) })
      },
      workerEnvironment: ["LD_LIBRARY_PATH", "LD_PRELOAD", "HOME"].compactMap { name in
        ProcessInfo.processInfo.environment[name].map { "\(name)=\($0)" }
      },
      version: programVersion, observe: observe)
  }
}

/// The present moment in UTC, RFC 3339 to the second.
private func utcText() -> String {
  var now = time(nil)
  var parts = tm()
  gmtime_r(&now, &parts)
  func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(parts.tm_year + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    + "T\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))Z"
}
