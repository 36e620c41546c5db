import CSQLite
package import Platform

/// A connection to one SQLite database file.
///
/// All calls block. A connection and its statements belong to one thread at a time (SQLite's
/// "multi-thread" mode), so its owner is an actor on a thread of its own.
///
/// Every connection reports extended result codes, refuses to write the schema table or trust
/// functions named in a schema, and takes a double-quoted word for a name, never for a text.
package final class Connection {
  /// How a database is opened.
  package struct Options: Sendable {
    /// What the connection may do to the file.
    package enum Access: Sendable {
      /// Reads and writes an existing database.
      case readWrite
      /// Reads and writes; makes the file if there is none.
      case create
    }

    /// What the connection may do to the file.
    package var access: Access
    /// How long a call waits for another connection's lock before it throws `.busy`.
    package var busyTimeout: Duration

    /// Makes the options.
    package init(access: Access = .create, busyTimeout: Duration = .seconds(5)) {
      self.access = access
      self.busyTimeout = busyTimeout
    }
  }

  /// The database file, as it was given.
  package var path: Path { database.path }

  let database: Database
  /// The cache of prepared statements by their SQL.
  ///
  /// One that somebody holds is not handed out a second time.
  var statements: [String: Statement] = [:]
  /// How many `withTransaction` calls are under way.
  var transactionDepth = 0

  /// Opens a database (`sqlite3_open_v2`).
  ///
  /// SQLite reads the file only when the first statement needs it, so a damaged or foreign file is
  /// reported by that one.
  ///
  /// - Throws: `.cannotOpen`, `.outOfMemory`.
  package init(_ path: Path, _ options: Options = Options()) throws(SQLiteError) {
    let access =
      switch options.access {
      case .readWrite: SQLITE_OPEN_READWRITE
      case .create: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      }
    database = try Database(
      path,
      flags: access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_PRIVATECACHE | SQLITE_OPEN_EXRESCODE)
    let handle = try database.open()
    try database.check(albumen_sqlite_harden(handle))
    let (seconds, attoseconds) = options.busyTimeout.components
    let milliseconds = max(0, seconds) * 1000 + attoseconds / 1_000_000_000_000_000
    try database.check(sqlite3_busy_timeout(handle, Int32(clamping: milliseconds)))
  }

  /// Closes the database (`sqlite3_close`); an open transaction is rolled back.
  ///
  /// A connection that is let go without it closes itself once its last statement is gone, and
  /// nobody hears of a failure. A second close does nothing.
  ///
  /// - Throws: `.busy` if a statement is still held somewhere; the database stays open.
  package func close() throws(SQLiteError) {
    statements.removeAll()
    try database.close()
  }

  /// Runs every statement of an SQL text and drops their rows (`sqlite3_exec`).
  package func execute(_ sql: String) throws(SQLiteError) {
    let handle = try database.open()
    guard !sql.utf8.contains(0) else {
      throw SQLiteError(.misuse, "there is a NUL in the SQL", sql: sql, path: path)
    }
    try database.check(sqlite3_exec(handle, sql, nil, nil, nil), sql: sql)
  }

  /// How many rows the last INSERT, UPDATE or DELETE changed (`sqlite3_changes64`).
  package var changes: Int64 {
    database.handle.map { sqlite3_changes64($0) } ?? 0
  }

  /// The row id of the last successful INSERT, 0 if there was none (`sqlite3_last_insert_rowid`).
  package var lastInsertRowID: Int64 {
    database.handle.map { sqlite3_last_insert_rowid($0) } ?? 0
  }
}
