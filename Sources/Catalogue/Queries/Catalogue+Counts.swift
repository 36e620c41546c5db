import SQLiteKit

/// Says how much a library holds.
package struct LibraryCounts: Sendable, Hashable {
  /// Assets in the camera roll.
  package var living = 0
  /// Assets in the trash.
  package var trashed = 0
  /// Assets whose bytes may go.
  package var purged = 0
  /// Albums that are not deleted.
  package var albums = 0
  /// Folders that are not deleted.
  package var folders = 0
  /// Files in the index.
  package var files = 0
  /// Assets in the camera roll that have no file here.
  package var missing = 0
}

extension Catalogue {
  /// Counts what the library holds.
  package func counts() throws(CatalogueError) -> LibraryCounts {
    try reading { () throws(SQLiteError) in
      var counts = LibraryCounts()
      counts.living = try number("SELECT count(*) FROM asset WHERE alive > 0")
      counts.trashed = try number(
        "SELECT count(*) FROM asset WHERE alive = 0 AND known = 1 AND purged = 0")
      counts.purged = try number(
        "SELECT count(*) FROM asset WHERE alive = 0 AND known = 1 AND purged > 0")
      counts.albums = try number("SELECT count(*) FROM album WHERE alive > 0 AND folder = 0")
      counts.folders = try number("SELECT count(*) FROM album WHERE alive > 0 AND folder = 1")
      counts.files = try number("SELECT count(*) FROM file")
      counts.missing = try number(
        """
        SELECT count(*) FROM asset
        WHERE alive > 0 AND NOT EXISTS (SELECT 1 FROM file WHERE file.asset = asset.asset)
        """)
      return counts
    }
  }

  /// Whether the index has any file.
  package var hasFiles: Bool {
    get throws(CatalogueError) { try exists("SELECT 1 FROM file LIMIT 1") }
  }

  /// Whether anything names any asset, known or not.
  package var hasAssets: Bool {
    get throws(CatalogueError) { try exists("SELECT 1 FROM asset LIMIT 1") }
  }

  /// Returns how many assets are in the camera roll.
  package func livingCount() throws(CatalogueError) -> Int {
    try reading { () throws(SQLiteError) in
      try number("SELECT count(*) FROM asset WHERE alive > 0")
    }
  }

  private func exists(_ sql: String) throws(CatalogueError) -> Bool {
    try reading { () throws(SQLiteError) in
      try connection.statement(sql).first { _ in true } ?? false
    }
  }

  private func number(_ sql: String) throws(SQLiteError) -> Int {
    try connection.statement(sql).first { Int($0.int64(0)) } ?? 0
  }
}
