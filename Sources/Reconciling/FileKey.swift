/// Tells whether a file is still the one that was looked at: what `stat` says of it, without the device,
/// which changes when a disk is plugged in again (docs/design/0004-folder-sync.md).
package struct FileKey: Hashable, Sendable {
  package let inode: UInt64
  /// In bytes.
  package let size: Int64
  /// When the bytes last changed, in nanoseconds since 1970 UTC.
  package let mtime: Int64
  /// When the inode last changed, in nanoseconds since 1970 UTC.
  package let ctime: Int64
  /// When the file was made, where the file system tells.
  package let birth: Int64?

  package init(inode: UInt64, size: Int64, mtime: Int64, ctime: Int64, birth: Int64?) {
    self.inode = inode
    self.size = size
    self.mtime = mtime
    self.ctime = ctime
    self.birth = birth
  }

  /// How long a file must have been at rest before it was hashed, in nanoseconds: file times are coarse,
  /// so that a change right behind the hashing could leave them as they were.
  package static let racyWindow: Int64 = 2_000_000_000

  /// Whether a file that looks like this now is known without being read again.
  ///
  /// - Parameters:
  ///   - other: what it looked like when it was hashed.
  ///   - hashedAt: when that was, in nanoseconds since 1970 UTC.
  ///   - inodesCount: whether inode numbers mean something on its file system.
  package func isUnchanged(since other: FileKey, hashedAt: Int64, inodesCount: Bool) -> Bool {
    size == other.size && mtime == other.mtime && ctime == other.ctime
      && (inode == other.inode || !inodesCount)
      && max(mtime, ctime) < hashedAt - Self.racyWindow
  }
}
