import CLinux
import Glibc

extension Descriptor {
  /// Lets go of what is in memory of the file, so that the next read asks the disk
  /// (`posix_fadvise(2)`, POSIX_FADV_DONTNEED).
  ///
  /// Only advice: what is not written yet stays, and a file system may ignore it.
  package func forgetCached() {
    _ = posix_fadvise(raw, 0, 0, POSIX_FADV_DONTNEED)
  }
}
