import CommandParsing
import TestSupport
import Testing

@Suite("Reading command lines")
struct ParsingTests {
  @Test("Global options stand before and after the command")
  func globalOptions() throws {
    for parsed in [
      try ExampleProgram.command("-L", "/x", "--json", "-0", "ls", "Summer"),
      try ExampleProgram.command("ls", "--library", "/x", "Summer", "--json", "-0"),
      try ExampleProgram.command("ls", "-0L/x", "Summer", "--json"),
      try ExampleProgram.command("--library=/x", "ls", "--json", "-0", "--", "Summer"),
    ] {
      #expect(parsed.path == ["ls"])
      #expect(parsed.value("library") == Argument("/x"))
      #expect(parsed.flag("json"))
      #expect(parsed.flag("0"))
      #expect(!parsed.flag("quiet"))
      #expect(parsed.operand("ALBUM") == Argument("Summer"))
    }
  }

  @Test("A subcommand's options and operands come in any order")
  func anyOrder() throws {
    let parsed = try ExampleProgram.command(
      "album", "add", "Summer", "--index", "3", "a.jpg", "-n", "b.jpg")
    #expect(parsed.path == ["album", "add"])
    #expect(try parsed.integer("index") == 3)
    #expect(parsed.flag("dry-run"))
    #expect(parsed.operands("ALBUM") == [Argument("Summer")])
    #expect(parsed.operands("ASSET") == [Argument("a.jpg"), Argument("b.jpg")])
  }

  @Test("Short flags cluster, and the last of a cluster may take a value")
  func clusters() throws {
    let parsed = try ExampleProgram.command("set", "-nqtsea", "a.jpg", "-t", "sun", "--tag=sand")
    #expect(parsed.flag("dry-run"))
    #expect(parsed.flag("quiet"))
    #expect(try parsed.texts("tag") == ["sea", "sun", "sand"])
    #expect(try parsed.text("tag") == "sand")
  }

  @Test("Two dashes end the options, not the search for the command")
  func endOfOptions() throws {
    let parsed = try ExampleProgram.command("album", "add", "--", "--first", "-n", "--")
    #expect(parsed.operands("ALBUM") == [Argument("--first")])
    #expect(parsed.operands("ASSET") == [Argument("-n"), Argument("--")])
    #expect(!parsed.flag("first"))
    #expect(try ExampleProgram.command("--", "ls", "-x").operand("ALBUM") == Argument("-x"))
  }

  @Test("A lone dash is an operand, and a value")
  func loneDash() throws {
    #expect(try ExampleProgram.command("ls", "-").operand("ALBUM") == Argument("-"))
    #expect(try ExampleProgram.command("-L", "-", "ls").value("library") == Argument("-"))
  }

  @Test("Empty arguments are kept")
  func emptyArguments() throws {
    #expect(try ExampleProgram.command("ls", "").operand("ALBUM") == Argument(""))
    #expect(try ExampleProgram.command("set", "--title=", "x").text("title") == "")
    #expect(try ExampleProgram.command("set", "--title", "", "x").text("title") == "")
  }

  @Test("Negative numbers are operands where operands are expected")
  func negativeNumbers() throws {
    let parsed = try ExampleProgram.command("shift", "-5", "-0.5", "-05", "3")
    #expect(parsed.operands("HOURS").map { $0.text } == ["-5", "-0.5", "-05", "3"])
    #expect(try ExampleProgram.command("shift", "-0").flag("0"))
    #expect(ExampleProgram.fault("albums", "-5")?.code == .unknownOption)
    #expect(ExampleProgram.fault("-5")?.code == .unknownOption)
    #expect(ExampleProgram.fault("shift", "-5x")?.code == .unknownOption)
  }

  @Test("A value may begin with a dash unless it is an option itself")
  func valuesWithDashes() throws {
    #expect(try ExampleProgram.command("set", "--title", "-5", "x").text("title") == "-5")
    #expect(try ExampleProgram.command("set", "--title", "--oh", "x").text("title") == "--oh")
    #expect(try ExampleProgram.command("set", "--title=--json", "x").text("title") == "--json")
    let fault = try #require(ExampleProgram.fault("set", "--title", "--json", "x"))
    #expect(fault.code == .missingValue)
    #expect(fault.line == "--title needs a value: TEXT")
    #expect(fault.hint == "if --json is the value, write --title=--json")
    #expect(ExampleProgram.fault("set", "-t", "-q", "x")?.code == .missingValue)
    #expect(ExampleProgram.fault("set", "-t", "--", "x")?.code == .missingValue)
    #expect(ExampleProgram.fault("set", "x", "--title")?.code == .missingValue)
  }

