/// Reads command lines by a program's spec.
///
/// The grammar is that of POSIX utilities (XBD 12.2) with GNU's long options, and options and
/// operands in any order: `--opt value`, `--opt=value`, `-o value`, `-ovalue`, `-abc` for three
/// flags, `--` before operands that begin with a dash. Where it goes beyond that:
///
/// - The program's options stand before or after the command; a command's own stand after it.
/// - An argument that is itself an option of the command is not taken for a value (`--title
///   --json`); `--title=--json` says that it is meant.
/// - `-5` is an operand where the command takes operands and has no option `-5`.
/// - A command with operands may have subcommands, too; a subcommand's name wins as the first
///   operand, and `--` before it makes it an operand.
package struct CommandParser: Sendable {
  /// The program whose command lines are read.
  package let program: ProgramSpec

  /// Makes a parser for a program.
  package init(_ program: ProgramSpec) {
    self.program = program
  }

  /// Reads the arguments after the program's name.
  ///
  /// - Returns: the command, or that help or the version was asked for, in which case nothing is
  ///   required.
  /// - Throws: the first fault, from left to right; then those of the whole line.
  package func parse(_ arguments: [[UInt8]]) throws(UsageError) -> Invocation {
    var run = ParsingRun(program: program, arguments: arguments.map { Argument($0) })
    return try run.finish()
  }
}
