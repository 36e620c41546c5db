public import Platform
import Reconciling

extension PhotoLibrary {
  /// Says how a folder is watched.
  public struct WatchOptions: Sendable {
    /// How long a file must be still after its writer closed it.
    public var settle: Duration = .milliseconds(100)
    /// How long to wait before the folder is looked at again after something went wrong.
    public var retryDelay: Duration = .seconds(10)
    /// How long the album view must be at rest.
    var viewDelays = ViewDelays()
    /// How long the logs must be at rest before they are exchanged with the remotes.
    public var exchangeQuiet: Duration = .seconds(30)
    /// How often logs are exchanged with the remotes in any case; nil for never by itself.
    public var exchangeInterval: Duration? = .seconds(900)
    /// Whether to end as soon as everything has come to rest.
    public var endsWhenIdle = false

    /// Creates the default options.
    public init() {}
  }

  /// Is what a watch tells.
  public enum WatchEvent: Sendable {
    /// The watch stands, and this well; from now on nothing is missed.
    case health(FolderHealth)
    /// A look at the whole folder or a burst of changes was taken in.
    case scanned(ScanReport)
    /// Logs were exchanged with a remote, with news, or not for a new reason.
    case exchanged(SyncReport)
    /// Something went wrong that the watch survives.
    case trouble(AlbumenError)
  }

  /// Keeps folder and library in step until the task is cancelled.
  ///
  /// The watch is set first and then the whole folder is looked at, so that nothing falls between. What
  /// arrives in one burst is one transaction. Returns when the task is cancelled, or, where that is asked
  /// for, when everything has come to rest.
  ///
  /// - Parameters:
  ///   - factory: makes the watcher, such as the one of `FolderWatching`.
  ///   - report: called with what happens, in its order, on no particular thread.
  /// - Throws: `.locked` where another process watches the library; what the watcher throws at the
  ///   start; `.rootUnavailable`.
  public func watch(
    with factory: FolderWatcherFactory, _ options: WatchOptions = WatchOptions(),
    report: @escaping @Sendable (WatchEvent) -> Void
  ) async throws {
    let lock = try store.lockWatch()
    try store.checkRoot()
    // Who only waits for the end of the work is not kept waiting by a server.
    let exchanging = Task { [options] in
      guard let interval = options.exchangeInterval, !options.endsWhenIdle else { return }
      await RemoteLoop(
        library: self, quiet: options.exchangeQuiet, interval: interval,
        retryDelay: options.retryDelay, report: report
      ).run()
    }
    do { try await watchFolder(with: factory, options, report) } catch {
      exchanging.cancel()
      await exchanging.value
      throw error
    }
    exchanging.cancel()
    await exchanging.value
    lock.release()
  }

  /// Keeps folder and library in step; as `watch`, without its lock.
  private func watchFolder(
    with factory: FolderWatcherFactory, _ options: WatchOptions,
    _ report: @escaping @Sendable (WatchEvent) -> Void
  ) async throws {
    var health: FolderHealth?
    var isFirst = true
    var told: String?
    while true {
      let view = store.layout.viewDirectory
      let rules = FolderRules(root: root, view: view, staysSame: false)
      let watcher: any FolderWatcher
      do {
        watcher = try factory(root) { path in
          rules.shouldDescend(path) || view.map { path.isInView($0) } ?? false
        }
      } catch {
        if isFirst || options.endsWhenIdle { throw error }
        // A root that is away for a moment. Nothing that happens now is seen, and nobody is to think so.
        let trouble = AlbumenError(unwatchable: error, root)
        if told != trouble.message { report(.trouble(trouble)) }
        told = trouble.message
        health = nil
        store.noteHealth(.lost(reason: trouble.message))
        guard (try? await Task.sleep(for: options.retryDelay)) != nil else { return }
        continue
      }
      defer { watcher.stop() }
      isFirst = false
      told = nil
      let loop = SyncLoop(self, watcher, options, view: view, health: health, report)
      // Which directories get a watch has changed: it is set anew, and all is looked at once more.
      guard try await loop.run() == .rulesChanged else { return }
      health = watcher.health
    }
  }

  /// The name of the album view's directory; nil where no directory is kept for one.
  var viewDirectory: Path? { store.layout.viewDirectory }

  /// Notes how well the folder is watched, for `status` in other processes.
  func noteHealth(_ health: FolderHealth) {
    store.noteHealth(health)
  }

  /// Brings the album view into step.
  func takeInView(_ delays: ViewDelays) async throws -> ViewReport {
    try await syncView(ViewSync.Options(delays: delays))
  }

  /// Looks at some paths, or at the whole folder, and takes in what is new there.
  ///
  /// - Parameter isWaitedFor: whether a file is left out, because it is still being written.
  func takeIn(
    _ paths: [Path]?, except isWaitedFor: @Sendable (Path) -> Bool
  ) async throws -> ScanReport {
    var look = try store.look(at: paths)
    let count = look.toRead.count
    look.toRead.removeAll(where: isWaitedFor)
    if look.toRead.count < count { look.isWhole = false }
    return try await takeIn(look, ScanOptions())
  }
}

extension AlbumenError {
  /// What a watcher said that could not be started.
  fileprivate init(unwatchable error: any Error, _ root: Path) {
    self =
      error as? AlbumenError
      ?? AlbumenError(
        .failed, "the folder cannot be watched: \(error)", subject: root.display,
        disposition: .retry)
  }
}

extension Path {
  /// Whether a path relative to the root is the album view's directory, or one in it that is looked at.
  func isInView(_ name: Path) -> Bool {
    let names = components
    return names.first == name
      && names.dropFirst().allSatisfy {
        IgnoreRules.reason(forDirectory: $0.bytes) == nil
      }
  }
}
