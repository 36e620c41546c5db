/// Says where the frame of a transaction stands that was delivered, and how to know it again.
package struct FramePlace: Hashable, Sendable {
  /// The sequence number of the transaction's first operation.
  package let seq: UInt64
  /// The sequence number of its last operation.
  package let lastSeq: UInt64
  /// Its hybrid logical time.
  package let hlc: UInt64
  /// The first eight bytes of the log's chain behind it.
  package let chain: UInt64
  /// The sequence number of the first operation of its segment, which names the file.
  package let segment: UInt64
  /// Where its frame begins in that file, in bytes.
  package let offset: Int64

  /// Makes the place of a transaction.
  package init(
    seq: UInt64, lastSeq: UInt64, hlc: UInt64, chain: UInt64, segment: UInt64, offset: Int64
  ) {
    self.seq = seq
    self.lastSeq = lastSeq
    self.hlc = hlc
    self.chain = chain
    self.segment = segment
    self.offset = offset
  }
}

/// Says where a frame begins, and how much the frames before it have brought into the segment's tables:
/// where one that reads some frames only can begin.
package struct FrameMark: Hashable, Sendable {
  /// Where the frame begins in its segment's file, in bytes.
  package let offset: Int64
  /// How much the tables hold before it.
  package let tables: SegmentTables.Sizes

  /// Makes the mark of a frame.
  package init(offset: Int64, tables: SegmentTables.Sizes) {
    self.offset = offset
    self.tables = tables
  }

  /// How many bytes of a segment have one mark.
  package static let spacing: Int64 = 1 << 12

  /// Whether the place behind a frame is one to be marked: the first in its stretch of the file.
  package static func isDue(from offset: UInt64, to end: UInt64) -> Bool {
    offset / UInt64(spacing) != end / UInt64(spacing)
  }
}
