import CLinux
import Glibc

extension PlatformError {
  /// Returns the C library's English text for an errno (`strerrordesc_np(3)`; not localised).
  package static func description(of errno: Int32) -> String {
    guard let text = linux_error_description(errno) else { return "error \(errno)" }
    return String(cString: text)
  }

  /// Returns the verb that stands for a C function in a message.
  static func purpose(of operation: String) -> String {
    switch operation {
    case "open", "openat", "fdopendir": "open"
    case "read", "pread", "readdir": "read"
    case "write", "pwrite": "write"
    case "fsync", "fdatasync", "syncfs": "flush to disk"
    case "statx", "fstat": "examine"
    case "mkdir", "mkdirat": "create directory"
    case "rename", "renameat", "renameat2": "rename"
    case "unlink", "unlinkat": "remove"
    case "rmdir": "remove directory"
    case "symlink", "symlinkat", "link", "linkat": "link"
    case "readlink", "readlinkat": "read link"
    case "realpath": "resolve"
    case "ftruncate": "set size"
    case "flock": "lock"
    case "posix_spawn": "run"
    default: operation
    }
  }
}

extension PlatformError.Code {
  /// Sorts an errno into its kind.
  package init(errno: Int32) {
    switch errno {
    case ENOENT: self = .notFound
    case EACCES, EPERM: self = .accessDenied
    case ENOSPC: self = .noSpace
    case EDQUOT: self = .quotaExceeded
    case EIO: self = .inputOutput
    case EEXIST: self = .alreadyExists
    case ENOTDIR: self = .notDirectory
    case EISDIR: self = .isDirectory
    case ENOTEMPTY: self = .directoryNotEmpty
    case EROFS: self = .readOnlyFileSystem
    case EXDEV: self = .crossDevice
    case ELOOP: self = .symbolicLink
    case ENAMETOOLONG: self = .nameTooLong
    case EOPNOTSUPP, ENOSYS, ENOTTY: self = .unsupported
    case EMFILE, ENFILE: self = .descriptorLimit
    case ESTALE, ENODEV, ENXIO: self = .gone
    case EPIPE: self = .brokenPipe
    case ETIMEDOUT: self = .timedOut
    case EINVAL: self = .invalidArgument
    default: self = .system(errno)
    }
  }

  /// What a caller may do about an error of this kind, unless its maker knows better.
  package var disposition: Disposition {
    switch self {
    case .noSpace, .quotaExceeded, .accessDenied, .readOnlyFileSystem, .gone, .inputOutput:
      .userAction
    case .descriptorLimit, .locked, .timedOut, .brokenPipe, .moved: .retry
    case .system(let errno)
    where errno == EAGAIN || errno == EINTR || errno == EBUSY
      || errno == ENOMEM || errno == ETXTBSY:
      .retry
    default: .permanent
    }
  }
}

extension PlatformError {
  /// Whether it says that a file system has no such thing, however much room and leave there is.
  package var isIncapable: Bool {
    switch code {
    case .unsupported, .crossDevice, .invalidArgument: true
    // EPERM, which EACCES is not: there a link is refused to all.
    default: self.errno == EPERM || self.errno == EMLINK
    }
  }
}
