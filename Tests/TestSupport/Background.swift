import Platform
import Synchronization

/// Runs a test's second party on a thread of its own: the threads that tasks share may all be taken by
/// other tests that block.
package final class Background: Sendable {
  private let thread: PlatformThread
  private let outcome: Outcome

  /// Starts the thread.
  package init(_ body: @escaping @Sendable () throws -> Void) {
    let outcome = Outcome()
    self.outcome = outcome
    thread = PlatformThread(name: "background") {
      do { try body() } catch { outcome.note("\(error)") }
    }
  }

  /// Waits for the end of the thread.
  ///
  /// - Throws: if the body threw.
  package func finish() throws {
    thread.join()
    if let failure = outcome.failure { throw TestFailure(failure) }
  }

  private final class Outcome: Sendable {
    private let storage = Mutex<String?>(nil)
    func note(_ failure: String) { storage.withLock { $0 = failure } }
    var failure: String? { storage.withLock { $0 } }
  }
}
