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
