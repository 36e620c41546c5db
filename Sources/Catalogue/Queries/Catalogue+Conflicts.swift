package import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Returns the transactions that concern something which another one concerns that knew nothing of it,
  /// in no order.
  ///
  /// Looks at the rows of all transactions and of what they concern, but for one album or asset only at
  /// those of that; no log is read.
  ///
  /// - Parameters:
  ///   - album: only what concerns this album.
  ///   - asset: only what concerns this asset.
  package func concurrentTransactions(
    album: AlbumID? = nil, asset: AssetID? = nil, _ causality: Causality
  ) throws(CatalogueError) -> [TransactionRow] {
    if let album {
      return Self.concurrent(among: try transactions(touching: album), causality)
    }
    if let asset {
      return Self.concurrent(among: try transactions(touching: asset), causality)
    }
    let ids = try reading { () throws(SQLiteError) in try concurrentNumbers(causality) }
    return try reading { () throws(SQLiteError) in
      let logs = try logTable()
      let statement = try connection.statement(
        "SELECT \(TransactionRow.columns) FROM txn WHERE id = ?1")
      var found: [TransactionRow] = []
      for id in ids.sorted() {
        try statement.bind(id, at: 1)
        if let row = try statement.first({ TransactionRow($0, logs) }), let row {
          found.append(row)
        }
      }
      return found
    }
  }

  private static func concurrent(
    among rows: [TransactionRow], _ causality: Causality
  ) -> [TransactionRow] {
    let spans = rows.enumerated().map { index, row in
      TransactionSpan(id: Int64(index), log: row.log, seq: row.seq, last: row.lastSeq)
    }
    return TransactionSpan.concurrent(spans, causality).map { rows[Int($0)] }
  }

  /// The numbers of transactions of which two concern one thing, apart from each other.
  private func concurrentNumbers(_ causality: Causality) throws(SQLiteError) -> Set<Int64> {
    let logs = try logTable()
    var all: [TransactionSpan] = []
    var rows = try connection.statement("SELECT id, log, seq, last FROM txn").rows()
    while let row = try rows.next() {
      guard let dot = logs.dot(row, 1) else { continue }
      all.append(
        TransactionSpan(
          id: row.int64(0), log: dot.log, seq: dot.seq, last: UInt64(bitPattern: row.int64(3))))
    }
    // Where devices meet often, few transactions are concurrent with any at all.
    let candidates = TransactionSpan.concurrent(all, causality)
    if candidates.isEmpty { return [] }
    let spans = Dictionary(
      uniqueKeysWithValues: all.lazy.filter { candidates.contains($0.id) }.map { ($0.id, $0) })
    var found: Set<Int64> = []
    var group: [TransactionSpan] = []
    var current: (Int64, Int64) = (0, 0)
    var touched = try connection.statement(
      "SELECT kind, entity, txn FROM touched ORDER BY kind, entity"
    ).rows()
    while let row = try touched.next() {
      if (row.int64(0), row.int64(1)) != current {
        found.formUnion(TransactionSpan.concurrent(group, causality))
        group.removeAll(keepingCapacity: true)
        current = (row.int64(0), row.int64(1))
      }
      if let span = spans[row.int64(2)] { group.append(span) }
    }
    found.formUnion(TransactionSpan.concurrent(group, causality))
    return found
  }

  /// Returns contents that are those of several living assets, with these; ascending.
  package func sharedContents() throws(CatalogueError) -> [(content: ContentID, assets: [AssetID])]
  {
    try reading { () throws(SQLiteError) in
      // Only an asset that was edited can have a content that is not its own alone.
      let contents = try connection.statement(
        """
        SELECT content FROM version GROUP BY content
        HAVING count(*) > 1 OR EXISTS (SELECT 1 FROM asset WHERE asset.asset = version.content)
        ORDER BY content
        """
      ).map { ContentID(row: $0, 0) }.compactMap { $0 }
      var shared: [(content: ContentID, assets: [AssetID])] = []
      for content in contents {
        let holders = try livingHolders(of: content)
        if holders.count > 1 { shared.append((content, holders)) }
      }
      return shared
    }
  }

  /// The living assets whose content is this one now.
  private func livingHolders(of content: ContentID) throws(SQLiteError) -> [AssetID] {
    let statement = try connection.statement(
      """
      SELECT id, asset FROM asset WHERE alive > 0
        AND (asset = ?1 OR id IN (SELECT asset FROM version WHERE content = ?1))
      ORDER BY asset
      """)
    try statement.bind(content, at: 1)
    let candidates = try statement.map { ($0.int64(0), AssetID(row: $0, 1)) }
    var holders: [AssetID] = []
    for (number, asset) in candidates {
      guard let asset else { continue }
      let current: ContentID
      switch try fields(of: EntityKey(.asset, number))[.content] {
      case .digest(let written): current = written.cast()
      default: current = asset.cast()
      }
      if current == content { holders.append(asset) }
    }
    return holders
  }
}

/// Is a transaction's place in its log.
private struct TransactionSpan {
  let id: Int64
  let log: LogID
  let seq: UInt64
  let last: UInt64

  var dot: Dot { Dot(log: log, seq: seq) }

  /// The ids of those of which another one knew nothing that knew nothing of it.
  static func concurrent(_ spans: [TransactionSpan], _ causality: Causality) -> Set<Int64> {
    guard let first = spans.first, spans.contains(where: { $0.log != first.log }) else { return [] }
    let byLog = Dictionary(grouping: spans, by: \.log).mapValues { $0.sorted { $0.seq < $1.seq } }
    var found: Set<Int64> = []
    for (log, own) in byLog {
      for (other, theirs) in byLog where other != log {
        for span in own {
          // Of those that were not seen the first is the least likely to have seen this one: those
          // behind it have, if it has.
          let seen = causality.seen(of: other, by: span.dot)
          let next = theirs.partitionPoint { $0.last > seen }
          guard next < theirs.count else { continue }
          if span.last > causality.seen(of: log, by: theirs[next].dot) { found.insert(span.id) }
        }
      }
    }
    return found
  }
}
