import CSQLite
import Platform

/// Owns one `sqlite3*`, on behalf of the connection and of each of its statements.
final class Database {
  /// The handle; nil once closed.
  private(set) var handle: OpaquePointer?
  let path: Path

  /// Opens the file (`sqlite3_open_v2`) and sets what every connection of this module has.
  init(_ path: Path, flags: Int32) throws(SQLiteError) {
    guard !path.isEmpty else {
      throw SQLiteError(.cannotOpen, "a database needs a path")
    }
    var opened: OpaquePointer?
    // A leading "./" keeps SQLite from taking a relative name for ":memory:" or for a URI.
    let name = (path.isAbsolute ? [] : Array("./".utf8)) + path.bytes + [0]
    let status = name.withUnsafeBytes { bytes in
      sqlite3_open_v2(bytes.bindMemory(to: CChar.self).baseAddress, &opened, flags, nil)
    }
    guard status == SQLITE_OK, let opened else {
      // Even a failed open may leave a handle, which holds the message.
      let error = SQLiteError(status, on: opened, path: path)
      sqlite3_close_v2(opened)
      throw error
    }
    self.handle = opened
    self.path = path
  }

  deinit {
    sqlite3_close_v2(handle)
  }

  /// The handle of an open database.
  func open() throws(SQLiteError) -> OpaquePointer {
    guard let handle else {
      throw SQLiteError(.misuse, "the database is closed", path: path)
    }
    return handle
  }

  /// Closes the handle (`sqlite3_close`); it stays open if a statement is left.
  func close() throws(SQLiteError) {
    guard let handle else { return }
    try check(sqlite3_close(handle))
    self.handle = nil
  }

  /// Throws if a call failed.
  func check(_ status: Int32, sql: @autoclosure () -> String? = nil) throws(SQLiteError) {
    guard status == SQLITE_OK else {
      throw SQLiteError(status, on: handle, sql: sql(), path: path)
    }
  }
}
