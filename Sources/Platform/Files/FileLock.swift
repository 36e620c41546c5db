import CLinux
import Glibc

/// Holds an exclusive lock between processes: `flock(2)` on a file that exists for nothing else.
///
/// The kernel releases it when the value goes, or when the process dies. The file stays, and holds
/// the process id of who locked it last, for messages only.
package struct FileLock: ~Copyable, Sendable {
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  deinit {
    // Closing alone would not do: a child that is being spawned has the descriptor, too, until its
    // program starts, and the lock would last as long.
    _ = flock(descriptor.raw, LOCK_UN)
  }

  /// Locks a file, which is made if it is missing, without waiting; nil if another holder has it.
  ///
  /// Another holder can be in this process too: each acquisition is a lock of its own.
  package static func tryAcquire(_ path: Path) throws(PlatformError) -> FileLock? {
    while true {
      let descriptor = try Descriptor.open(path, [.readWrite, .create], permissions: 0o600)
      try Failpoint.hit("lock.opened")
      do throws(PlatformError) {
        try SystemCall.retrying("flock", path: path) { flock(descriptor.raw, LOCK_EX | LOCK_NB) }
      } catch {
        if error.errno == EWOULDBLOCK { return nil }
        throw error
      }
      // Somebody may have removed or replaced the file between open and flock: then this lock is on
      // a file that nobody else will find.
      guard let there = try? FileStatus.ofTarget(at: path),
        there.isSameFile(as: try descriptor.status(path: path))
      else { continue }
      // Only a hint for people, so a full disk does not keep anybody from the lock.
      try? descriptor.setSize(0)
      try? descriptor.writeAll(Array("\(getpid())\n".utf8))
      return FileLock(descriptor)
    }
  }

  /// Locks a file, waiting for another holder until a deadline.
  ///
  /// Blocks the thread, looking again every few milliseconds: flock has no timeout.
  ///
  /// - Throws: `locked`, naming the holder's process id if it is known.
  package static func acquire(
    _ path: Path, until deadline: Deadline
  ) throws(PlatformError) -> FileLock {
    var pause: UInt64 = 1_000_000
    while true {
      if let lock = try tryAcquire(path) { return lock }
      if deadline.hasPassed {
        let holder = holder(of: path).map { " (process \($0))" } ?? ""
        throw PlatformError(
          code: .locked, message: "locked by another process\(holder)", operation: "flock",
          path: path)
      }
      SystemClock.sleep(nanoseconds: min(pause, deadline.remainingNanoseconds))
      pause = min(pause * 2, 50_000_000)
    }
  }

  /// The process id that the lock file names; nil if it names none.
  ///
  /// That process may be long gone.
  package static func holder(of path: Path) -> Int32? {
    guard let bytes = try? DurableFile.contents(of: path, limit: 32) else { return nil }
    return Int32(String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// Gives the lock up.
  package consuming func release() {}
}
