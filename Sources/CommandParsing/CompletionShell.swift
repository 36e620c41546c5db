/// A shell that completion scripts can be rendered for.
package enum CompletionShell: String, Sendable, Hashable, CaseIterable {
  /// GNU bash(1), 4.4 or later, with or without the package bash-completion.
  case bash
  /// zsh(1), with `compinit` done.
  case zsh
  /// fish(1), 3.1 or later.
  case fish

  /// The name of a program's script as each shell's own convention has it.
  package func fileName(for program: String) -> String {
    switch self {
    case .bash: "\(program).bash"
    case .zsh: "_\(program)"
    case .fish: "\(program).fish"
    }
  }
}
