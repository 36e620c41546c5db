import LibraryState
import Operations
import SQLiteKit

extension Catalogue {
  /// Returns the number of a log; gives it one if it has none.
  func number(of log: LogID) throws(SQLiteError) -> Int64 {
    if let number = try logTable().number(of: log) { return number }
    let statement = try connection.statement("INSERT INTO log (log) VALUES (?1)")
    try statement.bind(log, at: 1)
    try statement.run()
    let number = connection.lastInsertRowID
    loadedLogs?.insert(log, as: number)
    return number
  }

  /// Returns the number of an asset; gives it one if it has none.
  func number(of asset: AssetID) throws(SQLiteError) -> Int64 {
    if let number = try existingNumber(of: asset) { return number }
    return try insert("INSERT INTO asset (asset) VALUES (?1)") {
      (statement) throws(SQLiteError) in try statement.bind(asset, at: 1)
    }
  }

  /// Returns the number of an album; gives it one if it has none.
  func number(of album: AlbumID) throws(SQLiteError) -> Int64 {
    if let number = try existingNumber(of: album) { return number }
    return try insert("INSERT INTO album (album) VALUES (?1)") {
      (statement) throws(SQLiteError) in try statement.bind(album, at: 1)
    }
  }

  /// Returns the number of an asset, if it has one.
  func existingNumber(of asset: AssetID) throws(SQLiteError) -> Int64? {
    let statement = try connection.statement("SELECT id FROM asset WHERE asset = ?1")
    try statement.bind(asset, at: 1)
    return try statement.first { $0.int64(0) }
  }

  /// Returns the number of an album, if it has one.
  func existingNumber(of album: AlbumID) throws(SQLiteError) -> Int64? {
    let statement = try connection.statement("SELECT id FROM album WHERE album = ?1")
    try statement.bind(album, at: 1)
    return try statement.first { $0.int64(0) }
  }

  /// Returns the key of an entity, if all that it is about has a number.
  func existingKey(of entity: Entity) throws(SQLiteError) -> EntityKey? {
    switch entity {
    case .asset(let asset), .purge(let asset):
      return try existingNumber(of: asset).map { EntityKey(entity.kind, $0) }
    case .album(let album):
      return try existingNumber(of: album).map { EntityKey(entity.kind, $0) }
    case .reference(let album, let asset):
      guard let a = try existingNumber(of: album), let b = try existingNumber(of: asset) else {
        return nil
      }
      return EntityKey(.reference, a, b)
    case .tag(let asset, let tag):
      guard let a = try existingNumber(of: asset), let b = try nameNumber(tag) else { return nil }
      return EntityKey(.tag, a, b)
    case .copy(let content, let place):
      guard let a = try contentNumber(content), let b = try placeNumber(place) else { return nil }
      return EntityKey(.copy, a, b)
    case .log(let log):
      return try logTable().number(of: log).map { EntityKey(.log, $0) }
    }
  }

  /// Returns the key of an entity; gives numbers to what it is about.
  func key(of entity: Entity) throws(SQLiteError) -> EntityKey {
    switch entity {
    case .asset(let asset), .purge(let asset):
      return EntityKey(entity.kind, try number(of: asset))
    case .album(let album):
      return EntityKey(.album, try number(of: album))
    case .reference(let album, let asset):
      return EntityKey(.reference, try number(of: album), try number(of: asset))
    case .tag(let asset, let tag):
      let a = try number(of: asset)
      if let b = try nameNumber(tag) { return EntityKey(.tag, a, b) }
      return EntityKey(
        .tag, a,
        try insert("INSERT INTO name (name) VALUES (?1)") { (statement) throws(SQLiteError) in
          try statement.bind(Array(tag.text.utf8), at: 1)
        })
    case .copy(let content, let place):
      let a =
        if let known = try contentNumber(content) {
          known
        } else {
          try insert("INSERT INTO content (content) VALUES (?1)") {
            (statement) throws(SQLiteError) in try statement.bind(content, at: 1)
          }
        }
      if let b = try placeNumber(place) { return EntityKey(.copy, a, b) }
      return EntityKey(
        .copy, a,
        try insert("INSERT INTO place (place) VALUES (?1)") { (statement) throws(SQLiteError) in
          try statement.bind(place, at: 1)
        })
    case .log(let log):
      return EntityKey(.log, try number(of: log))
    }
  }

  private func nameNumber(_ name: ExactText) throws(SQLiteError) -> Int64? {
    let statement = try connection.statement("SELECT id FROM name WHERE name = ?1")
    try statement.bind(Array(name.text.utf8), at: 1)
    return try statement.first { $0.int64(0) }
  }

  private func contentNumber(_ content: ContentID) throws(SQLiteError) -> Int64? {
    let statement = try connection.statement("SELECT id FROM content WHERE content = ?1")
    try statement.bind(content, at: 1)
    return try statement.first { $0.int64(0) }
  }

  private func placeNumber(_ place: PlaceID) throws(SQLiteError) -> Int64? {
    let statement = try connection.statement("SELECT id FROM place WHERE place = ?1")
    try statement.bind(place, at: 1)
    return try statement.first { $0.int64(0) }
  }

  /// Runs an INSERT and returns the number of the row.
  private func insert(
    _ sql: String, _ bind: (Statement) throws(SQLiteError) -> Void
  ) throws(SQLiteError) -> Int64 {
    let statement = try connection.statement(sql)
    try bind(statement)
    try statement.run()
    return connection.lastInsertRowID
  }
}
