import Glibc

extension Descriptor {
  /// UTIME_OMIT, a macro that Swift does not see: leave this time alone (utimensat(2)).
  private static let omit = (1 << 30) - 2

  /// Sets when the file's bytes last changed (`futimens(2)`); when it was last read stays.
  ///
  /// - Parameter nanoseconds: since 1970, UTC.
  package func setModificationTime(
    nanoseconds: Int64, path: @autoclosure () -> Path? = nil
  ) throws(PlatformError) {
    let seconds =
      nanoseconds >= 0 ? nanoseconds / 1_000_000_000 : (nanoseconds + 1) / 1_000_000_000 - 1
    let times = [
      timespec(tv_sec: 0, tv_nsec: Self.omit),
      timespec(tv_sec: Int(seconds), tv_nsec: Int(nanoseconds - seconds * 1_000_000_000)),
    ]
    _ = try SystemCall.retrying("futimens", path: path()) { futimens(raw, times) }
  }
}
