import CGit2
package import Platform

/// Owns one file in the syntax of git-config(1), with those that it includes.
///
/// What it holds is what the file held when it was opened. Not Sendable: libgit2 keeps its last error a
/// thread. All calls block for the disk.
package struct GitConfigFile: ~Copyable {
  /// Is one setting of the file.
  package struct Entry: Sendable, Hashable {
    /// `section.key` or `section.subsection.key`; section and key in lower case.
    package let name: String
    /// The bytes of the value; nil where there is a name and no equals sign, which git takes for true.
    package let value: [UInt8]?
  }

  /// The file.
  package let path: Path
  private let raw: OpaquePointer

  /// Opens and reads a file, which must be there.
  ///
  /// - Throws: `system` where it cannot be read; `syntax` with the file (it may be an included one) and the
  ///   line; `libraryMissing`.
  package init(_ path: Path) throws(GitError) {
    try Self.requireReadable(path)
    try GitLibrary.require()
    var opened: OpaquePointer?
    let result = path.withCString { albumen_git2_config_open_ondisk(&opened, $0) }
    guard result == 0, let opened else { throw Self.failure(result, path) }
    self.path = path
    raw = opened
  }

  deinit {
    albumen_git2_config_free(raw)
  }

  /// The settings in their order; a later one with the same name counts.
  package func entries() throws(GitError) -> [Entry] {
    var iterator: OpaquePointer?
    var result = albumen_git2_config_iterator_new(&iterator, raw)
    guard result == 0, let iterator else { throw Self.failure(result, path) }
    defer { albumen_git2_config_iterator_free(iterator) }
    var entries: [Entry] = []
    while true {
      var entry: UnsafeMutablePointer<git_config_entry>?
      result = albumen_git2_config_next(&entry, iterator)
      if result == GIT_ITEROVER.rawValue { return entries }
      guard result == 0, let entry else { throw Self.failure(result, path) }
      entries.append(
        Entry(
          name: String(cString: entry.pointee.name),
          value: entry.pointee.value.map { Self.bytes(of: $0) }))
    }
  }

  /// Writes a setting to the file, in the place of the one with its name, if there is one.
  ///
  /// For a file that nobody else writes meanwhile: see ``edit(_:until:_:)``.
  ///
  /// - Throws: `ambiguous` where it is there more than once, or in an included file; `invalidName`.
  package func set(_ name: String, to value: String) throws(GitError) {
    try requireSingle(name)
    let result = albumen_git2_config_set_string(raw, name, value)
    guard result == 0 else { throw Self.failure(result, path) }
  }

  /// Takes a setting out of the file.
  ///
  /// - Throws: `notFound`; `ambiguous` where it is there more than once, or in an included file.
  package func remove(_ name: String) throws(GitError) {
    try requireSingle(name)
    let result = albumen_git2_config_delete_entry(raw, name)
    guard result == 0 else { throw Self.failure(result, path) }
  }

  private func requireSingle(_ name: String) throws(GitError) {
    guard try entries().count(where: { $0.name == name }) < 2 else {
      throw GitError(.ambiguous, "\(name) is set more than once", path: path)
    }
  }

  private static func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    var count = 0
    while string[count] != 0 { count += 1 }
    return Array(UnsafeRawBufferPointer(start: string, count: count))
  }

  /// Says in the system's words why a file cannot be read, which libgit2 would not.
  private static func requireReadable(_ path: Path) throws(GitError) {
    do throws(PlatformError) {
      let file = try Descriptor.open(path, [.read, .nonBlocking])
      guard try file.status(path: path).kind == .regular else {
        throw PlatformError(
          code: .invalidArgument, message: "this is no plain file", operation: "open", path: path)
      }
    } catch { throw GitError(error, path: path) }
  }

  /// The error that a call has just returned.
  private static func failure(_ result: Int32, _ path: Path) -> GitError {
    let message = GitLibrary.lastMessage
    switch result {
    case GIT_ENOTFOUND.rawValue: return GitError(.notFound, message, path: path)
    case GIT_EINVALIDSPEC.rawValue: return GitError(.invalidName, message, path: path)
    default: break
    }
    if let fault = ConfigFault(message) {
      return GitError(.syntax, fault.message, path: fault.path, line: fault.line)
    }
    return GitError(.other(result), message, path: path)
  }
}
