import CommandParsing

/// A program with one command for each thing that the parser must tell apart.
enum ExampleProgram {
  static let album = CommandSpec(
    ["album"], "makes and changes albums",
    subcommands: [
      CommandSpec(
        ["album", "create"], "makes an album", changes: true,
        operands: [OperandSpec("TITLE", summary: "its title")]),
      CommandSpec(
        ["album", "add"], "adds photos to an album",
        discussion: "A photo that is in the album already stays where it is.\n\n  kept  as it is",
        changes: true,
        options: [
          OptionSpec(flag: "first", summary: "before all others"),
          OptionSpec(flag: "last", summary: "after all others"),
          OptionSpec("index", value: "N", kind: .integer(1...Int.max), summary: "as the Nth"),
        ],
        choices: [OptionChoice(.atMostOne, ["first", "last", "index"])],
        operands: [
          OperandSpec("ALBUM", kind: .listed("albums"), summary: "the album"),
          OperandSpec("ASSET", .atLeastOne, kind: .path, summary: "a photo or video"),
        ],
        examples: [CommandExample("prog album add Summer *.jpg", "adds what lies here")],
        exitCodes: [ExitCode(5, "more than one album has this title")]),
      CommandSpec(
        ["album", "move"], "moves photos in an album", changes: true,
        options: [
          OptionSpec(flag: "first", summary: "before all others"),
          OptionSpec("before", value: "ASSET", summary: "before that one"),
        ],
        choices: [OptionChoice(.exactlyOne, ["first", "before"])],
        operands: [OperandSpec("ASSET", .atLeastOne, summary: "a photo")]),
    ])

  static let program = ProgramSpec(
    name: "prog", summary: "keeps albums",
    discussion: "It keeps photos in albums, and keeps the albums.",
    options: [
      OptionSpec(
        "library", short: "L", value: "DIR", kind: .directory, default: "the one around here",
        summary: "the library to work on"),
      OptionSpec(flag: "json", summary: "write JSON Lines"),
      OptionSpec(flag: "quiet", short: "q", summary: "say nothing but errors"),
      OptionSpec(flag: nil, short: "0", summary: "end records with NUL"),
      OptionSpec(flag: "crash-at", summary: "for tests", hidden: true),
      .help, .version,
    ],
    groups: [
      ProgramSpec.Group(
        "Albums",
        [
          CommandSpec(
            ["ls"], "lists photos",
            options: [OptionSpec("at", value: "TIME", summary: "as it was")],
            operands: [OperandSpec("ALBUM", .optional, summary: "only this one")]),
          CommandSpec(["albums"], "lists albums"),
          album,
          CommandSpec(
            ["set"], "sets what is known of photos", changes: true,
            options: [
              OptionSpec("title", value: "TEXT", summary: "the title"),
              OptionSpec("rating", value: "N", kind: .integer(0...5), summary: "the stars"),
              OptionSpec(
                "tag", short: "t", value: "TAG", repeatable: true, summary: "a tag"),
            ],
            choices: [OptionChoice(.atLeastOne, ["title", "rating", "tag"])],
            operands: [OperandSpec("ASSET", .atLeastOne, summary: "a photo")]),
        ]),
      ProgramSpec.Group(
        "Other",
        [
          CommandSpec(
            ["log"], "lists changes", runs: true,
            options: [OptionSpec("since", value: "TIME", summary: "no older ones")],
            operands: [OperandSpec("WHAT", .optional, summary: "an album or a photo")],
            subcommands: [
              CommandSpec(["log", "export"], "writes the log"),
              CommandSpec(
                ["log", "verify"], "checks the log",
                options: [OptionSpec("since", value: "TIME", summary: "no older ones")]),
            ]),
          CommandSpec(
            ["export"], "copies albums", changes: true,
            operands: [
              OperandSpec("ALBUM", .atLeastOne, summary: "an album"),
              OperandSpec("DIR", kind: .directory, summary: "where to"),
            ]),
          CommandSpec(
            ["shift"], "shifts times",
            operands: [OperandSpec("HOURS", .many, summary: "by how much")]
          ),
          CommandSpec(
            ["completion"], "prints a completion script",
            operands: [
              OperandSpec("SHELL", kind: .choice(["bash", "zsh", "fish"]), summary: "the shell")
            ]),
          CommandSpec(
            ["between"], "lists what lies between",
            operands: [
              OperandSpec("FROM", .optional, summary: "the start"),
              OperandSpec("TO", .optional, summary: "the end"),
              OperandSpec("ALBUM", summary: "the album"),
            ]),
          CommandSpec(
            ["help"], "shows help",
            operands: [
              OperandSpec("COMMAND", .many, kind: .command, summary: "the words that name it")
            ]),
          CommandSpec(["secret"], "is for tests", hidden: true),
        ]),
    ],
    examples: [CommandExample("prog ls Summer", "lists an album")],
    exitCodes: [ExitCode(0, "done"), ExitCode(2, "wrong usage"), ExitCode(130, "interrupted")])

  /// Parses words as a shell would hand them over.
  static func parse(_ words: String...) throws(UsageError) -> Invocation {
    try CommandParser(program).parse(words.map { Array($0.utf8) })
  }

  /// Parses words that are a whole command.
  static func command(_ words: String...) throws -> ParsedCommand {
    let invocation = try CommandParser(program).parse(words.map { Array($0.utf8) })
    guard case .command(let parsed) = invocation else { throw NotACommand() }
    return parsed
  }

  /// The error that parsing some words must end in.
  static func fault(_ words: String...) -> UsageError? {
    do throws(UsageError) {
      _ = try CommandParser(program).parse(words.map { Array($0.utf8) })
      return nil
    } catch {
      return error
    }
  }

  struct NotACommand: Error {}
}
