import CLinux
import Glibc

extension FileLock {
  /// Locks a directory itself, which leaves nothing behind in it; nil if another holder has it.
  ///
  /// - Parameter path: the directory; a link at its end is not followed.
  package static func tryAcquire(directory path: Path) throws(PlatformError) -> FileLock? {
    let descriptor = try Descriptor.open(path, [.read, .directory, .noFollow])
    do throws(PlatformError) {
      try SystemCall.retrying("flock", path: path) { flock(descriptor.raw, LOCK_EX | LOCK_NB) }
    } catch {
      if error.errno == EWOULDBLOCK { return nil }
      throw error
    }
    return FileLock(descriptor)
  }
}
