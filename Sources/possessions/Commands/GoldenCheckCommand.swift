import Foundation
import Goldens
import PossessionsCore
import Running

/// `golden check`: the gate for image edits in CI.
enum GoldenCheckCommand: Command {
  static let definition = CommandDefinition(
    name: "golden check",
    summary: "compare what edits make now with approved pictures",
    details: """
      Makes the output of every golden case anew and compares it with the approved one. Never writes goldens. Ends \
      with 0 where all are within their limits, 1 where a case changed, has another size, is missing, stale or \
      orphaned, 4 where a metric could not be computed, 65 where a case or a golden is damaged.
      """,
    options: [
      OptionDefinition(name: "goldens", value: .text("DIR"), help: "the folder of golden cases"),
      OptionDefinition(
        name: "output", short: "o", value: .text("RUN"),
        help: "write a run folder: index.html, results.json, junit.xml, pictures of failing cases"),
      OptionDefinition(
        name: "case", value: .text("GLOB"), isRepeatable: true, help: "only cases with such names: 'shelf-*'"),
      OptionDefinition(
        name: "as-production",
        help: "leave vector code on, as in production; against goldens of their own"),
      OptionDefinition(name: "require-lock", help: "fail also where libraries or the machine changed"),
      OptionDefinition(name: "ci", help: "as where CI is set: says so in messages"),
      OptionDefinition(
        name: "workers", value: .text("N"), help: "cases at a time (default: one for each processor)"),
    ],
    examples: [
      (
        "possessions golden check --goldens Goldens --output out/golden",
        "the gate, with pictures of what failed"
      )
    ])

  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32 {
    let check = GoldenCheck(
      goldens: try requiredGoldens(arguments), output: arguments.path("output"),
      patterns: try arguments.texts("case"), asProduction: arguments.has("as-production"),
      requiresLock: arguments.has("require-lock"),
      workers: try arguments.number("workers", in: 1...64) ?? processorCount())
    let report = try runGoldenCheck(check, .real(observe: { console.observe($0) }), progress: { _, _ in })
    if console.isJSON {
      try console.writeJSON(report.document)
      return report.exitCode
    }
    for item in report.cases where !item.passes {
      let hint = item.hint.map { "; it \($0)" } ?? ""
      console.say(
        "\(console.paint(item.status.rawValue, .red))  \(printable(item.name)): \(printable(item.message))\(hint)"
      )
    }
    let counts = report.counts.filter { $0.count > 0 }.map { "\($0.count) \($0.status.rawValue)" }
    console.say("\(counted(report.cases.count, "case")): " + counts.joined(separator: ", "))
    if report.environmentChanges > 0 {
      console.say("\(counted(report.environmentChanges, "golden")) from another environment")
    }
    if let output = check.output {
      console.say("the run is in \(output.appending("index.html"))")
    } else if report.exitCode != 0 {
      console.say("run it again with --output RUN to see pictures, and to approve what is right")
    }
    return report.exitCode
  }
}

/// The folder of `--goldens`, which every golden command needs.
func requiredGoldens(_ arguments: Arguments) throws(Failure) -> BytePath {
  guard let goldens = arguments.path("goldens") else {
    throw Failure(
      .usage, subject: "--goldens", message: "the folder of golden cases is missing",
      remedy: "add --goldens DIR")
  }
  return goldens
}

/// Refuses to write goldens in CI.
func refuseInCI(_ arguments: Arguments) throws(Failure) {
  let value = ProcessInfo.processInfo.environment["CI"] ?? ""
  guard arguments.has("ci") || !value.isEmpty && value != "false" && value != "0" else { return }
  throw Failure(
    .usage, subject: arguments.has("ci") ? "--ci" : "CI=\(printable(value))",
    message: "goldens are never written in CI", remedy: "approve on your own machine and commit")
}

/// Who writes a golden: `--by`, else the user's name.
func goldenAuthor(_ arguments: Arguments) throws(Failure) -> String {
  let environment = ProcessInfo.processInfo.environment
  return try arguments.text("by") ?? environment["USER"] ?? environment["LOGNAME"] ?? "unknown"
}
