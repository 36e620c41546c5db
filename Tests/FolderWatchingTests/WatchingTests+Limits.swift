import Platform
import Synchronization
import TestSupport
import Testing

@testable import FolderWatching

extension WatchingTests {
  @Test func `an overflow of the kernel's queue leads to a rescan, with every watch in place`()
    async throws
  {
    let gate = Gate()
    try await withWatcher(shouldDescend: { path in
      if path == "block" { gate.wait() }
      return true
    }) { folder, recorder in
      try Files.createDirectory(folder / "block")
      try await wait(for: "the intake to stand still") { gate.isReached }
      // More events than the queue holds; the same one twice in a row would count once.
      let limit = try #require(
        Int(
          String(
            decoding: try readFile("/proc/sys/fs/inotify/max_queued_events").dropLast(),
            as: UTF8.self)))
      for name in ["a", "b"] as [Path] { try writeFile(folder / name) }
      for number in 0...limit {
        setPermissions(folder / (number.isMultiple(of: 2) ? "a" : "b"), 0o600)
      }
      try writeFile(folder / "unseen/deep/f", "1")
      gate.open()
      try await recorder.wait(for: .rescan(.overflow))
      try await recorder.settle()
      #expect(try watchCount() == 4)
      recorder.forget()
      try writeFile(folder / "unseen/deep/g", "1")
      try await recorder.settle()
      #expect(recorder.events.first == .created("unseen/deep/g", isDirectory: false))
    }
  }

  @Test func `a directory made in one that is renamed before anybody looks is found`() async throws
  {
    let gate = Gate()
    try await withWatcher(
      shouldDescend: { path in
        if path == "block" { gate.wait() }
        return true
      }, prepare: { try Files.createDirectory($0 / "old") }
    ) { folder, recorder in
      try Files.createDirectory(folder / "block")
      try await wait(for: "the intake to stand still") { gate.isReached }
      try writeFile(folder / "old/sub/f", "1")
      try Files.rename(folder / "old", to: folder / "new")
      gate.open()
      try await recorder.settle()
      #expect(
        recorder.events == [
          .created("block", isDirectory: true), .created("old/sub", isDirectory: true),
          .moved(from: "old", to: "new", isDirectory: true),
          .created("new/sub/f", isDirectory: false),
        ])
      #expect(try watchCount() == 4)
    }
  }

  @Test func `a reader that falls behind is told to compare`() async throws {
    try await withTemporaryDirectory { folder in
      var options = FolderWatchingOptions()
      options.eventLimit = 10
      let watcher = try InotifyFolderWatcher(
        root: folder, options: options, shouldDescend: { _ in true })
      defer { watcher.stop() }
      for number in 0..<100 { try writeFile(folder / (Path("f\(number)") ?? ""), "1") }
      // Nobody has read up to here. Whether there are more losses depends on how far the intake has
      // come; after the last one, events arrive as before.
      try await withTimeLimit(hangLimit, "an event after a rescan") {
        for await event in watcher.events {
          if event == .rescan(.dropped) { try writeFile(folder / "after", "1") }
          if event == .closedAfterWriting("after") { return }
        }
      }
    }
  }

  @Test func `more directories than watches are polled, and get their watches once there are some`()
    async throws
  {
    var options = FolderWatchingOptions()
    options.watchLimit = 6
    options.pollInterval = .milliseconds(50)
    try await withWatcher(
      options: options,
      prepare: { folder in
        for number in 0..<10 { try Files.createDirectory(folder / (Path("d\(number)") ?? "")) }
      }
    ) { folder, recorder in
      guard case .degraded(let reason, let remedy) = recorder.watcher.health else {
        Issue.record("not degraded: \(recorder.watcher.health)")
        return
      }
      #expect(reason.hasPrefix("limit "))
      #expect(remedy.contains("sysctl fs.inotify.max_user_watches="))
      #expect(try watchCount() == 6)
      try await recorder.wait(for: .rescan(.polling))
      for number in 0..<10 { try Files.removeDirectory(folder / (Path("d\(number)") ?? "")) }
      try await wait(for: "full health") { recorder.watcher.health == .watching }
      try await recorder.wait(for: .rescan(.degraded))
      try await recorder.settle()
      recorder.forget()
      for number in 0..<8 { try Files.createDirectory(folder / (Path("e\(number)") ?? "")) }
      try await recorder.wait(for: .rescan(.degraded))
      #expect("\(recorder.watcher.health)".hasPrefix("degraded (limit "))
    }
  }

  @Test func `a network file system is polled`() async throws {
    var options = FolderWatchingOptions()
    options.pollInterval = .milliseconds(30)
    options.rootCheckInterval = .milliseconds(30)
    options.mode = { _ in .compare(type: "nfs") }
    try await withWatcher(options: options) { folder, recorder in
      #expect("\(recorder.watcher.health)" == "polling (nfs)")
      #expect(try watchCount() == 0)
      try await recorder.wait(for: .rescan(.polling))
      try Files.rename(folder, to: folder.parent / "away")
      try await recorder.wait(for: .rescan(.rootLost))
      try Files.rename(folder.parent / "away", to: folder)
      try await recorder.wait(for: .rescan(.rootReturned))
      #expect("\(recorder.watcher.health)" == "polling (nfs)")
    }
  }

  @Test func `a FUSE file system is watched and polled, and every folder is compared at times`()
    async throws
  {
    var options = FolderWatchingOptions()
    options.pollInterval = .milliseconds(30)
    options.fullRescanInterval = .milliseconds(30)
    options.mode = { _ in .watchAndCompare(type: "fuseblk") }
    try await withWatcher(options: options) { folder, recorder in
      try await recorder.wait(for: .rescan(.polling))
      try await recorder.wait(for: .rescan(.periodic))
      try await recorder.settle()
      #expect(recorder.watcher.health == .watching)
    }
  }
}

/// Holds a thread up until it is opened.
final class Gate: Sendable {
  private let wakeUp = Result { () throws(PlatformError) in try WakeUp() }
  private let reached = Mutex(false)

  var isReached: Bool { reached.withLock { $0 } }

  func wait() {
    reached.withLock { $0 = true }
    _ = try? wakeUp.get().wait(for: nil, until: Deadline(after: hangLimit))
  }

  func open() { try? wakeUp.get().signal() }
}
