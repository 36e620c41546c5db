import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Returns an asset; nil if it is not known, which a reference or a tag alone does not make it.
  package func asset(_ id: AssetID) throws(CatalogueError) -> AssetRow? {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement(
        "SELECT id, alive, purged, part_of FROM asset WHERE asset = ?1 AND known = 1")
      try statement.bind(id, at: 1)
      let found = try statement.first { row in
        (
          number: row.int64(0),
          status: LibraryState.status(isAlive: row.int64(1) > 0, isPurged: row.int64(2) > 0),
          isPart: !row.isNull(3)
        )
      }
      guard let found else { return nil }
      let isPart = found.isPart && found.status == .alive
      return AssetRow(
        id: id, status: found.status, fields: try fields(of: EntityKey(.asset, found.number)),
        tags: try tags(of: found.number), whole: isPart ? try whole(above: id) : nil)
    }
  }

  /// Returns assets, ordered by capture time, then filename (as texts; what has none comes last), then
  /// id.
  package func assets(_ filter: AssetFilter) throws(CatalogueError) -> [AssetRow] {
    try reading { () throws(SQLiteError) in
      var list = AssetList(connection, try livingWholes())
      return try list.load(Self.assetQuery(filter))
    }
  }

  static func assetQuery(_ filter: AssetFilter) -> String {
    let condition =
      switch filter {
      case .alive: "alive > 0"
      case .trashed: "alive = 0 AND known = 1 AND purged = 0"
      case .purged: "alive = 0 AND known = 1 AND purged > 0"
      case .all: "known = 1"
      }
    return """
      SELECT id, asset, alive, purged FROM asset WHERE \(condition)
      ORDER BY captured, filename, asset
      """
  }

  /// Returns the known assets whose ids begin with some hexadecimal digits, by id.
  ///
  /// - Parameter limit: how many at most; two are enough to tell that a prefix is ambiguous.
  /// - Returns: none for a text that is no lowercase hexadecimal number of 1 to 64 digits.
  package func assets(
    withIDPrefix prefix: String, limit: Int = 20
  ) throws(CatalogueError) -> [AssetID] {
    guard let range = IDPrefix(prefix, count: 32) else { return [] }
    return try reading { () throws(SQLiteError) in
      let statement = try connection.statement(Self.assetPrefixQuery)
      try statement.bind(range.lowest, at: 1)
      try statement.bind(range.highest, at: 2)
      try statement.bind(limit, at: 3)
      return try statement.map { AssetID(row: $0, 0) }.compactMap { $0 }
    }
  }

  static let assetPrefixQuery = """
    SELECT asset FROM asset WHERE asset >= ?1 AND asset <= ?2 AND known = 1 ORDER BY asset LIMIT ?3
    """

  /// Returns the known assets that have or ever had a content, be it their first or a later one.
  ///
  /// Living ones come first, then those that were imported with it, then by id.
  package func assets(ofContent content: ContentID) throws(CatalogueError) -> [AssetID] {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement(Self.contentQuery)
      try statement.bind(content, at: 1)
      return try statement.map { AssetID(row: $0, 0) }.compactMap { $0 }
    }
  }

  static let contentQuery = """
    SELECT asset FROM asset
    WHERE (asset = ?1 OR id IN (SELECT asset FROM version WHERE content = ?1)) AND known = 1
    ORDER BY alive > 0 DESC, asset = ?1 DESC, asset
    """

  /// Returns the asset that a file with some content belongs to: the first of `assets(ofContent:)`.
  package func asset(ofContent content: ContentID) throws(CatalogueError) -> AssetID? {
    try assets(ofContent: content).first
  }

  /// Returns the living assets that show as part of one, by id.
  package func parts(of whole: AssetID) throws(CatalogueError) -> [AssetID] {
    try reading { () throws(SQLiteError) in
      var found: Set<AssetID> = []
      var next = [whole]
      while let above = next.popLast() {
        let statement = try connection.statement(Self.partQuery)
        try statement.bind(above, at: 1)
        for case let part? in try statement.map({ AssetID(row: $0, 0) })
        where part != whole && found.insert(part).inserted { next.append(part) }
      }
      var parts: [AssetID] = []
      for part in found where try self.whole(above: part) == whole { parts.append(part) }
      return parts.sorted()
    }
  }

  /// Returns the trashed and purged assets that say of themselves that they are part of one, by id.
  package func goneParts(of whole: AssetID) throws(CatalogueError) -> [AssetID] {
    try reading { () throws(SQLiteError) in
      var found: Set<AssetID> = []
      var next = [whole]
      while let above = next.popLast() {
        let statement = try connection.statement(Self.gonePartQuery)
        try statement.bind(above, at: 1)
        for case let part? in try statement.map({ AssetID(row: $0, 0) })
        where part != whole && found.insert(part).inserted { next.append(part) }
      }
      return found.sorted()
    }
  }

  static let gonePartQuery =
    "SELECT asset FROM asset WHERE part_of = ?1 AND alive = 0 AND known = 1"

  static let partQuery = "SELECT asset FROM asset WHERE part_of = ?1 AND alive > 0"

  /// The whole that a living asset shows as part of.
  func whole(above asset: AssetID) throws(SQLiteError) -> AssetID? {
    // The edges on the way up are all that its whole depends on.
    var edges: [AssetID: AssetID] = [:]
    var living: Set<AssetID> = []
    var part: AssetID? = asset
    while let current = part {
      let statement = try connection.statement("SELECT alive, part_of FROM asset WHERE asset = ?1")
      try statement.bind(current, at: 1)
      let found = try statement.first { ($0.int64(0) > 0, AssetID(row: $0, 1)) }
      guard let found, found.0, living.insert(current).inserted else { break }
      edges[current] = found.1
      part = found.1
    }
    return LibraryState.wholes(edges) { living.contains($0) }[asset]
  }

  /// The wholes of all living assets that are part of one.
  func livingWholes() throws(SQLiteError) -> [AssetID: AssetID] {
    let statement = try connection.statement(Self.wholesQuery)
    var edges: [AssetID: AssetID] = [:]
    var rows = statement.rows()
    while let row = try rows.next() {
      if let part = AssetID(row: row, 0), let whole = AssetID(row: row, 1) { edges[part] = whole }
    }
    return LibraryState.wholes(edges) { _ in true }
  }

  static let wholesQuery = """
    SELECT part.asset, part.part_of FROM asset AS part CROSS JOIN asset AS whole
    WHERE part.part_of IS NOT NULL AND part.alive > 0
      AND whole.asset = part.part_of AND whole.alive > 0
    """

  private func tags(of asset: Int64) throws(SQLiteError) -> [String] {
    let statement = try connection.statement(
      """
      SELECT name FROM name WHERE id IN (SELECT b FROM dot WHERE kind = 3 AND a = ?1)
      ORDER BY name
      """)
    try statement.bind(asset, at: 1)
    return try statement.map { $0.text(0) }
  }
}

