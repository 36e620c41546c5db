import OperationLog
import Operations
import Replication

/// Reads transactions out of pieces that are kept aside, one behind the other, or out of the log that is here.
///
/// It holds one piece, or one segment's tables, and one transaction at a time, however much there is.
struct HistoryReading {
  /// Is where some transactions stand, one behind the other.
  struct Part {
    /// What holds them; nil for the log that is here.
    let piece: AsidePiece?
    /// The operation behind which they begin.
    let before: UInt64
    /// The last operation of them, and the chain behind it.
    var lastSeq: UInt64
    var chain: Chain
  }

  private let log: LogID
  private let logs: LogStore
  private var parts: ArraySlice<Part>
  /// What is open of the first part: a piece, or the log here.
  private var reader: LogPieceReader?
  private var cursor: LogCursor?

  /// Begins behind an operation that a transaction of the parts ends with, or before the first of them.
  init(of log: LogID, _ parts: [Part], behind seq: UInt64, _ logs: LogStore) {
    self.log = log
    self.logs = logs
    self.parts = parts.drop { $0.lastSeq <= seq }
    self.seq = seq
  }

  /// The last operation that was read, or behind which it began.
  private(set) var seq: UInt64

  /// The next transaction; nil behind the last one.
  ///
  /// - Throws: where a piece, or the log here, cannot be read or has become another one.
  mutating func next() throws(AlbumenError) -> LogEntry? {
    while let part = parts.first {
      if seq >= part.lastSeq {
        parts.removeFirst()
        reader = nil
        cursor = nil
        continue
      }
      guard let entry = try step(in: part) else { throw changed(part) }
      // What a part begins with may be of the part before it.
      guard entry.transaction.lastSeq > seq else { continue }
      seq = entry.transaction.lastSeq
      if seq == part.lastSeq {
        guard entry.chain == part.chain else { throw changed(part) }
      } else if seq > part.lastSeq {
        throw changed(part)
      }
      return entry
    }
    return nil
  }

  /// The next transaction of a part, which is opened for the first one.
  private mutating func step(in part: Part) throws(AlbumenError) -> LogEntry? {
    if let piece = part.piece {
      if reader == nil { reader = try piece.reader(logs.library) }
      do throws(LogError) { return try reader?.next() } catch { throw piece.unread(error) }
    }
    do throws(LogError) {
      if cursor == nil { cursor = try logs.reader(log).entries(behind: part.before) }
      return try cursor?.next()
    } catch { throw AlbumenError(error) }
  }

  private func changed(_ part: Part) -> AlbumenError {
    AlbumenError(
      .damaged, "a history of a log has changed while it was read",
      subject: part.piece?.path.display ?? log.description, hint: "try again", disposition: .retry)
  }
}
