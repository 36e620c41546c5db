import CLinux
import Glibc

/// Changes directory entries.
///
/// Nothing here is retried, and nothing follows a link at the end of a path.
package enum Files {
  /// Makes a directory (`mkdir(2)`); `alreadyExists` if the name is taken.
  package static func createDirectory(
    _ path: Path, permissions: UInt32 = 0o777
  ) throws(PlatformError) {
    try call("mkdir", path) { mkdir($0, permissions) }
  }

  /// Makes a directory and those above it that are missing; a directory that is there is fine.
  package static func createDirectories(
    _ path: Path, permissions: UInt32 = 0o777
  ) throws(PlatformError) {
    var missing: [Path] = []
    var current = path
    while !current.isEmpty {
      do throws(PlatformError) {
        try createDirectory(current, permissions: permissions)
        break
      } catch {
        if error.code == .notFound, !current.parent.isEmpty, current.parent != current {
          missing.append(current)
          current = current.parent
          continue
        }
        guard let there = try? FileStatus.ofTarget(at: current), there.kind == .directory else {
          throw error
        }
        break
      }
    }
    for directory in missing.reversed() {
      do throws(PlatformError) {
        try createDirectory(directory, permissions: permissions)
      } catch {
        guard error.code == .alreadyExists, let there = try? FileStatus.ofTarget(at: directory),
          there.kind == .directory
        else { throw error }
      }
    }
  }

  /// Renames, replacing what has the new name (`rename(2)`).
  package static func rename(_ from: Path, to: Path) throws(PlatformError) {
    try call("rename", from, to) { Glibc.rename($0, $1) }
  }

  /// Renames, unless the new name is taken: then `alreadyExists`.
  ///
  /// `renameat2(2)` with RENAME_NOREPLACE. Where the file system cannot do that, a file gets the new
  /// name as a hard link and then loses the old one (a crash between leaves both names), and a
  /// directory replaces an empty one that was made under the new name. Neither ever replaces.
  ///
  /// - Throws: `unsupported` where the file system has no hard links either.
  package static func renameWithoutReplacing(_ from: Path, to: Path) throws(PlatformError) {
    do throws(PlatformError) {
      try call("renameat2", from, to) {
        linux_renameat2(AT_FDCWD, $0, AT_FDCWD, $1, LINUX_RENAME_NOREPLACE)
      }
    } catch {
      // EINVAL also means "into itself", which the fallback reports in its own words.
      guard error.code == .invalidArgument || error.code == .unsupported else { throw error }
      try renameWithoutFlag(from, to: to)
    }
  }

  /// Renames into an open directory, unless the name is taken there: then `alreadyExists`.
  ///
  /// - Parameters:
  ///   - name: the new name, one component.
  ///   - path: where that is, for the way without RENAME_NOREPLACE, and for errors.
  /// - Throws: as ``renameWithoutReplacing(_:to:)``.
  package static func renameWithoutReplacing(
    _ from: Path, to name: Path, in directory: borrowing Descriptor, path: Path
  ) throws(PlatformError) {
    let target = directory.raw
    do throws(PlatformError) {
      _ = try from.withCString { old throws(PlatformError) in
        try name.withCString { new throws(PlatformError) in
          try SystemCall.retrying("renameat2", path: path) {
            linux_renameat2(AT_FDCWD, old, target, new, LINUX_RENAME_NOREPLACE)
          }
        }
      }
    } catch {
      guard error.code == .invalidArgument || error.code == .unsupported else { throw error }
      try renameWithoutFlag(from, to: path)
    }
  }

  /// Does what RENAME_NOREPLACE does, in two steps.
  static func renameWithoutFlag(_ from: Path, to: Path) throws(PlatformError) {
    if try FileStatus.ofLink(at: from).kind == .directory {
      try createDirectory(to, permissions: 0o700)
      do throws(PlatformError) {
        try rename(from, to: to)
      } catch {
        // Ours and empty; if something is in it by now, it stays.
        try? removeDirectory(to)
        throw error
      }
    } else {
      do throws(PlatformError) {
        try link(from, as: to)
      } catch {
        guard error.code == .accessDenied else { throw error }
        throw PlatformError(
          code: .unsupported,
          message: "cannot rename without replacing: the file system has no hard links",
          operation: "link", path: from)
      }
      try unlink(from)
    }
  }

  /// Removes a name that is not a directory's (`unlink(2)`).
  package static func unlink(_ path: Path) throws(PlatformError) {
    try call("unlink", path) { Glibc.unlink($0) }
  }

  /// Removes an empty directory (`rmdir(2)`).
  package static func removeDirectory(_ path: Path) throws(PlatformError) {
    try call("rmdir", path) { rmdir($0) }
  }

  /// Gives a file a further name (`linkat(2)` without following a link).
  package static func link(_ existing: Path, as path: Path) throws(PlatformError) {
    try call("linkat", existing, path) { linkat(AT_FDCWD, $0, AT_FDCWD, $1, 0) }
  }

  /// Gives the file that is open a further name (`linkat(2)`): whatever has taken its place since is not
  /// met.
  package static func link(
    _ file: borrowing Descriptor, as path: Path
  ) throws(PlatformError) {
    let source = "/proc/self/fd/\(file.raw)"
    try call("linkat", path) { linkat(AT_FDCWD, source, AT_FDCWD, $0, AT_SYMLINK_FOLLOW) }
  }

  /// Makes a symbolic link that holds a text (`symlink(2)`); `alreadyExists` if the name is taken.
  package static func symlink(_ text: Path, as path: Path) throws(PlatformError) {
    try call("symlink", text, path) { Glibc.symlink($0, $1) }
  }

  /// Returns the text of a symbolic link (`readlink(2)`).
  ///
  /// - Throws: `invalidArgument` if it is no link.
  package static func readLink(_ path: Path) throws(PlatformError) -> Path {
    var capacity = 256
    while true {
      let size = capacity
      var text = [CChar](repeating: 0, count: size)
      let count = try path.withCString { name throws(PlatformError) in
        try SystemCall.retrying("readlink", path: path) { readlink(name, &text, size) }
      }
      // A full buffer may hold only the beginning.
      if count < size {
        return Path(bytes: text[..<count].lazy.map { UInt8(bitPattern: $0) }) ?? Path()
      }
      capacity *= 4
    }
  }

  /// Returns the absolute path without links, `.` and `..` (`realpath(3)`); the file must be there.
  package static func resolve(_ path: Path) throws(PlatformError) -> Path {
    let resolved = path.withCString { realpath($0, nil) }
    guard let resolved else { throw PlatformError(errno: errno, operation: "realpath", path: path) }
    defer { free(resolved) }
    return Path(cString: resolved)
  }

  /// Makes changes of entries in a directory durable: opens it and calls `fsync(2)`.
  package static func synchronizeDirectory(
    _ path: Path, failpoint: StaticString = "directory"
  ) throws(PlatformError) {
    let directory = try Descriptor.open(path, [.read, .directory])
    try Failpoint.hit(failpoint, "fsyncDirectory")
    try directory.synchronize(path: path)
  }

  private static func call(
    _ operation: StaticString, _ path: Path, _ body: (UnsafePointer<CChar>) -> Int32
  ) throws(PlatformError) {
    _ = try path.withCString { name throws(PlatformError) in
      try SystemCall.retrying(operation, path: path) { body(name) }
    }
  }

  private static func call(
    _ operation: StaticString, _ from: Path, _ to: Path,
    _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
  ) throws(PlatformError) {
    try from.withCString { old throws(PlatformError) in
      try call(operation, to) { body(old, $0) }
    }
  }
}
