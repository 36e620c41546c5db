import Platform
import Synchronization

/// Reads the kernel's events on one thread, keeps the map of watches, and passes events on.
///
/// Sendable unchecked: everything but `wakeUp` and `health` is used first by the thread that makes
/// the object, and after ``run()`` has been started on its own thread only by that one.
final class WatchIntake: @unchecked Sendable {
  let root: Path
  let options: FolderWatchingOptions
  let shouldDescend: @Sendable (Path) -> Bool
  let wakeUp: WakeUp
  let health = Mutex<FolderHealth>(.watching)

  /// Nil if the folder's file system reports nothing.
  private(set) var queue: InotifyQueue?
  private(set) var mode = WatchMode.watch
  var tree = WatchTree()
  var sink: EventSink
  /// Counts the comparisons of the whole tree.
  var generation: UInt64 = 0
  /// Why some directories have no watch, found by the latest comparison or since.
  var shortfall: WatchShortfall?
  /// Set where a file system has gone: at the end of the row of events the reader is told.
  var hasUnmounted = false
  /// When the map is to be compared with what is there, because events and looks at the disk did not
  /// fit together: directories were moved faster than the intake could look after them.
  private var check: Deadline?
  private var earliestCheck = Deadline(after: .zero)
  /// Which directory the folder was when it was last looked up.
  private(set) var attached: FileIdentity?
  /// Whether the folder was gone at the last look.
  private(set) var isLost = false

  private var nextPoll: Deadline
  private var nextFullRescan: Deadline
  private var nextRootCheck: Deadline

  /// Sets the watches; when it returns every change from now on will be reported.
  init(
    root: Path, options: FolderWatchingOptions, shouldDescend: @escaping @Sendable (Path) -> Bool,
    sink: EventSink
  ) throws(FolderWatchingError) {
    self.root = root
    self.options = options
    self.shouldDescend = shouldDescend
    self.sink = sink
    nextPoll = Deadline(after: options.pollInterval)
    nextFullRescan = Deadline(after: options.fullRescanInterval)
    nextRootCheck = Deadline(after: options.rootCheckInterval)
    do throws(PlatformError) {
      wakeUp = try WakeUp()
    } catch {
      throw FolderWatchingError(
        code: .queueUnavailable, message: error.message, cause: error,
        disposition: error.disposition)
    }
    queue = try InotifyQueue.lend()
    do throws(PlatformError) {
      try attach()
    } catch {
      queue?.giveBack()
      throw FolderWatchingError(
        code: .rootUnavailable, message: error.message, path: root, cause: error,
        disposition: error.disposition)
    }
    updateHealth()
    // Nobody has been told anything yet that a change of health could spoil.
    self.sink.isMuted = false
  }

  /// Works until `wakeUp` is signalled.
  func run() {
    while true {
      var deadline = min(nextFullRescan, nextRootCheck)
      if needsPolling { deadline = min(deadline, nextPoll) }
      if let check { deadline = min(deadline, max(check, earliestCheck)) }
      if sink.hasLoss { deadline = min(deadline, Deadline(after: .milliseconds(20))) }
      guard let ready = try? wakeUp.wait(for: queue?.descriptor, until: deadline),
        !ready.isSignalled
      else { break }
      if ready.isReadable { process(drain()) }
      sink.reportLoss()
      checkTimers()
    }
    removeAllWatches()
    queue?.giveBack()
    sink.finish()
  }

  /// Whether the reader has to compare the folder from time to time.
  private var needsPolling: Bool {
    switch mode {
    case .watch: shortfall != nil
    case .watchAndCompare, .compare: true
    }
  }

  /// Has the map compared soon, when what is going on is over.
  func doubt() {
    if check == nil { check = Deadline(after: .milliseconds(100)) }
  }

