package import Operations
import SQLiteKit

// What has been delivered since some state.
extension Catalogue {
  /// Returns the transactions that have been delivered behind a state, by log, ascending.
  ///
  /// Looks at no other transaction.
  ///
  /// - Parameter logs: logs that are left out.
  package func transactions(
    behind vector: VersionVector, without logs: Set<LogID>
  ) throws(CatalogueError) -> [[TransactionRow]] {
    try reading { () throws(SQLiteError) in
      let table = try logTable()
      var found: [[TransactionRow]] = []
      for log in table.logs.sorted() where !logs.contains(log) && table.vector[log] > vector[log] {
        let statement = try connection.statement(
          "SELECT \(TransactionRow.columns) FROM txn WHERE log = ?1 AND seq > ?2 ORDER BY seq")
        try statement.bind(table.number(of: log), at: 1)
        try statement.bind(bits: vector[log], at: 2)
        found.append(try statement.map { TransactionRow($0, table) }.compactMap { $0 })
      }
      return found
    }
  }

  /// Whether the author of a transaction had seen all that has been delivered of other logs by now.
  ///
  /// Then nobody has done anything apart from it, nor from what stands behind it in its log.
  package func hadSeenAll(_ dot: Dot) throws(CatalogueError) -> Bool {
    try reading { () throws(SQLiteError) in
      let table = try logTable()
      for other in table.logs where other != dot.log && table.vector[other] > 0 {
        let statement = try connection.statement(
          """
          SELECT upto FROM seen WHERE log = ?1 AND other = ?2 AND seq <= ?3
          ORDER BY seq DESC LIMIT 1
          """)
        try statement.bind(dot.log, at: 1)
        try statement.bind(other, at: 2)
        try statement.bind(bits: dot.seq, at: 3)
        let seen = try statement.first { UInt64(bitPattern: $0.int64(0)) } ?? 0
        if seen < table.vector[other] { return false }
      }
      return true
    }
  }
}
