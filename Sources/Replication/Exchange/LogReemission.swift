package import OperationLog
package import Operations

/// Writes what stands in one log behind a place again, as transactions of a new log: the same changes, at
/// the same times, seen after the same, under other names.
///
/// Where a dot of the old log behind the place is named, the new one stands for it. What the old log had up to
/// the place is something that the author had seen (docs/design/0015-exchange.md, "Two histories").
package struct LogReemission {
  private let old: LogID
  private let new: LogID
  /// The last operation that both histories of the old log have in common.
  private let seen: Context.Entry?
  private let seenSeq: UInt64
  /// What goes before the first transaction's operations.
  private var introduction: [Operation]
  private let shift: UInt64
  private var nextSeq: UInt64 = 1

  /// Begins behind a place.
  ///
  /// - Parameter introduction: operations that the first transaction begins with.
  package init(
    of old: LogID, behind mark: LogMark, as new: LogID, introduction: [Operation]
  ) {
    self.old = old
    self.new = new
    seenSeq = mark.seq
    seen =
      mark.seq > 0 ? Context.Entry(log: old, seq: mark.seq, chain: mark.chain.prefix) : nil
    self.introduction = introduction
    shift = UInt64(introduction.count)
  }

  /// The next transaction of the old log, as the next one of the new log.
  ///
  /// - Throws: where it could not be read back; it could before.
  package mutating func next(_ transaction: Transaction) throws(OperationsError) -> Transaction {
    var operations = introduction
    introduction = []
    operations += transaction.operationList.map { operation in
      Operation(
        kind: operation.kindName,
        fields: operation.fields.map { Field($0.name, mapped($0.value)) })
    }
    // What it may have seen of the new log stands before it there.
    var context = transaction.context.entries.filter { $0.log != new }
    if let seen { context.append(seen) }
    let written = try Transaction(
      log: new, seq: nextSeq, hlc: transaction.hlc, context: Context(context),
      wall: transaction.wall, origin: transaction.origin, label: transaction.label,
      undoes: transaction.undoes.map { mapped($0) }, operations: operations,
      extra: transaction.extra.map { Field($0.name, mapped($0.value)) })
    nextSeq = written.lastSeq + 1
    return written
  }

  private func mapped(_ dot: Dot) -> Dot {
    guard dot.log == old, dot.seq > seenSeq else { return dot }
    return Dot(log: new, seq: dot.seq - seenSeq + shift)
  }

  private func mapped(_ value: Value) -> Value {
    switch value {
    case .dots(let dots): .dots(dots.map { mapped($0) })
    case .list(let values): .list(values.map { mapped($0) })
    case .map(let entries): .map(entries.map { Value.MapEntry($0.name, mapped($0.value)) })
    default: value
    }
  }
}
