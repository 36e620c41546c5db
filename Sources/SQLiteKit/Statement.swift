import CSQLite

/// A compiled SQL statement, with the values bound to its parameters.
///
/// Parameters are numbered from 1, columns from 0, as in SQLite. It belongs to its connection's
/// thread and keeps the database open as long as it lives.
package final class Statement {
  let handle: OpaquePointer
  let database: Database

  init(_ sql: String, database: Database, flags: UInt32) throws(SQLiteError) {
    let opened = try database.open()
    var compiled: OpaquePointer?
    var hasMore = false
    var text = sql
    let status = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { characters in
        var tail: UnsafePointer<CChar>?
        let status = sqlite3_prepare_v3(
          opened, characters.baseAddress, Int32(clamping: characters.count), flags, &compiled, &tail
        )
        if let base = characters.baseAddress, let tail {
          hasMore = Self.holdsStatement(characters[(tail - base)...])
        }
        return status
      }
    }
    try database.check(status, sql: sql)
    guard let compiled, !hasMore else {
      sqlite3_finalize(compiled)
      throw SQLiteError(
        .misuse, "one SQL statement is due, not none or several", sql: sql, path: database.path)
    }
    self.handle = compiled
    self.database = database
  }

  deinit {
    // The result repeats the last failure of a step, which was thrown then.
    sqlite3_finalize(handle)
  }

  /// The SQL as it was compiled, with placeholders.
  package var sql: String {
    sqlite3_sql(handle).map { String(cString: $0) } ?? ""
  }

  /// How many columns its rows have, 0 for a statement that returns none.
  package var columnCount: Int { Int(sqlite3_column_count(handle)) }

  /// Goes on to the next row (`sqlite3_step`).
  ///
  /// At the end, and after an error, the statement is reset: it can be bound and run again.
  ///
  /// - Returns: true if there is one, to be read from ``row``.
  package func step() throws(SQLiteError) -> Bool {
    let status = sqlite3_step(handle)
    if status == SQLITE_ROW { return true }
    guard status == SQLITE_DONE else {
      let error = failure(status)
      sqlite3_reset(handle)
      throw error
    }
    sqlite3_reset(handle)
    return false
  }

  /// Runs the statement to its end; its rows are dropped.
  package func run() throws(SQLiteError) {
    while try step() {}
  }

  /// Ends a run before its last row, which also ends the read transaction it holds; the bindings
  /// stay (`sqlite3_reset`).
  package func reset() {
    // The result repeats the failure of the last step, which was thrown then.
    sqlite3_reset(handle)
  }

  /// Sets all parameters to NULL (`sqlite3_clear_bindings`).
  package func clearBindings() {
    sqlite3_clear_bindings(handle)
  }

  func failure(_ status: Int32) -> SQLiteError {
    SQLiteError(status, on: database.handle, sql: sql, path: database.path)
  }

  /// Tells whether there is more in the rest of the text than spaces and semicolons.
  private static func holdsStatement(_ rest: Slice<UnsafeBufferPointer<CChar>>) -> Bool {
    rest.contains { character in
      let byte = UInt8(bitPattern: character)
      return byte > UInt8(ascii: " ") && byte != UInt8(ascii: ";") || byte == 0
    }
  }
}
