/// A command: its table and what it does. One file each in `Commands/`.
protocol Command {
  static var definition: CommandDefinition { get }
  /// - Returns: the exit code.
  /// - Throws: `Failure`, whose kind is the exit code.
  static func run(_ arguments: Arguments, _ console: Console) throws -> Int32
}

/// All commands, in the order of help.
var allCommands: [any Command.Type] {
  [
    ImportCommand.self,
    PlanCommand.self,
    ListCommand.self,
    ShowCommand.self,
    AttachCommand.self,
    DetachCommand.self,
    EditCommand.self,
    SearchCommand.self,
    RenderCommand.self,
    ReportCommand.self,
    ExportCommand.self,
    LabelsCommand.self,
    DoctorCommand.self,
    GoldenCheckCommand.self,
    GoldenApproveCommand.self,
    GoldenInitCommand.self,
    GoldenPruneCommand.self,
    GoldenInputCommand.self,
    VerifyCommand.self,
    RepairCommand.self,
    GarbageCommand.self,
    BackupCommand.self,
    RestoreCommand.self,
    WorkCommand.self,
    ManualCommand.self,
    CompletionsCommand.self,
  ]
}
