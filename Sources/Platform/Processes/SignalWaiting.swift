import CLinux
import Glibc

/// Turns signals into values that a task can wait for; for executables only.
///
/// ``block(_:)`` belongs at the very start of the program, before there is a second thread.
package final class SignalWaiting: Sendable {
  /// The signals as they arrive, in order, for one consumer; ends with ``stop()``.
  package let signals: AsyncStream<Int32>

  private let wakeUp: WakeUp
  private let thread: PlatformThread

  /// Keeps signals from interrupting this process (`pthread_sigmask(3)`); later threads inherit that.
  package static func block(_ signals: [Int32]) {
    var set = signalSet(signals)
    pthread_sigmask(SIG_BLOCK, &set, nil)
  }

  /// Makes a write to a closed pipe fail with `brokenPipe` instead of ending the process.
  package static func ignoreBrokenPipes() {
    linux_ignore_signal(SIGPIPE)
  }

  /// Gives the signals of a crash, and Ctrl-\\, their ordinary effect: the runtime would print a trace.
  package static func leaveCrashesToTheSystem() {
    for signal in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      linux_default_signal(signal)
    }
  }

  /// Gives a signal its ordinary effect again and raises it: the exit status then tells why.
  package static func die(of signal: Int32) -> Never {
    linux_default_signal(signal)
    var set = signalSet([signal])
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
    raise(signal)
    _exit(128 + signal)
  }

  /// Starts to wait, on a thread of its own, for signals that must be blocked (`signalfd(2)`).
  package init(for signals: [Int32]) throws(PlatformError) {
    var set = Self.signalSet(signals)
    let flags = Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)
    let source = Descriptor(
      owning: try SystemCall.retrying("signalfd") { signalfd(-1, &set, flags) })
    let wakeUp = try WakeUp()
    self.wakeUp = wakeUp
    let (stream, continuation) = AsyncStream.makeStream(
      of: Int32.self, bufferingPolicy: .bufferingOldest(16))
    self.signals = stream
    let raw = source.take()
    thread = PlatformThread(name: "signals") {
      let source = Descriptor(owning: raw)
      Self.forward(from: source, until: wakeUp, to: continuation)
      continuation.finish()
    }
  }

  deinit {
    stop()
  }

  /// Ends the stream and waits for the thread.
  package func stop() {
    wakeUp.signal()
    thread.join()
  }

  private static func forward(
    from source: borrowing Descriptor, until stop: WakeUp,
    to continuation: AsyncStream<Int32>.Continuation
  ) {
    while let ready = try? stop.wait(for: source.raw, until: .never), !ready.isSignalled {
      var info = signalfd_siginfo()
      let size = MemoryLayout<signalfd_siginfo>.size
      while Glibc.read(source.raw, &info, size) == size {
        continuation.yield(Int32(info.ssi_signo))
      }
    }
  }

  private static func signalSet(_ signals: [Int32]) -> sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    for signal in signals { sigaddset(&set, signal) }
    return set
  }
}
