import Platform
import Reconciling
import Synchronization

/// Turns what a watcher tells into scans: waits for files to come to rest, and takes in a burst at once.
///
/// One task takes the watcher's events in, in their order, and only notes what they concern; another
/// looks at what has come to rest. A lost event means a look at the whole folder.
final class SyncLoop: Sendable {
  private struct State {
    var settling: Settling
    var needsScan: Bool
    var lastEvent: UInt64
    /// When the album view is to be looked at; nil where there is no cause.
    var viewTime: UInt64?
    /// Where in it something happened; nil where that is not known, and all of it is to be looked at.
    var viewDirectories: Set<Path>?
    /// What keeps the album view from following, which is told once.
    var viewTrouble: String?
    /// What is left in it as it is, which is told once.
    var viewLeft: Set<Path> = []
    /// What went wrong at the last try, which is told once.
    var trouble: String?
    /// How well the folder was watched when that was last told.
    var health: FolderHealth?
    /// When to see whether other directories get a watch now; nil where there is no cause.
    var rulesTime: UInt64?
    /// Whether a file of rules was written, and not only a directory made.
    var areIgnoreFilesTouched = false
    /// Whether other directories get a watch for certain.
    var areRulesChanged = false
    /// When the timer goes off that is set.
    var timer = UInt64.max
  }

  private let library: PhotoLibrary
  private let watcher: any FolderWatcher
  private let options: PhotoLibrary.WatchOptions
  /// The name of the album view's directory; nil where there is none.
  private let view: Path?
  private let report: @Sendable (PhotoLibrary.WatchEvent) -> Void
  private let state: Mutex<State>
  private let wake: AsyncStream<Void>
  private let waker: AsyncStream<Void>.Continuation

  init(
    _ library: PhotoLibrary, _ watcher: any FolderWatcher, _ options: PhotoLibrary.WatchOptions,
    view: Path?, health: FolderHealth? = nil,
    _ report: @escaping @Sendable (PhotoLibrary.WatchEvent) -> Void
  ) {
    self.library = library
    self.watcher = watcher
    self.options = options
    self.view = view
    self.report = report
    let settle = UInt64(max(.zero, options.settle) / .nanoseconds(1))
    state = Mutex(
      State(
        settling: Settling(Settling.Delays(settle: settle)), needsScan: true,
        lastEvent: SystemClock.monotonicNanoseconds, health: health))
    // One signal waits at most: it says only that there is something to look at.
    (wake, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// Says why a run has ended.
  enum Ending {
    /// It was cancelled, or the folder has come to rest where that is asked for.
    case done
    /// Other directories get a watch now: it must be set anew.
    case rulesChanged
  }

  /// Runs until the task is cancelled, or the folder is at rest where that is asked for.
  func run() async throws -> Ending {
    waker.yield()
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for await event in self.watcher.events { self.note(event) }
        // The watcher has ended: so does the loop.
        self.waker.finish()
      }
      group.addTask { try await self.work() }
      // Whichever ends first ends the other; being cancelled is how a watch ends.
      defer {
        self.watcher.stop()
        self.waker.finish()
        group.cancelAll()
      }
      do { try await group.next() } catch is CancellationError {}
    }
    return state.withLock { $0.areRulesChanged && !Task.isCancelled ? .rulesChanged : .done }
  }

  private func note(_ event: FolderEvent) {
    let now = SystemClock.monotonicNanoseconds
    state.withLock { state in
      state.lastEvent = now
      noteRules(event, now, &state)
      if let view, isOfView(event) {
        // A few events go together; they must not put it off for ever.
        state.viewTime = min(state.viewTime ?? .max, now + state.settling.delays.settle)
        noteView(event, view, &state)
        guard case .moved(let from, let to, _) = event,
          from.components.first != view || to.components.first != view
        else { return }
      }
      switch event {
      case .created(let path, isDirectory: false), .closedAfterWriting(let path),
        .attributes(let path), .deleted(let path, isDirectory: _),
        .movedOut(let path, isDirectory: _):
        // What is gone is looked at when it has been gone for a moment: it may be back at once.
        state.settling.note(.closed, of: path.bytes, at: now)
      case .modified(let path): state.settling.note(.writing, of: path.bytes, at: now)
      case .movedIn(let path, isDirectory: _):
        state.settling.note(.arrived, of: path.bytes, at: now)
      case .moved(let from, let to, let isDirectory):
        // What is being written under the old name goes on being waited for under the new one.
        let isAtWork = state.settling.isPending(from.bytes)
        state.settling.move(from: from.bytes, to: to.bytes)
        state.settling.note(.arrived, of: from.bytes, at: now)
        if isDirectory || !isAtWork { state.settling.note(.arrived, of: to.bytes, at: now) }
      case .created(_, isDirectory: true): break
      case .rescan: state.needsScan = true
      }
    }
    waker.yield()
  }

