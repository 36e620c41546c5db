import CommandParsing

/// Shows help.
enum HelpCommand: Command {
  static let spec = CommandSpec(
    ["help"], "shows what a command does",
    operands: [OperandSpec("COMMAND", .many, kind: .command, summary: "the words that name it")],
    examples: [CommandExample("albumen help album add", "shows how to put photos into an album")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let words = context.parsed.operands("COMMAND")
    let command = words.isEmpty ? nil : try Program.spec.command(named: words)
    let width = context.environment.columns ?? 80
    try context.output.write(Program.help(for: command, width: width))
    return .done
  }
}
