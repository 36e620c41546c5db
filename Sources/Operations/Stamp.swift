/// Orders operations: by hybrid logical time, then log, then sequence number.
///
/// If one operation was seen by the author of another, its stamp is the smaller one
/// (docs/design/0001-operations.md).
package struct Stamp: Hashable, Comparable, Sendable {
  /// The hybrid logical time: milliseconds since 1970 UTC shifted left by 16, plus a counter.
  package let hlc: UInt64
  /// The operation itself.
  package let dot: Dot

  /// Creates the stamp of the operation `dot` written at `hlc`.
  package init(hlc: UInt64, dot: Dot) {
    self.hlc = hlc
    self.dot = dot
  }

  /// Tells whether the left one comes first.
  package static func < (left: Self, right: Self) -> Bool {
    left.hlc != right.hlc ? left.hlc < right.hlc : left.dot < right.dot
  }
}
