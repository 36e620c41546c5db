import LibraryState
import Operations

/// Delivers transactions that arrive in any order, one at a time, each perhaps several times.
final class Feeder {
  private(set) var state = LibraryState()
  private(set) var delivery = Delivery()
  private(set) var remainder: CausalMerge<Transaction>.Remainder = [:]
  /// The transactions in the order of their delivery.
  private(set) var delivered: [Transaction] = []
  private var merge = CausalMerge<Transaction> { $0 }
  private var queues: [LogID: [UInt64: Transaction]] = [:]
  private var repeats: [LogID: [Transaction]] = [:]
  /// For each log the sequence number that the merge asks for next.
  private var wanted: [LogID: UInt64] = [:]
  /// The chains of the logs, where a test gives any.
  var chains: [Dot: UInt64] = [:]

  init() {}

  /// Delivers what can be delivered of some transactions, taken one after another.
  init(_ transactions: some Sequence<Transaction>) {
    for transaction in transactions { take(transaction) }
  }

  /// Takes a transaction, and delivers all that can be delivered.
  func take(_ transaction: Transaction) {
    let log = transaction.log
    if transaction.seq < wanted[log] ?? 1 {
      repeats[log, default: []].append(transaction)
    } else {
      queues[log, default: [:]][transaction.seq] = transaction
    }
    remainder = merge.run(
      [log], &delivery, next: next,
      chainAt: { self.chains[Dot(log: $0, seq: $1)] },
      deliver: { transaction in
        self.state.deliver(transaction)
        self.delivered.append(transaction)
      })
  }

  private func next(of log: LogID) -> Transaction? {
    if let again = repeats[log]?.popLast() { return again }
    let transaction = queues[log]?.removeValue(forKey: wanted[log] ?? 1)
    if let transaction { wanted[log] = transaction.lastSeq + 1 }
    return transaction
  }
}
