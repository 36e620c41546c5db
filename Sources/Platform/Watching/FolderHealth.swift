/// Tells how well a folder is watched.
public enum FolderHealth: Sendable, Hashable {
  /// Every directory has a watch.
  case watching
  /// The folder is compared from time to time, because its file system reports nothing; the reason
  /// is the type of the file system.
  case polling(reason: String)
  /// Some changes are found only by comparing from time to time; says why, and what to do about it.
  case degraded(reason: String, remedy: String)
  /// The folder is not there: moved, deleted or unmounted. The watcher looks for it.
  case lost(reason: String)
}

extension FolderHealth: CustomStringConvertible {
  /// The state in words, such as `watching` or `polling (nfs)`.
  public var description: String {
    switch self {
    case .watching: "watching"
    case .polling(let reason): "polling (\(reason))"
    case .degraded(let reason, _): "degraded (\(reason))"
    case .lost(let reason): "lost (\(reason))"
    }
  }
}
