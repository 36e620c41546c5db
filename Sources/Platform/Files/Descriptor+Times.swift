import Glibc

extension Descriptor {
  /// UTIME_OMIT, a macro that Swift does not see: leave this time alone (utimensat(2)).
  private static let omit = (1 << 30) - 2

  /// Sets when the file's bytes last changed (`futimens(2)`); when it was last read stays.
  ///
  /// A file system that cannot hold the time takes the nearest one that it can.
  ///
  /// - Parameter nanoseconds: since 1970, UTC; any number.
  package func setModificationTime(
    nanoseconds: Int64, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) {
    // Rounded down: the rest is never negative, and neither overflows at the ends of the range.
    var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
    let times = [
      timespec(tv_sec: 0, tv_nsec: Self.omit),
      timespec(tv_sec: Int(seconds), tv_nsec: Int(rest)),
    ]
    _ = try SystemCall.retrying("futimens", path: path()) { futimens(raw, times) }
  }
}
