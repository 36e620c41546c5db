package import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Returns what was last written to a register, and by which operation; nil where nothing was.
  package func written(
    _ field: FieldName, of entity: Entity
  ) throws(CatalogueError) -> (value: Value, dot: Dot)? {
    try reading { () throws(SQLiteError) in
      guard let key = try existingKey(of: entity) else { return nil }
      let statement = try connection.statement(
        """
        SELECT written, written_log, written_seq FROM register
        WHERE kind = ?1 AND a = ?2 AND b = ?3 AND field = ?4 AND written_hlc IS NOT NULL
        """)
      try statement.bind(key.kind.rawValue, at: 1)
      try statement.bind(key.a, at: 2)
      try statement.bind(key.b, at: 3)
      try statement.bind(field, at: 4)
      let logs = try logTable()
      var rows = statement.rows()
      guard let row = try rows.next(), let dot = logs.dot(row, 1) else { return nil }
      return (try row.value(0), dot)
    }
  }

  /// Returns the value that a field of an asset had when it first came in, whatever was set since; nil
  /// where it had none.
  package func initialValue(
    of field: FieldName, of asset: AssetID
  ) throws(CatalogueError) -> Value? {
    try reading { () throws(SQLiteError) in
      guard let number = try existingNumber(of: asset) else { return nil }
      let statement = try connection.statement(
        "SELECT initial FROM register WHERE kind = ?1 AND a = ?2 AND b = 0 AND field = ?3")
      try statement.bind(EntityKey.Kind.asset.rawValue, at: 1)
      try statement.bind(number, at: 2)
      try statement.bind(field, at: 3)
      var rows = statement.rows()
      guard let row = try rows.next(), !row.isNull(0) else { return nil }
      return try row.value(0)
    }
  }

  /// What the registers of an entity show.
  func fields(of key: EntityKey) throws(SQLiteError) -> [FieldName: Value] {
    let statement = try connection.statement(
      """
      SELECT field, CASE WHEN written_hlc IS NULL THEN initial ELSE written END FROM register
      WHERE kind = ?1 AND a = ?2 AND b = ?3
      """)
    try statement.bind(key.kind.rawValue, at: 1)
    try statement.bind(key.a, at: 2)
    try statement.bind(key.b, at: 3)
    var fields: [FieldName: Value] = [:]
    var rows = statement.rows()
    while let row = try rows.next() {
      if !row.isNull(1) { fields[try row.field(0)] = try row.value(1) }
    }
    return fields
  }
}
