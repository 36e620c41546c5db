package import Operations

/// Says which of two transactions had been seen by the author of the other.
///
/// Holds, for each pair of logs, where what the one had seen of the other grew: as many steps as there
/// were meetings, however many transactions.
package struct Causality: Sendable {
  private struct Step: Sendable {
    let seq: UInt64
    let upto: UInt64
  }

  private var steps: [LogID: [LogID: [Step]]] = [:]

  /// Creates the relation of logs that have seen nothing of each other.
  package init() {}

  /// Takes notice that the authors of a log had seen another one up to `upto` from the transaction on that
  /// begins at `seq`; of one log ascending.
  package mutating func note(_ log: LogID, from seq: UInt64, saw other: LogID, upTo upto: UInt64) {
    steps[log, default: [:]][other, default: []].append(Step(seq: seq, upto: upto))
  }

  /// The last operation of another log that the author of the transaction which begins at `dot` had seen;
  /// 0 where it was none.
  package func seen(of other: LogID, by dot: Dot) -> UInt64 {
    if other == dot.log { return dot.seq - 1 }
    guard let steps = steps[dot.log]?[other] else { return 0 }
    let next = steps.partitionPoint { $0.seq > dot.seq }
    return next == 0 ? 0 : steps[next - 1].upto
  }

  /// Whether the author of the operation `later` had seen `earlier`; of one log, whether it comes before.
  package func hasSeen(_ earlier: Dot, by later: Dot) -> Bool {
    earlier.seq <= seen(of: earlier.log, by: later)
  }

  /// Whether neither author had seen the other's.
  package func areConcurrent(_ one: Dot, _ other: Dot) -> Bool {
    one.log != other.log && !hasSeen(one, by: other) && !hasSeen(other, by: one)
  }
}