/// Loads many assets in a few passes over the tables instead of a few queries each.
private struct AssetList {
  private let connection: Connection
  private let wholes: [AssetID: AssetID]
  /// By the assets' numbers.
  private var fields: [[FieldName: Value]] = []
  private var tags: [Int64: [String]] = [:]

  init(_ connection: Connection, _ wholes: [AssetID: AssetID]) {
    self.connection = connection
    self.wholes = wholes
  }

  mutating func load(_ query: String) throws(SQLiteError) -> [AssetRow] {
    try loadFields()
    try loadTags()
    var assets: [AssetRow] = []
    var rows = try connection.statement(query).rows()
    while let row = try rows.next() {
      let number = row.int64(0)
      guard let id = AssetID(row: row, 1) else {
        throw Catalogue.damage("an asset's id", path: connection.path)
      }
      let status = LibraryState.status(isAlive: row.int64(2) > 0, isPurged: row.int64(3) > 0)
      assets.append(
        AssetRow(
          id: id, status: status,
          fields: fields.indices.contains(Int(number)) ? fields[Int(number)] : [:],
          tags: tags[number] ?? [], whole: wholes.isEmpty ? nil : wholes[id]))
    }
    return assets
  }

  private mutating func loadFields() throws(SQLiteError) {
    let last = try connection.statement("SELECT max(id) FROM asset").first { $0.int64(0) } ?? 0
    // Numbers are given one after the other, so an array by number has hardly a gap.
    fields = Array(repeating: [:], count: Int(last) + 1)
    var rows = try connection.statement(
      """
      SELECT a, field, CASE WHEN written_hlc IS NULL THEN initial ELSE written END FROM register
      WHERE kind = 1
      """
    ).rows()
    var current = 0
    var shown: [FieldName: Value] = [:]
    while let row = try rows.next() {
      let number = Int(row.int64(0))
      if number != current {
        if fields.indices.contains(current) { fields[current] = shown }
        current = number
        shown = Dictionary(minimumCapacity: 12)
      }
      if !row.isNull(2) { shown[try row.field(1)] = try row.value(2) }
    }
    if fields.indices.contains(current) { fields[current] = shown }
  }

  private mutating func loadTags() throws(SQLiteError) {
    var rows = try connection.statement(
      """
      SELECT DISTINCT dot.a, name.name FROM dot CROSS JOIN name
      WHERE dot.kind = 3 AND name.id = dot.b ORDER BY dot.a, name.name
      """
    ).rows()
    while let row = try rows.next() { tags[row.int64(0), default: []].append(row.text(1)) }
  }
}
