import Glibc
package import Platform

/// Writes a file with the given text, replacing what it held; makes the directories above it.
package func writeFile(_ path: Path, _ text: String = "") throws {
  try writeFile(path, bytes: Array(text.utf8))
}

/// Writes a file with the given bytes, replacing what it held; makes the directories above it.
package func writeFile(_ path: Path, bytes: [UInt8]) throws {
  try Files.createDirectories(path.parent)
  let file = try Descriptor.open(path, [.write, .create, .truncate])
  try file.writeAll(bytes, path: path)
  try file.close()
  KeptFiles.of(path)?.noteWritten(path, bytes)
}

/// Removes a name that is not a directory's, as a user does.
package func removeFile(_ path: Path) throws(PlatformError) {
  let kept = KeptFiles.of(path)
  let gone = kept?.last(path)
  try Files.unlink(path)
  kept?.forget(gone)
}

/// Renames a file or a directory as a user does, replacing what has the new name.
package func moveFile(_ from: Path, to path: Path) throws(PlatformError) {
  let kept = KeptFiles.of(path)
  let gone = kept?.last(path, replacedBy: from)
  try Files.rename(from, to: path)
  kept?.forget(gone)
  kept?.noteMove(to: path)
}

/// Returns what a file holds.
package func readFile(_ path: Path) throws -> [UInt8] {
  try DurableFile.contents(of: path)
}

/// Returns the paths of everything below a directory, relative to it, in order.
package func listTree(_ root: Path) throws -> [Path] {
  var paths: [Path] = []
  var failure: PlatformError?
  DirectoryWalk().run(
    root: root,
    visit: { entry in
      paths.append(entry.path)
      return .descend
    },
    failed: { _, error in failure = error })
  if let failure { throw failure }
  return paths.sorted()
}

/// Changes a file's permission bits (`chmod(2)`).
package func setPermissions(_ path: Path, _ permissions: UInt32) {
  _ = path.withCString { chmod($0, permissions) }
}

/// The number of descriptors that this process has open.
package func openDescriptorCount() throws -> Int {
  // The one that reads the directory is among them.
  try listTree("/proc/self/fd").count - 1
}
