import Albumen
import CommandParsing
import Platform
import TestSupport
import Testing
import TextForms

@testable import AlbumenCommand

/// What holds of every command, whichever there are: the tests go through the spec.
@Suite struct BadInputTests {
  private static let commands = Program.spec.allCommands.filter { $0.runs && !$0.hidden }

  /// A line that each command can carry out in the bench below; others are tried bare.
  private static let lines = [
    "ls": "ls", "show": "show a.jpg", "albums": "albums --tree", "why": "why a.jpg b.jpg none.jpg",
    "watch": "watch --once-idle", "album add": "album add Summer b.jpg",
    "album move": "album move Summer a.jpg --first", "album remove": "album remove Summer b.jpg",
    "album rename": "album rename Summer Sommer", "album create": "album create New",
    "album cover": "album cover Summer a.jpg", "album delete": "album delete Summer",
    "album restore": "album restore Summer", "trash": "trash b.jpg", "untrash": "untrash b.jpg",
    "import": "import -n ../outside.jpg", "replay": "replay ../history.jsonl",
    "export": "export -n Summer ../out", "config get": "config get watch.settle",
    "config set": "config set watch.settle 5", "config unset": "config unset watch.settle",
    "completion": "completion bash", "forget": "forget -n", "help": "help import",
  ]

  private static func words(_ command: CommandSpec) -> [String] {
    (lines[command.title] ?? command.title).split(separator: " ").map { String($0) }
  }

  private static func fault(_ words: [String]) -> UsageError? {
    do {
      _ = try CommandParser(Program.spec).parse(words.map { Array($0.utf8) })
      return nil
    } catch { return error }
  }

  private func withFilledBench(_ body: (Bench) async throws -> Void) async throws {
    try await withBench(photos: ["a.jpg", "b.jpg", "2026/a name that is longer.jpg"]) { bench in
      try bench.output("album", "create", "Summer")
      try bench.output("album", "add", "Summer", "a.jpg", "b.jpg")
      try bench.output("log", "export", "../history.jsonl")
      try writeFile(bench.place / "outside.jpg", bytes: try Bench.photo("outside"))
      try await body(bench)
    }
  }

