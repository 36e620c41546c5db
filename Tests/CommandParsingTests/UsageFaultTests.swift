import CommandParsing
import Testing

@Suite("What is wrong with a command line")
struct UsageFaultTests {
  @Test(
    "Each fault has its code, one line and the right hint",
    arguments: [
      (
        ["lss"], UsageError.Code.unknownCommand, "unknown command: lss", "did you mean prog ls?"
      ),
      (
        ["frobnicate"], .unknownCommand, "unknown command: frobnicate",
        "prog help lists the commands"
      ),
      (["add", "x"], .unknownCommand, "unknown command: add", "did you mean prog album add?"),
      (
        ["verify"], .unknownCommand, "unknown command: verify", "did you mean prog log verify?"
      ),
      (
        ["album", "creaet", "x"], .unknownCommand, "unknown command: album creaet",
        "did you mean prog album create?"
      ),
      (["album", "ls"], .unknownCommand, "unknown command: album ls", "did you mean prog ls?"),
      (["album", "wipe"], .unknownCommand, "unknown command: album wipe", "prog help album"),
      ([], .missingCommand, "no command given", "prog help lists them"),
      (["--json"], .missingCommand, "no command given", "prog help lists them"),
      (
        ["album"], .missingCommand, "album needs to be told what to do",
        "prog album create|add|move"
      ),
      (["ls", "--jsno"], .unknownOption, "unknown option: --jsno", "did you mean --json?"),
      (["ls", "--lib=x"], .unknownOption, "unknown option: --lib", "did you mean --library?"),
      (["set", "--dry", "x"], .unknownOption, "unknown option: --dry", "did you mean --dry-run?"),
      (
        ["ls", "-json"], .unknownOption, "unknown option: -json",
        "did you mean --json?"
      ),
      (
        ["set", "-nx", "a"], .unknownOption, "unknown option: -x",
        "if it is an operand, put -- before it"
      ),
      (["ls", "-l"], .unknownOption, "unknown option: -l", "did you mean -L?"),
      (
        ["ls", "-x.jpg"], .unknownOption, "unknown option: -x.jpg",
        "if it is an operand, put -- before it"
      ),
      (["albums", "--wipe"], .unknownOption, "unknown option: --wipe", nil),
      (["albums", "--crash-a"], .unknownOption, "unknown option: --crash-a", nil),
      (
        ["-n", "album", "create", "x"], .misplacedOption,
        "a command's option comes after the command: -n", "as in prog album create -n"
      ),
      (
        ["album", "--first", "add"], .misplacedOption,
        "a command's option comes after the command: --first", "as in prog album add --first"
      ),
      (["ls", "--json=yes"], .unexpectedValue, "--json takes no value: yes", nil),
      (
        ["album", "add", "A", "x", "--index", "0"], .valueNotAllowed,
        "--index takes a whole number, 1 or more: 0", nil
      ),
      (
        ["set", "x", "--rating=six"], .valueNotAllowed,
        "--rating takes a whole number from 0 to 5: six", nil
      ),
      (
        ["set", "x", "--rating", "99999999999999999999"], .valueNotAllowed,
        "--rating takes a whole number from 0 to 5: 99999999999999999999", nil
      ),
      (
        ["completion", "fsh"], .valueNotAllowed, "SHELL takes bash, zsh or fish: fsh",
        "did you mean zsh or fish?"
      ),
      (
        ["album", "add", "A"], .missingOperand, "album add needs an operand: ASSET",
        "prog album add [--first | --last | --index N] [-n] ALBUM ASSET..."
      ),
      (
        ["album", "add"], .missingOperand, "album add needs an operand: ALBUM",
        "prog album add [--first | --last | --index N] [-n] ALBUM ASSET..."
      ),
      (
        ["export", "A"], .missingOperand, "export needs an operand: DIR",
        "prog export [-n] ALBUM... DIR"
      ),
      (
        ["ls", "A", "B"], .tooManyOperands, "ls takes no more operands: B",
        "prog ls [--at TIME] [ALBUM]"
      ),
      (
        ["log", "Summer", "export"], .tooManyOperands, "log takes no more operands: export",
        "did you mean prog log export?"
      ),
      (
        ["albums", "add", "A"], .tooManyOperands, "albums takes no operand: add",
        "did you mean prog album add?"
      ),
      (
        ["album", "add", "--first", "A", "--last", "x"], .conflictingOptions,
        "options that exclude each other: --first, --last", nil
      ),
      (
        ["album", "move", "x"], .missingOption, "album move needs one of --first or --before",
        "prog album move (--first | --before ASSET) [-n] ASSET..."
      ),
      (
        ["set", "x"], .missingOption, "set needs one of --title, --rating or --tag",
        "prog set (--title TEXT | --rating N | --tag TAG)... [-n] ASSET..."
      ),
    ] as [([String], UsageError.Code, String, String?)])
  func fault(words: [String], code: UsageError.Code, line: String, hint: String?) throws {
    do throws(UsageError) {
      _ = try CommandParser(ExampleProgram.program).parse(words.map { Array($0.utf8) })
      Issue.record("\(words) was accepted")
    } catch {
      #expect(error.code == code)
      #expect(error.line == line)
      #expect(error.hint == hint)
    }
  }

  @Test("Options that do not exclude each other go together")
  func atLeastOne() throws {
    let parsed = try ExampleProgram.command("set", "--title", "t", "--rating", "5", "x")
    #expect(try parsed.integer("rating") == 5)
  }

  @Test("Help finds a command by its words, with hints for wrong ones")
  func lookup() throws {
    let program = ExampleProgram.program
    #expect(try program.command(named: [Argument("album"), Argument("add")]).title == "album add")
    #expect(throws: UsageError.self) { try program.command(named: []) }
    do throws(UsageError) {
      _ = try program.command(named: [Argument("ls"), Argument("add")])
      Issue.record("ls has no commands")
    } catch {
      #expect(error.hint == "did you mean prog album add?")
    }
  }
}
