import CLinux
import Glibc
import Synchronization

/// Is a thread for a loop that blocks in the kernel, which would starve Swift's own.
package final class PlatformThread: Sendable {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private let raw: pthread_t
  private let isReleased = Atomic<Bool>(false)

  /// Starts a thread (`pthread_create(3)`), which goes on if this object goes.
  ///
  /// - Parameter name: what a debugger shows, cut to 15 bytes.
  package init(name: String, _ run: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(Body(run))
    var started = pthread_t()
    let result = pthread_create(
      &started, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    // EAGAIN only: no more threads for this user. Nothing that needs one can go on.
    precondition(result == 0, "cannot start a thread: \(PlatformError.description(of: result))")
    _ = linux_name_thread(started, String(decoding: name.utf8.prefix(15), as: UTF8.self))
    raw = started
  }

  deinit {
    if !isReleased.exchange(true, ordering: .relaxed) { pthread_detach(raw) }
  }

  /// Whether the caller runs on this thread.
  package var isCurrent: Bool { pthread_equal(raw, pthread_self()) != 0 }

  /// Waits for the thread to end, the first time that it is called; not from the thread itself.
  package func join() {
    if !isReleased.exchange(true, ordering: .relaxed) { pthread_join(raw, nil) }
  }
}
