import CommandParsing

/// Prints completion scripts.
enum CompletionCommand: Command {
  static let spec = CommandSpec(
    ["completion"], "prints a script that teaches a shell to complete command lines",
    discussion: """
      The script is the same as the installed one. It completes commands, options, values, files \
      and the titles of albums.
      """,
    operands: [
      OperandSpec(
        "SHELL", kind: .choice(CompletionShell.allCases.map(\.rawValue)), summary: "the shell")
    ],
    examples: [
      CommandExample("source <(albumen completion bash)", "completes in this bash"),
      CommandExample("albumen completion fish | source", "completes in this fish"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    guard let shell = CompletionShell(rawValue: try context.parsed.operandText("SHELL") ?? "")
    else { preconditionFailure("the parser lets only shells through") }
    try context.output.write(CompletionRenderer(Program.spec).script(for: shell))
    return .done
  }
}
