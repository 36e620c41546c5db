import CGit2
package import Platform

/// Owns an open repository and its database of objects.
///
/// Not Sendable: libgit2 keeps its last error a thread. What it reads is not trusted: each read says how
/// much it may be. Calls block for the disk.
package struct GitRepository: ~Copyable {
  /// Where it was opened.
  package let path: Path
  let raw: OpaquePointer
  let objects: OpaquePointer
  /// Holds what was written until it is packed; the database owns it.
  let memory: UnsafeMutablePointer<git_odb_backend>

  /// Opens a repository: a bare one, or a directory with a `.git` in it.
  ///
  /// - Throws: `notFound` where there is none; `damaged`, `system`, `libraryMissing`.
  package init(opening path: Path) throws(GitError) {
    try GitLibrary.require()
    var opened: OpaquePointer?
    try GitLibrary.check(path) { path.withCString { albumen_git2_repository_open(&opened, $0) } }
    try self.init(opened, path)
  }

  /// Makes a bare repository in a directory, which is made if it is missing.
  ///
  /// - Throws: `noSpace`, `system`, `libraryMissing`.
  package init(creating path: Path) throws(GitError) {
    try GitLibrary.require()
    var made: OpaquePointer?
    try GitLibrary.check(path) {
      path.withCString { albumen_git2_repository_init_bare(&made, $0) }
    }
    try self.init(made, path)
  }

  private init(_ repository: OpaquePointer?, _ path: Path) throws(GitError) {
    var database: OpaquePointer?
    var backend: UnsafeMutablePointer<git_odb_backend>?
    do throws(GitError) {
      try GitLibrary.check(path) { albumen_git2_repository_odb(&database, repository) }
      try GitLibrary.check(path) { albumen_git2_odb_add_mempack(database, &backend) }
    } catch {
      albumen_git2_odb_free(database)
      albumen_git2_repository_free(repository)
      throw error
    }
    guard let repository, let database, let backend else {
      preconditionFailure("libgit2 reports no failure and returns nothing")
    }
    self.path = path
    raw = repository
    objects = database
    memory = backend
  }

  deinit {
    albumen_git2_odb_free(objects)
    albumen_git2_repository_free(raw)
  }

  /// The directory that holds objects and branches: the repository itself, or its `.git`.
  package var directory: Path { Path(cString: albumen_git2_repository_common_path(raw)) }

  /// Looks anew which packs there are.
  package func refresh() throws(GitError) {
    try GitLibrary.check(path) { albumen_git2_odb_refresh(objects) }
  }

  /// Whether an object is there.
  package func contains(_ id: GitObjectID) -> Bool {
    var name = id.raw
    return albumen_git2_odb_exists(objects, &name) == 1
  }

  /// Reads what a file holds.
  ///
  /// - Parameter limit: the most bytes that it may have; its size is looked at before it is read.
  /// - Throws: `notFound`, `tooLarge`, `damaged`; `otherKind` where it is sound and no file's contents.
  package func blob(_ id: GitObjectID, limit: Int) throws(GitError) -> [UInt8] {
    try requireSize(of: id, limit, GIT_OBJECT_BLOB)
    var name = id.raw
    var object: OpaquePointer?
    try GitLibrary.check(path) { albumen_git2_odb_read(&object, objects, &name) }
    defer { albumen_git2_odb_object_free(object) }
    return Array(
      UnsafeRawBufferPointer(
        start: albumen_git2_odb_object_data(object), count: albumen_git2_odb_object_size(object)))
  }

  /// Lists a tree, in its order.
  ///
  /// - Parameter limit: the most bytes that the tree itself may have.
  /// - Throws: as ``blob(_:limit:)``.
  package func tree(_ id: GitObjectID, limit: Int) throws(GitError) -> [GitTreeEntry] {
    try requireSize(of: id, limit, GIT_OBJECT_TREE)
    var name = id.raw
    var tree: OpaquePointer?
    try GitLibrary.check(path) { albumen_git2_tree_lookup(&tree, raw, &name) }
    defer { albumen_git2_tree_free(tree) }
    return (0..<albumen_git2_tree_entrycount(tree)).map { index in
      var text: UnsafePointer<CChar>?
      var object = git_oid()
      var mode: UInt32 = 0
      albumen_git2_tree_entry(tree, index, &text, &object, &mode)
      return GitTreeEntry(
        name: text.map { Self.bytes($0) } ?? [], id: GitObjectID(object), mode: mode)
    }
  }

  /// Returns the tree of a commit.
  ///
  /// - Throws: `notFound`, `tooLarge`, `damaged`; `otherKind` where it is sound and no commit.
  package func tree(ofCommit id: GitObjectID) throws(GitError) -> GitObjectID {
    try requireSize(of: id, 1 << 20, GIT_OBJECT_COMMIT)
    var name = id.raw
    var tree = git_oid()
    try GitLibrary.check(path) { albumen_git2_commit_tree(&tree, raw, &name) }
    return GitObjectID(tree)
  }

  private func requireSize(
    of id: GitObjectID, _ limit: Int, _ wanted: git_object_t
  ) throws(GitError) {
    var name = id.raw
    var size = 0
    var type = GIT_OBJECT_ANY
    try GitLibrary.check(path) { albumen_git2_odb_read_header(&size, &type, objects, &name) }
    guard size >= 0, size <= limit else {
      throw GitError(.tooLarge, "the object \(id) is too large", path: path)
    }
    guard type != wanted else { return }
    // A header alone may be damaged: reading the whole compares it with its name.
    var object: OpaquePointer?
    try GitLibrary.check(path) { albumen_git2_odb_read(&object, objects, &name) }
    albumen_git2_odb_object_free(object)
    throw GitError(.otherKind, "the object \(id) is of another kind than expected", path: path)
  }

  private static func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: albumen_git2_length(text)))
  }
}
