package import Operations
package import Platform
import SQLiteKit

extension Catalogue {
  /// How many files there were when folder and index last agreed in full; nil if they never did since
  /// this catalogue was made.
  ///
  /// Without such a base, nothing can be concluded from a file that is not there.
  package var baseSize: Int? {
    get throws(CatalogueError) {
      try reading { () throws(SQLiteError) in
        try meta(.base) { $0.isNull(0) ? nil : Int($0.int64(0)) } ?? nil
      }
    }
  }

  /// Whether folder and index have agreed in full since this catalogue was made.
  package var hasBase: Bool { get throws(CatalogueError) { try baseSize != nil } }

  /// Records that folder and index agree in full, with so many files; nil takes that back.
  package func setBase(files count: Int?) throws(CatalogueError) {
    try writing { () throws(SQLiteError) in
      try setMeta(.base) { (statement, index) throws(SQLiteError) in
        try statement.bind(count, at: index)
      }
    }
  }

  /// Returns how many files the index has.
  package func fileCount() throws(CatalogueError) -> Int {
    try reading { () throws(SQLiteError) in
      try connection.statement("SELECT count(*) FROM file").first { Int($0.int64(0)) } ?? 0
    }
  }

  /// Returns the file at a path.
  package func file(at path: Path) throws(CatalogueError) -> FileRow? {
    try files("WHERE path = ?1") { (statement) throws(SQLiteError) in
      try statement.bind(path.bytes, at: 1)
    }.first
  }

  /// Returns all files, in the order of their paths' bytes.
  package func files() throws(CatalogueError) -> [FileRow] {
    try files("ORDER BY path") { _ throws(SQLiteError) in }
  }

  /// Returns the files at and below a path, in the order of their paths' bytes.
  package func files(inside path: Path) throws(CatalogueError) -> [FileRow] {
    if path.isEmpty { return try files() }
    // Below `a` is what lies between `a/` and `a0`, 0 being the byte behind the slash.
    let slash = UInt8(ascii: "/")
    return try files("WHERE path = ?1 OR (path > ?2 AND path < ?3) ORDER BY path") {
      (statement) throws(SQLiteError) in
      try statement.bind(path.bytes, at: 1)
      try statement.bind(path.bytes + [slash], at: 2)
      try statement.bind(path.bytes + [slash + 1], at: 3)
    }
  }

  /// Returns the files of an asset, in the order of their paths' bytes.
  package func files(of asset: AssetID) throws(CatalogueError) -> [FileRow] {
    try files("WHERE asset = ?1 ORDER BY path") { (statement) throws(SQLiteError) in
      try statement.bind(asset, at: 1)
    }
  }

  /// Records a file; one that was at its path is replaced.
  package func put(_ file: FileRow) throws(CatalogueError) {
    try writingOnce { () throws(SQLiteError) in try insert(file) }
  }

  /// Forgets the file at a path, but not that its asset had one here; false if none was recorded there.
  @discardableResult
  package func removeFile(at path: Path) throws(CatalogueError) -> Bool {
    try writing { () throws(SQLiteError) in
      let former = try connection.statement(
        "INSERT OR IGNORE INTO former (asset) SELECT asset FROM file WHERE path = ?1")
      try former.bind(path.bytes, at: 1)
      try former.run()
      let statement = try connection.statement("DELETE FROM file WHERE path = ?1")
      try statement.bind(path.bytes, at: 1)
      try statement.run()
      return connection.changes > 0
    }
  }

  /// Whether a file of an asset was here and went, as far as this catalogue remembers.
  package func hadFile(_ asset: AssetID) throws(CatalogueError) -> Bool {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement("SELECT 1 FROM former WHERE asset = ?1")
      try statement.bind(asset, at: 1)
      return try statement.first { _ in true } ?? false
    }
  }

  static let fileColumns = """
    SELECT path, inode, size, mtime_ns, ctime_ns, birth_ns, content, asset, hashed_at_ns FROM file
    """

  func files(
    _ condition: String, _ bind: (Statement) throws(SQLiteError) -> Void
  ) throws(CatalogueError) -> [FileRow] {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement("\(Self.fileColumns) \(condition)")
      try bind(statement)
      var files: [FileRow] = []
      var rows = statement.rows()
      while let row = try rows.next() {
        guard let path = Path(bytes: row.bytes(0)), let content = ContentID(row: row, 6),
          let asset = AssetID(row: row, 7)
        else { throw Self.damage("a file's row", path: self.path) }
        files.append(
          FileRow(
            path: path, inode: UInt64(bitPattern: row.int64(1)), size: row.int64(2),
            modified: row.int64(3), changed: row.int64(4),
            born: row.isNull(5) ? nil : row.int64(5), content: content, asset: asset,
            hashed: row.int64(8)))
      }
      return files
    }
  }

  private func insert(_ file: FileRow) throws(SQLiteError) {
    let former = try connection.statement(
      """
      INSERT OR IGNORE INTO former (asset) SELECT asset FROM file WHERE path = ?1 AND asset <> ?2
      """)
    try former.bind(file.path.bytes, at: 1)
    try former.bind(file.asset, at: 2)
    try former.run()
    let statement = try connection.statement(
      """
      INSERT OR REPLACE INTO file (path, inode, size, mtime_ns, ctime_ns, birth_ns, content, asset,
        hashed_at_ns)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
      """)
    try statement.bind(file.path.bytes, at: 1)
    try statement.bind(bits: file.inode, at: 2)
    try statement.bind(file.size, at: 3)
    try statement.bind(file.modified, at: 4)
    try statement.bind(file.changed, at: 5)
    try statement.bind(file.born, at: 6)
    try statement.bind(file.content, at: 7)
    try statement.bind(file.asset, at: 8)
    try statement.bind(file.hashed, at: 9)
    try statement.run()
  }
}
