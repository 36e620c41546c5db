import CGit2
import Platform

extension GitLibrary {
  /// Is what is known of a call that has just failed on this thread.
  struct Failure {
    /// What the call returned.
    let result: Int32
    /// Which part of libgit2 reports it.
    let part: Int32
    /// What that says.
    let message: String
    /// What the system said last: kept by libgit2 in its message only.
    let systemError: PlatformError.Code

    /// Reads it, right behind the call.
    init(_ result: Int32) {
      self.result = result
      systemError = PlatformError.Code(errno: albumen_git2_errno())
      part = albumen_git2_error_last().map { $0.pointee.klass } ?? 0
      message = GitLibrary.lastMessage
    }

    /// The error of a call that concerned no server.
    func error(path: Path? = nil) -> GitError {
      GitError(code(path), message, path: path)
    }

    private func code(_ path: Path?) -> GitError.Code {
      switch result {
      case GIT_ENOTFOUND.rawValue: return .notFound
      case GIT_EINVALIDSPEC.rawValue: return .invalidName
      case GIT_ELOCKED.rawValue: return .locked
      case GIT_EMODIFIED.rawValue, GIT_EEXISTS.rawValue, GIT_ENONFASTFORWARD.rawValue:
        return .moved
      case GIT_EAUTH.rawValue: return .authentication
      case GIT_ECERTIFICATE.rawValue: return .certificate
      default: break
      }
      // The indexer reports a failed write as its own.
      if isOutOfSpace(path) { return .noSpace }
      switch git_error_t(UInt32(bitPattern: part)) {
      case GIT_ERROR_NOMEMORY: return .tooLarge
      case GIT_ERROR_OS: return .system
      case GIT_ERROR_ODB, GIT_ERROR_ZLIB, GIT_ERROR_OBJECT, GIT_ERROR_TREE, GIT_ERROR_INDEXER,
        GIT_ERROR_INDEX:
        return .damaged
      default: return .other(result)
      }
    }

    private func isOutOfSpace(_ path: Path?) -> Bool {
      if systemError == .noSpace || systemError == .quotaExceeded { return true }
      guard let path, part == Int32(bitPattern: GIT_ERROR_OS.rawValue),
        let available = try? FileSystem(at: path).availableBytes
      else { return false }
      return available < 1 << 16
    }
  }
}
