/// Names a state of a library: for each log the highest sequence number seen.
package struct VersionVector: Hashable, Sendable {
  /// Ascending by log, none with a height of 0: logs are few, and asked for all the time.
  private var heights: [Height] = []

  private struct Height: Hashable, Sendable {
    let log: LogID
    var seq: UInt64
  }

  /// Creates the vector of the empty library.
  package init() {}

  /// Creates a vector from heights; those of 0 are left out.
  package init(_ heights: some Sequence<(LogID, UInt64)>) {
    for (log, seq) in heights { self[log] = seq }
  }

  /// The highest sequence number seen of a log; 0 where none was.
  package subscript(log: LogID) -> UInt64 {
    get {
      let place = place(of: log)
      return place < heights.count && heights[place].log == log ? heights[place].seq : 0
    }
    set {
      let place = place(of: log)
      let isHere = place < heights.count && heights[place].log == log
      switch (isHere, newValue) {
      case (true, 0): heights.remove(at: place)
      case (true, _): heights[place].seq = newValue
      case (false, 0): break
      case (false, _): heights.insert(Height(log: log, seq: newValue), at: place)
      }
    }
  }

  /// Where a log stands, or would stand.
  private func place(of log: LogID) -> Int { heights.partitionPoint { $0.log >= log } }

  /// Whether the operation `dot` is in the state.
  package func contains(_ dot: Dot) -> Bool { dot.seq <= self[dot.log] }

  /// The logs and their heights, in the order of the ids.
  package var entries: [(log: LogID, seq: UInt64)] { heights.map { (log: $0.log, seq: $0.seq) } }

  /// Whether nothing was seen.
  package var isEmpty: Bool { heights.isEmpty }
}
