import CSQLite

/// The row that a statement stands on; valid until the statement goes on or is reset.
///
/// SQLite converts a value that has another type than the one asked for (NULL is 0 or nothing), so
/// ask ``type(_:)`` first where a database may hold what it should not.
package struct Row {
  /// The type of a stored value.
  package enum ValueType: Sendable, Hashable {
    /// No value.
    case null
    /// A 64-bit signed integer.
    case integer
    /// A double.
    case real
    /// A text; its bytes should be UTF-8, which SQLite does not check.
    case text
    /// Bytes.
    case blob
  }

  let statement: Statement

  /// How many columns the row has.
  package var columnCount: Int { statement.columnCount }

  /// Returns the type of the value (`sqlite3_column_type`).
  package func type(_ column: Int) -> ValueType {
    switch sqlite3_column_type(statement.handle, index(column)) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Tells whether there is no value.
  package func isNull(_ column: Int) -> Bool {
    sqlite3_column_type(statement.handle, index(column)) == SQLITE_NULL
  }

  /// Returns the value as an integer (`sqlite3_column_int64`).
  package func int64(_ column: Int) -> Int64 {
    sqlite3_column_int64(statement.handle, index(column))
  }

  /// Returns the value as a double (`sqlite3_column_double`).
  package func double(_ column: Int) -> Double {
    sqlite3_column_double(statement.handle, index(column))
  }

  /// Returns the value as a string; what is not UTF-8 as U+FFFD (`sqlite3_column_text`).
  package func text(_ column: Int) -> String {
    let start = sqlite3_column_text(statement.handle, index(column))
    return String(
      decoding: UnsafeBufferPointer(start: start, count: count(column, start == nil)), as: UTF8.self
    )
  }

  /// Returns a copy of the value's bytes.
  package func bytes(_ column: Int) -> [UInt8] {
    withBytes(column) { [UInt8]($0) }
  }

  /// Gives the value's bytes to `body` without a copy (`sqlite3_column_blob`).
  ///
  /// Those of a text are just as they are stored. NULL and an empty blob both give none.
  package func withBytes<Result, Failure: Error>(
    _ column: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let start = sqlite3_column_blob(statement.handle, index(column))
    return try body(.init(start: start, count: count(column, start == nil)))
  }

  /// The bytes of the value just read: `sqlite3_column_bytes` is to be called after it.
  private func count(_ column: Int, _ isAbsent: Bool) -> Int {
    let count = Int(sqlite3_column_bytes(statement.handle, Int32(truncatingIfNeeded: column)))
    guard isAbsent else { return count }
    // SQLite has a value but no memory to give it out: as fatal as any other allocation.
    precondition(count == 0, "Out of memory for a value of \(count) bytes")
    return 0
  }

  private func index(_ column: Int) -> Int32 {
    assert(column >= 0 && column < columnCount, "There is no column \(column)")
    return Int32(clamping: column)
  }
}
