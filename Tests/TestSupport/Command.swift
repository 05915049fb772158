public import Foundation

/// What a program answered.
public struct CommandResult: Sendable {
  public var status: Int32
  public var output: String
  public var errors: String
}

/// Runs a program to its end, with its output caught; nil where there is no such program.
///
/// - Parameter program: a path, or a name looked up on PATH.
public func runCommand(
  _ program: String, _ arguments: [String], input: Data? = nil, environment: [String: String]? = nil,
  folder: String? = nil
) throws -> CommandResult? {
  guard let path = locate(program) else { return nil }
  let process = Process()
  process.executableURL = URL(fileURLWithPath: path)
  process.arguments = arguments
  if let environment {
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
  }
  if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
  // Files and not pipes: a full pipe would stop the program.
  let scratch = try TemporaryFolder("possessions-command")
  let outputPath = try scratch.write([], to: "output")
  let errorPath = try scratch.write([], to: "errors")
  process.standardOutput = FileHandle(forWritingAtPath: outputPath)
  process.standardError = FileHandle(forWritingAtPath: errorPath)
  let inputPath = try scratch.write(input ?? Data(), to: "input")
  process.standardInput = FileHandle(forReadingAtPath: inputPath)
  try process.run()
  process.waitUntilExit()
  let status =
    process.terminationReason == .exit ? process.terminationStatus : 128 + process.terminationStatus
  // The folder goes with its last use, which is here and not where the paths were made.
  return try withExtendedLifetime(scratch) {
    CommandResult(
      status: status,
      output: String(decoding: try Data(contentsOf: URL(fileURLWithPath: outputPath)), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: URL(fileURLWithPath: errorPath)), as: UTF8.self))
  }
}

/// The path of a program, looked up on PATH where the name has no slash; nil where there is none.
public func locate(_ program: String) -> String? {
  if program.contains("/") { return FileManager.default.isExecutableFile(atPath: program) ? program : nil }
  let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
  for folder in folders {
    let path = folder + "/" + program
    if FileManager.default.isExecutableFile(atPath: path) { return path }
  }
  return nil
}

/// Whether an oracle can be asked. In CI every oracle is required: an absent one then fails its tests.
public func isOracleAvailable(_ program: String) -> Bool {
  locate(program) != nil || ProcessInfo.processInfo.environment["CI"] != nil
}

/// The built `possessions`, beside the test program.
public func builtProgram() -> String {
  let tests = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  return (tests as NSString).deletingLastPathComponent + "/possessions"
}
