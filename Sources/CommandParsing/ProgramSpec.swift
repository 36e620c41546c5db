/// A program, as data: its commands in groups, and what holds for all of them.
package struct ProgramSpec: Sendable, Hashable {
  /// Commands that belong together in the overview.
  package struct Group: Sendable, Hashable {
    /// The heading.
    package let title: String
    /// The commands, in the order in which they are shown.
    package let commands: [CommandSpec]

    /// Describes a group.
    package init(_ title: String, _ commands: [CommandSpec]) {
      self.title = title
      self.commands = commands
    }
  }

  /// The program's name.
  package let name: String
  /// What it is: one phrase, without full stop.
  package let summary: String
  /// More about it, as in `CommandSpec.discussion`.
  package let discussion: String
  /// The options taken before and after every command.
  ///
  /// The flags named `help` and `version` are the parser's own: it answers them with an
  /// `Invocation` of their own.
  package let options: [OptionSpec]
  /// The commands.
  package let groups: [Group]
  /// Command lines worth copying.
  package let examples: [CommandExample]
  /// What the exit codes mean.
  package let exitCodes: [ExitCode]

  /// Describes a program.
  package init(
    name: String, summary: String, discussion: String = "", options: [OptionSpec],
    groups: [Group], examples: [CommandExample] = [], exitCodes: [ExitCode] = []
  ) {
    self.name = name
    self.summary = summary
    self.discussion = discussion
    self.options = options
    self.groups = groups
    self.examples = examples
    self.exitCodes = exitCodes
  }

  /// The commands directly below the program, in the order of their groups.
  package var commands: [CommandSpec] {
    groups.flatMap { $0.commands }
  }

  /// Every command at every level, each before its subcommands.
  package var allCommands: [CommandSpec] {
    commands.flatMap { $0.withDescendants }
  }
}
