package import LibraryState
package import Operations
import SQLiteKit

extension Catalogue {
  /// Records what a transaction's author had seen of other logs, where that is more than of the one
  /// before.
  func recordSeen(_ transaction: Transaction) throws(SQLiteError) {
    let context = transaction.context
    if context.entries.isEmpty { return }
    let last = try seenBefore(by: transaction.log)
    if last == context { return }
    var known: [LogID: UInt64] = [:]
    for entry in last.entries { known[entry.log] = entry.seq }
    for entry in context.entries where entry.seq > known[entry.log] ?? 0 {
      let statement = try connection.statement(
        "INSERT OR IGNORE INTO seen (log, other, seq, upto) VALUES (?1, ?2, ?3, ?4)")
      try statement.bind(transaction.log, at: 1)
      try statement.bind(entry.log, at: 2)
      try statement.bind(bits: transaction.seq, at: 3)
      try statement.bind(bits: entry.seq, at: 4)
      try statement.run()
      known[entry.log] = entry.seq
    }
    loadedContexts[transaction.log] = context
  }

  /// What the author of a log's last transaction had seen, by what is recorded.
  private func seenBefore(by log: LogID) throws(SQLiteError) -> Context {
    if let context = loadedContexts[log] { return context }
    return try recordedSeen(by: log, upTo: .max)
  }

  /// Returns what the authors of a log's transactions up to one had seen of other logs, all in all.
  package func seen(
    by log: LogID, upTo seq: UInt64
  ) throws(CatalogueError) -> Context {
    try reading { () throws(SQLiteError) in try recordedSeen(by: log, upTo: seq) }
  }

  private func recordedSeen(by log: LogID, upTo seq: UInt64) throws(SQLiteError) -> Context {
    let statement = try connection.statement(
      "SELECT other, max(upto) FROM seen WHERE log = ?1 AND seq <= ?2 GROUP BY other")
    try statement.bind(log, at: 1)
    try statement.bind(Int64(clamping: seq), at: 2)
    return Context(
      try statement.map { row -> Context.Entry? in
        guard let other = LogID(row: row, 0) else { return nil }
        return Context.Entry(log: other, seq: UInt64(bitPattern: row.int64(1)), chain: nil)
      }.compactMap { $0 })
  }

  /// What the authors of all that was delivered had seen of each other.
  package func causality() throws(CatalogueError) -> Causality {
    try reading { () throws(SQLiteError) in
      var causality = Causality()
      var rows = try connection.statement(
        "SELECT log, other, seq, upto FROM seen ORDER BY log, other, seq"
      ).rows()
      while let row = try rows.next() {
        guard let log = LogID(row: row, 0), let other = LogID(row: row, 1) else {
          throw Self.damage("a log's id", path: path)
        }
        causality.note(
          log, from: UInt64(bitPattern: row.int64(2)), saw: other,
          upTo: UInt64(bitPattern: row.int64(3)))
      }
      return causality
    }
  }
}
