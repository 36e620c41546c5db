package import LibraryState
package import Operations
import SQLiteKit

/// Says how far a log has been delivered, and where in its files the rest begins.
package struct LogHeight: Sendable, Hashable {
  /// The log.
  package let log: LogID
  /// The last sequence number delivered.
  package let seq: UInt64
  /// The log's chain there.
  package let chain: Chain
  /// The first sequence number of the segment that holds the last transaction delivered.
  package let segment: UInt64
  /// Where that transaction's frame ends in the segment's file, in bytes.
  package let offset: UInt64
}

extension Catalogue {
  /// What has been delivered, and from where on logs are not waited for.
  package var delivery: Delivery {
    get throws(CatalogueError) {
      let logs = try reading { () throws(SQLiteError) in try logTable() }
      return Delivery(vector: logs.vector, waivers: logs.waivers)
    }
  }

  /// What has been delivered.
  package var vector: VersionVector {
    get throws(CatalogueError) { try delivery.vector }
  }

  /// The highest hybrid logical time delivered; 0 where nothing was.
  package var highestTime: UInt64 {
    get throws(CatalogueError) { try reading { () throws(SQLiteError) in try readHighestTime() } }
  }

  func readHighestTime() throws(SQLiteError) -> UInt64 {
    try meta(.highest) { UInt64(bitPattern: $0.int64(0)) } ?? 0
  }

  /// Returns how far each log has been delivered, by id; those of which nothing was are left out.
  package func logs() throws(CatalogueError) -> [LogHeight] {
    try reading { () throws(SQLiteError) in
      let statement = try connection.statement(
        "SELECT log, seq, chain, segment, offset FROM log WHERE seq > 0 ORDER BY log")
      let heights = try statement.map { row -> LogHeight? in
        guard let log = LogID(row: row, 0), let chain = Chain(row: row, 2) else { return nil }
        return LogHeight(
          log: log, seq: UInt64(bitPattern: row.int64(1)), chain: chain,
          segment: UInt64(bitPattern: row.int64(3)), offset: UInt64(bitPattern: row.int64(4)))
      }
      let sound = heights.compactMap { $0 }
      guard sound.count == heights.count else { throw Self.damage("a log's row", path: path) }
      return sound
    }
  }

  /// Returns the first eight bytes of a log's chain behind the transaction that ends at `seq`; nil
  /// where none that was delivered ends there.
  package func chainAt(_ log: LogID, _ seq: UInt64) throws(CatalogueError) -> UInt64? {
    try reading { () throws(SQLiteError) in
      guard let number = try logTable().number(of: log) else { return nil }
      let statement = try connection.statement(Self.chainQuery)
      try statement.bind(number, at: 1)
      try statement.bind(Int64(clamping: seq), at: 2)
      let found = try statement.first {
        (last: UInt64(bitPattern: $0.int64(0)), chain: UInt64(bitPattern: $0.int64(1)))
      }
      return found.flatMap { $0.last == seq ? $0.chain : nil }
    }
  }

  static let chainQuery = """
    SELECT last, chain FROM txn WHERE log = ?1 AND seq <= ?2 ORDER BY seq DESC LIMIT 1
    """

  /// Returns the names that logs have, where they have one.
  package func logNames() throws(CatalogueError) -> [LogID: String] {
    try reading { () throws(SQLiteError) in
      var names: [LogID: String] = [:]
      for log in try logTable().logs {
        guard let key = try existingKey(of: .log(log)) else { continue }
        if let name = try fields(of: key)[.name]?.text { names[log] = name }
      }
      return names
    }
  }

  /// Returns how many transactions have been delivered.
  package func transactionCount() throws(CatalogueError) -> Int {
    try reading { () throws(SQLiteError) in
      try connection.statement("SELECT count(*) FROM txn").first { Int($0.int64(0)) } ?? 0
    }
  }

  /// Returns the transactions that retire logs; in no order.
  ///
  /// Reads the table of transactions once, whatever is in the logs.
  package func retirements() throws(CatalogueError) -> [TransactionRow] {
    try reading { () throws(SQLiteError) in
      let logs = try logTable()
      let statement = try connection.statement(Self.retirementQuery)
      // A count may have the kind's byte as well.
      return try statement.map { TransactionRow($0, logs) }.compactMap { $0 }
        .filter { row in row.effects.contains { $0.kind == .logRetire } }
    }
  }

  static let retirementQuery = """
    SELECT \(TransactionRow.columns) FROM txn
    WHERE instr(effects, x'\(Hex.encode([OperationKind.logRetire.rawValue]))') > 0
    """

  /// The last operation of the machine's own log that is known to have been on disk before it came into
  /// the catalogue; what came in by reading may have been read before it was.
  package var synced: Dot? {
    get throws(CatalogueError) {
      try reading { () throws(SQLiteError) in try meta(.synced) { Dot($0.text(0)) } ?? nil }
    }
  }

  /// Records that the machine's own log is on disk up to an operation.
  ///
  /// Within `withChange` only.
  package func setSynced(_ dot: Dot) throws(CatalogueError) {
    try writing { () throws(SQLiteError) in
      try setMeta(.synced) { (statement, index) throws(SQLiteError) in
        try statement.bind(dot.description, at: index)
      }
    }
  }
}
