import Platform
import Synchronization

/// Remembers since when this process has seen files as they are, by one clock that nobody sets.
///
/// A file's own times are those of another machine's clock, or of one that was wrong.
enum FirstSight {
  private struct Key: Hashable {
    let device: UInt64
    let inode: UInt64
    let modified: Int64
    let size: Int64
  }

  private static let most = 10_000
  private static let seen = Mutex<[Key: ContinuousClock.Instant]>([:])

  /// Returns how long ago a file was first seen as it is now: zero the first time.
  static func age(of status: FileStatus) -> Duration {
    let now = ContinuousClock.now
    let key = Key(
      device: status.device, inode: status.inode, modified: status.mtimeNanoseconds,
      size: status.size)
    return seen.withLock { seen in
      if let first = seen[key] { return now - first }
      // Forgetting only makes a wait longer.
      if seen.count >= most { seen.removeAll() }
      seen[key] = now
      return .zero
    }
  }
}
