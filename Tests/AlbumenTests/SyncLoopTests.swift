import Albumen
import Synchronization
import TestSupport
import Testing

/// The watch with a watcher of the test's own, which says what the test wants.
@Suite struct SyncLoopTests {
  /// Is a watcher that reports what it is told to.
  final class ScriptedWatcher: FolderWatcher {
    let root: Path
    let events: AsyncStream<FolderEvent>
    private let continuation: AsyncStream<FolderEvent>.Continuation
    private let state = Mutex(FolderHealth.watching)
    private let stops = Mutex(0)

    init(_ root: Path) {
      self.root = root
      (events, continuation) = AsyncStream.makeStream()
    }

    var health: FolderHealth { state.withLock { $0 } }
    var stopCount: Int { stops.withLock { $0 } }

    func tell(_ event: FolderEvent) { continuation.yield(event) }

    func become(_ health: FolderHealth) {
      state.withLock { $0 = health }
      tell(.rescan(.degraded))
    }

    func stop() {
      stops.withLock { $0 += 1 }
      continuation.finish()
    }
  }

  private func withScript(
    retryDelay: Duration = .milliseconds(5),
    _ body: (WatchScenario, ScriptedWatcher) async throws -> Void
  ) async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let watcher = ScriptedWatcher(scenario.root)
      var options = PhotoLibrary.WatchOptions()
      options.retryDelay = retryDelay
      options.settle = .milliseconds(5)
      let watch = try await WatchScenario(scenario, library, options) { _, _ in watcher }
      try await body(watch, watcher)
      try await watch.end()
      #expect(watcher.stopCount >= 1)
      await library.close()
    }
  }

  @Test func aRescanLooksAtTheWholeFolder() async throws {
    try await withScript { watch, watcher in
      try watch.scenario.photo("unseen/a.jpg", 1)
      watcher.tell(.rescan(.overflow))
      try await watch.wait(forAssets: 1)
      // An event tells of its own path alone.
      try watch.scenario.photo("b.jpg", 2)
      try watch.scenario.photo("c.jpg", 3)
      watcher.tell(.closedAfterWriting("c.jpg"))
      try await watch.wait(forAssets: 2)
      #expect(Set(try await watch.library.assets().map(\.path)) == ["unseen/a.jpg", "c.jpg"])
      // Several at once are one look.
      let scans = watch.scans.count
      for _ in 0..<100 { watcher.tell(.rescan(.dropped)) }
      try await watch.wait(forAssets: 3)
      #expect(watch.scans.count - scans < 50)
    }
  }

  /// What is being written when it gets another name goes on being waited for.
  @Test func aFileThatIsRenamedWhileItIsWrittenWaits() async throws {
    try await withScript { watch, watcher in
      try watch.scenario.photo("half.jpg", 1)
      watcher.tell(.created("half.jpg", isDirectory: false))
      watcher.tell(.modified("half.jpg"))
      try moveFile(watch.root / "half.jpg", to: watch.root / "other.jpg")
      watcher.tell(.moved(from: "half.jpg", to: "other.jpg", isDirectory: false))
      // What comes behind it is taken in, and it is not.
      try watch.scenario.photo("whole.jpg", 2)
      watcher.tell(.movedIn("whole.jpg", isDirectory: false))
      try await watch.wait(for: "whole.jpg") { try await watch.has("whole.jpg") }
      #expect(try await watch.has("other.jpg") == false)
      watcher.tell(.closedAfterWriting("other.jpg"))
      try await watch.wait(for: "other.jpg") { try await watch.has("other.jpg") }
    }
  }

  @Test func healthIsToldWhenItChanges() async throws {
    try await withScript { watch, watcher in
      watcher.become(.degraded(reason: "limit 8192", remedy: "sysctl"))
      try await watch.wait(for: "the health") {
        try await watch.library.status().watch == "degraded (limit 8192)"
      }
      watcher.become(.watching)
      try await watch.wait(for: "the health") {
        try await watch.library.status().watch == "watching"
      }
      let told = watch.events.filter { if case .health = $0 { true } else { false } }
      #expect(told.count == 3)
    }
  }

  /// Told once, tried again until it goes, and nothing that happened meanwhile is lost.
  @Test func aRootThatComesBackIsWatchedOn() async throws {
    try await withScript { watch, watcher in
      try watch.scenario.photo("a.jpg", 1)
      watcher.tell(.closedAfterWriting("a.jpg"))
      try await watch.wait(forAssets: 1)
      let away = watch.scenario.top / "away"
      try moveFile(watch.root, to: away)
      watcher.tell(.rescan(.rootLost))
      try await watch.wait(for: "the trouble") { watch.troubles.count == 1 }
      #expect(watch.troubles.first?.code == .rootUnavailable)
      try writeFile(away / "b.jpg", bytes: TinyPhoto.jpeg(2))
      watcher.tell(.closedAfterWriting("b.jpg"))
      watcher.tell(.deleted("a.jpg", isDirectory: false))
      try moveFile(away, to: watch.root)
      try await watch.wait(forAssets: 2)
      #expect(watch.troubles.count == 1)
      #expect(watch.scans.flatMap(\.missing).isEmpty)
    }
  }

  /// What keeps the album view from following is told once and tried again; the files are in, and the
  /// folder is not looked at again for it.
  @Test func aViewThatCannotFollowIsToldBesideTheFiles() async throws {
    try await withScript { watch, watcher in
      let view = ViewScenario(scenario: watch.scenario, library: watch.library)
      try watch.scenario.photo("a.jpg", 1)
      watcher.tell(.closedAfterWriting("a.jpg"))
      try await watch.wait(forAssets: 1)
      try await view.add([1], to: "Trip")
      let file = watch.root / ".albumen/view"
      let text = try readFile(file)
      try writeFile(file, "no view\n")
      try watch.scenario.photo("b.jpg", 2)
      try watch.scenario.photo("unseen.jpg", 3)
      watcher.tell(.closedAfterWriting("b.jpg"))
      try await watch.wait(for: "the report") {
        watch.scans.contains { $0.hasChanges && $0.view?.failed.isEmpty == false }
      }
      #expect(watch.troubles.isEmpty)
      // Nobody tells of this: it is found because the view is looked at again.
      try Files.symlink("../../b.jpg", as: view.path("Trip/b.jpg"))
      try writeFile(file, bytes: text)
      try await watch.wait(for: "the reference") { try await view.members("Trip") == [1, 2] }
      #expect(watch.scans.count { $0.view?.failed.isEmpty == false } == 1)
      #expect(watch.troubles.isEmpty)
      #expect(try await watch.has("unseen.jpg") == false)
    }
  }

  /// While it waits after a failure it can be ended.
  @Test func aWatchInTroubleCanBeEnded() async throws {
    try await withScript(retryDelay: .seconds(3_600)) { watch, watcher in
      let away = watch.scenario.top / "away"
      try moveFile(watch.root, to: away)
      watcher.tell(.rescan(.rootLost))
      try await watch.wait(for: "the trouble") { watch.troubles.count == 1 }
      try await watch.end()
      try moveFile(away, to: watch.root)
    }
  }

  /// What keeps the watch from being set anew is told once and tried again, and the watch passes for lost
  /// meanwhile.
  @Test func aWatchThatCannotBeSetAnewIsTold() async throws {
    struct Refusal: Error, CustomStringConvertible { let description = "no more watches" }
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let watchers = Mutex<[ScriptedWatcher]>([])
      let calls = Mutex(0)
      let isRefused = Mutex(true)
      var options = PhotoLibrary.WatchOptions()
      options.retryDelay = .milliseconds(5)
      options.settle = .milliseconds(5)
      let watch = try await WatchScenario(scenario, library, options) { root, _ in
        let call = calls.withLock { calls in
          calls += 1
          return calls
        }
        if call > 1, isRefused.withLock({ $0 }) { throw Refusal() }
        let watcher = ScriptedWatcher(root)
        watchers.withLock { $0.append(watcher) }
        return watcher
      }
      try writeFile(scenario.root / ".albumenignore", "raw/\n")
      watchers.withLock { $0[0] }.tell(.closedAfterWriting(".albumenignore"))
      try await watch.wait(for: "some tries") { calls.withLock { $0 } > 4 }
      #expect(watch.troubles.count == 1)
      #expect(watch.troubles.first?.message == "the folder cannot be watched: no more watches")
      #expect(try await library.status().watch?.hasPrefix("lost") == true)
      isRefused.withLock { $0 = false }
      try await watch.wait(for: "the health") {
        try await library.status().watch == "watching"
      }
      try scenario.photo("a.jpg", 1)
      watchers.withLock { $0[1] }.tell(.closedAfterWriting("a.jpg"))
      try await watch.wait(forAssets: 1)
      #expect(watch.troubles.count == 1)
      try await watch.end()
      await library.close()
    }
  }

  @Test func aWatchEndsWithItsWatcher() async throws {
    try await withScript { watch, watcher in
      watcher.stop()
      try await watch.ended()
    }
  }

  /// A test that waits on a watch that is over is told so, and does not wait for nothing.
  @Test func whoWaitsOnAWatchThatEndedIsToldAtOnce() async throws {
    try await withScript { watch, watcher in
      watcher.stop()
      let failure = await #expect(throws: TestFailure.self) {
        try await watch.wait(for: "snow in July") { false }
      }
      #expect(failure?.description == "waited in vain for snow in July: the watch ended")
    }
  }

  /// A test without the trait is told that it lacks it, and does not wait for a look that never comes.
  @Test func aTestThatTakesTheOneWatcherOutOfTurnIsToldAtOnce() async throws {
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      let failure = await #expect(throws: TestFailure.self) {
        try await WatchScenario(scenario, library)
      }
      #expect(failure?.description.contains("without the trait .oneWatcher") == true)
      await library.close()
    }
  }

  @Test func aWatcherThatCannotStartIsAnError() async throws {
    struct Refusal: Error {}
    try await Scenario.run { scenario in
      let library = try await scenario.create()
      await #expect(throws: Refusal.self) {
        try await library.watch(with: { _, _ in throw Refusal() }) { _ in }
      }
      // The lock of the watch is free again.
      #expect(try await library.status().watch == nil)
      await library.close()
    }
  }
}