  /// Takes notice of where in the album view something happened.
  private func noteView(_ event: FolderEvent, _ view: Path, _ state: inout State) {
    let isOfDirectory =
      switch event {
      case .created(_, let isDirectory), .deleted(_, let isDirectory),
        .movedIn(_, let isDirectory), .movedOut(_, let isDirectory),
        .moved(_, _, let isDirectory):
        isDirectory
      case .modified, .closedAfterWriting, .attributes: false
      case .rescan: true
      }
    // What leaves the view, or comes to it from the roll, is more than a thing of one album.
    guard !isOfDirectory, event.paths.allSatisfy({ $0.parent.isInside(view) && $0.parent != view })
    else { return state.viewDirectories = nil }
    for path in event.paths { state.viewDirectories?.insert(path.parent) }
  }

  /// Takes notice where other directories may get a watch after an event: rules were written, or there
  /// is another view's directory.
  private func noteRules(_ event: FolderEvent, _ now: UInt64, _ state: inout State) {
    let isOfRules = event.paths.contains { $0.lastComponent.bytes == IgnoreFile.name }
    let isOfTop =
      switch event {
      case .created(let path, isDirectory: true), .movedIn(let path, isDirectory: true),
        .moved(_, let path, isDirectory: true):
        path.parent.isEmpty
      default: false
      }
    guard isOfRules || isOfTop else { return }
    state.rulesTime = now + state.settling.delays.settle
    if isOfRules { state.areIgnoreFilesTouched = true }
  }

  /// Sees whether other directories get a watch now.
  private func checkRules() async -> Bool {
    let isDue = state.withLock { state in
      guard let time = state.rulesTime, time <= SystemClock.monotonicNanoseconds else {
        return false
      }
      state.rulesTime = nil
      return true
    }
    guard isDue else { return false }
    let isOther = await library.viewDirectory != view
    return state.withLock { state in
      state.areRulesChanged = isOther || state.areIgnoreFilesTouched
      return state.areRulesChanged
    }
  }

  /// Whether something happened in the album view.
  private func isOfView(_ event: FolderEvent) -> Bool {
    switch event {
    case .created(let path, _), .closedAfterWriting(let path), .attributes(let path),
      .deleted(let path, _), .movedOut(let path, _), .modified(let path), .movedIn(let path, _):
      path.components.first == view
    case .moved(let from, let to, _):
      from.components.first == view || to.components.first == view
    case .rescan: false
    }
  }

  private func work() async throws {
    var timer: Task<Void, Never>?
    defer { timer?.cancel() }
    for await _ in wake {
      if Task.isCancelled { return }
      await tellHealth()
      if await checkRules() { return }
      try await takeIn()
      if options.endsWhenIdle, isIdle() { return }
      if let next = nextTimer() {
        timer?.cancel()
        timer = Task { await self.sleep(until: next) }
      }
    }
  }

  /// When a timer has to be set; nil where one that is set goes off early enough: that one does no harm.
  private func nextTimer() -> UInt64? {
    guard let next = nextTime() else { return nil }
    return state.withLock { state in
      guard next < state.timer else { return nil }
      state.timer = next
      return next
    }
  }

  private func sleep(until time: UInt64) async {
    let now = SystemClock.monotonicNanoseconds
    // The clock that stands still during suspend, as the times do that are waited for.
    let delay = Duration.nanoseconds(time > now ? time - now : 0)
    guard (try? await Task.sleep(for: delay, clock: SuspendingClock())) != nil else { return }
    state.withLock { state in if state.timer == time { state.timer = .max } }
    waker.yield()
  }

  private func tellHealth() async {
    let health = watcher.health
    let isNews = state.withLock { state in
      if state.trouble != nil || state.health == health { return false }
      state.health = health
      return true
    }
    guard isNews else { return }
    await library.noteHealth(health)
    report(.health(health))
  }

