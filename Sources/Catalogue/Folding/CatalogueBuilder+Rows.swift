import LibraryState
import Operations
import SQLiteKit

extension CatalogueBuilder {
  /// Writes the rows of all that was delivered, each table in its own order.
  func finish() throws(CatalogueError) {
    do throws(SQLiteError) {
      numberEverything()
      try writeAssets()
      try writeAlbums()
      try writeReferences()
      try writeCopiesAndLogs()
      try writeDead()
      try writeNames()
      try writeHistory()
      try writeHeights()
    } catch { throw CatalogueError(error) }
  }

  private var connection: Connection { catalogue.connection }

  /// Gives a number to each asset and album, those that are only referenced included.
  private func numberEverything() {
    for asset in state.assets.keys { _ = numbers.number(of: asset) }
    for (album, record) in state.albums {
      _ = numbers.number(of: album)
      for asset in record.references.keys { _ = numbers.number(of: asset) }
    }
    for dead in state.dead { _ = numbers.key(of: dead.entity) }
  }

  private func writeAssets() throws(SQLiteError) {
    let rows = try connection.prepare(
      """
      INSERT INTO asset (id, asset, known, alive, purged, captured, filename, part_of)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """)
    // The kinds are apart in the tables, so each has its own pass.
    for (index, id) in numbers.assets.enumerated() {
      let asset = state.assets[id] ?? .init()
      let number = Int64(index + 1)
      try rows.bind(number, at: 1)
      try rows.bind(id, at: 2)
      try rows.bind(asset.isKnown ? 1 : 0, at: 3)
      try rows.bind(try write(asset.life, EntityKey(.asset, number)), at: 4)
      try rows.bind(asset.purges.sorted.count, at: 5)
      try ShownColumn.bind(asset.registers[.captured]?.value, to: rows, at: 6)
      try ShownColumn.bind(asset.registers[.filename]?.value, to: rows, at: 7)
      if let whole = asset.registers[.partOf]?.value?.asset {
        try rows.bind(whole, at: 8)
      } else {
        try rows.bindNull(at: 8)
      }
      try rows.run()
      try write(asset.registers, EntityKey(.asset, number))
    }
    for (index, id) in numbers.assets.enumerated() {
      guard let purges = state.assets[id]?.purges, !purges.isEmpty else { continue }
      _ = try write(purges, EntityKey(.purge, Int64(index + 1)))
    }
    for id in numbers.assets {
      guard let tags = state.assets[id]?.tags, !tags.isEmpty else { continue }
      for (tag, dots) in tags where !dots.isEmpty {
        _ = try write(dots, numbers.key(of: .tag(id, tag)))
      }
    }
  }

  private func writeAlbums() throws(SQLiteError) {
    let rows = try connection.prepare(
      """
      INSERT INTO album (id, album, known, alive, created_hlc, created_log, created_seq, title,
        folder, parent)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
      """)
    for (index, id) in numbers.albums.enumerated() {
      let album = state.albums[id] ?? .init()
      let number = Int64(index + 1)
      try rows.bind(number, at: 1)
      try rows.bind(id, at: 2)
      try rows.bind(album.isKnown ? 1 : 0, at: 3)
      try rows.bind(try write(album.life, EntityKey(.album, number)), at: 4)
      try bind(album.created, to: rows, at: 5)
      try ShownColumn.bind(album.registers[.title]?.value, to: rows, at: 8)
      try rows.bind(ShownColumn.isFolder(album.registers[.type]?.value) ? 1 : 0, at: 9)
      if let parent = album.registers[.parent]?.value?.album {
        try rows.bind(parent, at: 10)
      } else {
        try rows.bindNull(at: 10)
      }
      try rows.run()
      try write(album.registers, EntityKey(.album, number))
    }
  }

  private func writeReferences() throws(SQLiteError) {
    let rows = try connection.prepare(
      "INSERT INTO reference (album, asset, alive, position) VALUES (?1, ?2, ?3, ?4)")
    for (index, id) in numbers.albums.enumerated() {
      let album = Int64(index + 1)
      let references = (state.albums[id]?.references ?? [:])
        .filter { $0.value != LibraryState.Reference() }
        .map { (asset: numbers.number(of: $0.key), reference: $0.value) }
        .sorted { $0.asset < $1.asset }
      for (asset, reference) in references {
        let key = EntityKey(.reference, album, asset)
        try rows.bind(album, at: 1)
        try rows.bind(asset, at: 2)
        try rows.bind(try write(reference.life, key), at: 3)
        if case .bytes(let position)? = reference.position.value {
          try rows.bind(position, at: 4)
        } else {
          try rows.bindNull(at: 4)
        }
        try rows.run()
        if reference.position != Register() { try write([.position: reference.position], key) }
      }
    }
  }

