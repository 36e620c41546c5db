import Catalogue
import LibraryState
import OperationLog
import Operations

/// Names what happened between two points in a library's history, in an order in which causes come before
/// effects.
///
/// It holds the names of its transactions alone, 24 bytes each; what they did is read when it is asked for.
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
  let order: [Dot]
  /// The logs that hold them.
  fileprivate let logs: LogStore
  /// What was there before it.
  fileprivate let beginning: VersionVector
  /// What is there at its end.
  fileprivate let end: VersionVector
  fileprivate let names: [LogID: String]

  /// How many transactions there are.
  public var count: Int { order.count }
}

extension PhotoLibrary {
  /// Returns what happened between two points.
  ///
  /// - Parameters:
  ///   - old: nil for the beginning.
  ///   - new: what is not there belongs to no span.
  /// - Throws: `.invalid` for an end that is before the beginning; as `past(at:)`.
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
      var order: [Dot] = []
      let end = try store.deliver(all, catalogue) { transaction in
        if known?.contains(Dot(log: transaction.log, seq: transaction.lastSeq)) == true { return }
        order.append(transaction.dot)
      }
      if let known, order.isEmpty, end != known {
        throw AlbumenError(
          .invalid, "the span ends before it begins", hint: "name the earlier point first")
      }
      let beginning = VersionVector(
        end.entries.map { ($0.log, min($0.seq, known?[$0.log] ?? 0)) })
      return HistorySpan(
        order: order, logs: store.logs, beginning: beginning, end: end, names: names)
    }
  }

  /// Returns some of the steps of a span of this library's history.
  ///
  /// - Parameter range: which, by their places in the span.
  /// - Throws: `.damaged` where a log cannot be read any more.
  public func steps(
    of span: HistorySpan, in range: Range<Int>
  ) async throws(AlbumenError) -> [HistorySpan.Step] {
    let wanted = span.order[range]
    let found = try store.transactions(named: wanted)
    let byName = Dictionary(uniqueKeysWithValues: found.map { ($0.dot, $0) })
    return wanted.compactMap { byName[$0] }.map { transaction in
      HistorySpan.Step(
        record: TransactionRecord(transaction, device: span.names[transaction.log]),
        summary: ChangeSummary(transaction.operationList), transaction: transaction)
    }
  }

  /// Takes in what was before a span of another library's history.
  ///
  /// - Throws: what a change throws.
  public func replayBeginning(of span: HistorySpan) async throws(AlbumenError) -> ReplayReport {
    try replay(span, upTo: span.beginning)
  }

  /// Takes in a span of another library's history, and what was before it.
  ///
  /// - Throws: what a change throws.
  public func replay(_ span: HistorySpan) async throws(AlbumenError) -> ReplayReport {
    try replay(span, upTo: span.end)
  }

  /// Takes in a step of a span of another library's history, all before which is here.
  ///
  /// - Throws: what a change throws.
  public func replay(_ step: HistorySpan.Step) async throws(AlbumenError) -> ReplayReport {
    try store.checkRoot()
    return try store.replay(isDryRun: false) { stage throws(AlbumenError) in
      try stage.add(step.transaction)
    }
  }

  private func replay(
    _ span: HistorySpan, upTo end: VersionVector
  ) throws(AlbumenError) -> ReplayReport {
    try store.checkRoot()
    return try store.replay(isDryRun: false) { stage throws(AlbumenError) in
      for entry in end.entries {
        do throws(LogError) {
          var selection = try LogSelection(span.logs.reader(entry.log))
          while true {
            guard let transaction = try selection.next(upTo: entry.seq) else { break }
            try stage.collect(transaction)
          }
        } catch { throw AlbumenError(error) }
      }
    }
  }
}

extension TransactionRecord {
  /// What a list of changes shows of a transaction.
  init(_ transaction: Transaction, device: String?) {
    self.init(
      id: transaction.dot, lastSeq: transaction.lastSeq, wall: transaction.wall,
      origin: transaction.origin, label: transaction.label, device: device,
      undoes: transaction.undoes,
      effects: Dictionary(
        transaction.operationList.lazy.map { ($0.kindName, 1) }, uniquingKeysWith: +
      )
      .map { (kind: OperationKind(name: $0.key)?.name ?? "unknown", count: $0.value) }
      .sorted { $0.kind < $1.kind })
  }
}
