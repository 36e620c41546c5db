import Platform
import TestSupport
import Testing

@testable import CommandParsing

@Suite("Completion")
struct CompletionTests {
  private static let program = ExampleProgram.program

  @Test("An operand is offered wherever it can stand, whatever follows")
  func operandPositions() {
    func names(_ operands: [OperandSpec]) -> (leading: [[String]], rest: [String]) {
      let positions = OperandPositions(CommandSpec(["x"], "does", operands: operands))
      return (positions.leading.map { $0.map { $0.name } }, positions.rest.map { $0.name })
    }
    func operand(_ name: String, _ arity: OperandSpec.Arity) -> OperandSpec {
      OperandSpec(name, arity, summary: "s")
    }
    let none = names([])
    #expect(none.leading == [] && none.rest == [])
    let two = names([operand("A", .one), operand("B", .atLeastOne)])
    #expect(two.leading == [["A"]] && two.rest == ["B"])
    let last = names([operand("A", .atLeastOne), operand("D", .one)])
    #expect(last.leading == [["A"]] && last.rest == ["A", "D"])
    let optional = names([operand("A", .optional), operand("B", .optional), operand("C", .one)])
    #expect(optional.leading == [["A", "B", "C"], ["B", "C"], ["C"]] && optional.rest == [])
    let many = names([operand("A", .many)])
    #expect(many.leading == [] && many.rest == ["A"])
  }

  @Test("What is hidden is in no script", arguments: CompletionShell.allCases)
  func hidden(shell: CompletionShell) {
    let script = CompletionRenderer(Self.program).script(for: shell)
    #expect(!script.contains("secret"))
    #expect(!script.contains("crash-at"))
    #expect(script.hasSuffix("\n") && !script.contains("\n\n\n"))
  }

  @Test("The tables for bash are these")
  func bashTables() {
    let script = CompletionRenderer(Self.program).script(for: .bash)
    for line in [
      "'album add') options=(--first --last --index -n --dry-run) operands=('list albums') rest=path ;;",
      "'log') commands=(export verify) options=(--since) operands=('') ;;",
      "'export') options=(-n --dry-run) operands=('') rest=directory ;;",
      "'completion') operands=('choice bash zsh fish') ;;",
      "options+=(-L --library --json -q --quiet -0 -h --help --version)",
      "'set -t' | 'set --tag') kind='' ;;",
      "*' -L' | *' --library') kind=directory ;;",
      "complete -F _prog prog",
    ] {
      #expect(script.contains("\(line)\n"), "\(line)")
    }
  }

  @Test("The arguments for zsh are these")
  func zshArguments() {
    let script = CompletionRenderer(Self.program).script(for: .zsh)
    for line in [
      "'(-L --library)'{-L+,--library=}'[the library to work on]:DIR:_files -/'",
      "'(--last --index)--first[before all others]' \\",
      "'*'{-t+,--tag=}'[a tag]:TAG: ' \\",
      "'1:ALBUM: __prog_list albums' \\",
      "'*:ASSET:_files'",
      "'1:SHELL:(bash zsh fish)'",
      "'album:makes and changes albums'",
    ] {
      #expect(script.contains("    \(line)\n"), "\(line)")
    }
  }

  @Test("The completions for fish are these")
  func fishCompletions() {
    let script = CompletionRenderer(Self.program).script(for: .fish)
    for line in [
      "complete -c prog -s L -l library -x -a '(__fish_complete_directories)' -d 'the library to work on'",
      "complete -c prog -n \"__prog_in 'album add'\" -l first -d 'before all others'",
      "complete -c prog -n \"__prog_operand 'album add' 1 more\" -F",
      "complete -c prog -n \"__prog_operand 'album' 0\" -a add -d 'adds photos to an album'",
    ] {
      #expect(script.contains("\(line)\n"), "\(line)")
    }
  }

  @Test("Texts are quoted for every shell")
  func quoting() {
    #expect(ShellQuoting.posix("it's \\") == "'it'\\''s \\'")
    #expect(ShellQuoting.fish("it's \\") == "'it\\'s \\\\'")
  }

