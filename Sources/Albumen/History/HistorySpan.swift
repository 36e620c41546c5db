import Catalogue
import LibraryState
import Operations

/// Is what happened between two points in a library's history, in an order in which causes come before
/// effects.
public struct HistorySpan: Sendable {
  /// Is one transaction of it.
  public struct Step: Sendable {
    /// What a list of changes shows of it.
    public let record: TransactionRecord
    /// What it did.
    public let summary: ChangeSummary
    let transaction: Transaction
  }

  /// The transactions, the oldest first.
  public let steps: [Step]
  /// What was before them.
  let beginning: [Transaction]
  /// Whether the second point lies before the first, so that there is nothing between them.
  public let isReversed: Bool
}

extension PhotoLibrary {
  /// Returns what happened between two points.
  ///
  /// Takes memory for the whole history up to the second.
  ///
  /// - Parameters:
  ///   - old: nil for the beginning.
  ///   - new: what is not there belongs to no span.
  /// - Throws: as `past(at:)`.
  public func span(
    from old: PointInTime?, to new: PointInTime
  ) async throws(AlbumenError) -> HistorySpan {
    let known = try old.map { point throws(AlbumenError) in try store.vector(at: point) }
    return try store.readPast(at: new) { cut, catalogue throws(AlbumenError) in
      let names = try store.asking { () throws(CatalogueError) in try catalogue.logNames() }
      let all =
        if let cut {
          cut
        } else {
          CausalCut(
            try store.asking { () throws(CatalogueError) in try catalogue.vector },
            followsContexts: false)
        }
      var steps: [HistorySpan.Step] = []
      var beginning: [Transaction] = []
      var reached = VersionVector()
      _ = try store.deliver(all, catalogue) { transaction in
        reached[transaction.log] = transaction.lastSeq
        if known?.contains(Dot(log: transaction.log, seq: transaction.lastSeq)) == true {
          return beginning.append(transaction)
        }
        steps.append(
          HistorySpan.Step(
            record: TransactionRecord(transaction, device: names[transaction.log]),
            summary: ChangeSummary(transaction.operations), transaction: transaction))
      }
      // All of what is before the second point is before the first, and that is not all.
      let isReversed =
        known.map { known in
          steps.isEmpty && known != reached
            && reached.entries.allSatisfy { known[$0.log] >= $0.seq }
        } ?? false
      return HistorySpan(steps: steps, beginning: beginning, isReversed: isReversed)
    }
  }

  /// Takes in what was before a span of another library's history.
  ///
  /// - Throws: what a change throws.
  public func replayBeginning(of span: HistorySpan) async throws(AlbumenError) -> ReplayReport {
    try store.checkRoot()
    return try store.replay(span.beginning, isDryRun: false)
  }

  /// Takes in some steps of a span of another library's history.
  ///
  /// - Throws: what a change throws.
  public func replay(
    _ steps: some Collection<HistorySpan.Step> & Sendable
  ) async throws(AlbumenError) -> ReplayReport {
    try store.checkRoot()
    return try store.replay(steps.map(\.transaction), isDryRun: false)
  }
}

extension TransactionRecord {
  /// What a list of changes shows of a transaction.
  init(_ transaction: Transaction, device: String?) {
    self.init(
      id: transaction.dot, lastSeq: transaction.lastSeq, wall: transaction.wall,
      origin: transaction.origin, label: transaction.label, device: device,
      undoes: transaction.undoes,
      effects: Dictionary(grouping: transaction.operations, by: \.kindName)
        .map { (kind: OperationKind(name: $0.key)?.name ?? "unknown", count: $0.value.count) }
        .sorted { $0.kind < $1.kind })
  }
}
