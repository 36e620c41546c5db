import Platform
import Synchronization

/// Holds how a command ended, for the thread that waits for it.
final class Ending: Sendable {
  private let result = Mutex<Result<ExitStatus, any Error>?>(nil)
  private let wakeUp: WakeUp

  init() throws(PlatformError) {
    wakeUp = try WakeUp()
  }

  /// Says how it ended, once.
  func set(_ ending: Result<ExitStatus, any Error>) {
    result.withLock { $0 = ending }
    wakeUp.signal()
  }

  /// Blocks until it has ended.
  func wait() -> Result<ExitStatus, any Error> {
    while true {
      if let ending = result.withLock({ $0 }) { return ending }
      _ = try? wakeUp.wait(for: nil, until: .never)
    }
  }
}
