/// Names a moment on the monotonic clock at which waiting ends.
package struct Deadline: Sendable, Comparable {
  private let nanoseconds: UInt64

  /// The moment that lies this long ahead.
  package init(after duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let ahead =
      seconds < 0
      ? 0
      : UInt64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        .partialValue &+ UInt64(max(0, attoseconds) / 1_000_000_000)
    let now = SystemClock.monotonicNanoseconds
    let (sum, overflow) = now.addingReportingOverflow(ahead)
    self.nanoseconds = overflow || seconds > 1 << 33 ? .max : sum
  }

  private init(nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
  }

  /// Whether one moment is before another.
  package static func < (left: Deadline, right: Deadline) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  /// Never comes.
  package static let never = Deadline(nanoseconds: .max)

  /// Whether the moment is past.
  package var hasPassed: Bool { remainingNanoseconds == 0 }

  /// How long it is until then, in nanoseconds; 0 when it is past.
  package var remainingNanoseconds: UInt64 {
    if nanoseconds == .max { return .max }
    let now = SystemClock.monotonicNanoseconds
    return now >= nanoseconds ? 0 : nanoseconds - now
  }

  /// The end of the first of several equal parts of the time until then.
  ///
  /// - Parameter count: how many parts, at least 1.
  package func share(of count: Int) -> Deadline {
    if nanoseconds == .max { return self }
    let now = SystemClock.monotonicNanoseconds
    return Deadline(nanoseconds: now + remainingNanoseconds / UInt64(count))
  }

  /// The rest as a timeout for `poll(2)`: milliseconds rounded up, -1 for ever.
  package var pollTimeout: Int32 {
    if nanoseconds == .max { return -1 }
    return Int32(clamping: (remainingNanoseconds &+ 999_999) / 1_000_000)
  }
}
