import CLinux
import Glibc

extension FileLock {
  /// Whether somebody holds the lock of a file now; false also where there is no such file.
  ///
  /// Changes nothing. While it asks, it holds the lock itself, shared, so that an attempt to take it can
  /// fail at that moment.
  package static func isHeld(_ path: Path) throws(PlatformError) -> Bool {
    do throws(PlatformError) {
      let descriptor = try Descriptor.open(path, [.read, .nonBlocking])
      try SystemCall.retrying("flock", path: path) { flock(descriptor.raw, LOCK_SH | LOCK_NB) }
      // Not left to the closing, for the reason that the lock itself is not.
      _ = flock(descriptor.raw, LOCK_UN)
      return false
    } catch {
      if error.errno == EWOULDBLOCK { return true }
      if error.code == .notFound { return false }
      throw error
    }
  }
}
