public import Platform
import Synchronization

/// Watches a folder with inotify, by way of libinotifytools.
///
/// One thread reads the kernel's queue, keeps a map of the watched directories, and passes the events
/// on in order. There can be one watcher at a time in a process; after ``stop()`` the next can start.
/// Make the first one early: the library needs a low descriptor number. For each watch that has ended
/// it keeps some 250 bytes that nothing can free.
public final class InotifyFolderWatcher: FolderWatcher {
  /// The folder, as it was given.
  public let root: Path
  /// What happens, in order; for one consumer.
  public let events: AsyncStream<FolderEvent>

  private let intake: WatchIntake
  private let thread: PlatformThread

  /// Sets a watch on a folder and everything below it, and starts to report.
  ///
  /// Blocks for some ten microseconds for each directory. When it returns, every change from then on
  /// will be reported; what is there is not. Links to directories are not followed, except at the root.
  ///
  /// - Parameters:
  ///   - root: the folder.
  ///   - options: intervals and limits.
  ///   - shouldDescend: says of a directory's path below the folder whether what is in it matters.
  /// - Throws: `alreadyWatching`, `rootUnavailable` or `queueUnavailable`.
  public init(
    root: Path, options: FolderWatchingOptions = FolderWatchingOptions(),
    shouldDescend: @escaping @Sendable (Path) -> Bool
  ) throws(FolderWatchingError) {
    let (stream, continuation) = AsyncStream.makeStream(
      of: FolderEvent.self, bufferingPolicy: .bufferingOldest(max(1, options.eventLimit)))
    let intake = try WatchIntake(
      root: root, options: options, shouldDescend: shouldDescend, sink: EventSink(continuation))
    self.root = root
    self.events = stream
    self.intake = intake
    thread = PlatformThread(name: "folder-watch") { intake.run() }
  }

  deinit {
    stop()
  }

  /// How well the folder is watched at this moment.
  public var health: FolderHealth { intake.health.withLock { $0 } }

  /// Ends the watch and the stream; blocks until nothing of it is left.
  ///
  /// Safe to call twice.
  public func stop() {
    intake.wakeUp.signal()
    if !thread.isCurrent { thread.join() }
  }

  /// Makes watchers with the usual settings.
  public static let factory: FolderWatcherFactory = { root, shouldDescend in
    try InotifyFolderWatcher(root: root, shouldDescend: shouldDescend)
  }
}
