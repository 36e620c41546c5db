import LibraryState
import Operations
import SQLiteKit

extension CatalogueFold {
  /// Keeps what a register shows in the columns that queries order and search by.
  func show(_ value: Value, in field: FieldName, of key: EntityKey) throws(SQLiteError) {
    switch (key.kind, field) {
    case (.asset, .captured): try set("UPDATE asset SET captured = ?2 WHERE id = ?1", key, value)
    case (.asset, .filename): try set("UPDATE asset SET filename = ?2 WHERE id = ?1", key, value)
    case (.asset, .partOf):
      let statement = try statement("UPDATE asset SET part_of = ?2 WHERE id = ?1", key)
      if let whole = value.asset { try statement.bind(whole, at: 2) }
      try statement.run()
    case (.album, .title): try set("UPDATE album SET title = ?2 WHERE id = ?1", key, value)
    case (.album, .type):
      let statement = try statement("UPDATE album SET folder = ?2 WHERE id = ?1", key)
      try statement.bind(ShownColumn.isFolder(value) ? 1 : 0, at: 2)
      try statement.run()
    case (.album, .parent):
      let statement = try statement("UPDATE album SET parent = ?2 WHERE id = ?1", key)
      if let parent = value.album { try statement.bind(parent, at: 2) }
      try statement.run()
    case (.reference, _):
      let statement = try statement(
        """
        INSERT INTO reference (album, asset, position) VALUES (?1, ?3, ?2)
        ON CONFLICT DO UPDATE SET position = ?2
        """, key)
      if case .bytes(let position) = value { try statement.bind(position, at: 2) }
      try statement.bind(key.b, at: 3)
      try statement.run()
    default: break
    }
  }

  private func set(_ sql: String, _ key: EntityKey, _ value: Value) throws(SQLiteError) {
    let statement = try statement(sql, key)
    try ShownColumn.bind(value, to: statement, at: 2)
    try statement.run()
  }

  private func statement(_ sql: String, _ key: EntityKey) throws(SQLiteError) -> Statement {
    let statement = try catalogue.connection.statement(sql)
    try statement.bind(key.a, at: 1)
    return statement
  }
}

/// What the columns hold that repeat a register for the sake of order and search.
enum ShownColumn {
  /// Binds a text; for any other value an empty blob, which sorts behind all texts.
  static func bind(
    _ value: Value?, to row: some ParameterBinding, at index: Int
  ) throws(SQLiteError) {
    if let text = value?.text {
      try row.bind(text, at: index)
    } else {
      try row.bind([UInt8](), at: index)
    }
  }

  /// Whether a type says that an album is a folder.
  static func isFolder(_ type: Value?) -> Bool { type?.text == "folder" }
}
