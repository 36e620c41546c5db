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
  /// What the operating system said, if that was the cause and is known.
  package let cause: PlatformError?
  /// What a caller may do about it.
  package let disposition: Disposition

  /// Makes an error that libgit2 did not report.
  package init(
    _ code: Code, _ message: String, path: Path? = nil, line: Int? = nil,
    cause: PlatformError? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.line = line
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
    case .locked: .retry
    case .libraryMissing, .syntax, .ambiguous, .system: .userAction
    case .notFound, .invalidName, .other: .permanent
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
