import Albumen
import CommandParsing

/// Brings again what an undo took back.
enum RedoCommand: Command {
  static let spec = CommandSpec(
    ["redo"], "brings back what undo took back",
    discussion: """
      Without TXN it is what this machine undid last, as long as no other command came after it. TXN \
      is an undo, or what it took back.
      """,
    changes: true, operands: [.transaction],
    examples: [
      CommandExample("albumen redo", "brings back what was undone last"),
      CommandExample("albumen redo 745ab895:53", "brings this one back"),
    ],
    exitCodes: [
      ExitCode(1, "it is not undone"),
      ExitCode(3, "something was left, because it was changed since"),
      ExitCode(4, "there is no such change, or nothing to redo"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let report = try await library.redo(
        try await context.transaction(in: library), isDryRun: context.isDryRun)
      return try await context.tell(
        report, UndoTelling(action: "redo", past: "Redid", base: "redo", object: report.object),
        in: library)
    }
  }
}
