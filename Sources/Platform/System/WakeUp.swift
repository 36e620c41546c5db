import CLinux
import Glibc

/// Wakes a thread that waits for descriptors (`eventfd(2)`).
package final class WakeUp: Sendable {
  private let descriptor: Descriptor

  /// Makes one that is not signalled.
  package init() throws(PlatformError) {
    let flags = Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)
    descriptor = Descriptor(owning: try SystemCall.retrying("eventfd") { eventfd(0, flags) })
  }

  /// Wakes the waiting thread, or the next that waits.
  package func signal() {
    // Fails only when the counter is full, and then it is signalled.
    eventfd_write(descriptor.raw, 1)
  }

  /// Forgets earlier signals.
  package func clear() {
    var count: eventfd_t = 0
    eventfd_read(descriptor.raw, &count)
  }

  /// Waits until a descriptor can be read or a signal comes, or until a deadline (`poll(2)`).
  ///
  /// - Parameter raw: the descriptor; nil waits for a signal only.
  package func wait(
    for raw: Int32?, until deadline: Deadline
  ) throws(PlatformError) -> (isReadable: Bool, isSignalled: Bool) {
    // poll(2) leaves out entries whose descriptor is negative.
    var polled = [
      pollfd(fd: raw ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: descriptor.raw, events: Int16(POLLIN), revents: 0),
    ]
    try SystemCall.retrying("poll") { poll(&polled, 2, deadline.pollTimeout) }
    return (polled[0].revents != 0, polled[1].revents != 0)
  }
}
