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

  /// Returns all references that stand in an album, in the order in which they would show, with whether
  /// they do: those to assets that are not alive keep their places among the others.
  package func references(
    of album: AlbumID, _ part: ReferencePart = .all
  ) throws(CatalogueError) -> [(member: Member, isShown: Bool)] {
    try reading { () throws(SQLiteError) in
      guard let number = try existingNumber(of: album) else { return [] }
      let statement = try connection.statement(
        part == .last ? Self.lastReferenceQuery : Self.referenceQuery)
      try statement.bind(number, at: 1)
      try statement.bind(part == .all ? -1 : 1, at: 2)
      return try statement.map { row -> (member: Member, isShown: Bool)? in
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

  func memberCount(_ album: Int64) throws(SQLiteError) -> Int {
    let statement = try connection.statement(Self.memberCountQuery)
    try statement.bind(album, at: 1)
    return try statement.first { Int($0.int64(0)) } ?? 0
  }

  static let memberCountQuery = """
    SELECT count(*) FROM reference CROSS JOIN asset
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

  /// Returns the living albums that have a living reference to an asset, by id.
  package func albums(containing asset: AssetID) throws(CatalogueError) -> [AlbumID] {
    try reading { () throws(SQLiteError) in
      guard let number = try existingNumber(of: asset) else { return [] }
      let statement = try connection.statement(Self.containingQuery)
      try statement.bind(number, at: 1)
      return try statement.map { AlbumID(row: $0, 0) }.compactMap { $0 }
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
