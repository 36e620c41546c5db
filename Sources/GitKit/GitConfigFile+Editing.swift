package import Platform

extension GitConfigFile {
  /// Changes a file so that there is the old or the new one, never a mixture, and no change of another
  /// program is lost.
  ///
  /// As git does it: whoever makes the file `<path>.lock` may write, and that file takes the place of the
  /// other, which may be missing, or be a link, which stays. Its directory is made if need be. When it
  /// returns, the change is on disk. Passes the failpoints `settings.locked`, `.fsync`, `.rename` and
  /// `.fsyncDirectory`.
  ///
  /// - Parameters:
  ///   - deadline: how long to wait for another program that writes the file; blocks as long.
  ///   - body: makes the changes, to the file that will take the other's place.
  /// - Throws: `locked`, with the lock's path; what opening throws; what `body` throws.
  package static func edit(
    _ path: Path, until deadline: Deadline,
    _ body: (borrowing GitConfigFile) throws(GitError) -> Void
  ) throws(GitError) {
    let target = (try? Files.resolve(path)) ?? path
    let lock = target.parent / Self.named(target, suffix: ".lock")
    let permissions: UInt32?
    do throws(PlatformError) {
      try Files.createDirectories(target.parent, permissions: 0o700)
      permissions = try contents(of: target)?.permissions
      try take(lock, permissions: permissions ?? 0o666, until: deadline)
    } catch {
      guard error.code == .locked else { throw GitError(error, path: path) }
      throw GitError(.locked, error.message, path: lock, cause: error)
    }
    do throws(GitError) {
      do throws(PlatformError) {
        try Failpoint.hit("settings.locked")
        // Read only now: until the lock was there, another program may have written.
        let bytes = try contents(of: target)?.bytes ?? []
        try Descriptor.open(lock, [.write]).writeAll(bytes, path: lock)
        // Left by one who died within the change: whoever has the lock may remove it.
        try? Files.unlink(lock.parent / named(lock, suffix: ".lock"))
      } catch { throw GitError(error, path: path) }
      // What cannot be understood is refused under its own name, not the lock's.
      if (try? FileStatus.ofTarget(at: target)) != nil { _ = try GitConfigFile(target) }
      do throws(GitError) { try body(try GitConfigFile(lock)) } catch {
        // What is wrong with the copy is wrong with the file.
        throw error.path == lock ? error.of(target) : error
      }
      do throws(PlatformError) { try publish(lock, as: target, permissions) } catch {
        throw GitError(error, path: path)
      }
    } catch {
      try? Files.unlink(lock)
      throw error
    }
    // The lock is another program's by now, should it be there.
    do throws(PlatformError) {
      try Files.synchronizeDirectory(target.parent, failpoint: "settings")
    } catch { throw GitError(error, path: path) }
  }

  private static func publish(
    _ lock: Path, as target: Path, _ permissions: UInt32?
  ) throws(PlatformError) {
    let file = try Descriptor.open(lock, [.read])
    // libgit2 has put a new file in the place of the lock.
    if let permissions { try file.setPermissions(permissions, path: target) }
    try Failpoint.hit("settings.fsync")
    try file.synchronize(path: target)
    try Failpoint.hit("settings.rename")
    try Files.rename(lock, to: target)
  }

  /// Makes the file that is the lock.
  private static func take(
    _ lock: Path, permissions: UInt32, until deadline: Deadline
  ) throws(PlatformError) {
    while true {
      do throws(PlatformError) {
        return try Descriptor.open(
          lock, [.write, .create, .exclusive, .noFollow], permissions: permissions
        ).close()
      } catch {
        guard error.code == .alreadyExists else { throw error }
        guard !deadline.hasPassed else {
          throw PlatformError(
            code: .locked, message: "another program is writing the settings", operation: "open",
            path: lock)
        }
        SystemClock.sleep(nanoseconds: min(5_000_000, deadline.remainingNanoseconds))
      }
    }
  }

  private static func contents(
    of path: Path
  ) throws(PlatformError) -> (bytes: [UInt8], permissions: UInt32)? {
    do throws(PlatformError) {
      let file = try Descriptor.open(path, [.read, .nonBlocking])
      let permissions = try file.status(path: path).permissions & 0o666
      return (try file.readToEnd(limit: 1 << 20, path: path), permissions)
    } catch {
      if error.code == .notFound { return nil }
      throw error
    }
  }

  private static func named(_ path: Path, suffix: String) -> Path {
    path.lastComponent.appending(suffix: suffix.utf8) ?? path.lastComponent
  }
}
