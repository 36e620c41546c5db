import OperationLog
import Operations
import Replication

/// Is what one history of a log was written again as.
struct AdoptedHistory {
  /// The log that it stands in.
  let log: LogID
  /// How many transactions it has.
  let count: Int
  /// How many of them were not there yet.
  let written: Int
}

/// Is transactions that go on disk at once: so many, or so much, that one wait for the disk is little.
struct TransactionBatch {
  private static let most = (transactions: 1_000, bytes: 1 << 20)
  private(set) var transactions: [Transaction] = []
  private var bytes = 0

  /// Whether no more should be added.
  var isFull: Bool { transactions.count >= Self.most.transactions || bytes >= Self.most.bytes }

  /// Adds the next transaction.
  ///
  /// - Parameter size: how many bytes its frame has.
  mutating func add(_ transaction: Transaction, size: Int) {
    transactions.append(transaction)
    bytes += size + 48 * transaction.context.entries.count
  }

  /// Writes what there is, and begins anew.
  mutating func write(by writer: LogWriter) throws(LogError) {
    _ = try writer.append(contentsOf: transactions)
    self = TransactionBatch()
  }
}

extension LibraryStore {
  /// Writes a history into a log of its own, as far as it is not there yet; the caller holds the lock on the
  /// copies of logs.
  ///
  /// Where there is one that begins alike and goes on in another way, as that of a third history may, it
  /// becomes the one that is named by where they part. However much it is, little of it is held.
  func write(_ history: OtherHistory) throws(AlbumenError) -> AdoptedHistory {
    var name = history.adopted
    while true {
      var reading = history.reading()
      var reemission = OtherHistory.reemission(
        of: history.log, behind: history.parting, as: name)
      var there: LogCursor
      do throws(LogError) { there = try logs.reader(name).entries() } catch {
        throw AlbumenError(error)
      }
      var count = 0
      var seq: UInt64 = 0
      var next: (entry: LogEntry, written: Transaction)?
      var isOther = false
      while next == nil, let entry = try reading.next() {
        let written = OtherHistory.written(entry.transaction, by: &reemission)
        let earlier: LogEntry?
        do throws(LogError) { earlier = try there.next() } catch { throw AlbumenError(error) }
        if earlier?.transaction == written {
          count += 1
          seq = written.lastSeq
        } else {
          next = (entry, written)
          isOther = earlier != nil
        }
      }
      guard let next else { return AdoptedHistory(log: name, count: count, written: 0) }
      if !isOther,
        let added = try write(next.written, next.entry.size, &reading, &reemission, to: name, seq)
      {
        return AdoptedHistory(log: name, count: count + added, written: added)
      }
      name = OtherHistory.id(name, next.entry.chain)
    }
  }

  /// Writes a transaction and those behind it to a log that ends with an operation; nil where it has more.
  ///
  /// - Returns: how many were written.
  private func write(
    _ first: Transaction, _ size: Int, _ reading: inout HistoryReading,
    _ reemission: inout LogReemission, to name: LogID, _ seq: UInt64
  ) throws(AlbumenError) -> Int? {
    let writer: LogWriter
    do throws(LogError) {
      // Whether it ends there is asked anew, of what it has.
      writer = try LogWriter(store: logs, log: name, settings: ownLog.settings)
    } catch { throw AlbumenError(error) }
    guard writer.mark.seq <= seq else { return nil }
    var batch = TransactionBatch()
    batch.add(first, size: size)
    var count = 1
    func flush() throws(AlbumenError) {
      do throws(LogError) { try batch.write(by: writer) } catch { throw AlbumenError(error) }
    }
    while let entry = try reading.next() {
      if batch.isFull { try flush() }
      batch.add(OtherHistory.written(entry.transaction, by: &reemission), size: entry.size)
      count += 1
    }
    try flush()
    return count
  }
}
