package import Operations
package import Platform

/// Is a file as it was when folder and albums last agreed.
package struct FileRow: Sendable, Hashable {
  /// Where it is, relative to the library's root.
  package let path: Path
  /// Its inode number (`st_ino`).
  package let inode: UInt64
  /// Its size in bytes.
  package let size: Int64
  /// When its bytes changed, in nanoseconds since 1970 UTC.
  package let modified: Int64
  /// When its inode changed, in nanoseconds since 1970 UTC.
  package let changed: Int64
  /// When it was made, in nanoseconds since 1970 UTC, where the file system tells.
  package let born: Int64?
  /// The bytes that it holds.
  package let content: ContentID
  /// The asset that it is a file of.
  package let asset: AssetID
  /// When its bytes were read, in nanoseconds since 1970 UTC.
  package let hashed: Int64

  /// Makes the row of a file.
  package init(
    path: Path, inode: UInt64, size: Int64, modified: Int64, changed: Int64, born: Int64?,
    content: ContentID, asset: AssetID, hashed: Int64
  ) {
    self.path = path
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.born = born
    self.content = content
    self.asset = asset
    self.hashed = hashed
  }
}
