package import Platform

/// Says why logs could not be exchanged with a remote.
package struct ReplicationError: Error, Sendable, Equatable {
  /// The kinds of failure.
  package enum Code: Sendable, Hashable {
    /// The remote did not answer, or not in time: no network, no such host, a disk that is not there.
    case unreachable
    /// The remote answered, and would not: wrong password, unknown host key, a rejected push.
    case refused
    /// The remote, or a piece of it, belongs to another library.
    case otherLibrary
    /// The remote was written by a newer version; it is left as it is.
    case newerFormat
    /// What the remote holds is not what was once written.
    case damaged
    /// A piece that was there is gone.
    case missing
    /// A piece is larger than any can be.
    case tooLarge
    /// There is no space here for what the remote holds, or none there.
    case diskFull
    /// The address of a remote is of no kind that can be used.
    case invalidAddress
    /// The exchange was ended by the caller.
    case cancelled
    /// The operating system, or a library, refused something else.
    case io
  }

  /// The kind of failure.
  package let code: Code
  /// What went wrong, with what the other side said.
  package let message: String
  /// What to do about it, where something is known.
  package let hint: String?
  /// What it concerns: a remote's address without credentials, or a path.
  package let subject: String?
  /// What a caller may do about it.
  package let disposition: Disposition

  /// Makes an error; its disposition is its kind's unless one is given.
  package init(
    _ code: Code, _ message: String, hint: String? = nil, subject: String? = nil,
    disposition: Disposition? = nil
  ) {
    self.code = code
    self.message = message
    self.hint = hint
    self.subject = subject
    self.disposition = disposition ?? Self.disposition(of: code)
  }

  private static func disposition(of code: Code) -> Disposition {
    switch code {
    case .unreachable, .missing: .retry
    case .damaged: .corrupt
    case .refused, .otherLibrary, .newerFormat, .diskFull, .invalidAddress: .userAction
    case .tooLarge, .cancelled, .io: .permanent
    }
  }
}

extension ReplicationError: CustomStringConvertible {
  /// The message, then what it concerns if that is known.
  package var description: String { subject.map { "\(message): \($0)" } ?? message }
}
