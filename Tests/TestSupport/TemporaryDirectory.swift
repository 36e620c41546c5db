package import Platform

/// Runs a test's body with an empty directory of its own, which is removed afterwards.
///
/// The path has no links in it. It is removed too if directories in it lost their permissions.
/// Before that it is walked: a user's file that was lost in it fails the test (``KeptFiles``).
///
/// - Parameter base: where it is made.
package func withTemporaryDirectory<Result>(
  below base: Path = "/tmp", isolation: isolated (any Actor)? = #isolation,
  _ body: (Path) async throws -> Result
) async throws -> Result {
  let directory = try TemporaryDirectory(below: base)
  defer { directory.remove() }
  let result = try await body(directory.path)
  try KeptFiles.of(directory.path)?.requireAll()
  return result
}

/// Runs a synchronous body with an empty directory of its own, which is removed afterwards.
package func withTemporaryDirectory<Result>(
  _ body: (Path) throws -> Result
) throws -> Result {
  let directory = try TemporaryDirectory()
  defer { directory.remove() }
  let result = try body(directory.path)
  try KeptFiles.of(directory.path)?.requireAll()
  return result
}

/// Is an empty directory for one test; prefer ``withTemporaryDirectory(_:)``.
package struct TemporaryDirectory: Sendable {
  /// Where it is: absolute, and without links.
  package let path: Path

  /// Makes one below the system's place for temporary files, unless another is named.
  package init(below base: Path = "/tmp") throws {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let base = try Files.resolve(base)
    guard let path = base.appending(name: Array("albumen-test-\(number)".utf8)) else {
      throw TestFailure("not a name: \(number)")
    }
    try Files.createDirectory(path, permissions: 0o700)
    self.path = path
    KeptFiles.begin(path)
  }

  /// Removes it with everything in it.
  package func remove() {
    KeptFiles.end(path)
    removeTree(path)
  }
}

/// Removes a directory with everything in it, following no link; what cannot be removed stays.
package func removeTree(_ root: Path) {
  let kept = KeptFiles.of(root)
  var directories: [Path] = []
  DirectoryWalk().run(
    root: root,
    visit: { entry in
      if entry.kind == .directory {
        directories.append(root / entry.path)
        setPermissions(root / entry.path, 0o700)
        return .descend
      }
      if kept == nil {
        try? Files.unlink(root / entry.path)
      } else {
        try? removeFile(root / entry.path)
      }
      return .skip
    },
    failed: { _, _ in })
  for directory in directories.reversed() { try? Files.removeDirectory(directory) }
  try? Files.removeDirectory(root)
}
