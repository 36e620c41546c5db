import CLinux
import Glibc

extension Descriptor {
  /// Sets the file's permission bits (`fchmod(2)`).
  package func setPermissions(
    _ permissions: UInt32, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) {
    try SystemCall.retrying("fchmod", path: path()) { fchmod(raw, permissions) }
  }
}
