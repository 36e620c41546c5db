import Albumen
import CommandParsing

/// Lists the directories that are albums'.
enum SourceListCommand: Command {
  static let spec = CommandSpec(
    ["source", "list"], "lists the directories that are albums'",
    examples: [CommandExample("albumen source list", "shows each with its albums")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    try await context.withLibrary { library in
      let sources = try await library.sources()
      for source in sources where context.isJSON {
        try SourceCommands.record("listed", source, of: library, context)
      }
      if context.isJSON { return .done }
      if sources.isEmpty { try context.say("No directory is an album's.") }
      for source in sources {
        let name = source.directory.isEmpty ? "." : source.directory.display
        let gone = SourceCommands.isThere(source, library) ? "" : ", which is not there,"
        let words = try await SourceCommands.words(source, of: library)
        try context.output.line("\(name)\(gone) to \(words)")
      }
      try await SourceCommands.warnOfDeletedAlbums(sources, of: library, context)
      return .done
    }
  }
}
