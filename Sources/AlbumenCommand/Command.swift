import CommandParsing

/// Is one command: what it understands, and what it does.
protocol Command: Sendable {
  /// What it understands; parsing and help read it.
  static var spec: CommandSpec { get }

  /// The signals that the command waits for itself, instead of being ended by them.
  static var awaitedSignals: [Int32] { get }

  /// Does it.
  ///
  /// - Returns: the exit code; errors have theirs from ``ExitStatus``.
  static func run(_ context: CommandContext) async throws -> ExitStatus
}

extension Command {
  static var awaitedSignals: [Int32] { [] }
}
