/// Says what may have changed in a watched folder.
///
/// All paths are relative to its root.
public enum FolderEvent: Sendable, Hashable {
  /// A name appeared, or was found when a new directory was first read: a file, which may still be
  /// being written, a link, or a directory. For a directory what is inside is reported as well.
  case created(Path, isDirectory: Bool)
  /// A file's bytes changed.
  case modified(Path)
  /// A file that was open for writing was closed.
  case closedAfterWriting(Path)
  /// A name changed inside the folder; what is in a directory went with it.
  ///
  /// Earlier events may have used names below `from` that were below `to` by the time they were read.
  case moved(from: Path, to: Path, isDirectory: Bool)
  /// Something came from outside the folder, or from an ignored directory. What is inside a
  /// directory is reported as created.
  case movedIn(Path, isDirectory: Bool)
  /// Something left the folder. What is inside a directory is not reported.
  case movedOut(Path, isDirectory: Bool)
  /// A name was removed.
  case deleted(Path, isDirectory: Bool)
  /// Permissions, times, owner or the number of links changed.
  case attributes(Path)
  /// Anything may have changed: compare the whole folder. Nothing before this is to be relied on.
  case rescan(RescanReason)

  /// The paths that it names: two for a move inside the folder, none for a comparison.
  package var paths: [Path] {
    switch self {
    case .created(let path, _), .modified(let path), .closedAfterWriting(let path),
      .movedIn(let path, _), .movedOut(let path, _), .deleted(let path, _), .attributes(let path):
      [path]
    case .moved(let from, let to, _): [from, to]
    case .rescan: []
    }
  }
}

/// Says why a watcher asks for a comparison of the whole folder.
public enum RescanReason: Sendable, Hashable {
  /// The kernel's queue overflowed.
  case overflow
  /// Directories were renamed faster than the watcher could follow: what it told of paths in them may
  /// be told of the wrong ones.
  case overtaken
  /// The reader fell behind and events were dropped.
  case dropped
  /// A file system in the folder was unmounted.
  case unmounted
  /// The folder itself was moved or deleted.
  case rootLost
  /// The folder is there again after it was lost, or is another one than before.
  case rootReturned
  /// The health has changed: see ``FolderWatcher/health``.
  case degraded
  /// The interval of polling has passed.
  case polling
  /// The interval of the general check has passed.
  case periodic
}
