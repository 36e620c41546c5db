/// Describes a failed call of the operating system.
///
/// `description` is fit to be shown to a person; it names no type and no unescaped control character.
public struct PlatformError: Error, Sendable, Hashable {
  /// Tells kinds of failure apart; the errno they stand for is in ``PlatformError/errno``.
  public enum Code: Sendable, Hashable {
    /// ENOENT.
    case notFound
    /// EACCES and EPERM.
    case accessDenied
    /// ENOSPC.
    case noSpace
    /// EDQUOT.
    case quotaExceeded
    /// EIO.
    case inputOutput
    /// EEXIST.
    case alreadyExists
    /// ENOTDIR.
    case notDirectory
    /// EISDIR.
    case isDirectory
    /// ENOTEMPTY.
    case directoryNotEmpty
    /// EROFS.
    case readOnlyFileSystem
    /// EXDEV.
    case crossDevice
    /// ELOOP: a link where none is followed, or too many of them.
    case symbolicLink
    /// ENAMETOOLONG.
    case nameTooLong
    /// EOPNOTSUPP, ENOSYS and ENOTTY: the file system or the kernel cannot do it.
    case unsupported
    /// EMFILE and ENFILE.
    case descriptorLimit
    /// ESTALE, ENODEV and ENXIO: what the descriptor named is no longer there.
    case gone
    /// EPIPE: nobody reads the other end.
    case brokenPipe
    /// A lock is held by another process.
    case locked
    /// A deadline passed.
    case timedOut
    /// An argument that can never be right, such as a name with a NUL in it.
    case invalidArgument
    /// A directory was moved while it was walked.
    case moved
    /// Any other errno.
    case system(Int32)
  }

  /// The kind of failure.
  public let code: Code
  /// What went wrong, in words, without the path.
  public let message: String
  /// The file it concerns, if there is one.
  public let path: Path?
  /// The C function that failed, or the name of the operation.
  public let operation: String
  /// The errno, or 0 where no system call failed.
  public let errno: Int32
  /// What a caller may do about it.
  public let disposition: Disposition

  /// Makes the error of a system call from its errno.
  ///
  /// - Parameters:
  ///   - errno: the value that `errno` had right after the call.
  ///   - operation: the C function.
  ///   - path: the file that it was about.
  ///   - purpose: what could not be done, such as "open"; by default derived from the operation.
  package init(
    errno: Int32, operation: String, path: Path? = nil, purpose: String? = nil
  ) {
    self.code = Code(errno: errno)
    self.errno = errno
    self.operation = operation
    self.path = path
    self.message =
      "cannot \(purpose ?? Self.purpose(of: operation)): \(Self.description(of: errno))"
    self.disposition = code.disposition
  }

  /// Makes an error that no errno stands for.
  package init(
    code: Code, message: String, operation: String, path: Path? = nil,
    disposition: Disposition? = nil
  ) {
    self.code = code
    self.message = message
    self.path = path
    self.operation = operation
    self.errno = 0
    self.disposition = disposition ?? code.disposition
  }
}

extension PlatformError: CustomStringConvertible {
  /// The message, then the path if there is one, escaped for a terminal.
  public var description: String {
    guard let path, !path.isEmpty else { return message }
    return "\(message): \(path.display)"
  }
}
