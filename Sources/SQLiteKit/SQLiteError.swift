package import Platform

/// Describes a failure of SQLite, or of a rule that this module adds to it.
package struct SQLiteError: Error, Sendable {
  /// Tells kinds of failure apart.
  package enum Code: Sendable, Hashable {
    /// Another connection holds the lock that is needed (SQLITE_BUSY).
    case busy
    /// A table is in use within this process (SQLITE_LOCKED).
    case locked
    /// No room on the disk, or in the database's own limit (SQLITE_FULL).
    case full
    /// The database, its file or its directory cannot be written (SQLITE_READONLY).
    case readOnly
    /// The database is damaged (SQLITE_CORRUPT and the I/O errors that say so).
    case corrupt
    /// The file holds something else (SQLITE_NOTADB).
    case notADatabase
    /// A constraint of the schema does not allow the change (SQLITE_CONSTRAINT).
    case constraint
    /// The schema changed under a statement more often than SQLite retries (SQLITE_SCHEMA).
    case schema
    /// The operating system failed to read or write (SQLITE_IOERR).
    case io
    /// The file cannot be opened or made (SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH).
    case cannotOpen
    /// No memory (SQLITE_NOMEM).
    case outOfMemory
    /// A text or blob is larger than SQLite's limit (SQLITE_TOOBIG).
    case tooLarge
    /// The call was wrong: used after close, two statements where one is due, a wrong index.
    case misuse
    /// SQLite gave the transaction up after an earlier error within it that was not passed on.
    case transactionLost
    /// A newer version of the program made the database.
    case newerVersion
    /// Another program made the database.
    case foreignApplication
    /// Anything else; the extended result code.
    case other(Int32)
  }

  /// The kind of failure.
  package let code: Code
  /// What went wrong, and the remedy where there is one.
  package let message: String
  /// SQLite's extended result code; 0 where SQLite reported nothing.
  package let extendedCode: Int32
  /// The SQL, with placeholders and never with bound values.
  package let sql: String?
  /// The database file.
  package let path: Path?
  /// What a caller may do about it.
  package let disposition: Disposition

  /// Makes an error that SQLite did not report.
  package init(
    _ code: Code, _ message: String, extendedCode: Int32 = 0, sql: String? = nil, path: Path? = nil
  ) {
    self.code = code
    self.message = message
    self.extendedCode = extendedCode
    self.sql = sql
    self.path = path
    self.disposition = code.disposition
  }
}

extension SQLiteError: CustomStringConvertible {
  /// The message, then the path if there is one.
  package var description: String {
    guard let path, !path.isEmpty else { return message }
    return "\(message): \(path.display)"
  }
}
