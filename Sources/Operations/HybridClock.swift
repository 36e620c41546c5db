/// Gives the hybrid logical times of new transactions.
///
/// A new time is above every time seen in any log, so that "a was seen by b" implies that a's time is
/// the smaller one, whatever the clocks of the devices say. A time is adopted forward and never used to
/// reject an operation: that would make devices differ.
package struct HybridClock: Sendable, Equatable {
  /// The first value that is no time: an operation that carries this or more has no effect.
  package static let end: UInt64 = 1 << 63

  /// The earliest time that is ever given, in milliseconds since 1970 UTC: a device whose clock has
  /// been reset still writes after this program was made (2026-11-01T00:00:00Z).
  package static let floor: UInt64 = 1_793_491_200_000

  /// The highest time seen, below `end`.
  package private(set) var highest: UInt64

  /// Creates a clock that has seen `highest`.
  package init(highest: UInt64 = 0) {
    self.highest = highest < Self.end ? highest : 0
  }

  /// Takes notice of a time that stands in some log; one that is out of range is ignored.
  package mutating func observe(_ hlc: UInt64) {
    if hlc < Self.end { highest = max(highest, hlc) }
  }

  /// Returns the next time, for a device clock that reads `wall` milliseconds since 1970 UTC.
  ///
  /// A reading before 1970 or after 4199 (2^46 milliseconds) is no clock's, and has no say: a time once
  /// written binds every device for ever.
  ///
  /// - Throws: `.clockExhausted` where a log holds the last possible time.
  package mutating func next(wall: Int64) throws(OperationsError) -> UInt64 {
    let clock = (0..<1 << 46).contains(wall) ? UInt64(wall) : 0
    let time = max(clock << 16, highest + 1, Self.floor << 16)
    guard time < Self.end else {
      throw OperationsError(
        .clockExhausted,
        "no later time than the one in the log can be written: a device wrote "
          + "with a clock at the end of time")
    }
    highest = time
    return time
  }
}
