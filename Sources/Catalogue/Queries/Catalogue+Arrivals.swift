package import Operations
import SQLiteKit

// What has been delivered since some state.
extension Catalogue {
  /// Returns what has been delivered behind a state: of each log that is further now, ascending, the first
  /// operation and the last one.
  ///
  /// - Parameter logs: logs that are left out.
  package func arrivals(
    behind vector: VersionVector, without logs: Set<LogID>
  ) throws(CatalogueError) -> [(first: Dot, last: UInt64)] {
    try self.vector.entries.sorted { $0.log < $1.log }.compactMap { log, last in
      guard !logs.contains(log), last > vector[log] else { return nil }
      return (Dot(log: log, seq: vector[log] + 1), last)
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
