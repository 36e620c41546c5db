import CGit2
package import Platform

/// The one-time loading of libgit2, and what its calls return.
///
/// `git_error_last` is of the calling thread, so it is read right behind the call that failed.
package enum GitLibrary {
  private static let status: Int32 = albumen_git2_initialize(GitStream.make)

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

  /// Trusts the authorities in a file of certificates instead of the system's, in the whole process.
  ///
  /// Not while anything is connected: the list that is in use would go.
  ///
  /// - Throws: `libraryMissing`; `other` where it cannot be read.
  package static func trust(authorities: Path) throws(GitError) {
    try require()
    try check(authorities) { authorities.withCString { albumen_git2_trust($0) } }
  }

  /// Makes a call, and its error if it fails, on one thread without anything between.
  ///
  /// - Parameters:
  ///   - path: what the call concerns, for the error.
  ///   - writing: how many bytes it was to write there.
  @discardableResult
  static func check(
    _ path: Path? = nil, writing: UInt64 = 0, _ call: () -> Int32
  ) throws(GitError) -> Int32 {
    albumen_git2_error_clear()
    let result = call()
    guard result < 0 else { return result }
    throw Failure(result).error(path: path, writing: writing)
  }

  /// What libgit2 says of the call that has just failed on this thread.
  static var lastMessage: String {
    guard let error = albumen_git2_error_last(), let text = error.pointee.message else {
      return "libgit2 gave no reason"
    }
    return withoutLogins(String(cString: text))
  }

  /// A message with nothing of the user in the URLs that it names: there may be a password in them.
  static func withoutLogins(_ message: String) -> String {
    var result = ""
    var rest = message[...]
    while let scheme = rest.firstRange(of: "://") {
      result += rest[..<scheme.upperBound]
      rest = rest[scheme.upperBound...]
      let url = rest.prefix { !$0.isWhitespace && $0 != "'" && $0 != "\"" }
      guard let at = url.lastIndex(of: "@") else { continue }
      rest = rest[rest.index(after: at)...]
    }
    return result + rest
  }
}
