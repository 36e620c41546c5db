package import Platform

/// Describes a failure of libgit2, or of a rule that this module adds to it.
package struct GitError: Error, Sendable {
  /// Tells kinds of failure apart.
  package enum Code: Sendable, Hashable {
    /// libgit2 is not installed, or not in the version that this program was built for.
    case libraryMissing
    /// What was named is not there (GIT_ENOTFOUND).
    case notFound
    /// A name is not of the form that git allows (GIT_EINVALIDSPEC).
    case invalidName
    /// A file is not of the right form.
    case syntax
    /// What is to be changed stands in several places.
    case ambiguous
    /// Another program is writing the file.
    case locked
    /// The operating system failed to read or write.
    case system
    /// There is no space on the disk (ENOSPC, EDQUOT).
    case noSpace
    /// A server could not be connected to, or the connection broke.
    case unreachable
    /// A server was silent for too long, or took too long in all.
    case timedOut
    /// The caller has ended it.
    case cancelled
    /// A server wants a name and a password, or a key, and got none that it takes (GIT_EAUTH).
    case authentication
    /// A server's certificate is none that is trusted (GIT_ECERTIFICATE).
    case certificate
    /// A server's key over SSH stands in no file of known hosts.
    case hostKeyUnknown
    /// A server's key over SSH is another than the files of known hosts say.
    case hostKeyChanged
    /// A server, or a repository, has answered that it will not.
    case refused
    /// A branch is elsewhere than was expected (GIT_ENONFASTFORWARD, GIT_EMODIFIED, GIT_EEXISTS).
    case moved
    /// What was asked for, or sent, is larger than is allowed.
    case tooLarge
    /// What is stored is a sound object of another kind than was asked for.
    case otherKind
    /// What is stored, or was sent, is no sound object, pack or index.
    case damaged
    /// Anything else; what libgit2 returned.
    case other(Int32)
  }

  /// The kind of failure.
  package let code: Code
  /// What went wrong.
  package let message: String
  /// The file it concerns.
  package let path: Path?
  /// The line of the file, from 1, where that is known.
  package let line: Int?
  /// What to do about it, where something is known.
  package let hint: String?
  /// What the operating system said, if that was the cause and is known.
  package let cause: PlatformError?
  /// What a caller may do about it.
  package let disposition: Disposition

  /// Makes an error that libgit2 did not report.
  package init(
    _ code: Code, _ message: String, path: Path? = nil, line: Int? = nil,
    cause: PlatformError? = nil, hint: String? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.line = line
    self.hint = hint
    self.cause = cause
    disposition = cause?.disposition ?? code.disposition
  }

  /// Makes an error of one of the operating system.
  package init(_ cause: PlatformError, path: Path) {
    self.init(.system, cause.message, path: cause.path ?? path, cause: cause)
  }
}

extension GitError {
  /// The same of another file that holds the same.
  func of(_ path: Path) -> GitError {
    GitError(code, message, path: path, line: line, cause: cause)
  }
}

extension GitError.Code {
  fileprivate var disposition: Disposition {
    switch self {
    case .locked, .unreachable, .timedOut, .moved: .retry
    case .libraryMissing, .syntax, .ambiguous, .system, .noSpace, .authentication, .certificate,
      .hostKeyUnknown, .hostKeyChanged, .refused:
      .userAction
    case .damaged: .corrupt
    case .notFound, .invalidName, .cancelled, .tooLarge, .otherKind, .other: .permanent
    }
  }
}

extension GitError: CustomStringConvertible {
  /// The message, then the path and the line if there are any.
  package var description: String {
    guard let path, !path.isEmpty else { return message }
    return "\(message): \(path.display)" + (line.map { ":\($0)" } ?? "")
  }
}