  @Test func `an option that is mistyped is unknown, and the right one is offered`() {
    for command in Self.commands {
      for option in command.options + Program.spec.options where !option.hidden {
        guard let long = option.long, long.count > 4 else { continue }
        let typed = "--" + long.dropLast() + "q"
        let fault = Self.fault(command.path + [typed])
        #expect(fault?.code == .unknownOption, "\(command.title) \(typed): \(fault?.line ?? "")")
        #expect(
          fault?.hint?.contains("--\(long)") == true,
          "\(command.title) \(typed): \(fault?.hint ?? "")")
      }
    }
  }

  @Test func `a value that an option does not take is refused, and said what it takes`() {
    for command in Self.commands {
      for option in command.options + Program.spec.options {
        let typed = command.path + [option.spelling]
        guard !option.isFlag else {
          guard option.long != nil else { continue }
          #expect(Self.fault(command.path + ["\(option.spelling)=x"])?.code == .unexpectedValue)
          continue
        }
        #expect(Self.fault(typed)?.code == .missingValue, "\(typed)")
        var wrong: [String] = []
        switch option.kind {
        case .integer(let range):
          wrong = ["x", "", "1.5", "99999999999999999999"]
          if range.lowerBound > .min { wrong.append("\(range.lowerBound - 1)") }
          if range.upperBound < .max { wrong.append("\(range.upperBound + 1)") }
        case .choice: wrong = ["", "no such word"]
        case .text, .path, .directory, .listed, .command: break
        }
        for value in wrong {
          let fault = Self.fault(typed + [value])
          #expect(fault?.code == .valueNotAllowed, "\(typed) \(value): \(fault?.line ?? "")")
          #expect(fault?.message.contains("takes") == true)
        }
        if !option.repeatable {
          let value: String
          switch option.kind {
          case .integer(let range): value = "\(max(range.lowerBound, 1))"
          case .choice(let words): value = words[0]
          default: value = "x"
          }
          let twice = Self.fault(typed + [value, option.spelling, value])
          #expect(twice?.code == .repeatedOption, "\(typed): \(twice?.line ?? "")")
        }
      }
    }
  }

  @Test func `a command in the wrong place, or mistyped, is told`() {
    for command in Self.commands {
      for option in command.options where option.isFlag {
        let fault = Self.fault([option.spelling] + command.path)
        #expect(fault?.code == .misplacedOption, "\(option.spelling) \(command.title)")
      }
      // Behind a command that takes operands any word is one.
      let above = Program.spec.allCommands.first { $0.path == Array(command.path.dropLast()) }
      guard command.name.count > 3, above?.runs != true else { continue }
      let typed = command.path.dropLast() + [command.name + "x"]
      let fault = Self.fault(Array(typed))
      #expect(fault?.code == .unknownCommand, "\(typed)")
      #expect(fault?.hint?.contains(command.name) == true, "\(typed): \(fault?.hint ?? "")")
      // Of `album restore` the other way around is a command that restores from `album`.
      let isOther = Program.spec.allCommands.contains { $0.path == Array(command.path.suffix(1)) }
      if command.path.count == 2, !isOther {
        #expect(Self.fault(command.path.reversed()) != nil, "\(command.title) reversed")
      }
    }
  }

  /// Whether all that a program wrote to standard error are lines of the form that is promised.
  private func areLines(_ result: ProgramResult) -> Bool {
    result.errorLines.allSatisfy { $0.hasPrefix("albumen: ") || $0.hasPrefix("hint: ") }
  }

  @Test func `a reader that has gone ends every command without a word of it`() async throws {
    try await withFilledBench { bench in
      let codes = Set(ExitStatus.allCases.map(\.rawValue))
      try bench.shellLine("mkfifo p")
      for command in Self.commands {
        // So many programs one after the other would keep other tests from this thread.
        await Task.yield()
        for json in ["", " --json"] {
          let line = Self.words(command).joined(separator: " ") + json
          let result = try bench.shell(
            "exec 3<>../p 4>../p 3>&-; albumen \(line) >&4; echo ended with $?")
          #expect(areLines(result), "\(line): \(result.errorText)")
          #expect(!result.errorText.lowercased().contains("pipe"), "\(line): \(result.errorText)")
          let code = result.outputText.split(separator: " ").last.flatMap {
            Int32($0.split(separator: "\n").first ?? "")
          }
          #expect(code == 141 || code.map { codes.contains($0) } == true, "\(line): \(result)")
        }
      }
      // Nothing of it has harmed the library.
      #expect(try bench.run("log", "verify").exitCode == 0)
    }
  }

  @Test func `every command runs on a terminal of 20 columns`() async throws {
    try await withFilledBench { bench in
      let codes = Set(ExitStatus.allCases.map(\.rawValue))
      let tables: Set = ["ls", "albums", "log", "config list"]
      for command in Self.commands {
        await Task.yield()
        let line = Self.words(command).joined(separator: " ")
        let result = try bench.shell(
          "script -qec \"$program \(line)\" /dev/null </dev/null", environment: ["COLUMNS": "20"])
        #expect(result.exitCode.map { codes.contains($0) } == true, "\(line): \(result)")
        guard tables.contains(command.title) else { continue }
        for text in result.outputText.split(whereSeparator: \.isNewline) {
          #expect(TextForm.width(String(text)) <= 20, "\(line): \(text)")
        }
      }
    }
  }

  @Test func `every page of help fits 20 columns but for what is not to be broken`() {
    for command in Program.spec.allCommands {
      for line in Program.help(for: command, width: 20).split(separator: "\n") {
        let isExample = command.examples.contains { line == "  \($0.line)" }
        guard line.count > 20, !isExample else { continue }
        let text = line.drop { $0 == " " }
        #expect(!text.contains(" "), "\(command.title): \(line)")
      }
    }
  }
}

extension Bench {
  /// Runs a line of shell beside the folder of photos.
  fileprivate func shellLine(_ line: String) throws {
    _ = try TestSupport.run("/bin/sh", ["-c", line], workingDirectory: place)
  }
}
