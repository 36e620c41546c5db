import CLinux
import Glibc

extension ChildProcess {
  /// Makes the calling process, a helper, die when the process that started it does.
  ///
  /// A thread waits for the parent by a pidfd (`pidfd_open(2)`), so that even a helper that hangs in a
  /// decoder ends. PR_SET_PDEATHSIG would do the same when only the parent's *thread* ends, and is
  /// for that reason not used. Called at the start of the helper; where pidfds are not allowed it does
  /// nothing, and the helper ends with its standard input.
  package static func endWithParent() {
    let parent = getppid()
    let raw = linux_pidfd_open(parent)
    guard raw >= 0 else { return }
    // If the parent died before that, its number is no longer ours.
    if getppid() != parent { raise(SIGKILL) }
    _ = PlatformThread(name: "parent") {
      var polled = pollfd(fd: raw, events: Int16(POLLIN), revents: 0)
      while poll(&polled, 1, -1) < 0, errno == EINTR {}
      raise(SIGKILL)
    }
  }
}
