/// Names what the author of a transaction had seen of the other logs, and what those logs were.
package struct Context: Hashable, Sendable {
  /// What was seen of one log.
  package struct Entry: Hashable, Sendable {
    /// The log.
    package let log: LogID
    /// The highest sequence number seen, from 1.
    package let seq: UInt64
    /// The first eight bytes of the log's chain at `seq`, as a big-endian number, where it is told.
    package let chain: UInt64?

    /// Creates an entry.
    package init(log: LogID, seq: UInt64, chain: UInt64?) {
      self.log = log
      self.seq = seq
      self.chain = chain
    }
  }

  /// The entries, ascending by log, one a log.
  package let entries: [Entry]

  /// Creates a context of entries in any order, the last of several for one log.
  package init(_ entries: some Sequence<Entry>) {
    var byLog: [LogID: Entry] = [:]
    for entry in entries { byLog[entry.log] = entry }
    self.entries = byLog.values.sorted { $0.log < $1.log }
  }

  /// Creates a context of entries that are ascending by log already.
  init(ascending entries: [Entry]) { self.entries = entries }

  /// The context of who had seen nothing of others.
  package static let empty = Context(ascending: [])
}
