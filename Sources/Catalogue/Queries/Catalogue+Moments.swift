package import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Returns the cut of a moment: the transactions whose author's clock read that or earlier, and
  /// whatever they had seen; nil where there are none.
  ///
  /// Looks at every transaction's row.
  ///
  /// - Parameter wall: milliseconds since 1970 UTC.
  package func cut(upTo wall: Int64) throws(CatalogueError) -> CausalCut? {
    try reading { () throws(SQLiteError) in
      let logs = try logTable()
      let statement = try connection.statement(
        "SELECT log, max(seq) FROM txn WHERE wall <= ?1 GROUP BY log")
      try statement.bind(wall, at: 1)
      let heights = try statement.map { logs.dot($0, 0) }.compactMap { $0 }
      if heights.isEmpty { return nil }
      return CausalCut(VersionVector(heights.map { ($0.log, $0.seq) }), followsContexts: true)
    }
  }

  /// Returns the cut of all but some transactions, those with the greatest stamps; nil where nothing
  /// is left.
  ///
  /// Looks at the time and the name of each of those.
  package func cut(withoutNewest count: Int) throws(CatalogueError) -> CausalCut? {
    var limits = try vector
    let isAnyLeft = try reading { () throws(SQLiteError) in
      let logs = try logTable()
      let times = try connection.statement(
        "SELECT hlc FROM txn ORDER BY hlc DESC LIMIT 2 OFFSET ?1")
      // The one before the first that is left out, and that one.
      try times.bind(max(count, 1) - 1, at: 1)
      let found = try times.map { $0.int64(0) }
      guard let first = found.first else { return false }
      if count <= 0 { return true }
      guard found.count > 1 else { return false }
      let later = try connection.statement(Self.laterHeightsQuery)
      try later.bind(first, at: 1)
      var remaining = count
      for (dot, number) in try later.map({ (logs.dot($0, 0), Int($0.int64(2))) }) {
        remaining -= number
        guard let dot else { continue }
        limits[dot.log] = min(limits[dot.log], dot.seq - 1)
      }
      // Of those at its very time the order is that of their logs and numbers.
      let same = try connection.statement(
        """
        SELECT txn.log, txn.seq FROM txn CROSS JOIN log WHERE txn.hlc = ?1 AND log.id = txn.log
        ORDER BY log.log DESC, txn.seq DESC LIMIT ?2
        """)
      try same.bind(first, at: 1)
      try same.bind(remaining, at: 2)
      for case let dot? in try same.map({ logs.dot($0, 0) }) {
        limits[dot.log] = min(limits[dot.log], dot.seq - 1)
      }
      return true
    }
    return isAnyLeft ? CausalCut(limits, followsContexts: false) : nil
  }

  static let laterHeightsQuery = """
    SELECT log, min(seq), count(*) FROM txn INDEXED BY txn_time WHERE hlc > ?1 GROUP BY log
    """

  /// Returns the transactions that an operation of a number is in, in the logs whose ids begin with some
  /// lowercase hexadecimal digits.
  package func transactions(
    containing seq: UInt64, inLogsBeginning prefix: String
  ) throws(CatalogueError) -> [TransactionRow] {
    let logs = try reading { () throws(SQLiteError) in try logTable().logs }
    var rows: [TransactionRow] = []
    for log in logs.sorted() where log.description.hasPrefix(prefix) {
      if let row = try transaction(containing: Dot(log: log, seq: seq)) { rows.append(row) }
    }
    return rows
  }

  /// Returns the transactions that a vector does not have, in the order of their stamps, and of each log in
  /// its own.
  ///
  /// - Parameter limit: how many at most, the first; nil for all.
  package func transactions(
    notIn vector: VersionVector, limit: Int? = nil
  ) throws(CatalogueError) -> [TransactionRow] {
    try reading { () throws(SQLiteError) in
      let logs = try logTable()
      var found: [(hlc: UInt64, row: TransactionRow)] = []
      for log in logs.logs where vector[log] < logs.vector[log] {
        let statement = try connection.statement(Self.laterQuery)
        try statement.bind(logs.number(of: log), at: 1)
        try statement.bind(bits: vector[log], at: 2)
        try statement.bind(limit ?? -1, at: 3)
        // A foreign program may have written times that run backwards in its log.
        var highest: UInt64 = 0
        for case let row? in try statement.map({ TransactionRow($0, logs) }) {
          highest = max(highest, row.hlc)
          found.append((highest, row))
        }
      }
      found.sort { left, right in
        left.hlc != right.hlc ? left.hlc < right.hlc : left.row.dot < right.row.dot
      }
      return found.prefix(limit ?? .max).map(\.row)
    }
  }

  static let laterQuery = """
    SELECT \(TransactionRow.columns) FROM txn WHERE log = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3
    """

  /// Returns the transactions that concern an asset or album, in no order.
  package func transactions(
    touching album: AlbumID
  ) throws(CatalogueError) -> [TransactionRow] {
    try touching(
      EntityKey.Kind.album,
      try reading { () throws(SQLiteError) in
        try existingNumber(of: album)
      })
  }

  /// Returns the transactions that concern an asset, in no order.
  package func transactions(
    touching asset: AssetID
  ) throws(CatalogueError) -> [TransactionRow] {
    try touching(
      EntityKey.Kind.asset,
      try reading { () throws(SQLiteError) in
        try existingNumber(of: asset)
      })
  }

  /// Returns the names of the transactions that concern an asset, in no order.
  package func dots(touching asset: AssetID) throws(CatalogueError) -> [Dot] {
    try dots(
      EntityKey.Kind.asset, try reading { () throws(SQLiteError) in try existingNumber(of: asset) })
  }

  /// Returns the names of the transactions that concern an album, in no order.
  package func dots(touching album: AlbumID) throws(CatalogueError) -> [Dot] {
    try dots(
      EntityKey.Kind.album, try reading { () throws(SQLiteError) in try existingNumber(of: album) })
  }

  private func dots(
    _ kind: EntityKey.Kind, _ number: Int64?
  ) throws(CatalogueError) -> [Dot] {
    guard let number else { return [] }
    return try reading { () throws(SQLiteError) in
      let logs = try logTable()
      let statement = try connection.statement(
        """
        SELECT txn.log, txn.seq FROM touched CROSS JOIN txn
        WHERE touched.kind = ?1 AND touched.entity = ?2 AND txn.id = touched.txn
        """)
      try statement.bind(kind.rawValue, at: 1)
      try statement.bind(number, at: 2)
      return try statement.map { logs.dot($0, 0) }.compactMap { $0 }
    }
  }

  private func touching(
    _ kind: EntityKey.Kind, _ number: Int64?
  ) throws(CatalogueError) -> [TransactionRow] {
    guard let number else { return [] }
    return try reading { () throws(SQLiteError) in
      let logs = try logTable()
      let statement = try connection.statement(Self.touchingQuery)
      try statement.bind(kind.rawValue, at: 1)
      try statement.bind(number, at: 2)
      return try statement.map { TransactionRow($0, logs) }.compactMap { $0 }
    }
  }

  static let touchingQuery = """
    SELECT \(TransactionRow.columns) FROM touched CROSS JOIN txn
    WHERE touched.kind = ?1 AND touched.entity = ?2 AND txn.id = touched.txn
    """

  /// Returns all undos and redos.
  ///
  /// Looks at every transaction's row.
  package func undoRelation() throws(CatalogueError) -> UndoRelation {
    try reading { () throws(SQLiteError) in
      let logs = try logTable()
      let statement = try connection.statement(
        "SELECT \(TransactionRow.columns) FROM txn WHERE undoes_log IS NOT NULL")
      let rows = try statement.map { TransactionRow($0, logs) }
      return UndoRelation(
        rows.compactMap { row in
          guard let row, let undoes = row.undoes else { return nil }
          return UndoRelation.Entry(stamp: row.stamp, undoes: undoes)
        })
    }
  }

  /// Returns the dots that keep the assets of an album's references alive now, those of references that
  /// do not show included.
  package func livesOfReferenced(
    in album: AlbumID
  ) throws(CatalogueError) -> [(asset: AssetID, dot: Dot)] {
    try reading { () throws(SQLiteError) in
      guard let number = try existingNumber(of: album) else { return [] }
      let logs = try logTable()
      let statement = try connection.statement(Self.referencedLivesQuery)
      try statement.bind(number, at: 1)
      return try statement.map { row -> (asset: AssetID, dot: Dot)? in
        guard let asset = AssetID(row: row, 0), let dot = logs.dot(row, 1) else { return nil }
        return (asset, dot)
      }.compactMap { $0 }
    }
  }

  static let referencedLivesQuery = """
    SELECT asset.asset, dot.log, dot.seq FROM reference CROSS JOIN dot CROSS JOIN asset
    WHERE reference.album = ?1 AND dot.kind = 1 AND dot.a = reference.asset AND dot.b = 0
      AND asset.id = reference.asset
    """
}
