/// Reports what happens in a folder and below it.
///
/// `FolderWatching` fulfils this with inotify; who uses the library without it can bring another.
/// A watcher never touches what it watches. It reports *possible* changes: the reader looks at the
/// file itself before concluding anything, and repeats of one change are to be expected.
public protocol FolderWatcher: Sendable {
  /// The folder, as it was given.
  var root: Path { get }

  /// What happens, in the order in which the kernel reported it; for one consumer.
  ///
  /// The stream is bounded: when the reader falls behind, events are dropped and one
  /// ``FolderEvent/rescan(_:)`` takes their place. It ends after ``stop()``.
  var events: AsyncStream<FolderEvent> { get }

  /// How well the folder is watched at this moment.
  ///
  /// A change of health is followed by a ``FolderEvent/rescan(_:)``.
  var health: FolderHealth { get }

  /// Ends the watch and the stream; blocks until nothing of it is left.
  ///
  /// Safe to call twice.
  func stop()
}

/// Starts the watch of a folder.
///
/// The first parameter is the folder. The second says of a directory's path, relative to it, whether
/// what is inside matters: directories for which it returns false get no watch. It is called on the
/// watcher's own thread. When the call returns, every change from then on will be reported.
public typealias FolderWatcherFactory =
  @Sendable (_ root: Path, _ shouldDescend: @escaping @Sendable (Path) -> Bool) throws ->
  any FolderWatcher
