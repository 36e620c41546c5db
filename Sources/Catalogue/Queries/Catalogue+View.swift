import LibraryState
package import Operations
package import Platform
import SQLiteKit

extension Catalogue {
  /// Says which view the catalogue's record of it is of: the generation, and how much it had when it and
  /// the albums last agreed; nil where there is none.
  package var viewGeneration: (generation: UInt64, directories: Int, entries: Int)? {
    get throws(CatalogueError) {
      try reading { () throws(SQLiteError) in
        let text = try meta(.view) { $0.isNull(0) ? nil : $0.text(0) } ?? nil
        let parts = (text ?? "").split(separator: " ")
        guard parts.count == 3, let generation = UInt64(parts[0], radix: 16),
          let directories = Int(parts[1]), let entries = Int(parts[2])
        else { return nil }
        return (generation, directories, entries)
      }
    }
  }

  /// A number that is another one when something other than this connection has changed the catalogue since
  /// (`PRAGMA data_version`).
  package var foreignChanges: Int64 {
    get throws(CatalogueError) {
      try reading { () throws(SQLiteError) in
        let statement = try connection.statement("PRAGMA data_version")
        var rows = statement.rows()
        return try rows.next()?.int64(0) ?? 0
      }
    }
  }

  /// Records which view the record is of.
  package func setViewGeneration(
    _ generation: UInt64, directories: Int, entries: Int
  ) throws(CatalogueError) {
    try writing { () throws(SQLiteError) in
      try setMeta(.view) { (statement, index) throws(SQLiteError) in
        try statement.bind(
          "\(String(generation, radix: 16)) \(directories) \(entries)", at: index)
      }
    }
  }

  /// Forgets all that was recorded of the album view.
  package func forgetView() throws(CatalogueError) {
    try writing { () throws(SQLiteError) in
      for table in ["view_directory", "view_entry", "view_stray", "view_file"] {
        try connection.execute("DELETE FROM \(table)")
      }
      try connection.execute("DELETE FROM meta WHERE key IN ('view', 'viewSeen', 'viewTop')")
    }
  }

  // MARK: What is recorded

