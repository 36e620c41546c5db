import OperationLog
import Operations
import Platform
import Replication

/// Exchanges with the remotes while a library is watched: when what was done here has been at rest for a
/// while, and from time to time for what was done elsewhere.
///
/// Whatever goes wrong is told once, and tried again ever later. Where there are no remotes nothing is done.
struct RemoteLoop: Sendable {
  let library: PhotoLibrary
  /// How long the logs must be at rest.
  let quiet: Duration
  /// How long to wait for news from elsewhere.
  let interval: Duration
  /// How long to wait after the first failure; twice as long after each further one.
  let retryDelay: Duration
  let report: @Sendable (PhotoLibrary.WatchEvent) -> Void

  /// Runs until the task is cancelled.
  func run() async {
    let clock = SuspendingClock()
    // Logs have no events: they are looked at, names and sizes alone.
    let pause = max(quiet / 6, .milliseconds(10))
    var seen = await library.logExtents()
    var changed = clock.now
    var isDirty = true
    var next = clock.now + interval
    var failures = 0
    var told: [String: String] = [:]
    while !Task.isCancelled {
      guard (try? await Task.sleep(for: pause, clock: clock)) != nil else { return }
      let now = await library.logExtents()
      if now != seen {
        seen = now
        changed = clock.now
        isDirty = true
      }
      // After a failure it is the next try that counts, whatever else is done here.
      let isDue = failures == 0 && isDirty && clock.now - changed >= quiet
      guard isDue || clock.now >= next else { continue }
      isDirty = false
      let isDone = await exchange(&told)
      failures = isDone ? 0 : failures + 1
      next =
        clock.now + (isDone ? interval : min(interval, retryDelay * (1 << min(failures - 1, 16))))
      seen = await library.logExtents()
    }
  }

  /// Exchanges once; true where nothing failed.
  private func exchange(_ told: inout [String: String]) async -> Bool {
    do throws(AlbumenError) {
      guard try await library.hasRemotes() else { return true }
      var isDone = true
      for each in try await library.sync() {
        let name = each.remote.name
        let trouble = each.error?.message
        if each.isNews || trouble != nil && trouble != told[name] { report(.exchanged(each)) }
        told[name] = trouble
        isDone = isDone && trouble == nil
      }
      told[""] = nil
      return isDone
    } catch {
      // Another process exchanges, or the root is away.
      if told[""] != error.message, error.code != .locked { report(.trouble(error)) }
      told[""] = error.message
      return false
    }
  }
}

extension SyncReport {
  /// Whether there is something to tell but that it failed.
  var isNews: Bool {
    fetched > 0 || sentOperations > 0 || mendedOperations > 0 || !problems.isEmpty || !forks.isEmpty
  }
}

extension PhotoLibrary {
  /// How far the files of each log reach.
  func logExtents() -> [LogID: LogExtent] {
    var extents: [LogID: LogExtent] = [:]
    for log in (try? store.listLogs()) ?? [] {
      extents[log] = (try? store.logs.extent(of: log)) ?? nil
    }
    return extents
  }

  func hasRemotes() throws(AlbumenError) -> Bool { try !store.remoteList().entries.isEmpty }
}
