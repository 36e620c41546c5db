package import Operations

/// Decides when a transaction's turn has come: when all that its author had seen is here.
///
/// Pure; who keeps the logs' chains is asked for them. (docs/design/0001-operations.md, "Delivery".)
package struct Delivery: Sendable {
  /// What to do with a transaction.
  package enum Verdict: Equatable, Sendable {
    /// Its turn has come.
    case ready
    /// It was delivered before.
    case seen
    /// Something must come first.
    case waiting(Cause)
    /// Its author had seen another history of that log than the one here: it never comes to its turn
    /// unless the history here changes.
    case otherHistory(log: LogID, seq: UInt64)
  }

  /// What is missing for a delivery.
  package struct Cause: Hashable, Sendable {
    package let log: LogID
    package let seq: UInt64

    package init(log: LogID, seq: UInt64) {
      self.log = log
      self.seq = seq
    }
  }

  /// What has been delivered.
  package private(set) var vector: VersionVector
  /// From where on the rest of a log is not waited for.
  package private(set) var waivers: [LogID: UInt64]

  /// Whether chains are compared: they need not be for what was delivered here before.
  private let comparesChains: Bool

  package init(
    vector: VersionVector = VersionVector(), waivers: [LogID: UInt64] = [:],
    comparesChains: Bool = true
  ) {
    self.vector = vector
    self.waivers = waivers
    self.comparesChains = comparesChains
  }

  /// Judges a transaction.
  ///
  /// - Parameter chainAt: the first eight bytes of the chain of a log behind the transaction that ends at
  ///   a sequence number, delivered here; nil where none ends there.
  package func verdict<E: Error>(
    on transaction: Transaction, chainAt: (LogID, UInt64) throws(E) -> UInt64?
  ) throws(E) -> Verdict {
    let next = vector[transaction.log] + 1
    if transaction.seq < next { return .seen }
    if transaction.seq > next {
      return .waiting(Cause(log: transaction.log, seq: transaction.seq - 1))
    }
    for entry in transaction.context.entries {
      let here = vector[entry.log]
      // What was waived counts as covered, whatever stands there here: its chain is not compared.
      if let at = waivers[entry.log], entry.seq > at, here >= at { continue }
      if here < entry.seq {
        return .waiting(Cause(log: entry.log, seq: entry.seq))
      } else if comparesChains, let chain = entry.chain,
        try chainAt(entry.log, entry.seq) != chain
      {
        return .otherHistory(log: entry.log, seq: entry.seq)
      }
    }
    return .ready
  }

  /// Takes notice that a transaction was delivered; true if it waived something.
  package mutating func deliver(_ transaction: Transaction) -> Bool {
    vector[transaction.log] = transaction.lastSeq
    guard transaction.hlc < HybridClock.end, transaction.operationList.hasWaiver else {
      return false
    }
    var waived = false
    for case .retireLog(let log, let at) in transaction.operationList.lazy.map(\.change)
    where at < waivers[log] ?? .max {
      waivers[log] = at
      waived = true
    }
    return waived
  }
}
