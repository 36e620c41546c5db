package import Operations

/// Brings the transactions of several logs, each in its own order, into an order in which every one
/// comes behind all that its author had seen.
///
/// Holds one transaction a log in memory. Which of several possible orders it gives does not matter.
/// `run` can be called again when a log has more. Where a closure throws, the merge is of no further use:
/// begin again with a new one, with the `Delivery` of what was kept and all logs from there.
package struct CausalMerge<Item> {
  /// What is left when nothing more can be delivered: for each log that has more, why it waits.
  package typealias Remainder = [LogID: Delivery.Verdict]

  private var heads: [LogID: Item] = [:]
  private var blocked: [LogID: Delivery.Verdict] = [:]
  /// The logs whose heads wait for a log.
  private var waiters: [LogID: Set<LogID>] = [:]
  private let transaction: (Item) -> Transaction

  /// Creates a merge of items that hold a transaction each.
  package init(transaction: @escaping (Item) -> Transaction) { self.transaction = transaction }

  /// Delivers all that can be delivered.
  ///
  /// - Parameters:
  ///   - logs: the logs that may have more, or whose chains have become others.
  ///   - delivery: what has been delivered; brought forward.
  ///   - next: the next item of a log, or nil at its end.
  ///   - chainAt: see `Delivery.verdict`.
  ///   - deliver: called for each item in its turn.
  /// - Returns: what waits, and for what.
  package mutating func run<E: Error>(
    _ logs: some Sequence<LogID>, _ delivery: inout Delivery,
    next: (LogID) throws(E) -> Item?, chainAt: (LogID, UInt64) throws(E) -> UInt64?,
    deliver: (Item) throws(E) -> Void
  ) throws(E) -> Remainder {
    var ready = Array(logs)
    while let log = ready.popLast() {
      blocked[log] = nil
      var held = heads.removeValue(forKey: log)
      while true {
        let head: Item? = if let held { held } else { try next(log) }
        guard let item = head else { break }
        held = nil
        let transaction = transaction(item)
        let verdict = try delivery.verdict(on: transaction, chainAt: chainAt)
        guard verdict == .ready || verdict == .seen else {
          heads[log] = item
          blocked[log] = verdict
          if case .waiting(let cause) = verdict { waiters[cause.log, default: []].insert(log) }
          break
        }
        if verdict == .seen { continue }
        try deliver(item)
        if delivery.deliver(transaction) {
          // A waiver can free any log.
          ready += blocked.keys
          waiters.removeAll()
        } else if !waiters.isEmpty, let freed = waiters.removeValue(forKey: log) {
          ready += freed
        }
      }
    }
    return blocked
  }
}
