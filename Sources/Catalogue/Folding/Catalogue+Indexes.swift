import SQLiteKit

extension Catalogue {
  /// Drops the indexes that are no table's own, which is faster than keeping them while a catalogue is
  /// filled: made at the end they are written in their own order.
  ///
  /// - Returns: the SQL that makes them again.
  func dropIndexes() throws(SQLiteError) -> [String] {
    let indexes = try connection.prepare(
      """
      SELECT name, sql FROM sqlite_schema
      WHERE type = 'index' AND sql IS NOT NULL AND tbl_name <> 'file' ORDER BY rowid
      """
    ).map { (name: $0.text(0), sql: $0.text(1)) }
    for index in indexes { try connection.execute("DROP INDEX \"\(index.name)\"") }
    return indexes.map(\.sql)
  }

  /// Makes the indexes again that were dropped.
  func makeIndexes(_ statements: [String]) throws(SQLiteError) {
    for statement in statements { try connection.execute(statement) }
  }
}
