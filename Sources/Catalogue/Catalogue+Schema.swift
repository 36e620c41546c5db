import Operations
import Platform
import SQLiteKit

extension Catalogue {
  /// The steps to the newest schema; "AlbC" in ASCII is what marks the file.
  private static let migrations = Migrations(
    applicationID: 0x416C_6243,
    [
      step(1, PackageResources.v0001_initial_sql),
      step(2, PackageResources.v0002_initial_fields_sql, foldsAnew: true),
      step(3, PackageResources.v0003_view_sql),
      step(4, PackageResources.v0004_pairs_sql, foldsAnew: true),
      step(5, PackageResources.v0005_seen_sql, foldsAnew: true),
      step(6, PackageResources.v0006_former_sql),
      step(7, PackageResources.v0007_view_files_sql),
      step(8, PackageResources.v0008_frames_sql, foldsAnew: true),
    ])

  private static func step(
    _ version: Int32, _ sql: [UInt8], foldsAnew: Bool = false
  ) -> Migrations.Step {
    let sql = String(decoding: sql, as: UTF8.self)
    return .init(version: version, sql: foldsAnew ? sql + emptyFold(version) : sql)
  }

  /// The tables of what comes from the logs, with the version of the schema that made each.
  private static let foldTables: [(name: String, since: Int32)] = [
    ("log", 1), ("txn", 1), ("touched", 1), ("name", 1), ("content", 1), ("place", 1), ("dot", 1),
    ("dead", 1), ("register", 1), ("asset", 1), ("version", 1), ("album", 1), ("reference", 1),
    ("seen", 5), ("frame", 8),
  ]

  /// Takes out what comes from the logs, which are then folded anew, of a catalogue of a version.
  ///
  /// The index of files and the record of the album view stay; but not up to which transaction the view
  /// agrees with the albums, for that is a number of the fold.
  static func emptyFold(_ version: Int32 = .max) -> String {
    foldTables.filter { $0.since <= version }.map { "DELETE FROM \($0.name);\n" }.joined()
      + "DELETE FROM meta WHERE key IN ('highest', 'viewSeen');\n"
  }

  /// Brings a file just opened to the newest schema, and makes sure that it is this library's.
  func prepare() throws(CatalogueError) {
    do throws(SQLiteError) {
      // A file that is not ours stays as it is, so the steps come first; but a new one is set up
      // first, which spares it most of what waits for the disk.
      let isNew = try connection.prepare("PRAGMA page_count").first { $0.int64(0) } == 0
      if isNew { try setUp() }
      try Self.migrations.apply(to: connection)
      if !isNew { try setUp() }
    } catch { throw CatalogueError(error) }
    let owner = try reading { () throws(SQLiteError) in
      try meta(.library) { LibraryID(bytes: $0.bytes(0)) }
    }
    guard let owner else {
      return try writing { () throws(SQLiteError) in
        try setMeta(.library) { (statement, index) throws(SQLiteError) in
          try statement.bind(library, at: index)
        }
      }
    }
    guard owner == library else {
      throw CatalogueError(
        .otherLibrary,
        "this is the catalogue of another library\(owner.map { " (\($0))" } ?? "")", path: path)
    }
  }

  private func setUp() throws(SQLiteError) {
    // What a power cut may take is only what the logs give back.
    try connection.execute(
      """
      PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = OFF;
      PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16384;
      """)
  }

  /// The single facts in the table `meta`.
  enum MetaKey: String {
    /// The library's id.
    case library
    /// The highest hybrid logical time delivered.
    case highest
    /// How many files there were when folder and index last agreed in full.
    case base
    /// Which album view is recorded.
    case view
    /// The last transaction that the album view shows, where it agreed with all of them.
    case viewSeen
    /// Which directory the album view's was, when it was last looked at.
    case viewTop
    /// The last transaction of the machine's own log that was put on disk before it was recorded.
    case synced
  }

  /// Returns what `read` makes of a fact's row; nil where there is none.
  func meta<Element>(
    _ key: MetaKey, _ read: (Row) -> Element
  ) throws(SQLiteError) -> Element? {
    let statement = try connection.statement("SELECT value FROM meta WHERE key = ?1")
    try statement.bind(key.rawValue, at: 1)
    return try statement.first(read)
  }

  /// Sets a fact to what `bind` binds.
  func setMeta(
    _ key: MetaKey, _ bind: (Statement, Int) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    let statement = try connection.statement(
      "INSERT OR REPLACE INTO meta (key, value) VALUES (?1, ?2)")
    try statement.bind(key.rawValue, at: 1)
    try bind(statement, 2)
    try statement.run()
  }
}
