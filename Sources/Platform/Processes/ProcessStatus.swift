import CLinux

/// Tells how a process ended.
package enum ProcessStatus: Sendable, Hashable {
  /// It returned this exit code, 0 to 255.
  case exited(Int32)
  /// This signal ended it.
  case signalled(Int32)

  init(waitStatus: Int32) {
    self =
      linux_exited(waitStatus) != 0
      ? .exited(linux_exit_code(waitStatus)) : .signalled(linux_term_signal(waitStatus))
  }
}
