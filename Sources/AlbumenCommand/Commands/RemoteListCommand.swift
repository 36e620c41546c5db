import Albumen
import CommandParsing
import TextForms

/// Lists the remotes.
enum RemoteListCommand: Command {
  static let spec = CommandSpec(
    ["remote", "list"], "lists the remotes, and how far each is, without asking them",
    examples: [CommandExample("albumen remote list", "shows where logs are exchanged")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      var table = Table([
        Table.Column(), Table.Column(dropped: 2), Table.Column(isFlexible: true),
        Table.Column(dropped: 1),
      ])
      for remote in try await library.remotes() {
        if context.isJSON {
          try RemoteCommands.record(remote, dryRun: false, context)
        } else {
          table.add(
            remote.name, remote.kind, TextForm.printable(remote.address),
            RemoteCommands.standing(remote))
        }
      }
      for line in table.lines(width: context.tableWidth) { try context.output.line(line) }
      return .done
    }
  }
}
