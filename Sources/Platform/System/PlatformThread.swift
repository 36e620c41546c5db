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
    switch Self.start(name, run) {
    case .success(let started): raw = started
    case .failure(let error):
      // EAGAIN only: no more threads for this user. Nothing that needs one can go on.
      preconditionFailure("cannot start a thread: \(error)")
    }
  }

  /// Starts a thread that only makes something faster; nil where this user may have no more.
  package init?(helping name: String, _ run: @escaping @Sendable () -> Void) {
    guard case .success(let started) = Self.start(name, run) else { return nil }
    raw = started
  }

  private static func start(
    _ name: String, _ run: @escaping @Sendable () -> Void
  ) -> Result<pthread_t, PlatformError> {
    let context = Unmanaged.passRetained(Body(run))
    var started = pthread_t()
    let result = pthread_create(
      &started, nil,
      { context in
        if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
        return nil
      }, context.toOpaque())
    guard result == 0 else {
      context.release()
      return .failure(
        PlatformError(errno: result, operation: "pthread_create", purpose: "start a thread"))
    }
    _ = linux_name_thread(started, String(decoding: name.utf8.prefix(15), as: UTF8.self))
    return .success(started)
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
