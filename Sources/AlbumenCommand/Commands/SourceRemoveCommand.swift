import Albumen
import CommandParsing
import Platform

/// Makes a directory no album's any more.
enum SourceRemoveCommand: Command {
  static let spec = CommandSpec(
    ["source", "remove"], "makes a directory no album's any more",
    discussion: "Albums, references and files stay as they are.",
    changes: true,
    options: [
      OptionSpec(
        "album", value: "ALBUM", kind: .listed("albums"), summary: "only for this album")
    ],
    operands: [OperandSpec("DIR", kind: .directory, summary: "the directory")],
    examples: [CommandExample("albumen source remove Phone", "what appears there stays out")],
    exitCodes: [ExitCode(4, "there is no such source")])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let directory = try context.environment.absolute(
      try context.path(of: context.parsed.operand("DIR") ?? Argument(""), for: "DIR"))
    return try await context.withLibrary { library in
      var target: FolderSource.Target?
      if let name = try context.parsed.text("album") {
        target = .album(try await context.album(named: name, in: library).id)
      }
      let report = try await library.removeSource(directory, target, isDryRun: context.isDryRun)
      for source in report.sources {
        if context.isJSON {
          try SourceCommands.record("removed", source, of: library, context)
        } else {
          let words = try await SourceCommands.words(source, of: library)
          let verb = context.isDryRun ? "would go" : "goes"
          try context.say(
            "What appears in \(SourceCommands.name(source)) \(verb) to \(words) no longer.")
        }
      }
      return .done
    }
  }
}
