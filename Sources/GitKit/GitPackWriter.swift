import CGit2
import Platform

/// Writes objects to a repository as packs, synced: see ``GitRepository/pack(_:)``.
///
/// What is written stays in memory until there is enough of it for a pack.
package final class GitPackWriter {
  /// How much is kept in memory, in bytes.
  private static let batch = 32 << 20

  private let path: Path
  private let repository: OpaquePointer
  private let objects: OpaquePointer
  private let memory: UnsafeMutablePointer<git_odb_backend>
  private var pending: [GitObjectID] = []
  private var size = 0

  fileprivate init(_ repository: borrowing GitRepository) {
    path = repository.path
    self.repository = repository.raw
    objects = repository.objects
    memory = repository.memory
  }

  /// Writes a file's contents.
  package func blob(_ bytes: [UInt8]) throws(GitError) -> GitObjectID {
    var id = git_oid()
    try bytes.span.withUnsafeBytes { buffer throws(GitError) in
      _ = try GitLibrary.check(path) {
        albumen_git2_odb_write(&id, objects, buffer.baseAddress, buffer.count, GIT_OBJECT_BLOB)
      }
    }
    try add(id, bytes.count)
    return GitObjectID(id)
  }

  /// Writes a tree of files and trees; their order does not matter.
  package func tree(_ entries: [GitTreeEntry]) throws(GitError) -> GitObjectID {
    var builder: OpaquePointer?
    try GitLibrary.check(path) { albumen_git2_treebuilder_new(&builder, repository) }
    defer { albumen_git2_treebuilder_free(builder) }
    for entry in entries {
      var id = entry.id.raw
      let name = entry.name.map { CChar(bitPattern: $0) } + [0]
      try GitLibrary.check(path) {
        albumen_git2_treebuilder_insert(builder, name, &id, entry.isDirectory ? 1 : 0)
      }
    }
    var id = git_oid()
    try GitLibrary.check(path) { albumen_git2_treebuilder_write(&id, builder) }
    try add(id, entries.count * 64)
    return GitObjectID(id)
  }

  /// Writes a commit.
  ///
  /// - Parameters:
  ///   - author: a name; what git does not allow in one is left out.
  ///   - address: the author's address.
  ///   - time: seconds since 1970, UTC.
  package func commit(
    tree: GitObjectID, parent: GitObjectID?, author: String, address: String, time: Int64,
    message: String
  ) throws(GitError) -> GitObjectID {
    var id = git_oid()
    var treeID = tree.raw
    let name = Self.name(author)
    if let parent {
      var parentID = parent.raw
      try GitLibrary.check(path) {
        albumen_git2_commit_create(
          &id, repository, name, address, time, message, &treeID, &parentID)
      }
    } else {
      try GitLibrary.check(path) {
        albumen_git2_commit_create(&id, repository, name, address, time, message, &treeID, nil)
      }
    }
    try add(id, message.utf8.count)
    return GitObjectID(id)
  }

  private func add(_ id: git_oid, _ bytes: Int) throws(GitError) {
    pending.append(GitObjectID(id))
    size += bytes
    if size >= Self.batch { try flush() }
  }

  /// Writes what is in memory as a pack.
  fileprivate func flush() throws(GitError) {
    guard !pending.isEmpty else { return }
    defer { forget() }
    do throws(PlatformError) { try Failpoint.hit("git.pack") } catch {
      throw GitError(error, path: path)
    }
    var builder: OpaquePointer?
    try GitLibrary.check(path) { albumen_git2_packbuilder_new(&builder, repository) }
    defer { albumen_git2_packbuilder_free(builder) }
    for id in pending {
      var name = id.raw
      try GitLibrary.check(path) { albumen_git2_packbuilder_insert(builder, &name) }
    }
    try GitLibrary.check(path, writing: UInt64(size)) { albumen_git2_packbuilder_write(builder) }
    try GitLibrary.check(path) { albumen_git2_odb_refresh(objects) }
  }

  /// Drops what is in memory.
  fileprivate func forget() {
    pending = []
    size = 0
    _ = albumen_git2_mempack_reset(memory)
  }

  private static func name(_ text: String) -> String {
    let allowed = text.unicodeScalars.filter {
      $0.value >= 0x20 && $0.value != 0x7F && $0 != "<" && $0 != ">"
    }
    let name = String(String.UnicodeScalarView(allowed))
    // git also drops punctuation at the ends, and then wants something to be left.
    let hasLetters = name.unicodeScalars.contains { $0.properties.isAlphabetic || $0.value > 0x7F }
    return hasLetters ? name : "albumen"
  }
}

extension GitRepository {
  /// Writes objects; when it returns they are on disk, and readable by everybody who opens the repository.
  ///
  /// Passes the failpoint `git.pack`.
  ///
  /// - Throws: `noSpace`, `system`; what `body` throws, and then some objects may have been written.
  package func pack<Result>(
    _ body: (GitPackWriter) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    let writer = GitPackWriter(self)
    do throws(GitError) {
      let result = try body(writer)
      try writer.flush()
      return result
    } catch {
      writer.forget()
      throw error
    }
  }
}