  @Test("In bash", .enabled(if: ShellCompletion.isInstalled("bash"), "bash is not installed"))
  func bash() throws {
    try check(.bash)
    try withShell(.bash) { shell in
      try expect(
        shell, "prog album add ", ["It\\'s\\ \\\"mine\\\"", "Rome", "Trip:\\ Rome"])
      // Readline puts in place what stands behind the colon, and keeps the quotation mark.
      try expect(shell, "prog album add Trip:", ["\\ Rome"])
      try expect(shell, "prog album add Trip:\\ R", ["\\ Rome"])
      try expect(shell, "prog album add \"Tr", ["Trip: Rome"])
      try expect(shell, "prog album add 'It", ["It'\\''s \"mine\""])
      try expect(shell, "prog -qL x album add Rome-", ["Rome--L-x"])
      try expect(shell, "prog --library=x album add Rome-", ["Rome---library-x"])
    }
  }

  @Test("In zsh", .enabled(if: ShellCompletion.isInstalled("zsh"), "zsh is not installed"))
  func zsh() throws {
    try check(.zsh)
    try withShell(.zsh) { shell in
      try expect(shell, "prog album add ", ["It's \"mine\"", "Rome", "Trip: Rome"])
      // Those that exclude each other are not offered together.
      try expect(
        shell, "prog album add --first --",
        ["--dry-run", "--help", "--json", "--library", "--quiet", "--version"])
    }
  }

  @Test("In fish", .enabled(if: ShellCompletion.isInstalled("fish"), "fish is not installed"))
  func fish() throws {
    try check(.fish)
    try withShell(.fish) { shell in
      try expect(shell, "prog album add ", ["It's \"mine\"", "Rome", "Trip: Rome"])
    }
  }

  // MARK: Asking shells

  private func expect(
    _ shell: ShellCompletion, _ line: String, _ offers: [String],
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = try shell.offers(line)
    #expect(found == offers, "\(line)", sourceLocation: location)
  }

  /// What every shell must offer alike.
  private func check(_ kind: CompletionShell) throws {
    let global = ["--help", "--json", "--library", "--quiet", "--version"]
    let album = ["add", "create", "move"]
    try withShell(kind) { shell in
      try expect(shell, "prog al", ["album", "albums"])
      try expect(shell, "prog album ", album)
      try expect(shell, "prog --json album ", album)
      try expect(shell, "prog -L some album ", album)
      try expect(shell, "prog ls --", (["--at"] + global).sorted())
      try expect(shell, "prog ls Rome --a", ["--at"])
      try expect(shell, "prog log --s", ["--since"])
      try expect(shell, "prog log e", ["export"])
      try expect(shell, "prog log export --s", [])
      try expect(shell, "prog set --t", ["--tag", "--title"])
      try expect(shell, "prog set --rating ", [])
      try expect(shell, "prog completion ", ["bash", "fish", "zsh"])
      // Where no more words can stand, zsh offers the options of its own accord.
      if kind != .zsh { try expect(shell, "prog completion bash ", []) }
      try expect(shell, "prog help album ", album)
      try expect(shell, "prog nothing ", [])
      // The program of this test lists what it was given before `complete`.
      try expect(shell, "prog -L x album add Rome-", ["Rome--L-x"])
      try expect(shell, "prog album --library y add Rome-", ["Rome---library-y"])
    }
  }

  /// Prepares a shell, and a program that lists albums.
  private func withShell(
    _ kind: CompletionShell, _ body: (ShellCompletion) throws -> Void
  ) throws {
    try withTemporaryDirectory { place in
      try writeFile(
        place / "prog",
        #"""
        #!/bin/sh
        [ $# -le 2 ] || { printf 'Rome-%s\n' "$1-$2"; exit; }
        [ "$*" = 'complete albums' ] || exit
        printf '%s\n' Rome 'Trip: Rome' "It's \"mine\""
        """#)
      setPermissions(place / "prog", 0o755)
      try body(
        ShellCompletion(
          kind.rawValue, script: CompletionRenderer(Self.program).script(for: kind), in: place))
    }
  }
}
