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

  /// How long a file must have been at rest before it was hashed, in nanoseconds.
  ///
  /// File times are coarse (2 s on FAT), so that a change right behind the hashing could leave them as
  /// they were.
  package static let racyWindow: Int64 = 2_000_000_000

  /// Whether a file that looks like this now is known without being read again.
  ///
  /// Every change of the bytes moves ctime, and nobody can set it; a modification time may lie in the
  /// future for years and is only asked where ctime means no more than inode numbers do.
  ///
  /// - Parameters:
  ///   - other: what it looked like when it was hashed.
  ///   - hashedAt: when that was, in nanoseconds since 1970 UTC.
  ///   - inodesCount: whether inode numbers mean something on its file system.
  package func isUnchanged(since other: FileKey, hashedAt: Int64, inodesCount: Bool) -> Bool {
    size == other.size && mtime == other.mtime && ctime == other.ctime
      && (inode == other.inode || !inodesCount)
      && other.wasAtRest(at: hashedAt, inodesCount: inodesCount)
  }

  /// Whether a file that looks like this now is, under another name, one that was looked at earlier and
  /// need not be read again.
  ///
  /// A freed inode is given to the very next new file, so the number alone says nothing; a rename keeps
  /// size, modification time and birth time, and moves only ctime. Where the file system tells no birth
  /// time, the file must be read.
  ///
  /// - Parameters:
  ///   - other: what the earlier file looked like when it was hashed; nothing is at its path any more.
  ///   - hashedAt: when that was, in nanoseconds since 1970 UTC.
  ///   - inodesCount: whether inode numbers mean something on its file system.
  package func isRenamed(from other: FileKey, hashedAt: Int64, inodesCount: Bool) -> Bool {
    inodesCount && birth != nil && birth == other.birth && inode == other.inode
      && size == other.size && mtime == other.mtime
      && other.wasAtRest(at: hashedAt, inodesCount: true)
  }

  private func wasAtRest(at hashedAt: Int64, inodesCount: Bool) -> Bool {
    let (limit, overflow) = hashedAt.subtractingReportingOverflow(Self.racyWindow)
    return !overflow && (inodesCount ? ctime : max(mtime, ctime)) < limit
  }
}
