import CommandParsing
import Testing

@Suite("Help")
struct HelpTests {
  private let program = ExampleProgram.program

  @Test("A command's help is this text")
  func commandHelp() throws {
    let add = try program.command(named: [Argument("album"), Argument("add")])
    let expected = """
      prog album add: adds photos to an album

      Usage: prog album add [--first | --last | --index N] [-n] ALBUM ASSET...

      A photo that is in the album already stays where it is.

        kept  as it is

      Operands
        ALBUM  the album
        ASSET  a photo or video

      Options
        --first        before all others
        --last         after all others
        --index N      as the Nth
        -n, --dry-run  show what would be done, and change nothing

      Examples
        prog album add Summer *.jpg
            adds what lies here

      Exit codes
        5  more than one album has this title

      prog help lists the global options and all exit codes.

      """
    #expect(HelpRenderer(program, width: 80).help(for: add) == expected)
  }

  @Test("The overview shows every command that is not hidden, and the exit codes")
  func overview() {
    let text = HelpRenderer(program, width: 80).overview()
    for command in program.commands {
      #expect(text.contains("\n  \(command.name)") == !command.hidden, "\(command.name)")
    }
    #expect(text.contains("Albums\n  ls [ALBUM]"))
    #expect(text.contains("makes and changes albums: create, add, move"))
    #expect(text.contains("lists changes; also: export, verify"))
    #expect(text.contains("-L, --library DIR"))
    #expect(text.contains("(default: the one around here)"))
    #expect(text.contains("    0  done\n    2  wrong usage\n  130  interrupted\n"))
    #expect(text.contains("  prog ls Summer\n"))
    #expect(!text.contains("crash-at"))
  }

  @Test("Allowed values and repeatable options are told")
  func allowedValues() throws {
    let renderer = HelpRenderer(program, width: 80)
    let completion = renderer.help(for: try program.command(named: [Argument("completion")]))
    #expect(completion.contains("Usage: prog completion bash|zsh|fish\n"))
    #expect(completion.contains("the shell: bash, zsh or fish"))
    let set = renderer.help(for: try program.command(named: [Argument("set")]))
    #expect(set.contains("a tag (may be repeated)"))
  }

  @Test(
    "At every width the lines fit, but for words that alone do not, and nothing is lost",
    arguments: [-1, 0, 1, 19, 20, 21, 30, 47, 48, 49, 60, 80, 200])
  func widths(width: Int) throws {
    let renderer = HelpRenderer(program, width: width)
    let wide = HelpRenderer(program, width: 1000)
    let pages =
      [(renderer.overview(), wide.overview())]
      + program.allCommands.map { (renderer.help(for: $0), wide.help(for: $0)) }
    let kept = Set(
      (program.examples + program.allCommands.flatMap { $0.examples }).map { "  \($0.line)" })
    for (page, reference) in pages {
      #expect(page.split { $0.isWhitespace } == reference.split { $0.isWhitespace })
      #expect(!page.contains("\n\n\n"))
      #expect(page.hasSuffix("\n"))
      for line in page.split(separator: "\n") where line.count > max(width, 20) {
        let word = line.drop { $0 == " " }
        #expect(!word.contains(" ") || kept.contains(String(line)), "\(width): \(line)")
      }
    }
  }
}
