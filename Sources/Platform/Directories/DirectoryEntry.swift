import CLinux
import Glibc

/// Is one name in a directory that is being read; valid only during the call it is passed to.
package struct DirectoryEntry: ~Copyable {
  private let cName: UnsafePointer<CChar>
  /// The directory that it is in, relative to the root of the walk.
  package let directory: Path
  private let descriptor: Int32
  /// What it is; from the directory itself, at no cost, where the file system tells.
  package let kind: FileKind
  /// The inode number as the directory has it; at a mount point that of the directory below.
  package let inode: UInt64

  init(
    descriptor: Int32, name: UnsafePointer<CChar>, directory: Path, kind: FileKind, inode: UInt64
  ) {
    self.descriptor = descriptor
    self.cName = name
    self.directory = directory
    self.kind = kind
    self.inode = inode
  }

  /// Calls a function with the bytes of the name; nothing is allocated.
  package func withName<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: cName, count: strlen(cName)))
  }

  /// The name.
  package var name: Path { Path(cString: cName) }

  /// The path relative to the root of the walk.
  package var path: Path {
    withName { name in
      var bytes: [UInt8] = []
      bytes.reserveCapacity(directory.bytes.count + 1 + name.count)
      bytes.append(contentsOf: directory.bytes)
      if !bytes.isEmpty { bytes.append(Path.slash) }
      bytes.append(contentsOf: name)
      return Path(unchecked: bytes)
    }
  }

  /// Examines the entry, without following a link (`statx(2)`).
  ///
  /// - Throws: `notFound` if it was removed in the meantime.
  package func status() throws(PlatformError) -> FileStatus {
    try FileStatus.read(descriptor, cName, AT_SYMLINK_NOFOLLOW, path: path)
  }
}
