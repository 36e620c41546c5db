package import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Returns the members of an album as they show: by position, then id.
  ///
  /// Those without a position come last. Only living assets show.
  ///
  /// - Parameters:
  ///   - first: how many to leave out at the start.
  ///   - limit: how many to return at most; nil for all.
  package func members(
    of album: AlbumID, from first: Int = 0, limit: Int? = nil
  ) throws(CatalogueError) -> [Member] {
    try reading { () throws(SQLiteError) in
      guard let number = try existingNumber(of: album) else { return [] }
      let statement = try connection.statement(Self.memberQuery)
      try statement.bind(number, at: 1)
      try statement.bind(limit ?? -1, at: 2)
      try statement.bind(first, at: 3)
      return try statement.map { row -> Member? in
        guard let asset = AssetID(row: row, 0) else { return nil }
        return Member(asset: asset, position: Position(bytes: row.bytes(1)))
      }.compactMap { $0 }
    }
  }

  /// Returns what an album shows, in order: a whole and its parts once, at the whole's place, or at that of
  /// the first part where the whole itself is not referenced.
  package func shownMembers(of album: AlbumID) throws(CatalogueError) -> [AssetID] {
    let members = try members(of: album).map(\.asset)
    guard try hasParts else { return members }
    let wholes = try reading { () throws(SQLiteError) in try self.wholes(of: members) }
    return LibraryState.shown(members, wholes).map(\.shown)
  }

  /// The wholes that some assets show as parts of.
  private func wholes(of assets: [AssetID]) throws(SQLiteError) -> [AssetID: AssetID] {
    // Many are looked up at once.
    if assets.count > 256 { return try livingWholes() }
    var wholes: [AssetID: AssetID] = [:]
    for asset in assets { wholes[asset] = try whole(above: asset) }
    return wholes
  }

  static let memberQuery = """
    SELECT asset.asset, reference.position FROM reference CROSS JOIN asset
    WHERE reference.album = ?1 AND reference.alive > 0
      AND asset.id = reference.asset AND asset.alive > 0
    ORDER BY reference.position IS NULL, reference.position, asset.asset LIMIT ?2 OFFSET ?3
    """

  /// Says which references of an album are meant.
  package enum ReferencePart {
    case all
    /// The first or the last alone, which costs nothing in a large album.
    case first
    case last
  }

  /// Returns all references that stand in an album, in the order in which they would show, with what shows
  /// in their places: nothing for one to an asset that is not alive, or that shows elsewhere as part of its
  /// whole; these keep their places among the others.
  ///
  /// Of one end alone it is not told which of a whole and its parts shows.
  package func references(
    of album: AlbumID, _ part: ReferencePart = .all
  ) throws(CatalogueError) -> [(member: Member, shown: AssetID?)] {
    let references = try everyReference(of: album, part)
    guard part == .all, try hasParts else {
      return references.map { ($0.member, $0.isAlive ? $0.member.asset : nil) }
    }
    let living = references.filter(\.isAlive).map(\.member.asset)
    var shown: [AssetID: AssetID] = [:]
    let wholes = try reading { () throws(SQLiteError) in try self.wholes(of: living) }
    for place in LibraryState.shown(living, wholes) {
      shown[place.by] = place.shown
    }
    return references.map { ($0.member, shown[$0.member.asset]) }
  }

  private func everyReference(
    of album: AlbumID, _ part: ReferencePart
  ) throws(CatalogueError) -> [(member: Member, isAlive: Bool)] {
    try reading { () throws(SQLiteError) in
      guard let number = try existingNumber(of: album) else { return [] }
      let statement = try connection.statement(
        part == .last ? Self.lastReferenceQuery : Self.referenceQuery)
      try statement.bind(number, at: 1)
      try statement.bind(part == .all ? -1 : 1, at: 2)
      return try statement.map { row -> (member: Member, isAlive: Bool)? in
        guard let asset = AssetID(row: row, 0) else { return nil }
        let member = Member(asset: asset, position: Position(bytes: row.bytes(1)))
        return (member, row.int64(2) > 0)
      }.compactMap { $0 }
    }
  }

  static let referenceQuery = """
    SELECT asset.asset, reference.position, asset.alive FROM reference CROSS JOIN asset
    WHERE reference.album = ?1 AND reference.alive > 0 AND asset.id = reference.asset
    ORDER BY reference.position IS NULL, reference.position, asset.asset LIMIT ?2
    """

  static let lastReferenceQuery = """
    SELECT asset.asset, reference.position, asset.alive FROM reference CROSS JOIN asset
    WHERE reference.album = ?1 AND reference.alive > 0 AND asset.id = reference.asset
    ORDER BY reference.position IS NULL DESC, reference.position DESC, asset.asset DESC LIMIT ?2
    """

  /// How many photos and videos an album shows: a whole and its parts are one.
  func memberCount(_ album: Int64) throws(SQLiteError) -> Int {
    let statement = try connection.statement(Self.memberCountQuery)
    try statement.bind(album, at: 1)
    let counts = try statement.first { (all: Int($0.int64(0)), parts: Int($0.int64(1))) }
    guard let counts else { return 0 }
    if counts.parts == 0 { return counts.all }
    let members = try connection.statement(Self.memberQuery)
    try members.bind(album, at: 1)
    try members.bind(-1, at: 2)
    try members.bind(0, at: 3)
    let ids = try members.map { AssetID(row: $0, 0) }.compactMap { $0 }
    return LibraryState.shown(ids, try wholes(of: ids)).count
  }

  static let memberCountQuery = """
    SELECT count(*), count(asset.part_of) FROM reference CROSS JOIN asset
    WHERE reference.album = ?1 AND reference.alive > 0
      AND asset.id = reference.asset AND asset.alive > 0
    """

  /// Returns the position that a reference has, whether it shows or not.
  package func position(
    of asset: AssetID, in album: AlbumID
  ) throws(CatalogueError) -> Position? {
    try reading { () throws(SQLiteError) in
      guard let key = try existingKey(of: .reference(album, asset)) else { return nil }
      let statement = try connection.statement(
        "SELECT position FROM reference WHERE album = ?1 AND asset = ?2")
      try statement.bind(key.a, at: 1)
      try statement.bind(key.b, at: 2)
      return try statement.first { Position(bytes: $0.bytes(0)) } ?? nil
    }
  }

  /// Returns the living albums that an asset shows in, by itself or as a whole with a part, by id.
  package func albums(containing asset: AssetID) throws(CatalogueError) -> [AlbumID] {
    var family = [asset]
    if try hasParts {
      let whole = try whole(of: asset) ?? asset
      family = [whole] + (try parts(of: whole))
    }
    return try reading { () throws(SQLiteError) in
      var albums: Set<AlbumID> = []
      for member in family {
        guard let number = try existingNumber(of: member) else { continue }
        let statement = try connection.statement(Self.containingQuery)
        try statement.bind(number, at: 1)
        albums.formUnion(try statement.map { AlbumID(row: $0, 0) }.compactMap { $0 })
      }
      return albums.sorted()
    }
  }

  static let containingQuery = """
    SELECT album.album FROM reference CROSS JOIN album
    WHERE reference.asset = ?1 AND reference.alive > 0
      AND album.id = reference.album AND album.alive > 0
    ORDER BY album.album
    """

  /// Returns the dots of a set, ascending: what a removal has to name.
  ///
  /// A log has none.
  package func observedDots(of entity: Entity) throws(CatalogueError) -> [Dot] {
    try reading { () throws(SQLiteError) in
      guard let key = try existingKey(of: entity) else { return [] }
      let logs = try logTable()
      let statement = try connection.statement(
        "SELECT log, seq FROM dot WHERE kind = ?1 AND a = ?2 AND b = ?3")
      try statement.bind(key.kind.rawValue, at: 1)
      try statement.bind(key.a, at: 2)
      try statement.bind(key.b, at: 3)
      return try statement.map { logs.dot($0, 0) }.compactMap { $0 }.sorted()
    }
  }
}
