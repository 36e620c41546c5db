import CLinux
import Glibc

/// Runs programs to their ends and tells what they took.
package enum MeasuredProcess {
  /// Is what a program took, with all processes that it started and waited for.
  package struct Usage: Sendable {
    /// How the program ended.
    package let status: ProcessStatus
    /// From before its start to after its end, in nanoseconds.
    package let wall: UInt64
    /// The time of processors, in nanoseconds.
    package let processor: UInt64
    /// The most memory that one of the processes had resident, in bytes.
    ///
    /// What runs a program counts, too, until the program has taken its place: the figure is never
    /// below the caller's own.
    package let peakMemory: UInt64
  }

  /// Runs a program to its end (`posix_spawn(3)`, `wait4(2)`); blocks.
  ///
  /// It reads nothing, and its error output is this process's.
  ///
  /// - Parameters:
  ///   - executable: its path; PATH is not searched.
  ///   - arguments: those after the name.
  ///   - environment: `NAME=value` texts; nil passes this process's own on.
  ///   - workingDirectory: where it starts; nil for this process's own.
  ///   - output: the file that takes its standard output; what was in it is lost.
  /// - Throws: the error of `posix_spawn`, such as `notFound`.
  package static func run(
    _ executable: Path, _ arguments: [String] = [], environment: [String]? = nil,
    workingDirectory: Path? = nil, output: Path = "/dev/null"
  ) throws(PlatformError) -> Usage {
    let nothing = try Descriptor.open("/dev/null", [.read])
    let file = try Descriptor.open(output, [.write, .create, .truncate])
    var spawn = SpawnSettings(ownProcessGroup: false)
    defer { spawn.destroy() }
    spawn.use(nothing.raw, as: STDIN_FILENO)
    spawn.use(file.raw, as: STDOUT_FILENO)
    let start = SystemClock.monotonicNanoseconds
    let process = try spawn.run(
      executable, arguments: arguments, environment: environment,
      workingDirectory: workingDirectory)
    var status: Int32 = 0
    var usage = rusage()
    try SystemCall.retrying("wait4") { wait4(process, &status, 0, &usage) }
    let end = SystemClock.monotonicNanoseconds
    return Usage(
      status: ProcessStatus(waitStatus: status), wall: end - start,
      processor: nanoseconds(usage.ru_utime) + nanoseconds(usage.ru_stime),
      // Linux counts it in KiB.
      peakMemory: UInt64(clamping: usage.ru_maxrss) << 10)
  }

  private static func nanoseconds(_ time: timeval) -> UInt64 {
    UInt64(clamping: time.tv_sec) * 1_000_000_000 + UInt64(clamping: time.tv_usec) * 1_000
  }
}
