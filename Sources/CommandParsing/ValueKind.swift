/// What an option's value or an operand may be; checked by the parser, and used by completion.
package enum ValueKind: Sendable, Hashable {
  /// Anything.
  case text
  /// A path, to a file or a directory.
  case path
  /// A path to a directory.
  case directory
  /// A whole number in a range; an `Int.min` or `Int.max` bound means "no bound".
  case integer(ClosedRange<Int>)
  /// One of these words.
  case choice([String])
  /// One of the things that the program can list; the word tells completion which list (`albums`).
  case listed(String)
  /// A word of a command's name, below the commands that the words before it name.
  case command
}

extension ValueKind {
  /// Checks one argument against the kind.
  ///
  /// - Parameter name: what the value is for, as the user writes it.
  /// - Throws: `valueNotAllowed`.
  func check(_ argument: Argument, for name: String) throws(UsageError) {
    switch self {
    case .text, .path, .directory, .listed, .command:
      return
    case .integer(let range):
      _ = try argument.integer(in: range, for: name)
    case .choice(let allowed):
      if let text = argument.text, allowed.contains(text) { return }
      let near = Suggestions.nearest(to: argument.text, among: allowed)
      throw UsageError(
        .valueNotAllowed, "\(name) takes \(Suggestions.alternatives(allowed))",
        subject: argument.display, hint: Suggestions.hint(near))
    }
  }
}
