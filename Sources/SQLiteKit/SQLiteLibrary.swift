import CSQLite

/// Tells of the SQLite that is installed.
package enum SQLiteLibrary {
  /// Its version, such as `3.40.1` (`sqlite3_libversion`).
  package static var version: String { String(cString: sqlite3_libversion()) }
}
