/// Says why bytes or text are no transaction, or why one cannot be made.
package struct OperationsError: Error, Equatable, Sendable {
  /// The kinds of failure.
  package enum Code: Sendable {
    /// Binary data ends too early, is out of order, or holds something that its format does not allow.
    case malformedBinary
    /// Text is no JSON, or not JSON of the documented shape.
    case malformedText
    /// Something is larger than its format allows.
    case tooLarge
    /// The hybrid clock has come to its end.
    case clockExhausted
  }

  /// What kind of failure it is.
  package let code: Code
  /// What went wrong, for people.
  package let message: String

  /// Creates an error.
  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}
