import Albumen
import CommandParsing
import Platform

/// Makes a directory an album's.
enum SourceAddCommand: Command {
  static let spec = CommandSpec(
    ["source", "add"], "makes a directory an album's: what is and what appears in it is referenced",
    discussion: """
      DIR is a directory of the library's folder, with all directories in it. With --album its photos \
      and videos go to one album. With --album-from-folder leaf each directory has an album of its \
      name at the top; with path the albums are in folders that are called like the directories \
      above them, up to DIR. To say it again does no harm: what was taken out of an album stays out.
      """,
    changes: true,
    options: [
      OptionSpec(
        "album", value: "ALBUM", kind: .listed("albums"),
        summary:
          "the album (its title, Folder/Title, or @ and its id's start), which is made where there is "
          + "none"),
      OptionSpec(
        "album-from-folder", value: "HOW", kind: .choice(["leaf", "path"]),
        summary: "albums that are called like the directories"),
    ],
    choices: [OptionChoice(.exactlyOne, ["album", "album-from-folder"])],
    operands: [
      OperandSpec("DIR", kind: .directory, summary: "a directory of the library's folder")
    ],
    examples: [
      CommandExample(
        "albumen source add Phone --album Inbox", "puts what the phone brings into one album"),
      CommandExample(
        "albumen source add Scans --album-from-folder path", "makes an album of each directory"),
    ],
    exitCodes: [
      ExitCode(4, "there is no such directory, or no album of this id"),
      ExitCode(5, "several albums are called so"),
    ])

  static func run(_ context: CommandContext) async throws -> ExitStatus {
    let parsed = context.parsed
    let directory = try context.environment.absolute(
      try context.path(of: parsed.operand("DIR") ?? Argument(""), for: "DIR"))
    let albums: PhotoLibrary.SourceAlbums =
      if let name = try GivenText.unlessEmpty(parsed.text("album"), "--album") {
        .named(name)
      } else {
        try parsed.text("album-from-folder") == "leaf" ? .leaf : .path
      }
    return try await context.withLibrary { library in
      let report = try await library.addSource(directory, albums, isDryRun: context.isDryRun)
      for source in report.sources {
        if context.isJSON {
          try SourceCommands.record(
            report.wasThere ? "known" : "added", source, of: library, context
          ) { writer in
            writer.member("references", report.references)
            writer.member("transaction", id: report.transaction)
          }
          continue
        }
        let name = SourceCommands.name(source)
        var words = "What appears in \(name) \(context.isDryRun ? "would go" : "goes") to "
        if context.isDryRun, case .named(let title) = albums {
          words += Wording.quoted(title)
        } else {
          words += try await SourceCommands.words(source, of: library)
        }
        if report.wasThere { words += ", as it did before" }
        if report.references > 0 {
          let verb = context.isDryRun ? "would be" : report.references == 1 ? "was" : "were"
          words +=
            "; \(Wording.count(report.references, "reference")) \(verb) added for what is there"
        }
        try context.say(words + ".")
      }
      return .done
    }
  }
}
