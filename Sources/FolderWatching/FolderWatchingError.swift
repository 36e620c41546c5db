public import Platform

/// Describes why a folder cannot be watched.
public struct FolderWatchingError: Error, Sendable {
  /// Tells kinds of failure apart.
  public enum Code: Sendable, Hashable {
    /// This process already has a watcher; libinotifytools holds one queue a process.
    case alreadyWatching
    /// The folder cannot be opened, or is no directory.
    case rootUnavailable
    /// The inotify queue cannot be used.
    case queueUnavailable
  }

  /// The kind of failure.
  public let code: Code
  /// What went wrong, and what to do where there is something to do.
  public let message: String
  /// The folder.
  public let path: Path?
  /// The failed system call behind it, if there was one.
  public let cause: PlatformError?
  /// What a caller may do about it.
  public let disposition: Disposition

  init(
    code: Code, message: String, path: Path? = nil, cause: PlatformError? = nil,
    disposition: Disposition
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.cause = cause
    self.disposition = disposition
  }
}

extension FolderWatchingError: CustomStringConvertible {
  /// The message, then the path if there is one, escaped for a terminal.
  public var description: String {
    path.map { "\(message): \($0.display)" } ?? message
  }
}
