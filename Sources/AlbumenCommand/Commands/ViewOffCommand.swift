import Albumen
import CommandParsing

/// Turns the album view off.
enum ViewOffCommand: Command {
  static let spec = CommandSpec(
    ["view", "off"], "removes the album view and keeps the albums",
    discussion: """
      Links that were made are removed, and folders that are empty then. What anybody else put \
      there stays. The albums are as they were; albumen view on makes the view again.
      """,
    changes: true,
    examples: [CommandExample("albumen view off", "removes the links")],
    exitCodes: [ExitCode(4, "there is no album view that this machine keeps")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      if context.isDryRun {
        return try ViewShowCommand.tell(try await library.viewStatus(), context)
      }
      let report = try await library.turnViewOff()
      if context.isJSON { return try ViewShowCommand.tell(report, context) }
      try context.say("The album view is off.")
      return ViewShowCommand.conclude(report, context)
    }
  }
}