  @Test("Everything after a value's first equals sign belongs to the value")
  func equalsInValue() throws {
    #expect(try ExampleProgram.command("set", "--title=a=b", "x").text("title") == "a=b")
    #expect(try ExampleProgram.command("set", "-ta=b", "x").text("tag") == "a=b")
  }

  @Test("A variadic operand leaves what a later one needs")
  func variadicBeforeFixed() throws {
    let parsed = try ExampleProgram.command("export", "A", "B", "C", "/out")
    #expect(parsed.operands("ALBUM").map { $0.text } == ["A", "B", "C"])
    #expect(parsed.operand("DIR") == Argument("/out"))
  }

  @Test("Optional operands are filled from left to right, once the required ones have theirs")
  func optionalOperands() throws {
    for (words, expected) in [
      (["A"], [[], [], ["A"]]),
      (["1", "A"], [["1"], [], ["A"]]),
      (["1", "2", "A"], [["1"], ["2"], ["A"]]),
    ] {
      let invocation = try CommandParser(ExampleProgram.program)
        .parse((["between"] + words).map { Array($0.utf8) })
      guard case .command(let parsed) = invocation else { throw ExampleProgram.NotACommand() }
      let given = ["FROM", "TO", "ALBUM"].map { parsed.operands($0).compactMap { $0.text } }
      #expect(given == expected)
    }
    #expect(ExampleProgram.fault("between", "1", "2", "A", "B")?.code == .tooManyOperands)
  }

  @Test("A command with operands and subcommands takes a subcommand's name first, unless after --")
  func subcommandOrOperand() throws {
    #expect(try ExampleProgram.command("log").path == ["log"])
    #expect(try ExampleProgram.command("log", "Summer").operand("WHAT") == Argument("Summer"))
    #expect(try ExampleProgram.command("log", "export").path == ["log", "export"])
    #expect(try ExampleProgram.command("log", "--", "export").operand("WHAT") == Argument("export"))
    let verify = try ExampleProgram.command("log", "--since", "now", "verify")
    #expect(verify.path == ["log", "verify"])
    #expect(try verify.text("since") == "now")
    #expect(ExampleProgram.fault("log", "--since", "now", "export")?.code == .misplacedOption)
  }

  @Test("Help and version are answered before anything is required")
  func helpAndVersion() throws {
    guard case .help(nil) = try ExampleProgram.parse("--help") else {
      Issue.record("no overview")
      return
    }
    guard case .help(let group?) = try ExampleProgram.parse("album", "-h") else {
      Issue.record("no help for a group")
      return
    }
    #expect(group.path == ["album"])
    guard case .help(let add?) = try ExampleProgram.parse("album", "--help", "add") else {
      Issue.record("no help for a command")
      return
    }
    #expect(add.path == ["album", "add"])
    guard case .version = try ExampleProgram.parse("--version") else {
      Issue.record("no version")
      return
    }
    #expect(try ExampleProgram.command("ls", "--", "--help").operand("ALBUM") == Argument("--help"))
  }

  @Test("A flag may be given twice; an option with one value may not")
  func repetition() throws {
    #expect(try ExampleProgram.command("--json", "ls", "--json").flag("json"))
    let fault = try #require(ExampleProgram.fault("-L", "/a", "ls", "--library=/b"))
    #expect(fault.code == .repeatedOption)
    #expect(fault.line == "option given more than once: --library")
  }

  @Test(
    "Random words never crash the parser, and what it accepts has all its operands",
    arguments: 1...16 as ClosedRange<UInt64>)
  func randomWords(seed: UInt64) throws {
    let words = [
      "album", "add", "log", "export", "ls", "set", "-", "--", "-n", "-0", "-5", "--index", "3",
      "--title", "--json", "-L", "-t", "x", "", "--first", "-qn", "--=", "-=", "---", "\u{e9}",
      "-é",
    ]
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1500 {
      let line = (0..<Int.random(in: 0...7, using: &random)).map { _ in
        words.randomElement(using: &random) ?? ""
      }
      do throws(UsageError) {
        let invocation = try CommandParser(ExampleProgram.program)
          .parse(line.map { Array($0.utf8) })
        guard case .command(let parsed) = invocation else { continue }
        for operand in parsed.command.operands
        where operand.arity == .one || operand.arity == .atLeastOne {
          #expect(!parsed.operands(operand.name).isEmpty, "seed \(seed): \(line)")
        }
      } catch {
        #expect(!error.message.isEmpty, "seed \(seed): \(line)")
        #expect(!error.line.contains("\n"), "seed \(seed): \(line)")
      }
    }
  }
}
