/// An exit code and what it means, for help and man pages.
package struct ExitCode: Sendable, Hashable {
  /// The code, 0 to 255.
  package let code: Int
  /// What it means: one phrase, lower case, without full stop.
  package let meaning: String

  /// Describes an exit code.
  package init(_ code: Int, _ meaning: String) {
    self.code = code
    self.meaning = meaning
  }
}
