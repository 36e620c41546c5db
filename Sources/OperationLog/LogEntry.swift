package import Operations

/// Is one transaction as it stands in a log.
package struct LogEntry: Hashable, Sendable {
  /// The transaction.
  package let transaction: Transaction
  /// The chain behind it.
  package let chain: Chain
  /// The sequence number of the first operation of its segment, which names the file.
  package let segment: UInt64
  /// The offset of its frame in the file, in bytes.
  package let offset: Int64
  /// The size of its frame, in bytes.
  package let size: Int
  /// How much the segment's tables hold behind its frame.
  package let tables: SegmentTables.Sizes

  /// The place behind it.
  package var mark: LogMark {
    LogMark(
      segment: segment, offset: offset + Int64(size), seq: transaction.lastSeq, chain: chain)
  }
}
