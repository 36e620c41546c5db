import CSQLite

extension Connection {
  /// Compiles one SQL statement (`sqlite3_prepare_v3`), not kept in the cache.
  ///
  /// - Throws: `.misuse` if the text holds no statement, or anything after the first one; `.other`
  ///   with SQLITE_ERROR for SQL that is wrong.
  package func prepare(_ sql: String) throws(SQLiteError) -> Statement {
    try Statement(sql, database: database, flags: 0)
  }

  /// Returns the statement for an SQL text, compiled once for the life of the connection.
  ///
  /// It comes reset and without bindings. As long as somebody holds it, another call with the same
  /// text gets a statement of its own, so a nested use of the same query disturbs nothing. Use it
  /// for fixed texts: each new one stays in memory until the connection is closed.
  ///
  /// Outside a transaction each run takes and gives back the file's locks, which costs ten times the
  /// look-up of a row: put many small queries into one `withTransaction(.deferred)`.
  package func statement(_ sql: String) throws(SQLiteError) -> Statement {
    if isKnownUniquelyReferenced(&statements[sql]), let cached = statements[sql] {
      cached.reset()
      cached.clearBindings()
      return cached
    }
    let made = try Statement(sql, database: database, flags: UInt32(SQLITE_PREPARE_PERSISTENT))
    if statements[sql] == nil { statements[sql] = made }
    return made
  }
}
