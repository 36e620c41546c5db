import CommandParsing

/// Prints pages of the manual, for packagers: users have `man`.
enum ManualCommand: Command {
  static let spec = CommandSpec(
    ["manual"], "prints a page of the manual, in the language of man(7)",
    operands: [
      OperandSpec(
        "COMMAND", .many, kind: .command, summary: "the words that name it; the program without")
    ],
    examples: [
      CommandExample("albumen manual album add | man -l -", "shows how to put photos into an album")
    ],
    hidden: true)

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let words = context.parsed.operands("COMMAND")
    let page =
      words.isEmpty
      ? Program.manual.overview()
      : Program.manual.page(for: try Program.spec.command(named: words))
    try context.output.write(page.text)
    return .done
  }
}
