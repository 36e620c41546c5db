/// Renders completion scripts from a program's spec.
///
/// The scripts complete commands, options, allowed values, files and directories by themselves. For
/// values of the kind `listed` they run `PROGRAM [GLOBAL-OPTION...] complete LIST`, a hidden command
/// that writes one name a line; a program without it completes nothing there. What is hidden is left
/// out.
package struct CompletionRenderer: Sendable {
  /// The program whose command lines are completed.
  package let program: ProgramSpec

  /// Makes a renderer.
  package init(_ program: ProgramSpec) {
    self.program = program
  }

  /// The script for a shell.
  ///
  /// - Returns: lines, each ended by a newline.
  package func script(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: BashCompletion(program).script
    case .zsh: ZshCompletion(program).script
    case .fish: FishCompletion(program).script
    }
  }
}

extension ProgramSpec {
  /// The options taken before and after every command that completion offers.
  var completedOptions: [OptionSpec] {
    options.filter { !$0.hidden }
  }

  /// Every command that completion offers, each before its subcommands.
  var completedCommands: [CommandSpec] {
    func withDescendants(_ commands: [CommandSpec]) -> [CommandSpec] {
      commands.filter { !$0.hidden }.flatMap { [$0] + withDescendants($0.subcommands) }
    }
    return withDescendants(commands)
  }

  /// The spellings of those program options that take a value; they are passed on to the command that
  /// lists values.
  var valuedSpellings: [String] {
    completedOptions.filter { !$0.isFlag }.flatMap { $0.spellings }
  }
}

extension OptionSpec {
  /// Every way to write it: `-L`, `--library`.
  var spellings: [String] {
    [short.map { "-\($0)" }, long.map { "--\($0)" }].compactMap { $0 }
  }
}
