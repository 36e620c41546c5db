import Synchronization

/// Lets one thread end what others do with servers.
package final class GitCancellation: Sendable {
  private let flag = Atomic<Bool>(false)

  /// Makes one that has not been used.
  package init() {}

  /// Ends what is under way within a tenth of a second, and whatever begins later at once.
  package func cancel() { flag.store(true, ordering: .relaxed) }

  /// Whether it was used.
  package var isCancelled: Bool { flag.load(ordering: .relaxed) }
}
