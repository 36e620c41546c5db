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

    /// Reads it, right behind the call.
    init(_ result: Int32) {
      self.result = result
      part = albumen_git2_error_last().map { $0.pointee.klass } ?? 0
      message = GitLibrary.lastMessage
    }

    /// The error of a call that concerned no server.
    ///
    /// - Parameter writing: how many bytes it was to write at the path.
    func error(path: Path? = nil, writing: UInt64 = 0) -> GitError {
      let code = code(path, writing)
      // libgit2 says that there is no memory: see memory.h.
      let text = code == .tooLarge ? "what is there needs more memory than is allowed" : message
      return GitError(code, text, path: path)
    }

    private func code(_ path: Path?, _ writing: UInt64) -> GitError.Code {
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
      if isOutOfSpace(path, writing) { return .noSpace }
      switch git_error_t(UInt32(bitPattern: part)) {
      case GIT_ERROR_NOMEMORY: return .tooLarge
      case GIT_ERROR_OS: return .system
      case GIT_ERROR_ODB, GIT_ERROR_ZLIB, GIT_ERROR_OBJECT, GIT_ERROR_TREE, GIT_ERROR_INDEXER,
        GIT_ERROR_INDEX:
        return .damaged
      default: return .other(result)
      }
    }

    /// Whether what was to be written does not fit on the disk.
    ///
    /// libgit2 keeps the system's error in its message only, and has removed what it had written by now.
    private func isOutOfSpace(_ path: Path?, _ writing: UInt64) -> Bool {
      guard let path, part == Int32(bitPattern: GIT_ERROR_OS.rawValue),
        let available = Self.availableBytes(path)
      else { return false }
      return available < writing + (1 << 18)
    }

    /// The space at a path, or at the nearest directory above it that is there.
    private static func availableBytes(_ path: Path) -> UInt64? {
      var place = path
      while true {
        if let available = try? FileSystem(at: place).availableBytes { return available }
        if place.parent == place { return nil }
        place = place.parent
      }
    }
  }
}
