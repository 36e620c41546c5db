import CLinux
import Glibc

/// Is one name in a directory that is being read; valid only during the call it is passed to.
package struct DirectoryEntry: ~Copyable {
  private let directory: Int32
  private let cName: UnsafePointer<CChar>
  private let parent: Path
  /// What it is; from the directory itself, at no cost, where the file system tells.
  package let kind: FileKind
  /// The inode number as the directory has it; at a mount point that of the directory below.
  package let inode: UInt64

  init(
    directory: Int32, name: UnsafePointer<CChar>, parent: Path, kind: FileKind, inode: UInt64
  ) {
    self.directory = directory
    self.cName = name
    self.parent = parent
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
      bytes.reserveCapacity(parent.bytes.count + 1 + name.count)
      bytes.append(contentsOf: parent.bytes)
      if !bytes.isEmpty { bytes.append(Path.slash) }
      bytes.append(contentsOf: name)
      return Path(unchecked: bytes)
    }
  }

  /// Examines the entry, without following a link (`statx(2)`).
  ///
  /// - Throws: `notFound` if it was removed in the meantime.
  package func status() throws(PlatformError) -> FileStatus {
    try FileStatus.read(directory, cName, AT_SYMLINK_NOFOLLOW, path: path)
  }
}
