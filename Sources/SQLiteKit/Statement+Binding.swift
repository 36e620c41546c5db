import CSQLite

extension Statement {
  /// Binds an integer, or NULL (`sqlite3_bind_int64`).
  ///
  /// - Throws: as all bindings do, `.misuse` if there is no such parameter or the statement is
  ///   within a run.
  package func bind(_ value: Int64?, at index: Int) throws(SQLiteError) {
    guard let value else { return try bindNull(at: index) }
    try check(sqlite3_bind_int64(handle, Int32(clamping: index), value))
  }

  /// Binds a number, or NULL (`sqlite3_bind_double`); SQLite stores NaN as NULL.
  package func bind(_ value: Double?, at index: Int) throws(SQLiteError) {
    guard let value else { return try bindNull(at: index) }
    try check(sqlite3_bind_double(handle, Int32(clamping: index), value))
  }

  /// Binds a text, or NULL (`sqlite3_bind_text64`); SQLite takes a copy.
  package func bind(_ value: String?, at index: Int) throws(SQLiteError) {
    guard var text = value else { return try bindNull(at: index) }
    let status = text.withUTF8 { bytes in
      albumen_sqlite_bind_text(
        handle, Int32(clamping: index),
        UnsafeRawPointer(bytes.baseAddress)?
          .assumingMemoryBound(to: CChar.self), bytes.count)
    }
    try check(status)
  }

  /// Binds bytes as a blob (`sqlite3_bind_blob64`); SQLite takes a copy.
  ///
  /// No bytes are an empty blob, which is not NULL.
  package func bind(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    try check(
      albumen_sqlite_bind_blob(handle, Int32(clamping: index), bytes.baseAddress, bytes.count))
  }

  /// Binds an array of bytes as a blob, or NULL; SQLite takes a copy.
  package func bind(_ bytes: [UInt8]?, at index: Int) throws(SQLiteError) {
    guard let bytes else { return try bindNull(at: index) }
    try check(
      bytes.withUnsafeBytes {
        albumen_sqlite_bind_blob(handle, Int32(clamping: index), $0.baseAddress, $0.count)
      })
  }

  /// Binds bytes as a blob without a copy: they stay where they are until the statement has run.
  func lend(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    try check(
      albumen_sqlite_lend_blob(handle, Int32(clamping: index), bytes.baseAddress, bytes.count))
  }

  /// Binds UTF-8 as a text without a copy: it stays where it is until the statement has run.
  func lend(text: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
    let characters = text.baseAddress?.assumingMemoryBound(to: CChar.self)
    try check(
      albumen_sqlite_lend_text(handle, Int32(clamping: index), characters, text.count))
  }

  /// Binds NULL (`sqlite3_bind_null`).
  package func bindNull(at index: Int) throws(SQLiteError) {
    try check(sqlite3_bind_null(handle, Int32(clamping: index)))
  }

  private func check(_ status: Int32) throws(SQLiteError) {
    guard status == SQLITE_OK else { throw failure(status) }
  }
}
