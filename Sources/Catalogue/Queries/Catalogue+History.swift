package import Operations
import SQLiteKit

/// Says which transactions a list has.
package struct TransactionFilter: Sendable {
  /// Only those that concern this album.
  package var album: AlbumID?
  /// Only those that concern this asset.
  package var asset: AssetID?
  /// Only those of this log.
  package var log: LogID?
  /// Only those whose author's clock read this or later, in milliseconds since 1970 UTC.
  package var since: Int64?
  /// Only those whose author's clock read this or earlier, in milliseconds since 1970 UTC.
  package var until: Int64?

  /// Makes a filter that lets all through but what is given.
  package init(
    album: AlbumID? = nil, asset: AssetID? = nil, log: LogID? = nil, since: Int64? = nil,
    until: Int64? = nil
  ) {
    self.album = album
    self.asset = asset
    self.log = log
    self.since = since
    self.until = until
  }
}

extension Catalogue {
  /// Returns transactions, the one with the greatest stamp first.
  ///
  /// - Parameters:
  ///   - before: only those with a smaller stamp, to go on where a list ended.
  ///   - limit: how many at most; nil for all.
  package func transactions(
    _ filter: TransactionFilter = TransactionFilter(), before: Stamp? = nil, limit: Int? = nil
  ) throws(CatalogueError) -> [TransactionRow] {
    try reading { () throws(SQLiteError) in
      let logs = try logTable()
      guard let numbers = try numbers(of: filter, logs) else { return [] }
      let statement = try connection.statement(Self.transactionQuery(filter, isPage: before != nil))
      try statement.bind(numbers.album, at: 1)
      try statement.bind(numbers.asset, at: 2)
      try statement.bind(numbers.log, at: 3)
      try statement.bind(filter.since, at: 4)
      try statement.bind(filter.until, at: 5)
      if let before {
        try statement.bind(TransactionRow.column(of: before.hlc), at: 6)
        try statement.bind(before.dot.log, at: 7)
        try statement.bind(Int64(clamping: before.dot.seq), at: 8)
      }
      try statement.bind(limit ?? -1, at: 9)
      return try statement.map { TransactionRow($0, logs) }.compactMap { $0 }
    }
  }

  /// The query for a filter; which parameters it has depends on what the filter asks for.
  static func transactionQuery(_ filter: TransactionFilter, isPage: Bool = false) -> String {
    var conditions = ["log.id = txn.log"]
    var tables = "txn CROSS JOIN log"
    if filter.album != nil, filter.asset != nil {
      tables = "touched AS first CROSS JOIN touched AS second CROSS JOIN \(tables)"
      conditions += [
        "first.kind = 4 AND first.entity = ?1", "second.kind = 1 AND second.entity = ?2",
        "second.txn = first.txn", "txn.id = first.txn",
      ]
    } else if filter.album != nil {
      tables = "touched CROSS JOIN \(tables)"
      conditions.append("touched.kind = 4 AND touched.entity = ?1 AND txn.id = touched.txn")
    } else if filter.asset != nil {
      tables = "touched CROSS JOIN \(tables)"
      conditions.append("touched.kind = 1 AND touched.entity = ?2 AND txn.id = touched.txn")
    }
    if filter.log != nil { conditions.append("txn.log = ?3") }
    if filter.since != nil { conditions.append("txn.wall >= ?4") }
    if filter.until != nil { conditions.append("txn.wall <= ?5") }
    if isPage {
      conditions.append("txn.hlc <= ?6 AND (txn.hlc, log.log, txn.seq) < (?6, ?7, ?8)")
    }
    return """
      SELECT \(TransactionRow.columns) FROM \(tables) WHERE \(conditions.joined(separator: " AND "))
      ORDER BY txn.hlc DESC, log.log DESC, txn.seq DESC LIMIT ?9
      """
  }

  /// The numbers of what a filter names; nil if one of them has none, so that nothing can be found.
  private func numbers(
    of filter: TransactionFilter, _ logs: LogTable
  ) throws(SQLiteError) -> (album: Int64?, asset: Int64?, log: Int64?)? {
    var numbers: (album: Int64?, asset: Int64?, log: Int64?) = (nil, nil, nil)
    if let album = filter.album {
      numbers.album = try existingNumber(of: album)
      if numbers.album == nil { return nil }
    }
    if let asset = filter.asset {
      numbers.asset = try existingNumber(of: asset)
      if numbers.asset == nil { return nil }
    }
    if let log = filter.log {
      numbers.log = logs.number(of: log)
      if numbers.log == nil { return nil }
    }
    return numbers
  }

  /// Returns the transaction that an operation is of; nil where it has not been delivered.
  package func transaction(containing dot: Dot) throws(CatalogueError) -> TransactionRow? {
    try reading { () throws(SQLiteError) in
      let logs = try logTable()
      guard let log = logs.number(of: dot.log) else { return nil }
      let statement = try connection.statement(
        """
        SELECT \(TransactionRow.columns) FROM txn WHERE log = ?1 AND seq <= ?2
        ORDER BY seq DESC LIMIT 1
        """)
      try statement.bind(log, at: 1)
      try statement.bind(Int64(clamping: dot.seq), at: 2)
      let found = try statement.first { TransactionRow($0, logs) } ?? nil
      return found.flatMap { $0.lastSeq >= dot.seq ? $0 : nil }
    }
  }
}
