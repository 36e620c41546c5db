import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Returns the known albums and folders, by id.
  ///
  /// - Parameter countsMembers: whether their members are counted, which takes the most time; else there
  ///   are said to be 0.
  package func albums(
    includingDeleted: Bool = false, countsMembers: Bool = true
  ) throws(CatalogueError) -> [AlbumRow] {
    try reading { () throws(SQLiteError) in
      let parents = try parents()
      return try albums(
        where: includingDeleted ? "known = 1" : "alive > 0", order: "album",
        countsMembers: countsMembers
      ) { _ throws(SQLiteError) in
      } parent: { (id) throws(SQLiteError) in
        parents[id]
      }
    }
  }

  /// Returns an album or folder; nil if it is not known.
  package func album(_ id: AlbumID) throws(CatalogueError) -> AlbumRow? {
    try reading { () throws(SQLiteError) in
      try albums(where: "album = ?1 AND known = 1", order: "album") {
        (statement) throws(SQLiteError) in
        try statement.bind(id, at: 1)
      } parent: { (id) throws(SQLiteError) in
        try parent(of: id)
      }.first
    }
  }

  /// Returns the albums and folders with exactly a title, byte by byte, in the order of their
  /// creation.
  package func albums(
    titled title: String, includingDeleted: Bool = false
  ) throws(CatalogueError) -> [AlbumRow] {
    try reading { () throws(SQLiteError) in
      try albums(
        where: includingDeleted ? "title = ?1 AND known = 1" : "title = ?1 AND alive > 0",
        order: "album"
      ) { (statement) throws(SQLiteError) in
        try statement.bind(title, at: 1)
      } parent: { (id) throws(SQLiteError) in
        try parent(of: id)
      }.sorted(by: Self.isOlder)
    }
  }

  /// Returns the living albums, or folders, with a title that show in a folder, or at the top, in the
  /// order of their creation: what `findOrCreateAlbum` chooses the first of.
  package func albums(
    titled title: String, isFolder: Bool, in parent: AlbumID?
  ) throws(CatalogueError) -> [AlbumRow] {
    try albums(titled: title).filter { $0.isFolder == isFolder && $0.parent == parent }
  }

  /// Tells whether an album with this id was ever created, deleted since or not.
  package func everCreated(_ id: AlbumID) throws(CatalogueError) -> Bool {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement(
        "SELECT 1 FROM album WHERE album = ?1 AND created_hlc IS NOT NULL")
      try statement.bind(id, at: 1)
      return try statement.first { _ in true } ?? false
    }
  }

  private static func isOlder(_ left: AlbumRow, _ right: AlbumRow) -> Bool {
    switch (left.created, right.created) {
    case (let one?, let other?): one < other
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): left.id < right.id
    }
  }

  private func albums(
    where condition: String, order: String, countsMembers: Bool = true,
    _ bind: (Statement) throws(SQLiteError) -> Void,
    parent: (AlbumID) throws(SQLiteError) -> AlbumID?
  ) throws(SQLiteError) -> [AlbumRow] {
    let logs = try logTable()
    let statement = try connection.statement(
      """
      SELECT id, album, alive, folder, title, created_hlc, created_log, created_seq FROM album
      WHERE \(condition) ORDER BY \(order)
      """)
    try bind(statement)
    let found = try statement.map { row in
      (
        number: row.int64(0), id: AlbumID(row: row, 1), isAlive: row.int64(2) > 0,
        isFolder: row.int64(3) != 0, title: row.text(4), created: logs.stamp(row, 5)
      )
    }
    var albums: [AlbumRow] = []
    for album in found {
      guard let id = album.id else { throw Self.damage("an album's id", path: path) }
      albums.append(
        AlbumRow(
          id: id, isAlive: album.isAlive, isFolder: album.isFolder, title: album.title,
          parent: album.isAlive ? try parent(id) : nil, created: album.created,
          memberCount: album.isFolder || !countsMembers ? 0 : try memberCount(album.number),
          fields: try fields(of: EntityKey(.album, album.number))))
    }
    return albums
  }

  /// The edge from a living album to the folder it names, where it names one.
  private typealias Edge = (parent: AlbumID, stamp: Stamp)

  static let edgeColumns = """
    SELECT album.album, album.parent, coalesce(written_hlc, initial_hlc),
      CASE WHEN written_hlc IS NULL THEN initial_log ELSE written_log END,
      CASE WHEN written_hlc IS NULL THEN initial_seq ELSE written_seq END,
      album.folder
    FROM album LEFT JOIN register ON kind = 4 AND a = album.id AND b = 0 AND field = 9
    """

  /// The folders that all living albums show in.
  private func parents() throws(SQLiteError) -> [AlbumID: AlbumID] {
    let logs = try logTable()
    var edges: [AlbumID: Edge] = [:]
    var folders: Set<AlbumID> = []
    var rows = try connection.statement("\(Self.edgeColumns) WHERE album.alive > 0").rows()
    while let row = try rows.next() {
      guard let id = AlbumID(row: row, 0) else { throw Self.damage("an album's id", path: path) }
      if row.int64(5) != 0 { folders.insert(id) }
      if let parent = AlbumID(row: row, 1), let stamp = logs.stamp(row, 2) {
        edges[id] = (parent, stamp)
      }
    }
    return LibraryState.parents(edges) { folders.contains($0) }
  }

  /// The folder that a living album shows in.
  private func parent(of album: AlbumID) throws(SQLiteError) -> AlbumID? {
    // The edges on the way up are all that it depends on.
    let logs = try logTable()
    var edges: [AlbumID: Edge] = [:]
    var folders: Set<AlbumID> = []
    var seen: Set<AlbumID> = []
    var next: AlbumID? = album
    while let current = next, seen.insert(current).inserted {
      let statement = try connection.statement(
        "\(Self.edgeColumns) WHERE album.album = ?1 AND album.alive > 0")
      try statement.bind(current, at: 1)
      let found = try statement.first { row in
        (parent: AlbumID(row: row, 1), stamp: logs.stamp(row, 2), isFolder: row.int64(5) != 0)
      }
      guard let found else { break }
      if found.isFolder { folders.insert(current) }
      if let parent = found.parent, let stamp = found.stamp { edges[current] = (parent, stamp) }
      next = found.parent
    }
    return LibraryState.parents(edges) { folders.contains($0) }[album]
  }
}