  package func viewDirectories() throws(CatalogueError) -> [ViewDirectoryRow] {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement(
        """
        SELECT album, parent, name, title, inode, birth_ns, standing, next_parent, next_name,
          next_title FROM view_directory
        """)
      return try statement.map { row -> ViewDirectoryRow? in
        guard let album = AlbumID(row: row, 0) else { return nil }
        var directory = ViewDirectoryRow(
          album: album, name: row.bytes(2), title: row.text(3),
          inode: UInt64(bitPattern: row.int64(4)), standing: Int(row.int64(6)))
        directory.parent = AlbumID(row: row, 1)
        directory.birth = row.isNull(5) ? nil : row.int64(5)
        directory.nextParent = AlbumID(row: row, 7)
        directory.nextName = row.isNull(8) ? nil : row.bytes(8)
        directory.nextTitle = row.isNull(9) ? nil : row.text(9)
        return directory
      }.compactMap { $0 }
    }
  }

  /// Returns what stands for references, of one album or of all.
  package func viewEntries(of album: AlbumID? = nil) throws(CatalogueError) -> [ViewEntryRow] {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement(
        """
        SELECT album, asset, name, text, ours, standing, next_name, inode, size, mtime_ns, ctime_ns,
          made FROM view_entry\(album == nil ? "" : " WHERE album = ?1")
        """)
      if let album { try statement.bind(album, at: 1) }
      return try statement.map { row -> ViewEntryRow? in
        guard let album = AlbumID(row: row, 0), let asset = AssetID(row: row, 1) else {
          return nil
        }
        var entry = ViewEntryRow(
          album: album, asset: asset, name: row.bytes(2), text: row.isNull(3) ? nil : row.bytes(3),
          isOurs: row.int64(4) != 0, standing: Int(row.int64(5)),
          nextName: row.isNull(6) ? nil : row.bytes(6))
        if !row.isNull(7) {
          entry.mark = ViewEntryRow.Mark(
            inode: UInt64(bitPattern: row.int64(7)), size: row.int64(8), modified: row.int64(9),
            changed: row.int64(10), isMade: row.int64(11) != 0)
        }
        return entry
      }.compactMap { $0 }
    }
  }

  package func viewStrays() throws(CatalogueError) -> [(path: [UInt8], names: [[UInt8]])] {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement("SELECT path, names FROM view_stray")
      return try statement.map { row in
        (row.bytes(0), row.bytes(1).split(separator: 0).map { Array($0) })
      }
    }
  }

  /// Returns what was read of the files in the view, by their path relative to the root.
  package func viewFiles() throws(CatalogueError) -> [Path: ViewFileRow] {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement(
        "SELECT path, inode, size, mtime_ns, ctime_ns, content FROM view_file")
      let rows = try statement.map { row -> (Path, ViewFileRow)? in
        guard let path = Path(bytes: row.bytes(0)) else { return nil }
        return (
          path,
          ViewFileRow(
            inode: UInt64(bitPattern: row.int64(1)), size: row.int64(2), modified: row.int64(3),
            changed: row.int64(4), content: ContentID(row: row, 5))
        )
      }
      return Dictionary(rows.compactMap { $0 }) { first, _ in first }
    }
  }

  // MARK: Recording

  /// Records a directory; nil forgets that of an album.
  package func putView(
    _ row: ViewDirectoryRow?, of album: AlbumID
  ) throws(CatalogueError) {
    try writing { () throws(SQLiteError) in
      guard let row else {
        let statement = try connection.statement("DELETE FROM view_directory WHERE album = ?1")
        try statement.bind(album, at: 1)
        return try statement.run()
      }
      let statement = try connection.statement(
        "INSERT OR REPLACE INTO view_directory VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)")
      try statement.bind(row.album, at: 1)
      try statement.bind(row.parent?.bytes, at: 2)
      try statement.bind(row.name, at: 3)
      try statement.bind(row.title, at: 4)
      try statement.bind(bits: row.inode, at: 5)
      try statement.bind(row.birth, at: 6)
      try statement.bind(row.standing, at: 7)
      try statement.bind(row.nextParent?.bytes, at: 8)
      try statement.bind(row.nextName, at: 9)
      try statement.bind(row.nextTitle, at: 10)
      try statement.run()
    }
  }

  /// Records what stands for references, in the place of what was recorded of them.
  ///
  /// Best in the order of albums and assets, which is the table's: then each page of it is touched once.
  package func putView(_ entries: [ViewEntryRow]) throws(CatalogueError) {
    if entries.isEmpty { return }
    try writing { () throws(SQLiteError) in
      let statement = try connection.statement(
        """
        INSERT OR REPLACE INTO view_entry VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
        """)
      for row in entries {
        try statement.bind(row.album, at: 1)
        try statement.bind(row.asset, at: 2)
        try statement.bind(row.name, at: 3)
        try statement.bind(row.text, at: 4)
        try statement.bind(row.isOurs ? 1 : 0, at: 5)
        try statement.bind(row.standing, at: 6)
        try statement.bind(row.nextName, at: 7)
        try statement.bind(row.mark.map { Int64(bitPattern: $0.inode) }, at: 8)
        try statement.bind(row.mark?.size, at: 9)
        try statement.bind(row.mark?.modified, at: 10)
        try statement.bind(row.mark?.changed, at: 11)
        try statement.bind(row.mark.map { $0.isMade ? 1 : 0 }, at: 12)
        try statement.run()
      }
    }
  }

  /// Forgets what stood for references of an album.
  package func forgetViewEntries(
    of album: AlbumID, _ assets: [AssetID]
  ) throws(CatalogueError) {
    if assets.isEmpty { return }
    try writing { () throws(SQLiteError) in
      let statement = try connection.statement(
        "DELETE FROM view_entry WHERE album = ?1 AND asset = ?2")
      for asset in assets {
        try statement.bind(album, at: 1)
        try statement.bind(asset, at: 2)
        try statement.run()
      }
    }
  }

  /// Records the names that stand for nothing in a directory; nil forgets them.
  package func putViewStray(
    _ names: [[UInt8]]?, at path: [UInt8]
  ) throws(CatalogueError) {
    try writing { () throws(SQLiteError) in
      let statement = try connection.statement(
        names == nil
          ? "DELETE FROM view_stray WHERE path = ?1"
          : "INSERT OR REPLACE INTO view_stray VALUES (?1, ?2)")
      try statement.bind(path, at: 1)
      if let names { try statement.bind(names.flatMap { $0 + [0] }, at: 2) }
      try statement.run()
    }
  }

  /// Records the files in the view that were read, in the place of those that were.
  package func setViewFiles(_ files: [Path: ViewFileRow]) throws(CatalogueError) {
    try writing { () throws(SQLiteError) in
      try connection.execute("DELETE FROM view_file")
      let statement = try connection.statement(
        "INSERT INTO view_file VALUES (?1, ?2, ?3, ?4, ?5, ?6)")
      for (path, row) in files {
        try statement.bind(path.bytes, at: 1)
        try statement.bind(bits: row.inode, at: 2)
        try statement.bind(row.size, at: 3)
        try statement.bind(row.modified, at: 4)
        try statement.bind(row.changed, at: 5)
        try statement.bind(row.content?.bytes, at: 6)
        try statement.run()
      }
    }
  }

  // MARK: What it is to show

  /// Returns the members of a living album, or of all, as they show, in order, with their files; of a whole
  /// and its parts the whole alone.
  package func viewMembers(of album: AlbumID? = nil) throws(CatalogueError) -> [ViewMemberRow] {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement(
        """
        SELECT album.album, asset.asset, file.path, file.inode, file.content
        FROM album CROSS JOIN reference CROSS JOIN asset LEFT JOIN file ON file.asset = asset.asset
        WHERE album.alive > 0\(album == nil ? "" : " AND album.album = ?1") AND reference.album = album.id AND reference.alive > 0
          AND asset.id = reference.asset AND asset.alive > 0
        ORDER BY album.id, reference.position IS NULL, reference.position, asset.asset, file.path
        """)
      if let album { try statement.bind(album, at: 1) }
      var members: [ViewMemberRow] = []
      var rows = statement.rows()
      while let row = try rows.next() {
        guard let album = AlbumID(row: row, 0), let asset = AssetID(row: row, 1) else { continue }
        let file = Self.memberFile(row, 2)
        if let last = members.last, last.album == album, last.asset == asset {
          if let file { members[members.count - 1].files.append(file) }
        } else {
          members.append(ViewMemberRow(album: album, asset: asset, files: file.map { [$0] } ?? []))
        }
      }
      return try shown(members)
    }
  }

  /// Puts wholes in the places of their parts.
  private func shown(_ members: [ViewMemberRow]) throws(SQLiteError) -> [ViewMemberRow] {
    let wholes = try livingWholes()
    guard members.contains(where: { wholes[$0.asset] != nil }) else { return members }
    var rows: [ViewMemberRow] = []
    var start = 0
    while start < members.count {
      let album = members[start].album
      let end = members[start...].firstIndex { $0.album != album } ?? members.count
      let here = members[start..<end]
      let files = Dictionary(here.map { ($0.asset, $0.files) }) { first, _ in first }
      for place in LibraryState.shown(here.map(\.asset), wholes) {
        let known = if let known = files[place.shown] { known } else { try filesHere(place.shown) }
        rows.append(ViewMemberRow(album: album, asset: place.shown, files: known))
      }
      start = end
    }
    return rows
  }

  private func filesHere(_ asset: AssetID) throws(SQLiteError) -> [ViewMemberRow.File] {
    let statement = try connection.statement(
      "SELECT path, inode, content FROM file WHERE asset = ?1 ORDER BY path")
    try statement.bind(asset, at: 1)
    return try statement.map { Self.memberFile($0, 0) }.compactMap { $0 }
  }

  private static func memberFile(_ row: Row, _ first: Int) -> ViewMemberRow.File? {
    guard !row.isNull(first), let content = ContentID(row: row, first + 2) else { return nil }
    return ViewMemberRow.File(
      path: row.bytes(first), inode: UInt64(bitPattern: row.int64(first + 1)), content: content)
  }
}
