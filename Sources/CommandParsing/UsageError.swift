/// A command line that cannot be carried out as written.
///
/// The caller writes `albumen: ` and `line`, then, where there is a hint, `hint: ` and the hint,
/// and ends with the exit code for wrong usage. Arguments in it are already escaped for a terminal.
package struct UsageError: Error, Sendable, Hashable {
  /// What kind of fault it is; the only part a program may decide by.
  package enum Code: Sendable, Hashable, CaseIterable {
    /// No option of the command, nor a global one, has this name.
    case unknownOption
    /// A command's option stands before the command, or before a command that does not take it.
    case misplacedOption
    /// No command has this name.
    case unknownCommand
    /// A command was expected and none given.
    case missingCommand
    /// The option takes a value and none was given.
    case missingValue
    /// The option takes no value and one was given.
    case unexpectedValue
    /// The value is not one of those allowed, or outside its range.
    case valueNotAllowed
    /// The value must be text and its bytes are not UTF-8.
    case notText
    /// A required operand is missing.
    case missingOperand
    /// There are more operands than the command takes.
    case tooManyOperands
    /// An option that takes one value was given more than once.
    case repeatedOption
    /// Options were given together that exclude each other.
    case conflictingOptions
    /// An option that the command cannot do without is missing.
    case missingOption
  }

  /// What kind of fault it is.
  package let code: Code
  /// What went wrong, in a few words, without full stop.
  package let message: String
  /// The thing it concerns, escaped for a terminal; nil where the message says it all.
  package let subject: String?
  /// What to do about it, or nil.
  package let hint: String?

  /// Describes a fault.
  package init(_ code: Code, _ message: String, subject: String? = nil, hint: String? = nil) {
    self.code = code
    self.message = message
    self.subject = subject
    self.hint = hint
  }

  /// The error as one line: `what went wrong: the thing it concerns`.
  package var line: String {
    guard let subject else { return message }
    return "\(message): \(subject)"
  }
}
