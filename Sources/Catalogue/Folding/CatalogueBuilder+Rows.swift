import LibraryState
import Operations
import SQLiteKit

extension CatalogueBuilder {
  /// Writes the rows of all that was delivered, each table in its own order.
  func finish() throws(CatalogueError) {
    numberEverything()
    do throws(SQLiteError) {
      try transactions.finish()
      var rows = RowWriter(connection, numbers)
      try writeAssets(&rows)
      try writeAlbums(&rows)
      try writeReferences(&rows)
      try writeCopiesAndLogs(&rows)
      try writeDead(&rows)
      try writeHistory(rows)
      try rows.finish()
      numbers = rows.numbers
      try writeNames()
      try writeHeights()
    } catch { throw CatalogueError(error) }
  }

  private var connection: Connection { catalogue.connection }

  /// Gives a number to each asset and album, those that are only referenced included, in the order of
  /// their ids: so that the tables' indexes by id grow at their end.
  private func numberEverything() {
    for dead in state.dead { placeNames(of: dead.entity) }
    order = BuilderOrder(state)
  }

  /// Sees to it that what an entity is about has places.
  private func placeNames(of entity: Entity) {
    switch entity {
    case .asset(let asset), .purge(let asset), .tag(let asset, _): _ = place(of: asset)
    case .album(let album): _ = place(of: album)
    case .reference(let album, let asset):
      _ = place(of: album)
      _ = place(of: asset)
    case .copy, .log: break
    }
  }

  /// The key of an entity that has places.
  private func key(of entity: Entity, _ rows: inout RowWriter) -> EntityKey {
    switch entity {
    case .asset(let asset), .purge(let asset): EntityKey(entity.kind, number(of: asset))
    case .tag(let asset, let tag):
      EntityKey(.tag, number(of: asset), rows.numbers.number(of: tag))
    case .album(let album): EntityKey(.album, number(of: album))
    case .reference(let album, let asset):
      EntityKey(.reference, number(of: album), number(of: asset))
    case .copy(let content, let place):
      EntityKey(.copy, rows.numbers.number(of: content), rows.numbers.number(of: place))
    case .log(let log): EntityKey(.log, rows.number(of: log))
    }
  }

  private func number(of asset: AssetID) -> Int64 { order.assetNumbers[place(of: asset)] }
  private func number(of album: AlbumID) -> Int64 { order.albumNumbers[place(of: album)] }

  private func writeAssets(_ rows: inout RowWriter) throws(SQLiteError) {
    let assets = BulkInsert(
      connection, into: "asset",
      ["id", "asset", "known", "alive", "purged", "captured", "filename", "part_of"])
    // The kinds are apart in the tables, so those that few assets have follow behind.
    var purged: [(asset: Int64, dots: DotSet)] = []
    var tagged: [(asset: Int64, tags: [ExactText: DotSet])] = []
    for (number, place) in order.assets {
      let (id, asset) = state.asset(at: place)
      try assets.bind(number, at: 1)
      try assets.bind(id, at: 2)
      try assets.bind(asset.isKnown ? 1 : 0, at: 3)
      try assets.bind(try rows.write(asset.life, EntityKey(.asset, number)), at: 4)
      try assets.bind(asset.purges.sorted.count, at: 5)
      try ShownColumn.bind(asset.registers[.captured]?.value, to: assets, at: 6)
      try ShownColumn.bind(asset.registers[.filename]?.value, to: assets, at: 7)
      if let whole = asset.registers[.partOf]?.value?.asset { try assets.bind(whole, at: 8) }
      try assets.run()
      try rows.write(asset.registers.ascending, EntityKey(.asset, number))
      if !asset.purges.isEmpty { purged.append((number, asset.purges)) }
      if !asset.tags.isEmpty { tagged.append((number, asset.tags)) }
    }
    try assets.finish()
    for (number, purges) in purged { _ = try rows.write(purges, EntityKey(.purge, number)) }
    for (number, all) in tagged {
      let tags = all.filter { !$0.value.isEmpty }
        .map { (name: rows.numbers.number(of: $0.key), dots: $0.value) }
      for tag in tags.sorted(by: { $0.name < $1.name }) {
        _ = try rows.write(tag.dots, EntityKey(.tag, number, tag.name))
      }
    }
  }

  private func writeAlbums(_ rows: inout RowWriter) throws(SQLiteError) {
    let albums = BulkInsert(
      connection, into: "album",
      [
        "id", "album", "known", "alive", "created_hlc", "created_log", "created_seq", "title",
        "folder", "parent",
      ])
    for (number, place) in order.albums {
      let (id, album) = state.album(at: place)
      try albums.bind(number, at: 1)
      try albums.bind(id, at: 2)
      try albums.bind(album.isKnown ? 1 : 0, at: 3)
      try albums.bind(try rows.write(album.life, EntityKey(.album, number)), at: 4)
      try rows.bind(album.created, to: albums, at: 5)
      try ShownColumn.bind(album.registers[.title]?.value, to: albums, at: 8)
      try albums.bind(ShownColumn.isFolder(album.registers[.type]?.value) ? 1 : 0, at: 9)
      if let parent = album.registers[.parent]?.value?.album { try albums.bind(parent, at: 10) }
      try albums.run()
      try rows.write(album.registers.ascending, EntityKey(.album, number))
    }
    try albums.finish()
  }

