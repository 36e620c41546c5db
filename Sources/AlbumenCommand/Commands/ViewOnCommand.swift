import Albumen
import CommandParsing

/// Turns the album view on.
enum ViewOnCommand: Command {
  static let spec = CommandSpec(
    ["view", "on"], "makes the album view, or turns it on again",
    discussion: """
      A folder of that name which is there already, with something in it, is not taken over: \
      choose another name.
      """,
    changes: true,
    options: [
      OptionSpec("name", value: "NAME", summary: "what the view's folder is called; else Albums")
    ],
    examples: [CommandExample("albumen view on --name Views", "makes the view as Views")],
    exitCodes: [ExitCode(1, "there can be no album view here, and why")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let name = context.parsed.value("name").flatMap { String(validating: $0.bytes, as: UTF8.self) }
    return try await context.withLibrary { library in
      let report =
        context.isDryRun
        ? try await library.viewStatus()
        : try await library.turnViewOn(name: name)
      return try ViewShowCommand.tell(report, context)
    }
  }
}
