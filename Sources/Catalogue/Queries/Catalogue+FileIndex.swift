import SQLiteKit

/// Is what a file looked like when folder and albums last agreed, and when its bytes were read.
package struct FileStamp: Sendable {
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
  /// When its bytes were read, in nanoseconds since 1970 UTC.
  package let hashed: Int64
}

extension Catalogue {
  /// Calls a function with the path and the looks of each file, in no order.
  ///
  /// For a look at the whole folder, which nearly always finds every file as it was: no row of its own is
  /// made of any. The bytes of the path are valid during the call only.
  package func eachFile(
    _ body: (UnsafeRawBufferPointer, FileStamp) -> Void
  ) throws(CatalogueError) {
    try reading { () throws(SQLiteError) in
      // In the order of the table, which is that of the file: by path costs three times as much.
      let statement = try connection.statement(
        "SELECT path, inode, size, mtime_ns, ctime_ns, birth_ns, hashed_at_ns FROM file")
      var rows = statement.rows()
      while let row = try rows.next() {
        let stamp = FileStamp(
          inode: UInt64(bitPattern: row.int64(1)), size: row.int64(2), modified: row.int64(3),
          changed: row.int64(4), born: row.isNull(5) ? nil : row.int64(5), hashed: row.int64(6))
        row.withBytes(0) { body($0, stamp) }
      }
    }
  }
}