  /// Compares the map with what is there if there was doubt, and has the reader do the same: what was
  /// told of a directory between its rename and its finding was told under another name.
  private func resolveDoubt() {
    guard let due = check, due.hasPassed, earliestCheck.hasPassed else { return }
    check = nil
    let start = SystemClock.monotonicNanoseconds
    compareTree(report: .nothing)
    sink.send(.rescan(.overtaken))
    // At most a twentieth of the time goes into this, however wild it gets.
    let cost = SystemClock.monotonicNanoseconds - start
    earliestCheck = Deadline(after: .nanoseconds(Int64(clamping: cost) * 20))
  }

  private func checkTimers() {
    resolveDoubt()
    if nextRootCheck.hasPassed {
      nextRootCheck = Deadline(after: options.rootCheckInterval)
      checkRoot()
    }
    if needsPolling, nextPoll.hasPassed {
      nextPoll = Deadline(after: options.pollInterval)
      // Directories may have got watches to spare by now.
      if shortfall != nil { compareTree(report: .nothing) }
      sink.send(.rescan(.polling))
    }
    if nextFullRescan.hasPassed {
      nextFullRescan = Deadline(after: options.fullRescanInterval)
      sink.send(.rescan(.periodic))
    }
  }

  /// Takes all events that are there, and a little longer if a rename is half told.
  private func drain() -> [RawEvent] {
    guard let queue else { return [] }
    var events: [RawEvent] = []
    // The kernel puts the two halves of a rename into the queue one right after the other, but not
    // in one step.
    var patience = 3
    while true {
      while events.count < Self.longestRow, let event = queue.next() { events.append(event) }
      guard patience > 0, RenamePairing(events).hasOpenEnd else { return events }
      patience -= 1
      let wait = Deadline(after: .milliseconds(5))
      guard let ready = try? wakeUp.wait(for: queue.descriptor, until: wait), !ready.isSignalled
      else { return events }
      if let event = queue.next() { events.append(event) }
    }
  }

  private static let longestRow = 32_768

  // MARK: The folder itself

  /// Looks up the folder and sets its watches.
  private func attach() throws(PlatformError) {
    let directory = try Descriptor.open(root, [.read, .directory])
    mode = options.mode(root)
    attached = FileIdentity(try directory.status(path: root))
    isLost = false
    if case .compare = mode {
      tree = WatchTree()
      return
    }
    compareTree(directory, report: .nothing)
  }

  /// Notes that the folder is gone, once.
  func loseRoot(_ reason: RescanReason) {
    guard !isLost else { return }
    isLost = true
    removeAllWatches()
    shortfall = nil
    nextRootCheck = Deadline(after: min(options.rootCheckInterval, .milliseconds(200)))
    health.withLock {
      $0 = .lost(reason: reason == .unmounted ? "unmounted" : "moved or deleted")
    }
    sink.send(.rescan(reason))
  }

  /// Looks whether the folder is there and is the one that is watched; if not, begins anew with what
  /// is there.
  func checkRoot() {
    if !isLost {
      if let status = try? FileStatus.ofTarget(at: root), FileIdentity(status) == attached {
        return
      }
      loseRoot(.rootLost)
    }
    do throws(PlatformError) {
      try attach()
    } catch {
      return
    }
    updateHealth()
    sink.send(.rescan(.rootReturned))
  }

  private func removeAllWatches() {
    guard let queue else { return }
    var watches = tree.displaced.flatMap { tree.remove($0) }
    if let node = tree.root { watches += tree.remove(node) }
    for watch in watches { queue.remove(watch) }
    tree = WatchTree()
  }

  /// Works the health out, and tells the reader if it is another one.
  func updateHealth() {
    if isLost { return }
    let now: FolderHealth
    switch mode {
    case .compare(let type): now = .polling(reason: type)
    case .watch, .watchAndCompare:
      now = shortfall.map { .degraded(reason: $0.reason, remedy: $0.remedy) } ?? .watching
    }
    let hasChanged = health.withLock { health in
      defer { health = now }
      return health != now
    }
    if hasChanged { sink.send(.rescan(.degraded)) }
  }
}

extension WatchMode {
  /// Whether there are watches at all.
  var hasWatches: Bool {
    if case .compare = self { false } else { true }
  }
}
