package import Platform

/// Says why a log cannot be read, or why something did not come into it.
package struct LogError: Error, Sendable {
  /// The kinds of failure.
  package enum Code: Sendable, Hashable {
    /// Stored bytes are not what was once written; `path` and `offset` say where.
    case damaged
    /// A file was made by a newer version; it is left as it is.
    case newerFormat
    /// A segment belongs to another library.
    case otherLibrary
    /// A log ends before a place that was once read or acknowledged.
    case shorter
    /// A log holds something else at a place than what was once read or acknowledged.
    case diverged
    /// The end of the machine's own log is unreadable below what it had acknowledged.
    case tornBelowAcknowledged
    /// A transaction did not reach the disk; nothing of it is left, and the log can be used.
    case appendFailed
    /// An earlier failure left the end of the log uncertain: it must be opened again first.
    case needsReopening
    /// A transaction is none that can follow in this log.
    case misplaced
    /// A transaction is larger than a frame may be.
    case tooLarge
    /// The record of which log is this machine's is unreadable.
    case unreadableIdentity
    /// The operating system refused something else.
    case io
  }

  /// The kind of failure.
  package let code: Code
  /// What went wrong, and the remedy where there is one.
  package let message: String
  /// The file that it concerns, if there is one.
  package let path: Path?
  /// The place in the file, in bytes from its start, if there is one.
  package let offset: Int64?
  /// What the operating system said, if that was the cause.
  package let cause: PlatformError?
  /// What a caller may do about it.
  package let disposition: Disposition

  /// Makes an error; its disposition is its kind's, or for a refused call the cause's.
  init(
    _ code: Code, _ message: String, path: Path? = nil, offset: Int64? = nil,
    cause: PlatformError? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.offset = offset
    self.cause = cause
    disposition = cause?.disposition ?? Self.disposition(of: code)
  }

  /// Makes the error of a refused call that has no meaning of its own for the log.
  init(_ cause: PlatformError) {
    self.init(.io, cause.message, path: cause.path, cause: cause)
  }

  /// Calls a function and turns its error into one of this module.
  static func wrapping<Result: ~Copyable>(
    _ body: () throws(PlatformError) -> Result
  ) throws(LogError) -> Result {
    do throws(PlatformError) {
      return try body()
    } catch {
      throw LogError(error)
    }
  }

  private static func disposition(of code: Code) -> Disposition {
    switch code {
    case .damaged, .shorter, .diverged, .tornBelowAcknowledged, .unreadableIdentity: .corrupt
    case .newerFormat, .otherLibrary: .userAction
    case .needsReopening: .retry
    case .appendFailed, .misplaced, .tooLarge, .io: .permanent
    }
  }
}

extension LogError: CustomStringConvertible {
  /// The message, then the file and the place in it if they are known.
  package var description: String {
    guard let path else { return message }
    guard let offset else { return "\(message): \(path.display)" }
    return "\(message): \(path.display), byte \(offset)"
  }
}
