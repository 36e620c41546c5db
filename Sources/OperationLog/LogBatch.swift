import Operations
import Platform

/// Collects the frames of transactions that are written together.
struct LogBatch {
  /// The frames.
  private(set) var bytes: [UInt8] = []
  /// The transactions.
  private(set) var entries: [LogEntry] = []
  /// What the seal will record of them.
  private(set) var frames: [SegmentSeal.Frame] = []
  /// How many payloads the encoder has made, those that were refused included.
  private(set) var encodedCount = 0
  /// Where the log will end.
  private(set) var mark: LogMark

  /// Begins a batch at the end of a segment, or of one that is still to be made.
  init(at mark: LogMark, segment: OpenSegment?) {
    if let segment {
      self.mark = LogMark(
        segment: mark.segment, offset: segment.length, seq: mark.seq, chain: mark.chain)
    } else {
      self.mark = LogMark(
        segment: mark.seq + 1, offset: Int64(SegmentHeader.byteCount), seq: mark.seq,
        chain: mark.chain)
    }
  }

  /// Where the segment will end, in bytes.
  var end: Int64 { mark.offset }

  /// Whether a transaction is the next of a log.
  func isNext(_ transaction: Transaction, of log: LogID) -> Bool {
    transaction.log == log && transaction.seq == mark.seq + 1
  }

  /// Adds a transaction, which is the next.
  ///
  /// - Parameter known: the chain behind it, where that was verified; nil to make it.
  /// - Throws: `tooLarge`.
  mutating func add(
    _ transaction: Transaction, chain known: Chain?, _ encoder: inout TransactionEncoder,
    path: Path
  ) throws(LogError) {
    encodedCount += 1
    let payload = encoder.payload(of: transaction)
    guard payload.count <= SegmentFrame.maximumPayload else {
      throw LogError(
        .tooLarge, "a transaction of \(payload.count) bytes is larger than 64 MiB; split it",
        path: path)
    }
    let chain =
      known ?? ChainHash.next(mark.chain, TransactionEncoder.canonical(transaction))
    let size = SegmentFrame.append(payload, chain: chain, to: &bytes)
    let entry = LogEntry(
      transaction: transaction, chain: chain, segment: mark.segment, offset: mark.offset,
      size: size, tables: encoder.sizes)
    entries.append(entry)
    frames.append(SegmentSeal.Frame(operations: transaction.operationList.count, size: size))
    mark = entry.mark
  }
}
