package import Operations

/// Is a transaction whose turn has come, and where it stands in its log.
package struct DeliveredTransaction: Sendable {
  /// The transaction.
  package let transaction: Transaction
  /// The log's chain behind it.
  package let chain: Chain
  /// The first sequence number of the segment that its frame is in.
  package let segment: UInt64
  /// Where its frame begins in the segment's file, in bytes.
  package let offset: UInt64
  /// Where its frame ends.
  package let end: UInt64
  /// How much the segment's tables hold there.
  package let tables: SegmentTables.Sizes

  /// Makes the record of a transaction.
  package init(
    _ transaction: Transaction, chain: Chain, segment: UInt64, offset: UInt64, end: UInt64,
    tables: SegmentTables.Sizes
  ) {
    self.transaction = transaction
    self.chain = chain
    self.segment = segment
    self.offset = offset
    self.end = end
    self.tables = tables
  }
}

/// Is an asset or album that a transaction concerns.
enum Subject: Hashable {
  case asset(AssetID)
  case album(AlbumID)

  /// What a transaction's operations are about; one that has no effect is about nothing.
  static func all(of transaction: Transaction) -> Set<Subject> {
    guard transaction.hlc < HybridClock.end else { return [] }
    var subjects: Set<Subject> = []
    for operation in transaction.operationList {
      let (album, asset) = operation.change.subjects
      if let album { subjects.insert(.album(album)) }
      if let asset { subjects.insert(.asset(asset)) }
    }
    return subjects
  }
}
