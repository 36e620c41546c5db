import CLinux
import Glibc

/// Sets up a process that handles files which may be made to break it; for executables only.
package enum HelperProcess {
  /// Takes away what such a process has no need for; called at its start, before other threads.
  ///
  /// It gets no core file, no more than `memory` bytes of private memory (RLIMIT_DATA; mapped files
  /// aside), and, where the kernel can, no writing to file systems (`landlock(7)`), no sockets and
  /// no other programs (`seccomp(2)`). What is open already stays usable.
  package static func confine(memory: UInt64) {
    limit(__rlimit_resource_t(RLIMIT_CORE.rawValue), 0)
    limit(__rlimit_resource_t(RLIMIT_DATA.rawValue), memory)
    limit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 0)
    _ = linux_renounce_writing()
    _ = linux_renounce_network()
  }

  /// The version of landlock(7) that the kernel offers; nil where such a process can be kept from writing
  /// only by its other limits.
  package static var landlockVersion: Int? {
    let version = linux_landlock_version()
    return version > 0 ? Int(version) : nil
  }

  /// Ends the process with SIGALRM unless called again in time; 0 seconds calls it off (`alarm(2)`).
  package static func endUnlessDone(withinSeconds seconds: UInt32) {
    alarm(seconds)
  }

  /// Keeps standard output for the caller alone: what libraries print goes nowhere from now on.
  package static func takeStandardOutput() throws(PlatformError) -> Descriptor {
    let output = Descriptor(
      owning: try SystemCall.retrying("fcntl") { fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) })
    let nowhere = try Descriptor.open("/dev/null", .write)
    try SystemCall.retrying("dup2") { dup2(nowhere.raw, STDOUT_FILENO) }
    return output
  }

  /// Ends the process at once with an exit code (`_exit(2)`); nothing is flushed.
  package static func exit(_ code: Int32) -> Never {
    _exit(code)
  }

  private static func limit(_ resource: __rlimit_resource_t, _ value: UInt64) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    setrlimit(resource, &limit)
  }
}
