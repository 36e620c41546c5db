/// What a command line asks for.
package enum Invocation: Sendable {
  /// To carry out a command.
  case command(ParsedCommand)
  /// To show help, for a command or, with nil, for the program.
  case help(CommandSpec?)
  /// To show the version.
  case version
}
