import Synchronization

/// Adds up what several threads have done, and tells how far that is.
final class ProgressCounter: Sendable {
  private let activity: String
  private let total: Int?
  private let tell: @Sendable (TaskProgress) -> Void
  private let done = Mutex(0)

  init(_ activity: String, total: Int?, _ tell: @escaping @Sendable (TaskProgress) -> Void) {
    self.activity = activity
    self.total = total
    self.tell = tell
  }

  func add(_ count: Int) {
    let sum = done.withLock { done in
      done += count
      return done
    }
    tell(TaskProgress(activity: activity, done: sum, total: total))
  }
}
