package import LibraryState
import Operations
import SQLiteKit

extension Catalogue {
  /// Loads all that has been delivered, as the fold in memory would have it.
  ///
  /// It takes memory and time in proportion to the library; the other queries do not.
  package func state() throws(CatalogueError) -> LibraryState {
    try reading { () throws(SQLiteError) in
      var loader = try StateLoader(self)
      return try loader.load()
    }
  }
}

/// Reads the tables of the fold into a `LibraryState`.
private struct StateLoader {
  private let connection: Connection
  private let logs: LogTable
  private let highest: UInt64
  private var state = LibraryState()
  private var assets: [Int64: AssetID] = [:]
  private var albums: [Int64: AlbumID] = [:]
  private var names: [Int64: ExactText] = [:]
  private var contents: [Int64: ContentID] = [:]
  private var places: [Int64: PlaceID] = [:]

  init(_ catalogue: Catalogue) throws(SQLiteError) {
    connection = catalogue.connection
    logs = try catalogue.logTable()
    highest = try catalogue.readHighestTime()
  }

  mutating func load() throws(SQLiteError) -> LibraryState {
    state.vector = logs.vector
    state.clock = HybridClock(highest: highest)
    try loadNames()
    try loadRecords()
    try loadDots()
    try loadRegisters()
    return state
  }

  private mutating func loadNames() throws(SQLiteError) {
    for (number, name) in try connection.prepare("SELECT id, name FROM name").map({ row in
      (row.int64(0), row.text(1))
    }) { names[number] = ExactText(name) }
    for (number, content) in try connection.prepare("SELECT id, content FROM content").map({ row in
      (row.int64(0), ContentID(row: row, 1))
    }) { contents[number] = content }
    for (number, place) in try connection.prepare("SELECT id, place FROM place").map({ row in
      (row.int64(0), PlaceID(row: row, 1))
    }) { places[number] = place }
  }

  private mutating func loadRecords() throws(SQLiteError) {
    let assetRows = try connection.prepare("SELECT id, asset, known FROM asset")
    while try assetRows.step() {
      let row = assetRows.row
      guard let id = AssetID(row: row, 1) else { throw damage("an asset's id") }
      assets[row.int64(0)] = id
      var asset = LibraryState.Asset()
      asset.isKnown = row.int64(2) != 0
      state.assets.updateValue(asset, forKey: id)
    }
    let albumRows = try connection.prepare(
      "SELECT id, album, known, created_hlc, created_log, created_seq FROM album")
    while try albumRows.step() {
      let row = albumRows.row
      guard let id = AlbumID(row: row, 1) else { throw damage("an album's id") }
      albums[row.int64(0)] = id
      var album = LibraryState.Album()
      album.isKnown = row.int64(2) != 0
      album.created = logs.stamp(row, 3)
      state.albums.updateValue(album, forKey: id)
    }
  }

  private mutating func loadDots() throws(SQLiteError) {
    let dots = try connection.prepare("SELECT kind, a, b, log, seq FROM dot")
    while try dots.step() {
      let (entity, dot) = try entityAndDot(dots.row)
      state.add(dot, to: entity)
    }
    // Last, so that none of the dots above finds itself dead.
    let dead = try connection.prepare("SELECT kind, a, b, log, seq FROM dead")
    while try dead.step() {
      let (entity, dot) = try entityAndDot(dead.row)
      state.dead.insert(.init(entity: entity, dot: dot))
    }
  }

  private mutating func loadRegisters() throws(SQLiteError) {
    let rows = try connection.prepare(
      """
      SELECT kind, a, b, field, written_hlc, written_log, written_seq, written,
        initial_hlc, initial_log, initial_seq, initial
      FROM register
      """)
    while try rows.step() {
      let row = rows.row
      let entity = try entity(row)
      let field = try row.field(3)
      if let stamp = logs.stamp(row, 4) {
        state.write(try row.value(7), to: field, of: entity, at: stamp)
      }
      if let stamp = logs.stamp(row, 8) {
        state.initialize(field, of: entity, to: try row.value(11), at: stamp)
      }
    }
  }

  private func entityAndDot(_ row: Row) throws(SQLiteError) -> (Entity, Dot) {
    guard let dot = logs.dot(row, 3) else { throw damage("a dot") }
    return (try entity(row), dot)
  }

  /// The entity in the columns 0 to 2.
  private func entity(_ row: Row) throws(SQLiteError) -> Entity {
    let (a, b) = (row.int64(1), row.int64(2))
    let entity: Entity? =
      switch EntityKey.Kind(rawValue: row.int64(0)) {
      case .asset: assets[a].map { .asset($0) }
      case .purge: assets[a].map { .purge($0) }
      case .tag: if let asset = assets[a], let tag = names[b] { .tag(asset, tag) } else { nil }
      case .album: albums[a].map { .album($0) }
      case .reference:
        if let album = albums[a], let asset = assets[b] { .reference(album, asset) } else { nil }
      case .copy:
        if let content = contents[a], let place = places[b] { .copy(content, place) } else { nil }
      case .log: logs.log(a).map { .log($0) }
      case nil: nil
      }
    guard let entity else { throw damage("what a row is about") }
    return entity
  }

  private func damage(_ what: String) -> SQLiteError {
    Catalogue.damage(what, path: connection.path)
  }
}