  private func writeReferences(_ rows: inout RowWriter) throws(SQLiteError) {
    let references = BulkInsert(
      connection, into: "reference", ["album", "asset", "alive", "position"])
    for (album, albumPlace) in order.albums {
      let members = state.references(ofAlbumAt: albumPlace)
      for (asset, index) in inOrder(members.map(\.asset)) {
        let reference = members[index].reference
        if reference == LibraryState.Reference() { continue }
        let key = EntityKey(.reference, album, asset)
        let position = reference.position
        try references.bind(album, at: 1)
        try references.bind(asset, at: 2)
        try references.bind(try rows.write(reference.life, key), at: 3)
        if case .bytes(let bytes)? = position.value { try references.bind(bytes, at: 4) }
        try references.run()
        if position != Register() { try rows.write(position, in: .position, key) }
      }
    }
    try references.finish()
  }

  /// The numbers of assets, ascending, with their places in the list: sorted as one word each, since what is
  /// written of them is much to move about.
  private func inOrder(_ assets: [AssetID]) -> [(number: Int64, index: Int)] {
    var words: [UInt64] = []
    words.reserveCapacity(assets.count)
    // There are at most 2^30 of either.
    for (index, asset) in assets.enumerated() {
      words.append(UInt64(number(of: asset)) << 32 | UInt64(index))
    }
    words.sort()
    return words.map { (Int64($0 >> 32), Int($0 & 0xFFFF_FFFF)) }
  }

  private func writeCopiesAndLogs(_ rows: inout RowWriter) throws(SQLiteError) {
    for (content, places) in state.copies.sorted(by: { $0.key < $1.key }) {
      for (place, dots) in places.sorted(by: { $0.key < $1.key }) where !dots.isEmpty {
        _ = try rows.write(dots, key(of: .copy(content, place), &rows))
      }
    }
    for (log, registers) in state.logs.sorted(by: { $0.key < $1.key }) {
      let ascending = registers.map { (key: $0.key, value: $0.value) }.sorted { $0.key < $1.key }
      try rows.write(ascending, key(of: .log(log), &rows))
    }
  }

  private func writeDead(_ rows: inout RowWriter) throws(SQLiteError) {
    let row = try connection.statement(
      "INSERT INTO dead (kind, a, b, log, seq) VALUES (?1, ?2, ?3, ?4, ?5)")
    for dead in state.dead {
      try RowWriter.bind(key(of: dead.entity, &rows), to: row)
      try row.bind(rows.number(of: dead.dot.log), at: 4)
      try row.bind(bits: dead.dot.seq, at: 5)
      try row.run()
    }
  }

  private func writeHistory(_ rows: RowWriter) throws(SQLiteError) {
    let ofAssets = touchedAssets.byPlace(state.assets.count)
    for (number, place) in order.assets {
      let own = ofAssets.starts[place]..<ofAssets.starts[place + 1]
      try rows.write(ofAssets.transactions[own], EntityKey(.asset, number))
    }
    let ofAlbums = touchedAlbums.byPlace(state.albums.count)
    for (number, place) in order.albums {
      let own = ofAlbums.starts[place]..<ofAlbums.starts[place + 1]
      try rows.write(ofAlbums.transactions[own], EntityKey(.album, number))
    }
    for version in versions.sorted(by: { $0.content < $1.content }) {
      try catalogue.insertVersion(version.content, of: order.assetNumbers[version.asset])
    }
    let clock = state.clock
    try catalogue.setMeta(.highest) { (statement, index) throws(SQLiteError) in
      try statement.bind(bits: clock.highest, at: index)
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
    for (index, id) in numbers.contents.keys.enumerated() {
      try content.bind(index + 1, at: 1)
      try content.bind(id, at: 2)
      try content.run()
    }
    let place = try connection.statement("INSERT INTO place (id, place) VALUES (?1, ?2)")
    for (index, id) in numbers.places.keys.enumerated() {
      try place.bind(index + 1, at: 1)
      try place.bind(id, at: 2)
      try place.run()
    }
  }

  private func writeHeights() throws(SQLiteError) {
    for log in delivery.waivers.keys { _ = numbers.number(of: log) }
    let row = try connection.statement("INSERT INTO log (id, log) VALUES (?1, ?2)")
    for (index, log) in numbers.logs.keys.enumerated() {
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
}
