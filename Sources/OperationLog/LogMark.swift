package import Operations

/// Names a place between two transactions of a log: how far it was read, or where it ends.
///
/// `seq` and `chain` say what was read; `segment` and `offset` where that was, so that the next look
/// at the log need not read it. A log may be cut into segments anew: then the place moves, and the
/// mark still holds.
package struct LogMark: Hashable, Sendable {
  /// The sequence number of the first operation of the segment, which names its file.
  package let segment: UInt64
  /// The offset in bytes in that file behind what was read; behind the seal, if that was read.
  package let offset: Int64
  /// The sequence number of the last operation before the place; 0 at the start of a log.
  package let seq: UInt64
  /// The chain there.
  package let chain: Chain

  /// Creates a mark.
  package init(segment: UInt64, offset: Int64, seq: UInt64, chain: Chain) {
    self.segment = segment
    self.offset = offset
    self.seq = seq
    self.chain = chain
  }

  /// The place before the first transaction of a log.
  package static func start(of log: LogID) -> LogMark {
    LogMark(segment: 1, offset: 0, seq: 0, chain: ChainHash.start(log))
  }

  /// Whether a log that has this extent holds nothing behind the mark.
  ///
  /// It is the cheap look at a log: names and sizes, no contents.
  package func isAtEnd(of extent: LogExtent?) -> Bool {
    guard let extent else { return seq == 0 }
    return extent.segment == segment && extent.length == offset
  }
}

/// Tells how far the files of a log reach, without saying what is in them.
package struct LogExtent: Hashable, Sendable {
  /// The sequence number that names the newest segment.
  package let segment: UInt64
  /// The newest segment's size in bytes, which may include a torn tail.
  package let length: Int64

  /// Creates an extent.
  package init(segment: UInt64, length: Int64) {
    self.segment = segment
    self.length = length
  }
}
