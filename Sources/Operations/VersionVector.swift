/// Names a state of a library: for each log the highest sequence number seen.
package struct VersionVector: Hashable, Sendable {
  private var heights: [LogID: UInt64]

  /// Creates the vector of the empty library.
  package init() { heights = [:] }

  /// Creates a vector from heights; those of 0 are left out.
  package init(_ heights: some Sequence<(LogID, UInt64)>) {
    self.heights = [:]
    for (log, seq) in heights { self[log] = seq }
  }

  /// The highest sequence number seen of a log; 0 where none was.
  package subscript(log: LogID) -> UInt64 {
    get { heights[log] ?? 0 }
    set { heights[log] = newValue == 0 ? nil : newValue }
  }

  /// Whether the operation `dot` is in the state.
  package func contains(_ dot: Dot) -> Bool { dot.seq <= self[dot.log] }

  /// The logs and their heights, in the order of the ids.
  package var entries: [(log: LogID, seq: UInt64)] {
    heights.sorted { $0.key < $1.key }.map { (log: $0.key, seq: $0.value) }
  }

  /// Whether nothing was seen.
  package var isEmpty: Bool { heights.isEmpty }
}
