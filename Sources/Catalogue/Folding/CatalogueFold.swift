import LibraryState
import Operations
import SQLiteKit

/// Folds operations into the catalogue's rows, one by one: what `LibraryState` does in memory.
///
/// Works within a transaction of the catalogue. The vector in its log table must be the one before
/// the transaction whose operations are applied.
struct CatalogueFold: FoldTarget {
  let catalogue: Catalogue

  private var connection: Connection { catalogue.connection }

  func add(_ dot: Dot, to entity: Entity) throws(SQLiteError) {
    let key = try catalogue.key(of: entity)
    let log = try catalogue.number(of: dot.log)
    // A dot comes once: that it was dead need not be remembered any longer.
    let wasDead = try run(
      "DELETE FROM dead WHERE kind = ?1 AND a = ?2 AND b = ?3 AND log = ?4 AND seq = ?5",
      key, log, dot.seq)
    if wasDead { return }
    let isNew = try run(
      "INSERT OR IGNORE INTO dot (kind, a, b, log, seq) VALUES (?1, ?2, ?3, ?4, ?5)",
      key, log, dot.seq)
    if isNew { try count(1, of: key) }
  }

  func remove(_ dots: [Dot], from entity: Entity) throws(SQLiteError) {
    if dots.isEmpty { return }
    var key = try catalogue.existingKey(of: entity)
    for dot in dots {
      if let key, let log = try catalogue.logTable().number(of: dot.log) {
        let wasThere = try run(
          "DELETE FROM dot WHERE kind = ?1 AND a = ?2 AND b = ?3 AND log = ?4 AND seq = ?5",
          key, log, dot.seq)
        if wasThere {
          try count(-1, of: key)
          continue
        }
      }
      // Only what has yet to come must be remembered, as in `LibraryState`.
      if try catalogue.logTable().vector.contains(dot) { continue }
      let dead = if let key { key } else { try catalogue.key(of: entity) }
      key = dead
      _ = try run(
        "INSERT OR IGNORE INTO dead (kind, a, b, log, seq) VALUES (?1, ?2, ?3, ?4, ?5)",
        dead, try catalogue.number(of: dot.log), dot.seq)
    }
  }

  func write(
    _ value: Value, to field: FieldName, of entity: Entity, at stamp: Stamp
  ) throws(SQLiteError) {
    let key = try catalogue.key(of: entity)
    if key.kind == .asset, field == .content, case .digest(let content) = value {
      try catalogue.insertVersion(content.cast(), of: key.a)
    }
    let standing = try register(field, of: key, "written")
    if let stampThere = standing.stamp, stampThere >= stamp { return }
    try set(
      """
      INSERT INTO register (kind, a, b, field, written_hlc, written_log, written_seq, written)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT DO UPDATE SET written_hlc = ?5, written_log = ?6, written_seq = ?7, written = ?8
      """, key, field, stamp, value)
    try show(value, in: field, of: key)
  }

  func initialize(
    _ field: FieldName, of entity: Entity, to value: Value, at stamp: Stamp
  ) throws(SQLiteError) {
    let key = try catalogue.key(of: entity)
    let standing = try register(field, of: key, "initial")
    if let stampThere = standing.stamp, stampThere <= stamp { return }
    try set(
      """
      INSERT INTO register (kind, a, b, field, initial_hlc, initial_log, initial_seq, initial)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      ON CONFLICT DO UPDATE SET initial_hlc = ?5, initial_log = ?6, initial_seq = ?7, initial = ?8
      """, key, field, stamp, value)
    if !standing.isWritten { try show(value, in: field, of: key) }
  }

  func know(_ entity: Entity, at stamp: Stamp, created: Bool) throws(SQLiteError) {
    switch entity {
    case .asset(let asset):
      try update("UPDATE asset SET known = 1 WHERE id = ?1", try catalogue.number(of: asset))
    case .album(let album):
      let id = try catalogue.number(of: album)
      try update("UPDATE album SET known = 1 WHERE id = ?1", id)
      if created { try create(id, at: stamp) }
    default: break
    }
  }

