import CGit2

/// The one-time loading of libgit2, and what its calls return.
///
/// `git_error_last` is of the calling thread, so it is read right behind the call that failed.
package enum GitLibrary {
  private static let status = albumen_git2_initialize()

  /// Loads and initialises libgit2 on the first call, once for all threads; later calls cost a load.
  ///
  /// - Throws: `libraryMissing`.
  static func require() throws(GitError) {
    guard status >= 0 else {
      throw GitError(
        .libraryMissing, "libgit2 \(LIBGIT2_SOVERSION) is not installed, or cannot be loaded")
    }
  }

  /// The version that is installed, such as `1.5.1`.
  ///
  /// - Throws: `libraryMissing`.
  package static var version: String {
    get throws(GitError) {
      try require()
      var parts: (major: Int32, minor: Int32, revision: Int32) = (0, 0, 0)
      albumen_git2_version(&parts.major, &parts.minor, &parts.revision)
      return "\(parts.major).\(parts.minor).\(parts.revision)"
    }
  }

  /// What libgit2 says of the call that has just failed on this thread.
  static var lastMessage: String {
    guard let error = albumen_git2_error_last(), let text = error.pointee.message else {
      return "libgit2 gave no reason"
    }
    return String(cString: text)
  }
}
