import CLinux
import Glibc

/// Reads the machine's clocks (`clock_gettime(2)`).
package enum SystemClock {
  /// The wall clock: milliseconds since 1970, UTC.
  ///
  /// It may jump in both directions.
  package static var wallMilliseconds: Int64 {
    let time = read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// The wall clock: nanoseconds since 1970, UTC, as file times are.
  package static var wallNanoseconds: Int64 {
    let time = read(CLOCK_REALTIME)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Nanoseconds since an arbitrary moment; never goes back, stands still during suspend.
  package static var monotonicNanoseconds: UInt64 {
    let time = read(CLOCK_MONOTONIC)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// The time that this process's threads have run, in nanoseconds.
  package static var processorNanoseconds: UInt64 {
    let time = read(CLOCK_PROCESS_CPUTIME_ID)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Blocks the calling thread for some nanoseconds, or until a signal; for polling where there is
  /// nothing to wait for.
  package static func sleep(nanoseconds: UInt64) {
    var time = timespec(
      tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    nanosleep(&time, nil)
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    // Cannot fail: these clocks exist on every Linux and the pointer is good.
    clock_gettime(clock, &time)
    return time
  }
}
