import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// The number of the last transaction that the album view shows, when it agreed with all of them; nil
  /// where it does not, or that is not known.
  ///
  /// Numbers are this catalogue's own, and forgotten when it is built anew.
  package var viewSeen: Int64? {
    get throws(CatalogueError) {
      try reading { () throws(SQLiteError) in
        try meta(.viewSeen) { $0.isNull(0) ? nil : $0.int64(0) } ?? nil
      }
    }
  }

  /// Records up to which transaction the album view agrees with the albums.
  package func setViewSeen(_ transaction: Int64?) throws(CatalogueError) {
    try writing { () throws(SQLiteError) in
      try setMeta(.viewSeen) { (statement, index) throws(SQLiteError) in
        try statement.bind(transaction, at: index)
      }
    }
  }

  /// What tells the album view's own directory from another one in its place, as it was recorded; nil where
  /// that is not known.
  package var viewTop: String? {
    get throws(CatalogueError) {
      try reading { () throws(SQLiteError) in
        try meta(.viewTop) { $0.isNull(0) ? nil : $0.text(0) } ?? nil
      }
    }
  }

  /// Records which directory the album view's is.
  package func setViewTop(_ identity: String) throws(CatalogueError) {
    try writing { () throws(SQLiteError) in
      try setMeta(.viewTop) { (statement, index) throws(SQLiteError) in
        try statement.bind(identity, at: index)
      }
    }
  }

  /// The number of the last transaction; 0 where there is none.
  package var lastTransaction: Int64 {
    get throws(CatalogueError) {
      try reading { () throws(SQLiteError) in
        try connection.statement("SELECT max(id) FROM txn").first {
          $0.isNull(0) ? 0 : $0.int64(0)
        } ?? 0
      }
    }
  }

  /// Returns what stands for references of some albums.
  package func viewEntries(
    ofAll albums: some Sequence<AlbumID>
  ) throws(CatalogueError) -> [ViewEntryRow] {
    var rows: [ViewEntryRow] = []
    for album in albums { rows += try viewEntries(of: album) }
    return rows
  }

  /// Returns the members of some albums, as `viewMembers(of:)`.
  package func viewMembers(
    ofAll albums: some Sequence<AlbumID>
  ) throws(CatalogueError) -> [ViewMemberRow] {
    var rows: [ViewMemberRow] = []
    for album in albums { rows += try viewMembers(of: album) }
    return rows
  }

  /// Returns the albums whose references the transactions behind one have changed; nil where they have
  /// changed anything else that the album view shows, which tags and what devices are called do not.
  package func albumsOfReferences(
    after transaction: Int64
  ) throws(CatalogueError) -> Set<AlbumID>? {
    try reading { () throws(SQLiteError) in
      let effects = try connection.statement("SELECT effects FROM txn WHERE id > ?1")
      try effects.bind(transaction, at: 1)
      let kinds: Set<OperationKind?> = [
        .referenceAdd, .referenceRemove, .referenceMove, .tagAdd, .tagRemove, .logSet,
      ]
      let isOfReferences = try effects.map { row in
        row.withBytes(0) { Effect.read($0) }.allSatisfy { kinds.contains($0.kind) }
      }
      guard isOfReferences.allSatisfy({ $0 }) else { return nil }
      let albums = try connection.statement(
        """
        SELECT album.album FROM album WHERE EXISTS (
          SELECT 1 FROM touched
          WHERE touched.kind = 4 AND touched.entity = album.id AND touched.txn > ?1)
        """)
      try albums.bind(transaction, at: 1)
      return Set(try albums.map { AlbumID(row: $0, 0) }.compactMap { $0 })
    }
  }
}
