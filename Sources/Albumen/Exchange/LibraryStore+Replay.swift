import Catalogue
import LibraryState
import OperationLog
import Operations
import Platform

extension LibraryStore {
  private var waitingRoom: WaitingRoom {
    let machine = stateDirectory.parent.lastComponent
    return WaitingRoom(layout.waiting / (machine.appending(suffix: ".jsonl".utf8) ?? machine))
  }

  /// Takes transactions in, in whatever order they come: those that continue their log go into this
  /// machine's copy of it, durably; those that do not yet are kept.
  func replay(
    _ transactions: [Transaction], isDryRun: Bool
  ) throws(AlbumenError) -> ReplayReport {
    try withLock { () throws(AlbumenError) in
      try catchUp(isLocked: true)
      let room = waitingRoom
      var queues: [LogID: [Transaction]] = [:]
      for transaction in transactions + (try room.transactions()) {
        queues[transaction.log, default: []].append(transaction)
      }
      var report = ReplayReport()
      var kept: [Transaction] = []
      var taken: [Transaction] = []
      for (log, queue) in queues.sorted(by: { $0.key < $1.key }) {
        var intake = LogIntake(log, queue)
        try take(&intake, isDryRun: isDryRun)
        report.seen += intake.seen
        report.forks += intake.forks.sorted()
        taken += intake.taken
        kept += intake.kept
      }
      report.kept = kept.count
      if isDryRun {
        report.delivered = taken.count
      } else {
        try room.replace(with: kept)
        try catchUp(isLocked: true)
        let vector = try read { catalogue throws(CatalogueError) in try catalogue.vector }
        report.delivered = taken.filter { vector.contains(Dot(log: $0.log, seq: $0.lastSeq)) }.count
      }
      report.waiting = causes(kept: kept)
      return report
    }
  }

  private func take(_ intake: inout LogIntake, isDryRun: Bool) throws(AlbumenError) {
    do throws(LogError) {
      let tip = try logs.reader(intake.log).tip()
      let own = try ownLog.recorded()
      try intake.sort(behind: tip.seq, logs.reader(intake.log))
      if isDryRun { return }
      // More of this machine's own log than it has: it lost its end, and must not write there again.
      if own == intake.log, intake.goesBeyond(tip.seq) { try ownLog.mint() }
      // A writer cuts a torn tail off, which may be another machine's append that is under way.
      if intake.taken.isEmpty { return }
      let writer = try LogWriter(store: logs, log: intake.log, settings: ownLog.settings)
      _ = try writer.append(contentsOf: intake.taken)
    } catch { throw AlbumenError(error) }
  }

  /// What waits, and for what, in words.
  func causes(kept: [Transaction]) -> [(log: LogID, cause: String)] {
    var causes = waiting.sorted { $0.key < $1.key }.compactMap { log, verdict -> (LogID, String)? in
      switch verdict {
      case .waiting(let cause): (log, "waits for operation \(cause.seq) of log \(cause.log)")
      case .otherHistory(let other, let seq):
        (log, "was written after another history of log \(other), up to operation \(seq)")
      case .ready, .seen: nil
      }
    }
    for (log, transactions) in Dictionary(grouping: kept, by: \.log).sorted(by: { $0.key < $1.key })
    {
      let first = transactions.map(\.seq).min() ?? 1
      causes.append((log, "waits for operation \(first - 1) of its own log"))
    }
    return causes
  }

  /// What is kept until its log has come so far.
  func keptTransactions() throws(AlbumenError) -> [Transaction] { try waitingRoom.transactions() }
}

/// Sorts the transactions of one log that are to be taken in.
private struct LogIntake {
  let log: LogID
  /// In the order of their sequence numbers, those that are exactly the same once.
  private let queue: [Transaction]
  private(set) var seen = 0
  private(set) var taken: [Transaction] = []
  private(set) var kept: [Transaction] = []
  /// Places that something else claims than what is there; each once, however many claim it.
  private(set) var forks: Set<Dot> = []

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