  private func takeIn() async throws {
    let (needsScan, due, viewIsDue, directories) = state.withLock { state in
      let needsScan = state.needsScan
      state.needsScan = false
      let now = SystemClock.monotonicNanoseconds
      let due = state.settling.takeDue(at: now)
      let viewIsDue = needsScan || !due.isEmpty || state.viewTime.map { $0 <= now } ?? false
      let directories = needsScan || !due.isEmpty ? nil : state.viewDirectories
      if viewIsDue {
        state.viewTime = nil
        state.viewDirectories = []
      }
      return (needsScan, due, viewIsDue, directories)
    }
    if !needsScan, due.isEmpty { return try await takeInView(viewIsDue, directories) }
    do {
      var found = try await library.takeIn(needsScan ? nil : due.compactMap { Path(bytes: $0) }) {
        path in self.state.withLock { $0.settling.isPending(path.bytes) }
      }
      do {
        found.view = try await lookAtView(nil)
      } catch {
        // What was taken in is told all the same.
        if found.isNews { report(.scanned(found)) }
        throw error
      }
      let now = SystemClock.monotonicNanoseconds
      state.withLock { [found] state in
        for path in found.unsettled where !state.settling.putBackIncomplete(path.bytes, at: now) {
          state.settling.note(.closed, of: path.bytes, at: now)
        }
        if found.needsWholeLook {
          state.needsScan = true
          waker.yield()
        }
        if state.trouble != nil { waker.yield() }
        state.trouble = nil
      }
      if needsScan || found.isNews { report(.scanned(found)) }
    } catch let error as AlbumenError {
      try await recover(error)
    }
  }

  /// Looks at the album view alone.
  private func takeInView(_ isDue: Bool, _ directories: Set<Path>?) async throws {
    if !isDue { return }
    do {
      var found = ScanReport()
      found.view = try await lookAtView(directories)
      if found.isNews { report(.scanned(found)) }
    } catch let error as AlbumenError {
      try await recover(error)
    }
  }

  /// Brings the album view into step; what keeps it from that is told once, and no cause to look at the
  /// folder again.
  private func lookAtView(_ directories: Set<Path>?) async throws -> ViewReport? {
    do {
      var found = try await library.takeInView(options.viewDelays, at: directories)
      let left = Set(found.left.map(\.path))
      found.isLeftNews = state.withLock { state in
        state.viewTrouble = nil
        let isNews = !left.isSubset(of: state.viewLeft)
        // Of a part of the view nothing is known of the rest.
        state.viewLeft = directories == nil ? left : state.viewLeft.union(left)
        return isNews
      }
      noteWaiting(found)
      return found
    } catch let error as AlbumenError {
      let failed = try ViewReport(failedBy: error, at: view ?? library.root.lastComponent)
      let isNew = state.withLock { state in
        state.viewDirectories = nil
        // Who only waits for the end of the work must not wait for ever.
        if !options.endsWhenIdle {
          let pause = UInt64(max(.zero, options.retryDelay) / .nanoseconds(1))
          let time = SystemClock.monotonicNanoseconds + max(pause, 10_000_000)
          state.viewTime = min(state.viewTime ?? .max, time)
        }
        defer { state.viewTrouble = error.message }
        return state.viewTrouble != error.message
      }
      return isNew ? failed : nil
    }
  }

  /// Looks at the album view again when what still changes there has had time to come to rest.
  private func noteWaiting(_ view: ViewReport?) {
    guard view?.waiting.isEmpty == false else { return }
    let pause = UInt64(max(.zero, options.viewDelays.quiet) / .nanoseconds(1))
    state.withLock { state in
      state.viewDirectories = nil
      state.viewTime = min(
        state.viewTime ?? .max, SystemClock.monotonicNanoseconds + max(pause, 10_000_000))
    }
  }

  private func recover(_ error: AlbumenError) async throws {
    // A full disk, a lock that is held, a root that is away: all of it is looked at again in a while.
    let isNew = state.withLock { state in
      state.needsScan = true
      state.health = nil
      defer { state.trouble = error.message }
      return state.trouble != error.message
    }
    // Who only waits for the end of the work must not wait for ever.
    if options.endsWhenIdle { throw error }
    if isNew { report(.trouble(error)) }
    // Who asks how the watch is must not be told that all is well.
    await library.noteHealth(.lost(reason: error.message))
    try await Task.sleep(for: options.retryDelay)
  }

  private func nextTime() -> UInt64? {
    state.withLock { state in
      let quiet = state.lastEvent + state.settling.delays.settle
      if state.needsScan { return SystemClock.monotonicNanoseconds }
      let next = [state.settling.nextTime, state.viewTime, state.rulesTime].compactMap { $0 }.min()
      return next ?? (options.endsWhenIdle ? quiet : nil)
    }
  }

  /// Whether all is taken in, and nothing has happened for a while.
  private func isIdle() -> Bool {
    state.withLock { state in
      !state.needsScan && state.settling.isEmpty && state.viewTime == nil
        && state.rulesTime == nil
        && SystemClock.monotonicNanoseconds >= state.lastEvent + state.settling.delays.settle
    }
  }
}

extension ScanReport {
  /// Whether there is something to tell.
  var isNews: Bool {
    hasChanges || !missing.isEmpty || !withheld.isEmpty || !unreadable.isEmpty
      || view?.isNews == true
  }
}

extension ViewReport {
  /// Whether there is something to tell: not what is only waited for.
  var isNews: Bool { hasChanges || !withheld.isEmpty || !failed.isEmpty || isLeftNews }
}
