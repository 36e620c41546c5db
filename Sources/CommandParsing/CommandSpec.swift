/// A command, as data: parsing, help, man pages and completion all read it, so they cannot
/// disagree.
package struct CommandSpec: Sendable, Hashable {
  /// The words that name it, from the program on: `["album", "add"]`.
  package let path: [String]
  /// What it does: one phrase in the third person, lower case, without full stop.
  package let summary: String
  /// More about it: paragraphs with a blank line between; a line that begins with two spaces is
  /// kept as it is.
  package let discussion: String
  /// Whether it changes something; such a command has `--dry-run`.
  package let changes: Bool
  /// Whether it does something itself; a mere group of commands does not.
  package let runs: Bool
  /// Its own options, `--dry-run` of a command that changes something included.
  package let options: [OptionSpec]
  /// Rules over its options.
  package let choices: [OptionChoice]
  /// What stands after it, in order.
  package let operands: [OperandSpec]
  /// Command lines worth copying.
  package let examples: [CommandExample]
  /// The exit codes that mean something particular here; the general ones are the program's.
  package let exitCodes: [ExitCode]
  /// The commands below it, whose paths begin with its own.
  package let subcommands: [CommandSpec]
  /// Whether help, man pages and completion leave it out.
  package let hidden: Bool

  /// Describes a command.
  ///
  /// - Parameter runs: whether it does something itself; nil means that it does unless it has
  ///   subcommands.
  package init(
    _ path: [String], _ summary: String, discussion: String = "", changes: Bool = false,
    runs: Bool? = nil, options: [OptionSpec] = [], choices: [OptionChoice] = [],
    operands: [OperandSpec] = [], examples: [CommandExample] = [], exitCodes: [ExitCode] = [],
    subcommands: [CommandSpec] = [], hidden: Bool = false
  ) {
    self.path = path
    self.summary = summary
    self.discussion = discussion
    self.changes = changes
    self.runs = runs ?? subcommands.isEmpty
    self.options = changes ? options + [.dryRun] : options
    self.choices = choices
    self.operands = operands
    self.examples = examples
    self.exitCodes = exitCodes
    self.subcommands = subcommands
    self.hidden = hidden
  }

  /// The last word of its path.
  package var name: String {
    path.last ?? ""
  }

  /// The whole path as typed: `album add`.
  package var title: String {
    path.joined(separator: " ")
  }

  /// The command itself and all below it, each before its subcommands.
  package var withDescendants: [CommandSpec] {
    [self] + subcommands.flatMap { $0.withDescendants }
  }
}
