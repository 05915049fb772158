import PossessionsCore
import Testing

@testable import possessions

@Suite("Arguments")
struct ArgumentTests {
  static let command = CommandDefinition(
    name: "import", summary: "", operands: "[FILE]", operandCount: 0...1,
    options: [
      OptionDefinition(name: "photos", short: "p", value: .text("DIR"), isRepeatable: true, help: ""),
      OptionDefinition(name: "report", value: .text("FORMATS"), help: ""),
      OptionDefinition(name: "dry-run", short: "n", help: ""),
      OptionDefinition(name: "value-is", value: .choice(["unit", "line"]), help: ""),
    ])

  func parse(_ words: String...) throws -> Arguments {
    try parseArguments(words.map { BytePath($0) }, commands: [Self.command])
  }

  @Test("values come after a space, after =, after the short letter")
  func values() throws {
    let arguments = try parse("import", "--photos", "a", "--photos=b", "-p", "c", "-pd", "-np", "e", "file")
    #expect(arguments.paths("photos") == ["a", "b", "c", "d", "e"])
    #expect(arguments.has("dry-run"))
    #expect(arguments.operands == ["file"])
  }

  @Test("-- ends options, and - is an operand")
  func end() throws {
    #expect(try parse("import", "--", "--photos").operands == ["--photos"])
    #expect(try parse("import", "-").operands == ["-"])
  }

  @Test("a value may be any bytes")
  func bytes() throws {
    let name = BytePath([0x66, 0xFF, 0xFE])
    let arguments = try parseArguments(["import", "--photos", name], commands: [Self.command])
    #expect(arguments.paths("photos") == [name])
    let attached = try parseArguments(
      ["import", BytePath(Array("--photos=".utf8) + name.bytes)], commands: [Self.command])
    #expect(attached.paths("photos") == [name])
  }

  @Test(
    "a wrong word is refused with a remedy",
    arguments: [
      (["imprt"], "did you mean import?"),
      (["import", "--phtos", "x"], "did you mean --photos?"),
      (["import", "--photos"], "write --photos DIR"),
      (["import", "--report", "a", "--report", "b"], "give it once"),
      (["import", "--dry-run=yes"], "leave it out"),
      (["import", "--value-is", "lines"], "did you mean line?"),
      (["import", "-x"], "possessions import --help"),
      (["import", "a", "b"], "possessions import --help"),
      ([], "possessions --help"),
    ])
  func refusals(words: [String], remedy: String) throws {
    let failure = try #require(throws: Failure.self) {
      try parseArguments(words.map { BytePath($0) }, commands: [Self.command])
    }
    #expect(failure.kind == .usage)
    #expect(failure.remedy.contains(remedy), "\(failure.description)")
  }

  @Test("every option of every command has a name of its own and a help text")
  func tables() {
    for command in allCommands.map({ $0.definition }) {
      let options = command.options + OptionDefinition.everywhere
      #expect(Set(options.map(\.name)).count == options.count, "\(command.name)")
      let letters = options.compactMap(\.short)
      #expect(Set(letters).count == letters.count, "\(command.name)")
      #expect(options.allSatisfy { !$0.help.isEmpty }, "\(command.name)")
      #expect(!command.summary.isEmpty)
    }
  }
}
