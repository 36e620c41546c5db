import CLinux
import Glibc

/// Holds a new file that has no name until it is whole; if it never gets one, it is gone.
///
/// Made with O_TMPFILE. Where the file system has none, the file has a hidden temporary name in the
/// meantime, which a crash leaves behind.
package struct UnnamedFile: ~Copyable {
  /// The file, open for reading and writing.
  package let descriptor: Descriptor
  private let directory: Path
  private var temporaryName: Path?

  /// Makes an empty file in the file system of a directory.
  package init(in directory: Path, permissions: UInt32 = 0o666) throws(PlatformError) {
    try self.init(in: directory, permissions: permissions, usesUnnamed: true)
  }

  /// `usesUnnamed` false takes the way of file systems without O_TMPFILE.
  init(in directory: Path, permissions: UInt32, usesUnnamed: Bool) throws(PlatformError) {
    self.directory = directory
    if usesUnnamed {
      do throws(PlatformError) {
        let mode = Descriptor.Mode(rawValue: LINUX_O_TMPFILE).union(.readWrite)
        self.descriptor = try Descriptor.open(directory, mode, permissions: permissions)
        self.temporaryName = nil
        return
      } catch {
        // EISDIR is the answer of kernels, EOPNOTSUPP that of file systems that do not know the flag.
        guard error.code == .unsupported || error.code == .isDirectory else { throw error }
      }
    }
    let name = TemporaryName.make(in: directory)
    self.descriptor = try Descriptor.open(
      name, [.readWrite, .create, .exclusive, .noFollow], permissions: permissions)
    self.temporaryName = name
  }

  deinit {
    if let temporaryName { try? Files.unlink(temporaryName) }
  }

  /// Gives the file its name, unless that is taken: then `alreadyExists`, and it can be tried again.
  ///
  /// The name must be in the same file system. Does not fsync; see ``DurableFile``.
  package mutating func publish(at path: Path) throws(PlatformError) {
    if let temporaryName {
      try Files.renameWithoutReplacing(temporaryName, to: path)
      self.temporaryName = nil
      return
    }
    let source = "/proc/self/fd/\(descriptor.raw)"
    _ = try path.withCString { name throws(PlatformError) in
      try SystemCall.retrying("linkat", path: path) {
        linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW)
      }
    }
  }
}