  private func writeCopiesAndLogs() throws(SQLiteError) {
    for (content, places) in state.copies.sorted(by: { $0.key < $1.key }) {
      for (place, dots) in places.sorted(by: { $0.key < $1.key }) where !dots.isEmpty {
        _ = try write(dots, numbers.key(of: .copy(content, place)))
      }
    }
    for (log, registers) in state.logs.sorted(by: { $0.key < $1.key }) {
      try write(registers, numbers.key(of: .log(log)))
    }
  }

  private func writeDead() throws(SQLiteError) {
    let row = try connection.statement(
      "INSERT INTO dead (kind, a, b, log, seq) VALUES (?1, ?2, ?3, ?4, ?5)")
    for dead in state.dead {
      try bind(numbers.key(of: dead.entity), to: row)
      try row.bind(numbers.number(of: dead.dot.log), at: 4)
      try row.bind(bits: dead.dot.seq, at: 5)
      try row.run()
    }
  }

  private func writeNames() throws(SQLiteError) {
    let name = try connection.statement("INSERT INTO name (id, name) VALUES (?1, ?2)")
    for (index, text) in numbers.names.enumerated() {
      try name.bind(index + 1, at: 1)
      try name.bind(Array(text.text.utf8), at: 2)
      try name.run()
    }
    let content = try connection.statement("INSERT INTO content (id, content) VALUES (?1, ?2)")
    for (index, id) in numbers.contents.enumerated() {
      try content.bind(index + 1, at: 1)
      try content.bind(id, at: 2)
      try content.run()
    }
    let place = try connection.statement("INSERT INTO place (id, place) VALUES (?1, ?2)")
    for (index, id) in numbers.places.enumerated() {
      try place.bind(index + 1, at: 1)
      try place.bind(id, at: 2)
      try place.run()
    }
  }

  private func writeHistory() throws(SQLiteError) {
    for entry in touched.sorted(by: { ($0.key, $0.transaction) < ($1.key, $1.transaction) }) {
      try catalogue.insertTouched(entry.key, entry.transaction)
    }
    for version in versions.sorted(by: { $0.content < $1.content }) {
      try catalogue.insertVersion(version.content, of: version.asset)
    }
    let clock = state.clock
    try catalogue.setMeta(.highest) { (statement, index) throws(SQLiteError) in
      try statement.bind(bits: clock.highest, at: index)
    }
  }

  private func writeHeights() throws(SQLiteError) {
    for log in delivery.waivers.keys { _ = numbers.number(of: log) }
    let row = try connection.statement("INSERT INTO log (id, log) VALUES (?1, ?2)")
    for (index, log) in numbers.logs.enumerated() {
      try row.bind(index + 1, at: 1)
      try row.bind(log, at: 2)
      try row.run()
    }
    for (log, delivered) in heights {
      try catalogue.advance(
        numbers.number(of: log), to: delivered.transaction.lastSeq, behind: delivered)
    }
    // From here on the catalogue reads the numbers from the table.
    catalogue.loadedLogs = nil
    try catalogue.recordWaivers(delivery.waivers)
  }

  /// Writes a set; returns how many dots it has.
  private func write(_ dots: DotSet, _ key: EntityKey) throws(SQLiteError) -> Int {
    let sorted = dots.sorted
    if sorted.isEmpty { return 0 }
    let row = try connection.statement(
      "INSERT INTO dot (kind, a, b, log, seq) VALUES (?1, ?2, ?3, ?4, ?5)")
    for dot in sorted {
      try bind(key, to: row)
      try row.bind(numbers.number(of: dot.log), at: 4)
      try row.bind(bits: dot.seq, at: 5)
      try row.run()
    }
    return sorted.count
  }

  private func write(
    _ registers: [FieldName: Register], _ key: EntityKey
  ) throws(SQLiteError) {
    let row = try connection.statement(
      """
      INSERT INTO register (kind, a, b, field, written_hlc, written_log, written_seq, written,
        initial_hlc, initial_log, initial_seq, initial)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
      """)
    for (field, register) in registers.sorted(by: { $0.key < $1.key }) {
      try bind(key, to: row)
      try row.bind(field, at: 4)
      try bind(register.written?.stamp, to: row, at: 5)
      try row.bind(register.written?.value ?? .null, at: 8)
      try bind(register.initial?.stamp, to: row, at: 9)
      try row.bind(register.initial?.value ?? .null, at: 12)
      try row.run()
    }
  }

  private func bind(_ key: EntityKey, to statement: Statement) throws(SQLiteError) {
    try statement.bind(key.kind.rawValue, at: 1)
    try statement.bind(key.a, at: 2)
    try statement.bind(key.b, at: 3)
  }

  /// Binds a stamp's three columns, or three times NULL.
  private func bind(
    _ stamp: Stamp?, to statement: Statement, at index: Int
  ) throws(SQLiteError) {
    try statement.bind(stamp.map { Int64(bitPattern: $0.hlc) }, at: index)
    try statement.bind(stamp.map { numbers.number(of: $0.dot.log) }, at: index + 1)
    try statement.bind(stamp.map { Int64(bitPattern: $0.dot.seq) }, at: index + 2)
  }
}
