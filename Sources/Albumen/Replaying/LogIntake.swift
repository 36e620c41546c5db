import OperationLog
import Operations

/// Sorts the transactions of one log that are to be taken in.
struct LogIntake {
  let log: LogID
  /// In the order of their sequence numbers, those that are exactly the same once.
  private let queue: [Transaction]
  private(set) var seen = 0
  private(set) var taken: [Transaction] = []
  private(set) var kept: [Transaction] = []
  /// Places that something else claims than what is there; each once, however many claim it.
  private(set) var forks: Set<Dot> = []
  private var runEnds: [UInt64] = []

  /// Where the transactions end that are taken in.
  var ends: [UInt64] { runEnds + taken.map(\.lastSeq) }

  /// Is what came in order, and is taken in as it came.
  init(_ log: LogID, seen: Int, ends: [UInt64]) {
    self.log = log
    self.seen = seen
    queue = []
    runEnds = ends
  }

  init(_ log: LogID, _ transactions: [Transaction]) {
    self.log = log
    var queue: [Transaction] = []
    // Several may claim one place; the same one counts once.
    var claims: Set<[UInt8]> = []
    for transaction in transactions.sorted(by: { $0.seq < $1.seq }) {
      if transaction.seq != queue.last?.seq { claims.removeAll() }
      if claims.insert(TransactionEncoder.canonical(transaction)).inserted {
        queue.append(transaction)
      }
    }
    self.queue = queue
  }

  /// Whether there is something behind a sequence number.
  func goesBeyond(_ seq: UInt64) -> Bool { queue.contains { $0.lastSeq > seq } }

  /// Sorts out what continues the log, compares what is there already, keeps the rest.
  mutating func sort(behind tip: UInt64, _ reader: LogReader) throws(LogError) {
    var end = tip
    var old: [UInt64: [Transaction]] = [:]
    for transaction in queue {
      if transaction.seq == end + 1 {
        taken.append(transaction)
        end = transaction.lastSeq
      } else if transaction.seq > end {
        kept.append(transaction)
      } else if transaction.seq <= tip {
        old[transaction.seq, default: []].append(transaction)
      } else {
        // Another one for a place that was just given away.
        forks.insert(transaction.dot)
      }
    }
    try compare(old, reader)
    // What stands behind another history of this log continues that one, as far as anybody knows: it
    // must not be put behind the history that is here.
    guard let parting = forks.map(\.seq).min() else { return }
    for transaction in taken + kept where transaction.seq >= parting {
      forks.insert(transaction.dot)
    }
    taken.removeAll { $0.seq >= parting }
    kept.removeAll { $0.seq >= parting }
  }

  /// Compares transactions with what is at their places here, reading the log once.
  private mutating func compare(
    _ transactions: [UInt64: [Transaction]], _ reader: LogReader
  ) throws(LogError) {
    if transactions.isEmpty { return }
    var rest = transactions
    var cursor = try reader.entries()
    while !rest.isEmpty, let here = try cursor.next()?.transaction {
      guard let there = rest.removeValue(forKey: here.seq) else { continue }
      let bytes = TransactionEncoder.canonical(here)
      for transaction in there {
        if TransactionEncoder.canonical(transaction) == bytes {
          seen += 1
        } else {
          forks.insert(transaction.dot)
        }
      }
    }
    forks.formUnion(rest.values.joined().map(\.dot))
  }
}
