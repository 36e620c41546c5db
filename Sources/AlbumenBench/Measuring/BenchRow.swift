/// Is one line of the table: what was measured, beside what, and what it should be.
struct BenchRow: Sendable {
  /// What a value counts.
  enum Unit: String, Sendable {
    case seconds = "s"
    case milliseconds = "ms"
    case operationsPerSecond = "op/s"
    case bytesPerOperation = "B/op"
    case megabytes = "MB"
    case calls
    case files
    case percent = "%"
  }

  /// Is what a row should come to.
  enum Goal: Sendable {
    /// The median of the ratios to the peer.
    case ratioAtMost(Double)
    /// The median.
    case atMost(Double)
    /// The median.
    case atLeast(Double)
  }

  /// Is what was measured alongside.
  struct Peer: Sendable {
    let name: String
    let values: Spread
    /// In bytes.
    var peakMemory: UInt64?
  }

  /// Names the row, for good: `scan-100000`.
  let name: String
  /// What was measured, in words.
  let summary: String
  var unit = Unit.seconds
  var values = Spread([])
  /// In bytes.
  var peakMemory: UInt64?
  var peer: Peer?
  var goal: Goal?
  /// What one must know to read the figures.
  var note: String?
  /// Why nothing was measured.
  var skipped: String?

  /// The piece by its peer, round by round.
  var ratios: Spread? {
    guard let peer, !values.values.isEmpty else { return nil }
    return values.ratios(to: peer.values)
  }

  /// Whether it is as it should be; nil where nothing says how, or nothing was measured.
  var isMet: Bool? {
    guard let goal, !values.values.isEmpty else { return nil }
    switch goal {
    case .ratioAtMost(let limit): return ratios.map { $0.median <= limit }
    case .atMost(let limit): return values.median <= limit
    case .atLeast(let limit): return values.median >= limit
    }
  }
}