  /// Takes notice of one of an album's creations: the smallest stamp stays.
  private func create(_ album: Int64, at stamp: Stamp) throws(SQLiteError) {
    let earlier = try connection.statement(
      "SELECT created_hlc, created_log, created_seq FROM album WHERE id = ?1")
    try earlier.bind(album, at: 1)
    let logs = try catalogue.logTable()
    let there = try earlier.first { logs.stamp($0, 0) } ?? nil
    if let there, there <= stamp { return }
    let statement = try connection.statement(
      "UPDATE album SET created_hlc = ?2, created_log = ?3, created_seq = ?4 WHERE id = ?1")
    try statement.bind(album, at: 1)
    try statement.bind(bits: stamp.hlc, at: 2)
    try statement.bind(try catalogue.number(of: stamp.dot.log), at: 3)
    try statement.bind(bits: stamp.dot.seq, at: 4)
    try statement.run()
  }

  /// Reads the stamp of one side of a register, and whether the other side outranks an initial value.
  private func register(
    _ field: FieldName, of key: EntityKey, _ side: StaticString
  ) throws(SQLiteError) -> (stamp: Stamp?, isWritten: Bool) {
    let statement = try connection.statement(
      """
      SELECT \(side)_hlc, \(side)_log, \(side)_seq, written_hlc IS NOT NULL FROM register
      WHERE kind = ?1 AND a = ?2 AND b = ?3 AND field = ?4
      """)
    try bind(key, to: statement)
    try statement.bind(field, at: 4)
    let logs = try catalogue.logTable()
    return try statement.first { (logs.stamp($0, 0), $0.int64(3) != 0) } ?? (nil, false)
  }

  private func set(
    _ sql: String, _ key: EntityKey, _ field: FieldName, _ stamp: Stamp, _ value: Value
  ) throws(SQLiteError) {
    let statement = try connection.statement(sql)
    try bind(key, to: statement)
    try statement.bind(field, at: 4)
    try statement.bind(bits: stamp.hlc, at: 5)
    try statement.bind(try catalogue.number(of: stamp.dot.log), at: 6)
    try statement.bind(bits: stamp.dot.seq, at: 7)
    try statement.bind(value, at: 8)
    try statement.run()
  }

  /// Keeps the count of a set's dots where it is asked for.
  private func count(_ difference: Int64, of key: EntityKey) throws(SQLiteError) {
    switch key.kind {
    case .asset: try update("UPDATE asset SET alive = alive + ?2 WHERE id = ?1", key.a, difference)
    case .purge:
      try update("UPDATE asset SET purged = purged + ?2 WHERE id = ?1", key.a, difference)
    case .album: try update("UPDATE album SET alive = alive + ?2 WHERE id = ?1", key.a, difference)
    case .reference:
      try update(
        """
        INSERT INTO reference (album, asset, alive) VALUES (?1, ?2, ?3)
        ON CONFLICT DO UPDATE SET alive = alive + ?3
        """, key.a, key.b, difference)
    case .tag, .copy, .log: break
    }
  }

  private func update(_ sql: String, _ numbers: Int64...) throws(SQLiteError) {
    let statement = try connection.statement(sql)
    for (index, number) in numbers.enumerated() { try statement.bind(number, at: index + 1) }
    try statement.run()
  }

  /// Runs a statement about one dot; true if it changed a row.
  private func run(
    _ sql: String, _ key: EntityKey, _ log: Int64, _ seq: UInt64
  ) throws(SQLiteError) -> Bool {
    let statement = try connection.statement(sql)
    try bind(key, to: statement)
    try statement.bind(log, at: 4)
    try statement.bind(bits: seq, at: 5)
    try statement.run()
    return connection.changes > 0
  }

  private func bind(_ key: EntityKey, to statement: Statement) throws(SQLiteError) {
    try statement.bind(key.kind.rawValue, at: 1)
    try statement.bind(key.a, at: 2)
    try statement.bind(key.b, at: 3)
  }
}
