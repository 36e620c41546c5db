import CGit2
package import Platform

extension GitRepository {
  /// Lists the references whose names fit a pattern such as `refs/heads/*`; symbolic ones are left out.
  ///
  /// - Throws: `damaged`, `system`.
  package func references(_ pattern: String) throws(GitError) -> [(name: String, id: GitObjectID)] {
    var iterator: OpaquePointer?
    try GitLibrary.check(path) { albumen_git2_reference_iterator(&iterator, raw, pattern) }
    defer { albumen_git2_reference_iterator_free(iterator) }
    var found: [(name: String, id: GitObjectID)] = []
    while true {
      var reference: OpaquePointer?
      albumen_git2_error_clear()
      let result = albumen_git2_reference_next(&reference, iterator)
      if result == GIT_ITEROVER.rawValue { return found }
      // Gone since the directory was read.
      if result == GIT_ENOTFOUND.rawValue { continue }
      guard result == 0 else { throw GitLibrary.Failure(result).error(path: path) }
      defer { albumen_git2_reference_free(reference) }
      guard let target = albumen_git2_reference_target(reference) else { continue }
      found.append(
        (String(cString: albumen_git2_reference_name(reference)), GitObjectID(target.pointee)))
    }
  }

  /// Returns what a reference points to; nil where there is none of that name, or a symbolic one.
  package func reference(_ name: String) throws(GitError) -> GitObjectID? {
    var reference: OpaquePointer?
    do throws(GitError) {
      try GitLibrary.check(path) { albumen_git2_reference_lookup(&reference, raw, name) }
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
    defer { albumen_git2_reference_free(reference) }
    return albumen_git2_reference_target(reference).map { GitObjectID($0.pointee) }
  }

  /// Lets the settings in a file of git-config(1) count before the repository's own, for this value.
  ///
  /// A file that is missing says nothing.
  package func configure(by file: Path) throws(GitError) {
    try GitLibrary.check(file) {
      file.withCString { albumen_git2_repository_configure(raw, $0) }
    }
  }

  /// Moves a reference if it is where it is expected to be, and makes it if it is expected to be missing.
  ///
  /// When it returns, the reference is on disk.
  ///
  /// - Throws: `moved` where it is elsewhere; `locked` where another program is moving it, or has died
  ///   while it did.
  package func move(
    _ name: String, to id: GitObjectID, from expected: GitObjectID?
  ) throws(GitError) {
    var target = id.raw
    if let expected {
      var old = expected.raw
      try GitLibrary.check(path) { albumen_git2_reference_move(raw, name, &target, &old) }
    } else {
      try GitLibrary.check(path) { albumen_git2_reference_move(raw, name, &target, nil) }
    }
  }

  /// Removes a reference; one that is missing is fine.
  package func remove(reference name: String) throws(GitError) {
    do throws(GitError) {
      try GitLibrary.check(path) { albumen_git2_reference_remove(raw, name) }
    } catch {
      if error.code != .notFound { throw error }
    }
  }
}
