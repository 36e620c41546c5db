import Albumen
import CommandParsing

/// Makes this machine the one that keeps the album view.
enum ViewTakeCommand: Command {
  static let spec = CommandSpec(
    ["view", "take"], "makes this machine the one that keeps the album view",
    discussion: """
      Where several machines have one folder, one of them keeps the view; the others leave it \
      alone. After it was taken, the albums win once: what was done in the view and not taken over \
      yet is not taken for a removal. Where the view's folder is gone, it is made anew.
      """,
    changes: true,
    examples: [CommandExample("albumen view take", "keeps the view from now on")],
    exitCodes: [ExitCode(4, "there is no album view")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let report =
        context.isDryRun ? try await library.viewStatus() : try await library.takeView()
      return try ViewShowCommand.tell(report, context)
    }
  }
}
