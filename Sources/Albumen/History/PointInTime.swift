public import Operations

/// Names a point in a library's history.
public enum PointInTime: Sendable, Hashable {
  /// What is now.
  case now
  /// What had been done at a moment, in milliseconds since 1970 UTC, by the clocks of those who did
  /// it, and what they had seen.
  case moment(Int64)
  /// What the author of a transaction saw when it was written, itself included; any of its operations
  /// names it.
  case transaction(Dot)
  /// All but so many transactions, the newest.
  case back(Int)
}
