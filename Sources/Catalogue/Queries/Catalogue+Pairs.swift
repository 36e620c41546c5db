import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Returns the known assets that came in with an identifier which others may share, by id.
  package func assets(withIdentifier identifier: String) throws(CatalogueError) -> [AssetID] {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement(Self.identifierQuery)
      try statement.bind(identifier, at: 1)
      return try statement.map { AssetID(row: $0, 0) }.compactMap { $0 }.sorted()
    }
  }

  static let identifierQuery = """
    SELECT asset.asset FROM register CROSS JOIN asset
    WHERE register.field = 'contentIdentifier' AND register.initial = ?1 AND register.kind = 1
      AND asset.id = register.a AND asset.known = 1
    """

  /// Whether a person has said what an asset is part of, or that it is part of nothing.
  ///
  /// What the folder says is overruled by a person and never the other way round. An initial value is
  /// nobody's last word.
  package func isPartDecided(_ asset: AssetID) throws(CatalogueError) -> Bool {
    guard let written = try written(.partOf, of: .asset(asset)) else { return false }
    return try transaction(containing: written.dot)?.origin != "folder"
  }

  /// Returns the files whose paths begin with some bytes and a dot behind them, in the order of their
  /// paths' bytes.
  package func files(beginning stem: [UInt8]) throws(CatalogueError) -> [FileRow] {
    // What follows the dot in a directory of that name is no file of the name: a slash follows a dot in
    // ASCII, so the range ends before it.
    try files("WHERE path > ?1 AND path < ?2 ORDER BY path") {
      (statement) throws(SQLiteError) in
      try statement.bind(stem + [UInt8(ascii: ".")], at: 1)
      try statement.bind(stem + [UInt8(ascii: "/")], at: 2)
    }
  }

  /// Whether any asset is said to be part of another.
  package var hasParts: Bool {
    get throws(CatalogueError) {
      try reading { () throws(SQLiteError) in
        try connection.statement("SELECT 1 FROM asset WHERE part_of IS NOT NULL LIMIT 1")
          .first { _ in true } ?? false
      }
    }
  }

  /// Returns how many living assets show as parts of others.
  package func partCount() throws(CatalogueError) -> Int {
    try reading { () throws(SQLiteError) in try livingWholes().count }
  }

  /// Returns the living asset that one shows as part of; nil for a whole, and for what is not alive.
  package func whole(of asset: AssetID) throws(CatalogueError) -> AssetID? {
    try reading { () throws(SQLiteError) in try whole(above: asset) }
  }

  /// Whether an asset that an album has a reference to was ever said to be part of another.
  package func everHadParts(_ album: AlbumID) throws(CatalogueError) -> Bool {
    try reading { () throws(SQLiteError) in
      let any = try connection.statement(Self.anyPartsQuery)
      guard try any.first({ _ in true }) != nil, let number = try existingNumber(of: album)
      else { return false }
      let statement = try connection.statement(Self.everPartsQuery)
      try statement.bind(number, at: 1)
      return try statement.first { _ in true } ?? false
    }
  }

  static let everPartsQuery = """
    SELECT 1 FROM reference CROSS JOIN register INDEXED BY register_part
    WHERE reference.album = ?1 AND register.kind = 1 AND register.a = reference.asset
      AND register.b = 0 AND register.field = \(FieldName.partOf.code) LIMIT 1
    """

  /// Whether any asset was ever said to be part of another: most libraries have none.
  static let anyPartsQuery = """
    SELECT 1 FROM register INDEXED BY register_part
    WHERE kind = 1 AND field = \(FieldName.partOf.code) LIMIT 1
    """
}
