import CLinux
import Glibc

/// Writes to pipes without the signal that would end the process, whatever the process does with it.
enum BrokenPipe {
  /// Writes all bytes; `brokenPipe` if nobody reads.
  ///
  /// SIGPIPE is blocked for this thread meanwhile, and taken back if this write has raised it.
  static func writeAll(_ bytes: [UInt8], to raw: Int32) throws(PlatformError) {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGPIPE)
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var wasPending = sigset_t()
    sigpending(&wasPending)
    do throws(PlatformError) {
      try bytes.span.withUnsafeBytes { buffer throws(PlatformError) in
        var rest = buffer
        while !rest.isEmpty {
          let part = rest
          let count = try SystemCall.retrying("write") {
            Glibc.write(raw, part.baseAddress, part.count)
          }
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
      }
    } catch {
      if error.code == .brokenPipe, sigismember(&wasPending, SIGPIPE) == 0 {
        var now = timespec()
        while sigtimedwait(&set, nil, &now) < 0, errno == EINTR {}
      }
      throw error
    }
  }
}
