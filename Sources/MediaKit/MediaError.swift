package import Platform

/// Describes why media could not be looked at.
///
/// A file that cannot be understood is no error of a whole reading: it is a ``MediaRecord`` with
/// ``MediaRecord/unreadable`` set. `description` is fit to be shown to a person.
package struct MediaError: Error, Sendable {
  /// Tells kinds of failure apart.
  package enum Code: Sendable, Hashable {
    /// The helper program could not be started.
    case helperNotStarted
    /// The helper program is of another version than this one.
    case helperVersion
    /// The helper program does not answer as one should, again and again.
    case helperFailed
    /// The reader was closed.
    case closed
    /// The task that was reading was cancelled.
    case cancelled
    /// A file could not be opened or read.
    case unreadable
    /// Bytes that should be a message of the protocol are none.
    case malformedMessage
  }

  /// The kind of failure.
  package let code: Code
  /// What went wrong, and what to do where there is something to do; without the path.
  package let message: String
  /// The file, or the helper program, that it concerns.
  package let path: Path?
  /// The failed system call behind it, if there was one.
  package let cause: PlatformError?
  /// What a caller may do about it.
  package let disposition: Disposition

  package init(
    _ code: Code, _ message: String, path: Path? = nil, cause: PlatformError? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.cause = cause
    disposition =
      switch code {
      case .helperNotStarted, .helperVersion: .userAction
      case .helperFailed, .closed, .cancelled, .malformedMessage: .permanent
      case .unreadable: cause?.disposition ?? .permanent
      }
  }
}

extension MediaError: CustomStringConvertible {
  /// The message, then the path if there is one, escaped for a terminal.
  package var description: String {
    guard let path, !path.isEmpty else { return message }
    return "\(message): \(path.display)"
  }
}
