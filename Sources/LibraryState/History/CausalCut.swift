package import Operations

/// Says which transactions belong to a point in time, and brings those into a causal order.
///
/// A cut names, for each log, the last transaction that may belong. One that follows contexts takes in
/// whatever the authors of what belongs had seen: so it is the causal past of what it names
/// (docs/design/0014-history.md).
package struct CausalCut: Sendable, Equatable {
  /// For each log the greatest sequence number that a transaction which belongs can begin with.
  package private(set) var limits: VersionVector
  /// Whether what was seen by the authors of what belongs does, too.
  package let followsContexts: Bool
  private var hasGrown = false

  /// Makes a cut.
  package init(_ limits: VersionVector, followsContexts: Bool) {
    self.limits = limits
    self.followsContexts = followsContexts
  }

  /// Takes in what an author had seen; true if that is more than before.
  @discardableResult
  package mutating func include(_ context: Context) -> Bool {
    var grows = false
    for entry in context.entries where entry.seq > limits[entry.log] {
      limits[entry.log] = entry.seq
      grows = true
    }
    return grows
  }

  /// Calls `body` with each transaction that belongs and can be delivered, each behind all that its
  /// author had seen.
  ///
  /// All of them were delivered here before: chains were compared then, and are not again.
  ///
  /// - Parameters:
  ///   - logs: the logs there are.
  ///   - next: the next transaction of a log, or nil at its end; called until it is not wanted any more.
  /// - Returns: what was delivered.
  package mutating func deliver<E: Error>(
    _ logs: some Collection<LogID>, next: (LogID) throws(E) -> Transaction?,
    _ body: (Transaction) throws(E) -> Void
  ) throws(E) -> VersionVector {
    var merge = CausalMerge<Transaction> { $0 }
    var delivery = Delivery(comparesChains: false)
    // What was read of a log and is not wanted yet.
    var queues: [LogID: [Transaction]] = [:]
    repeat {
      hasGrown = false
      let remainder = try merge.run(
        logs, &delivery,
        next: { log throws(E) in
          if queues[log]?.isEmpty == false {
            guard let transaction = queues[log]?.first, admits(transaction) else { return nil }
            queues[log]?.removeFirst()
            return transaction
          }
          guard let transaction = try next(log) else { return nil }
          if admits(transaction) { return transaction }
          queues[log] = [transaction]
          return nil
        },
        chainAt: { _, _ throws(E) in nil }, deliver: body)
      if hasGrown || !followsContexts { continue }
      // What stands behind something that waits may have seen what it waits for, or its waiver.
      for log in remainder.keys {
        for transaction in queues[log] ?? [] { _ = admits(transaction) }
        while let transaction = try next(log) {
          queues[log, default: []].append(transaction)
          if !admits(transaction) { break }
        }
      }
    } while hasGrown
    return delivery.vector
  }

  private mutating func admits(_ transaction: Transaction) -> Bool {
    guard transaction.seq <= limits[transaction.log] else { return false }
    if followsContexts, include(transaction.context) { hasGrown = true }
    return true
  }
}
