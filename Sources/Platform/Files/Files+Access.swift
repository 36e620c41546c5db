import CLinux
import Glibc

extension Files {
  /// Asks whether this process may make and remove names in a directory (`access(2)`); changes nothing.
  ///
  /// - Throws: why not.
  package static func requireWritable(directory path: Path) throws(PlatformError) {
    _ = try path.withCString { name throws(PlatformError) in
      try SystemCall.retrying("access", path: path) { access(name, W_OK | X_OK) }
    }
  }
}
