package import Operations

/// Tells where two histories under one log id part.
package struct LogFork: Sendable, Hashable {
  /// The log.
  package let log: LogID
  /// The sequence number of the last operation of the first transaction that differs; where the
  /// difference lies before what was given, that before it.
  package let seq: UInt64
  /// The chain here at `seq`; nil where no transaction here ends there.
  package let ours: Chain?
  /// The chain there at `seq`.
  package let theirs: Chain

  /// Creates a fork.
  package init(log: LogID, seq: UInt64, ours: Chain?, theirs: Chain) {
    self.log = log
    self.seq = seq
    self.ours = ours
    self.theirs = theirs
  }
}

extension LogWriter {
  /// Tells what came of transactions of another one's log.
  package enum CopyOutcome: Sendable, Hashable {
    /// All of them are in the log and on disk: so many were here before, so many are new.
    case taken(seen: Int, appended: Int)
    /// They are not what is here; nothing was taken in.
    case fork(LogFork)
  }

  /// Takes transactions of a log into this copy of it, comparing the chain of those that are here.
  ///
  /// - Parameters:
  ///   - transactions: consecutive ones.
  ///   - chainBefore: the chain before the first of them, as their source has it.
  /// - Throws: `misplaced` if what lies before them is missing here; as for ``append(contentsOf:)``.
  package func merge(
    _ transactions: [Transaction], chainBefore: Chain
  ) throws(LogError) -> CopyOutcome {
    guard let first = transactions.first else { return .taken(seen: 0, appended: 0) }
    guard first.log == log, first.seq <= mark.seq + 1 else {
      throw LogError(
        .misplaced, "operations \(mark.seq + 1) to \(first.seq - 1) of log \(log) are missing",
        path: directory.path)
    }
    let before = first.seq - 1
    let reader = LogReader(directory: directory)
    let here = before == mark.seq ? mark.chain : try reader.chain(at: before)
    guard here == chainBefore else {
      return .fork(LogFork(log: log, seq: before, ours: here, theirs: chainBefore))
    }
    let seen = transactions.prefix { $0.seq <= mark.seq }
    if let fork = try compare(seen, with: reader, chainBefore) { return .fork(fork) }
    let new = Array(transactions[seen.count...])
    if new.isEmpty { try synchronize() } else { _ = try append(contentsOf: new) }
    return .taken(seen: seen.count, appended: new.count)
  }

  /// Compares transactions with those that are here.
  private func compare(
    _ seen: ArraySlice<Transaction>, with reader: LogReader, _ chainBefore: Chain
  ) throws(LogError) -> LogFork? {
    guard let first = seen.first else { return nil }
    let start = LogMark(segment: 0, offset: 0, seq: first.seq - 1, chain: chainBefore)
    var cursor = try reader.entries(from: start)
    var chain = chainBefore
    for transaction in seen {
      chain = ChainHash.next(chain, transaction)
      let ours = try cursor.next()
      if ours?.chain != chain {
        let ends = ours?.transaction.lastSeq == transaction.lastSeq
        return LogFork(
          log: log, seq: transaction.lastSeq, ours: ends ? ours?.chain : nil, theirs: chain)
      }
    }
    return nil
  }
}
