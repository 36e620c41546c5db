/// A command line worth copying, and what it does.
package struct CommandExample: Sendable, Hashable {
  /// The whole line, as typed into a shell.
  package let line: String
  /// What it does: one phrase, lower case, without full stop.
  package let explanation: String

  /// Describes an example.
  package init(_ line: String, _ explanation: String) {
    self.line = line
    self.explanation = explanation
  }
}
